"""Deals with a 地主 in the compact core: how they begin, and what they pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernels.climb.compact import PASS, Compact, Plays
from engine.kernels.climb.ranks import weigh
from engine.kernels.climb.runs import Move
from engine.kernels.landlord.stakes import paid, sprung

if TYPE_CHECKING:
    from engine.kernels.landlord.deal import LandlordState
    from engine.kernels.landlord.flow import LandlordGame


def compact(game: LandlordGame, state: LandlordState) -> Compact:
    """A deal whose cards are all known, as it stands; the first lead, or later."""
    public = state.public
    plays = Plays(game.reader(dict(public.options)))
    top, owner = PASS, public.turn
    if public.circle.top is not None and public.circle.top.reading is not None:
        top, owner = plays.number(Move(public.circle.top.reading)), public.circle.top.seat
    deal = Compact(plays, list(map(weigh, state.hands)), public.counts, public.turn, top, owner)
    for what in public.played:
        deal.laid[what.seat] += 1
    return deal


def scores(game: LandlordGame, begun: LandlordState, deal: Compact) -> tuple[int, ...]:
    """What a deal pays that is over; ``begun``: as it stood when it was made ``compact``."""
    known, options = begun.public.extra, dict(begun.public.options)
    landlord, stake = known.landlord or 0, known.stake
    for number, top in deal.done():
        if number:
            reading = deal.plays.move(number).reading
            stake = stake.times(*game.times(reading, options, empty=top == PASS))
    won = deal.counts[landlord] == 0
    stake = sprung(stake, landlord, deal.laid, won=won)
    return paid(stake, landlord, known.doubles, won=won)
