"""The shapes of 四人斗地主. Source: seed 002."""

from __future__ import annotations

from engine.cards import Rank
from engine.kernels.climb.rules import ClimbRules, Shape, Wings
from engine.kernels.landlord.shapes import CHAIN, ORDER

JOKERS = (Rank.SMALL_JOKER, Rank.SMALL_JOKER, Rank.BIG_JOKER, Rank.BIG_JOKER)

MOST = 33
"""Cards of the 地主: no play is longer."""

LEAST_BOMB, MOST_BOMB = 4, 8


def _runs(least: int, each: int) -> range:
    """How many ranks of 3 to A may follow each other, ``each`` cards a rank."""
    return range(least, min(len(CHAIN), MOST // each) + 1)


TWO_PACKS = ClimbRules(
    order=ORDER,
    chain=CHAIN,
    bombs=(JOKERS,),
    shapes=(
        Shape("single"),
        Shape("straight", 1, run=_runs(5, 1)),
        Shape("pair", 2),
        Shape("pairs", 2, run=_runs(3, 2)),
        Shape("triple", 3),
        Shape("three2", 3, wings=Wings((2,))),
        Shape("plane", 3, run=_runs(2, 3)),
        Shape("plane2", 3, run=_runs(2, 5), wings=Wings((2,))),
        *(Shape("bomb", width, tier=1) for width in range(LEAST_BOMB, MOST_BOMB + 1)),
        Shape("rocket4", exact=JOKERS, tier=2),
    ),
)
"""Among bombs the one with more cards is stronger; 天王炸弹 is above them all."""
