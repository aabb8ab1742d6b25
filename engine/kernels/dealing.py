"""What games that deal a pack of cards do alike: hands off the top, and the order they lie in."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.cards import pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card, Rank

Hand = tuple["Card", ...]


def dealt(cards: Hand, seats: int, size: int) -> tuple[Hand, ...]:
    """``size`` cards off the top for each seat in turn; what is left over is in no hand."""
    return tuple(cards[seat * size : (seat + 1) * size] for seat in range(seats))


def high_first(hand: Iterable[Card], order: Sequence[Rank]) -> Hand:
    """A hand as it is shown: strong ranks first, equal ones ♠ ♥ ♣ ♦.

    ``order`` has every rank of the hand, the weakest first.

    >>> from engine.cards import Rank, cards, codes
    >>> codes(high_first(cards("D3 S2 H2"), (Rank.THREE, Rank.TWO)))
    ('S2', 'H2', 'D3')
    """
    return tuple(sorted(hand, key=_places(tuple(order)).__getitem__))


@cache
def _places(order: tuple[Rank, ...]) -> dict[Card, int]:
    """Where every card of some ranks stands."""
    cards = [c for c in pack() if c.rank in order]
    cards.sort(key=lambda c: (-order.index(c.rank), -c.suit))
    return {c: at for at, c in enumerate(cards)}
