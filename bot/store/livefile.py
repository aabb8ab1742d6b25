"""The file of a database that is open: folded back, copied, and watched."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from bot.store.backups import Backups
from bot.store.copy import reading
from bot.store.diagnosis import no_wal
from bot.store.soundness import examine
from bot.support.oserrors import meaning

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path
    from typing import TypeAlias

    _Known: TypeAlias = tuple[int, int] | None

T = TypeVar("T")


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

    def __init__(self, path: Path, *, unseen: bool = False) -> None:
        self.path = path
        self.backups = Backups(path)
        self.unseen = unseen
        self.condemned = ""
        self._stopping = False
        self._known: dict[Path, _Known] = {}
        # A thread of its own: what waits for a disk must not wait for a picture, too.
        self._thread = ThreadPoolExecutor(1, "database file")
        self._long = ThreadPoolExecutor(1, "database copy")
        # Held open all the time: without any connection SQLite would put its log away.
        self._anchor: sqlite3.Connection | None = None

    async def open(self) -> None:
        """Hold the file open.

        Raises:
            CannotStart: this file system does not let SQLite write ahead.
            sqlite3.Error: it cannot be opened.
        """
        await self._in(self._thread, self._hold)
        wal = self.path.with_name(self.path.name + "-wal")
        self._known = {path: _identity(path) for path in (self.path, wal)}

    def _hold(self) -> None:
        self._anchor = sqlite3.connect(self.path, isolation_level=None, timeout=5.0)
        (mode,) = self._anchor.execute("PRAGMA journal_mode=WAL").fetchone()
        self._anchor.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if mode != "wal":
            raise no_wal(self.path)

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

    async def fold(self) -> None:
        """Bring what is in the log into the file, as far as nobody who reads needs it otherwise.

        Nobody waits for it. Raises ``sqlite3.Error``.
        """
        await self._in(self._thread, self._fold)

    def _fold(self) -> None:
        if self._anchor is not None:
            self._anchor.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    async def back_up(self, now: datetime) -> Path:
        """Make a backup. Raises what ``Backups.make`` raises, or ``sqlite3.Error``."""
        return await self._in(self._long, lambda: self._copied(now))

    def _copied(self, now: datetime) -> Path:
        source = reading(self.path)
        try:
            return self.backups.make(source, now, self._stopped)
        finally:
            source.close()

    async def rescue(self, now: datetime) -> Path:
        """Make a backup of a file that has no name any more, through what holds it open."""
        return await self._in(self._thread, lambda: self._rescued(now))

    def _rescued(self, now: datetime) -> Path:
        if self._anchor is None:
            raise sqlite3.ProgrammingError("not open")
        return self.backups.make(self._anchor, now, self._stopped)

    async def examine(self, busy: Callable[[], bool]) -> bool:
        """Look at all of it; False if that was broken off because ``busy`` said so.

        Raises:
            Damage: it is not sound.
            sqlite3.Error: it cannot be read now.
        """
        whole = await self._in(
            self._long, lambda: examine(self.path, lambda: self._stopping or busy())
        )
        self.unseen = self.unseen and not whole
        return whole

    async def close(self) -> None:
        """Break off what goes on, and let go; twice is once."""
        if self._stopping:
            return
        self._stopping = True
        self._known = {}
        await self._in(self._thread, self._release)
        # Not before the end of what is under way: a thread of ours may hold the file.
        for threads in (self._long, self._thread):
            await asyncio.to_thread(threads.shutdown)

    def _release(self) -> None:
        anchor, self._anchor = self._anchor, None
        if anchor is not None:
            anchor.close()

    def _stopped(self) -> bool:
        return self._stopping

    async def _in(self, threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(threads, work)


def _identity(path: Path) -> _Known:
    """Which file it is, as the system knows it; None where there is none."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FileLost(f"{path}: {meaning(error)}") from error
    return found.st_dev, found.st_ino
