"""Hands that the others may hold where sides play, by what a seat has seen.

Every draw agrees with all that is certain. Of a few draws the one is taken in which the fewest
things are odd: a low card of the other side was let go, though one that beats it lay ready.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from engine.kernels.climb.ranks import ORDER, counted, strengths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat
    from engine.kernels.climb.state import Hand, Public, Seen
    from engine.kernels.division import Counts
    from engine.rng import Rng

LIKELY = 11
"""Cards up to a K are played when they can be; what is above may be kept back."""

WIDEST = 2
"""Passes on more than a pair say little: who has three in a row keeps them."""

Pass = tuple[int, int, list[int]]
"""What was passed on: how many equal cards, their strength, and what was played since, by count."""


class Worlds:
    """Draws hands for all seats that agree with what one seat sees.

    Attributes:
        pool: the strengths of the cards of which the seat does not know where they lie.
        unseen: those, and what others are known to hold.
        draws: of so many draws the likeliest is taken.

    Args:
        seen: what the seat sees.
        sides: by seat, a number that partners have in common.
        pack: all cards.
        gone: those that lie open and belong to no hand, beside what was played.
        rng: what to draw with.
    """

    draws = 3

    def __init__(
        self, seen: Seen[Any], sides: Sequence[int], pack: Hand, gone: Hand, rng: Rng
    ) -> None:
        public = seen.public
        self.me = seen.seat or 0
        self._rng = rng
        held = [list(hand) for hand in public.known or ((),) * public.seats]
        held[self.me] = list(seen.hand)
        rest = Counter(pack)
        for hand in (*(what.cards for what in public.played), gone, *held):
            rest.subtract(hand)
        self.pool = sorted(strengths(rest.elements()))
        self._held = [strengths(hand) for hand in held]
        others = (s for at, hand in enumerate(self._held) if at != self.me for s in hand)
        self.unseen = [*self.pool, *others]
        self._missing = [public.counts[at] - len(hand) for at, hand in enumerate(held)]
        passes = passed(public, sides)
        self._passes = [(seat, passes[seat]) for seat in passes if seat != self.me]

    def draw(self) -> list[Counts]:
        """One way the cards may lie: by seat, the counts of its hand by strength."""
        best = self._draw()
        if not self.pool:
            return best
        fewest = self.odd(best)
        for _ in range(self.draws - 1):
            if not fewest:
                break
            other = self._draw()
            odd = self.odd(other)
            if odd < fewest:
                best, fewest = other, odd
        return best

    def _draw(self) -> list[Counts]:
        mixed = self._rng.shuffled(self.pool)
        hands, at = [], 0
        for held, missing in zip(self._held, self._missing, strict=True):
            hands.append(counted((*held, *mixed[at : at + missing])))
            at += missing
        return hands

    def odd(self, hands: Sequence[Counts]) -> int:
        """How many things are odd, if the others hold these hands."""
        odd = 0
        for seat, passes in self._passes:
            hand = hands[seat]
            for width, head, since in passes:
                for strength in range(head + 1, LIKELY):
                    if hand[strength] + since[strength] == width:
                        odd += 1
                        break
        return odd


def passed(public: Public[Any], sides: Sequence[int]) -> dict[Seat, list[Pass]]:
    """By seat, the low single cards and pairs of the other side on which it has passed."""
    since = [[0] * len(ORDER) for _ in range(public.seats)]
    found: dict[Seat, list[Pass]] = {}
    for plays in (public.circle.plays, *reversed(public.past)):
        for at in range(len(plays) - 1, -1, -1):
            what = plays[at]
            if what.reading is not None:
                for strength in strengths(what.cards):
                    since[what.seat][strength] += 1
                continue
            top = next((p for p in reversed(plays[:at]) if p.reading is not None), None)
            if top is None or top.reading is None or top.reading.size > WIDEST or top.reading.tier:
                continue
            if sides[top.seat] != sides[what.seat]:
                let_go = (top.reading.size, top.reading.head, since[what.seat][:])
                found.setdefault(what.seat, []).append(let_go)
    return found
