"""How a database is, really looked at, with nothing changed."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from bot.store.backups import Backups
from bot.store.db import make_engine
from bot.store.diagnosis import cannot_open, no_wal, of_sqlite
from bot.store.folder import make_folder, prepare_file
from bot.store.lock import AlreadyRunning, FileLock
from bot.store.opening import look_at
from bot.store.revisions import check, known
from bot.store.server import check_fit, check_rights, revisions
from bot.store.soundness import Damage, examine
from bot.store.url import file_of, parse, place_of
from bot.support.errors import CannotStart
from bot.support.oserrors import meaning

if TYPE_CHECKING:
    from sqlalchemy.engine import URL


async def condition(url: str) -> tuple[bool, str]:
    """Whether the program can start on a database, and in a few words how it is.

    What a start would say is said here; what a start would make is not.
    """
    try:
        parsed = parse(url)
        file = file_of(parsed)
        if file is not None:
            return True, await asyncio.to_thread(_of_file, file, parsed)
        return True, await _of_server(parsed)
    except (CannotStart, ValueError) as error:
        return False, str(error)


def _of_file(file: Path, url: URL) -> str:
    made: list[Path] = []
    try:
        made = make_folder(file)
        running = _is_running(file)
        if not running:
            _try_folder(file)
        if not file.exists() or not file.stat().st_size:
            look_at(file)
            _try_file(file)
            return f"{file} will be made at the first start"
        return _sound(file, running=running)
    except OSError as error:
        place = error.filename or file
        raise CannotStart(f"{place} cannot be used: {meaning(error)}") from error
    except sqlite3.Error as error:
        raise (cannot_open(error, url) or error) from error
    finally:
        for folder in reversed(made):
            folder.rmdir()


def _is_running(file: Path) -> bool:
    path = file.with_name(file.name + ".lock")
    there = path.exists()
    try:
        lock = FileLock(path)
    except AlreadyRunning:
        return True
    except CannotStart:
        if not there:
            path.unlink(missing_ok=True)
        raise
    if not there:  # while it is held: nobody else can have it
        path.unlink()
    lock.release()
    return False


def _try_file(file: Path) -> None:
    """Make it, if it is not there, and take it away again."""
    there = file.exists()
    prepare_file(file)
    if not there:
        file.unlink()


def _try_folder(file: Path) -> None:
    """Write ahead in a folder beside it, and take that away again."""
    probe = Path(tempfile.mkdtemp(prefix=".pokertable-", dir=file.parent))
    try:
        with closing(sqlite3.connect(probe / "t.db", isolation_level=None)) as connection:
            (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
            if mode != "wal":
                raise no_wal(file)
            connection.execute("CREATE TABLE t (n INTEGER)")
    finally:
        shutil.rmtree(probe, ignore_errors=True)


def _sound(file: Path, *, running: bool) -> str:
    if running:
        try:
            examine(file)
        except Damage as damage:
            raise CannotStart(f"{file} is damaged ({damage}): {Backups(file).advice()}") from damage
        except sqlite3.Error as error:
            raise CannotStart(f"{file}: {of_sqlite(error)}") from error
    else:
        look_at(file)
        _try_file(file)
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    state = ", in use now" if running else ""
    return f"{file}, {file.stat().st_size // 1024} KB{state}{_age(found)}"


async def _of_server(url: URL) -> str:
    try:
        engine = make_engine(url)
        try:
            async with engine.connect() as connection:
                await connection.run_sync(check_fit, url)
                found = await connection.run_sync(revisions)
                age = _age(found) if found else ", its tables will be made at the first start"
                if age:
                    await connection.run_sync(check_rights, url)
        finally:
            await engine.dispose()
    except Exception as error:
        told = cannot_open(error, url)
        if told is None:
            raise
        raise told from error
    return f"{place_of(url)}{age}"


def _age(found: list[tuple[str]]) -> str:
    """What comes of its form at the next start. Raises ``DatabaseNewer``."""
    check(revision for (revision,) in found)
    newest = found == [(known()[-1],)]
    return "" if newest else ", will be brought to the newest form at the next start"
