"""Being told when a table opens: by a press in the group, or by a link that only asks."""

import pytest

from bot.ports.refs import UserRef
from bot.table import tokens
from tests.kit.actors import said
from tests.kit.house import service
from tests.kit.ids import ROOM_ID
from tests.kit.platform import MemoryPlatform, buttons

GAME = "/newgame 蹲麻子"
ON, ASK = (tokens.menu("notify", f"{word}.{ROOM_ID}") for word in ("on", "ask"))


@pytest.fixture
async def house(tmp_path):
    platform = MemoryPlatform()
    platform.deep = True
    async with service(tmp_path / "t.db", platform=platform) as open_house:
        yield open_house


def wanted(house, who):
    return house.service.running.subscriptions.wanted(UserRef("memory", who), house.people.chat)


async def pane(house, who):
    return buttons((await house.press(who, "m1:more")).message)


async def test_the_pane_of_a_chat_turns_it_on_and_off(house):
    for _ in range(2):
        reply = await house.press("丙", (await pane(house, "丙"))["开桌叫我"])
        assert "一开桌我就私信叫你" in reply.message.text and wanted(house, "丙")
        await house.forward(9)
        reply = await house.press("丙", (await pane(house, "丙"))["开桌不用叫我"])
        assert "不再叫你" in reply.message.text and not wanted(house, "丙")
        await house.forward(9)


async def test_it_stands_beside_a_table_too_and_tells_of_the_next_one(house):
    await house.say("甲", GAME)
    await house.press("丙", (await pane(house, "丙"))["开桌叫我"])
    await house.say("甲", "/stop")
    await house.say("乙", GAME)
    assert [m.text for m in house.platform.told("丙")][-1].startswith("“测试群”开了一桌 蹲麻子")


async def test_what_a_link_brings_only_asks(house):
    await house.say("甲", GAME)
    table = house.table.state.id
    for token in (ASK, tokens.button(table, 0, "notify")):
        reply = await house.press("丙", token, chat=None)
        assert "要我私信叫你吗" in reply.message.text and not wanted(house, "丙")
        assert buttons(reply.message) == {"开桌叫我": ON}
        await house.forward(9)
    await house.press("丙", ON, chat=None)
    assert wanted(house, "丙")


async def test_whoever_is_not_in_the_chat_is_not_told_of_its_tables(house):
    await house.say("甲", GAME)
    house.platform.outside.add("生人")
    for token in (ON, ASK, tokens.button(house.table.state.id, 0, "notify")):
        assert "群里的人才能用" in said(await house.press("生人", token, chat=None))
    assert not wanted(house, "生人")


async def test_whom_nothing_reaches_gets_the_link_and_is_not_told(house):
    house.platform.unreachable.add("丙")
    reply = await house.press("丙", ON)
    ((link,),) = reply.message.rows
    assert link.url.endswith(ASK) and not wanted(house, "丙")
    house.platform.unreachable.clear()
    await house.forward(9)
    await house.press("丙", ASK, chat=None)
    assert not wanted(house, "丙")
    await house.press("丙", ON, chat=None)
    assert wanted(house, "丙")


async def test_a_button_of_another_chat_does_nothing_here(house):
    other = tokens.menu("notify", f"on.{ROOM_ID[:-1]}x")
    assert "按钮" in said(await house.press("丙", other))
    assert not wanted(house, "丙")
