"""One process a database file: a lock beside it that the system drops when the process dies."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class AlreadyRunning(Exception):
    """Another process has the database open."""


if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """Held from its making until ``release``.

    Raises:
        AlreadyRunning: somebody else holds it.
    """

    def __init__(self, path: Path) -> None:
        self._handle: int | None = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(self._handle)
        except OSError as error:
            self.release()
            text = f"another process is running on this database ({path} is locked); stop it first"
            raise AlreadyRunning(text) from error

    def release(self) -> None:
        """Let others in. The file stays: removing it would let two in at once."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
