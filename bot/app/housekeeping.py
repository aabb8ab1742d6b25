"""What keeps the database's file in order while the program runs."""

from __future__ import annotations

import logging
import sqlite3
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.store.copy import GivenUp, NotCopied
from bot.store.soundness import Damage
from bot.support.errors import log_bug
from bot.support.workers import NotDone

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from bot.store.livefile import LiveFile
    from bot.support.clock import Clock

log = logging.getLogger(__name__)

LOOK = 2.0
"""Seconds between two looks at what there is to do."""

FOLD = 20.0
"""Seconds after which the log is folded back under load; when it is quiet, at the next look."""

SETTLED = 60.0
"""Seconds that the program has run before its first backup: a start has enough to do."""

AGAIN = 3600.0
"""Seconds until a backup that failed is tried again."""

QUIET = 30.0
"""Seconds without a write before a deep look begins; it is broken off by the next one."""

DEEP = timedelta(days=1)


class Housekeeping:
    """Looks after one file.

    Args:
        file: what is looked after.
        written: how many commits there have been; what has not changed needs nothing.
        clock: the time.
        backups: whether there is one a day.
    """

    def __init__(
        self, file: LiveFile, written: Callable[[], int], clock: Clock, *, backups: bool
    ) -> None:
        self._file = file
        self._written = written
        self._clock = clock
        self._backups = backups
        began = clock.now()
        self._seen = written()
        self._folded = -1  # what the start has stored is in the log, too
        self._changed = self._folded_at = began
        self._backup_at = began + timedelta(seconds=SETTLED)
        self._examined = began - DEEP if file.unseen else began
        self._rescued = False

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            await self._clock.sleep(LOOK)
            await self.look()

    async def look(self) -> None:
        """Do what is due. What goes wrong is logged, and the next look comes."""
        now = self._clock.now()
        try:
            if self._file.condemned:
                return
            if self._file.lost:
                await self._rescue(now)
                return
            self._rescued = False
            await self._fold(now)
            if self._backups and now >= self._backup_at:
                await self._back_up(now)
            await self._examine(now)
        except Exception as error:  # noqa: BLE001  (tables go on)
            log_bug(log, "housekeeping failed", error)

    async def _fold(self, now: datetime) -> None:
        written = self._written()
        quiet = written == self._seen
        if not quiet:
            self._seen, self._changed = written, now
        if written == self._folded:
            return
        if quiet or abs(now - self._folded_at) >= timedelta(seconds=FOLD):
            self._folded_at = now
            try:
                await self._file.fold()
            except (sqlite3.Error, NotDone) as error:
                log.warning("log not folded back reason=%s", type(error).__name__)
            else:
                self._folded = written

    async def _back_up(self, now: datetime) -> None:
        self._backup_at = now + timedelta(seconds=SETTLED)
        if not self._file.backups.due(now):
            return
        try:
            made = await self._file.back_up(now)
        except (NotCopied, OSError, sqlite3.Error) as error:
            self._backup_at = now + timedelta(seconds=AGAIN)
            log.error("no backup was made: %s", error)  # noqa: TRY400  (no stack: it is said)
        except NotDone:
            self._backup_at = now + timedelta(seconds=AGAIN)
            log.error("no backup was made: the disk does not answer")  # noqa: TRY400
        except GivenUp:
            return
        else:
            log.info("backup made file=%s", made)

    async def _rescue(self, now: datetime) -> None:
        """Save what only this process can still see, once."""
        if self._rescued:
            return
        self._rescued = True
        try:
            made = await self._file.rescue(now)
        except (NotCopied, GivenUp, NotDone, OSError, sqlite3.Error) as error:
            log.critical("the database's file is gone, and it could not be saved: %s", error)
        else:
            log.critical(
                "the database's file was deleted or replaced; all that was stored is saved in %s."
                " Stop the program and bring it back with: python -m bot restore %s", made, made,
            )  # fmt: skip

    async def _examine(self, now: datetime) -> None:
        """Look at all of it once a day, when nothing is going on."""
        begun = self._written()
        if abs(now - self._examined) < DEEP or now - self._changed < timedelta(seconds=QUIET):
            return
        try:
            if await self._file.examine(lambda: self._written() != begun):
                self._examined = now
        except Damage as damage:
            self._examined = now
            self._file.condemn(f"{self._file.path} is damaged ({damage})")
            log.critical(
                "%s is damaged (%s); nothing more is stored in it. Stop the program: %s",
                self._file.path, damage, self._file.backups.advice(),
            )  # fmt: skip
        except (sqlite3.Error, NotDone) as error:
            self._examined = now
            log.warning("not looked at reason=%s", type(error).__name__)
