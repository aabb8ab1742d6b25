"""The screens of 三两一, and its settlement in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Outcome
from engine.kernels.climb import view
from engine.kernels.climb.state import OVER
from engine.msg import Msg, SeatArg, msg
from engine.view import Block, Lines, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat
    from engine.games.sanliangyi.game import Sanliangyi
    from engine.games.sanliangyi.state import SanliangyiPublic, SanliangyiSeen

FEW = 2
"""So few cards are marked, as in the other games."""

PENALTIES = ((13, 5), (10, 3), (6, 2), (2, 1), (0, 0))
"""From so many cards left on, so much is lost. Source: the program of seed 002."""


def penalty(left: int) -> int:
    """What a seat with so many cards left loses."""
    return next(lost for least, lost in PENALTIES if left >= least)


def settled(counts: Sequence[int]) -> Outcome:
    """The scores of a deal that is over, with the reasons."""
    lost = [penalty(count) for count in counts]
    won = counts.index(0)
    scores = tuple(sum(lost) if seat == won else -lost[seat] for seat in range(len(counts)))
    lines = [
        msg("sanliangyi-left", seat=SeatArg(seat), count=count, lost=lost[seat])
        for seat, count in enumerate(counts)
        if seat != won
    ]
    lines.append(msg("sanliangyi-won", seat=SeatArg(won), total=sum(lost)))
    return Outcome(scores, tuple(lines))


def present(game: Sanliangyi, seen: SanliangyiSeen) -> View:
    """The screen for one viewer."""
    public = seen.public
    marks = [_marks(public, seat) for seat in range(public.seats)]
    if public.phase == OVER:
        result = settled(public.counts)
        found: tuple[Block, ...] = (
            view.seats_block(seen, (), marks, scores=result.scores),
            view.left_block(seen, result.scores),
            Lines(result.reasons),
        )
        return View(msg("sanliangyi-title-over"), found)
    blocks: list[Block] = [view.seats_block(seen, game.asked_of(public), marks)]
    circle = view.circle_block(public)
    if circle is not None:
        blocks.append(circle)
    if seen.seat is not None:
        blocks.append(view.hand_block(seen))
    return View(msg("sanliangyi-title", seat=SeatArg(public.turn)), tuple(blocks))


def _marks(public: SanliangyiPublic, seat: Seat) -> tuple[Msg, ...]:
    if public.phase == OVER:
        return ()
    marks = [msg("sanliangyi-mark-first")] if seat == public.extra.first else []
    if seat in public.circle.locked:
        marks.append(msg("sanliangyi-mark-locked"))
    if 0 < public.counts[seat] <= FEW:
        marks.append(msg("climb-mark-few", count=public.counts[seat]))
    return tuple(marks)
