"""Whatever the wall clock does and however long the machine sleeps, all have their own time."""

import asyncio
import logging
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.runtime.standstills import Standstills
from bot.store.rows import NotSaved, StoodStill
from bot.table.state import Phase
from tests.kit.actors import begin, chance, legal, press_of, said, waited_for
from tests.kit.clock import ManualClock
from tests.kit.deadlines import ROOMS, everything, here, left, table_in
from tests.kit.house import service
from tests.kit.tiers import chosen
from tests.kit.world import World

HOURS = 8 * 3600
JUMPS = (15, -15, HOURS, -HOURS, 40 * 86_400, -40 * 86_400)
AWAY_TOO = {("cup",), ("queue",), ("subscription",), ("forgotten",)}
"""What time passes for while the program is away: appointments, and who could have come back."""


class OneClock(ManualClock):
    """The planted fault: the time is the wall clock's, and nobody is told that it was set."""

    def watch(self, told):
        return super().watch(lambda ahead: None)

    def jump(self, seconds):
        self._now += timedelta(seconds=seconds)


@pytest.mark.parametrize("by", JUMPS)
async def test_a_jump_changes_what_is_left_of_nothing(world, by):
    async with world.house() as house:
        await everything(house)
        before = await left(house)
        assert len({key[-1] if len(key) == 1 else key[1] for key in before}) >= 9, before
        house.clock.jump(by)
        await house.settle()
        assert house.clock.now() == house.clock.wall
        assert await left(house) == before


@pytest.mark.parametrize("by", [HOURS, -HOURS])
async def test_the_law_catches_a_clock_that_is_the_wall_clock(tmp_path, by):
    async with service(tmp_path / "t.db", clock=OneClock()) as house:
        await everything(house)
        before = await left(house)
        house.clock.jump(by)
        if by > 0:
            house.clock.fire()
        await asyncio.sleep(0)
        assert await left(house) != before


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("run"), st.integers(1, 15)),
        st.tuples(st.just("jump"), st.sampled_from(JUMPS)),
        st.tuples(st.just("slumber"), st.integers(2, 90_000)),
    ),
    max_size=6,
)


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=STEPS)
async def test_only_what_passes_awake_counts(tmp_path_factory, steps):
    """Also where one clock is set again before everybody has followed the last."""
    async with service(tmp_path_factory.mktemp("law") / "t.db") as house:
        await everything(house)
        before, ran = await left(house), 0
        for what, amount in steps:
            if what == "run" and ran + amount < 50:
                ran += amount
                await house.forward(amount)
            elif what != "run":
                getattr(house.clock, what)(amount)
                await asyncio.sleep(0)
        await house.settle()
        after = await left(house)
        paused = {key for key in before if key[0] == "paused" and key[1] != "idle"}
        expected = {key: time - (0 if key in paused else ran) for key, time in before.items()}
        assert {k: v for k, v in after.items() if k in expected} == pytest.approx(expected)


@pytest.mark.parametrize("by", [15, -15, HOURS, -HOURS])
async def test_who_is_asked_times_out_after_their_own_time_and_is_heard_before(world, by):
    async with world.house() as house:
        await begin(house, "比大小", 3, quan=2)
        await house.forward(60)
        house.clock.jump(by)
        await house.settle()
        await house.forward(59)
        assert len(waited_for(house.table)) == 3, "nobody loses time they had"
        house.clock.jump(by)
        await house.settle()
        seat, who = waited_for(house.table)[0]
        token, values = press_of(house.table, seat, legal(house.table, seat, chance(1)))
        await house.press(who, token, values)
        assert len(waited_for(house.table)) == 2, "and whoever answers is heard"
        await house.forward(1)
        late = [s.timeouts for s in house.table.state.players]
        assert late == [int(other != seat) for other in range(3)], "and nobody gains any"


@pytest.mark.parametrize("by", [HOURS, -HOURS])
async def test_a_board_shows_the_time_that_the_wall_clock_has_now(world, by):
    async with world.house() as house:
        await begin(house, "比大小", 2)
        until = house.platform.board().until
        house.clock.jump(by)
        await house.settle()
        moved = house.platform.board().until - until
        assert moved.total_seconds() == by


@pytest.mark.parametrize("by", [HOURS, -HOURS])
async def test_nobody_waits_for_what_a_platform_holds_longer_than_it_said(world, by):
    """Budgets and holds are kept in memory: no set clock makes them longer."""
    world.platform.limits = world.platform.limits.__class__(edits=12, places=16, pictures=False)
    async with world.house() as house:
        await begin(house, "比大小", 2, quan=3)
        for _ in range(30):
            await house.say("甲", "/table")
        house.clock.jump(by)
        await house.settle()
        await house.forward(61)
        await house.say("甲", "/table")
        await house.forward(10)
        (runner,) = house.tables.running.values()
        assert runner.outbox.idle, "everything has left"


@pytest.mark.parametrize("steps", chosen([0, 1, 2, 3, 5, 8, 13, 21, 34, 55], 3, "a kill"))
@pytest.mark.parametrize("by", [HOURS, -HOURS])
async def test_a_kill_while_the_clock_is_followed_costs_nobody_a_second(tmp_path, steps, by):
    world = World(tmp_path / "t.db")
    async with world.house(check=False) as house:
        await everything(house)
        await house.forward(11)
        before = await left(house)
        house.clock.jump(by)
        for _ in range(steps):
            await asyncio.sleep(0.0005)
    async with world.house(down=600, check=False) as house:
        after = await left(house)
        for key in set(before) - AWAY_TOO - {key for key in before if key[-1] == "host"}:
            assert after[key] == before[key], key
        for key in set(before) & AWAY_TOO - {("cup",)}:
            # Within a second of it nobody can tell a clock set forward from having been away.
            least = before[key] - 600 - max(by, 0)
            assert least <= after.get(key, before[key]) <= before[key], key


async def test_a_clock_that_is_set_while_nothing_can_be_stored_is_followed_later(world, caplog):
    async with world.house(check=False) as house:
        await begin(house, "比大小", 2)
        store, before = house.store, house.clock.now()
        real = store.commit

        async def refuses(rows):
            raise NotSaved("the disk is full")

        store.commit = refuses
        house.clock.jump(HOURS)
        await house.settle()
        assert house.clock.now() == before, "it is as if nothing had happened"
        store.commit = real
        await house.forward(1)
        assert house.clock.now() == house.clock.wall
        assert house.platform.board().until > house.clock.now()


async def test_a_clock_set_back_while_the_program_is_down(world):
    async with world.house() as house:
        await begin(house, "比大小", 2, quan=2)
        await house.forward(100)
        deadline = house.table.state.questions[0].deadline - house.clock.now()
    world.clock.jump(-HOURS)
    async with world.house(down=30) as house:
        assert house.table.state.questions[0].deadline - house.clock.now() == deadline
        await house.forward(21)
        assert [s.timeouts for s in house.table.state.players] == [1, 1]


async def test_what_is_said_of_it_in_the_log_is_one_line(world, caplog):
    caplog.set_level(logging.INFO)
    async with world.house() as house:
        await begin(house, "比大小", 2)
        house.clock.jump(HOURS)
        await house.settle()
    lines = [r.getMessage() for r in caplog.records if "clock was set" in r.getMessage()]
    assert lines == ["the clock was set, or the machine slept seconds=28800"]


async def test_every_standstill_is_stored_in_order(world):
    async with world.house() as house:
        await house.say("甲", "/newgame 比大小")
        house.clock.jump(HOURS)
        await house.settle()
    async with world.house(down=60) as house:
        house.clock.slumber(100)
        await house.settle()
        found = await house.store.standstills()
    gaps = [(s.number, s.away, (s.until - s.since).total_seconds()) for s in found]
    assert gaps == [(1, False, HOURS), (2, True, 60), (3, False, 100)]
    assert all(isinstance(one, StoodStill) for one in found)


async def test_a_paused_table_goes_on_with_what_was_left(world):
    async with world.house() as house:
        await everything(house)
        table = table_in(here(house, "paused"), "paused")
        question = table.state.questions[0]
        had = question.deadline - table.state.suspended_at
        house.clock.jump(-HOURS)
        await house.settle()
        house.clock.slumber(HOURS * 5)
        await house.settle()
        await house.say("丁1", "/resume")
        assert table.state.phase is Phase.PLAYING
        assert table.state.questions[0].deadline - house.clock.now() == had
        assert "丁" in said(await house.say("丁1", "/why"))
        assert ROOMS["paused"] == table.state.place


@pytest.mark.parametrize("by", [HOURS, -HOURS])
def test_who_was_stored_before_a_clock_was_set_is_owed_all_the_time_away_after_it(by):
    """Killed in between: when it was stored stands there by the clock before."""
    stored = datetime(2026, 11, 30, 12, tzinfo=UTC)
    moment = stored + timedelta(seconds=5)
    after = moment + timedelta(seconds=by)
    standstills = Standstills(None, None, None, None, None)
    standstills._all = [
        StoodStill(1, moment, after, away=False),
        StoodStill(2, after, after + timedelta(seconds=600), away=True),
    ]
    assert standstills.owed(0, stored).by == timedelta(seconds=by + 600)
    assert standstills.owed(1, after).by == timedelta(seconds=600)
