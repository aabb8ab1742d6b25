"""Deals of 五瓜皮 played to the end in a simple way: as those of 七鬼, with runs and flushes."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from engine.cards import Card, Rank, Suit
from engine.games.wuguapi.game import ORDER, READER
from engine.kernels.draw.trial import HELD, LATE_HELD, SUITS, Trial

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.kernels.draw.trial import Top

GRADE, HEAD = 1 << 8, 1 << 3
"""A play is compared by its grade, then by its head, then by its suit."""

NATURAL = tuple(
    rank.value if rank not in (Rank.SMALL_JOKER, Rank.BIG_JOKER) else -99 for rank in ORDER
)
"""By strength, where a rank stands in a run that is higher than it is long."""

LOW_ACE = Rank.TWO.value - 1
RUN = 3


@lru_cache(maxsize=1 << 17)
def strength(cards: tuple[int, ...]) -> int:
    """How strong cards are among plays of their number; 0: they are none."""
    if len(cards) == 1:
        return cards[0] + 1
    if len(cards) >= RUN and not _likely(cards):
        return 0
    found = [
        (reading.grade * GRADE) + reading.head * HEAD + reading.suit
        for reading in READER.readings(tuple(map(card, cards)))
    ]
    return max(found, default=0)


def card(number: int) -> Card:
    """The card of a number."""
    rank = ORDER[number // SUITS]
    joker = rank in (Rank.SMALL_JOKER, Rank.BIG_JOKER)
    return Card(rank, Suit.NONE if joker else Suit(number % SUITS + 1))


def _likely(cards: tuple[int, ...]) -> bool:
    """Whether three cards or more are worth being read: most are of no shape."""
    ranks = {number // SUITS for number in cards}
    if len(ranks) <= 2 or len({number % SUITS for number in cards}) == 1:
        return True
    if len(ranks) < len(cards):
        return False
    high = sorted(NATURAL[rank] for rank in ranks)
    low = sorted(LOW_ACE if at == Rank.ACE else at for at in high)
    return any(run[-1] - run[0] == len(cards) - 1 for run in (high, low))


class Ladders(Trial):
    """One deal as it may lie."""

    __slots__ = ()

    def strength(self, cards: Sequence[int]) -> int:
        return strength(tuple(sorted(cards)))

    def _lead(self, hand: list[int]) -> list[int]:
        held = HELD if self.deck else LATE_HELD
        best, chosen = 99.0, hand[:1]
        for size in range(1, len(hand) + 1):
            for cards in combinations(hand, size):
                value = self._worth(cards, held) - 2.5 * size
                if value < best and strength(cards):
                    best, chosen = value, list(cards)
        return chosen

    def _follow(self, hand: list[int], top: Top) -> list[int]:
        size, least = top
        worth = self.rules.worth
        best, chosen = 99.0, []
        for cards in combinations(hand, size):
            if strength(cards) <= least:
                continue
            own = sum([worth[number // SUITS] for number in cards])
            if cards[-1] // SUITS > self.limit(self.pot + own):
                continue
            value = self._worth(cards, HELD / 2)
            if value < best:
                best, chosen = value, list(cards)
        return chosen

    def _worth(self, cards: tuple[int, ...], held: float) -> float:
        """What it costs to be without cards: their ranks, and the points that are shown."""
        worth = self.rules.worth
        ranks = [number // SUITS for number in cards]
        return sum(ranks) / len(ranks) + held * sum([worth[rank] for rank in ranks])
