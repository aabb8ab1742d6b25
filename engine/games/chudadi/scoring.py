"""What cards left in the hand cost, and who gets it. Source: seed 002, 计分规则."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import Card, Rank, Suit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.kernels.climb.state import Hand

TIMES = ((13, 4), (10, 3), (8, 2), (1, 1))
"""With at least so many cards left each counts so often."""

TWOS = {Suit.SPADE: 50, Suit.HEART: 30, Suit.CLUB: 20, Suit.DIAMOND: 10}
"""What a 2 costs that was not played."""


def times(left: int) -> int:
    """How often each of ``left`` cards counts."""
    return next((factor for least, factor in TIMES if left >= least), 1)


def twos(hand: Hand) -> tuple[Card, ...]:
    """The twos of a hand."""
    return tuple(card for card in hand if card.rank is Rank.TWO)


def cost(hand: Hand) -> int:
    """牌分: what the cards left cost."""
    return len(hand) * times(len(hand)) + sum(TWOS[card.suit] for card in twos(hand))


def sum_of(hand: Hand) -> str:
    """The same as a sum: ``9 × 2 + 50 = 68``; a plain number where there is nothing to add up."""
    left, factor = len(hand), times(len(hand))
    parts = [f"{left} × {factor}" if factor > 1 else str(left)]
    parts += [str(TWOS[card.suit]) for card in twos(hand)]
    shown = " + ".join(parts)
    return shown if shown == str(cost(hand)) else f"{shown} = {cost(hand)}"


def scores(hands: Sequence[Hand]) -> tuple[int, ...]:
    """All costs together less four times one's own: every two players settle the difference."""
    costs = [cost(hand) for hand in hands]
    return tuple(sum(costs) - len(costs) * own for own in costs)
