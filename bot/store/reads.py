"""Reads that come to their end even where nobody waits for them any more.

A task that is cancelled leaves its query in the database's thread, which then tells a loop that is
closed, or works on a connection that was thrown away. Here the query goes on in a task of its own,
and closing waits for it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from bot.store.rows import NotSaved

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine
    from typing import Any

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

P = ParamSpec("P")
T = TypeVar("T")


class Reads:
    """Those of one engine."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._under_way: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def run(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """What ``work`` gives, in a transaction of its own.

        Whoever is cancelled here is let go at once; the work is not.

        Raises:
            NotSaved: the store is closed.
        """
        if self._closed:
            raise NotSaved("the store is closed")
        return await asyncio.shield(self._begun(self._worked(work)))

    async def query(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What a query of this package finds."""
        return await self.run(lambda found: found.run_sync(query, *args, **kwargs))

    def _begun(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work, name="store read")
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be left to hear of it

    async def _worked(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        async with self._engine.connect() as connection:
            return await work(connection)

    async def close(self) -> None:
        """Begin no more, and wait until none is under way."""
        self._closed = True
        while self._under_way:
            await asyncio.wait(tuple(self._under_way))
