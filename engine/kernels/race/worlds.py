"""Hands that the others may hold, in a game whose whole pack is dealt, by what a seat has seen.

Every draw agrees with all that is certain. In most of them nobody holds a single card with which
an earlier single card would have been beaten, had its holder wanted to; and few hold such pairs and
sets of three: of a few draws the one with the fewest is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.cards import Card
    from engine.core import Seat
    from engine.kernels.climb.state import Hand, Public, Put
    from engine.rng import Rng

TRUSTED = 4
"""In one of so many draws passes are held to say nothing: people keep cards back."""


DRAWS = 3
"""Of so many draws the likeliest is taken."""

SUITS = 4
"""A number is so many times the strength of its rank, and its suit."""

NONE = 1 << 16
"""Above every card."""


class Worlds:
    """Draws the others' hands, as numbers: a stronger card has a higher one.

    Attributes:
        pool: the cards of which the seat does not know where they lie, the strongest first.
        unseen: those, and what others are known to hold.

    Args:
        public: what lies open.
        mine: the seat that draws, and its hand.
        pack: all cards.
        number: of a card.
        beaten: the highest card that a single card beats or ties, by its number.
        rng: what to draw with.
    """

    def __init__(
        self, public: Public[Any], mine: tuple[int, Hand], pack: Sequence[Card],
        number: Callable[[Card], int], beaten: Callable[[int], int], rng: Rng,
    ) -> None:  # fmt: skip
        me, hand = mine
        self._rng = rng
        known = [list(map(number, held)) for held in public.known or ((),) * public.seats]
        known[me] = list(map(number, hand))
        self._known = known
        gone = {number(card) for what in public.played for card in what.cards}
        gone.update(card for held in known for card in held)
        self.pool = sorted({number(card) for card in pack} - gone, reverse=True)
        others = (card for at, held in enumerate(known) if at != me for card in held)
        self.unseen = [*self.pool, *others]
        self._room = [public.counts[at] - len(held) for at, held in enumerate(known)]
        self._caps = [NONE] * public.seats
        self._sets: dict[tuple[Seat, int], int] = {}
        for seat, cards in _let_go(public):
            if len(cards) == 1:
                self._caps[seat] = min(self._caps[seat], beaten(number(cards[0])))
            elif seat != me:
                key, rank = (seat, len(cards)), number(cards[0]) // SUITS
                self._sets[key] = min(rank, self._sets.get(key, rank))
        self._drawn = 0

    def draw(self) -> list[list[int]]:
        """One way the cards may lie: by seat, the numbers of its hand."""
        self._drawn += 1
        if self._drawn % TRUSTED == 0:
            return self._draw([NONE] * len(self._caps))
        best = self._draw(self._caps)
        fewest = self._odd(best)
        for _ in range(DRAWS - 1):
            if not fewest:
                break
            other = self._draw(self._caps)
            odd = self._odd(other)
            if odd < fewest:
                best, fewest = other, odd
        return best

    def _odd(self, hands: Sequence[list[int]]) -> int:
        """How many pairs and sets of three were kept back, if the others hold these hands."""
        odd = 0
        for (seat, size), rank in self._sets.items():
            ranks = [card // SUITS for card in hands[seat]]
            odd += any(at > rank and ranks.count(at) >= size for at in set(ranks))
        return odd

    def _draw(self, caps: Sequence[int]) -> list[list[int]]:
        below = self._rng.below
        hands = [list(held) for held in self._known]
        room = list(self._room)
        pool, places = self.pool, sum(room)
        if len(pool) > places:  # not all cards are in play
            pool = sorted(self._rng.sample(pool, places), reverse=True)
        for card in pool:
            open_to = [n if card <= cap else 0 for n, cap in zip(room, caps, strict=True)]
            if not any(open_to):
                open_to = room
            at = below(sum(open_to))
            for seat, n in enumerate(open_to):
                if at < n:
                    hands[seat].append(card)
                    room[seat] -= 1
                    break
                at -= n
        return hands


def _let_go(public: Public[Any]) -> list[tuple[Seat, Hand]]:
    """Who has passed on which equal cards."""
    found = []
    for plays in (*public.past, public.circle.plays):
        top: Put | None = None
        for what in plays:
            if what.reading is not None:
                top = what
            elif top is not None and all(c.rank is top.cards[0].rank for c in top.cards):
                found.append((what.seat, top.cards))
    return found
