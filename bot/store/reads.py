"""Reads that come to their end even where nobody waits for them any more, and hold nobody up.

Whoever is cancelled is let go at once, their query is not: closing waits for it, but not for one
that hangs. A query that takes longer than any disk needs is given up, and whoever asked is told.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from functools import partial
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.store.db import Fault, cause_of, fault_of, reading_engine, snapshots, whole
from bot.store.rows import NotRead, NotSaved
from bot.support.workers import NoneFree, Overdue, Workers

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

    from bot.support.clock import Later

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

LIMIT = 30.0
"""Seconds that a query may take; the longest book needs a few."""

AT_ONCE = 4
"""Queries at the same time."""

AGAIN = 1.0
"""Seconds until one that does not end is told to again."""

HANGS = "the database does not answer"


class Reads(Protocol):
    """Those of one database."""

    @property
    def workers(self) -> tuple[Workers, ...]:
        """The threads that do them."""
        ...

    async def query(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What a query of this package finds, in a transaction of its own.

        Raises:
            NotRead: the database hangs.
            NotSaved: the store is closed.
        """
        ...

    async def close(self, patience: float) -> None:
        """Begin no more, and wait until none is under way, but at most so many seconds."""
        ...


class _Query:
    """One query under way in a thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._given_up = False

    def run(self, engine: Any, query: Callable[[Connection], T]) -> T:
        with engine.connect() as connection:
            with self._lock:
                if self._given_up:
                    raise NotRead(HANGS)
                self._connection = connection.connection.driver_connection
            try:
                return query(connection)
            finally:
                with self._lock:  # it is somebody else's from here on
                    self._connection = None

    def interrupt(self, later: Later) -> None:
        """End it, if SQLite is at work at all and does not wait for the disk.

        What has several statements may be between two of them: it is told again until it ends. What
        has no connection yet does not begin.
        """
        with self._lock:
            self._given_up = True
            if self._connection is None:
                return
            self._connection.interrupt()
        later(AGAIN, partial(self.interrupt, later))


class FileReads:
    """Those of a file: in threads that are given up where they hang."""

    def __init__(self, file: Path, later: Later) -> None:
        self._later = later
        self._workers = Workers("database reader", later, at_once=AT_ONCE, limit=LIMIT)
        self._pool = reading_engine(file)
        self._under_way: set[_Query] = set()
        self._engine = whole(self._pool)
        self._closed = False

    @property
    def workers(self) -> tuple[Workers, ...]:
        return (self._workers,)

    async def query(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if self._closed:
            raise NotSaved("the store is closed")
        found = _Query()
        work = partial(self._found, found, lambda asked: query(asked, *args, **kwargs))
        try:
            return await self._workers.do(work)
        except Overdue:
            found.interrupt(self._later)
            log.error("a read was given up: %s", HANGS)  # noqa: TRY400  (where is not known)
            raise NotRead(HANGS) from None
        except NoneFree:
            raise NotRead(HANGS) from None
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if self._closed and not (task is not None and task.cancelling()):
                raise NotSaved("the store is closed") from None
            raise

    def _found(self, found: _Query, query: Callable[[Connection], T]) -> T:
        self._under_way.add(found)
        try:
            return found.run(self._engine, query)
        finally:
            self._under_way.discard(found)

    async def close(self, patience: float) -> None:
        self._closed = True
        await self._workers.rest(patience)
        self._workers.close()
        for found in tuple(self._under_way):
            found.interrupt(self._later)
        self._pool.dispose()


class ServerReads:
    """Those of a server, which are cancelled where they hang.

    Whoever asked is told at once: a connection on which nothing comes back may not even be closed.
    """

    workers: tuple[Workers, ...] = ()

    def __init__(self, engine: AsyncEngine, later: Later) -> None:
        self._engine = snapshots(engine)
        self._later = later
        self._under_way: set[asyncio.Task[Any]] = set()
        self._given_up: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def query(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if self._closed:
            raise NotSaved("the store is closed")
        if len(self._given_up) >= AT_ONCE:
            raise NotRead(HANGS)
        work = self._worked(lambda asked: query(asked, *args, **kwargs))
        task = asyncio.create_task(work, name="store read")
        overdue: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        alarm = self._later(LIMIT, partial(self._overdue, task, overdue))
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        try:
            await asyncio.wait((task, overdue), return_when=asyncio.FIRST_COMPLETED)
        finally:
            if task.done():
                alarm.cancel()
        if overdue.done() or task.cancelled():
            raise NotRead(HANGS)
        return task.result()

    def _overdue(self, task: asyncio.Task[Any], overdue: asyncio.Future[None]) -> None:
        if task.done():
            return
        log.error("a read was given up: %s", HANGS)
        self._given_up.add(task)
        overdue.set_result(None)
        task.cancel()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        self._given_up.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be left to hear of it

    async def _worked(self, query: Callable[[Connection], T]) -> T:
        try:
            async with self._engine.connect() as connection:
                return await connection.run_sync(query)
        except Exception as error:
            # Never chained: a database may quote values in what it says.
            if fault_of(error) is Fault.REFUSED or isinstance(error, PoolTimeout):
                log.warning("nothing was read reason=%s", type(cause_of(error)).__name__)
                raise NotRead(HANGS) from None
            raise

    async def close(self, patience: float) -> None:
        self._closed = True
        if self._under_way:
            await asyncio.wait(tuple(self._under_way), timeout=patience)
        for task in tuple(self._under_way):
            task.cancel()
        if self._under_way:
            await asyncio.wait(tuple(self._under_way), timeout=patience)
