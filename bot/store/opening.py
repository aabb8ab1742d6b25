"""Opening a database: everything that can be in the way is found here, and said in one line."""

from __future__ import annotations

import asyncio
import glob
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.store.backups import Backups
from bot.store.db import make_engine, take_turns, whole
from bot.store.diagnosis import cannot_open
from bot.store.folder import prepare_file, prepare_folder
from bot.store.livefile import LiveFile
from bot.store.lock import FileLock
from bot.store.revisions import bring_up
from bot.store.server import check_fit
from bot.store.soundness import Damage, looked_at
from bot.store.url import file_of, parse
from bot.support.errors import CannotStart

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy.engine import URL
    from sqlalchemy.ext.asyncio import AsyncEngine

    from bot.support.clock import Later

PATIENCE = 10.0
"""Seconds that a file is waited for where nobody is in a hurry."""


@dataclass
class Opened:
    """A database that is open and at the newest schema; what a server keeps has no file."""

    engine: AsyncEngine
    file: LiveFile | None = None
    lock: FileLock | None = None

    async def close(self, patience: float = PATIENCE, *, unlock: bool = True) -> None:
        """Let go of it, the lock last.

        Args:
            patience: seconds that what hangs is waited for.
            unlock: whether others are let in already; else they are when the process ends.
        """
        try:
            await self.engine.dispose()
            if self.file is not None:
                await self.file.close(patience)
        finally:
            if self.lock is not None and unlock:
                self.lock.release()


async def open_database(url: str, later: Later) -> Opened:
    """Open a database, make it where there is none, and bring it to the newest schema.

    ``later`` times what is done with a file afterwards.

    Raises:
        ValueError: a URL of another kind.
        CannotStart: something around the program is in the way; the text says what mends it.
    """
    parsed = parse(url)
    file = file_of(parsed)
    lock = None
    try:
        if file is not None:
            prepare_folder(file)
            lock = FileLock(file.with_name(file.name + ".lock"))
        return await _open(parsed, file, lock, later)
    except BaseException as error:
        if lock is not None:
            lock.release()
        told = cannot_open(error, parsed)
        if told is None or told is error:
            raise
        raise told from error


async def _open(url: URL, file: Path | None, lock: FileLock | None, later: Later) -> Opened:
    live = None
    if file is not None:
        unseen = not await asyncio.to_thread(look_at, file)
        prepare_file(file)
        live = LiveFile(file, later, unseen=unseen)
    engine = make_engine(url)
    opened = Opened(engine, live)
    try:
        async with whole(engine).begin() as connection:
            if live is None:
                await connection.run_sync(check_fit, url)
            await connection.run_sync(take_turns)
            await connection.run_sync(bring_up)
        if live is not None:
            await live.open()
    except BaseException:
        await opened.close()
        raise
    opened.lock = lock
    return opened


def look_at(file: Path) -> bool:
    """Whether all of a database could be looked at within a second; what was seen is sound.

    Raises:
        CannotStart: it is damaged, or gone while there are backups of it.
    """
    backups = Backups(file)
    wal = file.with_name(file.name + "-wal")
    if not file.exists() or not file.stat().st_size:
        # What SQLite finds beside it would be thrown away, and everything begin anew.
        kept = any(file.parent.glob(f"{glob.escape(file.name)}.before-*"))
        if kept or backups.all() or (wal.exists() and wal.stat().st_size):
            raise CannotStart(f"there is nothing in {file} any more: {backups.advice()}")
        return True
    try:
        return looked_at(file)
    except Damage as damage:
        raise CannotStart(f"{file} is damaged ({damage}): {backups.advice()}") from damage
