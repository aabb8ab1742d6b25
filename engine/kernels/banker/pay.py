"""What 莊 and the 閒 pay each other, also where somebody has less than he owes."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat


@dataclass(frozen=True, slots=True)
class Bill:
    """What the rules say of one 閒 and 莊, whatever they own.

    Attributes:
        seat: the 閒.
        sign: 1 it wins, −1 it loses, 0 neither.
        factors: what is multiplied: 底注 first.
    """

    seat: Seat
    sign: int
    factors: tuple[int, ...]

    @property
    def amount(self) -> int:
        """Chips it wins (above 0) or loses (below)."""
        return self.sign * prod(self.factors)


@dataclass(frozen=True, slots=True)
class Paid:
    """A settlement.

    Attributes:
        scores: chips won or lost by seat; they add up to 0.
        capped: seats whose amount was cut to what they own, with that.
        scaled: what 莊 would have won or lost and what he owns, where that was less.
    """

    scores: tuple[int, ...]
    capped: tuple[tuple[Seat, int], ...] = ()
    scaled: tuple[int, int] | None = None


def paid(bills: Sequence[Bill], stacks: Sequence[int], banker: Seat) -> Paid:
    """Settle a deal.

    A 閒 wins or loses no more than it owns. Where 莊 would then win or lose more than he owns, all
    amounts are reduced in that proportion, each rounded down, and 莊 takes the difference.
    Source: an engine of the same house as the seed; its rule was derived from its tests.
    """
    scores = [0] * len(stacks)
    capped = []
    for bill in bills:
        most = stacks[bill.seat]
        scores[bill.seat] = max(-most, min(most, bill.amount))
        if abs(bill.amount) > most:
            capped.append((bill.seat, most))
    net, owned = -sum(scores), stacks[banker]
    scaled = None
    if abs(net) > owned:
        scores = [score * owned // abs(net) for score in scores]
        scaled = (net, owned)
    scores[banker] = -sum(scores)
    return Paid(tuple(scores), tuple(capped), scaled)
