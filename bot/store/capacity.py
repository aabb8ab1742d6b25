"""How many processes a PostgreSQL has connections for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import text

from bot.store.db import make_engine
from bot.store.url import CONNECTIONS, FEWEST, connections, parse

if TYPE_CHECKING:
    from sqlalchemy import Connection

_LIMITS = text("""
SELECT current_setting('max_connections')::int
     - current_setting('superuser_reserved_connections')::int
     - coalesce(current_setting('reserved_connections', true), '0')::int,
       (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user),
       (SELECT datconnlimit FROM pg_database WHERE datname = current_database())
""")
"""What the server lets in, and what our user and our database may have; -1: no limit."""


async def capacity(url: str) -> tuple[bool, str]:
    """Whether at least one process has its connections on a server, and for how many there are.

    What other programs use there is not counted.

    Raises:
        Exception: what the driver raises where the server does not answer.
    """
    parsed = parse(url)
    each = sum(connections(parsed)) + 1
    engine = make_engine(parsed, 1)
    try:
        async with engine.connect() as connection:
            most = await connection.run_sync(_most)
    finally:
        await engine.dispose()
    room = most // each
    told = f"{most} at the server, {each} a process: room for {room}"
    if room:
        return True, told
    return False, f"{told}; allow more there, or write ?{CONNECTIONS}={FEWEST} behind DATABASE_URL"


def _most(connection: Connection) -> int:
    return min(int(limit) for limit in connection.execute(_LIMITS).one() if limit >= 0)
