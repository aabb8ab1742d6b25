"""What people have reported of games that got stuck: here they do not."""

import asyncio
from functools import partial

import pytest

from bot.commands.repeats import TAKEN
from bot.ports.errors import PlatformError, RetryAfter
from bot.ports.notices import MemberLeft, Reachable
from bot.table.commands import Thought, Tick
from bot.table.state import Phase
from engine.match import totals
from tests.kit.actors import (
    NAMES,
    answer,
    begin,
    chance,
    legal,
    name_of,
    press_of,
    said,
    waited_for,
)
from tests.kit.ids import ROOM_KEY
from tests.kit.platform import buttons
from tests.kit.world import until


async def one_answers(house, skip=()):
    """The first who is asked answers; the seat."""
    seat = next(seat for seat, who in waited_for(house.table) if who not in skip)
    await answer(house, house.table, seat, chance(seat))
    return seat


def best(table, seat, rng):
    return table.game.suggest(table.seen(seat), 1)[0]


async def play_out(house):
    """Whoever is there answers until the round is over."""
    for _ in range(300):
        if not house.tables.running or house.table.state.phase is not Phase.PLAYING:
            return
        there = house.table.present()
        asked = [seat for seat, _ in waited_for(house.table) if seat in there]
        if asked:
            await answer(house, house.table, asked[0], chance(asked[0]))
        else:
            await house.next_wake()
    raise AssertionError("no end in sight")


# Leaving.


async def test_stk_05_whoever_has_a_part_to_play_leaves_before_playing_it(house):
    """叫地主: the bidder leaves, then the landlord, and there is a driver for each."""
    await begin(house, "斗地主", 3, quan=1)
    bidder, name = waited_for(house.table)[0]
    await house.say(name, "/leave")
    await house.forward(1)
    assert bidder not in [q.seat for q in house.table.state.questions]
    for _ in range(60):
        if not house.tables.running:
            break
        table = house.table
        turn, who = waited_for(table)[0]
        if turn in table.present() and len(table.present()) > 1:
            await house.say(who, "/leave")
        elif turn in table.present():
            await answer(house, table, turn, chance(1), best)
        else:
            before = table.match.step
            await house.forward(1)
            assert not house.tables.running or table.match.step > before
    else:
        raise AssertionError("it got stuck")


async def test_stk_06_what_a_player_leaves_behind_stays_with_the_seat(house):
    """Who leads a circle leaves: the circle comes back to that seat, not to whoever is next."""
    await begin(house, "斗地主", 3, quan=1)

    def passes(table, seat, rng):
        return next(c.action for c in table.prompt(seat).choices if c.action.verb == "pass")

    table = house.table
    while table.match.state.public.phase != "play":
        await answer(house, table, waited_for(table)[0][0], chance(1), best)
    leader, name = waited_for(table)[0]
    await answer(house, table, leader, chance(1), best)
    await house.say(name, "/leave")
    for _ in range(2):
        seat = waited_for(table)[0][0]
        assert seat != leader
        await answer(house, table, seat, chance(1), passes)
    assert [q.seat for q in table.state.questions] == [leader]
    await house.forward(1)
    last = table.log[-1].actions[-1]
    assert last[0] == leader and last[1].verb == "play"


async def test_stk_07_who_has_finished_cannot_score_again(house):
    await begin(house, "比大小", 2, quan=2)
    for _ in "甲乙":
        await one_answers(house)
    scored = totals(house.table.match)
    await house.say("甲", "/leave")
    await house.say("甲", "/join")
    assert totals(house.table.match) == scored
    assert len(house.table.match.played) == 1


@pytest.mark.parametrize("what", ["leaves", "blocks"])
async def test_stk_13_spectators_come_and_go(house, what):
    await begin(house, "比大小", 2)
    before, watcher = house.table.state, house.people.say("看", "").user
    await house.say("看", "/why")
    if what == "leaves":
        await house.service.notice(MemberLeft(watcher, house.people.chat))
    else:
        await house.service.notice(Reachable(watcher, reachable=False))
    await house.settle()
    assert house.table.state == before


@pytest.mark.parametrize("when", ["deal", "scoring"])
async def test_stk_15_the_host_leaves_and_another_is_host_at_once(house, when):
    await begin(house, "比大小", 3, quan=3)
    if when == "scoring":
        await play_out(house)
        assert house.table.state.phase is Phase.BETWEEN
    await house.say("甲", "/leave")
    host = house.table.state.host
    assert host.id in "乙丙", "a person, never a computer player"
    await play_out(house)
    assert await house.say(host.id, "/settings clock 60") is not None
    assert house.table.state.clock == 60
    await house.say(host.id, "/stop")
    assert not house.tables.running


@pytest.mark.parametrize("about", ["/stop", "/pause"])
async def test_stk_17_who_has_left_has_no_voice_until_they_come_back(house, about):
    """Neither to begin a vote nor to break one off; a computer player has none either."""
    await begin(house, "比大小", 3, 1)
    await house.say("丙", "/leave")
    for word in (about, "/yes", "/no"):
        assert said(await house.say("丙", word)), "refused in words"
        assert house.table.state.vote is None
    await house.say("乙", about)
    asked = house.table.state.vote
    no = next(token for token in buttons(house.platform.board()).values() if token[-3:] == ":no")
    for refused in (await house.press("丙", no), await house.say("丙", about)):
        assert "你已经离开了" in said(refused)
        assert house.table.state.vote == asked
    await house.say("丙", "/join")
    await house.press("丙", no)
    assert house.table.state.vote is None, "who is back has a voice again"


async def test_stk_17_whoever_has_left_may_end_a_table_where_nobody_plays_on(house):
    await begin(house, "比大小", 2)
    for who in "甲乙":
        await house.say(who, "/leave")
    await house.say("乙", "/stop")
    assert not house.tables.running


async def test_stk_15_only_computers_remain(house):
    await begin(house, "比大小", 1, 3)
    await house.say("甲", "/leave")
    assert house.table.state.suspended_at is not None
    assert await house.say("乙", "/newgame 比大小") is None


async def test_stk_14_the_lobby_says_that_anybody_may_start(house):
    await house.say("甲", "/newgame 比大小")
    await house.say("乙", "/join")
    assert "两分钟没动静，入座的人谁都可以按" in house.platform.board().text


# Stopping.


async def to_lobby(house):
    await house.say("甲", "/newgame 斗地主")


async def to_bids(house):
    await begin(house, "斗地主", 3)


async def to_play(house):
    await begin(house, "斗地主", 3)
    while house.table.match.state.public.phase != "play":
        await answer(house, house.table, waited_for(house.table)[0][0], chance(2))


async def to_between(house):
    await begin(house, "比大小", 3, quan=2)
    await play_out(house)


async def to_pause(house):
    await to_bids(house)
    for who in "甲乙丙":
        await house.say(who, "/pause")


async def to_computer(house):
    await begin(house, "比大小", 1, 1)
    await one_answers(house)


PHASES = [to_lobby, to_bids, to_play, to_between, to_pause, to_computer]


@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.__name__)
async def test_stk_09_one_closing_line_and_no_prompt_afterwards(house, phase):
    """Also while a prompt is being sent: here none arrives before the end."""
    await phase(house)
    platform, asked, held = house.platform, [], asyncio.Event()
    whisper = platform.whisper

    async def slow(user, message):
        await held.wait()
        asked.append(message)
        return await whisper(user, message)

    platform.whisper = slow
    (runner,) = house.tables.running.values()
    runner.outbox.forget(house.people.say("甲", "").user)
    runner.show_all()
    lines = len(platform.lines())
    stopping = asyncio.create_task(house.handle(house.people.say("群主", "/stop", admin=True)))
    await stopping
    held.set()
    await house.settle()
    await house.forward(600)
    closing = [line for line in platform.lines()[lines:] if "散了" in line]
    assert len(closing) == 1
    assert all(not m.pickers for m in asked if "散" in m.text or "结束" in m.text)
    assert not platform.private("甲") or not platform.private("甲").pickers
    assert not house.tables.running
    assert "没有牌桌" in said(await house.say("甲", "/why"))


async def test_stk_01_old_buttons_say_that_the_table_is_closed(house):
    await begin(house, "比大小", 2)
    old = buttons(house.platform.board())
    play = house.platform.private("甲").pickers[0].token
    await house.say("群主", "/stop", admin=True)
    for token in (old["在等谁"], old["我的手牌"], play):
        assert "那一桌已经结束" in said(await house.press("甲", token))
    assert await house.say("乙", "/newgame 比大小") is None


# Time and presses.


async def test_rac_04_a_time_out_and_an_act_at_once_are_one(house):
    """Whichever comes first counts, and the other is told so."""
    await begin(house, "比大小", 2, quan=3)
    seat, who = waited_for(house.table)[0]
    token, values = press_of(house.table, seat, legal(house.table, seat, chance(1)))
    (runner,) = house.tables.running.values()
    house.clock.lapse(120)
    runner.tell(Tick())
    late = asyncio.create_task(house.handle(house.people.press(who, token, values)))
    runner.tell(Tick())
    reply = await late
    await house.settle()
    mine = [row for row in house.table.log[0].actions if row[0] == seat]
    assert len(mine) == 1
    assert said(reply), "the clock was first, and who was late is told"


async def test_rac_04_an_old_timer_plays_for_nobody(house):
    """A tick and a computer's answer that belong to an earlier turn."""
    await begin(house, "占格子", 2)
    table = house.table
    while len(table.state.questions) != 1:
        await one_answers(house)
    old = table.state.questions[0]
    (runner,) = house.tables.running.values()
    await house.forward(119)
    await one_answers(house)
    now = table.state.questions
    runner.tell(Tick())
    runner.tell(Thought(old.seat, old.number, legal(table, now[0].seat, chance(1))))
    await house.forward(2)
    assert table.state.questions == now, "each question has its own time"


async def drive(house, driver, who):
    """The last answer of the round comes from one kind of driver."""
    seat = house.table.seat_of(house.people.say(who, "").user)
    match driver:
        case "person":
            await answer(house, house.table, seat, chance(1))
        case "clock":
            await house.forward(120)
        case "autopilot":
            await house.say(who, "/autopilot")
            await house.forward(1)
        case "gone":
            await house.say(who, "/leave")
            await house.forward(1)


@pytest.mark.parametrize("driver", ["person", "clock", "autopilot", "gone", "computer"])
async def test_rac_05_however_a_round_is_won_it_is_settled_alike(house, driver):
    persons = 1 if driver == "computer" else 2
    await begin(house, "比大小", persons, 2 - persons, quan=1)
    await one_answers(house, skip=() if persons == 1 else ("乙",))
    if driver == "computer":
        await house.forward(2)
    else:
        await drive(house, driver, "乙")
    assert not house.tables.running
    told = "\n".join(house.platform.lines())
    assert told.count("第 1 圈结束") == 1 and told.count("全场 1 圈打完") == 1
    (scored,) = await house.store.scores.rounds(ROOM_KEY)
    assert sum(scored.scores) == 0
    assert "再来一场" in buttons(house.platform.board())


async def test_rac_06_two_mistakes_have_two_answers(house):
    await begin(house, "斗地主", 3)
    table = house.table
    while table.match.state.public.phase != "play":
        await answer(house, table, waited_for(table)[0][0], chance(1))
    mine, name = waited_for(table)[0]
    other = next(n for s in range(3) if s != mine and (n := name_of(table, s)))
    unheld = next(c for c in ("♠3", "♥3", "♦3", "♣3") if c not in str(table.seen(mine).hand))
    own, theirs = await house.say(name, f"出 {unheld}{unheld}"), await house.say(other, "出 3")
    assert "还没轮到你" in said(theirs) and name in said(theirs)
    assert said(own) and "轮到" not in said(own)


async def test_rac_10_a_second_answer_never_counts_beside_the_first(house):
    await begin(house, "比大小", 3)
    seat, who = waited_for(house.table)[0]
    token, values = press_of(house.table, seat, legal(house.table, seat, chance(1)))
    other = press_of(house.table, seat, legal(house.table, seat, chance(7)))[1]
    await house.press(who, token, values)
    assert said(await house.press(who, token, values)) == "", "a copy is done already"
    await house.forward(TAKEN.total_seconds())
    for late in (values, other):
        assert said(await house.press(who, token, late))
    assert [row[0] for row in house.table.log[0].actions] == [seat]


async def test_rac_08_a_time_out_before_its_board_was_sent(world):
    """Sending takes longer than the clock: the newest board arrives, and nothing breaks."""
    async with world.house() as house:
        gate, post = asyncio.Event(), house.platform.post

        async def slow(chat, message):
            await gate.wait()
            return await post(chat, message)

        house.platform.post = slow
        for line in ("/newgame 比大小", "/addbot", "/settings clock 30", "/start"):
            await house.handle(house.people.say("甲", line))
        table = house.table
        await until(lambda: table.state.phase is Phase.PLAYING)
        for _ in range(4):
            house.clock.forward(31)
            await asyncio.sleep(0.01)
        gate.set()
        await house.settle()
        assert table.match.played
        boards = [s for s in house.platform.in_chat() if s.message.rows]
        assert len(boards) == 1
        assert "下一圈" in buttons(boards[0].message) or "再来一场" in buttons(boards[0].message)


# A platform that refuses everything for an hour.


@pytest.mark.parametrize(
    "error",
    [partial(PlatformError, "503"), partial(RetryAfter, 300), partial(RetryAfter, 3600)],
    ids=["fails", "five minutes, again and again", "an hour"],
)
async def test_a_platform_that_refuses_everything_for_an_hour_loses_nothing(world, error):
    """STK-10: what was played before and meanwhile is shown afterwards, every line of it."""
    async with world.house() as house:
        await begin(house, "比大小", 2, quan=2)
        refused = {"post", "edit", "whisper", "retire", "erase"}
        house.platform.fail = {name: error() for name in refused}
        for seat, _ in waited_for(house.table):
            await answer(house, house.table, seat, chance(seat))
        tries = len(house.platform.calls)
        for _ in range(60):
            await house.forward(60)
        assert len(house.platform.calls) - tries < 200, "it is not hammered"
        assert house.tables.running, "the table is not given up"
        assert "群里" in said(await house.say("甲", "/why"))
        house.platform.fail = {}
        await house.forward(3601)
        assert house.table.state.suspended_at is not None, "nobody loses time by it"
        await house.press("甲", buttons(house.platform.board())["继续"])
        if house.table.state.phase is Phase.PLAYING:
            await play_out(house)
        assert "第 1 圈结束" in "\n".join(house.platform.lines())
        for who in NAMES[:2]:
            await house.say(who, "/next")
        for who in NAMES[:2]:
            assert any(m.pickers for m in house.platform.told(who)), "hands arrive again"
        await play_out(house)
        assert [r.round for r in await house.store.scores.rounds(ROOM_KEY)] == [
            1,
            2,
        ]
        assert any("第一名" in line for line in house.platform.lines())
