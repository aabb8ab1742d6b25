"""``/why`` in every wait: who is waited for, since when and until when, while the table is busy."""

import asyncio
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial

import pytest

from bot.ports.errors import ChatGone, RetryAfter
from bot.runtime.table_runner import TableRunner
from bot.store.rows import NotSaved
from bot.table.commands import Refresh, Suspend
from bot.table.state import Phase
from tests.kit.actors import answer, begin, chance, waited_for
from tests.kit.clock import BEGIN
from tests.kit.house import service
from tests.kit.times import called
from tests.kit.world import until

DAY = 86_400


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db", check=False) as open_house:
        yield open_house


async def answered(house, *names):
    """These people give an answer that is legal."""
    for seat, who in waited_for(house.table):
        if who in names:
            await answer(house, house.table, seat, chance(seat))


async def opened(house, patch):
    await house.say("甲", "/newgame 比大小")


async def odd(house, patch):
    await house.say("甲", "/newgame _trial")
    for who in "乙丙":
        await house.say(who, "/join")


async def full(house, patch):
    await opened(house, patch)
    await house.say("乙", "/join")


async def host_away(house, patch):
    await full(house, patch)
    await house.forward(130)


async def several(house, patch):
    await begin(house, "比大小", 3)


async def answers_secret(house, patch):
    await begin(house, "比大小", 3)
    game, (first, *_) = house.table.game, house.table.match.state.hands
    imagine = type(game).imagine

    def unsure(game, seen, rng):
        state = imagine(game, seen, rng)
        return type(state)(state.hands, (first[0], *state.chosen[1:]))

    patch.setattr(type(game), "imagine", unsure)


async def one(house, patch):
    await begin(house, "比大小", 3)
    await house.forward(5)
    await answered(house, "甲", "乙")


async def one_for_ever(house, patch):
    await begin(house, "比大小", 3, clock=0)
    await answered(house, "甲", "乙")


async def over_days(house, patch):
    await begin(house, "比大小", 3, clock="24h")
    await answered(house, "甲", "乙")


async def computer(house, patch):
    patch.setattr("bot.table.rounds.THINKING", (800, 801))
    await begin(house, "比大小", 1, 1)
    await answered(house, "甲")


async def away(house, patch):
    await begin(house, "比大小", 2)
    await answered(house, "甲")
    await house.say("乙", "/autopilot")


async def between(house, patch):
    await begin(house, "比大小", 3, quan=2)
    await house.forward(5)
    await answered(house, *"甲乙丙")
    assert house.table.state.phase is Phase.BETWEEN


async def between_pressed(house, patch):
    await between(house, patch)
    await house.forward(5)
    await house.say("甲", "/next")


async def idle(house, patch):
    await between(house, patch)
    await house.forward(600)


async def vote(house, patch, about="/stop"):
    await begin(house, "比大小", 3)
    await house.say("甲", about)


async def paused(house, patch):
    await vote(house, patch, "/pause")
    await house.say("乙", "/yes")
    await house.forward(5)
    await house.say("丙", "/yes")


async def deserted(house, patch):
    await begin(house, "比大小", 1, 1)
    await house.say("甲", "/leave")


async def trouble(house, patch):
    await begin(house, "比大小", 2)
    (runner,) = house.tables.running.values()
    runner.tell(Suspend())
    await house.settle()


async def unsaved(house, patch):
    await one(house, patch)

    async def refuses(rows):
        raise NotSaved("disk full")

    patch.setattr(house.store, "commit", refuses)
    seat, _ = waited_for(house.table)[0]
    (runner,) = house.tables.running.values()
    await house.forward(2)
    runner.tell(Refresh())
    patch.setattr(type(house.table), "next_wake", lambda table: None)
    await answer(house, house.table, seat, chance(1))


async def quiet(house, patch):
    await begin(house, "比大小", 3)
    house.platform.fail = {"post": RetryAfter(300), "edit": RetryAfter(300)}
    await answered(house, "甲", "乙")


async def gone(house, patch):
    await begin(house, "比大小", 3)
    house.platform.fail = {"post": ChatGone(), "edit": ChatGone()}
    await answered(house, "甲", "乙")


async def closed(house, patch):
    house.platform.unreachable.add("乙")
    await begin(house, "比大小", 2)


async def late(house, patch):
    house.platform.fail = {"whisper": RetryAfter(200)}
    await begin(house, "比大小", 2)


async def queued(house, patch):
    await begin(house, "比大小", 2)
    await house.say("丁", "/join")


async def asked_again(house, patch):
    await begin(house, "比大小", 3, quan=1)
    await answered(house, *"甲乙丙")
    await house.say("乙", "/again")
    await house.say("甲", "/join")


ROWS = [
    # the wait           brought about by   who or what        since   until (s)
    ("lobby not full", opened, "还差 1 人", 0, 7200),
    ("lobby of a number that cannot play", odd, "现在 3 人，这个游戏要 2 / 4 人", 0, 7200),
    ("the host has to start", full, "桌主 甲", 0, 120),
    ("the host is away", host_away, "谁都可以按", 0, 7200),
    ("asked to play again", asked_again, "等 丙", 0, 120),
    ("several asked", several, "甲|乙|丙", 0, 120),
    ("several asked, names would tell", answers_secret, "在等 3 位玩家", 0, 120),
    ("one asked", one, "在等 丙", 0, 120),
    ("one asked, no clock", one_for_ever, "在等 丙|不限时", 0, None),
    ("one asked, over days", over_days, "在等 丙", 0, DAY),
    ("a computer player thinks", computer, "电脑·石 在想", 0, 0.8 + 4),
    ("托管", away, "乙 不在", 0, 1),
    ("between rounds", between, "甲|乙|丙", 5, 605),
    ("between rounds, one has pressed", between_pressed, "乙、丙", 5, 70),
    ("between rounds, nobody pressed", idle, "没有人按", 605, 605 + 7 * DAY),
    ("a vote to stop", vote, "是否结束|1 人同意|乙、丙", None, 60),
    ("a vote to pause", partial(vote, about="/pause"), "是否暂停|1 人同意|乙、丙", None, 60),
    ("paused", paused, "歇一会儿", 5, 5 + 7 * DAY),
    ("everybody has gone", deserted, "都走开了", 0, 7 * DAY),
    ("trouble inside", trouble, "出了点问题", 0, 7 * DAY),
    ("not saved", unsaved, "存不进数据库|在等 丙", 7, 120),
    ("chat unreachable for a while", quiet, "发不出去|在等 丙", 0, 300),
    ("chat unreachable", gone, "写不进去", 0, 7 * DAY),
    ("hand undelivered, closed", closed, "乙 收不到私信", None, None),
    ("hand undelivered, late", late, "手牌还没送到|甲、乙", 0, 200),
    ("in the queue", queued, "排队等座位：丁", 0, 120),
]


@asynccontextmanager
async def busy(house, monkeypatch):
    """The table's own task is held up by something."""
    gate = asyncio.Event()

    async def held_up(runner, command, answer=None):
        await gate.wait()

    (runner,) = house.tables.running.values()
    with monkeypatch.context() as patch:
        patch.setattr(TableRunner, "_carry_out", held_up)
        runner.tell(Refresh())
        await until(lambda: not runner.waiting)
        yield
        gate.set()
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("wait", "names", "since", "due"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
async def test_why_says_who_since_when_and_until_when(house, monkeypatch, wait, names, since, due):
    await wait(house, monkeypatch)
    async with busy(house, monkeypatch), asyncio.timeout(30):
        reply = await house.handle(house.people.say("看", "/why"))
    told = reply.message.text
    assert all(name in told for name in names.split("|")), told
    for seconds in (since, due):
        time = BEGIN + timedelta(seconds=seconds or 0)
        assert seconds is None or called(time, house.clock.now()) in told, told


async def test_why_waits_for_no_disk(house, monkeypatch):
    """Nor does what is noted of its author by the way."""
    await several(house, monkeypatch)
    never = asyncio.Event()

    async def stuck(rows):
        await never.wait()

    monkeypatch.setattr(house.store, "commit", stuck)
    _, who = waited_for(house.table)[0]
    press = asyncio.create_task(house.handle(house.people.say(who, "出 3")))
    await asyncio.sleep(0)
    async with asyncio.timeout(30):
        for who in ("甲", "a stranger"):
            asked = house.people.say(who, "/why", language="en")
            reply = await house.handle(asked)
            assert "Waiting for" in reply.message.text
    press.cancel()


async def test_over_is_over(house):
    await begin(house, "比大小", 2, quan=1)
    await house.say("甲", "/stop", admin=True)
    reply = await house.say("甲", "/why")
    assert "这里还没有牌桌" in reply.message.text


async def test_who_asks_about_themself_is_called_you(house, monkeypatch):
    await one(house, monkeypatch)
    mine, theirs = [(await house.say(who, "/why")).message.text for who in "丙甲"]
    assert mine == theirs.replace("在等 丙 出手", "在等你出手")
    await house.forward(4)
    english = await house.say("丙", "/why", language="en")
    assert english.message.text.startswith("Waiting for you since")


@pytest.mark.parametrize(
    ("who", "names"),
    [("甲", "在等你、乙 拿主意"), ("乙", "在等 甲、你拿主意"), ("丙", "在等 甲、乙 拿主意")],
)
async def test_no_space_stands_beside_you_in_chinese(house, who, names):
    await begin(house, "占格子", 2, open="none")
    assert names in (await house.say(who, "/why")).message.text
