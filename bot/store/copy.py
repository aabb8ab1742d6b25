"""A copy of the database while the program runs."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from bot.store.folder import open_private
from bot.store.soundness import Damage, examine
from bot.store.url import file_of, parse
from bot.support.oserrors import meaning

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PAGES = 256
"""Pages copied at a time; between them the copy can be given up."""


class NotCopied(Exception):
    """There is no copy; the text says why."""


class GivenUp(Exception):
    """Somebody has asked to stop."""


def backup(url: str, target: Path) -> int:
    """Copy a SQLite database to a new file, whole and as of one moment, also in mid-game.

    Args:
        url: the database's.
        target: a file that is not there yet.

    Returns:
        Bytes of the copy.

    Raises:
        NotCopied: no SQLite, no such database, the file is there, or it cannot be written.
        ValueError: neither SQLite nor PostgreSQL.
    """
    source = file_of(parse(url))
    if source is None:
        raise NotCopied("only SQLite is copied here; for PostgreSQL use pg_dump")
    if not source.is_file():
        raise NotCopied(f"there is no database at {source}")
    try:
        with closing(reading(source)) as connection:
            return copy(connection, target)
    except sqlite3.Error as error:
        raise NotCopied(f"{source} cannot be read: {error}") from error


def copy(source: sqlite3.Connection, target: Path, stop: Callable[[], bool] = bool) -> int:
    """Copy what a connection sees now to a new file for this user alone, and check the copy.

    Args:
        source: in no transaction; whoever writes meanwhile does not wait for it.
        target: a file that is not there yet.
        stop: asked every now and then whether to give it up.

    Returns:
        Bytes of the copy.

    Raises:
        NotCopied: it is there, cannot be written, or would be no good.
        GivenUp: ``stop`` said so.
    """
    if target.exists():
        raise NotCopied(f"{target} is there already; nothing was overwritten")
    unfinished = target.with_name(target.name + ".part")
    try:
        _written(source, unfinished, stop)
        examine(unfinished, stop)
        if stop():
            raise GivenUp
        unfinished.replace(target)
        return target.stat().st_size
    except Damage as error:
        raise NotCopied("the database is damaged; the copy was thrown away") from error
    except sqlite3.Error as error:
        raise NotCopied(f"{target}: {error}") from error
    except OSError as error:
        raise NotCopied(f"{target}: {meaning(error)}") from error
    finally:
        unfinished.unlink(missing_ok=True)


def _written(source: sqlite3.Connection, target: Path, stop: Callable[[], bool]) -> None:
    def going_on(*_: int) -> None:
        if stop():
            raise GivenUp

    target.unlink(missing_ok=True)
    os.close(open_private(target, os.O_EXCL))
    with closing(sqlite3.connect(target)) as other:
        # The disk is waited for once, at the end: tables want it meanwhile.
        other.execute("PRAGMA synchronous=OFF")
        # All from one moment, so that nobody's writing makes it begin again.
        source.execute("BEGIN")
        try:
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(other, pages=PAGES, progress=going_on)
        finally:
            source.execute("ROLLBACK")
        # A single file is easier to keep than one with its log beside it.
        other.execute("PRAGMA journal_mode=DELETE")
    with target.open("rb+") as written:
        os.fsync(written.fileno())


def reading(file: Path) -> sqlite3.Connection:
    """A connection that only reads, in no transaction. Raises ``sqlite3.Error``."""
    return sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, isolation_level=None)
