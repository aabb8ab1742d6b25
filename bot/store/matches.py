"""Reading back what is needed to go on: tables, and matches with their logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, and_, cast, exists, func, select

from bot.store import schema
from bot.store.preferences import keys_of
from bot.store.repository import Query, Repository
from bot.store.rows import SeatRow, StoodStill, StoredMatch, StoredRound, StoredTable
from bot.store.schema import (
    actions,
    corrections,
    heartbeats,
    matches,
    rounds,
    scores,
    seat_changes,
    seats,
    secrets,
    tables,
)
from bot.store.tournament_rows import EndedMatch

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from sqlalchemy import Connection


_TABLE = select(tables.c.table, tables.c.place, tables.c.state, tables.c.at)

MARKS = "marks"
"""The secret that makes marks (``bot.support.marks``)."""


def live_tables(connection: Connection) -> list[StoredTable]:
    """Every live table, the one longest untouched first."""
    query = _TABLE.where(tables.c.live).order_by(tables.c.at, tables.c.table)
    return [StoredTable(*row) for row in connection.execute(query)]


def live_at(connection: Connection, places: Collection[str]) -> list[StoredTable]:
    """The live tables of some places, the one longest untouched first."""
    query = _TABLE.where(tables.c.live, tables.c.place.in_(places))
    found = connection.execute(query.order_by(tables.c.at, tables.c.table))
    return [StoredTable(*row) for row in found]


def live_with(connection: Connection, sign: str) -> list[StoredTable]:
    """The live tables in whose state something stands, as somebody's id."""
    query = _TABLE.where(tables.c.live, tables.c.state.contains(sign, autoescape=True))
    return [StoredTable(*row) for row in connection.execute(query)]


def live_ids(connection: Connection) -> set[str]:
    """The ids of all live tables."""
    return set(connection.scalars(select(tables.c.table).where(tables.c.live)))


def stored_table(connection: Connection, table: str) -> StoredTable | None:
    """A table, over or not; None if it is not stored."""
    found = connection.execute(_TABLE.where(tables.c.table == table)).one_or_none()
    return None if found is None else StoredTable(*found)


def last_table(connection: Connection, place: str) -> StoredTable | None:
    """The newest table of a place, over or not; None without one."""
    query = (
        _TABLE.where(tables.c.place == place, tables.c.place != "")
        .order_by(tables.c.at.desc())
        .limit(1)
    )
    found = connection.execute(query).one_or_none()
    return None if found is None else StoredTable(*found)


def live_table(connection: Connection, table: str) -> StoredTable | None:
    """A table that is not over; None without one."""
    query = _TABLE.where(tables.c.table == table, tables.c.live)
    found = connection.execute(query).one_or_none()
    return None if found is None else StoredTable(*found)


def stored_matches(connection: Connection, of: Sequence[str]) -> dict[str, StoredMatch]:
    """Those of some matches that are stored, with their logs, by their ids."""
    return _stored(connection, of, _rounds_of(connection, of))


def stored_match(connection: Connection, match: str) -> StoredMatch | None:
    """A match with its log; None if it is not stored."""
    return stored_matches(connection, [match]).get(match)


def without_log(connection: Connection, match: str) -> StoredMatch | None:
    """A match without its rounds, which ``rounds_between`` reads; None if it is not stored."""
    return _stored(connection, [match], {}).get(match)


def rounds_between(connection: Connection, match: str, first: int, last: int) -> list[StoredRound]:
    """Rounds of a match from one number to another, both in."""
    return _rounds_of(connection, [match], (first, last)).get(match, [])


def _stored(
    connection: Connection, of: Sequence[str], played: dict[str, list[StoredRound]]
) -> dict[str, StoredMatch]:
    sitting, corrected = seats_of(connection, of), _corrected(connection, of)
    return {
        found.id: StoredMatch(
            match=found.id,
            game=found.game,
            version=found.version,
            seed=found.seed,
            options=found.options,
            quan=found.quan,
            carry=found.carry,
            status=found.status,
            seats=sitting.get(found.id, ()),
            rounds=tuple(played.get(found.id, ())),
            corrected=tuple(corrected.get(found.id, ())),
            deal=found.deal,
        )
        for found in connection.execute(select(matches).where(matches.c.id.in_(of)))
    }


def playing(connection: Connection, table: str) -> list[tuple[str, str]]:
    """The matches of a table that have not ended, as (id, chat)."""
    query = select(matches.c.id, matches.c.chat).where(
        matches.c.table == table, matches.c.status == "playing"
    )
    return [(row.id, row.chat) for row in connection.execute(query.order_by(matches.c.id))]


def seats_of(connection: Connection, of: Sequence[str]) -> dict[str, tuple[SeatRow, ...]]:
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


def chat_of(connection: Connection, match: str) -> str | None:
    """The key that the chat of a match has now; empty: it had no place. None: it is not stored."""
    chat = connection.scalar(select(matches.c.chat).where(matches.c.id == match))
    return keys_of(connection, chat)[0] if chat else chat


def changes_of(connection: Connection, of: Sequence[str]) -> dict[str, list[tuple[int, SeatRow]]]:
    """Seats of matches that changed hands: (from which round on, the seat as it is then)."""
    query = (
        select(
            seat_changes.c.match, seat_changes.c.round,
            seat_changes.c.seat, seat_changes.c.user, seat_changes.c.name,
        )
        .where(seat_changes.c.match.in_(of))
        .order_by(seat_changes.c.match, seat_changes.c.round, seat_changes.c.seat)
    )  # fmt: skip
    found: dict[str, list[tuple[int, SeatRow]]] = {}
    for match, round_, *seat in connection.execute(query):
        found.setdefault(match, []).append((round_, SeatRow(*seat)))
    return found


def _rounds_of(
    connection: Connection, of: Sequence[str], between: tuple[int, int] | None = None
) -> dict[str, list[StoredRound]]:
    """The rounds of matches, or those between two numbers, both ends in."""
    played: dict[tuple[str, int], list[tuple[int, str]]] = {}
    log = (
        select(actions.c.match, actions.c.round, actions.c.seat, actions.c.action)
        .where(actions.c.match.in_(of))
        .order_by(actions.c.match, actions.c.round, actions.c.step)
    )
    query = (
        select(rounds.c.match, rounds.c.round, rounds.c.options)
        .where(rounds.c.match.in_(of))
        .order_by(rounds.c.match, rounds.c.round)
    )
    if between is not None:
        log = log.where(actions.c.round.between(*between))
        query = query.where(rounds.c.round.between(*between))
    for match, number, seat, action in connection.execute(log):
        played.setdefault((match, number), []).append((seat, action))
    changes = changes_of(connection, of).items()
    anew = {(match, number) for match, changed in changes for number, _ in changed}
    found: dict[str, list[StoredRound]] = {}
    for match, number, options in connection.execute(query):
        here = (match, number)
        found.setdefault(match, []).append(
            StoredRound(number, options, tuple(played.get(here, ())), here in anew)
        )
    return found


def _corrected(connection: Connection, of: Sequence[str]) -> dict[str, list[int]]:
    """By how much corrections change the points of each seat of matches; a row has every seat."""
    query = (
        select(corrections.c.match, cast(func.sum(corrections.c.points), BigInteger))
        .where(corrections.c.match.in_(of))
        .group_by(corrections.c.match, corrections.c.seat)
        .order_by(corrections.c.match, corrections.c.seat)
    )
    found: dict[str, list[int]] = {}
    for match, points in connection.execute(query):
        found.setdefault(match, []).append(points)
    return found


def stored_secret(connection: Connection, name: str) -> bytes | None:
    """A secret, if it was made."""
    found: bytes | None = connection.scalar(select(secrets.c.value).where(secrets.c.name == name))
    return found


def last_beat(connection: Connection) -> datetime | None:
    """When the program was last seen alive; None before its first time."""
    found: datetime | None = connection.scalar(select(heartbeats.c.at))
    return found


def standstills(connection: Connection) -> list[StoodStill]:
    """When the service has stood still so far, in order."""
    query = select(schema.standstills).order_by(schema.standstills.c.number)
    return [StoodStill(*row) for row in connection.execute(query)]


def source_stored(connection: Connection, source: str) -> bool:
    """Whether an action from this source is stored."""
    return bool(connection.scalar(select(exists().where(actions.c.source == source))))


def ended(connection: Connection, ids: Sequence[str]) -> list[EndedMatch]:
    """Those of some matches that are over."""
    points = cast(func.coalesce(func.sum(scores.c.points), 0), BigInteger)
    query = (
        select(matches.c.id, matches.c.status, points, func.count(scores.c.round))
        .join_from(matches, seats, matches.c.id == seats.c.match)
        .join(
            scores,
            and_(scores.c.match == seats.c.match, scores.c.seat == seats.c.seat),
            isouter=True,
        )
        .where(matches.c.id.in_(ids), matches.c.status != "playing")
        .group_by(matches.c.id, matches.c.status, seats.c.seat)
        .order_by(matches.c.id, seats.c.seat)
    )
    found: dict[str, EndedMatch] = {}
    for match, status, sum_, played in connection.execute(query):
        before = found[match].scores if match in found else ()
        found[match] = EndedMatch(match, status, (*before, sum_), played)
    return list(found.values())


class Matches(Repository):
    """Tables, and matches with their logs."""

    live_tables = Query(live_tables)
    live_at = Query(live_at)
    live_with = Query(live_with)
    live_ids = Query(live_ids)
    live_table = Query(live_table)
    table = Query(stored_table)
    last_table = Query(last_table)
    match = Query(stored_match)
    some = Query(stored_matches)
    playing = Query(playing)
    ended = Query(ended)
    source_stored = Query(source_stored)
