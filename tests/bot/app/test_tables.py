"""``python -m bot tables`` and ``move``, for whoever looks after the program."""

import asyncio

from bot.__main__ import main
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
