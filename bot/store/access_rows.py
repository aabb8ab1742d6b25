"""What keeps people out, and who was seen in a chat. All of it under marks.

A mark is a keyed hash: these rows name nobody, so they may outlive ``/forgetme``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import bindparam, delete, select

from bot.store.db import insert_absent, upsert
from bot.store.lines import Kind, read_back, writes
from bot.store.schema import bars, device_ends, micros, sightings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ClauseElement, Connection

    from bot.store.lines import Line


@writes(bars, insert_absent)
@dataclass(frozen=True, slots=True)
class Barred:
    """A person is kept out of a chat or of a table; ``scope``: the chat's key or the table's id."""

    scope: str
    mark: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Unbarred:
    """A person is kept out no longer."""

    scope: str
    mark: str


@writes(sightings, upsert)
@dataclass(frozen=True, slots=True)
class Sighted:
    """A person was seen acting in a chat; the newest time counts."""

    mark: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Unsighted:
    """A person is no longer in a chat."""

    mark: str


@dataclass(frozen=True, slots=True)
class SightingsOver:
    """Whoever was seen before a time, and not since, is no longer taken to be there."""

    before: datetime


@writes(device_ends, insert_absent)
@dataclass(frozen=True, slots=True)
class DeviceEnded:
    """What a device keeps to be known again is accepted no longer."""

    mark: str
    at: datetime


AccessRow: TypeAlias = Barred | Unbarred | Sighted | Unsighted | SightingsOver | DeviceEnded

STATEMENTS: Mapping[Kind, ClauseElement] = {
    Kind.UNBARRED: delete(bars)
    .where(bars.c.scope == bindparam("_scope"))
    .where(bars.c.mark == bindparam("_mark")),
    Kind.UNSIGHTED: delete(sightings).where(sightings.c.mark == bindparam("_mark")),
    Kind.SIGHTINGS_OVER: delete(sightings).where(sightings.c.at < bindparam("_before")),
}


def lines(row: Unbarred | Unsighted | SightingsOver) -> list[Line]:
    """What a row takes away."""
    match row:
        case Unbarred():
            return [(Kind.UNBARRED, {"_scope": row.scope, "_mark": row.mark})]
        case Unsighted():
            return [(Kind.UNSIGHTED, {"_mark": row.mark})]
        case SightingsOver():
            return [(Kind.SIGHTINGS_OVER, {"_before": micros(row.before)})]


def all_bars(connection: Connection) -> list[Barred]:
    """Everybody who is kept out of something."""
    return read_back(connection, Barred)


def ended_devices(connection: Connection) -> list[str]:
    """The marks of all devices that are accepted no longer."""
    return list(connection.scalars(select(device_ends.c.mark)))


def last_sighting(connection: Connection, marks: Sequence[str]) -> datetime | None:
    """When the person of some marks was seen last; None: never, or told to have left since."""
    query = select(sightings.c.at).where(sightings.c.mark.in_(marks))
    return connection.scalars(query.order_by(sightings.c.at.desc())).first()
