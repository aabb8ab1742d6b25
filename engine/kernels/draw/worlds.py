"""Hands and piles as they may lie in a game with a pile, by what a seat has seen.

Every draw agrees with all that is certain. Of a few draws the one is taken in which the fewest
passes are odd: points lay on the table, and a hand that beat what was on top was kept back.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from engine.kernels.draw.deal import points
from engine.kernels.draw.menu import SUITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card, Rank
    from engine.core import Seat
    from engine.kernels.climb.state import Hand
    from engine.kernels.draw.deal import DrawPublic, DrawSeen
    from engine.rng import Rng

DRAWS = 4
"""Of so many draws the likeliest is taken."""

DRAWN_SINCE = 3
"""A pass tells nothing any more when so many cards have been drawn since."""


class Pass(NamedTuple):
    """Points that were let go.

    Attributes:
        seat: whose they were not.
        size: how many equal cards were on top.
        highest: the highest of them.
        since: at most so many cards has the seat drawn since.
    """

    seat: Seat
    size: int
    highest: int
    since: int


def numbers(cards: Iterable[Card], order: dict[Rank, int]) -> list[int]:
    """Cards as numbers; a joker, which has no suit, is the lowest of its rank."""
    return [order[card.rank] * SUITS + max(0, card.suit - 1) for card in cards]


class Worlds:
    """Draws hands for all seats, and the pile.

    Args:
        seen: what the seat sees.
        pack: all cards.
        order: the strength of a rank.
        rng: what to draw with.
    """

    def __init__(self, seen: DrawSeen, pack: Hand, order: dict[Rank, int], rng: Rng) -> None:
        public, me = seen.public, seen.seat or 0
        self._rng = rng
        held = [list(hand) for hand in public.known or ((),) * public.seats]
        held[me] = list(seen.hand)
        rest = Counter(pack)
        for hand in (*(what.cards for what in public.played), *held):
            rest.subtract(hand)
        self._pool = numbers(sorted(rest.elements()), order)
        self._held = [numbers(hand, order) for hand in held]
        self._missing = [public.counts[at] - len(hand) for at, hand in enumerate(held)]
        self._passes = [let_go for let_go in passed(public, order) if let_go.seat != me]

    def draw(self) -> tuple[list[list[int]], list[int]]:
        """By seat the numbers of its cards, in order; and the pile, the next card last."""
        best = self._draw()
        fewest = self._odd(best[0])
        for _ in range(DRAWS - 1):
            if not fewest:
                break
            other = self._draw()
            odd = self._odd(other[0])
            if odd < fewest:
                best, fewest = other, odd
        return best

    def _draw(self) -> tuple[list[list[int]], list[int]]:
        mixed = self._rng.shuffled(self._pool)
        hands, at = [], 0
        for held, missing in zip(self._held, self._missing, strict=True):
            hands.append(sorted((*held, *mixed[at : at + missing])))
            at += missing
        return hands, list(mixed[at:])

    def _odd(self, hands: Sequence[list[int]]) -> int:
        odd = 0
        for seat, size, highest, since in self._passes:
            able = [card for card in hands[seat] if card > highest]
            if size > 1:
                ranks = Counter(card // SUITS for card in hands[seat])
                able = [card for card in able if ranks[card // SUITS] >= size]
            odd += len(able) > since
        return odd


def passed(public: DrawPublic, order: dict[Rank, int]) -> list[Pass]:
    """The points that were let go, as far as they still tell something."""
    found = []
    since = [0] * public.seats
    for plays in (public.circle.plays, *reversed(public.past)):
        laid = [0] * public.seats
        for what in plays:
            laid[what.seat] += len(what.cards)
        if plays is not public.circle.plays:
            since = [had + more for had, more in zip(since, laid, strict=True)]
        if all(drawn >= DRAWN_SINCE for drawn in since):
            break
        pot, top = 0, None
        for what in plays:
            pot += points(what.cards)
            if what.reading is not None:
                top = what
            elif top is not None and pot and since[what.seat] < DRAWN_SINCE and _equal(top.cards):
                highest = max(numbers(top.cards, order))
                found.append(Pass(what.seat, len(top.cards), highest, since[what.seat]))
    return found


def _equal(cards: Hand) -> bool:
    """Whether cards are of one rank: of what beats runs and flushes a pass says little."""
    return all(card.rank is cards[0].rank for card in cards)
