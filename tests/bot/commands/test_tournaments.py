"""比赛场 as people meet it: called, registered for, played to its end, in a chat of any kind."""

from __future__ import annotations

import pytest

from bot.ports.errors import NotAllowed
from tests.kit.actors import NAMES, answer, chance, said, waited_for
from tests.kit.platform import MemoryPlatform, buttons

FIELD = "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午"
GAME = "比大小"


@pytest.fixture
async def house(world):
    world.platform = MemoryPlatform(quiet=True)
    async with world.house() as open_house:
        yield open_house


def board(house):
    """The tournament's board: the message of the chat itself that has the newest buttons."""
    here = [s for s in house.platform.in_chat() if not s.ref.thread and s.message.rows]
    return here[-1].message


def tables(house):
    """The boards of tables in places of their own, first to last."""
    return [s.message for s in house.platform.in_chat() if s.ref.thread and s.message.rows]


def spoken(house):
    """Everything said in the chat itself, boards too."""
    return "\n".join(s.message.text for s in house.platform.in_chat() if not s.ref.thread)


async def call(house, terms="50 10 1", people=4):
    """The first of ``FIELD`` calls one, and so many register by the board's button."""
    await house.say(FIELD[0], f"/tournament {GAME} {terms}")
    for name in FIELD[:people]:
        await house.press(name, buttons(board(house))["报名"])


async def play(house, rng, most=4000):
    """Everybody answers what they are asked, until no table is left."""
    for _ in range(most):
        runners = [r for r in house.tables.running.values() if not r.table.state.over]
        asked = [(r.table, seat) for r in runners for seat, _ in waited_for(r.table)]
        if asked:
            table, seat = asked[0]
            await answer(house, table, seat, rng)
        elif runners or house.service.running.tournaments.at(house.people.chat) is not None:
            await house.forward(30)
        else:
            return
    raise AssertionError("no end in sight")


async def purse(house, name):
    found = await house.store.coins.purse(house.people.chat.key, f"memory:{name}")
    return found.free


async def test_four_play_and_the_winner_takes_the_pool(house):
    await call(house)
    assert "现在 4 人报名，4 人能上场（1 桌）" in board(house).text
    await house.press(FIELD[0], buttons(board(house))["现在开赛"])
    (place,) = house.platform.opened
    assert house.platform.opened[place][0] == "第 1 关 第 1 桌"
    assert len(house.platform.opened[place][1]) == 4
    links = [b.url for row in board(house).rows for b in row if b.url]
    assert links == [house.platform.place_link(place)]
    assert links[0] in "\n".join(m.text for m in house.platform.told(FIELD[1]))
    assert [await purse(house, name) for name in FIELD[:4]] == [950] * 4
    assert "奖池 200 金币" in tables(house)[0].alt, "the pool is shown while they play"
    assert "奖池 200 金币" in house.platform.private(FIELD[1]).alt
    await play(house, chance(1))
    purses = sorted([await purse(house, name) for name in FIELD[:4]])
    assert purses == [950, 950, 950, 1150]
    (champion,) = [name for name in FIELD[:4] if await purse(house, name) == 1150]
    assert f"{champion} 是冠军，拿走奖池里的 200 金币" in spoken(house)
    assert house.platform.closed == [place]
    assert "再来一场" not in buttons(tables(house)[-1])
    assert await house.store.coins.ledger_check() == []


async def test_sixteen_of_seventeen_play_two_stages(house):
    """The newest is too many, is told so, and pays nothing."""
    await call(house, people=17)
    assert "前 16 人能上场（4 桌），后面 1 人候补" in board(house).text
    await house.forward(601)
    late = FIELD[16]
    assert "没有扣金币" in house.platform.told(late)[-1].text
    assert await purse(house, late) == 1000
    assert "报名晚了些，没能上场，也没有扣金币：午" in board(house).text
    assert [b.label for b in board(house).rows[0]] == [f"第 {n} 桌" for n in range(1, 5)]
    refused = await house.say(FIELD[0], "/newgame dunmazi")
    assert "被淘汰或退出比赛以前不能坐别的牌桌" in said(refused)
    await play(house, chance(2))
    purses = sorted([await purse(house, name) for name in FIELD[:16]])
    assert purses == [950] * 15 + [1750]
    assert len(house.platform.opened) == 5
    out = [m.text for n in FIELD[:16] for m in house.platform.told(n) if "没能晋级" in m.text]
    assert len(out) == 12
    assert all("5–16 名" in text for text in out)
    told = "".join(m.text for n in FIELD[:16] for m in house.platform.told(n))
    assert [told.count(f"获得第 {place} 名") for place in (2, 3, 4)] == [1, 1, 1]
    assert await house.store.coins.ledger_check() == []


async def test_a_missing_right_is_named_and_the_tables_are_played_in_private(house):
    house.platform.fail["open_place"] = NotAllowed(("discord-right-threads",))
    await call(house)
    await house.press(FIELD[0], buttons(board(house))["现在开赛"])
    assert "大家就在私聊里打。缺的权限：创建公共子区" in board(house).text
    assert "牌就在这里打" in "\n".join(m.text for m in house.platform.told(FIELD[2]))
    hand = buttons(board(house))["我的手牌"]
    shown = await house.press(FIELD[2], hand)
    assert "你的" in said(shown) + str(house.platform.told(FIELD[2])[-1].text)
    assert "你现在不在比赛桌上" in said(await house.press("外人", hand))
    await play(house, chance(3))
    assert "是冠军" in spoken(house)


async def test_what_cannot_be_done_is_said_in_words(house):
    assert "这样发起比赛" in said(await house.say("甲", "/tournament 比大小 50 10 10 7"))
    assert "这样发起比赛" in said(await house.say("甲", "/比赛场 50只"))
    assert "不能四个人打" in said(await house.say("甲", "/tournament 斗地主"))
    assert "0 到 10000" in said(await house.say("甲", "/tournament 20000金币"))
    assert "这里没有比赛" in said(await house.say("甲", "/tournament 退出"))
    await call(house, people=2)
    assert "还差 2 人" in board(house).text
    assert "已经有一场比赛" in said(await house.say("乙", "/tournament 比大小"))
    assert "现在开赛" not in buttons(board(house)), "it would only be refused"
    start = buttons(board(house))["报名"].replace("join", "start")
    assert "只有发起人（甲）" in said(await house.press("乙", start))
    assert "开赛至少要 4 人" in said(await house.press("甲", start))
    assert "你没有报名" in said(await house.press("丙", buttons(board(house))["退出比赛"]))
    assert "没有扣金币" in said(await house.press("乙", buttons(board(house))["退出比赛"]))
    old = buttons(board(house))["报名"]
    await house.press("甲", buttons(board(house))["取消比赛"])
    assert "比赛取消了" in spoken(house)
    assert "已经结束" in said(await house.press("丙", old))


async def test_terms_may_have_units_and_come_in_any_order(house):
    await house.say("甲", "/比赛场 比大小 5分钟 20 金币 3圈")
    state = house.service.running.tournaments.at(house.people.chat).state
    assert (state.game, state.fee, state.deals) == ("_specimen", 20, 3)
    assert (state.start - state.opened).total_seconds() == 300
    await house.say("乙", "/tournament")
    assert [s.retired for s in house.platform.in_chat()] in ([True, False], [False])


async def test_nobody_comes_and_it_is_called_off(house):
    await call(house, people=3)
    await house.forward(601)
    assert "能参赛的人不够四个" in spoken(house)
    assert [await purse(house, name) for name in NAMES[:3]] == [1000] * 3


async def test_why_in_a_chat_with_only_a_tournament_says_what_it_waits_for(house):
    await call(house, people=3)
    told = said(await house.say("戊", "/why"))
    assert "甲 发起" in told and board(house).text.endswith(told)


async def test_who_wants_to_sit_down_where_only_a_tournament_is_hears_of_it(house):
    """It says how to take part, to those who do when it begins, and while it is played where."""
    await call(house, people=4)
    told = said(await house.say("戊", "/join"))
    assert "有一场比赛在报名" in told and "/tournament 报名" in told
    assert "你已经报名了" in said(await house.say("甲", "/join"))
    await house.say("戊", "/tournament 报名")
    assert "现在 5 人报名" in board(house).text
    await house.press("甲", buttons(board(house))["现在开赛"])
    assert "比赛正在打" in said(await house.say("戊", "/join"))
    await play(house, chance(4))
    assert "还没有牌桌" in said(await house.say("戊", "/join"))


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ("比大小 -5 10 1", "报名费是 0 到 10000 金币"),
        ("比大小 −5 10 1", "报名费是 0 到 10000 金币"),
        ("比大小 －５ １０ １", "报名费是 0 到 10000 金币"),
        ("比大小 2.5", "报名费是 0 到 10000 金币"),
        ("-5", "报名费是 0 到 10000 金币"),
        ("比大小 99999999999999999999", "报名费是 0 到 10000 金币"),
        ("比大小 50 -1 1", "开赛时间是 1 到"),
        ("比大小 50 0 1", "开赛时间是 1 到"),
        ("比大小 50 10 -1", "每关打 1 到 32 圈"),
        ("比大小 -10分钟", "开赛时间是 1 到"),
        ("比大小 50 10 1 1", "这样发起比赛"),
        ("比大小 50 -", "这样发起比赛"),
        ("没有这个 50 10 1", "没有这个游戏"),
    ],
)
async def test_what_is_wrong_in_the_terms_is_named(house, terms, words):
    assert words in said(await house.say("甲", f"/tournament {terms}"))
    assert house.service.running.tournaments.at(house.people.chat) is None


async def test_a_tournament_in_a_new_english_server_speaks_english(house):
    await house.say("Ann", "/tournament 50 10 1", language="en-GB", chat_title="Club")
    assert "Register" in buttons(board(house))
    assert "报名" not in spoken(house)


async def test_who_types_where_their_table_is_not_is_told_where_it_is(house):
    await call(house)
    await house.press(FIELD[0], buttons(board(house))["现在开赛"])
    (place,) = house.platform.opened
    link = house.platform.place_link(place)
    for line in ("/leave", "/hand", "/autopilot", "/next", "/join"):
        told = said(await house.say(FIELD[1], line))
        assert f"你的牌桌（比大小）在这里：{link}" in told, line
    await house.say("外人", "/newgame 比大小")
    assert link in said(await house.say(FIELD[1], "/leave"))
    assert link not in said(await house.say("别人", "/leave"))
