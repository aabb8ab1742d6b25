"""/analyse: a written ending, a round that was played, and what is refused."""

import pytest

from bot.players import exact
from tests.kit.actors import said
from tests.kit.house import service
from tests.kit.platform import buttons
from tests.kit.written import GOLDEN

ENDING = "/analyse 斗地主 地主: 2 5 5 3 | 农民: K 4 4 | 农民: A 6"


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        yield open_house


def words(reply):
    return reply.message.text


async def test_a_written_ending_is_solved_and_stepped_through(house):
    """The one way to win is the first that is listed, and ▶ goes on by it to the end."""
    reply = await house.say("甲", ENDING)
    assert "大家都打到最好，地主 赢" in words(reply)
    step = buttons(reply.message)["▶"]
    shown = await house.press("甲", step)
    assert "第 1 /" in words(shown)
    assert "别人在看" in said(await house.press("乙", step))


CALLED = {
    "斗地主 地主: 2 5 5 3 | 农民: K 4 4 | 农民: A 6": ("轮到 地主。", "农民甲", "农民乙"),
    "四人斗地主 地主: 2 5 | 农民: K 4 | 农民: A 6 | 农民: 7": ("轮到 地主。", "农民丙"),
    "斗地主 1: 2 5 5 3 | 2: K 4 4 | 3: A 6": ("轮到 1 号。", "2 号", "3 号"),
}


@pytest.mark.parametrize("ending", CALLED)
async def test_people_are_called_as_whoever_wrote_it_has_called_them(house, ending):
    """In the sentences, and above their hands."""
    reply = await house.say("甲", f"/analyse {ending}")
    assert all(called in words(reply) for called in CALLED[ending])
    assert ("号" in words(reply)) == ("1:" in ending)


async def test_a_round_that_was_handed_in_is_looked_at_from_its_end(house, monkeypatch):
    """By the button of its replay: from which play on it is solved, and each of those judged."""
    record = (GOLDEN / "doudizhu.zh.txt").read_text("utf-8")
    monkeypatch.setattr(exact, "IN_THREAD", 0.3)
    reply = await house.say("甲", f"/replay {record}")
    shown = await house.press("甲", buttons(reply.message)["解牌"])
    assert "步起算清了" in words(shown)
    last = await house.press("甲", buttons(shown.message)["▶|"])
    assert any(word in words(last) for word in ("没有打丢", "丢在第"))


@pytest.mark.parametrize(
    ("ending", "told"),
    [("锄大地 1: ♠2 ♠3 | 2: ♥4 | 3: ♥5 | 4: ♥6 ♥7", "至少能得"),
     ("三两一 1: ♠2 ♠3 ♥3 | 2: ♠4 ♥4 | 3: ♠5 ♥5 | 4: ♠6 ♠7", "至少能得"),
     ("上饶打炸 1: ♠3 ♥3 ♣3 ♦3 ♠4 | 2: ♠5 ♠6 | 3: ♥10 ♥K | 4: ♦5 ♦7", "赢"),
     ("七鬼五二三 1: ♠5 ♠K | 2: ♥3 ♥4", "至少能得"),
     ("五瓜皮 1: ♠5 ♠K | 2: ♥3 ♥4", "至少能得")],
)  # fmt: skip
async def test_endings_of_every_game_that_can_be_solved(house, ending, told):
    assert told in words(await house.say("甲", f"/analyse {ending}"))


async def test_what_cannot_be_solved_says_why(house):
    for text, why in {
        "/analyse": "没什么可解的",
        "/analyse 斗地主 地主: 2 2 2 2 2 | 农民: 3 | 农民: 4": "多",
        "/analyse 斗地主 1: 大王\n其余: 随机": "没写明",
        "/analyse 蹲麻子 1: 3 | 2: 4": "",
    }.items():
        reply = await house.say("甲", text)
        assert why in said(reply), text


async def test_a_round_of_a_game_that_is_not_reckoned_says_so(house):
    record = (GOLDEN / "dunmazi.zh.txt").read_text("utf-8")
    reply = await house.say("甲", f"/replay {record}")
    assert "解不了" in said(await house.press("甲", buttons(reply.message)["解牌"]))


async def test_nobody_is_told_while_cards_lie_on_the_table(house):
    """Whoever sits at a table in play is refused; on-lookers of that chat too."""
    await house.say("甲", "/newgame 斗地主")
    for name in ("乙", "丙"):
        await house.say(name, "/join")
    await house.say("甲", "/start")
    for name in ("甲", "路人"):
        assert "打完这一副再解" in said(await house.say(name, ENDING))
