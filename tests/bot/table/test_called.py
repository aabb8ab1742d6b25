"""People who are called alike: told apart wherever they are named, and never taken for another."""

import pytest

from bot.ports.refs import UserRef
from tests.kit.actors import said
from tests.kit.gate import ROOM
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db", platform=MemoryPlatform(talk=True)) as made:
        made.people.chat = ROOM
        yield made


async def sit(house, **called):
    """A table at which people (by their ids) sit down under these names, in order."""
    first, *others = called
    await house.say(first, "/newgame 比大小", display_name=called[first])
    for who in others:
        await house.say(who, "/join", display_name=called[who])
    return house.tables.at(ROOM).table


def sitting(table):
    return [player.user.id for player in table.state.players if not player.left]


async def test_one_more_of_a_name_makes_it_nobodys_alone(house):
    table = await sit(house, a="小明", b="小 明")
    board = house.platform.in_chat(ROOM.id)[0].message
    assert table.names == ("小明·1", "小 明·2")
    assert "小明·1" in board.text + board.alt
    await house.say("a", "/kick 小明", display_name="小明")
    assert sitting(table) == ["a", "b"], "nobody is meant by it"
    await house.say("a", "/kick 小 明·2", display_name="小明")
    assert sitting(table) == ["a"]


async def test_who_calls_themselves_as_a_seats_number_takes_no_kick_for_another(house):
    table = await sit(house, a="3", b="1", c="2")
    await house.say("a", "/kick 2", display_name="3")

    assert sitting(table) == ["a", "c"]


async def test_who_waits_is_told_apart_from_who_sits(house):
    table = await sit(house, a="小明", b="阿强")
    await house.say("a", "/start", display_name="小明")
    await house.say("c", "/join", display_name="小明")
    assert table.names == ("小明·1", "阿强")
    assert table.waiting_names == ("小明·3",)
    assert "小明·3" in said(await house.say("a", "/why", display_name="小明"))
    await house.say("a", "/block 小明·3", admin=True, display_name="小明")

    assert table.waiting_names == ()
    assert table.names == ("小明", "阿强")


async def test_a_line_in_the_room_is_never_anothers(house):
    await sit(house, a="小明", b="阿强")
    for who, name, shown in (
        ("a", "小明", "小明"),
        ("c", "小 明", "小 明·3"),
        ("d", "路人", "路人"),
    ):
        await house.say(who, "有人吗", addressed=False, display_name=name)
        line = (await house.service.talk.lines(ROOM, UserRef("memory", who)))[-1]
        assert (line.name, line.words) == (shown, "有人吗")


async def test_who_is_named_by_a_platform_as_a_computer_player_is_marked(house):
    table = await sit(house, a="电脑·石", b="Bot Stone")
    await house.say("a", "/addbot", display_name="电脑·石")

    assert table.names == ("@电脑·石", "@Bot Stone", "电脑·石")


@pytest.mark.parametrize("about", ["/stop", "/pause"])
async def test_in_a_vote_people_of_one_name_are_told_apart(house, about):
    """Who has asked for it, whose answer is missing, and who said no: never just a name of two."""
    called = {"a": "小明", "b": "阿强", "c": "小 明"}
    table = await sit(house, **called)
    await house.say("a", "/start", display_name="小明")
    await house.say("a", about, display_name="小明")
    assert table.state.vote is not None
    one, other = (
        table.names[next(s for s, p in enumerate(table.state.players) if p.user.id == who)]
        for who in "ac"
    )
    assert one[:-1] == "小明·" and other[:-1] == "小 明·" and one[-1] != other[-1]
    missing = said(await house.say("b", "/why", display_name="阿强"))
    assert other in missing and one not in missing.split("表决")[-1]
    await house.say("c", "/no", display_name="小 明")
    assert table.state.vote is None
    told = "\n".join(sent.message.text for sent in house.platform.in_chat(ROOM.id))
    assert f"{one} 提议" in told
    assert f"{other} 想" in told or f"{other} 不" in told
