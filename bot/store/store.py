"""The store: commits that are whole and on the disk when they return, and reads."""

from __future__ import annotations

import asyncio
import secrets
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from bot.store import coins, cups, forgetting, matches, motions, totals, wishes
from bot.store.db import Fault, cause_of, fault_of
from bot.store.kinds import Kind
from bot.store.ledger import EVER
from bot.store.letters import noted, unread
from bot.store.opening import open_database
from bot.store.pen import Pen
from bot.store.reads import FileReads, ServerReads
from bot.store.rows import NotSaved, Overdrawn, SourceSeen, StepTaken, StoreError
from bot.store.schema import micros
from bot.store.writer import Writer
from bot.store.writes import key_taken, lines, source_seen
from bot.support.clock import in_loop
from bot.support.marks import KEY_BYTES, Marks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from bot.store.cuprows import EndedMatch, StoredCup
    from bot.store.kinds import Item
    from bot.store.ledger import Forgotten, Motion, PersonTotal, Traces, Window
    from bot.store.letters import LetterWritten, PlaceNoted
    from bot.store.opening import Opened
    from bot.store.reads import Reads
    from bot.store.rows import (
        GameTotal,
        Row,
        ScoredRound,
        StoodStill,
        StoredMatch,
        StoredTable,
        Together,
        Unreachable,
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
    """The database, open. Made by ``open``; must be closed."""

    def __init__(self, opened: Opened, clock: Callable[[], datetime], later: Later) -> None:
        self._opened = opened
        self._engine = opened.engine
        self.file = opened.file
        """The file, if it is one; it is looked after by whoever runs the store."""
        self._reads = _reads(opened, later)
        self.coins = coins.Coins(self._reads)
        self._clock = clock
        self._pen = Pen(opened.engine)
        self._writer = Writer(self._write, self._explain, later)
        self.stored: Callable[[Sequence[Row], float], None] = lambda rows, seconds: None
        """Told what was stored, and in how many seconds."""
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
                await self._pen.close()
            else:  # it hangs, and may still be stored: nobody else is let in meanwhile
                self._pen.abandon()
            await self._opened.close(left(), unlock=written)

    async def _write(self, items: Sequence[Item], meanwhile: Callable[[], None]) -> None:
        """Nothing counts as stored that is in a file which has no name any more."""
        if self.file is not None:
            self.file.check()
        await self._pen.write(items, meanwhile)
        self.written += 1
        if self.file is not None:
            self.file.check()

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
        await self._writer.put([(Kind.BEAT, {"id": 1, "at": micros(now)})])

    # Forgetting

    async def traces(self, person: str, chat: str, book: str) -> Traces:
        """What is stored of a person in one chat or (empty) in all; ``book``: their own book."""
        return await self.read(forgetting.traces, person, chat, book)

    async def forgotten(self, person: str) -> list[Forgotten]:
        """What a person can still take back, the newest first."""
        return await self.read(forgetting.forgotten_of, person)

    async def forget(self, gone: Forgotten, book: str) -> None:
        """A person becomes an alias. Raises a ``StoreError``, and nothing has changed."""
        await self._writer.put(forgetting.forget(gone, book))

    async def remember(self, gone: Forgotten, book: str) -> None:
        """Take it back. Raises a ``StoreError``, and nothing has changed."""
        await self._writer.put(await self.read(forgetting.remember, gone, book))

    async def purge(self, before: datetime) -> int:
        """Forget for good who became an alias before a time; how many. Raises ``NotSaved``."""
        gone = await self.read(forgetting.due, before)
        if gone:
            marks = Marks(await self.secret(matches.MARKS, KEY_BYTES))
            for one in gone:
                await self._writer.put(await self.read(forgetting.purge, one, marks.of))
        return len(gone)

    async def _explain(self, item: Item, error: Exception) -> StoreError:
        # Never chained to ``error``: a database may quote values in what it says.
        cause = cause_of(error)
        kind = type(cause).__name__
        match fault_of(error):
            case Fault.CONFLICT:
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

    async def tables(self) -> list[StoredTable]:
        """Every live table."""
        return await self.read(matches.live_tables)

    async def live_table(self, table: str) -> StoredTable | None:
        """A table that is not over; None without one."""
        return await self.read(matches.live_table, table)

    async def table(self, table: str) -> StoredTable | None:
        """A table as it was stored last, over or not; None if it is not stored."""
        return await self.read(matches.stored_table, table)

    async def last_table(self, place: str) -> StoredTable | None:
        """The newest table of a place, over or not; None without one."""
        return await self.read(matches.last_table, place) if place else None

    async def match(self, match: str) -> StoredMatch | None:
        """A match with its log; None if it is not stored."""
        return (await self.matches([match])).get(match)

    async def matches(self, of: Sequence[str]) -> dict[str, StoredMatch]:
        """Those of some matches that are stored, with their logs, by their ids."""
        return await self.read(matches.stored_matches, of) if of else {}

    async def playing(self, table: str) -> list[tuple[str, str]]:
        """The matches of a table that have not ended, as (id, chat)."""
        return await self.read(matches.playing, table)

    async def scored(
        self,
        chat: str,
        game: str | None = None,
        match: str | None = None,
        window: Window = EVER,
    ) -> list[ScoredRound]:
        """The finished rounds of a chat in order, of one game or match."""
        return await self.read(totals.scored, chat, game, match, window)

    async def game_totals(
        self, chat: str, window: Window = EVER, *, ranked: bool = False
    ) -> list[GameTotal]:
        """Each person's sum in each game, the most points first; of ranked rounds, or of all."""
        return await self.read(totals.game_totals, chat, window, ranked=ranked)

    async def unranked_rounds(self, chat: str, window: Window = EVER) -> int:
        """How many finished rounds of a chat are settled and have no rank."""
        return await self.read(totals.unranked_rounds, chat, window)

    async def uneven_games(self, chat: str, window: Window = EVER) -> set[str]:
        """Games whose points are not all won from each other."""
        return await self.read(totals.uneven_games, chat, window)

    async def best_rounds(self, chat: str, game: str, options: str) -> dict[str, int]:
        """The most points of each person in one round of a game with these options."""
        return await self.read(totals.best_rounds, chat, game, options)

    async def together(self, chat: str, window: Window = EVER) -> list[Together]:
        """Each person over all games, the best places first."""
        return await self.read(totals.together, chat, window)

    async def latest_match(self, chat: str, window: Window = EVER, person: str = "") -> str | None:
        """The match whose round was finished last in a chat."""
        return await self.read(motions.latest_match, chat, window, person)

    async def person_totals(self, person: str, chat: str = "") -> list[PersonTotal]:
        """One person's sums game by game, in one chat or (empty) in all."""
        return await self.read(motions.person_totals, person, chat)

    async def motion(self, motion: str) -> Motion | None:
        """A motion with its answers; None if it is not stored."""
        return await self.read(motions.stored_motion, motion)

    async def open_motion(
        self, chat: str, kind: str, since: datetime, of: tuple[str, int] | None = None
    ) -> Motion | None:
        """The newest motion of a kind, about a round if given, open and made after a time."""
        return await self.read(motions.open_motion, chat, kind, since, of)

    async def seasons(self, chat: str) -> list[datetime]:
        """When a chat's second season began, its third, and so on."""
        return await self.read(motions.season_starts, chat)

    async def players(self, chat: str, since: datetime) -> list[str]:
        """Who has finished a round in a chat since a time, by their keys."""
        return await self.read(motions.players, chat, since)

    async def cups(self) -> list[StoredCup]:
        """Every tournament that still has something to do."""
        return await self.read(cups.live_cups)

    async def cup(self, cup: str) -> StoredCup | None:
        """A tournament as it was stored last, over or not; None if it is not stored."""
        return await self.read(cups.stored_cup, cup)

    async def last_cup(self, chat: str) -> StoredCup | None:
        """The newest tournament of a chat, over or not; None without one."""
        return await self.read(cups.last_cup, chat)

    async def ended(self, matches_: Sequence[str]) -> list[EndedMatch]:
        """Those of some matches that are over, with their points as they were scored."""
        return await self.read(cups.ended, matches_)

    async def unread(self, person: str = "") -> list[LetterWritten]:
        """The letters that were not sent, or those of a person, the oldest first."""
        return await self.read(unread, person)

    async def noted_places(self) -> list[PlaceNoted]:
        """The places that were opened for tables and not put away."""
        return await self.read(noted)

    async def chat(self, chat: str) -> dict[str, str]:
        """What a chat remembers, under whichever of its keys."""
        return await self.read(wishes.chat_settings, chat)

    async def chats(self, chats: Sequence[str]) -> dict[str, dict[str, str]]:
        """What each of some chats remembers, by the keys that were given."""
        return await self.read(wishes.settings_of_chats, chats)

    async def settings_of(self, key: str) -> list[str]:
        """What all chats remember under keys ``<key>:…``."""
        return await self.read(wishes.settings_of, key)

    async def people(self, people: Sequence[str]) -> dict[str, dict[str, str]]:
        """What each of these people has set, by their keys."""
        return await self.read(wishes.person_settings, people)

    async def watchers(self, chat: str) -> list[tuple[str, str]]:
        """Who wants to be told of tables in a chat, and until when (ISO 8601)."""
        return await self.read(wishes.watchers, chat)

    async def wishes(self, key: str) -> list[tuple[str, str, str]]:
        """What all persons have set under keys ``<key>:…``, as (person, key, value)."""
        return await self.read(wishes.wishes_under, key)

    async def unreachable(self) -> dict[str, Unreachable]:
        """Everybody at whom private messages do not arrive, by their keys."""
        return await self.read(wishes.unreachable)

    async def moved(self) -> dict[str, str]:
        """The keys that chats no longer have, and the ones they have got instead."""
        return await self.read(wishes.moved)

    async def last_beat(self) -> datetime | None:
        """When the program was last seen alive; None before its first time."""
        return await self.read(matches.last_beat)

    async def standstills(self) -> list[StoodStill]:
        """When the service has stood still so far, in order."""
        return await self.read(matches.standstills)

    async def recent_source(self, source: str) -> bool:
        """Whether an action from this source is stored."""
        return await self.read(matches.source_stored, source)

    async def secret(self, name: str, size: int) -> bytes:
        """Random bytes of a name: made once, the same ever after. Raises ``NotSaved``."""
        found = await self.read(matches.stored_secret, name)
        if found is None:
            made = {"name": name, "value": secrets.token_bytes(size), "made": micros(self._clock())}
            await self._writer.put([(Kind.SECRET, made)])
            found = await self.read(matches.stored_secret, name)
        if found is None:
            raise StoreError(f"the secret {name} was not kept")
        return found


def _reads(opened: Opened, later: Later) -> Reads:
    if opened.file is not None:
        return FileReads(opened.file.path, later)
    return ServerReads(opened.engine, later)
