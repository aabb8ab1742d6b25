"""Databases for tests that look at something else: made once, and quick to write to.

What tests kill is the process, never the machine, so no commit need wait until the disk has it.
"""

import tempfile
from pathlib import Path

from sqlalchemy import event

from bot.store.store import Store

_AT_ONCE = "PRAGMA synchronous=OFF"
_EMPTY = []


async def open_store(path, *clock):
    """The store in a file, which is made by copying where there is none, or at a server's URL."""
    if str(path).startswith("postgresql:"):
        return await Store.open(path, *clock)
    _make(Path(path), await _empty())
    store = await Store.open(f"sqlite:///{path}", *clock)
    engine = store._engine
    event.listen(engine.sync_engine, "connect", _hurry)
    async with engine.connect() as connection:  # the one that opening has left
        await connection.exec_driver_sql(_AT_ONCE)
    return store


async def _empty():
    """A database in which nothing is stored, as every migration together makes it."""
    if not _EMPTY:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "empty.db"
            await (await Store.open(f"sqlite:///{path}")).close()
            _EMPTY.append(path.read_bytes())
    return _EMPTY[0]


def _make(path, empty):
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(empty)


def _hurry(connection, _record):
    cursor = connection.cursor()
    cursor.execute(_AT_ONCE)
    cursor.close()
