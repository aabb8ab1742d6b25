"""The queue of 金币场: who waits, for how long, and what is kept of it."""

import asyncio
from dataclasses import replace

import pytest

from bot.coinroom.queue import LEAST, PATIENCE
from bot.ports.notices import MemberLeft, Migrated, Removed
from bot.ports.refs import ChatRef
from tests.kit.actors import said
from tests.kit.coinroom import BEGUN, FOUR, accounted_for, queue, queued, set_purse
from tests.kit.ids import ROOM_ID, long_id
from tests.kit.platform import buttons


@pytest.fixture
async def house(world):
    async with world.house(check=False) as open_house:
        yield open_house


async def test_a_queue_survives_a_restart(world):
    async with world.house(check=False) as house:
        await queue(house, "甲乙丙")
        boards = len([s for s in house.platform.in_chat() if s.message.rows])
    async with world.house(down=60, check=False) as house:
        assert queued(house) == [*"甲乙丙"]
        assert len([s for s in house.platform.in_chat() if s.message.rows]) == boards, "edited"
        await house.press("丁", buttons(house.platform.board())["排队"])
        assert house.table.state.phase in BEGUN
    async with world.house(down=60, check=False) as house:
        assert house.table.state.phase in BEGUN, "the table is one, and nobody waits"
        assert house.service.running.coinrooms._runners == {}
        await accounted_for(house)


async def test_five_who_wait_for_a_place_are_drawn_after_a_restart(world):
    """What holds the place up may end while nobody is there to see it."""
    world.platform.limits = replace(world.platform.limits, places=0)
    async with world.house(check=False) as house:
        await house.say("辛", "/newgame 比大小")
        await queue(house, "甲乙丙丁戊")
        assert len(queued(house)) == 5
    async with world.house(down=60, check=False) as house:
        assert len(queued(house)) == 5 and house.table.state.game != "dazha"
        await house.say("辛", "/stop")
        drawn = {player.name for player in house.table.state.players}
        assert house.table.state.game == "dazha" and len(drawn) == 4
        assert set(queued(house)) == set("甲乙丙丁戊") - drawn
        await accounted_for(house)


async def test_nobody_is_waited_for_longer_than_half_an_hour(world):
    async with world.house(check=False) as house:
        await queue(house, "甲乙")
        await house.forward(PATIENCE.total_seconds() / 2)
        await queue(house, "乙丙")
        await house.forward(PATIENCE.total_seconds() / 2)
        assert queued(house) == [*"乙丙"]
        assert "甲 等得太久，先退出排队了" in house.platform.lines()[-1]
    async with world.house(down=3600, check=False) as house:
        assert queued(house) == [], "nor across a restart"


async def test_who_leaves_the_queue_or_the_chat_waits_no_longer(house):
    await queue(house, "甲乙丙")
    leave = buttons(house.platform.board())["不排了"]
    assert "不排了" in said(await house.press("乙", leave))
    assert "没有在排队" in said(await house.press("乙", leave))
    await house.service.notice(MemberLeft(house.people.say("甲", "").user, house.people.chat))
    await house.settle()
    assert queued(house) == ["丙"]


async def test_a_queue_moves_with_its_chat(world):
    async with world.house(check=False) as house:
        await queue(house, "甲乙丙")
        await house.service.notice(
            Migrated(ChatRef("memory", ROOM_ID), ChatRef("memory", long_id("new")))
        )
        await house.settle()
        assert "现在 3 人在等" in house.platform.board(long_id("new")).text
    async with world.house(down=60, check=False) as house:
        await house.say("丁", "/coinroom", chat=ChatRef("memory", long_id("new")))
        assert house.table.state.place == ChatRef("memory", long_id("new"))
        await accounted_for(house)


async def test_each_group_and_thread_has_a_queue_of_its_own(house):
    thread = ChatRef("memory", ROOM_ID, "7")
    await queue(house, "甲乙")
    await queue(house, "丙丁", chat=thread)
    assert not house.tables.running
    await queue(house, "甲乙", chat=thread)
    assert house.table.state.place == thread
    assert "请到群里" in said(await house.say("甲", "/coinroom", chat=None))


async def test_where_the_chat_is_gone_nobody_waits(house):
    await queue(house, "甲乙丙")
    await house.service.notice(Removed(house.people.chat))
    await house.settle()
    assert queued(house) == []


@pytest.mark.parametrize("how", ["left", "late", "drawn", "too poor", "moved", "gone"])
async def test_nothing_is_kept_of_a_queue_in_which_nobody_waits(house, how):
    """Chats come and go for months: what was opened for one is closed again."""

    def outboxes():
        names = (task.get_name() for task in asyncio.all_tasks())
        return [name for name in names if name.startswith("outbox coinroom")]

    people = {"drawn": FOUR, "too poor": ""}.get(how, "甲")
    await queue(house, people)
    assert len(outboxes()) == (how not in ("drawn", "too poor"))
    match how:
        case "left":
            await house.press("甲", "m1:coinroom:leave")
        case "late":
            await house.forward(PATIENCE.total_seconds())
        case "too poor":
            await set_purse(house, "甲", LEAST - 1)
            await house.say("甲", "/coinroom")
        case "moved":
            new = ChatRef("memory", long_id("elsewhere"))
            await house.service.notice(Migrated(house.people.chat, new))
            await house.press("甲", "m1:coinroom:leave", chat=new)
        case "gone":
            await house.service.notice(Removed(house.people.chat))
    await house.settle()
    assert outboxes() == [] and house.service.running.coinrooms._runners == {}


async def test_who_begins_a_queue_anew_has_one_board_and_the_old_one_is_retired(house):
    await queue(house, "甲")
    await house.press("甲", "m1:coinroom:leave")
    (old,) = house.platform.in_chat()
    assert "空位 4 个" in old.message.text
    await queue(house, "乙")
    first, new = house.platform.in_chat()
    assert first.retired and "现在 1 人在等" in new.message.text


async def test_the_board_follows_who_waits_for_a_place(house):
    house.platform.limits = replace(house.platform.limits, places=0)
    await house.say("辛", "/newgame 比大小")
    await queue(house, "甲乙丙丁戊己")
    await house.press("己", "m1:coinroom:leave")
    assert "等着的 5 人" in house.platform.board().text
    await house.press("戊", "m1:coinroom:leave")
    await house.press("丁", "m1:coinroom:leave")
    assert "现在 3 人在等" in house.platform.board().text
