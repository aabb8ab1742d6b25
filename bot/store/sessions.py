"""Which processes have a session on a PostgreSQL: whoever is killed has none from that moment on.

A process takes a lock of its own on the one connection that it keeps, and does nothing with it. The
server lets go of it when the connection ends, and shows everybody which locks there are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sqlalchemy import text

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.ext.asyncio import AsyncConnection

CLASS = 7074
"""The first number of such a lock; others are taken for transactions (``bot.store.db``)."""

UP = 10
"""Seconds after the start of a server for which nobody is given up: all come back one by one."""

_NUMBER = re.compile(r"([0-9a-f]{8})[0-9a-f]{8}$")

_TAKE = f"SELECT pg_advisory_lock_shared({CLASS}, $1)"

_THERE = text(
    "SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND granted"  # noqa: S608
    f" AND classid = {CLASS} AND objsubid = 2"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)

_UP = text(f"SELECT now() - pg_postmaster_start_time() > interval '{UP} s'")


def number_of(process: str) -> int | None:
    """The number of a process's lock, 0..2**32 - 1; None for one whose name has no address."""
    found = _NUMBER.search(process)
    return int(found[1], 16) if found else None


async def show(driver: Any, address: str, patience: float) -> None:
    """Show for as long as a connection lasts that a process is there; ``address``: 16 hex signs."""
    number = number_of(address)
    if number is not None:  # the server wants it with a sign
        await driver.execute(_TAKE.replace("$1", str((number + 2**31) % 2**32 - 2**31)),
                             timeout=patience)  # fmt: skip


async def without_session(connection: AsyncConnection, processes: Collection[str]) -> set[str]:
    """Those of some processes that have no session here; none while the server has just begun."""
    if not await connection.scalar(_UP):
        return set()
    there = set(await connection.scalars(_THERE))
    return {process for process in processes if number_of(process) not in (None, *there)}
