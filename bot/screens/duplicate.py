"""The picture of 复式: who stands where, and how the last deal went at every table.

It shows deals that are over everywhere; of the one that is on only how many tables have played it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.screens.bracket import registered
from bot.tournament.session import shown, tenths
from engine.duplicate import board_points, percent
from engine.msg import msg
from engine.view import Fact, Facts, Lines, SeatRow, Seats, Stage, View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.tournament.state import TournamentState
    from engine.duplicate import Board, Session
    from engine.view import Block


LISTED = 24
"""People whose places are in the picture; everybody is told their own."""

DRAWN = 8
"""Tables of the newest deal that are drawn; of more none is."""


def view_of(state: TournamentState) -> View:
    """Registration, where everybody stands, or the end."""
    title = msg(f"duplicate-title-{state.status}", game=game_name(state.game))
    session = state.session
    if session is None:
        return View(title, tuple(registered(state)))
    blocks = [Facts(tuple(_facts(session))), *_standings(session)]
    if session.compared and session.tables <= DRAWN:
        blocks.append(_last(session))
    return View(title, tuple(blocks))


def _facts(session: Session) -> Iterator[Fact]:
    yield Fact(msg("duplicate-fact-tables"), session.tables)
    done = msg("cup-of", n=len(session.compared), all=session.deals)
    yield Fact(msg("duplicate-fact-compared"), done, good=session.over)
    if not session.over:
        over = session.tables - len(session.open)
        yield Fact(msg("cup-fact-over"), msg("cup-of", n=over, all=session.tables))


def _standings(session: Session) -> Iterator[Block]:
    """Everybody from first to last, with their match points in all."""
    totals, places, deals = session.totals, session.places, len(session.compared)
    order = sorted(range(session.players), key=lambda entrant: (places[entrant], entrant))
    rows = []
    for entrant in order[:LISTED]:
        share = tenths(percent(totals[entrant], session.tables, deals))
        standing = (
            msg("duplicate-mark-place", place=places[entrant]),
            msg("duplicate-mark-share", percent=share),
        )
        first = session.over and places[entrant] == 1
        rows.append(SeatRow(entrant, marks=standing if deals else (), won=first))
    yield Seats(tuple(rows))
    if len(order) > LISTED:
        yield Lines((msg("duplicate-more", n=len(order) - LISTED),))


def _last(session: Session) -> Stage:
    """The newest deal that is over everywhere, table by table."""
    number = len(session.compared)
    boards = session.compared[-1]
    points = board_points(boards)
    best = 2 * (session.tables - 1)

    def row(board: Board, seat: int) -> SeatRow:
        entrant = board.entrants[seat]
        mark = msg("duplicate-mark-points", points=shown(points[entrant]))
        score = board.scores[seat] if board.scores else None
        return SeatRow(entrant, score=score, marks=(mark,), won=points[entrant] == best)

    tables = tuple(tuple(row(board, seat) for seat in range(session.seats)) for board in boards)
    return Stage(msg("duplicate-deal", n=number), tables)
