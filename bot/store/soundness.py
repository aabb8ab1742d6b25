"""Whether a SQLite file is whole: what is damaged is found before anybody plays on it."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING

from bot.store.diagnosis import of_sqlite
from bot.support.errors import CannotStart
from bot.support.oserrors import meaning

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

QUICK = 1.0
"""Seconds that a look at the start may take."""

STEPS = 10_000
"""SQLite's steps between two looks at the clock, well below a millisecond."""

_MAGIC = b"SQLite format 3\0"
_HEADER = 100
_LARGEST = 65536


class Damage(Exception):
    """A file is damaged, or no file of ours; the text says what is wrong with it."""


def looked_at(file: Path, seconds: float = QUICK) -> bool:
    """Whether all of a file could be looked at in some seconds; what was seen is sound.

    Nobody else may have it open: what a kill has left beside it is put in.

    Raises:
        Damage: it is not sound.
        CannotStart: it cannot be read at all.
    """
    until = time.monotonic() + seconds
    try:
        _look_at_header(file)
        with closing(_connected(file, "rw")) as connection:
            whole = _checked(connection, "quick_check", lambda: time.monotonic() > until)
            _look_at_tables(connection)
    except sqlite3.Error as error:
        raise _meant(file, error) from error
    except OSError as error:
        raise CannotStart(f"{file} cannot be read: {meaning(error)}") from error
    return whole


def examine(file: Path, stop: Callable[[], bool] = lambda: False, mode: str = "ro") -> bool:
    """Look at every page, row and reference, also while the program runs.

    Args:
        file: a database.
        stop: asked every now and then whether to break off.
        mode: ``ro``, or ``rw`` where what a kill has left beside it is to be put in.

    Returns:
        False where it was broken off.

    Raises:
        Damage: it is not sound.
        sqlite3.Error: it cannot be read now.
    """
    try:
        with closing(_connected(file, mode)) as connection:
            whole = _checked(connection, "integrity_check", stop)
            _look_at_tables(connection)
            strays = _broken_off(connection, stop, "PRAGMA foreign_key_check") if whole else None
    except sqlite3.DatabaseError as error:
        if _is_damage(error):
            raise Damage(str(error)) from error
        raise
    if strays:
        raise Damage("rows refer to others that are not there")
    return strays is not None


def _look_at_header(file: Path) -> None:
    """SQLite takes a file that has lost its end for a shorter one until it needs the rest."""
    with file.open("rb") as opened:
        header = opened.read(_HEADER)
    if not header.startswith(_MAGIC[: len(header)]) or len(header) < _HEADER:
        raise Damage("file is not a database")
    size = int.from_bytes(header[16:18])
    pages = int.from_bytes(header[28:32])
    counted = header[24:28] == header[92:96]  # else its length is not noted there
    wal = file.with_name(file.name + "-wal")
    if wal.exists() and wal.stat().st_size:
        return
    if counted and file.stat().st_size < pages * (_LARGEST if size == 1 else size):
        raise Damage("its end is missing")


def _look_at_tables(connection: sqlite3.Connection) -> None:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    if found and ("alembic_version",) not in found:
        raise Damage("it is a database of another program")
    if not found:
        return
    try:
        versions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.OperationalError as error:
        if _no_such_column(error):
            raise Damage("its version cannot be read") from error
        raise
    if any(not isinstance(version, str) for (version,) in versions):
        raise Damage("its version cannot be read")


def _no_such_column(error: sqlite3.OperationalError) -> bool:
    return "no such column" in str(error)


def _checked(connection: sqlite3.Connection, pragma: str, stop: Callable[[], bool]) -> bool:
    """Whether a check came to its end. Raises ``Damage``."""
    verdict = _broken_off(connection, stop, f"PRAGMA {pragma}(1)")
    if verdict is None:
        return False
    if verdict != [("ok",)]:
        raise Damage(str(verdict[0][0]).replace("\n", " "))
    return True


def _broken_off(
    connection: sqlite3.Connection, stop: Callable[[], bool], query: str
) -> list[tuple[object, ...]] | None:
    """What a query finds; None where it was stopped."""
    connection.set_progress_handler(stop, STEPS)
    try:
        return connection.execute(query).fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return None
        raise
    finally:
        connection.set_progress_handler(None, STEPS)


def _connected(file: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{file.as_uri()}?mode={mode}", uri=True, timeout=2.0)
    connection.text_factory = lambda raw: raw.decode(errors="replace")
    return connection


def _meant(file: Path, error: sqlite3.Error) -> Exception:
    if isinstance(error, sqlite3.DatabaseError) and _is_damage(error):
        return Damage(str(error))
    return CannotStart(f"{file}: {of_sqlite(error)}")


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    name = getattr(error, "sqlite_errorname", "")
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT"))
