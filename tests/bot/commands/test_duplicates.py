"""/duplicate as people type and press it."""

import pytest

from bot.tournament.state import Status
from tests.kit.platform import MemoryPlatform, buttons


@pytest.fixture
async def house(world):
    world.platform = MemoryPlatform(quiet=True)
    async with world.house() as open_house:
        yield open_house


def state(house):
    (runner,) = house.service.running.tournaments._runners.values()
    return runner.state


CALLS = [
    ("/duplicate", "doudizhu", (2, 8), 10),
    ("/duplicate 蹲麻子", "dunmazi", (2, 8), 10),
    ("/duplicate 牛牛 4", "niuniu", (4, 8), 10),
    ("/复式 斗地主 16 32 60", "doudizhu", (16, 32), 60),
    ("/duplicate 锄大地 12 副 3 桌", "chudadi", (3, 12), 10),
    ("/duplicate doudizhu 5 minutes 4 boards", "doudizhu", (2, 4), 5),
]


@pytest.mark.parametrize(("line", "game", "size", "minutes"), CALLS, ids=[c[0] for c in CALLS])
async def test_it_is_called_with_what_was_typed_and_else_as_usual(house, line, game, size, minutes):
    await house.say("甲", line)
    called = state(house)
    assert (called.game, (called.tables, called.deals)) == (game, size)
    assert (called.start - called.opened).total_seconds() == 60 * minutes
    assert called.fee == 0


REFUSED = [
    ("/duplicate 斗地主 1", "2 到 16 桌"), ("/duplicate 斗地主 17", "2 到 16 桌"),
    ("/duplicate 斗地主 2 0", "1 到 32 副"), ("/duplicate 斗地主 2 33", "1 到 32 副"),
    ("/duplicate 斗地主 2 8 0", "1 到 10080 分钟"), ("/duplicate 斗地主 2 8 10 5", "这样发起复式"),
    ("/duplicate 斗地主 2 桌 3 桌", "这样发起复式"), ("/duplicate 斗地主 2 斤", "这样发起复式"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "told"), REFUSED, ids=[row[0] for row in REFUSED])
async def test_what_cannot_be_is_answered_in_words_and_calls_nothing(house, line, told):
    reply = await house.say("甲", line)
    assert told in reply.message.text
    assert not house.service.running.tournaments._runners


async def test_it_is_called_from_more_and_all_is_done_by_words_too(house):
    reply = await house.say("甲", "/duplicate", chat=None)
    assert "群里" in reply.message.text
    reply = await house.press("甲", "m1:more")
    await house.press("甲", buttons(reply.message)["办复式"])
    assert state(house).duplicate
    reply = await house.say("乙", "/duplicate 报名")
    assert "打完以前，不能坐别的牌桌" in reply.message.text
    await house.say("丙", "/复式 报名")
    await house.say("丙", "/duplicate 退出")
    assert [entrant.name for entrant in state(house).entrants] == ["乙"]
    reply = await house.say("乙", "/duplicate 开始")
    assert "甲" in reply.message.text, "the organiser's"
    await house.say("甲", "/duplicate 开始")
    assert state(house).status is Status.PLAYING
    assert len(state(house).entrants) == 6


async def test_one_contest_at_a_time_is_called_in_a_chat(house):
    await house.say("甲", "/duplicate")
    reply = await house.say("乙", "/tournament 比大小 0")
    assert "已经有一场比赛" in reply.message.text
    posts = len(house.platform.order)
    await house.say("乙", "/duplicate")
    assert len(house.platform.order) > posts, "the one that is on is shown again"
