"""What lies open in a deal of 斗地主 beside the cards played."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import Seat
from engine.frozen import quick
from engine.kernels.climb.state import Hand, Public, Seen, State
from engine.kernels.landlord.stakes import Stake

AUCTION, DOUBLE, REDOUBLE = "auction", "double", "redouble"
"""The phases before the first lead."""

UNRAISED = Stake()


@quick
@dataclass(frozen=True, slots=True)
class Deal:
    """The auction and what came of it.

    Attributes:
        first: the seat that is asked first.
        seats: how many play.
        answers: what was said in the auction: 1 and 0 for yes and no, or bids.
        passed_out: deals before this one that nobody wanted.
        landlord: the 地主, once there is one.
        bottom: the 底牌, shown once there is a 地主.
        stake: what is played for.
        doubled: seats that have said whether they 加倍; what, is told when all have.
        doubles: by seat, the factor between it and the 地主.
        forced: nobody wanted to be 地主.
    """

    first: Seat
    seats: int
    answers: tuple[int, ...] = ()
    passed_out: int = 0
    landlord: Seat | None = None
    bottom: Hand = ()
    stake: Stake = UNRAISED
    doubled: tuple[Seat, ...] = ()
    doubles: tuple[int, ...] = ()
    forced: bool = False

    @property
    def farmers(self) -> tuple[Seat, ...]:
        """The 农民, once there is a 地主."""
        return tuple(s for s in range(self.seats) if s != self.landlord)


LandlordState = State[Deal]
LandlordSeen = Seen[Deal]
LandlordPublic = Public[Deal]
