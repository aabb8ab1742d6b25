"""What may be put down in 三两一. Source: the program of seed 002; its slips are not copied."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Rank
from engine.kernels.climb.rules import ClimbRules, Shape, Wings

ORDER = (*(rank for rank in Rank if Rank.THREE <= rank <= Rank.ACE), Rank.TWO)
"""All ranks, weakest first."""

CHAIN = (Rank.ACE, Rank.TWO, *ORDER)
"""A 2 3 … Q K A 2: runs lie on this line, so that K A 2 is one and K A 2 3 is none."""

ALL = len(ORDER)

ONE = Wings(once=(1,), loose=True)
"""A card carried by a body; it may be of the body's own ranks."""


def _value(run: tuple[Rank, ...]) -> int | None:
    """A run is worth its last rank on the line; all thirteen are worth a 2, and counted once."""
    if len(run) == ALL and run[-1] is not Rank.TWO:
        return None
    return ORDER.index(run[-1])


PLAIN = ClimbRules(
    order=ORDER,
    chain=CHAIN,
    run_value=_value,
    shapes=(
        Shape("single"),
        Shape("straight", 1, run=range(3, ALL + 1)),
        Shape("pair", 2),
        Shape("pairs", 2, run=range(2, 7)),
        Shape("pairsone", 2, run=range(3, 7), wings=ONE),
        Shape("trips", 3),
        Shape("triples", 3, run=range(2, 5)),
        Shape("triplesone", 3, run=range(2, 5), wings=ONE),
        Shape("threetwo", 3, wings=Wings(once=(2,), loose=True)),
        Shape("threetwoone", 3, wings=Wings(once=(2, 1), loose=True)),
        Shape("quad", 4),
        Shape("quads", 4, run=range(2, 4)),
        Shape("quadone", 4, wings=ONE),
        Shape("quadsone", 4, run=range(2, 4), wings=ONE),
    ),
)
"""No bombs: a play is beaten by the same kind, as many cards, and a higher body."""

COVERING = replace(
    PLAIN,
    shapes=tuple(
        replace(s, covers="threetwoone") if s.id == "triples" else s for s in PLAIN.shapes
    ),
)
"""三顺 of six cards on a 三两一 as well; the older form of the program."""
