"""Whether a pooler stands before a server, which gives a connection for one transaction at a time.

Messages may come through one, now and then: for as long as nobody else wants the connection on
which they are waited for. So that they are heard once says nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from bot.store.db import make_engine
from bot.store.url import parse, unprepared

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

TURNS = 3
"""Transactions that are looked at while another one is under way."""


async def is_pooled(url: str) -> bool:
    """Whether two connections to a server are one there, or one of them is several.

    It is not said of one that cannot be reached. Raises ``ValueError`` for a URL that is none.
    """
    engine = make_engine(parse(unprepared(url)))
    try:
        async with engine.connect() as one, engine.connect() as other:
            first = await _behind(one)
            async with other.begin():
                second = await _behind(other, end=False)
                later = [await _behind(one) for _ in range(TURNS)]
            return second == first or {*later} != {first}
    except (OSError, SQLAlchemyError):
        return False
    finally:
        await engine.dispose()


async def _behind(connection: AsyncConnection, *, end: bool = True) -> int:
    """The server's own number of what answers a transaction, which ends with that."""
    found = int((await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one())
    if end:
        await connection.rollback()
    return found
