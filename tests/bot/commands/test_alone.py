"""A table in a private chat: alone with computer players, all of it in one message."""

import pytest

from bot.ports.refs import UserRef
from bot.table.state import Phase
from tests.kit.actors import chance, legal, press_of, said, waited_for
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.world import World


def quiet():
    return MemoryPlatform(quiet=True, aside=True)


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db", platform=quiet()) as open_house:
        yield open_house


def only(house, who="甲"):
    (message,) = house.platform.told(who)
    return message


async def tap(house, label, who="甲"):
    return await house.press(who, buttons(only(house, who))[label], chat=None)


async def begin(house, game="比大小", quan=1, computers=1):
    await house.say("甲", f"/newgame {game}", chat=None)
    for _ in range(computers):
        await tap(house, "加电脑")
    await house.say("甲", f"/settings quan {quan}", chat=None)
    await tap(house, "开始")


async def play_round(house, rng):
    """Press answers, and wait for the computer, until the round is over."""
    for _ in range(300):
        if not house.tables.running or house.table.state.phase is not Phase.PLAYING:
            return
        asked = waited_for(house.table)
        if asked:
            ((seat, _),) = asked
            token, values = press_of(house.table, seat, legal(house.table, seat, rng))
            assert said(await house.press("甲", token, values, chat=None)) == ""
        else:
            await house.next_wake()
        only(house)
    raise AssertionError("no end in sight")


async def test_the_lobby_is_one_message_with_all_its_buttons(house):
    reply = await house.say("甲", "/newgame 蹲麻子", chat=None)
    assert said(reply) == ""
    shown = only(house)
    assert shown.title == "蹲麻子 · 甲"
    assert {"加电脑", "设置", "规则", "离开"} <= set(buttons(shown))
    await tap(house, "加电脑")
    assert "开始" in buttons(only(house))
    assert "现在 2 人" in only(house).text
    assert house.platform.in_chat() == []


async def test_a_whole_match_in_one_message(house):
    await begin(house, quan=2)
    assert "开始！" in only(house).text, "lines stand in it"
    rng = chance(1)
    await play_round(house, rng)
    assert house.table.state.phase is Phase.BETWEEN
    text = only(house).text
    assert "第 1 圈结束" in text and "累计" in text
    await tap(house, "下一圈")
    assert "第 1 圈结束" not in only(house).text
    await play_round(house, rng)
    assert house.tables.running == {}
    shown = only(house)
    assert "第一名" in shown.text and "最终名次" in shown.text
    await tap(house, "再来一场")
    assert house.table.state.phase is Phase.PLAYING, "the same computers, at once"
    assert house.platform.in_chat() == []


async def test_news_of_the_computer_are_told(house):
    await begin(house, "蹲麻子")
    rng, heard = chance(2), []
    for _ in range(12):
        asked = waited_for(house.table)
        if asked:
            ((seat, _),) = asked
            token, values = press_of(house.table, seat, legal(house.table, seat, rng))
            await house.press("甲", token, values, chat=None)
        else:
            await house.next_wake()
        heard.append(only(house).text)
    assert any("电脑" in text for text in heard)


async def test_typed_plays_go_there(house):
    await begin(house, "比大小")
    word = only(house).pickers[0].groups[0].options[0].label
    assert said(await house.say("甲", f"出 {word}", chat=None)) == ""
    assert house.table.match.step == 1


async def test_the_message_follows_the_talk(house):
    await begin(house, "比大小", quan=8)
    (hand,) = house.table.state.hands
    house.platform.below[hand.ref] = 8
    await house.say("甲", f"出 {only(house).pickers[0].groups[0].options[0].label}", chat=None)
    (now,) = house.table.state.hands
    assert now.ref != hand.ref and only(house)


async def test_one_table_each_and_a_lobby_gives_way(house):
    await house.say("甲", "/newgame 蹲麻子", chat=None)
    first = house.table.state.id
    await house.say("甲", "/newgame 比大小", chat=None)
    assert house.table.state.id != first and house.table.game.info.id == "_specimen"
    await house.say("乙", "/newgame 比大小", chat=None)
    assert len(house.tables.running) == 2
    await tap(house, "加电脑", "乙")
    await tap(house, "开始", "乙")
    assert "已经有一桌" in said(await house.say("乙", "/newgame 蹲麻子", chat=None))
    await house.say("乙", "/stop", chat=None)
    assert len(house.tables.running) == 1


async def test_the_book_is_ones_own(house):
    await begin(house, "比大小")
    await play_round(house, chance(3))
    assert "第 1 圈" in said(await house.say("甲", "/scores", chat=None))
    assert "还没有打完的圈" in said(await house.say("乙", "/scores", chat=None))
    assert "还没开封" in said(await house.say("甲", "/record", chat=None))
    await house.say("甲", "/newgame", chat=None)
    assert house.table.game.info.id == "_specimen", "what was played last"


async def test_private_messages_turned_off_do_not_stop_it(house):
    await house.say("甲", "/prefs dm off")
    await begin(house, "比大小")
    assert only(house).pickers


async def test_nobody_is_called_and_no_clock_waits_for_others(house):
    await begin(house, "比大小")
    await house.forward(60)
    assert house.platform.in_chat() == []
    assert [message.mention for message in house.platform.told("甲")] == [None]


async def test_after_a_restart_it_goes_on_in_the_same_message(tmp_path):
    world = World(tmp_path / "t.db")
    world.platform = quiet()
    async with world.house() as house:
        await begin(house, quan=2)
        rng = chance(5)
        await play_round(house, rng)
        before = only(house)
        assert house.table.state.chat_key == "alone:memory:甲"
    async with world.house(down=60) as house:
        assert buttons(only(house)) == buttons(before)
        await tap(house, "下一圈")
        await play_round(house, rng)
        assert "第一名" in only(house).text
        assert house.tables.alone(UserRef("memory", "甲")) is None


async def test_nobody_is_hurried_where_nobody_waits(house):
    await begin(house)
    assert house.table.state.clock == 0
    question = house.table.question_of(house.table.seat_of(UserRef("memory", "甲")))
    await house.forward(86_400)
    assert house.table.question_of(question.seat) == question
    await house.say("乙", "/newgame 比大小")
    assert house.tables.at(house.people.say("乙", "").chat).table.state.clock == 120
