"""What is stored, for whoever looks from outside while the program runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import inspect

from bot.store.db import make_engine, reading_engine
from bot.store.diagnosis import cannot_open
from bot.store.leases import stored_leases
from bot.store.matches import live_tables
from bot.store.url import file_of, parse
from bot.support.errors import CannotStart

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

    from bot.lease.row import Lease
    from bot.store.rows import StoredTable

    Found = tuple[list[StoredTable], dict[str, tuple[Lease, float]]]


async def overview(url: str) -> Found:
    """Every live table, and every lease with the seconds that are left; a file has no leases.

    Raises:
        ValueError: a URL of another kind.
        CannotStart: it cannot be read; the text says why.
    """
    parsed = parse(url)
    file = file_of(parsed)
    if file is not None:
        return _of_file(file), {}  # nobody else waits in this loop
    engine = make_engine(parsed)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(_of_server)
    except Exception as error:
        told = cannot_open(error, parsed)
        if told is None:
            raise
        raise told from error
    finally:
        await engine.dispose()


def _of_file(file: Path) -> list[StoredTable]:
    if not file.exists():
        raise CannotStart(f"there is no {file} yet: it is made at the first start")
    engine = reading_engine(file)
    try:
        with engine.connect() as connection:
            return live_tables(connection)
    finally:
        engine.dispose()


def _of_server(connection: Connection) -> Found:
    if not inspect(connection).has_table("lease"):
        raise CannotStart("there are no tables in this database yet: they are made at the start")
    return live_tables(connection), stored_leases(connection)
