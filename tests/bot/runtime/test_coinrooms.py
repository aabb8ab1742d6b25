"""金币场 through the whole service: every numbered point of the seed's section.

Source: seed 003, 金币场 1-5; rulebook §10.5 and what is decided below it.
"""

from dataclasses import replace

import pytest

from bot.coinroom.queue import DEALS, FEE, LEAST, STAKE
from bot.economy.ledger import DAILY, FIRST
from bot.ports.errors import NotAllowed
from bot.ports.refs import ChatRef
from bot.store.purse import HOUSE
from bot.store.rows import MatchStarted, NotSaved
from bot.table.state import Phase
from engine.core import defaults
from engine.match import totals
from tests.kit.actors import chance, said
from tests.kit.coinroom import (
    BEGUN,
    CHAT,
    FOUR,
    accounted_for,
    deal_through,
    free,
    queue,
    queued,
    set_purse,
)
from tests.kit.ids import ROOM_ID, long_id
from tests.kit.platform import buttons


@pytest.fixture
async def house(world):
    async with world.house(check=False) as open_house:
        yield open_house


async def test_why_in_a_chat_with_only_a_queue_says_whom_it_waits_for(house):
    await queue(house, "甲乙")
    assert "满 4 人抽签坐一桌" in said(await house.say("丙", "/why"))
    await house.press("甲", buttons(house.platform.board())["不排了"])
    await house.press("乙", buttons(house.platform.board())["不排了"])
    assert "没有" in said(await house.say("丙", "/why"))


async def test_who_wants_to_sit_down_where_only_a_queue_is_hears_of_the_queue(house):
    """There is a way to play here: /newgame alone would send people away from it."""
    await queue(house, "甲乙")
    for line in ("/join", "/start", "/hand"):
        told = said(await house.say("丙", line))
        assert "2 人在排金币场，满 4 人就抽签开桌" in told and "/coinroom" in told
    assert "现在 2 人，满 4 人就开。不想等了，按“不排了”" in said(await house.say("甲", "/join"))
    elsewhere = ChatRef("memory", long_id("den"))
    assert "还没有牌桌" in said(await house.say("甲", "/join", chat=elsewhere))
    assert queued(house) == [*"甲乙"], "nobody queues for coins by another command"


# 1. 少于50金币自动解散房间


async def test_seed_003_1_with_fewer_than_50_nobody_gets_in(house):
    await set_purse(house, "甲", LEAST - 1)
    assert "至少要有 50 金币，你的钱包里有 49" in said(await house.say("甲", "/coinroom"))
    await set_purse(house, "甲", LEAST)
    assert "排上了" in said(await house.say("甲", "/coinroom"))


async def test_seed_003_1_who_spent_the_coins_while_waiting_is_not_drawn(house):
    await queue(house, "甲乙丙")
    await set_purse(house, "乙", LEAST - 1)
    await house.say("丁", "/coinroom")
    assert not house.tables.running
    assert queued(house) == [*"甲丙丁"]
    assert "乙 的金币不够 50 了" in house.platform.lines()[-1]


async def test_seed_003_1_the_room_closes_when_somebody_falls_below_50(house):
    """All bring 49 after the fee: whoever loses a coin closes the room after that deal."""
    for name in FOUR:
        await set_purse(house, name, LEAST)
    await queue(house)
    assert not await deal_through(house, chance(1)), "one deal, and it is over"
    told = "\n".join(house.platform.lines())
    assert "金币场散桌" in told and "的金币少于 50，桌上的金币都回到各人的钱包" in told
    assert sum(await free(house)) == 4 * (LEAST - FEE)
    assert await house.store.coins.held(CHAT, HOUSE) == 4 * FEE
    await accounted_for(house)


@pytest.mark.parametrize("skipped", [0, 5, 6], ids=["a win", "a loss", "nothing"])
async def test_seed_003_1_exactly_50_is_enough_and_a_win_of_one_keeps_the_room(house, skipped):
    """§28: 50 − 1 = 49 at the table; after the deal 49 + what it won is 50 or more, or not"""
    for _ in range(skipped):
        house.context.ids.id()
    await set_purse(house, "甲", LEAST)
    await queue(house)
    table = house.table
    seat = next(s for s, player in enumerate(table.state.players) if player.name == "甲")
    assert table.state.bought[seat] == LEAST - FEE
    goes_on = await deal_through(house, chance(1))
    assert goes_on is (LEAST - FEE + table.match.played[0].scores[seat] >= LEAST)


# 2. 随机4人开始进行游戏


async def test_seed_003_2_four_who_press_one_button_begin_by_themselves(house):
    await house.say("甲", "/coinroom")
    board = house.platform.board()
    assert "现在 1 人在等" in board.text
    for name in "乙丙":
        assert "排上了" in said(await house.press(name, buttons(board)["排队"]))
    assert not house.tables.running
    await house.press("丁", buttons(board)["排队"])
    state = house.table.state
    assert state.phase in BEGUN and state.game == "dazha"
    assert sorted(player.name for player in state.players) == sorted(FOUR)
    assert queued(house) == []
    assert "金币场开桌" in "\n".join(house.platform.lines())


async def test_seed_003_2_of_more_who_wait_four_are_drawn_at_random(house):
    house.platform.limits = replace(house.platform.limits, places=0)
    await house.say("辛", "/newgame 比大小")
    await queue(house, "甲乙丙丁戊己")
    assert "这里还有一桌，打完就从等着的 6 人里抽 4 位" in house.platform.board().text
    await house.say("辛", "/stop")
    drawn = {player.name for player in house.table.state.players}
    assert len(drawn) == 4 and drawn <= set("甲乙丙丁戊己") and drawn != set(FOUR)
    assert set(queued(house)) == set("甲乙丙丁戊己") - drawn


async def test_where_a_place_of_its_own_can_be_had_the_next_four_need_not_wait(house):
    await queue(house, FOUR)
    await queue(house, "戊己庚")
    house.platform.fail["open_place"] = NotAllowed(("discord-right-threads",))
    await house.say("辛", "/coinroom")
    assert len(house.tables.running) == 1 and len(queued(house)) == 4
    del house.platform.fail["open_place"]
    await house.say("辛", "/coinroom")
    assert len(house.tables.running) == 2 and queued(house) == []
    ((place, (title, people)),) = house.platform.opened.items()
    assert title == "金币场 · 上饶打炸" and {user.id for user in people} == set("戊己庚辛")
    assert house.tables.at(place) is not None
    assert "牌桌在这里" in "\n".join(house.platform.lines())


# 3. 开局第一局扣金币1个作为房费,10把为一局


async def test_seed_003_3_one_coin_each_is_the_fee_and_ten_deals_are_one_room(house):
    await queue(house)
    assert house.table.state.quan == DEALS == 10
    assert await free(house) == [FIRST - STAKE - FEE] * 4
    assert await house.store.coins.held(CHAT, HOUSE) == 4 * FEE
    assert "房费" in said(await house.say("甲", "/purse"))


# 5. 其他玩法同罚王不打


async def test_seed_003_5_all_else_is_played_as_it_is_set_and_cannot_be_changed(house):
    """同罚王不打: all three kinds of 摊牌."""
    await queue(house)
    assert house.table.options == {**defaults(house.table.game.info), "showdown": "all"}
    for what in ("clock 30", "counter on", "money chips"):
        host = house.table.state.host.id
        await house.say(host, f"/settings {what}")
    state = house.table.state
    assert (state.clock, state.money, house.table.options["counter"]) == (60, "coins", "off")


# A whole room, and another.


@pytest.mark.slow
async def test_seed_003_3_and_4_a_whole_room_and_again(world):
    """4: 每把游戏结束,胜负金币自动减少或增加. Coins are accounted for to the last one, also
    where the program is killed in the middle; another ten cost the fee once more."""
    rng = chance(4)
    async with world.house(check=False) as house:
        await queue(house)
        match, store = house.table.state.match, house.store
        for _ in range(2):
            await deal_through(house, rng)
            scores = [totals(house.table.match)[seat] for seat in range(4)]
            names = [player.user.key for player in house.table.state.players]
            locks = await store.coins.locks(match)
            assert [locks[key] for key in names] == [STAKE + score for score in scores]
            assert list(house.table.state.stakes) == [locks[key] for key in names]
            await accounted_for(house)
            for name in FOUR:
                await house.say(name, "/next")
    async with world.house(down=60, check=False) as house:
        await accounted_for(house)
        while house.tables.running:
            if not await deal_through(house, rng):
                break
            for name in FOUR:
                await house.say(name, "/next")
        await accounted_for(house)
        assert await house.store.coins.locks(match) == {}
        assert await house.store.coins.held(CHAT, HOUSE) == 4 * FEE
        (rounds,) = world.sql("select count(*) from round where match = ? and scored", match)
        assert rounds == (DEALS,)
        before = await free(house)
        assert sum(before) == 4 * (FIRST - FEE) and len(set(before)) > 1
        token = buttons(house.platform.board())["再来一场"]
        for name in FOUR:
            await house.press(name, token)
        assert house.table.state.phase in BEGUN
        assert await house.store.coins.held(CHAT, HOUSE) == 8 * FEE
        await accounted_for(house)


# Once more.


async def test_where_not_everybody_comes_back_the_room_closes(house):
    for name in FOUR:
        await set_purse(house, name, LEAST)
    await queue(house)
    await deal_through(house, chance(1))
    for name in FOUR:
        await set_purse(house, name, FIRST)
    token = buttons(house.platform.board())["再来一场"]
    for name in "甲乙":
        await house.press(name, token)
    assert "入座" not in said(await house.say("戊", "/join")), "seats are drawn"
    assert "抽签" in said(await house.say("戊", "/join"))
    assert "不能改" in said(await house.say("甲", "/settings money chips"))
    assert "不能改" in said(await house.say("甲", "/settings"))
    shown = buttons(house.platform.board())
    assert set(shown) == {"加入", "离开", "规则"}
    await house.forward(120)
    assert not house.tables.running
    assert "人没有到齐" in "\n".join(house.platform.lines())
    await accounted_for(house)


async def test_who_has_too_few_coins_for_another_ten_is_told_so(house):
    """1: fewer than 50 play no further; the day's coins bring them back in."""
    for name in FOUR:
        await set_purse(house, name, LEAST)
    await queue(house)
    await deal_through(house, chance(1))
    token = buttons(house.platform.board())["再来一场"]
    has = dict(zip(FOUR, await free(house), strict=True))
    poor = [name for name in FOUR if has[name] < LEAST]
    for name in poor:
        told = said(await house.press(name, token))
        assert f"至少要有 50 金币，你的钱包里有 {has[name]}" in told
    assert not house.tables.running, "nobody waits for people who cannot play"
    for name in poor:
        await house.say(name, "/daily")
    for name in FOUR:
        await house.press(name, token)
    assert house.table.state.phase in BEGUN
    assert await house.store.coins.held(CHAT, HOUSE) == 2 * 4 * FEE
    assert sum(await free(house)) + sum(house.table.state.stakes) == (
        4 * LEAST + len(poor) * DAILY - 2 * 4 * FEE
    )
    await accounted_for(house)


async def test_coins_that_are_gone_in_the_moment_of_the_start_are_told_in_words_of_the_room(house):
    """Neither the buy-in nor chips can be chosen in 金币场."""
    for name in FOUR:
        await set_purse(house, name, LEAST)
    await queue(house)
    await deal_through(house, chance(1))
    for name in FOUR:
        await set_purse(house, name, LEAST)
    token = buttons(house.platform.board())["再来一场"]
    for name in "甲乙丙":
        await house.press(name, token)
    await set_purse(house, "乙", LEAST - 1)
    told = said(await house.press("丁", token))
    assert "金币场每人要有 50 金币，不够的是：乙（有 49，还差 1）" in told
    assert "筹码" not in told and "每人带上" not in told


async def test_two_queues_cannot_spend_the_same_coins(house):
    """Who was drawn in one place and spent it all is not drawn in another."""
    thread = ChatRef("memory", ROOM_ID, "7")
    left = LEAST - 1
    for name in FOUR:
        await set_purse(house, name, STAKE + FEE + left)
    await queue(house, "甲乙丙")
    await queue(house, "甲乙丙丁", chat=thread)
    assert await free(house) == [left] * 4
    assert queued(house) == [], "they wait in one place no longer when they are drawn in another"
    await house.say("戊", "/coinroom")
    assert len(house.tables.running) == 1 and queued(house) == ["戊"]
    await accounted_for(house)


async def test_nobody_ends_a_room_alone(house):
    """Its people were drawn: the one who counts as host has no more to say than the others."""
    await queue(house)
    await deal_through(house, chance(4))
    assert house.table.state.phase is Phase.BETWEEN
    assert "设置" not in buttons(house.platform.board())
    await house.say(house.table.state.host.id, "/stop")
    assert house.table.state.vote is not None
    for name in FOUR:
        await house.say(name, "/yes")
    assert not house.tables.running
    assert sum(await free(house)) == 4 * (FIRST - FEE), "every coin is back"
    await accounted_for(house)


async def test_nobody_waits_for_a_room_and_a_tournament_at_once(house):
    """比赛场 1: 不可进入其他房间."""
    await queue(house, "甲")
    await house.say("乙", "/tournament")
    shown = [t for s in house.platform.in_chat() for t in buttons(s.message).values()]
    (join,) = [token for token in shown if token.startswith("m1:tournament:join")]
    assert "退出排队以后才能报名" in said(await house.press("甲", join))
    await house.press("乙", join)
    assert "比赛" in said(await house.say("乙", "/coinroom"))
    assert queued(house) == ["甲"]


# What goes wrong.


async def test_a_disk_that_refuses_draws_nobody_until_it_takes_writes_again(house, monkeypatch):
    await queue(house, "甲乙丙")
    before, commit = await free(house), house.store.commit

    async def refuse(rows):
        if any(isinstance(row, MatchStarted) for row in rows):
            raise NotSaved("the disk is full")
        await commit(rows)

    with monkeypatch.context() as patch:
        patch.setattr(house.store, "commit", refuse)
        assert "排上了" in said(await house.say("丁", "/coinroom")), "for that is stored"
        assert "4 人" in house.platform.board().text
    assert queued(house) == [*FOUR] and not house.tables.running
    assert await free(house, "甲乙丙") == before[:3]
    await house.forward(2)
    assert house.table.state.phase is Phase.PLAYING and queued(house) == []
    await accounted_for(house)
