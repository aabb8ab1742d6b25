"""The blocks that the screens of all climbing games are made of."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from engine.cards import codes
from engine.kernels.climb.choose import name_of
from engine.kernels.climb.state import OVER, PLAY
from engine.msg import msg
from engine.view import Cards, Count, Play, SeatRow, Seats, Tally, Trick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from engine.core import Seat
    from engine.kernels.climb.rules import ClimbRules
    from engine.kernels.climb.state import Public, Put, Seen
    from engine.msg import Msg

SHOWN = 6
"""So many of a circle's plays are shown, the newest."""


def seats_block(
    seen: Seen[Any],
    asked: Sequence[Seat],
    marks: Sequence[tuple[Msg, ...]],
    *,
    teams: Sequence[int] = (),
    scores: Sequence[int] = (),
) -> Seats:
    """All players: cards, marks, whose turn; at the end what they have won."""
    public = seen.public
    over = public.phase == OVER
    best = max(scores, default=0)
    rows = tuple(
        SeatRow(
            seat,
            cards=None if over else public.counts[seat],
            score=scores[seat] if scores else None,
            marks=marks[seat],
            asked=seat in asked,
            team=teams[seat] if teams else 0,
            won=bool(scores) and scores[seat] == best > 0,
            dim=bool(scores) and scores[seat] < 0,
        )
        for seat in range(public.seats)
    )
    return Seats(rows, seen.seat)


def circle_block(public: Public[Any]) -> Trick | None:
    """本圈; where a new one has just begun, the hand that won the one before."""
    plays = public.circle.plays
    if plays:
        title = msg("climb-circle", number=len(public.past) + 1)
        return Trick(title, tuple(_play(what, public) for what in plays[-SHOWN:]))
    if not public.past or public.phase != PLAY:
        return None
    last = next(what for what in reversed(public.past[-1]) if what.reading is not None)
    return Trick(msg("climb-circle-won"), (_play(last, public),))


def _play(what: Put, public: Public[Any]) -> Play:
    if what.reading is None:
        return Play(what.seat, label=msg("climb-mark-pass"))
    top = public.circle.top is what
    return Play(what.seat, codes(what.cards), name_of(what.reading), won=top)


def left_block(seen: Seen[Any], scores: Sequence[int]) -> Trick:
    """What everybody still held at the end, and what it came to."""
    plays = tuple(
        Play(
            seat,
            codes(hand),
            None if hand else msg("climb-mark-out"),
            points=scores[seat],
            won=scores[seat] > 0,
        )
        for seat, hand in enumerate(seen.shown)
    )
    return Trick(msg("climb-left"), plays)


def hand_block(seen: Seen[Any]) -> Cards:
    """The viewer's own hand."""
    return Cards(msg("climb-hand"), codes(seen.hand), mine=True)


def counter_block(seen: Seen[Any], cards: Sequence[Card], rules: ClimbRules) -> Tally:
    """记牌器: how many of each rank the others still hold, from what lies open and one's own."""
    whole = Counter(card.rank for card in cards)
    left = Counter(whole)
    left.subtract(card.rank for what in seen.public.played for card in what.cards)
    left.subtract(card.rank for card in seen.hand)
    counts = tuple(
        Count(msg(f"climb-rank-{int(rank)}"), left[rank], whole[rank])
        for rank in reversed(rules.order)
    )
    return Tally(msg("climb-counter"), counts)
