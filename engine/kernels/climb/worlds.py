"""Hands that the others may hold where sides play, by what a seat has seen.

Every draw agrees with all that is certain. Of a few draws the one is taken in which the fewest
things are odd: a low card of the other side was let go though one that beats it lay ready, or
something was put on it, or led, though something lower lay ready.
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

Skipped = tuple[int, int, int, list[int]]
"""What was not put down: how many equal cards, the strengths that they lie between, and what was
played since, by count."""


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

    draws = 6

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
        found = skipped(public, sides)
        self._skipped = [(seat, found[seat]) for seat in found if seat != self.me]

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
        for seat, found in self._skipped:
            hand = hands[seat]
            for width, above, below, since in found:
                for strength in range(above + 1, below):
                    if hand[strength] + since[strength] == width:
                        odd += 1
                        break
        return odd


def skipped(public: Public[Any], sides: Sequence[int]) -> dict[Seat, list[Skipped]]:
    """By seat, the single cards and pairs that it could have put down, had it held them alone.

    Below a single card or a pair that was played: whoever plays takes the lowest that will do. And
    all that would have beaten a low play of the other side, where a seat has passed.
    """
    since = [[0] * len(ORDER) for _ in range(public.seats)]
    found: dict[Seat, list[Skipped]] = {}
    for plays in (public.circle.plays, *reversed(public.past)):
        for at in range(len(plays) - 1, -1, -1):
            what = plays[at]
            over = next((p for p in reversed(plays[:at]) if p.reading is not None), None)
            top = over.reading if over is not None else None
            laid = what.reading
            told = laid or top
            if told is not None and told.size <= WIDEST and not told.tier:
                above = top.head if top is not None else -1
                if laid is not None or (over is not None and sides[over.seat] != sides[what.seat]):
                    below = LIKELY if laid is None else min(laid.head, LIKELY)
                    if below > above + 1:
                        skip = (told.size, above, below, since[what.seat][:])
                        found.setdefault(what.seat, []).append(skip)
            if laid is not None:
                for strength in strengths(what.cards):
                    since[what.seat][strength] += 1
    return found
