"""Deals of 五瓜皮 played to the end in a simple way: as those of 七鬼, with runs and flushes."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from engine.cards import Card, Rank, Suit
from engine.games.wuguapi.game import FLUSH, ORDER, READER, STRAIGHT
from engine.kernels.draw.menu import SUITS, Menus, mask_of, numbers_of
from engine.kernels.draw.trial import Trial

if TYPE_CHECKING:
    from engine.kernels.draw.menu import House, Play

GRADE, HEAD = 1 << 8, 1 << 3
"""A play is compared by its grade, then by its head, then by its suit."""

NATURAL = tuple(
    rank.value if rank not in (Rank.SMALL_JOKER, Rank.BIG_JOKER) else -99 for rank in ORDER
)
"""By strength, where a rank stands in a run that is higher than it is long."""

LOW_ACE = Rank.TWO.value - 1
RUN = 3

RANKS = mask_of(range(0, len(ORDER) * SUITS, SUITS))
"""The lowest card of each rank; and by suit those of one suit."""

SUITED = [mask_of(range(suit, (len(ORDER) - 2) * SUITS, SUITS)) for suit in range(SUITS)]
FIRST, ROUND = 1 | 1 << SUITS, (len(ORDER) - 2) * SUITS
"""After the 5 come 6 and 7 again where runs are looked for."""

PAIR = 1
"""The grade of two equal cards; above it are the jokers alone."""

THREE_KEPT = {STRAIGHT: 0.45, FLUSH: 0.65}
MANY_KEPT = 0.96
"""How likely nobody beats three cards, by their grade, or more, in deals at tables of four."""


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


class LadderMenus(Menus):
    """The plays of hands."""

    def strength(self, cards: list[int]) -> int:
        return strength(tuple(cards))

    def lead(self, hand: int) -> list[list[Play]]:
        found: list[list[Play]] = [[] for _ in range(self.rules.size + 1)]
        for play in self.equal(hand, 0, 0):
            if play.size < RUN:
                found[play.size].append(play)
        for size in range(RUN, hand.bit_count() + 1):
            found[size] = self._long(hand, size)
            if not found[RUN]:  # all that is longer has three such cards in it
                break
        return found

    def follow(self, hand: int, size: int, least: int) -> list[Play]:
        return super().follow(hand, size, least) if size < RUN else self._long(hand, size)

    def _long(self, hand: int, size: int) -> list[Play]:
        if hand.bit_count() < size or not _shaped(hand):
            return []
        found = [
            self.play(mask_of(laid), hand)
            for laid in combinations(numbers_of(hand), size)
            if strength(laid)
        ]
        found.sort(key=_stronger, reverse=True)
        return found


def _shaped(hand: int) -> bool:
    """Whether three cards of a hand may be equal, of one suit or a run."""
    low, none = hand, hand
    for _ in range(SUITS - 1):
        none >>= 1
        low |= none
    if (low & RANKS).bit_count() <= hand.bit_count() - RUN + 1:
        return True
    ranks = low & SUITED[0]
    ranks |= (ranks & FIRST) << ROUND
    if ranks & ranks >> SUITS & ranks >> 2 * SUITS:
        return True
    return any((hand & suit).bit_count() >= RUN for suit in SUITED)


def _stronger(play: Play) -> int:
    return play.strength


@lru_cache(maxsize=4)
def menus(rules: House) -> LadderMenus:
    """The plays of hands at a table."""
    return LadderMenus(rules)


class Ladders(Trial):
    """One deal as it may lie."""

    __slots__ = ()

    @staticmethod
    def menus_of(rules: House) -> LadderMenus:
        return menus(rules)

    def kept(self, size: int, strength: int) -> float:
        grade, head = divmod(strength, GRADE)
        if size == 2:
            return self.pair ** self.pairs[head // HEAD] if grade == PAIR else 1.0
        return THREE_KEPT.get(grade, MANY_KEPT) if size == RUN else MANY_KEPT
