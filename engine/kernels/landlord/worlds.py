"""Hands that the others may hold, by what a seat has seen."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.kernels.climb.ranks import FIELD
from engine.kernels.landlord.shapes import ORDER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Card
    from engine.kernels.climb.state import Hand
    from engine.kernels.division import Counts
    from engine.kernels.landlord.deal import LandlordSeen
    from engine.rng import Rng

STRENGTH = {rank: strength for strength, rank in enumerate(ORDER)}
_UNITS = tuple(1 << FIELD * rank for rank in ORDER)


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
        lies = seen.open
        self._rng = rng
        held = [list(hand) for hand in lies.known or ((),) * lies.seats]
        held[seen.seat or 0] = list(seen.hand)
        rest = Counter(pack)
        for hand in (*(what.cards for what in lies.played), gone, *held):
            rest.subtract(hand)
        self.pool = sorted(strengths(rest.elements()))
        self._held = [strengths(hand) for hand in held]
        mine = seen.seat or 0
        self.unseen = [*self.pool, *(s for at, h in enumerate(self._held) if at != mine for s in h)]
        self._missing = [lies.counts[at] - len(hand) for at, hand in enumerate(held)]

    def draw(self) -> list[Counts]:
        """One way the cards may lie: by seat, the counts of its hand."""
        mixed = self._rng.shuffled(self.pool)
        hands, at = [], 0
        for held, missing in zip(self._held, self._missing, strict=True):
            hands.append(counted((*held, *mixed[at : at + missing])))
            at += missing
        return hands
