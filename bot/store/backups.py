"""Backups that make themselves: one a day, seven kept, each checked, in a folder of their own."""

from __future__ import annotations

import re
import shlex
import sqlite3
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bot.store.copy import copy
from bot.store.folder import BACKUPS, make_private
from bot.store.soundness import Damage, examine

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KEPT = 7
EVERY = timedelta(days=1)
PATIENCE = 20.0
"""Seconds for finding the newest good one when there is need of it."""

_STAMP = "%Y%m%d-%H%M%S"


class Backups:
    """Those of one database."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.folder = file.parent / BACKUPS
        self._name = re.compile(rf"{re.escape(file.stem)}-(\d{{8}}-\d{{6}})\.db")

    def all(self) -> list[tuple[datetime, Path]]:
        """When each was made, and where it is, the newest first."""
        if not self.folder.is_dir():
            return []
        found = []
        for path in self.folder.iterdir():
            match = self._name.fullmatch(path.name)
            if match is not None:
                found.append((datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC), path))
        return sorted(found, reverse=True)

    def due(self, now: datetime) -> bool:
        """Whether it is time for another; a clock that was set back asks for one as well."""
        made = self.all()
        return not made or abs(now - made[0][0]) >= EVERY

    def make(
        self, source: sqlite3.Connection, now: datetime, stop: Callable[[], bool] = bool
    ) -> Path:
        """Make one of what a connection sees, and let go of those that are too many.

        Raises:
            NotCopied: it cannot be made; all that were there still are.
            GivenUp: ``stop`` said so.
            OSError: there can be no folder for it.
        """
        make_private(self.folder)
        target = self.folder / f"{self._file.stem}-{now.astimezone(UTC).strftime(_STAMP)}.db"
        copy(source, target, stop)
        others = [path for _, path in self.all() if path != target]
        for path in others[KEPT - 1 :]:
            path.unlink(missing_ok=True)
        return target

    def newest_good(self) -> Path | None:
        """The newest that is sound, as far as a while is enough to see."""
        until = time.monotonic() + PATIENCE
        for _, path in self.all():
            try:
                examine(path, lambda: time.monotonic() > until)
            except (Damage, sqlite3.Error):
                continue
            return path
        return None

    def advice(self) -> str:
        """What to do about a database that cannot be used, as the second half of a line."""
        good = self.newest_good()
        if good is None:
            return (
                f"there is no good backup in {self.folder}; bring back a copy of your own with"
                " python -m bot restore FILE, or move the damaged file away to begin anew"
            )
        return (
            f"bring back the newest good backup with python -m bot restore {shlex.quote(str(good))}"
        )
