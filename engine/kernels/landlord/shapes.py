"""The shapes of 斗地主, and how 斗地主拓展版 loosens them. Source: seed 002."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Rank
from engine.kernels.climb import ranks
from engine.kernels.climb.rules import ClimbRules, Shape, Wings

_JOKERS = (Rank.SMALL_JOKER, Rank.BIG_JOKER)

CHAIN = ranks.CHAIN
"""3 to A: the ranks that may stand in runs."""

ORDER = ranks.ORDER
"""All ranks, weakest first."""

STANDARD = ClimbRules(
    order=ORDER,
    chain=CHAIN,
    bombs=(_JOKERS,),
    shapes=(
        Shape("single"),
        Shape("straight", 1, run=range(5, 13)),
        Shape("pair", 2),
        Shape("pairs", 2, run=range(3, 11)),
        Shape("bomb", 4, tier=1),
        Shape("triple", 3),
        Shape("triple1", 3, wings=Wings((1,))),
        Shape("triple2", 3, wings=Wings((2,))),
        Shape("plane", 3, run=range(2, 7)),
        Shape("plane1", 3, run=range(2, 6), wings=Wings((1,))),
        Shape("plane2", 3, run=range(2, 5), wings=Wings((2,))),
        Shape("four2", 4, wings=Wings((1, 1))),
        Shape("four22", 4, wings=Wings((2, 2))),
        Shape("rocket", exact=_JOKERS, tier=2),
    ),
)
"""斗地主. The bomb stands first of what four equal cards may be, as it is offered first."""


def _loosened(shape: Shape) -> Shape:
    """Wings without limits; a triple still carries another rank. Source: seed 002, 拓展版 1, 2."""
    if shape.wings is None or shape.id.startswith("triple"):
        return shape
    return replace(shape, wings=replace(shape.wings, loose=True))


EXTENDED = replace(STANDARD, shapes=tuple(_loosened(shape) for shape in STANDARD.shapes))
"""斗地主拓展版."""
