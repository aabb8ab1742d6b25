"""What a finished round of 扑克矩阵 scores, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Outcome
from engine.games.matrix.tally import tally
from engine.games.matrix.turns import FEW
from engine.msg import Msg, SeatArg, msg

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.games.matrix.state import Public
    from engine.games.matrix.tally import Tally

BEST = 3
"""So many of many players are accounted for in words."""


def settle(public: Public) -> Outcome:
    """Points by seat: of the board, or one for each player with fewer of them (§15)."""
    won = [tally(board, public.layout) for board in public.boards]
    totals = [each.total for each in won]
    scores = tuple(totals)
    if public.by_rank:
        scores = tuple(sum(other < own for other in totals) for own in totals)
    return Outcome(scores, tuple(_reasons(public, won, scores)))


def _reasons(public: Public, won: list[Tally], scores: tuple[int, ...]) -> list[Msg]:
    """A line for each; where many play, for the best alone: the others stand in the picture."""
    listed = list(range(len(won)))
    if len(won) > FEW:
        listed = sorted(listed, key=lambda seat: -won[seat].total)[:BEST]
    told: list[Msg] = []
    for seat in listed:
        each = won[seat]
        told.append(_reason(seat, each))
        if public.by_rank:
            told.append(msg("matrix-by-rank", seat=SeatArg(seat), count=scores[seat]))
        if public.best and each.total > public.best[seat] > 0:
            told.append(msg("matrix-record", seat=SeatArg(seat), old=public.best[seat]))
    return told


def _reason(seat: Seat, won: Tally) -> Msg:
    return msg(
        "matrix-reason",
        seat=SeatArg(seat),
        lines=won.of_lines,
        cells=won.of_cells,
        kinds=won.kinds,
        collection=won.collection,
        total=won.total,
    )
