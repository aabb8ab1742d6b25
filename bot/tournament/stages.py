"""What is different at a table of a tournament: it goes on by itself, and nobody holds it up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.table.machine import TableMachine
from bot.table.state import VERSION, Phase, Player, TableState
from bot.tournament.state import book_of, table_of

if TYPE_CHECKING:
    from datetime import datetime

    from bot.ports.refs import ChatRef
    from bot.tournament.state import StageTable, TournamentState
    from engine.core import Game


def lobby(
    tournament: TournamentState,
    made: StageTable,
    game: Game[Any, Any],
    place: ChatRef | None,
    now: datetime,
) -> TableMachine:
    """A table of a stage with everybody seated, as it is just before its match begins."""
    state = TableState(
        id=made.table,
        place=place,
        chat_title=tournament.chat_title,
        game=game.info.id,
        version=game.info.version,
        phase=Phase.LOBBY,
        host=tournament.host,
        players=tuple(Player(e.user, e.name, e.level, own=-1) for e in made.entrants),
        options=tournament.options,
        quan=1 if tournament.duplicate else tournament.deals,
        clock=tournament.clock,
        host_seen=now,
        since=now,
        seating="chosen",
        public=1,
        tournament=tournament.id,
        home=tournament.chat,
        pool=tournament.pool,
        book=book_of(tournament, made.stage, made.index),
        form=VERSION,
    )
    return TableMachine(state, game)


def drawn(tournament: TournamentState) -> tuple[StageTable, ...]:
    """The tables of the present stage that are not over, in order."""
    bracket = tournament.bracket
    if bracket is None or tournament.over:
        return ()
    return tuple(table_of(tournament, bracket.stage, index) for index in bracket.open)
