"""The database in one description.

Money and points are never counted up: a chat's totals are sums over ``round_score``. Changing
anything here needs a revision in ``migrations/versions``; a test compares the two.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from sqlalchemy import Dialect


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def micros(at: datetime) -> int:
    """Microseconds since 1970, as every time is stored: the same in all databases, and sortable.

    Raises:
        TypeError: a time without a zone.
    """
    return (at - _EPOCH) // _MICROSECOND


class Utc(TypeDecorator[datetime]):
    """A column of aware times in UTC."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else micros(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        return None if value is None else _EPOCH + value * _MICROSECOND


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

matches = Table(
    "match",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table", Text, nullable=False),
    Column("chat", Text, nullable=False, index=True),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("options", Text, nullable=False),
    Column("quan", Integer, nullable=False),
    Column("carry", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("started", Utc, nullable=False),
    Column("ended", Utc),
)
"""``status`` is ``playing`` until the match ends; ``chat`` is empty at a table without a place."""

seats = Table(
    "seat",
    metadata,
    Column("match", Text, ForeignKey("match.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("level", Text, nullable=False),
    sqlite_with_rowid=False,
)

rounds = Table(
    "round",
    metadata,
    Column("match", Text, ForeignKey("match.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("options", Text, nullable=False),
    Column("started", Utc, nullable=False),
    Column("reasons", Text),
    Column("scored", Utc),
    sqlite_with_rowid=False,
)
"""``reasons`` and ``scored`` are empty until the round is finished."""

actions = Table(
    "action",
    metadata,
    Column("match", Text, primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("source", Text),
    Column("by", Text, nullable=False),
    Column("at", Utc, nullable=False),
    ForeignKeyConstraint(["match", "round"], ["round.match", "round.round"]),
)
"""A log: SQLite appends to it, and only the short keys go where their match is."""

_has_source = actions.c.source.is_not(None)
Index(
    "ix_action_source",
    actions.c.source,
    unique=True,
    sqlite_where=_has_source,
    postgresql_where=_has_source,
)

scores = Table(
    "round_score",
    metadata,
    Column("match", Text, primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("points", BigInteger, nullable=False),
    ForeignKeyConstraint(["match", "round"], ["round.match", "round.round"]),
    sqlite_with_rowid=False,
)

tables = Table(
    "table_state",
    metadata,
    Column("table", Text, primary_key=True),
    Column("place", Text, nullable=False),
    Column("live", Boolean, nullable=False),
    Column("state", Text, nullable=False),
    Column("at", Utc, nullable=False),
)
"""A closed table stays, so that a late save cannot bring it back."""

Index(
    "ix_table_state_live",
    tables.c.table,
    sqlite_where=tables.c.live,
    postgresql_where=tables.c.live,
)

settings = Table(
    "chat_setting",
    metadata,
    Column("chat", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

secrets = Table(
    "secret",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    Column("made", Utc, nullable=False),
)

heartbeats = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Utc, nullable=False),
)
"""One row, with ``id`` 1: when the program was last seen alive."""
