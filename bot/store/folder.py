"""The folder of the database and the files in it: for the user of the program alone.

They hold seeds and the key that the page's names are signed with. What the machine's umask says
does not matter; where a file system has no such rights (FAT, some network folders), nothing is
said: whoever mounted it decides there.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from bot.support.errors import CannotStart
from bot.support.oserrors import meaning

FILE, FOLDER = 0o600, 0o700
BESIDE = ("", "-wal", "-shm", "-journal", ".lock")
"""What stands after the database's name in the names of its files."""

BACKUPS = "backups"


def prepare_folder(file: Path) -> None:
    """Make the folder of a database, and close it to others if nothing else is in it.

    Raises:
        CannotStart: it cannot be made.
    """
    make_folder(file)
    if _is_ours(file.parent, file.name):
        _tighten(file.parent, FOLDER)


def make_folder(file: Path) -> list[Path]:
    """Make the folder of a database.

    Returns:
        What was made, the outermost first.

    Raises:
        CannotStart: there can be none, or the name stands for something else than a file.
    """
    try:
        made = _make(file.parent)
        if file.exists() and not file.is_file():
            what = "a folder" if file.is_dir() else "no ordinary file"
            raise CannotStart(f"{file} is {what}: name a file in DATABASE_URL")
        for end in BESIDE[1:]:
            beside = file.with_name(file.name + end)
            if beside.exists() and not beside.is_file():
                what = "a folder" if beside.is_dir() else "no ordinary file"
                raise CannotStart(f"{beside} is {what}: move it away, a file of its name is made")
    except OSError as error:
        place = error.filename or file.parent
        raise CannotStart(f"the folder {place} cannot be used: {meaning(error)}") from error
    return made


def prepare_file(file: Path) -> None:
    """Make the database's file where there is none, and keep others out of all that are its.

    SQLite gives the files beside it the rights of this one. Only while it has not opened it: a file
    that is closed here would drop the locks that SQLite holds on it.

    Raises:
        CannotStart: it may not be read and written.
    """
    try:
        os.close(open_private(file))
        for end in BESIDE:
            beside = file.with_name(file.name + end)
            if beside.exists():
                _tighten(beside, FILE)
    except OSError as error:
        raise CannotStart(f"{file} cannot be written to: {meaning(error)}") from error


def open_private(file: Path, more: int = 0) -> int:
    """A descriptor of a file for reading and writing, made where there is none. ``OSError``."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT | more, FILE)
    with suppress(OSError):
        os.chmod(file, FILE)
    return handle


def make_private(folder: Path) -> None:
    """Make a folder for this user alone; one that is there is closed to others. ``OSError``."""
    folder.mkdir(mode=FOLDER, exist_ok=True)
    _tighten(folder, FOLDER)


def _make(folder: Path) -> list[Path]:
    if folder.is_dir():
        return []
    if os.path.lexists(folder):
        folder.stat()  # a link that leads nowhere, or in a circle, says so itself
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    made = _make(folder.parent)
    make_private(folder)
    return [*made, folder]


def _is_ours(folder: Path, name: str) -> bool:
    """Whether there is nothing in it but the database: then it is closed to others, too."""
    return all(found == BACKUPS or found.startswith(name) for found in os.listdir(folder))


def _tighten(path: Path, mode: int) -> None:
    if stat.S_IMODE(path.stat().st_mode) != mode:
        with suppress(OSError):
            path.chmod(mode)
