"""Which databases open, and for whom."""

import asyncio
import gc
import subprocess
import sys
import warnings

import pytest

from bot.store.lock import AlreadyRunning, FileLock
from bot.store.store import Store
from bot.store.url import behind_a_pooler, file_of, parse
from tests.kit.stored import acted, saved, started


async def test_a_second_store_on_the_same_file_is_turned_away(url, store):
    await store.commit([saved()])
    with pytest.raises(AlreadyRunning, match="another process is running on this database"):
        await Store.open(url)
    assert len(await store.matches.live_tables()) == 1  # the first one goes on
    await store.close()
    await (await Store.open(url)).close()


async def test_another_name_of_the_same_file_is_the_same_file(tmp_path, store):
    (tmp_path / "link.db").symlink_to(tmp_path / "poker.db")
    with pytest.raises(AlreadyRunning):
        await Store.open(f"sqlite:///{tmp_path / 'link.db'}")


def test_another_process_is_turned_away_and_let_in_when_we_are_gone(tmp_path):
    held = FileLock(tmp_path / "lock")
    text = (
        "import sys, pathlib\nfrom bot.store.lock import *\n"
        "try: FileLock(pathlib.Path(sys.argv[1]))\n"
        "except AlreadyRunning: sys.exit(3)\n"
    )

    def another():
        command = [sys.executable, "-c", text, str(tmp_path / "lock")]
        return subprocess.run(command, check=False).returncode  # noqa: S603

    assert another() == 3
    held.release()
    held.release()  # twice is once
    assert another() == 0


async def test_a_store_that_could_not_open_lets_go(tmp_path):
    file = tmp_path / "poker.db"
    file.write_bytes(b"this is no database" * 100)
    with pytest.raises(Exception, match="not a database"):
        await Store.open(f"sqlite:///{file}")
    file.unlink()
    await (await Store.open(f"sqlite:///{file}")).close()


async def test_the_folder_is_made(tmp_path):
    await (await Store.open(f"sqlite:///{tmp_path / 'a' / 'b' / 'poker.db'}")).close()
    assert (tmp_path / "a" / "b" / "poker.db").exists()


async def test_the_disk_is_waited_for(store):
    await store.commit([saved()])
    async with store._engine.connect() as connection:
        asked = [
            (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    assert asked == ["wal", 2, 1, 5000]  # 2: FULL


@pytest.mark.parametrize(
    ("url", "driver"),
    [
        ("sqlite:///x.db", "sqlite+aiosqlite"),
        ("sqlite+aiosqlite:///x.db", "sqlite+aiosqlite"),
        ("postgresql://u:p@host/name", "postgresql+asyncpg"),
        ("postgres://u:p@host/name", "postgresql+asyncpg"),
    ],
)
def test_a_url_gets_its_async_driver(url, driver):
    parsed = parse(url)
    assert parsed.drivername == driver
    assert (file_of(parsed) is None) == driver.startswith("postgresql")


@pytest.mark.parametrize("mode", ["disable", "prefer", "require", "verify-full"])
def test_sslmode_is_the_drivers_ssl(mode):
    """As PostgreSQL itself and everybody who rents it out writes it."""
    for options in (f"sslmode={mode}", f"ssl={mode}", f"ssl={mode}&sslmode={mode}"):
        assert dict(parse(f"postgres://u:p@host/name?{options}").query) == {"ssl": mode}


SERVER, DIRECT = "postgres://u:p@pool:6432/game", "postgres://u:p@server/game"


@pytest.mark.parametrize(
    ("url", "direct", "used"),
    [
        (SERVER, DIRECT, f"{SERVER}?pooler=transaction"),
        (f"{SERVER}?sslmode=require", DIRECT, f"{SERVER}?sslmode=require&pooler=transaction"),
        (f"{SERVER}?pooler=transaction", DIRECT, f"{SERVER}?pooler=transaction"),
        (DIRECT, DIRECT, DIRECT),
        (DIRECT, DIRECT.replace("postgres:", "postgresql:"), DIRECT),
        ("sqlite:///data/t.db", DIRECT, "sqlite:///data/t.db"),
        ("nonsense", DIRECT, "nonsense"),
        (SERVER, "nonsense", SERVER),
    ],
)
def test_where_another_url_leads_past_a_pooler_nothing_is_prepared(url, direct, used):
    assert behind_a_pooler(url, direct) == used


@pytest.mark.parametrize("url", ["mysql://h/n", "sqlite://", "sqlite:///:memory:"])
def test_other_databases_are_refused(url):
    with pytest.raises(ValueError, match=r"use sqlite or postgresql|needs a file"):
        parse(url)


def test_a_program_that_ends_without_closing_leaves_a_whole_database(tmp_path):
    """What was stored is there, and the file is free again: the lock dies with its process."""
    url = f"sqlite:///{tmp_path / 'poker.db'}"
    text = (
        "import asyncio, os, sys\n"
        "from bot.store.store import Store\n"
        "from tests.kit.stored import *\n"
        "async def main():\n"
        "    store = await Store.open(sys.argv[1])\n"
        "    await store.commit([*started(), acted(1), saved()])\n"
        "    asyncio.ensure_future(store.commit([acted(2), saved('t2')]))\n"
        "    await asyncio.sleep(0)\n"
        "    os._exit(9)\n"
        "asyncio.run(main())\n"
    )
    command = [sys.executable, "-c", text, url]
    assert subprocess.run(command, check=False).returncode == 9  # noqa: S603

    async def read():
        store = await Store.open(url)
        try:
            steps = len((await store.matches.match("m")).rounds[0].actions)
            return steps, len(await store.matches.live_tables())
        finally:
            await store.close()

    steps, tables = asyncio.run(read())
    assert (steps, tables) in ((1, 1), (2, 2))


def test_a_closed_store_leaves_nothing_open(tmp_path):
    async def use():
        store = await Store.open(f"sqlite:///{tmp_path / 'poker.db'}")
        await store.commit([*started(), acted(1)])
        await asyncio.gather(*(store.matches.match("m") for _ in range(8)))
        await store.close()

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        asyncio.run(use())
        gc.collect()
    assert [str(w.message) for w in caught if issubclass(w.category, ResourceWarning)] == []
