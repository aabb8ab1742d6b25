"""五瓜皮: five cards each, ladders of three, four and five cards, a 5 below the jokers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import Rank
from engine.kernels.climb.reader import Reader
from engine.kernels.climb.rules import ClimbRules, Shape, Wings
from engine.kernels.draw.flow import DrawGame, info

if TYPE_CHECKING:
    from engine.core import Options

HAND = 5
MOST = 10
"""So many can play: ten hands of five are 50 of 54 cards."""

JOKERS = (Rank.SMALL_JOKER, Rank.BIG_JOKER)
ORDER = (
    Rank.SIX, Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING,
    Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, *JOKERS,
)  # fmt: skip
CHAIN = (Rank.ACE, *(rank for rank in Rank if Rank.TWO <= rank <= Rank.ACE))
"""A 2 3 … K A: an ace may begin a straight or end one."""

STRAIGHT, FLUSH, SAME, FOUR, STRAIGHT_FLUSH = range(1, 6)
"""Plays of one size, weakest first: what is equal (三条, 四条, 葫芦), then 金刚."""


def _ladder(size: int) -> tuple[Shape, ...]:
    """What straights and flushes of a size there are."""
    run = range(size, size + 1)
    return (
        Shape("straight", 1, run=run, grade=STRAIGHT),
        Shape("flush", size, grade=FLUSH, suited=True, any_rank=True),
        Shape("straightflush", 1, run=run, grade=STRAIGHT_FLUSH, suited=True),
    )


def _value(run: tuple[Rank, ...]) -> int:
    """A straight is worth its highest card by the ranks of the game: 6 7 8 is the lowest."""
    return max(map(ORDER.index, run))


RULES = ClimbRules(
    order=ORDER,
    chain=CHAIN,
    suits=True,
    run_value=_value,
    shapes=(
        Shape("single"),
        Shape("pair", 2, grade=STRAIGHT),
        Shape("jokerpair", exact=JOKERS, grade=FLUSH),
        *_ladder(3),
        Shape("trips", 3, grade=SAME),
        *_ladder(4),
        Shape("quad", 4, grade=SAME),
        *_ladder(5),
        Shape("full", 3, wings=Wings(once=(2,)), grade=SAME),
        Shape("four", 4, wings=Wings(once=(1,)), grade=FOUR),
    ),
)
"""Source: the program of seed 002."""

READER = Reader(RULES)


class Wuguapi(DrawGame):
    """The rules of 五瓜皮, numbered in rules.zh.md."""

    shapes_paragraph = 5

    info = info("wuguapi", ("五瓜皮", "5瓜皮", "wuguapi", "wgp"), MOST)

    def reader(self, options: Options) -> Reader:
        return READER

    def size(self, options: Options) -> int:
        return HAND
