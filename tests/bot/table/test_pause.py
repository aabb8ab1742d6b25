"""A break by consent, tables over days, reminders, and what becomes of a table nobody comes to."""

from datetime import timedelta

import pytest

from bot.table.state import Phase
from bot.table.table import DESERTED, FORSAKEN, SWEPT
from engine.games._specimen.game import Bidaxiao
from tests.kit.actors import answer, begin, chance, name_of, said, waited_for
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.times import called
from tests.kit.world import until

HOUR, DAY = 3600, 86_400


async def answered(house, *names):
    for seat, who in waited_for(house.table):
        if who in names:
            await answer(house, house.table, seat, chance(seat))


# A break.


async def test_a_break_needs_everybody_who_is_there(house):
    await begin(house, "比大小", 4)
    await house.say("丁", "/leave")
    await house.forward(100)
    await house.say("甲", "/pause")
    assert "甲 提议歇一会儿" in house.platform.lines()[-1]
    shown = buttons(house.platform.board())
    assert "同意暂停" in shown and "不暂停" in shown
    assert "是否暂停：1 人同意" in house.platform.board().text
    await house.press("乙", shown["同意暂停"])
    assert house.table.state.suspended_at is None
    assert "是否暂停：2 人同意" in house.platform.board().text, "each sees that the press counted"
    await house.press("丙", shown["同意暂停"])
    assert house.table.state.suspended_at == house.clock.now()
    assert house.table.state.vote is None
    assert "牌桌暂停，时间不走" in house.platform.lines()[-1]


async def test_on_a_break_nobody_is_shown_a_clock_that_runs(house):
    await begin(house, "比大小", 2)
    (_, waited), *_ = waited_for(house.table)
    assert house.platform.private(waited).until is not None
    await house.say("甲", "/pause")
    await house.say("乙", "/yes")
    assert house.platform.private(waited).until is None
    assert house.platform.board().until is None
    await house.say("甲", "/resume")
    assert house.platform.private(waited).until is not None


async def test_rac_14_after_a_break_the_time_is_as_long_as_before_it(world):
    async with world.house() as house:
        await begin(house, "比大小", 2)
        await house.forward(100)
        await house.say("甲", "/pause")
        await house.say("乙", "/pause")
        assert house.table.state.suspended_for == "pause"
    async with world.house(down=2 * DAY) as house:
        table = house.table
        assert table.state.suspended_at is not None, "a restart ends no break"
        seat, who = waited_for(table)[0]
        assert "暂停" in said(await answer(house, table, seat, chance(1)))
        await house.press(who, buttons(house.platform.board())["继续"])
        assert {q.deadline - house.clock.now() for q in table.state.questions} == {
            timedelta(seconds=20)
        }


@pytest.mark.parametrize(("end", "line"), [("/no", "不暂停"), ("", "没有全部同意，不暂停")])
async def test_one_no_or_silence_and_the_table_plays_on(house, end, line):
    await begin(house, "比大小", 2)
    await house.say("甲", "/pause")
    if end:
        await house.say("乙", end)
    else:
        await house.forward(60)
    assert house.table.state.suspended_at is None and house.table.state.vote is None
    assert line in house.platform.lines()[-1]


async def test_who_plays_with_computers_alone_pauses_at_once(house):
    await begin(house, "比大小", 1, 2)
    await house.say("甲", "/pause")
    assert house.table.state.suspended_at is not None
    assert "已经暂停" in said(await house.say("甲", "/pause"))


async def test_two_votes_do_not_mix(house):
    await begin(house, "比大小", 3)
    await house.say("甲", "/stop")
    assert "表决别的事" in said(await house.say("乙", "/pause"))
    await house.say("乙", "/no")
    await house.say("乙", "/pause")
    assert "表决别的事" in said(await house.say("丙", "/stop"))
    await house.say("丙", "/yes")
    await house.say("甲", "/yes")
    assert house.table.state.suspended_at is not None
    assert house.table.state.phase is Phase.PLAYING


async def test_a_lobby_has_nothing_to_pause(house):
    await house.say("甲", "/newgame 比大小")
    assert "还没有开始" in said(await house.say("甲", "/pause"))


async def test_a_break_between_rounds(house):
    await begin(house, "比大小", 2, quan=2)
    await answered(house, "甲", "乙")
    await house.say("甲", "/next")
    await house.forward(50)
    await house.say("甲", "/pause")
    await house.say("乙", "/yes")
    await house.forward(DAY)
    assert house.table.state.phase is Phase.BETWEEN
    await house.say("乙", "/resume")
    await house.forward(9)
    assert house.table.state.phase is Phase.BETWEEN
    await house.forward(1)
    assert house.table.state.phase is Phase.PLAYING


# The sweeper.


@pytest.mark.parametrize("how", ["/autopilot", "/leave"])
async def test_stk_02_a_table_that_all_have_left_is_closed_some_day_with_one_line(world, how):
    async with world.house() as house:
        await begin(house, "比大小", 2, quan=3)
        for who in "甲乙":
            await house.say(who, how)
    posted = len(world.platform.in_chat())
    async with world.house(down=DAY) as house:
        await house.forward(SWEPT.total_seconds() - 1)
        assert len(house.tables.running) == 1, "the day without the program is nobody's fault"
        await house.forward(1)
        await until(lambda: not house.tables.running)
        assert len(world.platform.in_chat()) == posted + 1
        assert "很久没有人来" in world.platform.lines()[-1]
        assert await house.say("丙", "/newgame 比大小") is None


async def test_stk_02_all_time_out_and_the_table_stands_still_and_is_swept(house):
    await begin(house, "比大小", 2, quan=3)
    for _ in range(4):
        await house.forward(121)
        await house.forward(61)
        if house.table.state.phase is Phase.BETWEEN:
            await house.forward(601)
    assert house.table.state.suspended_at is not None
    await house.forward(SWEPT.total_seconds())
    await until(lambda: not house.tables.running)


async def test_stk_02_without_a_clock_a_table_that_nobody_plays_at_ends_some_day(house):
    """Nobody has left and no time is up: a week without an answer is as good as that."""
    await begin(house, "比大小", 2, quan=3, clock=0)
    await answered(house, "甲")
    await house.forward(FORSAKEN.total_seconds() - 1)
    assert house.table.state.suspended_at is None
    await answered(house, "乙")
    for who in "甲乙":
        await house.say(who, "/next")
    await house.forward(FORSAKEN.total_seconds())
    assert "不限时，可是七天没有人出过牌" in said(await house.say("丙", "/why"))
    await house.say("甲", "/resume")
    await house.forward(FORSAKEN.total_seconds() - 1)
    assert house.table.state.suspended_at is None, "it goes on like any table that stood still"
    await house.forward(1)
    await house.forward(DESERTED.total_seconds())
    assert await house.say("丙", "/newgame 比大小") is None


async def test_stk_02_without_a_clock_it_is_swept_over_restarts(world):
    async with world.house() as house:
        await begin(house, "斗地主", 3, clock=0)
    for _ in range(2):
        async with world.house() as house:
            await house.forward(FORSAKEN.total_seconds() / 2)
    async with world.house() as house:
        assert house.table.state.suspended_at is not None
        await house.forward(SWEPT.total_seconds())
        await until(lambda: not house.tables.running)
    assert "很久没有人来" in world.platform.lines()[-1]


async def test_stk_02_who_time_out_with_the_last_answer_of_a_round_have_gone(house):
    """The round that their clock ends is settled, and the table makes room as if they had left."""
    await begin(house, "比大小", 1, 1, quan=3)
    await house.forward(2)
    table = house.table
    table.seat_changed(table.need_seat(table.state.host), timeouts=1)
    await house.forward(118)
    assert table.state.phase is Phase.BETWEEN and not table.present()
    assert table.state.suspended_for == "empty"
    assert await house.say("丙", "/newgame 比大小") is None


async def test_a_table_on_a_break_keeps_its_place_for_a_day_and_no_longer(house):
    await begin(house, "比大小", 2)
    for who in "甲乙":
        await house.say(who, "/pause")
    assert "已经有一桌" in said(await house.say("丙", "/newgame 比大小"))
    await house.forward(DESERTED.total_seconds())
    assert await house.say("丙", "/newgame 比大小") is None
    assert house.table.state.host.id == "丙"


async def test_stk_21_a_long_session_is_never_swept(house):
    """Ninety minutes, and something happens all the time."""
    await begin(house, "比大小", 2, quan=32)
    rounds = 0
    for _ in range(30):
        await house.forward(100)
        await answered(house, "甲", "乙")
        await house.forward(80)
        for who in "甲乙":
            await house.say(who, "/next")
        rounds += 1
    assert house.table.state.round == rounds + 1
    assert house.table.state.phase is Phase.PLAYING


# Tables over days.


async def test_wsh_09_a_table_over_days_waits_for_days_everywhere(house):
    await begin(house, "比大小", 2, quan=2, clock="24h")
    table, began = house.table, house.clock.now()
    assert called(began + timedelta(days=1), began) in said(await house.say("甲", "/why"))
    assert called(began + timedelta(days=1), began) == "01-02 20:00 UTC+8"
    await house.forward(DAY - 1)
    assert table.match.step == 0
    await answered(house, "甲", "乙")
    await house.forward(20 * HOUR)
    assert table.state.suspended_at is None, "nobody has pressed for the next round, in their night"
    await house.say("甲", "/next")
    await house.forward(23 * HOUR)
    assert table.state.phase is Phase.BETWEEN
    await house.say("乙", "/stop")
    await house.forward(23 * HOUR)
    assert table.state.vote is not None or table.state.phase is Phase.PLAYING


async def test_a_slow_board_names_the_day(house):
    await begin(house, "占格子", 2, clock="3天")
    while len(waited_for(house.table)) != 1:
        await answered(house, name_of(house.table, waited_for(house.table)[0][0]))
    assert "01-04 20:00 UTC+8 之前" in house.platform.board().text


CLOCKS = [("30", 20), ("120", 20), ("0", 20), ("24h", DAY / 2), ("3d", 1.5 * DAY)]


@pytest.mark.parametrize(("clock", "after"), CLOCKS)
async def test_one_reminder_and_no_more(world, clock, after):
    world.platform = MemoryPlatform(quiet=True)
    async with world.house() as house:
        await begin(house, "比大小", 2, clock=clock)
        await answered(house, "甲")

        def called():
            sent = [shown.message for shown in house.platform.in_chat()]
            return [message for message in sent if message.mention]

        await house.forward(after - 1)
        assert called() == []
        await house.forward(1)
        (call,) = called()
        assert call.mention.id == "乙"
        assert ("之前请出手" in call.text) == (clock != "0"), "it says until when"
        for _ in range(4):
            await house.forward(2)
        assert len(called()) == 1


# Computers among themselves.


async def test_computers_do_not_wait_for_people_who_have_finished(house, monkeypatch):
    monkeypatch.setattr(
        Bidaxiao,
        "finished",
        lambda game, state: frozenset(s for s, c in enumerate(state.chosen) if c is not None),
    )
    await begin(house, "比大小", 1, 3, quan=2)
    assert house.table.match.step == 0
    before = house.clock.now()
    await answered(house, "甲")
    assert house.table.state.phase is Phase.BETWEEN
    assert house.clock.now() == before
