"""What everybody has won at the end of a deal with a pile, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import codes
from engine.core import Outcome
from engine.kernels.draw.deal import points, scoring, taken
from engine.msg import CardsArg, SeatArg, chained, msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from engine.kernels.climb.state import Hand
    from engine.kernels.draw.deal import DrawPublic


def settled(public: DrawPublic, hands: Sequence[Hand]) -> Outcome:
    """The scores of a deal that is over, with the reasons.

    Points still in a hand go to whoever put down the last hand, or to nobody by the option; by
    another one everybody is paid so many times the own points as there are seats, less all points.
    """
    options = dict(public.options)
    won = taken(public)
    totals = [points(cards) for cards in won]
    lines = [
        msg("draw-took", seat=SeatArg(seat), cards=_cards(cards), points=totals[seat])
        for seat, cards in enumerate(won)
        if cards
    ]
    left = scoring(card for hand in hands for card in hand)
    top = public.circle.top
    if left and top is not None:
        kept = options["leftover"] == "none"
        key = "draw-left-none" if kept else "draw-left"
        lines.append(msg(key, seat=SeatArg(top.seat), cards=_cards(left), points=points(left)))
        totals[top.seat] += 0 if kept else points(left)
    if public.out:
        lines.append(msg("draw-order", seats=chained("draw-and", map(SeatArg, public.out))))
    if options["zero_sum"] == "true":
        everything = sum(totals)
        lines.append(msg("draw-zero", seats=public.seats, points=everything))
        totals = [public.seats * own - everything for own in totals]
    return Outcome(tuple(totals), tuple(lines))


def _cards(cards: tuple[Card, ...]) -> CardsArg:
    return CardsArg(codes(cards))
