"""The database in one description.

A chat's totals are sums over ``round_score`` and ``correction``; ``bot.store.sums`` keeps them.
Changing anything here needs a revision in ``migrations/versions``; a test compares the two.
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
    text,
    true,
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
    Column("table", Text, nullable=False, index=True),
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
    Column("rated", Boolean, nullable=False, server_default=true()),
    Column("deal", Text, nullable=False, server_default=""),
    Column("rules", Text, nullable=False, server_default=""),
)
"""``status`` is ``playing`` until the match ends; ``chat`` is empty at a table without a place.

What is not ``rated`` counts nowhere in the book. ``deal`` is a deal in writing that was dealt,
``rules`` the id of the house rules by which it began.
"""

seats = Table(
    "seat",
    metadata,
    Column("match", Text, ForeignKey("match.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user", Text, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("level", Text, nullable=False),
    sqlite_with_rowid=False,
)

seat_changes = Table(
    "seat_change",
    metadata,
    Column("match", Text, ForeignKey("match.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("user", Text, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("at", Utc, nullable=False),
    sqlite_with_rowid=False,
)
"""From a round on a seat was another person's."""

rounds = Table(
    "round",
    metadata,
    Column("match", Text, ForeignKey("match.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("options", Text, nullable=False),
    Column("started", Utc, nullable=False),
    Column("reasons", Text),
    Column("scored", Utc),
    Column("ranked", Boolean, nullable=False, server_default=true()),
    sqlite_with_rowid=False,
)
"""``reasons`` and ``scored`` are empty until the round is finished.

``ranked`` is decided when it is (``bot.store.ranked``): whether it says something of its
people.
"""

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
    Column("place", Text, nullable=False, index=True),
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

aliases = Table(
    "chat_alias",
    metadata,
    Column("old", Text, primary_key=True),
    Column("new", Text, nullable=False, index=True),
    sqlite_with_rowid=False,
)
"""A chat that has another key from now on; what it had under the old one stays its own."""

person_settings = Table(
    "person_setting",
    metadata,
    Column("person", Text, primary_key=True),
    Column("key", Text, primary_key=True, index=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

reaches = Table(
    "reach",
    metadata,
    Column("person", Text, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("at", Utc, nullable=False),
    sqlite_with_rowid=False,
)
"""Why private messages do not arrive at a person; ``reason`` is empty once they do again."""

seasons = Table(
    "season",
    metadata,
    Column("chat", Text, primary_key=True),
    Column("started", Utc, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""When a chat began to count anew; its first season has no row."""

proposals = Table(
    "motion",
    metadata,
    Column("id", Text, primary_key=True),
    Column("chat", Text, nullable=False, index=True),
    Column("thread", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("match", Text, nullable=False),
    Column("round", Integer, nullable=False),
    Column("points", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("opened", Utc, nullable=False),
    Column("status", Text, nullable=False),
    Column("settled", Utc),
)
"""What people are asked to agree to; ``match``, ``round`` and ``points`` are a correction's."""

voices = Table(
    "voice",
    metadata,
    Column("motion", Text, ForeignKey("motion.id"), primary_key=True),
    Column("person", Text, primary_key=True),
    Column("yes", Boolean, nullable=False),
    Column("at", Utc, nullable=False),
    sqlite_with_rowid=False,
)

corrections = Table(
    "correction",
    metadata,
    Column("match", Text, primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("motion", Text, ForeignKey("motion.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("points", BigInteger, nullable=False),
    ForeignKeyConstraint(["match", "round"], ["round.match", "round.round"]),
    sqlite_with_rowid=False,
)
"""By how much agreed proposals change the points of a round: rows beside ``round_score``."""

postings = Table(
    "posting",
    metadata,
    Column("entry", Text, primary_key=True),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("account", Text, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("chat", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("match", Text, nullable=False),
    Column("round", Integer, nullable=False),
    Column("at", Utc, nullable=False),
    Index("ix_posting_account", "account", "chat"),
)
"""The ledger of coins: lines are added, never changed; those of an entry sum to zero."""

_has_match = text("match <> ''")
Index(
    "ix_posting_match",
    postings.c.match,
    sqlite_where=_has_match,
    postgresql_where=_has_match,
)

given = Table(
    "given",
    metadata,
    Column("mark", Text, primary_key=True),
    sqlite_with_rowid=False,
)
"""What was given once to somebody who is forgotten, by its mark (``bot.support.marks``).

Nothing tells whose it is, when it was, or which rows are of the same person.
"""

tournaments = Table(
    "tournament",
    metadata,
    Column("id", Text, primary_key=True),
    Column("chat", Text, nullable=False, index=True),
    Column("live", Boolean, nullable=False),
    Column("state", Text, nullable=False),
    Column("at", Utc, nullable=False),
)
"""One that is over stays, so that a late save cannot bring it back."""

tournament_entries = Table(
    "tournament_entry",
    metadata,
    Column("tournament", Text, ForeignKey("tournament.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", Text, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("fate", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Who has registered, in order of ``number``; ``person`` is empty for a computer player."""
"""What is to be told, in private to ``person`` or (empty) in the chat; gone once it was."""
"""A thread, topic or room that was opened for a table; ``place`` is empty until it is."""

forgotten = Table(
    "forgotten",
    metadata,
    Column("alias", Text, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("chat", Text, nullable=False),
    Column("at", Utc, nullable=False),
    Column("traces", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Who has become ``alias``, and what it takes to undo that; gone for good some days later."""

bars = Table(
    "bar",
    metadata,
    Column("scope", Text, primary_key=True),
    Column("mark", Text, primary_key=True),
    Column("at", Utc, nullable=False),
    sqlite_with_rowid=False,
)
"""Who is kept out: ``scope`` is a chat's key or a table's id, ``mark`` names nobody."""

sightings = Table(
    "sighting",
    metadata,
    Column("mark", Text, primary_key=True),
    Column("at", Utc, nullable=False),
    sqlite_with_rowid=False,
)
"""Who was seen acting in a chat, under a mark of the two; gone after some days."""

device_ends = Table(
    "device_end",
    metadata,
    Column("mark", Text, primary_key=True),
    Column("at", Utc, nullable=False),
    sqlite_with_rowid=False,
)
"""Devices that are somebody's no longer: their cookies live on, and are not accepted."""

secrets = Table(
    "secret",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    Column("made", Utc, nullable=False),
)

standstills = Table(
    "standstill",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("since", Utc, nullable=False),
    Column("until", Utc, nullable=False),
    Column("away", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
"""When nobody could be heard, counted from 1; ``until`` is earlier where a clock was set back."""

heartbeats = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Utc, nullable=False),
)
"""One row, with ``id`` 1: when the program was last seen alive."""
