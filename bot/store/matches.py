"""Reading back what is needed to go on: tables, matches with their logs, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import exists, select

from bot.store.rows import SeatRow, StoredMatch, StoredRound, StoredTable
from bot.store.schema import actions, heartbeats, matches, rounds, seats, secrets, settings, tables

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection


def live_tables(connection: Connection) -> list[StoredTable]:
    """Every live table, the one longest untouched first."""
    query = (
        select(tables.c.table, tables.c.place, tables.c.state, tables.c.at)
        .where(tables.c.live)
        .order_by(tables.c.at, tables.c.table)
    )
    return [StoredTable(*row) for row in connection.execute(query)]


def stored_match(connection: Connection, match: str) -> StoredMatch | None:
    """A match with its log; None if it is not stored."""
    query = select(matches).where(matches.c.id == match)
    found = connection.execute(query).one_or_none()
    if found is None:
        return None
    return StoredMatch(
        match=match,
        game=found.game,
        version=found.version,
        seed=found.seed,
        options=found.options,
        quan=found.quan,
        carry=found.carry,
        status=found.status,
        seats=seats_of(connection, [match]).get(match, ()),
        rounds=_rounds_of(connection, match),
    )


def seats_of(connection: Connection, of: list[str]) -> dict[str, tuple[SeatRow, ...]]:
    """The seats of matches, in seat order."""
    query = (
        select(seats.c.match, seats.c.seat, seats.c.user, seats.c.name, seats.c.level)
        .where(seats.c.match.in_(of))
        .order_by(seats.c.match, seats.c.seat)
    )
    found: dict[str, tuple[SeatRow, ...]] = {}
    for match, *seat in connection.execute(query):
        found[match] = (*found.get(match, ()), SeatRow(*seat))
    return found


def _rounds_of(connection: Connection, match: str) -> tuple[StoredRound, ...]:
    played: dict[int, list[tuple[int, str]]] = {}
    log = (
        select(actions.c.round, actions.c.seat, actions.c.action)
        .where(actions.c.match == match)
        .order_by(actions.c.round, actions.c.step)
    )
    for number, seat, action in connection.execute(log):
        played.setdefault(number, []).append((seat, action))
    query = (
        select(rounds.c.round, rounds.c.options)
        .where(rounds.c.match == match)
        .order_by(rounds.c.round)
    )
    return tuple(
        StoredRound(number, options, tuple(played.get(number, ())))
        for number, options in connection.execute(query)
    )


def chat_settings(connection: Connection, chat: str) -> dict[str, str]:
    """What a chat remembers."""
    query = select(settings.c.key, settings.c.value).where(settings.c.chat == chat)
    return dict(connection.execute(query).all())


def stored_secret(connection: Connection, name: str) -> bytes | None:
    """A secret, if it was made."""
    found: bytes | None = connection.scalar(select(secrets.c.value).where(secrets.c.name == name))
    return found


def last_beat(connection: Connection) -> datetime | None:
    """When the program was last seen alive; None before its first time."""
    found: datetime | None = connection.scalar(select(heartbeats.c.at))
    return found


def source_stored(connection: Connection, source: str) -> bool:
    """Whether an action from this source is stored."""
    return bool(connection.scalar(select(exists().where(actions.c.source == source))))
