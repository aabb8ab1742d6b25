"""One person opens so many tables and no more; nobody else notices."""

import pytest

from bot.ports.refs import ChatRef
from bot.runtime.launcher import SECONDS_EACH, TABLES


@pytest.fixture
async def house(world):
    async with world.house() as house:
        yield house


async def opened(house, who, number):
    """Whether there is one more table after somebody asked for it in another chat; the answer."""
    before = len(house.tables.running)
    chat = ChatRef("memory", f"-100123456{number:05d}")
    reply = await house.say(who, "/newgame 斗地主", chat=chat)
    return len(house.tables.running) - before, reply


async def test_a_person_opens_so_many_tables_and_is_told_when_there_may_be_another(house):
    for number in range(TABLES):
        assert (await opened(house, "小明", number))[0] == 1
    made, reply = await opened(house, "小明", TABLES)
    assert made == 0
    assert "30 秒" in reply.message.text
    assert (await opened(house, "小红", TABLES + 1))[0] == 1, "it is nobody else's matter"

    await house.forward(SECONDS_EACH)
    assert (await opened(house, "小明", TABLES + 2))[0] == 1
    assert (await opened(house, "小明", TABLES + 3))[0] == 0


async def test_a_clock_that_is_set_back_keeps_nobody_from_opening_a_table(house):
    await opened(house, "小明", 1)
    house.clock.jump(-86400)
    assert (await opened(house, "小明", 2))[0] == 1
