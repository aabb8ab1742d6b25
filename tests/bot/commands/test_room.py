"""A room of our own, as the page has: what is no play and no command is shown to everybody."""

import pytest

from tests.kit.actors import NAMES, begin, said, waited_for
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform
from tests.kit.talk import TALK


@pytest.fixture
async def house(tmp_path):
    platform = MemoryPlatform(talk=True)
    async with service(tmp_path / "t.db", platform=platform) as open_house:
        yield open_house


async def hear(house, who, line):
    """The answer to words in the room, and the lines that the room has got by them."""
    before = len(house.platform.in_chat())
    reply = await house.say(who, line, addressed=False)
    return said(reply), [sent.message.text for sent in house.platform.in_chat()[before:]]


def asked(house):
    ((seat, who),) = waited_for(house.table)
    return seat, who, next(name for name in NAMES[:4] if name != who)


async def test_talk_is_a_line_with_the_name(house):
    assert await hear(house, "甲", "有人吗") == ("", ["甲：有人吗"])
    await begin(house, "chudadi", 4)
    _, who, other = asked(house)
    for name in (who, other, "路人"):
        assert await hear(house, name, "今天天气不错") == ("", [f"{name}：今天天气不错"])
        assert await hear(house, name, "出去吃饭") == ("", [f"{name}：出去吃饭"])
        assert await hear(house, name, "开始下雨了") == ("", [f"{name}：开始下雨了"])
        await house.forward(20)
        _, who, other = asked(house)


async def test_a_play_is_played_and_a_wrong_one_is_answered_to_its_player_alone(house):
    await begin(house, "chudadi", 4)
    _, who, other = asked(house)
    told, lines = await hear(house, other, "出 3")
    assert "还没轮到你" in told
    assert lines == []
    told, lines = await hear(house, who, "出 34567")
    assert told != ""
    assert lines == []
    step = house.table.match.step
    told, lines = await hear(house, who, "♦3")
    assert told == ""
    assert house.table.match.step == step + 1


async def test_cards_that_nobody_holds_or_is_asked_for_are_talk(house):
    await begin(house, "chudadi", 4)
    _, _, other = asked(house)
    step = house.table.match.step
    for line in ("666", "88", "qq", "233"):
        assert await hear(house, other, line) == ("", [f"{other}：{line}"])
    assert house.table.match.step == step


async def test_a_command_is_one_alone_in_its_line_or_behind_a_slash(house):
    told, lines = await hear(house, "甲", "帮助")
    assert "/newgame" in told
    assert lines == []
    assert await hear(house, "甲", "帮助 一下我") == ("", ["甲：帮助 一下我"])
    told, _ = await hear(house, "甲", "/天气")
    assert "没有这个命令" in told


async def test_nobody_talks_a_room_full(house):
    shown, refused = 0, []
    for line in TALK[:30]:
        told, lines = await hear(house, "甲", f"我说 {line}")
        shown += len(lines)
        refused += [] if lines else [told]
    assert shown == 8
    assert "太快" in refused[0] and all("太快" in told or not told for told in refused)
    assert (await hear(house, "乙", "我呢"))[1] == ["乙：我呢"]
    await house.forward(11)
    assert (await hear(house, "甲", "又能说了"))[1] == ["甲：又能说了"]
    told, lines = await hear(house, "甲", "长" * 301)
    assert "最多 300 个字" in told
    assert lines == []
