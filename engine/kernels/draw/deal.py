"""What lies open in a deal with a pile beside the cards played, and what the points in it are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards import Card, Rank
from engine.core import Seat
from engine.kernels.climb.state import OVER, Public, Seen, State

if TYPE_CHECKING:
    from collections.abc import Iterable

WORTH = {Rank.FIVE: 5, Rank.TEN: 10, Rank.KING: 10}
"""Points of a card by its rank: 100 in a pack. Source: the program of seed 002."""


@dataclass(frozen=True, slots=True)
class Deal:
    """How the deal began, and whether it has been closed.

    Attributes:
        dealer: 庄家, who led first.
        lowest: by seat, its lowest card of the deal, which all have seen.
        closed: a circle was won by somebody who holds no cards (撬底).
    """

    dealer: Seat
    lowest: tuple[Card, ...]
    closed: bool = False


DrawState = State[Deal]
DrawSeen = Seen[Deal]
DrawPublic = Public[Deal]


def points(cards: Iterable[Card]) -> int:
    """What cards are worth."""
    return sum(WORTH.get(card.rank, 0) for card in cards)


def scoring(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that are worth something, as they lie."""
    return tuple(card for card in cards if card.rank in WORTH)


def on_table(public: DrawPublic) -> tuple[Card, ...]:
    """The scoring cards of the circle under way."""
    return scoring(card for what in public.circle.plays for card in what.cards)


def taken(public: DrawPublic) -> tuple[tuple[Card, ...], ...]:
    """By seat the scoring cards it has won; at the end those of the last circle too.

    A circle belongs to whoever put down its last hand.
    """
    circles = (*public.past, public.circle.plays) if public.phase == OVER else public.past
    found: list[tuple[Card, ...]] = [()] * public.seats
    for plays in circles:
        owner = next((what.seat for what in reversed(plays) if what.reading is not None), None)
        if owner is not None:
            won = scoring(card for what in plays for card in what.cards)
            found[owner] = (*found[owner], *won)
    return tuple(found)
