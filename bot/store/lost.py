"""A server that is lost while something is written: it is tried again, and never stored twice.

What was sent before the connection broke may be stored or not. So it is sent again, and where its
rows are there already and are the same ones to the letter, it was. A connection on which nothing
comes back is ended here at once, and on the server before anything else is written: else what it
has begun might be stored later, over what is newer.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, and_, func, or_, select, text, type_coerce

from bot.store.db import cause_of
from bot.store.lines import Put, once
from bot.store.schema import Utc
from bot.store.statements import grouped

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.store.lines import Item

AGAIN = 0.25
"""Seconds between two tries to reach a server."""

ENDED = 5000
"""Milliseconds that a server has to end what a lost connection was doing."""

_LOST = frozenset(
    {
        "ConnectionDoesNotExistError", "ConnectionFailureError", "PostgresConnectionError",
        "InterfaceError", "OperatorInterventionError", "OSError", "TimeoutError",
        "ReadOnlySQLTransactionError",
    }
)  # fmt: skip
"""Names of errors after which another try may find the server, or the one that took its place."""

_WHICH = text("SELECT pid, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()")
_END = text(
    "SELECT pg_terminate_backend(pid, :patience) FROM pg_stat_activity"
    " WHERE pid = :pid AND backend_start::text = :since AND pid <> pg_backend_pid()"
)


def is_lost(error: BaseException) -> bool:
    """Whether a server went away, is only starting, or has become a copy of another one."""
    cause = cause_of(error)
    kinds = {kind.__name__ for e in (cause, cause.__cause__) for kind in type(e).__mro__}
    # What can never be stored is an InterfaceError too, and is not sent again and again.
    return bool(kinds & _LOST) and "DataError" not in kinds


async def which(connection: AsyncConnection) -> tuple[int, str] | None:
    """What a server knows a connection by; None where a pooler hides it."""
    row = (await connection.execute(_WHICH)).one_or_none()
    await connection.commit()
    return None if row is None else (row[0], row[1])


async def end_there(connection: AsyncConnection, lost: tuple[int, str]) -> None:
    """End on the server what a lost connection was doing, if it is still doing it."""
    pid, since = lost
    await connection.execute(_END, {"pid": pid, "since": since, "patience": ENDED})
    await connection.commit()


async def pause() -> None:
    """Wait until another try."""
    await asyncio.sleep(AGAIN)


def stored_as_it_is(connection: Connection, item: Item) -> bool:
    """Whether all that an item puts once is there, and is the same to the letter."""
    found = False
    for step, values in grouped([item]):
        if not isinstance(step, Put) or step.how is not once:
            continue
        found = True
        of = step.table
        same = or_(*(and_(*(_same(of.c[name], one[name]) for name in one)) for one in values))
        if connection.scalar(select(func.count()).select_from(of).where(same)) != len(values):
            return False
    return found


def _same(column: Any, stored: object) -> Any:
    if isinstance(column.type, Utc):  # a line has microseconds already
        column = type_coerce(column, BigInteger)
    return column.is_(None) if stored is None else column == stored
