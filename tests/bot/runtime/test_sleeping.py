"""A table that sleeps is, for everybody, the table that it would be if it had been opened."""

from dataclasses import replace

import pytest

from bot.i18n.times import plain
from bot.ports.notices import MemberLeft, Opened
from bot.runtime import loading, sleeping
from bot.runtime.metrics import health
from bot.runtime.table_runner import TableRunner
from bot.table.state import Phase
from bot.table.table import Table
from engine.msg import msg
from engine.replay import replay as replay_all
from tests.bench.many import closed, opened
from tests.bench.start import Elsewhere, stored
from tests.kit.actors import begin, chance, legal, name_of, press_of, said, waited_for
from tests.kit.ids import ROOM_ID
from tests.kit.tiers import chosen
from tests.kit.world import DOWN, World

ALL, NONE = 64, 0
"""How many tables are opened at the start: here that is all of them, or none."""

SHORT = 1.0
"""Seconds away that change no time that anybody sees."""


async def playing(house):
    """Somebody is asked; the press that answers, and who makes it."""
    await begin(house, "蹲麻子", 2)
    seat, _ = waited_for(house.table)[0]
    token, values = press_of(house.table, seat, legal(house.table, seat, chance(1)))
    return name_of(house.table, seat), token, values


async def lobby(house):
    """Nobody has started it; a press on a button of its board."""
    await house.say("甲", "/newgame 斗地主")
    await house.say("乙", "/join")
    rows = house.platform.board().rows
    return "丙", rows[0][0].token, ()


async def paused(house):
    """It stands still; a press that comes too early."""
    press = await playing(house)
    for who in ("甲", "乙"):
        await house.say(who, "/pause")
    assert house.table.state.suspended_at is not None or house.table.state.vote is not None
    return press


STANDS = [lobby, playing, paused]


async def pressed(house, press):
    return await house.press(press[0], press[1], press[2])


async def shown(house, press):
    return await house.say("丁", "/table")


async def why(house, press):
    return await house.say(press[0], "/why")


async def in_private(house, press):
    return await house.do(house.people.say("乙", "/hand", chat=None))


async def another(house, press):
    return await house.say("丁", "/newgame 比大小")


async def stopped(house, press):
    return await house.say("甲", "/stop")


async def left(house, press):
    user = house.people.say("乙", "").user
    await house.service.notice(MemberLeft(user, house.people.chat))
    await house.settle()


async def entered(house, press):
    user = house.people.say("乙", "").user
    await house.service.notice(Opened(user, house.people.chat, "zh-CN"))
    await house.settle()


async def overdue(house, press):
    """Its own clock, in its own time."""
    now = next(runner.now for runner in house.tables.running.values())
    wake = waking(house.table)
    await house.forward(max(0.0, (wake - now).total_seconds()) + 0.5)


async def jumped(house, press):
    """The machine's clock is set while it sleeps."""
    house.clock.jump(8 * 3600)
    await house.settle()
    return await house.press(*press)


async def in_time(house, press):
    """The same, late: the loop did not run, or the machine was slow."""
    await house.forward(3 * 3600)


WAKING = [
    *(pressed, shown, why, in_private, another, stopped, left, entered, overdue, in_time, jumped),
]


async def bye(house, press):
    await house.service.say_goodbye(msg("service-stops"))


async def measured(house, press):
    well = health(house.context, len(house.tables.running), frozenset())
    lines = house.service.meters.text(house.context, house.tables, well).decode().splitlines()
    return [line for line in lines if line.startswith(("pokertable_tables", "pokertable_queue"))]


async def nothing(house, press):
    return None


QUIET = [bye, measured, nothing]

ASKED = {
    f"{stand.__name__} {deed.__name__} {down}": (stand, deed, down)
    for stand in STANDS
    for deed in WAKING
    for down in (SHORT, DOWN)
    if (stand, deed) != (paused, in_time)  # its clock does not ring within hours
}


def named(part):
    return part.__name__ if callable(part) else str(part)


async def outcome(path, monkeypatch, at_once, stand, deed, down):
    """What a deed gives and leaves where so many tables are opened at the start."""
    world = World(path)
    async with world.house(check=False) as house:
        press = await stand(house)
    world.platform.calls.clear()
    with monkeypatch.context() as patch:
        patch.setattr(sleeping, "AT_ONCE", at_once)
        async with world.house(down=down, check=False) as house:
            slept = [runner.table.asleep for runner in house.tables.running.values()]
            assert slept == [at_once == NONE and stand is not lobby]
            world.platform.calls.clear()
            reply = await deed(house, press)
            answered = said(reply) if not isinstance(reply, list) else reply
            runners = list(house.tables.running.values())
            woken = [not runner.table.asleep for runner in runners]
            times = [left_of(runner) for runner in runners]
            states = [of_all(runner.table.state) for runner in runners if deed not in QUIET]
            played = [(runner.table.match, runner.table.log) for runner in runners]
    return answered, told(world.platform), times, states, played, woken


def waking(table):
    """When something is due that people wait for: what was shown is stored for nobody."""
    return Table.next_wake(table)


def left_of(runner):
    """How long until its clock rings."""
    wake = waking(runner.table)
    return None if wake is None else wake - runner.now


def of_all(state):
    """Without what only says which message shows it, and how often it was moved."""
    return replace(state, public=0, shown=0, board=None, hands=(), standstills=0)


def told(platform):
    """What is read now in every chat, in the order in which it came."""
    chats = {ref.chat for ref in platform.sent}
    return {
        chat: [plain(platform.sent[ref].message.text) for ref in platform.order if ref.chat == chat]
        for chat in sorted(chats)
    }


async def same(tmp_path, monkeypatch, stand, deed, down):
    """The law: a table that slept gives and leaves what one that was opened does."""
    wide = await outcome(tmp_path / "all.db", monkeypatch, ALL, stand, deed, down)
    slept = await outcome(tmp_path / "none.db", monkeypatch, NONE, stand, deed, down)
    parts = ("answer", "told", "times", "states", "match")
    for what, one, other in zip(parts, wide, slept, strict=False):
        assert one == other, what
    return slept[-1]


@pytest.mark.parametrize("case", chosen(ASKED, 30, "asleep"))
async def test_whoever_asks_for_a_table_that_slept_finds_the_one_that_was_opened(
    tmp_path, monkeypatch, case
):
    await same(tmp_path, monkeypatch, *ASKED[case])


@pytest.mark.parametrize("deed", QUIET, ids=named)
@pytest.mark.parametrize("stand", STANDS, ids=named)
async def test_what_asks_for_no_table_wakes_none_and_gives_the_same(
    tmp_path, monkeypatch, stand, deed
):
    woken = await same(tmp_path, monkeypatch, stand, deed, 0.0)
    assert woken == [stand is lobby]


async def test_the_law_catches_a_sleeper_whose_clock_does_not_ring(tmp_path, monkeypatch):
    schedule = TableRunner.schedule

    def deaf(runner):
        if not runner.table.asleep:
            schedule(runner)

    monkeypatch.setattr(TableRunner, "schedule", deaf)
    monkeypatch.setattr(sleeping, "PAUSE", 86_400.0)
    with pytest.raises(AssertionError):
        await same(tmp_path, monkeypatch, playing, in_time, DOWN)


async def test_a_sleeper_that_is_started_with_three_times_loses_no_time(world, monkeypatch):
    """Only the time that passes while the program runs counts."""
    async with world.house() as house:
        await begin(house, "蹲麻子", 2)
        seat, _ = waited_for(house.table)[0]
        deadline = house.table.question_of(seat).deadline
        left_ = (deadline - house.clock.now()).total_seconds()
    monkeypatch.setattr(sleeping, "AT_ONCE", NONE)
    monkeypatch.setattr(sleeping, "PAUSE", 86_400.0)  # nobody wakes it but its own clock
    for _ in range(3):
        async with world.house(down=DOWN, check=False) as house:
            await house.service.context.standstills.beat()
            await house.forward(10)
            await house.service.context.standstills.beat()
            assert house.table.asleep
    async with world.house(down=DOWN, check=False) as house:
        await house.forward(left_ - 30 - 2)
        assert house.table.asleep
        await house.forward(4)
        assert not house.table.asleep
        assert house.table.state.players[seat].timeouts == 1


async def test_boards_on_which_a_time_runs_down_are_set_right_a_few_at_a_time(world, monkeypatch):
    async with world.house() as house:
        await begin(house, "蹲麻子", 2)
    monkeypatch.setattr(sleeping, "AT_ONCE", NONE)
    async with world.house(down=DOWN, check=False) as house:
        assert house.table.asleep
        await house.forward(sleeping.PAUSE)
        assert not house.table.asleep
        assert house.table.state.shown == house.table.state.public


async def test_one_whose_person_wishes_to_pass_by_itself_is_woken_to_see_whether_they_can(
    world, monkeypatch
):
    async with world.house() as house:
        who, *_ = await playing(house)
        await house.say(who, "/prefs autopass on")
    monkeypatch.setattr(sleeping, "AT_ONCE", NONE)
    monkeypatch.setattr(sleeping, "PAUSE", 86_400.0)
    async with world.house(down=SHORT, check=False) as house:
        assert not house.table.asleep


async def test_a_start_replays_no_more_matches_however_many_are_stored(tmp_path, monkeypatch):
    there, replayed = await stored(tmp_path / "many.db", 200), []
    monkeypatch.setattr(loading, "replay", lambda *how: replayed.append(how) or replay_all(*how))
    monkeypatch.setattr(sleeping, "PAUSE", 86_400.0)  # a slow start wakes no more meanwhile
    served = await opened(tmp_path / "many.db", Elsewhere())
    runners = tuple(served.running.tables.running.values())
    await closed(served)
    assert len(runners) == there == 200
    assert 0 < len(replayed) <= sleeping.AT_ONCE
    assert sum(runner.table.asleep for runner in runners) >= 200 - 3 * sleeping.AT_ONCE


BREAKS = ["update action set action = '{'", "delete from action"]


@pytest.mark.parametrize("how", BREAKS)
@pytest.mark.parametrize("deed", [pressed, shown, why, in_private, another, left, in_time])
async def test_one_that_cannot_be_woken_is_closed_with_words_when_it_is_asked_for(
    world, monkeypatch, deed, how
):
    async with world.house() as house:
        press = await playing(house)
        await house.press(*press)
    world.sql(how)
    answers = []
    for at_once in (NONE, ALL):
        monkeypatch.setattr(sleeping, "AT_ONCE", at_once)
        async with world.house(down=SHORT, check=False) as house:
            before = list(house.tables.running)
            answers.append(said(await deed(house, press)))
            assert not set(before) & set(house.tables.running)
            assert len(before) == (at_once == NONE)
            for runner in house.tables.running.values():  # the new one, if one was opened
                assert runner.table.state.phase is Phase.LOBBY
            if deed is another:
                await house.say("丁", "/stop")
    assert deed is another or answers[0] == answers[1]
    lines = world.platform.lines(ROOM_ID)
    assert len([line for line in lines if "接不上了" in line]) == 1, lines
