"""A copy of the database while the program runs, and a look at it from outside."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from alembic.script import ScriptDirectory

from bot.store.db import file_of, parse
from bot.store.migrate import MIGRATIONS

if TYPE_CHECKING:
    from pathlib import Path

PAGES = 256
"""Pages copied at a time; between them the program gets its turn to write."""


class NotCopied(Exception):
    """There is no copy; the text says why."""


def backup(url: str, target: Path) -> int:
    """Copy a SQLite database to a new file, whole and as of one moment, also in mid-game.

    Args:
        url: the database's.
        target: a file that is not there yet.

    Returns:
        Bytes of the copy.

    Raises:
        NotCopied: no SQLite, no such database, the file is there, or it cannot be written.
    """
    source = file_of(parse(url))
    if source is None:
        raise NotCopied("only SQLite is copied here; for PostgreSQL use pg_dump")
    if not source.is_file():
        raise NotCopied(f"there is no database at {source}")
    if target.exists():
        raise NotCopied(f"{target} is there already; nothing was overwritten")
    unfinished = target.with_name(target.name + ".part")
    try:
        with closing(_reading(source)) as one, closing(sqlite3.connect(unfinished)) as other:
            one.backup(other, pages=PAGES)
            # A single file is easier to keep than one with its log beside it.
            other.execute("PRAGMA journal_mode=DELETE")
            (verdict,) = other.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise NotCopied("the database is damaged; the copy was thrown away")
        unfinished.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise NotCopied(f"{target}: {error}") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return target.stat().st_size


def condition(url: str) -> tuple[bool, str]:
    """Whether a database can be used, and in a few words how it is; nothing is changed.

    Raises:
        ValueError: neither SQLite nor PostgreSQL.
    """
    file = file_of(parse(url))
    if file is None:
        return True, "PostgreSQL: looked at when the program starts"
    if not file.exists():
        return True, f"{file} will be made at the first start"
    newest = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    try:
        with closing(_reading(file)) as connection:
            (verdict,) = connection.execute("PRAGMA quick_check").fetchone()
            found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.Error as error:
        return False, f"{file} cannot be read: {error}"
    if verdict != "ok":
        return False, f"{file} is damaged; take the last backup"
    known = {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
    if not {revision for (revision,) in found} <= known:
        return False, f"{file} was written by a newer version of the program"
    old = "" if found == [(newest,)] else ", will be brought to the newest form at the next start"
    return True, f"{file}, {file.stat().st_size // 1024} KB{old}"


def _reading(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
