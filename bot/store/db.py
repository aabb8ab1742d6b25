"""The engine for a URL. Everything that only one database understands is here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table
    from sqlalchemy.dialects.postgresql.dml import Insert as PostgresInsert
    from sqlalchemy.dialects.sqlite.dml import Insert as SqliteInsert
    from sqlalchemy.engine import URL

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=5000",
)


def parse(url: str) -> URL:
    """The URL with its async driver.

    Raises:
        ValueError: neither a SQLite file nor PostgreSQL.
    """
    parsed = make_url(url)
    driver = _DRIVERS.get(parsed.drivername)
    if driver is None:
        raise ValueError(f"no database of the kind {parsed.drivername}: use sqlite or postgresql")
    if driver.startswith("sqlite") and (parsed.database or ":memory:").startswith((":", "file:")):
        raise ValueError("SQLite needs a file: games must survive a restart")
    return parsed.set(drivername=driver)


def file_of(url: URL) -> Path | None:
    """The database's file; None where a server keeps it."""
    return Path(url.database or "") if url.drivername.startswith("sqlite") else None


def make_engine(url: URL) -> AsyncEngine:
    """An engine whose errors never show what was written: seeds and cards are secret."""
    engine = create_async_engine(url, hide_parameters=True, pool_size=5, max_overflow=5)
    if url.drivername.startswith("sqlite"):
        event.listen(engine.sync_engine, "connect", _set_up)
        event.listen(engine.sync_engine, "begin", _begin)
    return engine


def snapshots(engine: AsyncEngine) -> AsyncEngine:
    """The same engine where a transaction is a whole: one moment to reads, all or no DDL."""
    if engine.dialect.name == "postgresql":
        return engine.execution_options(isolation_level="REPEATABLE READ")
    return engine.execution_options(explicit_begin=True)


def _set_up(connection: Any, _record: object) -> None:
    # One broken byte in one text must not keep all the others from being read.
    connection.driver_connection.text_factory = _text
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


def upsert(dialect: str, table: Table) -> SqliteInsert | PostgresInsert:
    """An insert that overwrites the row of the same primary key."""
    statement = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    keys = [column.name for column in table.primary_key]
    rest = {c.name: statement.excluded[c.name] for c in table.c if c.name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=rest)


def insert_absent(dialect: str, table: Table) -> SqliteInsert | PostgresInsert:
    """An insert that leaves a row of the same primary key as it is."""
    statement = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    return statement.on_conflict_do_nothing()
