"""A room of our own, as the page has: what is no play and no command is shown to everybody."""

import pytest

from bot.talk.talk import LINES, WITHIN
from tests.kit.actors import said, waited_for
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform
from tests.kit.talk import TALK

CALLED = {"ann23456": "小明", "bob23456": "阿强", "eve23456": "小红", "dan23456": "老王"}
ANN, BOB, *_ = CALLED
STRANGER = "joe23456"


class Ears:
    """Whoever shows what is said in the room."""

    def __init__(self):
        self.heard = []

    def said(self, chat, line, deaf):
        self.heard.append(f"{line.name}：{line.words}")

    def anew(self, user, chats):
        """Nobody is muted here."""


@pytest.fixture
async def house(tmp_path):
    platform = MemoryPlatform(talk=True)
    async with service(tmp_path / "t.db", platform=platform) as open_house:
        open_house.ears = Ears()
        open_house.service.talk.listen(open_house.ears)
        yield open_house


async def say(house, who, line, **fields):
    return await house.say(who, line, display_name=CALLED.get(who, "路人"), **fields)


async def hear(house, who, line):
    """The answer to words in the room, and what the room has heard by them."""
    before = len(house.ears.heard)
    reply = await say(house, who, line, addressed=False)
    return said(reply), house.ears.heard[before:]


async def begin(house):
    await say(house, ANN, "/newgame 锄大地")
    for who in CALLED:
        if who != ANN:
            await say(house, who, "/join")
    await say(house, ANN, "/start")


def asked(house):
    ((seat, who),) = waited_for(house.table)
    return seat, who, next(name for name in CALLED if name != who)


async def test_talk_is_a_line_with_the_name(house):
    assert await hear(house, ANN, "有人吗") == ("", ["小明：有人吗"])
    await begin(house)
    _, who, other = asked(house)
    for one in (who, other, STRANGER):
        name = CALLED.get(one, "路人")
        assert await hear(house, one, "今天天气不错") == ("", [f"{name}：今天天气不错"])
        assert await hear(house, one, "出去吃饭") == ("", [f"{name}：出去吃饭"])
        assert await hear(house, one, "开始下雨了") == ("", [f"{name}：开始下雨了"])
        await house.forward(20)
        _, who, other = asked(house)


async def test_a_word_for_a_sealed_deal_is_added_as_the_room_was_told_to(house):
    line = "加字 春风"
    await say(house, ANN, "/newgame 锄大地")
    for who in CALLED:
        if who != ANN:
            await say(house, who, "/join")
    assert await hear(house, ANN, line) == ("", [f"小明：{line}"]), "nothing is sealed"
    await say(house, ANN, "/封牌")
    await house.forward(1)
    assert await hear(house, ANN, line) == ("", [])
    assert dict(house.table.state.seal.words) == {0: "春风"}
    assert await hear(house, STRANGER, line) == ("", [f"路人：{line}"]), "who does not sit there"


async def test_a_word_for_the_deals_of_a_duplicate_is_added_as_the_room_was_told_to(house):
    line = "加字 春风"
    await say(house, ANN, "/duplicate niuniu 2 2 30")
    assert await hear(house, ANN, line) == ("", [f"小明：{line}"]), "who has not registered"
    await say(house, ANN, "/duplicate 报名")
    assert await hear(house, ANN, line) == ("", [])
    (runner,) = house.service.running.tournaments._runners.values()
    assert [word for _, word in runner.state.seal.words] == ["春风"]
    assert await hear(house, STRANGER, line) == ("", [f"路人：{line}"])


async def test_a_play_is_played_and_a_wrong_one_is_answered_to_its_player_alone(house):
    await begin(house)
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
    await begin(house)
    _, _, other = asked(house)
    step = house.table.match.step
    for line in ("666", "88", "qq", "233"):
        assert await hear(house, other, line) == ("", [f"{CALLED[other]}：{line}"])
    assert house.table.match.step == step


async def test_a_command_is_one_alone_in_its_line_or_behind_a_slash(house):
    told, lines = await hear(house, ANN, "帮助")
    assert "开一桌" in told
    assert lines == []
    assert await hear(house, ANN, "帮助 一下我") == ("", ["小明：帮助 一下我"])
    told, _ = await hear(house, ANN, "/天气")
    assert "没有这个命令" in told


async def test_nobody_talks_a_room_full(house):
    shown, refused = 0, []
    for line in TALK[:30]:
        told, lines = await hear(house, ANN, f"我说 {line}")
        shown += len(lines)
        refused += [] if lines else [told]
    assert shown <= LINES
    assert refused and all("一分钟最多" in told or "太快" in told for told in refused if told)
    assert (await hear(house, BOB, "我呢"))[1] == ["阿强：我呢"]
    await house.forward(WITHIN.total_seconds() + 1)
    assert (await hear(house, ANN, "又能说了"))[1] == ["小明：又能说了"]
    told, lines = await hear(house, ANN, "长" * 301)
    assert "最多 300 个字" in told
    assert lines == []
