"""What three cards are, and which of two hands wins (rules §10 to §13)."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import Rank, Suit

if TYPE_CHECKING:
    from engine.cards import Card

SIZE = 3
_SPECIAL = (5, 3, 2)
_LOW = (14, 3, 2)


class Kind(IntEnum):
    """From weakest to strongest: 散牌, 對子, 順子, 金花, 同花順, 豹子 (§10)."""

    HIGH = 0
    PAIR = 1
    STRAIGHT = 2
    FLUSH = 3
    STRAIGHT_FLUSH = 4
    TRIPLE = 5


class Strength(NamedTuple):
    """What decides, in this order; ``suit`` where suits count."""

    kind: Kind
    ranks: tuple[int, ...]
    suit: Suit


@lru_cache(maxsize=4096)
def strength(hand: tuple[Card, ...], *, low: bool = True) -> Strength:
    """What a hand is worth.

    ``low``: A23 is the lowest straight; else it comes after AKQ.
    """
    high = sorted(hand, key=lambda card: (card.rank, card.suit), reverse=True)
    ranks = tuple(int(card.rank) for card in high)
    flush = len({card.suit for card in hand}) == 1
    if len(set(ranks)) == 1:
        return Strength(Kind.TRIPLE, ranks, high[0].suit)
    pair = Rank(ranks[1])
    if ranks.count(pair) == 2:
        single = next(rank for rank in ranks if rank != pair)
        suit = max(card.suit for card in hand if card.rank is pair)
        return Strength(Kind.PAIR, (pair, pair, single), suit)
    if ranks == _LOW and low:
        kind = Kind.STRAIGHT_FLUSH if flush else Kind.STRAIGHT
        return Strength(kind, (3, 2, 1), high[1].suit)
    if ranks[0] - ranks[2] == 2 or ranks == _LOW:
        kind = Kind.STRAIGHT_FLUSH if flush else Kind.STRAIGHT
    else:
        kind = Kind.FLUSH if flush else Kind.HIGH
    return Strength(kind, ranks, high[0].suit)


def is_special(hand: tuple[Card, ...]) -> bool:
    """Whether it is 2 3 5 of more than one suit: it beats 豹子, and nothing else (§12)."""
    worth = strength(hand)
    return worth.kind is Kind.HIGH and worth.ranks == _SPECIAL


def beats(
    ours: tuple[Card, ...], theirs: tuple[Card, ...], *, low: bool = True, suits: bool = True
) -> bool:
    """Whether the challenger's hand wins; where suits do not count, equal hands lose (§13)."""
    one, two = strength(ours, low=low), strength(theirs, low=low)
    if two.kind is Kind.TRIPLE and is_special(ours):
        return True
    if one.kind is Kind.TRIPLE and is_special(theirs):
        return False
    if one[:2] != two[:2]:
        return one[:2] > two[:2]
    return suits and one.suit > two.suit
