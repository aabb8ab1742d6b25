"""The database's file while it runs: whole by itself, watched, and for its user alone."""

import asyncio
import os
import shutil
import sqlite3
import stat
from contextlib import closing
from itertools import pairwise

import pytest

from bot.app.housekeeping import AGAIN, FOLD, LOOK, QUIET, SETTLED, Housekeeping
from bot.store.rows import NotSaved
from bot.store.store import Store
from tests.kit.actors import begin
from tests.kit.health import health_of
from tests.kit.stored import acted, saved, started

DAY = 86400.0
MINUTE = 60.0


def keeping(store, clock, **more):
    return Housekeeping(store.file, lambda: store.written, clock, **{"backups": False, **more})


async def pass_time(keeper, clock, seconds):
    """Let time pass, look by look."""
    for _ in range(int(seconds / LOOK)):
        clock.forward(LOOK)
        await keeper.look()


def alone(path, folder):
    """The tables in a copy of the file without what stands beside it."""
    copy = folder / "alone.db"
    shutil.copyfile(path, copy)
    with closing(sqlite3.connect(copy)) as connection:
        found = connection.execute("SELECT name FROM sqlite_master").fetchall()
        if ("table_state",) not in found:
            return set()
        return {row[0] for row in connection.execute('SELECT "table" FROM table_state')}


@pytest.fixture
async def store(tmp_path):
    opened = await Store.open(f"sqlite:///{tmp_path}/kept/t.db")
    yield opened
    await opened.close()


# Folded back.


async def test_a_copy_of_the_file_alone_holds_what_was_stored_a_minute_ago(store, tmp_path, clock):
    keeper = keeping(store, clock)
    await store.commit([saved("quiet")])
    assert "quiet" not in alone(store.file.path, tmp_path), "else this shows nothing"
    await pass_time(keeper, clock, 2 * LOOK)
    assert "quiet" in alone(store.file.path, tmp_path)

    names = []
    for count in range(int(2 * MINUTE / LOOK)):  # never quiet
        names.append(f"t{count}")
        await store.commit([saved(names[-1])])
        await pass_time(keeper, clock, LOOK)
        due = names[: max(0, len(names) - int(MINUTE / LOOK))]
        assert set(due) <= alone(store.file.path, tmp_path)
    assert FOLD < MINUTE / 2


async def test_what_the_start_has_stored_is_folded_at_the_first_look(store, tmp_path, clock):
    await store.commit([saved("first")])
    await keeping(store, clock).look()
    assert "first" in alone(store.file.path, tmp_path)


@pytest.mark.alone
async def test_folding_waits_for_nobody_and_nobody_for_it(store, tmp_path, clock):
    """A reader that stays, and a writer in the middle of its transaction."""
    await store.commit([saved("t1")])
    with closing(sqlite3.connect(store.file.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        async with asyncio.timeout(4):  # the patience with a lock is 5 s
            await store.file.fold()
        other.execute("ROLLBACK")
    assert "t1" in alone(store.file.path, tmp_path)


async def test_the_log_does_not_grow_with_what_was_ever_stored(store, clock):
    wal = store.file.path.with_name("t.db-wal")
    keeper = keeping(store, clock)
    sizes = []
    for count in range(60):
        await store.commit([saved(f"t{count}-{n}") for n in range(20)])
        await pass_time(keeper, clock, 2 * LOOK)
        sizes.append(wal.stat().st_size)
    assert sizes[-1] <= 2 * sizes[5]


# Deleted or replaced.


def _deleted(file):
    file.unlink()


def _log_deleted(file):
    file.with_name(file.name + "-wal").unlink()


def _moved_away(file):
    file.rename(file.with_name("elsewhere.db"))


def _replaced(file):
    shutil.copyfile(file, file.with_name("copy"))
    file.with_name("copy").replace(file)


def _all_gone(file):
    for end in ("", "-wal", "-shm"):
        file.with_name(file.name + end).unlink()


@pytest.mark.parametrize("loss", [_deleted, _log_deleted, _moved_away, _replaced, _all_gone])
async def test_a_file_that_is_gone_is_noticed_and_nothing_more_is_acknowledged(
    store, clock, caplog, loss
):
    keeper = keeping(store, clock)
    await store.commit([*started(), acted(1), saved("t1")])
    loss(store.file.path)
    with pytest.raises(NotSaved):
        await store.commit([saved("t2")])
    assert store.refusing
    await pass_time(keeper, clock, MINUTE)

    ((_, rescued),) = store.file.backups.all()
    assert sum("critical" == r.levelname.lower() for r in caplog.records) == 1
    assert str(rescued) in caplog.text
    await store.close()
    folder = store.file.path.parent
    copy = await Store.open(f"sqlite:///{shutil.copy(rescued, folder.parent / 'back.db')}")
    assert [t.table for t in await copy.matches.live_tables()] == ["t1"]
    assert len((await copy.matches.match("m")).rounds[0].actions) == 1
    await copy.close()


async def test_health_is_red_within_a_minute_and_play_stands_still(world, tmp_path):
    async with world.house(check=False) as house:
        await begin(house, "比大小", 2)
        assert health_of(house.service, frozenset()).well
        (tmp_path / "t.db").unlink()
        await house.forward(10.0)  # nobody does anything: the heart beats
        assert not health_of(house.service, frozenset()).well


async def test_a_file_that_comes_back_is_used_again(store):
    await store.commit([saved("t1")])
    elsewhere = store.file.path.with_name("elsewhere")
    store.file.path.rename(elsewhere)
    with pytest.raises(NotSaved):
        await store.commit([saved("t2")])
    elsewhere.rename(store.file.path)
    await store.commit([saved("t3")])
    assert {t.table for t in await store.matches.live_tables()} == {"t1", "t3"}
    assert not store.refusing


async def test_it_does_not_begin_anew_beside_a_backup_of_what_was_there(store, clock, tmp_path):
    await store.commit([saved("t1")])
    _all_gone(store.file.path)
    await pass_time(keeping(store, clock), clock, LOOK)
    await store.close()
    with pytest.raises(Exception, match="restore"):
        await Store.open(f"sqlite:///{store.file.path}")
    assert not store.file.path.exists()


# Damage that shows later.


async def test_a_page_that_goes_bad_is_found_when_it_is_quiet(store, clock, caplog):
    await store.commit([saved(f"t{n}") for n in range(400)])
    await store.file.fold()
    keeper = keeping(store, clock)
    path = store.file.path
    pages = path.stat().st_size // 4096
    with path.open("rb+") as file:
        file.seek((pages - 6) * 4096)
        file.write(b"\xff" * 4096)
    await pass_time(keeper, clock, QUIET + DAY / 100)
    assert "damaged" not in caplog.text, "once a day is enough"
    clock.forward(DAY)
    await keeper.look()
    assert "damaged" in caplog.text and "restore" in caplog.text
    with pytest.raises(NotSaved):
        await store.commit([saved("more")])
    assert store.refusing


async def test_what_the_start_had_no_time_for_is_looked_at_soon(store, clock, monkeypatch):
    looks = []
    real = store.file.examine
    monkeypatch.setattr(store.file, "unseen", True)
    monkeypatch.setattr(
        store.file, "examine", lambda busy: (looks.append(clock.now()), real(busy))[1]
    )
    keeper = keeping(store, clock)
    await pass_time(keeper, clock, 2 * QUIET)
    assert len(looks) == 1 and not store.file.unseen


async def test_a_deep_look_is_broken_off_when_somebody_plays(store, monkeypatch):
    await store.commit([saved(f"t{n}") for n in range(300)])
    monkeypatch.setattr("bot.store.soundness.STEPS", 10)
    assert await store.file.examine(lambda: True) is False
    assert await store.file.examine(lambda: False) is True


# Backups.


async def test_one_backup_a_day_seven_are_kept_and_each_opens(store, clock, tmp_path):
    keeper = keeping(store, clock, backups=True)
    began = clock.now()
    for day in range(9):
        await store.commit([saved(f"day{day}")])
        await pass_time(keeper, clock, SETTLED + 2 * LOOK)
        clock.forward(DAY - (clock.now() - began).total_seconds() % DAY)
        await keeper.look()
        await pass_time(keeper, clock, SETTLED)
    kept = store.file.backups.all()
    assert len(kept) == 7
    gaps = {(a[0] - b[0]).total_seconds() for a, b in pairwise(kept)}
    assert all(DAY <= gap < DAY + 5 * MINUTE for gap in gaps), gaps
    for number, (_, path) in enumerate(kept):
        shutil.copy(path, tmp_path / "copy.db")
        with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
            (count,) = copy.execute("SELECT count(*) FROM table_state").fetchone()
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert count >= 8 - number
    assert {p.suffix for p in store.file.backups.folder.iterdir()} == {".db"}


async def test_there_is_none_where_it_is_off(store, clock):
    keeper = keeping(store, clock, backups=False)
    await pass_time(keeper, clock, 2 * SETTLED)
    assert store.file.backups.all() == []


async def test_a_backup_that_fails_takes_none_of_the_good_ones(store, clock, caplog, monkeypatch):
    keeper = keeping(store, clock, backups=True)
    await pass_time(keeper, clock, SETTLED + 2 * LOOK)
    before = store.file.backups.all()
    monkeypatch.setattr(shutil, "copyfile", None)
    monkeypatch.setattr("bot.store.copy._written", _no_room)
    clock.forward(DAY)
    await pass_time(keeper, clock, 10 * LOOK)
    assert store.file.backups.all() == before and len(before) == 1
    assert caplog.text.count("no backup was made") == 1, "said once, tried again in an hour"
    monkeypatch.undo()
    clock.forward(AGAIN)
    await keeper.look()
    assert len(store.file.backups.all()) == 2


def _no_room(*_):
    raise OSError(28, "No space left on device")


async def test_a_backup_sees_one_moment_while_others_write(store, clock, monkeypatch):
    """A copy that begins anew at every write would never end under load."""
    monkeypatch.setattr("bot.store.copy.PAGES", 1)
    await store.commit([saved(f"t{n}") for n in range(300)])
    making = asyncio.ensure_future(store.file.back_up(clock.now()))
    count = 0
    while not making.done():
        await store.commit([saved(f"more{count}")])
        count += 1
    made = await making
    with closing(sqlite3.connect(made)) as copy:
        (rows,) = copy.execute("SELECT count(*) FROM table_state").fetchone()
    assert 300 <= rows <= 300 + count


# Rights.


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077, 0o777])
async def test_all_files_are_for_their_user_alone_whatever_the_umask(tmp_path, clock, umask):
    before = os.umask(umask)
    try:
        store = await Store.open(f"sqlite:///{tmp_path}/new/deep/t.db")
        await store.commit([saved("t1")])
        await pass_time(keeping(store, clock, backups=True), clock, SETTLED + 2 * LOOK)
        modes = rights(tmp_path / "new")
        await store.close()
    finally:
        os.umask(before)
    assert len(store.file.backups.all()) == 1
    assert {"t.db", "t.db-wal", "t.db-shm", "t.db.lock", "backups", "deep"} <= set(modes)
    assert {mode for mode, folder in modes.values() if folder} == {0o700}
    assert {mode for mode, folder in modes.values() if not folder} == {0o600}


def rights(folder):
    """The mode of everything below a folder by its name, and whether it is a folder."""
    return {
        path.name: (stat.S_IMODE(path.stat().st_mode), path.is_dir())
        for path in (folder, *folder.rglob("*"))
    }


async def test_what_an_older_version_has_left_open_is_closed(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    await (await Store.open(f"sqlite:///{folder}/t.db")).close()
    folder.chmod(0o755)
    for path in folder.iterdir():
        path.chmod(0o644)
    await (await Store.open(f"sqlite:///{folder}/t.db")).close()
    assert {mode for mode, _ in rights(folder).values()} == {0o700, 0o600}


async def test_a_folder_that_holds_other_things_keeps_its_rights(tmp_path):
    folder = tmp_path / "home"
    folder.mkdir()
    folder.chmod(0o755)
    (folder / "letters.txt").write_text("x")
    await (await Store.open(f"sqlite:///{folder}/t.db")).close()
    modes = rights(folder)
    assert modes["home"] == (0o755, True) and modes["t.db"] == (0o600, False)
