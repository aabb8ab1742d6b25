"""The words of 复式: from the fingerprint, when it is called, to a file for each of its tables."""

import json

import pytest

from bot.ports.messages import Where
from bot.ports.notices import Migrated
from bot.ports.refs import ChatRef
from bot.table import tokens
from bot.tournament.state import Status, table_of
from engine import verify
from engine.verify import Fault, check
from tests.kit.actors import said
from tests.kit.fingerprint import posted, shown
from tests.kit.ids import ROOM_ID, ROOM_KEY, long_id
from tests.kit.platform import buttons
from tests.kit.tiers import chosen
from tests.kit.tournament import contest, play_on


@pytest.fixture
async def house(world):
    async with world.house(check=False) as house:
        house.tables.pace = 0
        yield house


async def called(house, *people, deals=2):
    """A 复式 of two tables that people have registered for; the fingerprint as they saw it."""
    await house.say("甲", f"/duplicate 牛牛 2 {deals} 10")
    for who in people or ("甲", "乙"):
        await house.say(who, "/duplicate 报名")
    await house.settle()
    return shown(posted(house))


async def played(house, *words):
    seen = await called(house)
    for who, word in words:
        await house.say(who, f"/shuffle {word}")
    await house.forward(600)
    runner = contest(house)
    assert runner.state.status is Status.PLAYING
    await play_on(house, runner)
    await house.settle()
    await house.forward(60)
    return seen, runner.state


def matches(state):
    """The matches of all tables, by deal and table from 1."""
    return {
        (deal + 1, table + 1): table_of(state, deal, table).match
        for deal in range(state.deals)
        for table in range(state.tables)
    }


async def file_of(house, who, match):
    reply = await house.press(who, tokens.menu("keep", f"{match}.0.check"))
    return json.loads(reply.message.file.data) if reply.message.file else None


async def opened(house):
    await house.forward(24 * 3600)
    assert "开封了" in said(await house.say("甲", "/open"))
    await house.forward(60)


async def test_the_whole_way_to_a_file_for_each_table(house):
    seen = await called(house)
    assert "报名的人开赛前每人可以加一个字" in posted(house)
    assert seen in house.platform.board().text
    assert await house.say("甲", "/shuffle 明月") is None
    told = said(await house.say("乙", "/shuffle 春风", chat=None))
    assert "加好了：春风" in told, "in private, too"
    await house.say("甲", "加字 秋水")
    assert "甲 加的字：秋水" in posted(house) and "乙 加的字：春风" in posted(house)
    assert "2 人加了字" in house.platform.board().text
    await house.forward(600)
    runner = contest(house)
    assert posted(house).count(seen) == 2, "when it is called, and when it begins"
    assert "秋水" not in repr(runner.state), "from now on it is where it can be deleted"
    assert seen in house.platform.private("乙").text, "in each hand"
    assert "已经开始" in said(await house.say("甲", "/duplicate 开始"))
    assert said(await house.say("甲", "/shuffle 太晚", chat=None))
    await play_on(house, runner)
    await opened(house)
    packs, sat = {}, {}
    for (deal, table), match in matches(runner.state).items():
        record = await file_of(house, "甲", match)
        assert check(record, seen) is None
        assert record["duplicate"]["deal"] == str(deal)
        assert record["duplicate"]["table"] == str(table)
        assert [word["word"] for word in record["words"]] == ["秋水", "春风"]
        packs.setdefault(deal, []).append([d["after"] for d in record["draws"] if "after" in d][1])
        sat[deal, table] = record["duplicate"]["seated"]
        entrants = [
            runner.state.entrants.index(e)
            for e in table_of(runner.state, deal - 1, table - 1).entrants
        ]
        assert sat[deal, table] == [str(at) for at in entrants]
    assert packs[1][0] == packs[1][1] != packs[2][0] == packs[2][1]
    text = said(await house.say("甲", "/record"))
    assert "报名第 1 位加的字：秋水" in text and seen.replace(" ", "") in text


async def test_nothing_is_opened_before_the_last_table_has_ended(house):
    """The one opening tells the cards of every deal that is still to come."""
    await called(house)
    await house.forward(600)
    runner = contest(house)
    for _ in range(400):
        if runner.state.bracket.compared:
            break
        await house.next_wake()
    assert runner.state.status is Status.PLAYING
    over = table_of(runner.state, 0, 0).match
    for who in ("甲", "乙"):
        assert "还没打完" in said(await house.say(who, "/open"))
        assert "还没打完" in said(await house.say(who, "/open", chat=None))
    assert await file_of(house, "甲", over) is None
    assert (await house.store.shuffles.of(over)).ended is None
    assert await house.store.shuffles.unopened(runner.state.chat.key) == []
    await play_on(house, runner)
    await house.settle()
    assert (await house.store.shuffles.of(over)).ended is not None


async def test_it_is_counted_once_until_it_is_open_and_all_who_played_are_asked(house):
    seen, _ = await played(house, ("甲", "明月"))
    text = said(await house.say("甲", "/record"))
    assert "1 个发牌指纹打完没开封" in text and "公布了没发牌" not in text
    assert f"{seen}（没开封" in text
    assert "还要 1 人" in said(await house.say("甲", "/open"))
    question = house.platform.board()
    await house.press("乙", question.rows[0][0].token)
    assert "开封了" in posted(house)
    await house.forward(60)
    assert "个发牌指纹打完没开封" not in said(await house.say("甲", "/record"))
    reply = await house.say("乙", f"/open {seen[:8]}")
    assert check(json.loads(reply.message.file.data), seen) is None


async def test_one_that_is_called_off_is_counted_as_never_dealt(house):
    seen = await called(house)
    await house.say("甲", "/shuffle 春风")
    assert await house.store.shuffles.unopened(contest(house).state.chat.key) == []
    await house.say("甲", "/duplicate 取消")
    await house.settle()
    (one,) = await house.store.shuffles.unopened(ROOM_KEY)
    assert not one.dealt and one.fingerprint.startswith(seen.replace(" ", ""))


async def test_what_cannot_be_is_said(house):
    await called(house, "甲")
    assert "先 /duplicate 报名" in said(await house.say("丙", "/shuffle 春风"))
    assert "最多 40" in said(await house.say("甲", "/shuffle " + "长" * 41))
    assert "看不见" in said(await house.say("甲", "/shuffle 春\u200b风"))
    assert "报名的人可以加字" in said(await house.say("甲", "/shuffle"))
    assert contest(house).state.seal.words == ()


async def test_the_board_has_a_button_that_says_how_a_word_is_added(house):
    """To whoever presses it alone, and it changes nothing."""
    await house.say("甲", "/duplicate 牛牛 2 2 10")
    assert "加字" not in buttons(house.platform.board()), "nobody has registered who could"
    await house.say("甲", "/duplicate 报名")
    await house.settle()
    before, token = contest(house).state, buttons(house.platform.board())["加字"]
    reply = await house.press("甲", token)
    assert "例如：/shuffle 春风" in said(reply) and not reply.public
    reply = await house.press("乙", token)
    assert "先 /duplicate 报名" in said(reply) and reply.where is Where.TOAST
    assert contest(house).state == before
    await house.say("甲", "/shuffle 春风")
    await house.forward(3)
    assert "1 人加了字" in said(await house.press("甲", token))
    await house.forward(600)
    assert "加字" not in buttons(house.platform.board())
    assert "已经开始" in said(await house.press("甲", token)), "an old message's"


async def test_who_withdraws_takes_their_word_along(house):
    seen = await called(house, "乙", "甲", "丙")
    for who, word in (("乙", "春风"), ("甲", "明月"), ("丙", "秋水")):
        await house.say(who, f"/shuffle {word}")
    await house.say("乙", "/duplicate 退出")
    await house.forward(600)
    runner = contest(house)
    await play_on(house, runner)
    await opened(house)
    record = await file_of(house, "甲", matches(runner.state)[1, 1])
    assert check(record, seen) is None
    assert [(one["seat"], one["word"]) for one in record["words"]] == [("0", "明月"), ("1", "秋水")]


async def test_without_a_word_it_is_said_that_nobody_mixed(house):
    seen, state = await played(house)
    await opened(house)
    record = await file_of(house, "甲", matches(state)[2, 1])
    assert check(record, seen) is None
    assert ("alone",) in verify.remarks(record) and record["key"] != record["opening"]


async def test_a_file_that_is_another_tables_or_has_another_word_is_found(house):
    seen, state = await played(house, ("甲", "明月"), ("乙", "春风"))
    await opened(house)
    first, second = [await file_of(house, "甲", matches(state)[1, table]) for table in (1, 2)]
    mixed = first["duplicate"] | {"seated": second["duplicate"]["seated"]}
    assert check({**first, "duplicate": mixed}, seen) == Fault("seated")
    first["words"][0]["word"] = "月明"
    assert check(first, seen) == Fault("word", 0)


async def test_whoever_is_forgotten_leaves_what_the_check_needs(house, world):
    seen, state = await played(house, ("甲", "明月"), ("乙", "春风"))
    await opened(house)
    asked = await house.say("乙", "/forgetme")
    await house.press("乙", asked.message.rows[0][0].token)
    record = await file_of(house, "甲", matches(state)[1, 2])
    assert check(record, seen) is None
    assert [one["word"] for one in record["words"]] == ["明月", None]
    assert "报名第 2 位加过一个字（本人已删除" in said(await house.say("甲", "/record"))
    kept = world.sql("select state from tournament") + world.sql(
        "select salt, word from shuffle_word"
    )
    assert "春风" not in repr(kept)


STEPS = ["called", "worded", "begun", "dealt"]


@pytest.mark.parametrize("after", chosen(STEPS, 2, "contest kills"))
async def test_a_kill_at_any_step_keeps_fingerprint_words_and_cards(world, after):
    async with world.house(check=False) as house:
        house.tables.pace = 0
        seen = await called(house)
        if after != "called":
            await house.say("乙", "/shuffle 春风")
        if after in ("begun", "dealt"):
            await house.forward(600)
        if after == "dealt":
            for _ in range(400):
                if contest(house).state.bracket.compared:
                    break
                await house.next_wake()
    async with world.house(check=False) as house:
        house.tables.pace = 0
        if after == "called":
            await house.say("乙", "/shuffle 春风")
        await house.forward(600)
        runner = contest(house)
        await play_on(house, runner)
        await house.settle()
        await opened(house)
        for match in matches(runner.state).values():
            record = await file_of(house, "甲", match)
            assert check(record, seen) is None
            assert [(one["seat"], one["word"]) for one in record["words"]] == [("1", "春风")]
        assert sum("发牌指纹：" in line for line in posted(house).splitlines()) == 2


async def test_it_moves_with_its_chat(house):
    seen = await called(house)
    await house.say("乙", "/shuffle 春风")
    new = ChatRef("memory", long_id("supergroup"))
    await house.service.notice(Migrated(ChatRef("memory", ROOM_ID), new))
    await house.settle()
    house.people.chat = new
    await house.say("甲", "/shuffle 明月")
    await house.forward(600)
    runner = contest(house)
    await play_on(house, runner)
    await house.settle()
    (one,) = await house.store.shuffles.unopened(new.key)
    assert one.dealt and one.fingerprint.startswith(seen.replace(" ", ""))
    await opened(house)
    record = await file_of(house, "甲", matches(runner.state)[2, 2])
    assert check(record, seen) is None
    assert [one["word"] for one in record["words"]] == ["明月", "春风"]


async def test_one_that_was_called_before_there_were_words_has_a_minute_for_them(house):
    await called(house)
    runner = contest(house)
    state = runner.state
    runner.machine.change(seal=None)
    await house.forward(600)
    assert runner.state.status is Status.OPEN and runner.state.seal.number == 2
    second = runner.state.seal.fingerprint
    assert runner.state.start > state.start, "a minute later"
    await house.say("乙", "/shuffle 春风")
    await house.forward(61)
    assert runner.state.status is Status.PLAYING and runner.state.seal.fingerprint == second
