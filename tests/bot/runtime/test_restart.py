"""A restart in every phase: what was promised before it holds after it."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.ports.errors import RetryAfter
from bot.table import tokens
from bot.table.commands import Suspend
from bot.table.state import Phase
from tests.kit.actors import (
    NAMES,
    answer,
    begin,
    chance,
    legal,
    name_of,
    press_of,
    said,
    to_the_end,
    waited_for,
)
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.world import DOWN, until


def screens(table):
    """What every seat and a spectator see of the game."""
    if table.match is None:
        return ()
    return tuple(table.game.present(table.seen(s)) for s in (None, *range(table.match.seats)))


def shifted(state, by):
    """A table's state after a standstill: every deadline later by just that, nothing else.

    A lobby's life, and how long its host has been silent, stand still as well.
    """

    def later(time):
        return None if time is None else time + by

    if state.suspended_at is not None:
        return replace(state, idle_at=later(state.idle_at))
    moved = tuple(replace(q, deadline=later(q.deadline), due=later(q.due)) for q in state.questions)
    vote = state.vote and replace(state.vote, until=later(state.vote.until))
    if state.phase is Phase.LOBBY:
        state = replace(state, since=later(state.since), host_seen=later(state.host_seen))
    return replace(
        state, questions=moved, vote=vote, next_at=later(state.next_at),
        idle_at=later(state.idle_at),
    )  # fmt: skip


def comparable(state):
    """Without what only says which message shows it, and how often it was moved."""
    return replace(state, public=0, shown=0, hands=(), board=None, standstills=0)


# The phases. Each brings a new house where it is wanted and says what must work afterwards.


async def lobby(house):
    await house.say("甲", "/newgame 占格子")
    await house.say("乙", "/join")
    await house.say("甲", "/settings open none")

    async def after(house):
        await house.press("甲", old["开始"])
        assert house.table.state.phase is Phase.PLAYING

    old = buttons(house.platform.board())
    return after


async def first_question(house):
    await begin(house, "比大小", 2, quan=2)
    token, values = press_of(house.table, 0, legal(house.table, 0, chance(1)))
    who = name_of(house.table, 0)

    async def after(house):
        assert await house.press(who, token, values) is None
        assert house.table.match.step == 1

    return after


async def changeable(house):
    """An answer is given that its seat may still change; the question keeps its number."""
    await begin(house, "占格子", 2, quan=2, open="none")
    seat, who = waited_for(house.table)[0]
    await answer(house, house.table, seat, chance(2))
    mine = house.table.match.state.marks[seat]
    number = house.table.question_of(seat).number
    assert house.table.prompt(seat).answered
    other = next(b for b in buttons(house.platform.private(who)).values() if b[-1] != str(mine))

    async def after(house):
        assert await house.press(who, other) is None
        assert house.table.match.state.marks[seat] == int(other[-1]) != mine
        assert house.table.question_of(seat).number == number

    return after


async def between_with_one_press(house):
    await begin(house, "比大小", 2, quan=2)
    for seat, _ in waited_for(house.table):
        await answer(house, house.table, seat, chance(3))
    old = buttons(house.platform.board())["下一圈"]
    await house.press("乙", old)
    assert house.table.state.ready and house.table.state.next_at is not None

    async def after(house):
        await house.press("甲", old)
        assert (house.table.state.phase, house.table.state.round) == (Phase.PLAYING, 2)

    return after


async def between_by_time(house):
    """The minute after the first press goes on where it stood."""
    await between_with_one_press(house)
    await house.forward(20)

    async def after(house):
        await house.forward(39)
        assert house.table.state.phase is Phase.BETWEEN
        await house.forward(1)
        assert house.table.state.phase is Phase.PLAYING

    return after


async def vote_open(house):
    await begin(house, "比大小", 3, quan=2)
    await house.say("乙", "/stop")
    await house.forward(20)
    old = buttons(house.platform.board())["同意结束"]

    async def after(house):
        await house.press("甲", old)
        await house.forward(39)
        assert len(house.table.state.vote.yes) == 2
        await house.press("丙", old)
        assert house.tables.running == {}

    return after


async def suspended(house):
    await begin(house, "比大小", 2, quan=2)
    await house.say("甲", "/leave")
    await house.say("乙", "/leave")
    assert house.table.state.suspended_at is not None
    old = buttons(house.platform.board())["继续"]

    async def after(house):
        await house.press("乙", old)
        assert house.table.state.suspended_at is None
        await house.forward(1.1)
        assert house.table.match.step == 1

    return after


async def autopilot(house):
    """RES-02: the turn of somebody who is away has a driver after the restart too."""
    await begin(house, "比大小", 3, quan=2)
    await house.say("乙", "/autopilot")
    seat = house.table.seat_of(house.people.say("乙", "").user)
    old = buttons(house.platform.private("乙"))["取消托管"]

    async def after(house):
        await house.forward(1.1)
        assert house.table.match.state.chosen[seat] is not None
        await house.press("乙", old)
        assert house.table.state.players[seat].present

    return after


async def clock_running(house):
    """RES-02: the time limit is not lost, and no second of it is."""
    await begin(house, "比大小", 2, quan=2)
    await house.forward(100)

    async def after(house):
        await house.forward(19)
        assert house.table.match.step == 0
        await house.forward(1)
        assert house.table.state.phase is Phase.BETWEEN

    return after


async def computers_turn(house):
    await begin(house, "比大小", 1, 2, quan=2)
    assert sum(q.due is not None for q in house.table.state.questions) == 2

    async def after(house):
        await house.forward(2.1)
        assert house.table.match.step == 2

    return after


async def ambiguous(house):
    """The readings of a play were offered; either button says the same after the restart."""
    await begin(house, "占格子", 2, quan=8, open="none")
    reply, rng = None, chance(4)
    while reply is None or len(reply.message.rows) < 2:
        table = house.table
        if table.state.phase is Phase.BETWEEN:
            await house.say("甲", "/next")
            await house.say("乙", "/next")
            continue
        seat, who = waited_for(table)[0]
        if not table.prompt(seat).picks:
            await answer(house, table, seat, rng)
            continue
        token = tokens.button(table.state.id, table.question_of(seat).number, "s0")
        reply = await house.press(who, token, ("cards.0", "cards.1"))
        if reply is not None and not reply.message.rows:  # they cannot be played together
            await house.press(who, token, ("cards.0",))
    (first,), (second,) = reply.message.rows
    assert first.label != second.label

    async def after(house):
        assert said(await house.press(who, second.token)) == ""
        led = house.table.log[-1].actions[-1][1]
        assert (led.verb, len(led.cards), led.reading) == ("lead", 2, "gap")

    return after


async def break_asked_for(house):
    await begin(house, "比大小", 2)
    await house.say("甲", "/pause")

    async def after(house):
        await house.press("乙", buttons(house.platform.board())["同意暂停"])
        assert house.table.state.suspended_for == "pause"

    return after


async def asked_to_play_again(house):
    await begin(house, "比大小", 2, quan=1)
    for seat, _ in waited_for(house.table):
        await answer(house, house.table, seat, chance(seat))
    await house.press("甲", buttons(house.platform.board())["再来一场"])

    async def after(house):
        await house.press("乙", buttons(house.platform.board())["加入"])
        assert house.table.state.phase is Phase.PLAYING

    return after


async def in_the_queue(house):
    await begin(house, "比大小", 1, 1, quan=2)
    await house.say("丁", "/join")

    async def after(house):
        ((seat, _),) = waited_for(house.table)
        await answer(house, house.table, seat, chance(1))
        await house.forward(2)
        assert [player.name for player in house.table.state.players if player.user] == ["丁", "甲"]

    return after


async def answered_already(house):
    await begin(house, "比大小", 3, quan=2)
    (seat, who), *_ = waited_for(house.table)
    await answer(house, house.table, seat, chance(1))

    async def after(house):
        assert "你已经选好了" in said(await house.say(who, "/play ♠3"))

    return after


PHASES = [
    answered_already,
    lobby, first_question, changeable, between_with_one_press, between_by_time, vote_open,
    suspended, autopilot, clock_running, computers_turn, ambiguous,
    break_asked_for, asked_to_play_again, in_the_queue,
]  # fmt: skip


@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.__name__)
async def test_after_a_restart_all_is_as_it_was(world, phase):
    """RES-02: screens, question numbers, deadlines, buttons."""
    async with world.house() as house:
        after = await phase(house)
        before, seen = house.table.state, screens(house.table)
    posted = len(world.platform.order)
    stood = world.stood_still(DOWN)
    async with world.house(down=DOWN) as house:
        table = house.table
        assert screens(table) == seen
        assert comparable(table.state) == comparable(shifted(before, stood))
        assert table.state.shown == table.state.public
        assert len(world.platform.order) == posted, "nothing is posted anew: edits at most"
        await after(house)
        if house.tables.running:
            await to_the_end(house, chance(phase.__name__))


async def test_downtime_is_counted_once_even_if_the_start_itself_is_killed(world):
    """The heartbeat of the killed start was not stored, but the table's new deadlines were."""
    async with world.house() as house:
        await begin(house, "比大小", 2)
        deadline = house.table.state.questions[0].deadline
    ((beat,),) = world.sql("select at from heartbeat")
    async with world.house(down=DOWN) as house:
        assert house.table.state.questions[0].deadline == deadline + timedelta(seconds=DOWN)
    world.sql("update heartbeat set at = ?", beat)
    async with world.house(down=DOWN) as house:
        assert house.table.state.questions[0].deadline == deadline + timedelta(seconds=2 * DOWN)


async def test_a_table_that_stands_still_goes_on_with_the_time_it_had(world):
    async with world.house() as house:
        await begin(house, "比大小", 2)
        await house.forward(50)
        next(iter(house.tables.running.values())).tell(Suspend())
        await house.settle()
        assert house.table.state.suspended_at is not None
    async with world.house(down=DOWN) as house:
        await house.say("乙", "/resume")
        left = {q.deadline - world.clock.now() for q in house.table.state.questions}
        assert left == {timedelta(seconds=70)}


# What was stored and not shown.


async def test_a_lobby_that_was_stored_and_never_announced(world):
    """STK-03: it is posted by the next start, once."""
    world.platform.fail["post"] = RetryAfter(300)
    async with world.house() as house:
        await house.say("甲", "/newgame 比大小")
    assert world.platform.order == []
    world.platform.fail.clear()
    for _ in range(2):
        async with world.house(down=DOWN) as house:
            assert len(world.platform.in_chat()) == 1
            assert "加入" in buttons(world.platform.board())
            assert house.table.state.shown == house.table.state.public
    async with world.house() as house:
        await house.press("乙", buttons(world.platform.board())["加入"])
        assert len(house.table.state.players) == 2


async def test_a_settlement_that_was_stored_and_not_shown_is_shown_once(world):
    async with world.house() as house:
        await begin(house, "比大小", 2, quan=1)
        await answer(house, house.table, *waited_for(house.table)[0][:1], chance(1))
        world.platform.fail |= {"edit": RetryAfter(3600), "post": RetryAfter(3600)}
        await answer(house, house.table, *waited_for(house.table)[0][:1], chance(1))
        assert house.table.state.phase is Phase.FINISHED
    world.platform.fail.clear()
    before = len(world.platform.order)
    async with world.house(down=DOWN) as house:
        assert house.tables.running == {}
        (line,) = [world.platform.sent[ref].message.text for ref in world.platform.order[before:]]
        assert line.startswith("（重发）") and "第一名" in line
        assert "再来一场" in buttons(world.platform.board())
    edits = [sent.edits for sent in world.platform.sent.values()]
    async with world.house(down=DOWN) as house:
        assert house.tables.running == {}
    assert len(world.platform.order) == before + 1
    assert [sent.edits for sent in world.platform.sent.values()] == edits


class Silent(MemoryPlatform):
    """Sends what it is asked to, but some answers never come back before the kill."""

    def __init__(self, *silent):
        super().__init__()
        self.silent = set(silent)

    async def post(self, chat, message):
        ref = await super().post(chat, message)
        await self._answer("post")
        return ref

    async def whisper(self, user, message):
        delivery = await super().whisper(user, message)
        await self._answer(user.id)
        return delivery

    async def _answer(self, what):
        if what in self.silent:
            await asyncio.Event().wait()


async def test_a_board_whose_id_was_not_stored_is_served_and_retired(world):
    world.platform = Silent("post")
    async with world.house() as house:
        await house.handle(house.people.say("甲", "/newgame 比大小"))
        await until(lambda: world.platform.order)
    world.platform.silent.clear()
    async with world.house(down=DOWN) as house:
        old, new = (sent.ref for sent in world.platform.in_chat())
        assert house.table.state.board == new
        token = buttons(world.platform.sent[old].message)["加入"]
        await house.press("乙", token, message=old)
        assert len(house.table.state.players) == 2
        assert [world.platform.sent[ref].retired for ref in (old, new)] == [True, False]


async def test_hands_that_were_sent_are_edited_and_only_the_others_sent(world):
    world.platform = Silent("丙", "丁")
    async with world.house() as house:
        await house.say("甲", "/newgame 比大小")
        for name in NAMES[1:4]:
            await house.say(name, "/join")
        await house.handle(house.people.say("甲", "/start"))
        await until(lambda: len(house.table.state.hands) == 2)
    world.platform.silent.clear()
    async with world.house(down=DOWN) as house:
        assert len(house.table.state.hands) == 4
    told = [ref.chat for ref in world.platform.order if ref.private]
    assert sorted(told) == sorted([*NAMES[:4], "丙", "丁"])


async def test_a_messenger_that_has_forgotten_everything(world):
    """As after a move to another server: what is needed to go on is sent anew."""
    async with world.house() as house:
        await begin(house, "比大小", 2, quan=2)
    world.platform = MemoryPlatform()
    async with world.house(down=DOWN) as house:
        await house.say("甲", "/hand")
        await house.say("乙", "/hand")
        await house.say("甲", "/table")
        assert len(world.platform.in_chat()) <= 2
        assert house.table.state.board in world.platform.sent
        assert {hand.ref for hand in house.table.state.hands} <= set(world.platform.sent)
        await to_the_end(house, chance(6))
