"""复式 in a room of the page: what is typed there is meant for one's own table beside it."""

import json
import re

from bot.table.state import Phase
from tests.bot.adapters.test_cups_everywhere import page


async def begun(house, web):
    """A 复式 of two tables in a room, with two people; their tabs."""
    tabs = [await web.tab(name, session=f"tab-{name}000") for name in "ab"]
    await tabs[0].ask(1, say="/duplicate niuniu 2 2 10")
    await house.settle()
    shown = await web.tab("e", session="tab-e0000")
    board = json.dumps(shown.state["messages"]["room"], ensure_ascii=False)
    token = re.search(r"m1:tournament:join\.[a-z0-9]+", board)[0]
    for n, tab in enumerate(tabs):
        await tab.ask(10 + n, press=token, values=[], message="")
    await house.settle()
    await house.forward(601)
    return tabs


def seat_at(house, tab):
    """Where somebody sits: table and seat."""
    for runner in house.tables.running.values():
        seat = runner.table.seat_of(tab.user)
        if seat is not None and runner.table.state.phase is Phase.PLAYING:
            return runner.table, seat
    raise AssertionError("no table")


async def test_who_plays_in_a_room_types_there_and_others_are_told_there_is_no_table(tmp_path):
    async with page(tmp_path / "w.db") as (house, web):
        me, _ = await begun(house, web)
        table, seat = seat_at(house, me)
        assert table.state.place is None
        await me.ask(20, say="托管")
        await house.settle()
        assert table.state.players[seat].autopilot
        stranger = await web.tab("f", session="tab-f0000")
        told = json.dumps(await stranger.ask(1, say="托管"), ensure_ascii=False)
        assert "没有别的牌桌" in told


async def test_the_room_is_shown_no_table_and_each_page_its_own(tmp_path):
    async with page(tmp_path / "w.db") as (house, web):
        tabs = await begun(house, web)
        for name, tab in zip("ab", tabs, strict=True):
            again = await web.tab(name, token=tab.token, session=f"tab-{name}0001")
            table, _ = seat_at(house, tab)
            own = json.dumps(again.state["messages"]["person"], ensure_ascii=False)
            room = json.dumps(again.state["messages"]["room"], ensure_ascii=False)
            assert table.state.id in own
            assert table.state.id not in room
            others = [r.table.state.id for r in house.tables.running.values()
                      if r.table.seat_of(tab.user) is None]  # fmt: skip
            assert not any(other in own + room for other in others)
