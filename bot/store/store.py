"""The store: commits that are whole and on the disk when they return, and reads."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from bot.store import matches, totals
from bot.store.db import (
    Fault,
    cause_of,
    fault_of,
    file_of,
    make_engine,
    parse,
    snapshots,
    take_turns,
    whole,
)
from bot.store.lock import FileLock
from bot.store.migrate import upgrade
from bot.store.pen import Pen
from bot.store.rows import NotSaved, SourceSeen, StepTaken, StoreError
from bot.store.schema import micros
from bot.store.writer import Writer
from bot.store.writes import Kind, key_taken, lines, source_seen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

    from bot.store.rows import (
        GameTotal,
        Row,
        ScoredRound,
        StoredMatch,
        StoredTable,
        Together,
    )
    from bot.store.writes import Item

T = TypeVar("T")
P = ParamSpec("P")


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Store:
    """The database, open. Made by ``open``; must be closed."""

    def __init__(
        self, engine: AsyncEngine, lock: FileLock | None, clock: Callable[[], datetime]
    ) -> None:
        self._engine = engine
        self._reading = snapshots(engine)
        self._lock = lock
        self._clock = clock
        self._pen = Pen(engine)
        self._writer = Writer(self._pen.write, self._explain)

    @classmethod
    async def open(cls, url: str, clock: Callable[[], datetime] = _utc_now) -> Store:
        """Open a database, make it where there is none, and bring it to the newest schema.

        Args:
            url: ``sqlite:///path`` or ``postgresql://user:password@host/name``.
            clock: the time, for what the store makes itself.

        Raises:
            ValueError: a URL of another kind.
            AlreadyRunning: another process has the SQLite file open.
            DatabaseNewer: a newer version of the program has written it.
        """
        parsed = parse(url)
        file = file_of(parsed)
        lock = None
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            lock = FileLock(file.with_name(file.name + ".lock"))
        engine = make_engine(parsed)
        try:
            async with whole(engine).begin() as connection:
                await connection.run_sync(take_turns)
                await connection.run_sync(upgrade)
        except BaseException:
            await engine.dispose()
            if lock is not None:
                lock.release()
            raise
        return cls(engine, lock, clock)

    async def close(self) -> None:
        """Write what waits and let go of the file."""
        try:
            await self._writer.close()
        finally:
            await self._let_go()

    async def _let_go(self) -> None:
        try:
            await self._pen.close()
            await self._engine.dispose()
        finally:
            if self._lock is not None:
                self._lock.release()

    # Writing

    async def commit(self, rows: Sequence[Row]) -> None:
        """Store all rows of a command, or nothing; when it returns they are on the disk.

        Raises:
            SourceSeen: an action with one of their sources is stored already.
            StepTaken: one of the actions, rounds or matches is stored already.
            NotSaved: the database refuses to write now; another try may succeed.
            StoreError: they can never be stored; a fault of the program.
            TypeError: a time without a zone; another such fault.
        """
        item = [line for row in rows for line in lines(row)]
        if item:
            await self._writer.put(item)

    async def beat(self, now: datetime) -> None:
        """Note that the program is alive. Raises ``NotSaved``."""
        await self._writer.put([(Kind.BEAT, {"id": 1, "at": micros(now)})])

    async def _explain(self, item: Item, error: Exception) -> StoreError:
        # Never chained to ``error``: a database may quote values in what it says.
        cause = cause_of(error)
        kind = type(cause).__name__
        match fault_of(error):
            case Fault.CONFLICT:
                if await self._read(source_seen, item):
                    return SourceSeen("an action from this source is stored")
                if await self._read(key_taken, item):
                    return StepTaken("another process was here first")
                return StoreError(f"rows that do not fit the others: {kind}")
            case Fault.BROKEN:
                return StoreError(f"rows that cannot be stored: {kind}")
            case Fault.REFUSED:  # the first line: values may be in later ones
                return NotSaved(f"{kind}: {str(cause).partition(chr(10))[0]}")

    # Reading

    async def _read(
        self, query: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        async with self._reading.connect() as connection:
            return await connection.run_sync(query, *args, **kwargs)

    async def tables(self) -> list[StoredTable]:
        """Every live table."""
        return await self._read(matches.live_tables)

    async def match(self, match: str) -> StoredMatch | None:
        """A match with its log; None if it is not stored."""
        return await self._read(matches.stored_match, match)

    async def scored(
        self, chat: str, game: str | None = None, match: str | None = None
    ) -> list[ScoredRound]:
        """The finished rounds of a chat in order, of one game or one match if it is given."""
        return await self._read(totals.scored_rounds, chat, game, match)

    async def game_totals(self, chat: str) -> list[GameTotal]:
        """Each person's sum in each game, game by game, the most points first."""
        return await self._read(totals.game_totals, chat)

    async def together(self, chat: str) -> list[Together]:
        """Each person over all games, the best places first."""
        return await self._read(totals.together, chat)

    async def chat(self, chat: str) -> dict[str, str]:
        """What a chat remembers."""
        return await self._read(matches.chat_settings, chat)

    async def last_beat(self) -> datetime | None:
        """When the program was last seen alive; None before its first time."""
        return await self._read(matches.last_beat)

    async def recent_source(self, source: str) -> bool:
        """Whether an action from this source is stored."""
        return await self._read(matches.source_stored, source)

    async def secret(self, name: str, size: int) -> bytes:
        """Random bytes of a name: made once, the same ever after. Raises ``NotSaved``."""
        found = await self._read(matches.stored_secret, name)
        if found is None:
            made = {"name": name, "value": secrets.token_bytes(size), "made": micros(self._clock())}
            await self._writer.put([(Kind.SECRET, made)])
            found = await self._read(matches.stored_secret, name)
        if found is None:
            raise StoreError(f"the secret {name} was not kept")
        return found
