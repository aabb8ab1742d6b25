"""What two tiles are: 天王, 寶牌, 二八杠, or their points (rules §5 to §7)."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from engine.cards import Rank

if TYPE_CHECKING:
    from engine.cards import Card

Hand: TypeAlias = "tuple[Card, ...]"
Strength: TypeAlias = "tuple[Kind, int]"


class Kind(IntEnum):
    """From weakest to strongest: 點子, 二八杠, 寶牌, 天王 (§5)."""

    POINTS = 1
    GANG = 2
    PAIR = 3
    KING = 4


def strength(hand: Hand) -> Strength:
    """The kind of a hand, and what decides within it, larger being better.

    That is the points in halves (0..19: 9 點半 is 19), the tile of a 寶牌 (1..9), else 0.

    >>> from engine.cards import cards
    >>> strength(cards("T9 TW"))
    (<Kind.POINTS: 1>, 19)
    """
    low, high = sorted(int(tile.rank) for tile in hand)
    if low == high:
        return (Kind.PAIR, high) if high else (Kind.KING, 0)
    if (low, high) == (2, 8):
        return Kind.GANG, 0
    if low == Rank.BLANK:
        return Kind.POINTS, 2 * high + 1
    return Kind.POINTS, 2 * ((low + high) % 10)


def higher_tile(hand: Hand) -> int:
    """The higher of its tiles, 白板 being the lowest: it decides between equal points (§7)."""
    return max(int(tile.rank) for tile in hand)


def compared(ours: Hand, theirs: Hand, tie: str) -> int:
    """1 where a 閒 wins with ``ours``, −1 where 莊 does with ``theirs``, 0 where neither pays.

    ``tie`` is the option: ``high_tile``, ``banker`` or ``push``.
    """
    one, two = strength(ours), strength(theirs)
    if one == two and tie == "push":
        return 0
    if one == two and tie == "high_tile":
        return 1 if higher_tile(ours) > higher_tile(theirs) else -1
    return 1 if one > two else -1
