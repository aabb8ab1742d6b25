"""The file of a database that is open: folded back, copied, and watched."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from bot.store.backups import Backups
from bot.store.copy import reading
from bot.store.diagnosis import no_wal
from bot.store.soundness import examine
from bot.support.clock import in_loop
from bot.support.errors import CannotStart
from bot.support.oserrors import meaning
from bot.support.workers import NotDone, Overdue, Workers

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path
    from typing import TypeAlias

    from bot.support.clock import Later

    _Known: TypeAlias = tuple[int, int] | None

T = TypeVar("T")

LIMIT = 30.0
"""Seconds that something short may take on the slowest disk."""

SLOWEST = 2**18
"""Bytes a second that can be read, written and looked at on the slowest disk."""


class FileLost(OSError):
    """The file is not the one that was opened: what is written now is lost with the process."""


class LiveFile:
    """Made by ``open``, in the folder's lock; must be closed before that is given back.

    Attributes:
        path: the database.
        backups: those that make themselves.
        unseen: whether the look at the start came to no end.
        condemned: why it is given up; empty while it is not.
    """

    def __init__(self, path: Path, later: Later = in_loop, *, unseen: bool = False) -> None:
        self.path = path
        self.backups = Backups(path)
        self.unseen = unseen
        self.condemned = ""
        self._stopping = False
        self._known: dict[Path, _Known] = {}
        # Threads of their own: what waits for a disk must not wait for a picture, too.
        self._short = Workers("database file", later, at_once=1, limit=LIMIT)
        self._long = Workers("database copy", later, at_once=1, limit=LIMIT)
        # Held open all the time: without any connection SQLite would put its log away.
        self._anchor: sqlite3.Connection | None = None

    async def open(self) -> None:
        """Hold the file open.

        Raises:
            CannotStart: this file system does not let SQLite write ahead.
            sqlite3.Error: it cannot be opened.
        """
        try:
            self._anchor = await self._short.do(self._held)
        except NotDone as error:
            raise CannotStart(f"{self.path}: its disk does not answer") from error
        wal = self.path.with_name(self.path.name + "-wal")
        self._known = {path: _identity(path) for path in (self.path, wal)}

    def _held(self) -> sqlite3.Connection:
        # For whichever thread comes next: one that hangs is replaced.
        anchor = sqlite3.connect(
            self.path, isolation_level=None, timeout=5.0, check_same_thread=False
        )
        (mode,) = anchor.execute("PRAGMA journal_mode=WAL").fetchone()
        anchor.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if mode != "wal":
            anchor.close()
            raise no_wal(self.path)
        return anchor

    def check(self) -> None:
        """Make sure that the file and its log are those that were opened; two looks, no more.

        Raises:
            FileLost: one of them was deleted or replaced, or it was given up.
        """
        if self.condemned:
            raise FileLost(self.condemned)
        for path, known in self._known.items():
            if _identity(path) != known:
                raise FileLost(
                    f"{path} was deleted or replaced while the program runs; what is stored is"
                    " saved to the backups if that can be done. Stop the program and look at"
                    f" {self.backups.folder}"
                )

    def condemn(self, why: str) -> None:
        """It is damaged: nothing counts as stored from now on."""
        self.condemned = why

    @property
    def lost(self) -> bool:
        """Whether ``check`` would raise."""
        try:
            self.check()
        except FileLost:
            return True
        return False

    @property
    def workers(self) -> tuple[Workers, ...]:
        """The threads that wait for its disk."""
        return self._short, self._long

    async def fold(self) -> None:
        """Bring what is in the log into the file, as far as nobody who reads needs it otherwise.

        Nobody waits for it. Raises ``sqlite3.Error``, ``NotDone``.
        """
        await self._through(self._fold)

    def _fold(self, anchor: sqlite3.Connection) -> None:
        anchor.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    async def back_up(self, now: datetime) -> Path:
        """Make a backup. Raises what ``Backups.make`` raises, ``sqlite3.Error`` or ``NotDone``."""
        return await self._long.do(lambda: self._copied(now), self._time())

    def _copied(self, now: datetime) -> Path:
        source = reading(self.path)
        try:
            return self.backups.make(source, now, self._stopped)
        finally:
            source.close()

    async def rescue(self, now: datetime) -> Path:
        """Make a backup of a file that has no name any more, through what holds it open."""
        make = self.backups.make
        return await self._through(lambda anchor: make(anchor, now, self._stopped), self._time())

    async def examine(self, busy: Callable[[], bool]) -> bool:
        """Look at all of it; False if that was broken off because ``busy`` said so.

        Raises:
            Damage: it is not sound.
            sqlite3.Error: it cannot be read now.
            NotDone: it hangs.
        """
        whole = await self._long.do(
            lambda: examine(self.path, lambda: self._stopping or busy()), self._time()
        )
        self.unseen = self.unseen and not whole
        return whole

    async def close(self, patience: float) -> None:
        """Break off what goes on, and let go; twice is once.

        Not before the end of what is under way, for a thread of ours may hold the file: but what
        hangs is waited for at most ``patience`` seconds.
        """
        if self._stopping:
            return
        self._stopping = True
        self._known = {}
        anchor, self._anchor = self._anchor, None
        letting_go = asyncio.ensure_future(self._short.do(anchor.close)) if anchor else None
        await asyncio.gather(*(workers.rest(patience) for workers in self.workers))
        for workers in self.workers:
            workers.close()
        if letting_go is not None:
            await asyncio.gather(letting_go, return_exceptions=True)

    def _stopped(self) -> bool:
        return self._stopping

    def _time(self) -> float:
        """Seconds that going through all of it may take."""
        with suppress(OSError):
            return LIMIT + os.stat(self.path).st_size / SLOWEST
        return LIMIT

    async def _through(
        self, work: Callable[[sqlite3.Connection], T], limit: float | None = None
    ) -> T:
        """What is done through the connection that is held; one that hangs is replaced."""
        if self._anchor is None:
            raise sqlite3.ProgrammingError("not open")
        anchor = self._anchor
        try:
            return await self._short.do(lambda: work(anchor), limit)
        except Overdue:
            self._anchor = None if self._stopping else await self._short.do(self._held)
            raise


def _identity(path: Path) -> _Known:
    """Which file it is, as the system knows it; None where there is none."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FileLost(f"{path}: {meaning(error)}") from error
    return found.st_dev, found.st_ino
