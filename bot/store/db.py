"""The engine for a URL. Everything that only one database understands is here."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from uuid import uuid4

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import QueuePool

from bot.store.url import CONNECTIONS, POOLER, connections

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from sqlalchemy import Connection, Table
    from sqlalchemy.dialects.postgresql.dml import Insert as PostgresInsert
    from sqlalchemy.dialects.sqlite.dml import Insert as SqliteInsert
    from sqlalchemy.engine import URL

    from bot.store.leases import Fence

Script: TypeAlias = "Sequence[tuple[str, list[tuple[Any, ...]]]]"
"""Statements for ``executemany``, in order."""

E = TypeVar("E", Engine, AsyncEngine)

PATIENCE = 10.0
"""Seconds that a server may take to let us in: what listens there may be none, and say nothing."""

_UNPREPARED = {
    "statement_cache_size": 0,
    "prepared_statement_cache_size": 0,
    "prepared_statement_name_func": lambda: f"pokertable_{uuid4().hex}",
}
"""Behind a pooler by transactions the next one has another connection: nothing that was prepared
is there, or somebody else's is, under the same name."""

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=5000",
    # Copying the log back makes one commit wait for some milliseconds: at the default of 1,000
    # pages several in 100 when 64 chats play at full speed, at 16,000 (64 MB) fewer than one.
    "PRAGMA wal_autocheckpoint=16000",
)


def make_engine(url: URL, most: int | None = None) -> AsyncEngine:
    """An engine whose errors and logs never show what is written: seeds and cards are secret.

    ``most``: connections to a server; None: as many as a store has.
    """
    logging.getLogger("aiosqlite").setLevel(logging.WARNING)  # it logs every call as it is
    sqlite_file = url.drivername.startswith("sqlite")
    given: dict[str, Any] = {} if sqlite_file else {"timeout": PATIENCE}
    if POOLER in url.query:
        given |= _UNPREPARED
    size = 5 if sqlite_file else connections(url)[0] if most is None else most
    engine = create_async_engine(
        url.difference_update_query([POOLER, CONNECTIONS]), hide_parameters=True, pool_size=size,
        max_overflow=5 if sqlite_file else 0, connect_args=given,
    )  # fmt: skip
    if sqlite_file:
        event.listen(engine.sync_engine, "connect", _set_up)
        event.listen(engine.sync_engine, "begin", _begin)
    return engine


def reading_engine(file: Path) -> Engine:
    """An engine for threads that read a database which is open; it never makes a file."""
    where = f"{file.absolute().as_uri()}?mode=rw"
    engine = create_engine(
        "sqlite://", hide_parameters=True, poolclass=QueuePool, pool_size=5, max_overflow=5,
        creator=lambda: sqlite3.connect(where, uri=True, check_same_thread=False),
    )  # fmt: skip
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def snapshots(engine: AsyncEngine) -> AsyncEngine:
    """The same engine of a server where all reads of a transaction see one moment."""
    return engine.execution_options(isolation_level="REPEATABLE READ")


def whole(engine: E) -> E:
    """The same engine where a transaction covers whatever is in it, changes of the schema too."""
    return engine.execution_options(explicit_begin=True)


SCHEMA, COINS, SUMS = 7071, 7072, 7073
"""What processes take turns at: the schema, taking coins, keeping sums up."""


def take_turns(connection: Connection, what: int = SCHEMA) -> None:
    """Let one process in at a time, until the transaction ends."""
    if connection.dialect.name == "postgresql":  # SQLite has the lock beside its file
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({what:d})")


def _set_up(connection: Any, _record: object) -> None:
    # One broken byte in one text must not keep all the others from being read.
    getattr(connection, "driver_connection", connection).text_factory = _text
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _text(raw: bytes) -> str:
    return raw.decode(errors="replace")


def _begin(connection: Connection) -> None:
    # sqlite3 begins by itself before it writes, but neither before a SELECT nor before DDL.
    if connection.get_execution_options().get("explicit_begin"):
        connection.exec_driver_sql("BEGIN")


async def run_script(
    connection: AsyncConnection,
    script: Script,
    meanwhile: Callable[[], None],
    guards: Script = (),
    turns: Sequence[int] = (),
    first: Callable[[Connection], None] = lambda _: None,
) -> None:
    """Execute everything in one transaction.

    aiosqlite hands every call to its thread and back, which takes longer than SQLite itself. Thus
    the whole transaction goes there as one call, by the door that its own methods use.

    Args:
        connection: not in a transaction.
        script: what to execute.
        meanwhile: called in the event loop when only the commit is left to wait for.
        guards: queries that must find nothing once everything is executed.
        turns: what processes take turns at, in order; else what another one does at the same
            moment is not seen.
        first: looks, on a server, whether it may be executed at all; raises if not.

    Raises:
        Overdraft: a guard has found something; all is rolled back.
        Exception: the driver's, bare or wrapped by SQLAlchemy; all is rolled back.
    """
    if connection.dialect.name == "sqlite":
        driver: Any = (await connection.get_raw_connection()).driver_connection
        soon = partial(asyncio.get_running_loop().call_soon_threadsafe, meanwhile)
        await driver._execute(_in_thread, driver._conn, script, soon, guards)
    else:
        await connection.run_sync(_step_by_step, script, meanwhile, guards, turns, first)


def _in_thread(
    connection: sqlite3.Connection,
    script: Script,
    before_commit: Callable[[], object],
    guards: Script = (),
) -> None:
    try:
        for sql, rows in script:
            connection.executemany(sql, rows)
        for sql, rows in guards:
            for values in rows:
                _nothing(connection.execute(sql, values).fetchone())
        before_commit()
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def _step_by_step(
    connection: Connection,
    script: Script,
    before_commit: Callable[[], object],
    guards: Script = (),
    turns: Sequence[int] = (),
    first: Callable[[Connection], None] = lambda _: None,
) -> None:
    with connection.begin():
        first(connection)
        for what in turns:
            take_turns(connection, what)
        for sql, rows in script:
            connection.exec_driver_sql(sql, rows)
        for sql, rows in guards:
            for values in rows:
                _nothing(connection.exec_driver_sql(sql, values).first())
        before_commit()


def _nothing(found: object) -> None:
    if found is not None:
        raise Overdraft


class Overdraft(Exception):
    """An account would be below zero."""


class Fenced(Exception):
    """Nothing is written: other processes have ``leases`` under which it was to be."""

    def __init__(self, leases: Sequence[Fence]) -> None:
        super().__init__("another process serves by now")
        self.leases = leases


class Fault(Enum):
    """Why a script failed.

    CONFLICT: rows that are there already, or that lack others. BROKEN: rows that can never be
    stored. REFUSED: the database does not write now. OVERDRAWN: an account would be below zero.
    """

    CONFLICT = "conflict"
    BROKEN = "broken"
    REFUSED = "refused"
    OVERDRAWN = "overdrawn"


def fault_of(error: BaseException) -> Fault:
    """What an error of ``run_script`` means, by the names that PEP 249 gives to all drivers."""
    if isinstance(error, Overdraft):
        return Fault.OVERDRAWN
    if isinstance(error, Fenced):
        return Fault.REFUSED
    cause = cause_of(error)
    # SQLAlchemy's shell around asyncpg knows data errors by their cause alone.
    names = {kind.__name__ for e in (cause, cause.__cause__) for kind in type(e).__mro__}
    if "IntegrityError" in names:
        return Fault.CONFLICT
    if names & {"DataError", "ProgrammingError", "NotSupportedError"}:
        return Fault.BROKEN
    if names & {"Error", "OSError"}:
        return Fault.REFUSED
    return Fault.BROKEN


def cause_of(error: BaseException) -> BaseException:
    """What the driver raised, without SQLAlchemy's wrapping."""
    return error.orig if isinstance(error, DBAPIError) and error.orig is not None else error


def upsert(dialect: str, table: Table, keep: str = "") -> SqliteInsert | PostgresInsert:
    """An insert that overwrites the row of the same primary key.

    Where ``keep`` names a column, that one is left as it is, and where it is false all of it.
    """
    statement = insert_into(dialect, table)
    fixed = {keep, *(column.name for column in table.primary_key)}
    return statement.on_conflict_do_update(
        index_elements=list(table.primary_key),
        set_={c.name: statement.excluded[c.name] for c in table.c if c.name not in fixed},
        where=table.c[keep] if keep else None,
    )


def insert_absent(dialect: str, table: Table) -> SqliteInsert | PostgresInsert:
    """An insert that leaves a row of the same primary key as it is."""
    return insert_into(dialect, table).on_conflict_do_nothing()


def insert_into(dialect: str, table: Table) -> SqliteInsert | PostgresInsert:
    """An insert that can be told what to do with rows that are there."""
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
