"""What five cards are: 沒牛 to 牛牛 and the four special kinds (rules §4 to §7)."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from engine.cards import Rank, Suit

if TYPE_CHECKING:
    from engine.cards import Card

Hand: TypeAlias = "tuple[Card, ...]"
Strength: TypeAlias = "tuple[int, int, Suit]"

SIZE = 5
FLOWERS = (Rank.JACK, Rank.QUEEN, Rank.KING)


class Kind(IntEnum):
    """From weakest to strongest: 沒牛, 牛牛, 四花牛, 五花牛, 炸彈, 五小牛 (§4 to §6).

    牛一 to 牛九 are the numbers between the first two.
    """

    NONE = 0
    NIU = 10
    FOUR = 11
    FIVE = 12
    BOMB = 13
    SMALL = 14


_USUAL = (1,) * 7 + (2,) * 3 + (3,) + (4,) * 4
_STEEP = (1,) * 7 + (2, 2, 3, 4, 5, 5, 6, 8)
_EACH = (1, *range(1, 15))
MULTIPLIERS = {"usual": _USUAL, "steep": _STEEP, "flat": (1,) * 15, "each": _EACH}
"""By option, what each kind multiplies by, from 沒牛 to 五小牛 (§9)."""


def order(card: Card) -> int:
    """K 13, Q 12, J 11, 10 … 2, A 1 (§7)."""
    return 1 if card.rank is Rank.ACE else int(card.rank)


def value(card: Card) -> int:
    """What a card counts in a sum: A 1, J, Q and K 10 (§4)."""
    return min(10, order(card))


def split(hand: Hand) -> Hand | None:
    """Three cards that sum to a multiple of ten, if there are any (§4).

    The other two have the same last digit whichever three are taken: that of all five.
    """
    for three in combinations(hand, 3):
        if sum(map(value, three)) % 10 == 0:
            return three
    return None


def special(hand: Hand) -> int:
    """The special kind of a hand (§5), or 0."""
    orders = sorted(map(order, hand))
    if orders[-1] < 5 and sum(orders) <= 10:
        return Kind.SMALL
    if orders[0] == orders[3] or orders[1] == orders[4]:
        return Kind.BOMB
    flowers = sum(card.rank in FLOWERS for card in hand)
    if flowers == SIZE:
        return Kind.FIVE
    return Kind.FOUR if flowers == 4 and orders[0] == 10 else 0


@lru_cache(maxsize=1024)
def kind(hand: Hand) -> int:
    """The highest kind of a hand: 0 沒牛, 1 to 9, and ``Kind`` (§6)."""
    found = special(hand)
    if found or split(hand) is None:
        return found
    return sum(map(value, hand)) % 10 or Kind.NIU


def shown_as(hand: Hand, *, claimed: bool) -> int:
    """What a hand counts as: a 牛 that was not found is 沒牛; special kinds need no finding."""
    found = kind(hand)
    return found if claimed or found > Kind.NIU else Kind.NONE


def strength(hand: Hand, *, claimed: bool = True) -> Strength:
    """Higher beats lower; no two hands of one pack are equal (§7)."""
    found = shown_as(hand, claimed=claimed)
    if found == Kind.BOMB:
        orders = sorted(map(order, hand))
        return found, orders[2], Suit.NONE
    top = max(hand, key=lambda card: (order(card), card.suit))
    return found, order(top), top.suit


def arranged(hand: Hand) -> Hand:
    """The three that make the 牛 first, high cards first."""
    high = tuple(sorted(hand, key=lambda card: (-order(card), -card.suit)))
    three = None if special(hand) else split(high)
    if three is None:
        return high
    return (*three, *(card for card in high if card not in three))
