"""Reading tournaments, and how the matches of their tables ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from bot.store.lines import read_back
from bot.store.preferences import keys_of
from bot.store.repository import Query, Repository
from bot.store.schema import tournament_entries, tournaments
from bot.store.tournament_rows import EntrySaved, StoredTournament

if TYPE_CHECKING:
    from sqlalchemy import Connection, Select

PLAYING = "playing"

_TOURNAMENT = select(tournaments.c.id, tournaments.c.chat, tournaments.c.state, tournaments.c.at)


def live_tournaments(connection: Connection) -> list[StoredTournament]:
    """Every tournament that still has something to do, the one longest untouched first."""
    return _read(
        connection,
        _TOURNAMENT.where(tournaments.c.live).order_by(tournaments.c.at, tournaments.c.id),
    )


def stored_tournament(connection: Connection, tournament: str) -> StoredTournament | None:
    """A tournament, over or not; None if it is not stored."""
    return next(iter(_read(connection, _TOURNAMENT.where(tournaments.c.id == tournament))), None)


def last_tournament(connection: Connection, chat: str) -> StoredTournament | None:
    """The newest tournament of a chat; None without one."""
    here = _TOURNAMENT.where(tournaments.c.chat.in_(keys_of(connection, chat)))
    return next(iter(_read(connection, here.order_by(tournaments.c.at.desc()).limit(1))), None)


def _read(connection: Connection, query: Select[Any]) -> list[StoredTournament]:
    found = []
    for tournament, chat, state, at in connection.execute(query).all():
        own, number = tournament_entries.c.tournament == tournament, tournament_entries.c.number
        entries = read_back(connection, EntrySaved, own, order=(number,))
        found.append(StoredTournament(tournament, chat, state, at, tuple(entries)))
    return found


class Tournaments(Repository):
    """Tournaments with their entries."""

    live = Query(live_tournaments)
    one = Query(stored_tournament)
    last = Query(last_tournament)
