"""Who pays whom at the end of a deal with a 地主, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Outcome
from engine.kernels.landlord.auction import grabbers
from engine.kernels.landlord.stakes import paid
from engine.msg import SeatArg, msg

if TYPE_CHECKING:
    from engine.kernels.landlord.deal import LandlordPublic


def settled(public: LandlordPublic) -> Outcome:
    """The scores of a deal that is over, with the reasons."""
    deal = public.extra
    landlord = deal.landlord or 0
    won = public.counts[landlord] == 0
    scores = paid(deal.stake, landlord, deal.doubles, won=won)
    lines = [msg("landlord-won" if won else "landlord-lost", seat=SeatArg(landlord))]
    grabbed = iter(grabbers(deal.first, deal.seats, deal.answers))
    for why, factor in deal.stake.factors:
        who = {"seat": SeatArg(next(grabbed))} if why == "grab" else {}
        lines.append(msg(f"landlord-factor-{why}", factor=factor, **who))
    lines.append(msg("landlord-unit", product=deal.stake.product))
    unit = deal.stake.unit
    for farmer in deal.farmers:
        factor, seat = deal.doubles[farmer], SeatArg(farmer)
        if factor > 1:
            total = unit * factor
            lines.append(msg("landlord-doubled", seat=seat, factor=factor, unit=unit, total=total))
    return Outcome(scores, tuple(lines))
