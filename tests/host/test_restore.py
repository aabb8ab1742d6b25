"""``python -m bot restore FILE``: the copy is the database, and what was there is kept."""

import asyncio
import shutil
import sqlite3
import stat
from contextlib import closing

import pytest

from bot.__main__ import main
from bot.store import restore as restoring
from bot.store.store import Store
from tests.kit.hostile import SECRET
from tests.kit.stored import saved


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///data/t.db")
    return tmp_path / "data" / "t.db"


async def stored(file, *names):
    store = await Store.open(f"sqlite:///{file}")
    await store.commit([saved(name) for name in names])
    await store.close()


async def names(file):
    store = await Store.open(f"sqlite:///{file}")
    try:
        return {table.table for table in await store.matches.live_tables()}
    finally:
        await store.close()


def restored(copy):
    """Run it beside a loop that is running already."""
    return main(["restore", str(copy)])


async def test_a_backup_comes_back_and_what_was_there_is_kept(file, tmp_path, capsys):
    await stored(file, "old")
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    await stored(file, "new")
    assert restored("copy.db") == 0
    (kept,) = file.parent.glob("t.db.before-*")
    assert str(kept) in capsys.readouterr().out
    assert await names(file) == {"old"}
    assert await names(kept) == {"old", "new"}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert (tmp_path / "copy.db").exists()


async def test_the_log_that_a_kill_has_left_is_not_taken_for_the_copys(file, tmp_path):
    await stored(file, "old")
    shutil.copy(file, tmp_path / "copy.db")
    store = await Store.open(f"sqlite:///{file}")
    await store.commit([saved("new")])
    for end in ("", "-wal"):  # as a kill leaves them
        shutil.copy(file.with_name("t.db" + end), tmp_path / ("killed" + end))
    await store.close()
    for end in ("", "-wal"):
        shutil.copy(tmp_path / ("killed" + end), file.with_name("t.db" + end))
    assert restored("copy.db") == 0
    assert await names(file) == {"old"}
    (kept,) = file.parent.glob("t.db.before-*[0-9]")
    assert await names(kept) == {"old", "new"}
    # And a copy with the log beside it is whole only with that.
    file.unlink()
    assert restored("killed") == 0
    assert await names(file) == {"old", "new"}


async def test_it_needs_no_database_to_be_there(file, tmp_path):
    await stored(tmp_path / "copy.db", "old")
    assert restored("copy.db") == 0
    assert await names(file) == {"old"}


async def test_a_damaged_database_gives_way_to_a_good_copy(file, tmp_path):
    await stored(tmp_path / "copy.db", "old")
    file.parent.mkdir()
    file.write_bytes(b"SQLite format 3\0" + b"x" * 9000)
    assert restored("copy.db") == 0
    assert await names(file) == {"old"}


def _absent(copy):
    copy.unlink()


def _folder(copy):
    copy.unlink()
    copy.mkdir()


def _empty(copy):
    copy.write_bytes(b"")


def _half(copy):
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])


def _text(copy):
    copy.write_text("all my games\n" * 500)


def _another_programs(copy):
    copy.unlink()
    with closing(sqlite3.connect(copy)) as made:
        made.execute("CREATE TABLE places (url TEXT)")


def _newer(copy):
    with closing(sqlite3.connect(copy)) as made, made:
        made.execute("UPDATE alembic_version SET version_num = '9999'")


@pytest.mark.parametrize(
    "spoil", [_absent, _folder, _empty, _half, _text, _another_programs, _newer]
)
async def test_what_is_no_good_changes_nothing(file, tmp_path, spoil, capsys):
    await stored(file, "here")
    copy = tmp_path / "copy.db"
    await stored(copy, "old")
    spoil(copy)
    before = file.read_bytes()
    assert restored("copy.db") == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "copy.db" in line and "Traceback" not in line
    assert file.read_bytes() == before
    assert {path.name for path in file.parent.iterdir()} == {"t.db", "t.db.lock"}


async def test_while_the_program_runs_it_is_refused(file, tmp_path, capsys):
    await stored(tmp_path / "copy.db", "old")
    store = await Store.open(f"sqlite:///{file}")
    assert restored("copy.db") == 2
    assert "stop it first" in capsys.readouterr().err
    await store.commit([saved("t1")])
    await store.close()


async def test_the_database_is_no_copy_of_itself(file, tmp_path, capsys):
    await stored(file, "here")
    (tmp_path / "link.db").symlink_to(file)
    for name in ("data/t.db", "link.db"):
        assert restored(name) == 2
        assert "itself" in capsys.readouterr().err
    assert await names(file) == {"here"}


def test_a_servers_database_is_not_brought_back_here(file, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", f"postgresql://a:{SECRET}@b/c")
    assert restored("copy.db") == 2
    said = capsys.readouterr().err
    assert "pg_restore" in said and SECRET not in said


@pytest.mark.parametrize("step", ["_prepare", "_put_aside", "_settle"])
def test_a_kill_in_the_middle_leaves_one_of_the_two(file, tmp_path, monkeypatch, step):
    asyncio.run(stored(file, "here"))
    asyncio.run(stored(tmp_path / "copy.db", "old"))
    real = getattr(restoring, step)

    class Killed(BaseException):
        pass

    def killed(*args):
        real(*args)
        raise Killed

    monkeypatch.setattr(restoring, step, killed)
    monkeypatch.setattr(restoring, "_remove", lambda _: None)  # nor is anything put away
    with pytest.raises(Killed):
        restored("copy.db")
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///data/t.db")
    kept = list(file.parent.glob("t.db.before-*"))
    if file.exists():
        assert asyncio.run(names(file)) == ({"old"} if kept else {"here"})
    else:
        assert main(["check"]) == main([]) == 2, "it does not begin anew beside what was there"
        assert asyncio.run(names(kept[0])) == {"here"}
    assert restored("copy.db") == 0
    assert asyncio.run(names(file)) == {"old"}
