"""One process a database file: a lock beside it that the system drops when the process dies."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.store.folder import open_private
from bot.support.errors import CannotStart
from bot.support.oserrors import meaning

if TYPE_CHECKING:
    from pathlib import Path


_LONGEST = 20
"""Characters of a process's number."""


class AlreadyRunning(CannotStart):
    """Another process has the database open."""


if sys.platform == "win32":
    import msvcrt

    _HELD = (errno.EACCES, errno.EDEADLK)

    def _take(handle: int) -> None:
        # Far behind what is written there, which others may read meanwhile.
        os.lseek(handle, 1 << 20, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    _HELD = (errno.EWOULDBLOCK, errno.EAGAIN)

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """Held from its making until ``release``.

    Raises:
        AlreadyRunning: somebody else holds it.
        CannotStart: nothing can be locked there.
    """

    def __init__(self, path: Path) -> None:
        self._handle: int | None = None
        try:
            self._handle = open_private(path)
        except OSError as error:
            raise CannotStart(f"{path} cannot be made: {meaning(error)}") from error
        try:
            _take(self._handle)
        except OSError as error:
            holder = _holder(self._handle)
            self.release()
            if error.errno in _HELD:
                raise AlreadyRunning(
                    f"another process is running on this database ({path} is locked{holder});"
                    " stop it first"
                ) from error
            raise CannotStart(
                f"{path} cannot be locked ({os.strerror(error.errno or 0)}): this file system has"
                " no locks (a network folder?); keep the database on a disk of this machine"
            ) from error
        self._sign(self._handle)

    def _sign(self, handle: int) -> None:
        with suppress(OSError):  # it is only told to whoever comes second
            os.truncate(handle, 0)
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Release the lock. The file stays: without it two processes could lock two files."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _holder(handle: int) -> str:
    """Which process says that it holds the lock, as " by process 123"; empty if none does."""
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        text = os.read(handle, _LONGEST).decode("ascii", "replace").strip()
    except OSError:
        return ""
    return f" by process {text}" if text.isdecimal() else ""
