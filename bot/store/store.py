"""The store: commits that are whole and on the disk when they return, and reads."""

from __future__ import annotations

import asyncio
import secrets
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from bot.store import lost, matches
from bot.store.coins import Coins
from bot.store.company import Company
from bot.store.connection import WritingConnection
from bot.store.db import Fault, Fenced, cause_of, fault_of, insert_absent
from bot.store.houses import Houses
from bot.store.letters import Letters
from bot.store.lines import Put
from bot.store.matches import Matches
from bot.store.opening import open_database
from bot.store.people import People
from bot.store.preferences import Preferences
from bot.store.reads import FileReads, ServerReads
from bot.store.rows import NotSaved, Overdrawn, SourceSeen, StepTaken, StoreError
from bot.store.schema import micros
from bot.store.schema import secrets as secrets_made
from bot.store.scores import Scores
from bot.store.shuffles import Shuffles
from bot.store.standstills import BEAT
from bot.store.statements import key_taken, lines, source_seen
from bot.store.talk import TalkLines
from bot.store.tournaments import Tournaments
from bot.store.writer import Writer
from bot.support.clock import in_loop

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from bot.store.leases import Fence, Fencing
    from bot.store.lines import Item
    from bot.store.opening import Opened
    from bot.store.reads import Reads
    from bot.store.rows import (
        Row,
        StoodStill,
    )
    from bot.support.clock import Later
    from bot.support.workers import Workers

T = TypeVar("T")
P = ParamSpec("P")


PATIENCE = 1.0
"""Seconds that a stop waits for a disk or a server that hangs."""


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Store:
    """The database, open. Made by ``open``; must be closed.

    Rows are written by ``commit``, whatever they are of; they are read by repositories.

    Attributes:
        matches: tables, and matches with their logs.
        scores: finished rounds and their sums, proposals, seasons.
        coins: purses, locks and movements.
        tournaments: tournaments with their entries.
        preferences: what chats and people have set, and which chats moved.
        letters: what is still to be told, and places that were opened.
        talk: what people say to each other.
        shuffles: where the seeds of matches come from.
        company: where people have played, and with whom.
        houses: house rules of chats.
        people: who is forgotten, and who cannot be reached.
    """

    def __init__(self, opened: Opened, clock: Callable[[], datetime], later: Later) -> None:
        self._opened = opened
        self._engine = opened.engine
        self.file = opened.file
        """The file, if it is one; it is looked after by whoever runs the store."""
        self._reads = _reads(opened, later)
        self.matches = Matches(self._reads)
        self.scores = Scores(self._reads)
        self.coins = Coins(self._reads)
        self.tournaments = Tournaments(self._reads)
        self.preferences = Preferences(self._reads)
        self.letters = Letters(self._reads)
        self.talk = TalkLines(self._reads)
        self.shuffles = Shuffles(self._reads)
        self.company = Company(self._reads)
        self.houses = Houses(self._reads)
        self._clock = clock
        self._connection = WritingConnection(opened.engine)
        self._unsure: list[Item] = []  # sent to a server that was lost; it may have them
        self._given_up = False
        self._writer = Writer(self._write, self._explain, later, self._give_up)
        self.people = People(self._reads, self._writer.put, self.secret)
        self.stored: Callable[[Sequence[Row], float], None] = lambda rows, seconds: None
        """Told what was stored, and in how many seconds."""
        self.fenced: Callable[[Fence], None] = lambda fence: None
        """Told that something was not stored, as another process has the lease."""
        self.written = 0
        """Transactions since it was opened."""

    @classmethod
    async def open(
        cls, url: str, clock: Callable[[], datetime] = _utc_now, later: Later = in_loop
    ) -> Store:
        """Open a database, make it where there is none, and bring it to the newest schema.

        Args:
            url: ``sqlite:///path`` or ``postgresql://user:password@host/name``.
            clock: the time, for what the store makes itself.
            later: calls back after so many seconds, to find out that the database hangs.

        Raises:
            ValueError: a URL of another kind.
            CannotStart: something is in the way; AlreadyRunning and DatabaseNewer are such.
        """
        return cls(await open_database(url, later), clock, later)

    @property
    def workers(self) -> tuple[Workers, ...]:
        """Every thread that tables share, but the writer's, which nothing can take the place of."""
        return self._reads.workers + (self.file.workers if self.file is not None else ())

    async def close(self) -> None:
        """Write what waits, let reads come to their end, and let go of the file.

        What hangs is not waited for longer than ``PATIENCE``. Whoever is cancelled here is so only
        when that is done.
        """
        closing = asyncio.ensure_future(self._close())
        try:
            await asyncio.shield(closing)
        except asyncio.CancelledError:
            await asyncio.wait((closing,))
            raise

    async def _close(self) -> None:
        until = time.monotonic() + PATIENCE

        def left() -> float:
            return max(PATIENCE / 10, until - time.monotonic())

        written = False
        try:
            written = await self._writer.close(PATIENCE)
            await self._reads.close(left())
        finally:
            if written:
                await self._connection.close()
            elif self.file is not None:
                # It hangs, and may still be stored: nobody else is let in meanwhile.
                self._connection.abandon()
            else:
                self._give_up()
            await self._opened.close(left(), unlock=written)

    async def _write(self, items: Sequence[Item], meanwhile: Callable[[], None]) -> None:
        """Write items; refuse if the file was deleted or replaced meanwhile."""
        if self.file is not None:
            self.file.check()
            await self._connection.write(items, meanwhile)
            self.file.check()
        else:
            await self._write_there(items, meanwhile)
        self.written += 1

    async def _write_there(self, items: Sequence[Item], meanwhile: Callable[[], None]) -> None:
        """Write items to a server, and again to one that was lost, until that is given up."""
        self._given_up = False
        if not any(item is one for item in items for one in self._unsure):
            self._unsure = []
        while True:
            try:
                return await self._connection.write(items, meanwhile)
            except Exception as error:
                for fence in error.leases if isinstance(error, Fenced) else ():
                    self.fenced(fence)
                if not lost.is_lost(error):
                    raise
                self._unsure = list(items)
                if self._given_up:
                    raise
            await lost.pause()

    def _give_up(self) -> None:
        """Wait no longer for a server that hangs."""
        if self.file is None:
            self._given_up = True
            self._connection.cut()

    # Writing

    async def commit(self, rows: Sequence[Row]) -> None:
        """Store all rows of a command, or nothing; when it returns they are on the disk.

        Raises:
            SourceSeen: an action with one of their sources is stored already.
            StepTaken: one of the actions, rounds, matches or entries is stored already.
            Overdrawn: a purse, a lock or a pool would be below zero.
            NotSaved: the database refuses to write now; another try may succeed.
            StoreError: they can never be stored; a fault of the program.
            TypeError: a time without a zone; another such fault.
        """
        item = [line for row in rows for line in lines(row)]
        if item:
            began = time.perf_counter()
            await self._writer.put(item)
            self.stored(rows, time.perf_counter() - began)

    def write_under(self, fencing: Fencing) -> None:
        """Store nothing from now on unless leases are held, which nobody can take meanwhile.

        Whatever is not stored for that raises ``NotSaved``.
        """
        self._connection.fencing = fencing

    @property
    def waiting(self) -> int:
        """Commands that have not been taken to the disk yet."""
        return self._writer.waiting

    @property
    def refusing(self) -> bool:
        """Whether the database refused the last it was given; the next heartbeat tries again."""
        return self._writer.refusing

    async def beat(self, now: datetime) -> None:
        """Note that the program is alive. Raises ``NotSaved``."""
        await self._writer.put([(BEAT, {"id": 1, "at": micros(now)})])

    async def _explain(self, item: Item, error: Exception) -> StoreError | None:
        # Never chained to ``error``: a database may quote values in what it says.
        cause = cause_of(error)
        kind = type(cause).__name__
        match fault_of(error):
            case Fault.CONFLICT:
                unsure = any(item is one for one in self._unsure)
                if unsure and await self.read(lost.stored_as_it_is, item):
                    return None
                if await self.read(source_seen, item):
                    return SourceSeen("an action from this source is stored")
                if await self.read(key_taken, item):
                    return StepTaken("another process was here first")
                return StoreError(f"rows that do not fit the others: {kind}")
            case Fault.BROKEN:
                return StoreError(f"rows that cannot be stored: {kind}")
            case Fault.OVERDRAWN:
                return Overdrawn("an account would be below zero")
            case Fault.REFUSED:  # the first line: values may be in later ones
                return NotSaved(f"{kind}: {str(cause).partition(chr(10))[0]}")

    # Reading

    async def read(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What a query of this package finds."""
        return await self._reads.query(query, *args, **kwargs)

    async def last_beat(self) -> datetime | None:
        """When the program was last seen alive; None before its first time."""
        return await self.read(matches.last_beat)

    async def standstills(self) -> list[StoodStill]:
        """When the service has stood still so far, in order."""
        return await self.read(matches.standstills)

    async def secret(self, name: str, size: int) -> bytes:
        """Random bytes of a name: made once, the same ever after. Raises ``NotSaved``."""
        found = await self.read(matches.stored_secret, name)
        if found is None:
            made = {"name": name, "value": secrets.token_bytes(size), "made": micros(self._clock())}
            await self._writer.put([(Put(secrets_made, insert_absent), made)])
            found = await self.read(matches.stored_secret, name)
        if found is None:
            raise StoreError(f"the secret {name} was not kept")
        return found


def _reads(opened: Opened, later: Later) -> Reads:
    if opened.file is not None:
        return FileReads(opened.file.path, later)
    return ServerReads(opened.engine, later)
