"""The plays of 锄大地: three kinds by rank, and a ladder of five-card hands. Source: seed 002."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import Rank
from engine.kernels.climb.rules import ClimbRules, Shape, Wings

if TYPE_CHECKING:
    from engine.kernels.climb.rules import RunValue

_LINE = tuple(rank for rank in Rank if Rank.THREE <= rank <= Rank.ACE)

ORDER = (*_LINE, Rank.TWO)
"""All ranks, weakest first."""

CHAIN = (Rank.ACE, Rank.TWO, *_LINE)
"""Runs begin with A, 2, … 10; none goes on behind the A at the end."""

FIVE = range(5, 6)


def _top(run: tuple[Rank, ...]) -> int:
    """A straight is worth its strongest card: A2345 and 23456 end in the 2. Source: seed 002."""
    return max(map(ORDER.index, run))


def _low_two(run: tuple[Rank, ...]) -> int:
    """A and 2 count low at the beginning: A2345 ends in the 5, 23456 in the 6."""
    return ORDER.index(run[-1])


def _taiwan(run: tuple[Rank, ...]) -> int:
    """A2345 ends in the 5 and is the lowest, 23456 in the 2 and is the highest."""
    return _top(run) if run[0] is Rank.TWO else _low_two(run)


TOP = ClimbRules(
    order=ORDER,
    chain=CHAIN,
    suits=True,
    run_value=_top,
    shapes=(
        Shape("single"),
        Shape("pair", 2),
        Shape("trips", 3),
        Shape("straight", run=FIVE, grade=1),
        Shape("flush", 5, suited=True, any_rank=True, grade=2),
        Shape("full", 3, wings=Wings((2,)), grade=3),
        Shape("four", 4, wings=Wings((1,)), grade=4),
        Shape("straightflush", run=FIVE, suited=True, grade=5),
    ),
)


def _with(value: RunValue) -> ClimbRules:
    return replace(TOP, run_value=value)


STRAIGHTS = {"top": TOP, "low2": _with(_low_two), "taiwan": _with(_taiwan)}
"""The rules by option ``straights``."""
