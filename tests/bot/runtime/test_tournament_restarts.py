"""Tournaments whose program dies, whose database refuses, whose people want to be forgotten."""

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from bot.ports.refs import ChatRef
from bot.runtime.table_runner import Unsaved
from bot.store.ledger import Forgotten
from bot.store.rows import NotSaved
from bot.table.commands import Suspend
from bot.tournament.state import Stand
from bot.tournament.tournament import NOTICE
from tests.kit.cup import ROOM, called, computers, play_on, played, register, tables
from tests.kit.house import service
from tests.kit.ids import ROOM_ID


async def reopened(house, tmp_path):
    """The service again, as after a kill, with the same people and the same time."""
    return service(tmp_path / "db", platform=house.platform, clock=house.clock, check=False)


async def finish(house):
    """Play the only tournament to its end, and give its bracket."""
    house.hub.pace = 0
    (cup,) = house.hub.cups._runners.values()
    await play_on(house, cup)
    return cup.state.bracket


async def test_a_restart_while_people_register(tmp_path):
    async with service(tmp_path / "db") as house:
        cup = await called(house, fee=50)
        await register(house, cup, 3, 1, 2)
        state = cup.state
    async with await reopened(house, tmp_path) as house:
        again = house.hub.cups.at(ChatRef("memory", ROOM_ID))
        assert again.state == state
        await register(house, again, 0)
        await house.forward(600)
        assert [e.name for e in again.state.entrants] == ["p3", "p1", "p2", "p0"]


async def test_a_start_that_was_missed_comes_a_minute_after_the_restart(tmp_path):
    async with service(tmp_path / "db") as house:
        cup = await called(house)
        await computers(house, cup, 4)
    house.clock.forward(3600)
    async with await reopened(house, tmp_path) as house:
        again = house.hub.cups.at(ChatRef("memory", ROOM_ID))
        assert again.state.stand is Stand.OPEN
        assert again.state.start == house.clock.now() + NOTICE
        await house.forward(61)
        assert again.state.stand is not Stand.OPEN


async def test_a_draw_that_is_stored_without_its_tables(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        cup = await called(house)
        await register(house, cup, *range(16))

        async def dead(*_):
            raise NotSaved("the disk is full")

        house.hub.launch = dead
        await house.forward(600)
        assert tables(house, cup) == []
        state = cup.state
    async with await reopened(house, tmp_path) as house:
        (again,) = house.hub.cups._runners.values()
        assert again.state.bracket == state.bracket
        assert len(tables(house, again)) == 4
        await finish(house)
        assert again.state.stand is Stand.OVER


@pytest.mark.parametrize("stage", [0, 1])
async def test_tables_that_ended_without_the_tournament_hearing_of_it(tmp_path, stage):
    """As if the program had died between the two: the pool is paid after the restart, once."""
    async with service(tmp_path / "db", check=False) as house:
        house.hub.pace = 0
        cup = await called(house, fee=10)
        await register(house, cup, *range(16))
        await house.forward(600)
        while cup.state.bracket.stage < stage:
            await house.next_wake()
        runner = house.hub.cups._runners[cup.state.id]
        runner.look = lambda: None
        while tables(house, cup):
            await house.next_wake()
        assert cup.state.bracket.stage == stage
        assert cup.state.bracket.open
    async with await reopened(house, tmp_path) as house:
        await house.settle()
        if stage == 0:
            assert house.hub.cups.at(ChatRef("memory", ROOM_ID)).state.bracket.stage == 1
            await finish(house)
        entries = await house.hub.store.movements(ROOM, "memory:p0")
        assert [e.kind for e in entries][-1] == "grant"
        paid = [(await house.hub.store.purse(ROOM, f"memory:p{n}")).free for n in range(16)]
        assert sorted(paid) == [990] * 15 + [1000 - 10 + 160]
        assert await house.hub.store.ledger_check() == []


async def test_kills_at_every_turn_lead_to_the_same_winner(tmp_path):
    """The process dies again and again, and the tournament is the one that was never killed."""
    (tmp_path / "whole").mkdir()
    straight = await played(tmp_path / "whole" / "db", 16)
    async with service(tmp_path / "db", check=False) as house:
        cup = await called(house)
        await register(house, cup, *range(16))
        await house.forward(600)
    kills = 0
    while not cup.state.over:
        async with await reopened(house, tmp_path) as house:
            cup = house.hub.cups._runners[cup.state.id]
            await house.next_wake()
            kills += 1
    assert cup.state.bracket == straight
    assert kills >= 4


async def test_a_result_that_is_not_saved_is_counted_later(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        cup = await called(house)
        await register(house, cup, 0, 1, 2, 3)
        await house.forward(600)
        real, cup.do = cup.do, None

        async def full(command):
            raise Unsaved("table-not-saved")

        cup.do = full
        while tables(house, cup):
            await house.next_wake()
        assert cup.state.stand is Stand.PLAYING
        cup.do = real
        await house.forward(61)
        assert cup.state.stand is Stand.OVER


async def test_a_table_that_stands_still_does_not_hold_up_the_others_for_ever(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        cup = await called(house)
        await register(house, cup, 0, 1, 2, 3)
        await house.forward(600)
        (table,) = tables(house, cup)
        await house.hub.runners[table.state.id].ask(Suspend())
        await house.forward(3500)
        assert cup.state.stand is Stand.PLAYING
        await house.forward(160)
        assert cup.state.stand is Stand.OVER


async def test_a_game_that_is_gone_gives_the_fees_back(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        cup = await called(house, fee=50)
        await register(house, cup, 0, 1, 2, 3)
        await house.forward(600)
    with closing(sqlite3.connect(tmp_path / "db")) as database, database:
        database.execute("""UPDATE tournament SET state = replace(state, 'niuniu', 'gone')""")
        database.execute("""UPDATE table_state SET state = replace(state, 'niuniu', 'gone')""")
    async with await reopened(house, tmp_path) as house:
        assert any("报名费都退回" in line for line in house.platform.lines())
        assert (await house.hub.store.purse(ROOM, "memory:p0")).free == 1000
        assert await house.hub.store.ledger_check() == []


async def test_pol_04_whoever_is_forgotten_is_so_in_tournaments_that_are_over(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        cup = await called(house)
        await register(house, cup, 0, 1, 2, 3)
        store, ident = house.hub.store, cup.state.id
        assert (await store.traces("memory:p1", ROOM, "")).entered == ()
        await house.forward(600)
        await play_on(house, cup)
        traces = await store.traces("memory:p1", ROOM, "")
        assert traces.entered == ((ident, 2, "p1"),)
        gone = Forgotten("anon:1", "memory:p1", "", house.clock.now(), traces)
        await store.forget(gone, "")
        entries = (await store.cup(ident)).entries
        assert [(e.person, e.name) for e in entries][:2] == [("memory:p0", "p0"), ("anon:1", "")]
        await store.remember(gone, "")
        assert (await store.cup(ident)).entries[1].name == "p1"
        await store.forget(gone, "")
        await store.purge(house.clock.now() + timedelta(days=8))
        assert (await store.cup(ident)).state == "{}"
