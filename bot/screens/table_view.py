"""A game's view with what its table knows: the round, totals, coins, who is a computer player."""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING

from bot.economy.ledger import settle
from bot.i18n.keys import unit
from bot.table.commands import EASY, HARD
from bot.table.state import Phase
from engine.frozen import changed
from engine.match import order_of, places, planned
from engine.msg import Msg, SeatArg, msg
from engine.view import Seats, View
from engine.view import Table as TableBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.table.state import TableState
    from bot.table.table import Table
    from engine.core import Seat
    from engine.view import SeatRow

LARGE = 9
"""Where more play, two rankings of all are more than a picture holds."""


class TableFacts:
    """What a table with a match adds to every view of it, found once for all of them.

    Attributes:
        course: everybody's points after each round, where they are shown (``course``).
    """

    def __init__(self, table: Table) -> None:
        state, match = table.state, table.match
        if match is None:
            raise ValueError("no match yet")
        self._table, self._position = table, table.position
        self._match, self._count, self._unit = match, planned(match), unit(match)
        self._sums = won(table)
        self._over = state.phase is Phase.FINISHED
        self._best = max(self._sums)
        self._marks = tuple(marks(table, seat) for seat in range(len(state.players)))
        self.course = course(table)

    def public_view(self) -> View:
        """The group's picture."""
        view = self._dressed(self._position.view(None))
        return self.with_final(view) if self._over else view

    def private_view(self, seat: Seat) -> View:
        """One seat's picture."""
        return self._dressed(self._position.view(seat))

    def with_final(self, view: View) -> View:
        """The last screen of a match with its places, unless its only round says as much."""
        match = self._match
        if match.seats == 1 or len(match.played) == 1:
            return view
        above = view.blocks if match.seats <= LARGE else ()
        return changed(view, blocks=(*above, final_sheet(self._sums)))

    def _dressed(self, view: View) -> View:
        """A game's view with what the table knows: the round, totals, who is a computer."""
        at, named = self._match.round, self._unit
        title = (
            msg("board-title", title=view.title, round=at, rounds=self._count, unit=named)
            if self._count is not None
            else msg("board-title-open", title=view.title, round=at, unit=named)
        )
        blocks = tuple(self._seats(b) if isinstance(b, Seats) else b for b in view.blocks)
        return changed(view, title=titled(self._table.state, title), blocks=blocks)

    def _seats(self, block: Seats) -> Seats:
        table, sums, over = self._table, self._sums, self._over
        rows = tuple(
            changed(
                row,
                score=score(table, row, sums),
                won=sums[row.seat] == self._best if over else row.won,
                marks=(*row.marks, *self._marks[row.seat]),
            )
            for row in block.rows
        )
        return changed(block, rows=rows)


def marks(table: Table, seat: Seat, *, host: bool = False) -> tuple[Msg, ...]:
    """What is said of who has a seat: the host, a computer player, who has left."""
    player = table.state.players[seat]
    found = [msg("mark-host")] if host else []
    if player.user is None:
        level = f"-{player.level}" if player.level in (EASY, HARD) else ""
        found.append(msg(f"mark-computer{level}"))
    elif player.left:
        lobby = table.state.phase is Phase.LOBBY
        found.append(msg("again-mark" if lobby else "mark-left"))
    elif player.autopilot:
        found.append(msg("mark-autopilot"))
    return (*found, *reached(table, seat))


def public_view(table: Table) -> View:
    """The group's picture."""
    return TableFacts(table).public_view()


def private_view(table: Table, seat: Seat) -> View:
    """One seat's picture."""
    return TableFacts(table).private_view(seat)


def reached(table: Table, seat: Seat) -> tuple[Msg, ...]:
    """Whether private messages arrive at a seat; nothing where that is not known yet.

    During a match only those are marked whom they do not reach.
    """
    player = table.state.players[seat]
    if not table.quiet or player.user is None:
        return ()
    if player.unreached:
        return (msg("mark-unreached"),)
    known = any(hand.user == player.user for hand in table.state.hands)
    lobby = table.state.phase is Phase.LOBBY and table.state.place is not None
    return (msg("mark-reached"),) if known and lobby else ()


def titled(state: TableState, title: Msg) -> Msg:
    """A board's title, which says what coins are played for."""
    if state.book:
        return msg("duplicate-table-of", title=title)
    if state.tournament:
        key = "cup-table-of-pool" if state.pool else "cup-table-of"
        return msg(key, title=title, pool=state.pool)
    return msg("board-title-coins", title=title) if state.stakes else title


def won(table: Table) -> tuple[int, ...]:
    """What each seat has won so far: coins that have moved, else points."""
    state = table.state
    if not state.stakes or table.game.info.stack:
        return table.sums
    return tuple(now - first for now, first in zip(state.stakes, state.bought, strict=True))


def score(table: Table, row: SeatRow, sums: Sequence[int]) -> int:
    """The number that stands large on a seat: the game's own, else what it has won so far.

    The points of a deal that is settled are what they moved, where losers could not cover them.
    """
    state = table.state
    if row.score is None:
        return sums[row.seat]
    settled = state.phase in (Phase.BETWEEN, Phase.FINISHED) and not table.game.info.stack
    return state.moved[row.seat] if settled and state.moved else row.score


def course(table: Table) -> tuple[tuple[int, ...], ...]:
    """What everybody had won after each round of the match, as all were shown it; first zeros.

    Points, or the coins that they moved. Nothing while a round is on, or for one player.
    """
    match, state = table.match, table.state
    over = state.phase in (Phase.BETWEEN, Phase.FINISHED)
    if match is None or not over or match.seats < 2:
        return ()
    held = state.bought if state.stakes and not table.game.info.stack else ()
    sums = [(0,) * match.seats]
    for outcome in match.played:
        moved = settle(outcome.scores, tuple(map(add, held, sums[-1]))) if held else outcome.scores
        sums.append(tuple(map(add, sums[-1], moved)))
    return tuple(sums)


def final_sheet(sums: Sequence[int]) -> TableBlock:
    """Places and points, or coins that were won, at the end of a match."""
    place = places(sums)
    rows = tuple((place[s], msg("seat-name", seat=SeatArg(s)), sums[s]) for s in order_of(sums))
    header = (msg("sheet-place"), msg("sheet-player"), msg("sheet-total"))
    best = tuple(at for at, row in enumerate(rows) if row[0] == 1)
    return TableBlock(msg("sheet-final"), header, rows, bright=best)
