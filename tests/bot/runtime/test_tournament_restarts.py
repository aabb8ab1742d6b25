"""Tournaments whose program dies, whose database refuses, whose people want to be forgotten."""

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from bot.ports.notices import Added, PlaceGone, Removed
from bot.ports.refs import ChatRef
from bot.store.rows import NotSaved
from bot.store.scorebook import Forgotten
from bot.support.errors import Unsaved
from bot.table.commands import Suspend
from bot.tournament.commands import Abort
from bot.tournament.state import TRIES, Status
from bot.tournament.tournament import NOTICE
from tests.kit.house import service
from tests.kit.ids import ROOM_ID
from tests.kit.tournament import ROOM, called, computers, play_on, played, register, tables


async def reopened(house, tmp_path):
    """The service again, as after a kill, with the same people and the same time."""
    return service(tmp_path / "db", platform=house.platform, clock=house.clock, check=False)


async def finish(house):
    """Play the only tournament to its end, and give its bracket."""
    house.tables.pace = 0
    (tournament,) = house.service.running.tournaments._runners.values()
    await play_on(house, tournament)
    return tournament.state.bracket


async def test_a_restart_while_people_register(tmp_path):
    async with service(tmp_path / "db") as house:
        tournament = await called(house, fee=50)
        await register(house, tournament, 3, 1, 2)
        state = tournament.state
    async with await reopened(house, tmp_path) as house:
        again = house.service.running.tournaments.at(ChatRef("memory", ROOM_ID))
        assert again.state == state
        await register(house, again, 0)
        await house.forward(600)
        assert [e.name for e in again.state.entrants] == ["p3", "p1", "p2", "p0"]


async def test_a_start_that_was_missed_comes_a_minute_after_the_restart(tmp_path):
    async with service(tmp_path / "db") as house:
        tournament = await called(house)
        await computers(house, tournament, 4)
    house.clock.forward(3600)
    async with await reopened(house, tmp_path) as house:
        again = house.service.running.tournaments.at(ChatRef("memory", ROOM_ID))
        assert again.state.status is Status.OPEN
        assert again.state.start == house.clock.now() + NOTICE
        await house.forward(61)
        assert again.state.status is not Status.OPEN


async def test_a_draw_that_is_stored_without_its_tables(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        tournament = await called(house)
        await register(house, tournament, *range(16))

        async def dead(*_):
            raise NotSaved("the disk is full")

        house.service.running.launcher.launch = dead
        await house.forward(600)
        assert tables(house, tournament) == []
        state = tournament.state
    async with await reopened(house, tmp_path) as house:
        (again,) = house.service.running.tournaments._runners.values()
        assert again.state.bracket == state.bracket
        assert len(tables(house, again)) == 4
        await finish(house)
        assert again.state.status is Status.OVER


@pytest.mark.parametrize("stage", [0, 1])
async def test_tables_that_ended_without_the_tournament_hearing_of_it(tmp_path, stage):
    """As if the program had died between the two: the pool is paid after the restart, once."""
    async with service(tmp_path / "db", check=False) as house:
        house.tables.pace = 0
        tournament = await called(house, fee=10)
        await register(house, tournament, *range(16))
        await house.forward(600)
        while tournament.state.bracket.stage < stage:
            await house.next_wake()
        runner = house.service.running.tournaments._runners[tournament.state.id]
        runner.stages.look = lambda: None
        while tables(house, tournament):
            await house.next_wake()
        assert tournament.state.bracket.stage == stage
        assert tournament.state.bracket.open
    async with await reopened(house, tmp_path) as house:
        await house.settle()
        if stage == 0:
            assert (
                house.service.running.tournaments.at(ChatRef("memory", ROOM_ID)).state.bracket.stage
                == 1
            )
            await finish(house)
        entries = await house.store.coins.movements(ROOM, "memory:p0")
        assert [e.kind for e in entries][-1] == "grant"
        paid = [(await house.store.coins.purse(ROOM, f"memory:p{n}")).free for n in range(16)]
        assert sorted(paid) == [990] * 15 + [1000 - 10 + 160]
        assert await house.store.coins.ledger_check() == []


async def test_kills_at_every_turn_lead_to_the_same_winner(tmp_path):
    """The process dies again and again, and the tournament is the one that was never killed."""
    (tmp_path / "whole").mkdir()
    straight = await played(tmp_path / "whole" / "db", 16)
    async with service(tmp_path / "db", check=False) as house:
        tournament = await called(house)
        await register(house, tournament, *range(16))
        await house.forward(600)
    kills = 0
    while not tournament.state.over:
        async with await reopened(house, tmp_path) as house:
            tournament = house.service.running.tournaments._runners[tournament.state.id]
            await house.next_wake()
            kills += 1
    assert tournament.state.bracket == straight
    assert kills >= 4


async def test_a_result_that_is_not_saved_is_counted_later(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        tournament = await called(house)
        await register(house, tournament, 0, 1, 2, 3)
        await house.forward(600)
        real, tournament.stages.do = tournament.stages.do, None

        async def full(command):
            raise Unsaved("table-not-saved")

        tournament.stages.do = full
        while tables(house, tournament):
            await house.next_wake()
        assert tournament.state.status is Status.PLAYING
        tournament.stages.do = real
        await house.forward(61)
        assert tournament.state.status is Status.OVER


async def test_a_table_that_stands_still_does_not_hold_up_the_others_for_ever(tmp_path):
    """It is played again, and where that ends no better everybody has their fee back."""
    async with service(tmp_path / "db", check=False) as house:
        tournament = await called(house, fee=50)
        await register(house, tournament, 0, 1, 2, 3)
        await house.forward(600)
        for tries in range(TRIES):
            assert (tournament.state.status, tournament.state.tries(0, 0)) == (
                Status.PLAYING,
                tries,
            )
            (table,) = tables(house, tournament)
            await house.tables.running[table.state.id].ask(Suspend())
            await house.forward(3500)
            assert tournament.state.tries(0, 0) == tries
            await house.forward(160)
        assert (tournament.state.status, tournament.state.why) == (Status.CANCELLED, "stuck")
        assert "怎么也打不完，比赛取消；扣过的报名费都退回" in "".join(house.platform.lines())
        assert "报名费都退回" in house.platform.told("p3")[-1].text
        for number in range(4):
            assert (await house.store.coins.purse(ROOM, f"memory:p{number}")).free == 1000


@pytest.mark.parametrize("kill", [False, True])
async def test_a_program_that_is_thrown_out_pays_nobody(tmp_path, kill):
    """After an hour without the chat it is called off, with all its tables."""
    async with service(tmp_path / "db", check=False) as house:
        tournament = await called(house, fee=50)
        await register(house, tournament, *range(16))
        await house.forward(600)
        await house.service.notice(Removed(ChatRef("memory", ROOM_ID)))
        await house.settle()
        await house.forward(1800)
        assert tournament.state.status is Status.PLAYING
        if not kill:
            await house.forward(1900)
            assert (tournament.state.status, tournament.state.why) == (Status.CANCELLED, "gone")
    house.clock.forward(1900)
    async with await reopened(house, tmp_path) as house:
        await house.forward(100)
        assert house.tables.running == {}
        for number in range(16):
            assert (await house.store.coins.purse(ROOM, f"memory:p{number}")).free == 1000
        assert await house.store.coins.ledger_check() == []
        assert (
            "我不在这个群里了，比赛取消；扣过的报名费都退回" in house.platform.told("p7")[-1].text
        )


async def test_a_program_that_is_let_in_again_goes_on_by_itself(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        tournament = await called(house, fee=50, deals=3)
        await register(house, tournament, 0, 1, 2, 3)
        await house.forward(600)
        await house.service.notice(Removed(ChatRef("memory", ROOM_ID)))
        await house.settle()
        await house.forward(1800)
        (table,) = tables(house, tournament)
        assert table.state.suspended_at is not None
        await house.service.notice(Added(ChatRef("memory", ROOM_ID)))
        await house.settle()
        assert table.state.suspended_at is None
        await play_on(house, tournament)
        assert (tournament.state.status, tournament.state.again) == (Status.OVER, ())


async def test_where_a_place_is_locked_its_table_is_played_on_in_private(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        tournament = await called(house, fee=50)
        await register(house, tournament, 0, 1, 2, 3)
        await house.forward(600)
        (table,) = tables(house, tournament)
        await house.service.notice(PlaceGone(table.state.place, deleted=False))
        await house.settle()
        await house.forward(3700)
        assert (table.state.place, table.state.suspended_at) == (None, None)
        await play_on(house, tournament)
        assert (tournament.state.status, tournament.state.again) == (Status.OVER, ())


async def test_what_was_called_off_a_moment_before_a_kill_leaves_no_table(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        tournament = await called(house, fee=50)
        await register(house, tournament, 0, 1, 2, 3)
        await house.forward(600)
        runner = house.service.running.tournaments._runners[tournament.state.id]
        runner.stages.end_tables = lambda: None
        await tournament.do(Abort("gone"))
        await house.settle()
        assert len(tables(house, tournament)) == 1
    async with await reopened(house, tmp_path) as house:
        assert house.tables.running == {}


async def test_a_game_that_is_gone_gives_the_fees_back(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        tournament = await called(house, fee=50)
        await register(house, tournament, 0, 1, 2, 3)
        await house.forward(600)
    with closing(sqlite3.connect(tmp_path / "db")) as database, database:
        database.execute("""UPDATE tournament SET state = replace(state, 'niuniu', 'gone')""")
        database.execute("""UPDATE table_state SET state = replace(state, 'niuniu', 'gone')""")
    async with await reopened(house, tmp_path) as house:
        assert any("报名费都退回" in line for line in house.platform.lines())
        assert (await house.store.coins.purse(ROOM, "memory:p0")).free == 1000
        assert await house.store.coins.ledger_check() == []


async def test_pol_04_whoever_is_forgotten_is_so_in_tournaments_that_are_over(tmp_path):
    async with service(tmp_path / "db", check=False) as house:
        tournament = await called(house)
        await register(house, tournament, 0, 1, 2, 3)
        store, ident = house.store, tournament.state.id
        assert (await store.people.traces("memory:p1", ROOM, "")).entered == ()
        await house.forward(600)
        await play_on(house, tournament)
        traces = await store.people.traces("memory:p1", ROOM, "")
        assert traces.entered == ((ident, 2, "p1"),)
        gone = Forgotten("anon:1", "memory:p1", "", house.clock.now(), traces)
        await store.people.forget(gone, "")
        entries = (await store.tournaments.one(ident)).entries
        assert [(e.person, e.name) for e in entries][:2] == [("memory:p0", "p0"), ("anon:1", "")]
        await store.people.remember(gone, "")
        assert (await store.tournaments.one(ident)).entries[1].name == "p1"
        await store.people.forget(gone, "")
        await store.people.purge(house.clock.now() + timedelta(days=8))
        assert (await store.tournaments.one(ident)).state == "{}"
