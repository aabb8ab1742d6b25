"""Words in a private message: they go to the table that asks, or a choice of tables is offered."""

import pytest

from bot.commands.repeats import TAKEN
from bot.ports.refs import ChatRef
from tests.kit.actors import said
from tests.kit.house import service
from tests.kit.ids import ROOM_ID, long_id
from tests.kit.platform import buttons


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        yield open_house


async def two_tables(house):
    """甲 sits with 乙 in one chat and with 丙 in another; both are started."""
    for chat, other in (("east", "乙"), ("west", "丙")):
        house.people.chat = ChatRef("memory", long_id(chat))
        await house.say("甲", "/newgame 比大小", chat_title=chat)
        await house.say(other, "/join")
        await house.say("甲", "/start")
    east, west = (
        house.tables.at(ChatRef("memory", long_id(chat))).table for chat in ("east", "west")
    )
    return east, west


def held(table):
    """A card of 甲's as one types it."""
    seat = next(s for s, x in enumerate(table.state.players) if x.name == "甲")
    card = table.match.state.hands[seat][0]
    return {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}[card.code[0]] + card.code[1:]


async def test_without_a_table_there_is_help(house):
    assert "/newgame" in said(await house.say("甲", "出 ♠3", chat=None))


async def test_the_one_table_that_asks_gets_the_words(house):
    east, west = await two_tables(house)
    await house.say("甲", f"出 {held(east)}", chat=ChatRef("memory", long_id("east")))
    assert said(await house.say("甲", f"出 {held(west)}", chat=None)) == ""
    assert (east.match.step, west.match.step) == (1, 1)


async def test_several_tables_are_a_choice_and_the_words_are_not_typed_again(house):
    """PRV-06."""
    east, west = await two_tables(house)
    asked = await house.say("甲", f"出 {held(west)}", chat=None)
    assert set(buttons(asked.message)) == {"east · 比大小", "west · 比大小"}
    assert (east.match.step, west.match.step) == (0, 0)
    token = buttons(asked.message)["west · 比大小"]
    assert said(await house.press("甲", token, chat=None)) == ""
    assert (east.match.step, west.match.step) == (0, 1)
    assert said(await house.press("甲", token, chat=None)) == "", "a copy is done already"
    await house.forward(TAKEN.total_seconds())
    assert "过时" in said(await house.press("甲", token, chat=None))
    assert (east.match.step, west.match.step) == (0, 1)


async def test_a_choice_is_its_authors_alone(house):
    _, west = await two_tables(house)
    asked = await house.say("甲", f"出 {held(west)}", chat=None)
    token = buttons(asked.message)["west · 比大小"]
    assert "过时" in said(await house.press("丙", token, chat=None))
    assert west.match.step == 0


async def test_commands_ask_which_table_too(house):
    await two_tables(house)
    asked = await house.say("甲", "/why", chat=None)
    answer = await house.press("甲", buttons(asked.message)["east · 比大小"], chat=None)
    assert "在等你、乙 拿主意" in said(answer)
    assert "/newgame" in said(await house.say("甲", "/help", chat=None))


GUESSED = ["/leave", "/stop", "/pause", "/autopilot", "/hand", "/why", "/settings clock 30", "离开"]


@pytest.mark.parametrize("line", GUESSED)
async def test_prv_06_no_command_is_carried_out_at_a_table_that_is_guessed(house, line):
    """Also where one table alone asks something: only a play is meant for that one."""
    east, west = await two_tables(house)
    await house.say("甲", f"出 {held(east)}", chat=ChatRef("memory", long_id("east")))
    before = east.state, west.state
    asked = await house.say("甲", line, chat=None)
    assert set(buttons(asked.message)) == {"east · 比大小", "west · 比大小"}
    assert (east.state, west.state) == before
    await house.press("甲", buttons(asked.message)["east · 比大小"], chat=None)
    assert west.state == before[1], "and then it is done there alone"


async def test_prv_06_a_table_in_private_can_be_chosen_as_well(house):
    await two_tables(house)
    await house.say("甲", "/newgame 比大小", chat=None, chat_title="")
    alone = house.tables.alone(house.people.say("甲", "").user).table
    before = [r.table.state for r in house.tables.running.values() if r.table is not alone]
    asked = await house.say("甲", "/addbot", chat=None)
    (token,) = (t for t in buttons(asked.message).values() if alone.state.id in t)
    assert said(await house.press("甲", token, chat=None)) == ""
    assert len(alone.state.players) == 2
    assert [r.table.state for r in house.tables.running.values() if r.table is not alone] == before


async def test_prv_06_two_topics_of_a_chat_are_told_apart(house):
    for topic in ("1", "2"):
        place = ChatRef("memory", ROOM_ID, topic)
        await house.say("甲", "/newgame 比大小", chat=place)
    asked = await house.say("甲", "/leave", chat=None)
    (row,), (other,) = asked.message.rows
    assert row.label != other.label
    await house.press("甲", other.token, chat=None)
    ((left,),) = [house.tables.running]
    assert left in row.token
