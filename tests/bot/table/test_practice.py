"""扑克矩阵 dealt from a word: alone, the same for everybody who takes the word, and not rated."""

from __future__ import annotations

import pytest

from bot.table.practice import LONGEST
from tests.kit.actors import answer, chance, said, waited_for
from tests.kit.house import service
from tests.kit.ids import ROOM_KEY


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        yield open_house


async def begin(house, who, *settings):
    """Somebody alone begins; how it was dealt."""
    await house.say(who, "/newgame 扑克矩阵")
    for typed in settings:
        await house.say(who, typed)
    await house.say(who, "/start")
    state = house.table.match.state
    return state.public.shown, state.deck, state.public.layout


def lines(house):
    return "\n".join(house.platform.lines())


@pytest.mark.parametrize("typed", ["/settings seed 中秋 2026", "/settings 种子 中秋  ２０２６"])
async def test_the_same_word_is_the_same_deal(house, typed):
    first = await begin(house, "甲", "/settings seed 中秋 2026")
    assert "不计战绩，也不算最好成绩" in lines(house)
    await house.say("甲", "/stop")
    assert await begin(house, "乙", typed) == first
    await house.say("乙", "/stop")
    assert await begin(house, "乙", "/settings seed 中秋") != first


async def test_the_lobby_says_so_and_off_is_chance_again(house):
    await house.say("甲", "/newgame 扑克矩阵")
    await house.say("甲", "/settings seed 中秋")
    assert "种子：中秋（练习，不计战绩）" in house.platform.board().text
    await house.say("甲", "/settings seed off")
    assert "种子" not in house.platform.board().text
    await house.say("甲", "/start")
    assert "不计战绩" not in lines(house)


@pytest.mark.parametrize("rated", [False, True])
async def test_only_chance_counts(tmp_path, rated):
    """An own best score is one that nobody could prepare for."""
    async with service(tmp_path / "t.db", check=False) as house:
        await begin(house, "甲", "/settings seed off" if rated else "/settings seed 中秋")
        table = house.table
        while house.tables.running:
            await answer(house, table, waited_for(table)[0][0], chance(1))
        score = table.match.played[0].scores[0]
        assert score > 0
        assert lines(house).count("不计战绩") == (0 if rated else 2), "at the start and at the end"
        totals = await house.store.scores.game_totals(ROOM_KEY)
        assert [(total.name, total.points) for total in totals] == [("甲", score)] * rated
        assert len(await house.store.scores.rounds(ROOM_KEY)) == rated
        await begin(house, "甲")
        assert house.table.match.carry.best == ((score,) if rated else ())


async def test_who_plays_with_others_is_told_to_turn_it_off(house):
    await house.say("甲", "/newgame 扑克矩阵")
    await house.say("甲", "/settings seed 中秋")
    await house.say("乙", "/join")
    assert "/settings seed off" in said(await house.say("甲", "/start"))
    await house.say("甲", "/settings seed off")
    await house.say("甲", "/start")
    assert house.table.match is not None


async def test_no_other_game_and_no_long_word(house):
    await house.say("甲", "/newgame 蹲麻子")
    assert "一个人玩的扑克矩阵" in said(await house.say("甲", "/settings seed 中秋"))
    await house.say("甲", "/stop")
    await house.say("甲", "/newgame 扑克矩阵")
    assert f"最多 {LONGEST} 个字" in said(await house.say("甲", f"/settings seed {'月' * 31}"))
