"""Hands that the others may hold, by what a seat has seen.

Every draw agrees with all that is certain. Of a few draws the one is taken in which the fewest
passes are odd: a foe's low card was let go though a single card lay ready to beat it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.kernels.climb.ranks import FIELD
from engine.kernels.landlord.plan import PAIR
from engine.kernels.landlord.shapes import ORDER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Card
    from engine.core import Seat
    from engine.kernels.climb.state import Hand
    from engine.kernels.division import Counts
    from engine.kernels.landlord.deal import LandlordPublic, LandlordSeen
    from engine.rng import Rng

STRENGTH = {rank: strength for strength, rank in enumerate(ORDER)}
_UNITS = tuple(1 << FIELD * rank for rank in ORDER)

DRAWS = 3
"""Of so many draws the likeliest is taken."""

LIKELY = 11
"""Cards up to a K are played when they can be; what is above may be kept back."""

Pass = tuple[int, int, list[int]]
"""What was passed on: how many equal cards, their strength, and what was played since, by count."""


def strengths(cards: Iterable[Card]) -> list[int]:
    """Cards as strengths, in their order."""
    return [STRENGTH[c.rank] for c in cards]


def counted(held: Iterable[int]) -> Counts:
    """Strengths as the counts of a hand."""
    counts = [0] * len(ORDER)
    for strength in held:
        counts[strength] += 1
    return tuple(counts)


def weighed(counts: Counts) -> int:
    """Counts by strength as the weight of a hand."""
    return sum([held * unit for held, unit in zip(counts, _UNITS, strict=True) if held])


class Worlds:
    """Draws hands for all seats that agree with what one seat sees.

    Attributes:
        pool: the strengths of the cards of which the seat does not know where they lie.
        unseen: those, and what others are known to hold.
    """

    def __init__(self, seen: LandlordSeen, pack: Hand, gone: Hand, rng: Rng) -> None:
        public, mine = seen.public, seen.seat or 0
        self._rng = rng
        held = [list(hand) for hand in public.known or ((),) * public.seats]
        held[mine] = list(seen.hand)
        rest = Counter(pack)
        for hand in (*(what.cards for what in public.played), gone, *held):
            rest.subtract(hand)
        self.pool = sorted(strengths(rest.elements()))
        self._held = [strengths(hand) for hand in held]
        self.unseen = [*self.pool, *(s for at, h in enumerate(self._held) if at != mine for s in h)]
        self._missing = [public.counts[at] - len(hand) for at, hand in enumerate(held)]
        passes = _passes(public)
        self._passes = [(seat, passes[seat]) for seat in passes if seat != mine]

    def draw(self) -> list[Counts]:
        """One way the cards may lie: by seat, the counts of its hand."""
        best = self._draw()
        if not self._passes or not self.pool:
            return best
        fewest = self._odd(best)
        for _ in range(DRAWS - 1):
            if not fewest:
                break
            other = self._draw()
            odd = self._odd(other)
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

    def _odd(self, hands: list[Counts]) -> int:
        """How many passes are odd, if the others hold these hands."""
        odd = 0
        for seat, passes in self._passes:
            hand = hands[seat]
            for width, head, since in passes:
                for strength in range(head + 1, LIKELY):
                    if hand[strength] + since[strength] == width:
                        odd += 1
                        break
        return odd


def _passes(public: LandlordPublic) -> dict[Seat, list[Pass]]:
    """By seat, the low single cards and pairs of a foe on which it has passed."""
    landlord = public.extra.landlord
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
            if top is None or top.reading is None or top.reading.size > PAIR:
                continue
            if (top.seat == landlord) != (what.seat == landlord):
                now = since[what.seat][:]
                passed = (top.reading.size, top.reading.head, now)
                found.setdefault(what.seat, []).append(passed)
    return found
