"""``python -m bot tables`` and ``move``, for whoever looks after the program."""

import asyncio

from bot.__main__ import main
from bot.app import tables
from bot.lease.row import Lease
from tests.kit.actors import begin


async def test_what_is_on_is_listed_while_it_runs(world, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/t.db")
    async with world.house() as house:
        await begin(house, "比大小", 2)
        state = house.table.state
        assert await asyncio.to_thread(main, ["tables"]) == 0
    count, line = capsys.readouterr().out.splitlines()
    assert count == "1 table" and state.id in line and "round 1, 2 of 2 people" in line
    assert state.place.id not in line or len(state.place.id) <= 6, "that opens a room of the page"


def test_where_there_is_nothing_to_list_or_to_move_that_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/none.db")
    assert main(["tables"]) == 2
    assert "made at the first start" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    assert main(["move"]) == 2
    assert "PostgreSQL" in capsys.readouterr().err


def test_what_each_process_has_is_said_in_a_line():
    """Also that it has nothing but a place among those who share; a turn to connect is nobody's."""
    leases = {
        "house": (Lease("one.a1", 3, 7.0), 5.0),
        "web:0123456789abcdef0123456789abcdef": (Lease("two.b2", 1, 7.0), 5.0),
        "web:over": (Lease("two.b2", 1, 7.0), -1.0),
        "discord:3:0": (Lease("one.a1", 1, 7.0), 5.0),
        "discord:3:1": (Lease("two.b2", 2, 7.0), 5.0),
        "discord:3:2": (Lease("two.b2", 2, 7.0), 5.0),
        "discord:3:at:a1": (Lease("one.a1", 1, 7.0), 5.0),
        "discord:3:at:c3": (Lease("three.c3", 1, 7.0), 5.0),
        "discord:once:0": (Lease("", 3, 7.0), 5.0),
    }
    assert tables._processes(leases) == [
        "serves: one.a1, the house and 0 rooms of the page, 1 shard of discord",
        "serves: three.c3, 0 rooms of the page",
        "serves: two.b2, 1 room of the page, 2 shards of discord",
    ]
