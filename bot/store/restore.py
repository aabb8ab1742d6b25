"""Putting a copy in the place of the database; what was there is kept beside it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.store.folder import open_private, prepare_folder
from bot.store.lock import FileLock
from bot.store.revisions import known
from bot.store.soundness import Damage, examine
from bot.store.url import file_of, parse
from bot.support.errors import CannotStart
from bot.support.oserrors import meaning

if TYPE_CHECKING:
    from pathlib import Path

_LOGS = ("-wal", "-journal")
"""What belongs to a database and stands in a file beside it."""


def restore(url: str, copy: Path) -> str:
    """Make a copy the database that the next start opens.

    Args:
        url: the database's, with no program running on it.
        copy: a whole database; the log beside it, if there is one, is put in.

    Returns:
        What was done, as a line.

    Raises:
        CannotStart: it cannot be done; the database is as it was.
        ValueError: neither SQLite nor PostgreSQL.
    """
    file = file_of(parse(url))
    if file is None:
        raise CannotStart("only SQLite is brought back here; for PostgreSQL use pg_restore")
    copy = copy.absolute()
    if copy == file or (file.exists() and copy.exists() and copy.samefile(file)):
        raise CannotStart(f"{copy} is the database itself: name a copy of it")
    prepare_folder(file)
    lock = FileLock(file.with_name(file.name + ".lock"))
    fresh = file.with_name(file.name + ".restoring")
    try:
        _prepare(copy, fresh)
        aside = _put_aside(file)
        fresh.replace(file)
        _settle(file.parent)
    except Damage as damage:
        raise CannotStart(f"{copy} is no good ({damage}): take another copy") from damage
    except sqlite3.Error as error:
        raise CannotStart(f"{copy} cannot be read ({error}): take another copy") from error
    except OSError as error:
        place = error.filename or copy
        raise CannotStart(f"{place} cannot be used: {meaning(error)}") from error
    finally:
        _remove(fresh)
        lock.release()
    kept = f"; what was there is kept as {aside}" if aside else ""
    return f"{file} is {copy.name} now{kept}"


def _prepare(copy: Path, fresh: Path) -> None:
    """One whole file of the copy, on the disk, looked at from end to end."""
    if copy.is_dir():
        raise CannotStart(f"{copy} is a folder: name a file in it")
    if not copy.is_file():
        raise CannotStart(f"there is no file {copy}: look for one in the folder of backups")
    _remove(fresh)
    for end in ("", *_LOGS):
        beside = copy.with_name(copy.name + end)
        if beside.exists():
            target = fresh.with_name(fresh.name + end)
            os.close(open_private(target))
            shutil.copyfile(beside, target)
    if not fresh.stat().st_size:
        raise Damage("it is empty")
    examine(fresh, mode="rw")
    with closing(sqlite3.connect(fresh)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    if not found or not {revision for (revision,) in found} <= set(known()):
        raise Damage("it was written by a newer version of the program")
    with fresh.open("rb+") as written:
        os.fsync(written.fileno())


def _put_aside(file: Path) -> Path | None:
    """Where the present database is kept from now on; None without one.

    Its log goes with it: beside another file it would be taken for that one's.
    """
    if not file.exists() and not file.with_name(file.name + "-wal").exists():
        return None
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    aside = file.with_name(f"{file.name}.before-{stamp}")
    for end in ("", *_LOGS):
        old = file.with_name(file.name + end)
        if old.exists():
            old.replace(aside.with_name(aside.name + end))
    file.with_name(file.name + "-shm").unlink(missing_ok=True)
    return aside


def _settle(folder: Path) -> None:
    """Have the disk know the new names, where a system lets folders be told to."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _remove(file: Path) -> None:
    for end in ("", *_LOGS, "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)
