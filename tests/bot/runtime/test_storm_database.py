"""The database in a storm, on a real file: what is refused says so, and nothing is lost."""

import asyncio
import sqlite3

import pytest

from bot.__main__ import main
from bot.store import db
from bot.store.store import Store
from tests.kit.actors import answer, begin, chance, said, to_the_end, waited_for
from tests.kit.ids import ROOM_KEY
from tests.kit.platform import buttons
from tests.kit.stored import acted, saved, started


def rows_of(world):
    """Every action, score and answer that is stored."""
    return [
        world.sql("select * from action"),
        world.sql("select * from round_score"),
        world.sql("select * from voice"),
        world.sql("select * from correction"),
    ]


class Locked:
    """Another program holds the file, as a backup or a person with an editor does."""

    def __init__(self, world, monkeypatch):
        monkeypatch.setattr(db, "_PRAGMAS", (*db._PRAGMAS, "PRAGMA busy_timeout=1"))
        self._path = world.path

    async def begins(self, house):
        self._other = sqlite3.connect(self._path, isolation_level=None)
        self._other.execute("BEGIN IMMEDIATE")

    async def ends(self, house):
        self._other.execute("ROLLBACK")
        self._other.close()


class ReadOnly:
    """The file may not be written: its disk was mounted anew, or its rights have changed."""

    def __init__(self, world, monkeypatch):
        self._patch = monkeypatch

    async def begins(self, house):
        self._before = db._PRAGMAS
        self._patch.setattr(db, "_PRAGMAS", (*db._PRAGMAS, "PRAGMA query_only=ON"))
        await house.store._connection.close()
        await house.store._engine.dispose()

    async def ends(self, house):
        self._patch.setattr(db, "_PRAGMAS", self._before)


@pytest.mark.parametrize("storm", [Locked, ReadOnly])
async def test_presses_are_refused_in_words_and_the_match_goes_on_whole(
    world, storm, monkeypatch, caplog
):
    trouble = storm(world, monkeypatch)
    async with world.house() as house:
        await begin(house, "比大小", 3, quan=2)
        seat, _ = waited_for(house.table)[0]
        await answer(house, house.table, seat, chance(1))
        before, stored = house.table.snapshot(), rows_of(world)
        await trouble.begins(house)
        for who in ("甲", "乙", "丙"):
            for command in ("/autopilot", "/stop"):
                assert "存不进" in said(await house.handle(house.people.say(who, command)))
        assert "存不进" in said(
            await house.handle(house.people.say("丁", "/newgame 比大小", chat=None))
        )
        assert said(await house.handle(house.people.say("甲", "/why"))), "reading still works"
        assert rows_of(world) == stored
        assert (house.table.match, house.table.log) == (before.match, before.log)
        await trouble.ends(house)
        await house.forward(2)
        assert house.table.match == before.match
        await to_the_end(house, chance(2))
        rounds = await house.store.scores.rounds(ROOM_KEY)
        assert [r.round for r in rounds] == [1, 2]
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("storm", [Locked, ReadOnly])
async def test_a_correction_in_a_storm_counts_wholly_or_not_at_all(world, storm, monkeypatch):
    trouble = storm(world, monkeypatch)
    async with world.house(check=False) as house:
        await begin(house, "比大小", 2, quan=1)
        await to_the_end(house, chance(1))
        await house.say("甲", "/correct 1 9 -9")
        yes = buttons(house.platform.board())["同意"]
        stored = rows_of(world)
        await trouble.begins(house)
        presses = (
            house.people.press("乙", yes),
            house.people.say("管", "/season new", admin=True),
        )
        for press in presses:
            assert "存不进" in said(await house.handle(press))
        assert rows_of(world) == stored
        await trouble.ends(house)
        await house.press("乙", yes)
        (scored,) = await house.store.scores.rounds(ROOM_KEY)
        assert scored.scores == (9, -9)
        assert len(scored.corrections) == 1


async def test_res_05_short_locks_of_others_lose_no_act(tmp_path):
    """Writers of all tables and adapters share one connection, and wait for others' locks."""
    path = tmp_path / "t.db"
    store = await Store.open(f"sqlite:///{path}")
    try:
        for match in range(20):
            await store.commit([*started(f"m{match}"), saved(f"t{match}")])
        other = sqlite3.connect(path, isolation_level=None)
        acts = []
        for step in range(1, 11):
            other.execute("BEGIN IMMEDIATE")
            acts += [
                asyncio.create_task(
                    store.commit([acted(step, f"m{match}", f"{match}.{step}"), saved(f"t{match}")])
                )
                for match in range(20)
            ]
            await asyncio.sleep(0)
            other.execute("UPDATE chat_setting SET value = value")
            other.execute("COMMIT")
        other.close()
        assert await asyncio.gather(*acts) == [None] * 200
        for match in range(20):
            (round_,) = (await store.matches.match(f"m{match}")).rounds
            assert len(round_.actions) == 10
    finally:
        await store.close()


async def test_res_09_a_broken_reason_or_answer_hides_no_points(world):
    async with world.house() as house:
        await begin(house, "比大小", 2, quan=2)
        await to_the_end(house, chance(1))
        await house.say("甲", "/correct 2 5 -5")
        yes = buttons(house.platform.board())["同意"]
    world.sql("update round set reasons = '{' where round = 1")
    world.sql("update motion set points = '[' ")
    async with world.house() as house:
        text = said(await house.say("甲", "/scores"))
        assert "第 1 圈：" in text and "第 2 圈：" in text
        assert (await house.say("甲", "/export")).message.file is not None
        assert "不在了" in said(await house.press("乙", yes))
        assert "还要 1 人" in said(await house.say("甲", "/correct 2 5 -5")), (
            "it can be asked again"
        )


@pytest.fixture
def newer(tmp_path, monkeypatch):
    """A database that a later version has written, as the one that is set."""
    path = tmp_path / "newer.db"

    async def make():
        await (await Store.open(f"sqlite:///{path}")).close()

    asyncio.run(make())
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
    monkeypatch.setenv("WEB_PORT", "0")
    return path


def test_a_newer_database_is_left_alone_and_the_program_says_so_in_a_line(newer, capsys):
    before = newer.read_bytes()
    assert main([]) == 2
    said_ = capsys.readouterr().err.strip()
    assert "9999, newer than this program" in said_
    assert len(said_.splitlines()) == 1
    assert newer.read_bytes() == before
