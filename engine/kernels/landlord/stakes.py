"""What a deal of 斗地主 is worth: a base and what multiplies it, and who pays whom."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from engine.frozen import quick
from engine.msg import Msg, msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat


@quick
@dataclass(frozen=True, slots=True)
class Stake:
    """The stake so far.

    Attributes:
        base: 底分.
        factors: why and by how much it was multiplied, in that order.
    """

    base: int = 1
    factors: tuple[tuple[str, int], ...] = ()

    @property
    def unit(self) -> int:
        """What one 农民 wins or loses."""
        return self.base * prod(factor for _, factor in self.factors)

    def times(self, why: str, factor: int) -> Stake:
        """The stake multiplied once more; by 1 it stays what it is."""
        if factor == 1:
            return self
        return Stake(self.base, (*self.factors, (why, factor)))

    @property
    def product(self) -> Msg:
        """Base and factors as they are shown: 3 × 2 × 2."""
        if not self.factors:
            return msg("landlord-plain", unit=self.unit)
        numbers = (self.base, *(factor for _, factor in self.factors))
        return msg("landlord-product", product=" × ".join(map(str, numbers)), unit=self.unit)


def sprung(stake: Stake, landlord: Seat, hands: Sequence[int], *, won: bool) -> Stake:
    """The stake at the end, doubled for 春天 and 反春天.

    ``hands``: how many each seat has played; ``won``: by the 地主. Source: rulebook of 斗地主,
    settlement.
    """
    if won:
        return stake.times("spring", 2) if sum(hands) == hands[landlord] else stake
    return stake.times("antispring", 2) if hands[landlord] == 1 else stake


def paid(stake: Stake, landlord: Seat, doubles: tuple[int, ...], *, won: bool) -> tuple[int, ...]:
    """The scores by seat; ``doubles`` is the factor between each 农民 and the 地主.

    Source: rulebook of 斗地主, settlement.
    """
    sign = -1 if won else 1
    scores = [sign * stake.unit * factor for factor in doubles]
    scores[landlord] = 0
    scores[landlord] = -sum(scores)
    return tuple(scores)
