"""Hands that the others may hold in a game with a 地主."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernels.climb import worlds
from engine.kernels.climb.ranks import FIELD, ORDER

if TYPE_CHECKING:
    from engine.kernels.climb.state import Hand
    from engine.kernels.division import Counts
    from engine.kernels.landlord.deal import LandlordSeen
    from engine.rng import Rng

_UNITS = tuple(1 << FIELD * rank for rank in ORDER)


def weighed(counts: Counts) -> int:
    """Counts by strength as the weight of a hand."""
    return sum([held * unit for held, unit in zip(counts, _UNITS, strict=True) if held])


class Worlds(worlds.Worlds):
    """Draws hands for all seats: the 地主 alone on a side."""

    def __init__(self, seen: LandlordSeen, pack: Hand, gone: Hand, rng: Rng) -> None:
        public = seen.public
        sides = [int(seat == public.extra.landlord) for seat in range(public.seats)]
        super().__init__(seen, sides, pack, gone, rng)
