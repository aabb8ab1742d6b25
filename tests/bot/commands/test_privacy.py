"""What is kept of a person, and forgetting it: POL-03 and POL-04."""

import json
import sqlite3

from bot.ports.refs import ChatRef
from tests.kit.actors import begin, chance, to_the_end
from tests.kit.ids import ROOM_ID, ROOM_KEY, long_id
from tests.kit.platform import buttons
from tests.kit.world import until

DAY = 86_400.0
OTHER = ChatRef("memory", long_id("other"))


async def play(house, chat=None, rounds=1):
    """甲 and 乙 play in a chat to the end."""
    house.people.chat = chat or ChatRef("memory", ROOM_ID)
    await begin(house, "比大小", 2, quan=rounds)
    await to_the_end(house, chance(7))
    house.people.chat = ChatRef("memory", ROOM_ID)


async def said(house, who, text, **fields):
    return (await house.say(who, text, **fields)).message.text


async def forget(house, who="甲", label="到处都忘记我", **fields):
    message = (await house.say(who, "/forgetme", **fields)).message
    return (await house.press(who, buttons(message)[label], **fields)).message


async def totals(house, chat=ROOM_KEY):
    return {t.user: (t.points, t.rounds) for t in await house.store.scores.game_totals(chat)}


def words_of(path):
    """Everything that is written in the database, in the log that is not copied back too."""
    connection = sqlite3.connect(path)
    try:
        return "\n".join(connection.iterdump())
    finally:
        connection.close()


async def test_pol_03_my_data_is_told_to_me_and_nobody_elses(house):
    await play(house)
    await house.say("甲", "/prefs suits four")
    message = (await house.say("甲", "/mydata")).message
    assert "打完的 1 场，在 1 个地方" in message.text
    data = json.loads(message.file.data)
    assert data["person"] == "memory:甲"
    assert data["settings"]["suits"] == "four"
    assert [seat["name"] for seat in data["seats"]] == ["甲"]
    assert "乙" not in message.file.data.decode()
    assert json.loads((await house.say("丙", "/mydata")).message.file.data)["seats"] == []


async def test_pol_04_whoever_is_forgotten_is_anonymous_and_no_total_changes(house):
    await play(house, rounds=2)
    before = await totals(house)
    reply = await forget(house)
    assert "1 场里你是匿名玩家" in reply.text
    after = await totals(house)
    assert after["memory:乙"] == before["memory:乙"]
    (alias,) = set(after) - {"memory:乙"}
    assert after[alias] == before["memory:甲"], "a bad score does not go away either"
    text = await said(house, "乙", "/scores")
    assert "玩家 匿名玩家" in text and "甲" not in text
    assert "甲" not in (await house.say("乙", "/export")).message.file.data.decode()
    assert "没有打完过" in await said(house, "甲", "/me")
    assert "没有存着" in (await forget(house)).text


async def test_pol_04_nothing_is_forgotten_by_accident(house):
    """One word asks; only the button under it does something."""
    await play(house)
    before = await totals(house)
    message = (await house.say("甲", "/forgetme")).message
    assert set(buttons(message)) == {"只在这里忘记我", "到处都忘记我"}
    assert await totals(house) == before


async def test_pol_04_it_can_be_taken_back_for_seven_days_over_a_restart(world):
    async with world.house() as house:
        await play(house)
        await house.say("甲", "/prefs suits four")
        before = await totals(house)
        await forget(house)
        assert await house.store.preferences.people(["memory:甲"]) == {"memory:甲": {}}
    async with world.house(down=6.9 * DAY) as house:
        await house.forward(11)
        assert "都回来了" in await said(house, "甲", "/forgetme 撤销")
        assert await totals(house) == before
        assert "甲" in await said(house, "乙", "/scores")
        assert (await house.store.preferences.people(["memory:甲"]))["memory:甲"]["suits"] == "four"
        assert "没有可以撤销" in await said(house, "甲", "/forgetme undo")


async def test_pol_04_after_seven_days_nothing_tells_who_it_was(world):
    async with world.house() as house:
        await play(house)
        await house.say("甲", "/newgame 比大小", chat=None)
        await house.say("甲", "/addbot", chat=None)
        await house.say("甲", "/start", chat=None)
        await to_the_end(house, chance(2))
        await house.say("甲", "/scores")
        kept = await totals(house)
        await forget(house)
        assert "甲" in words_of(world.path), "it can still be taken back"
    async with world.house(down=7 * DAY) as house:
        await house.forward(11)
        await until(lambda: "甲" not in words_of(world.path))
        assert (await totals(house))["memory:乙"] == kept["memory:乙"]
        assert "没有可以撤销" in await said(house, "甲", "/forgetme undo")
        text = await said(house, "乙", "/scores")
        assert "匿名玩家" in text
        assert "发牌指纹" in await said(house, "乙", "/record"), "the match is still whole"


async def test_pol_04_one_chat_alone_can_be_forgotten(house):
    await play(house)
    await play(house, OTHER)
    before = await totals(house, f"memory:{long_id('other')}")
    await forget(house, label="只在这里忘记我")
    assert "memory:甲" not in await totals(house)
    assert await totals(house, f"memory:{long_id('other')}") == before
    await forget(house, chat=None)
    assert "memory:甲" not in await totals(house, f"memory:{long_id('other')}")


async def test_a_match_that_is_on_keeps_its_names_until_it_is_over(house):
    await play(house)
    await begin(house, "比大小", 2, quan=1)
    assert "还坐在牌桌上" in (await forget(house)).text
    await to_the_end(house, chance(9))
    assert (await totals(house))["memory:甲"][1] == 1
    await forget(house)
    assert "memory:甲" not in await totals(house)
    assert len([user for user in await totals(house) if user.startswith("anon:")]) == 2


async def test_corrections_that_somebody_asked_for_stay_without_them(house):
    await play(house)
    (scored,) = await house.store.scores.rounds(ROOM_KEY)
    new = " ".join(str(-points) for points in scored.scores)
    await house.say("甲", f"/correct 1 {new}")
    await house.press("乙", buttons(house.platform.board())["同意"])
    await forget(house)
    text = await said(house, "乙", "/scores")
    assert "匿名玩家 提议" in text and "甲" not in text
    (again,) = await house.store.scores.rounds(ROOM_KEY)
    assert again.scores == tuple(-points for points in scored.scores)
    assert "甲" not in str(await house.store.scores.proposal(await _motion(house)))


async def _motion(house):
    traces = await house.store.people.traces("memory:乙", "", "alone:memory:乙")
    return traces.voices[0]


async def test_a_button_of_another_person_forgets_only_the_presser(house):
    await play(house)
    message = (await house.say("甲", "/forgetme")).message
    await house.press("乙", buttons(message)["到处都忘记我"])
    assert "memory:甲" in await totals(house)
    assert "memory:乙" not in await totals(house)


async def test_what_is_played_after_coming_back_is_ones_own_again(house):
    await play(house)
    await forget(house)
    await house.forward(DAY)
    await play(house)
    assert (await totals(house))["memory:甲"][1] == 1
    await house.say("甲", "/forgetme undo")
    assert (await totals(house))["memory:甲"][1] == 2


# Whatever happens meanwhile.


async def test_who_votes_again_under_the_new_name_can_still_take_it_back(house):
    """The same vote stood there twice, and every undo failed for ever."""
    for _ in range(2):
        await play(house)
    await house.say("甲", "/season new")
    await house.press("乙", buttons(house.platform.board())["不同意"])
    await house.say("丙", "/season new")
    await play(house)
    await house.say("甲", "/season new")
    question = house.platform.board()
    assert "同意" in buttons(question)
    before = await totals(house)
    await forget(house)
    await play(house)
    now = await totals(house)
    await house.press("甲", buttons(question)["同意"])
    await house.say("甲", "/prefs suits four")
    assert "都回来了" in await said(house, "甲", "/forgetme undo")
    after = await totals(house)
    assert set(after) == set(before)
    assert after["memory:甲"][1] == now["memory:甲"][1] + before["memory:甲"][1]
    await house.forward(11)
    assert "没有可以撤销" in await said(house, "甲", "/forgetme undo")


async def test_settings_made_since_stay_and_taken_back_ones_too(house):
    await play(house)
    await house.say("甲", "/prefs suits four")
    await house.say("甲", "/prefs language en")
    await forget(house, label="Everywhere")
    await house.say("甲", "/prefs suits two")
    await house.say("甲", "/forgetme undo")
    found = (await house.store.preferences.people(["memory:甲"]))["memory:甲"]
    assert (found["suits"], found["language"]) == ("two", "en")


async def test_whom_nothing_reaches_is_not_reached_after_an_undo_either(house):
    await play(house)
    who = house.people.say("甲", "").user
    await house.context.reachability.mark(who, "closed")
    await forget(house)
    assert not house.context.reachability.closed(who)
    await house.say("甲", "/forgetme undo")
    assert house.context.reachability.closed(who)
    assert set(await house.store.people.unreachable()) == {"memory:甲"}


async def test_what_was_played_and_decided_alone_is_forgotten_too(world):
    """A correction of one's own book named the person for ever."""
    async with world.house() as house:
        await house.say("甲", "/newgame 比大小", chat=None)
        await house.say("甲", "/addbot", chat=None)
        await house.say("甲", "/start", chat=None)
        await to_the_end(house, chance(2))
        await house.say("甲", "/correct 1 0 0", chat=None)
        assert world_rows(world.path, "motion") == [("alone:memory:甲",)]
        before = words_of(world.path)
        await forget(house, chat=None)
        await house.say("甲", "/forgetme undo", chat=None)
        assert world_rows(world.path, "motion") == [("alone:memory:甲",)]
        assert "甲" in before
        await forget(house, chat=None)
    async with world.house(down=7 * DAY) as house:
        await house.forward(11)
        await until(lambda: "甲" not in words_of(world.path))


def world_rows(path, table):
    connection = sqlite3.connect(path)
    try:
        assert table == "motion"
        return connection.execute("SELECT chat FROM motion").fetchall()
    finally:
        connection.close()


# What is given once.


async def test_a_first_purse_comes_once_however_often_one_is_forgotten(world):
    async with world.house() as house:
        await house.say("甲", "/purse")
        for _ in range(2):
            message = (await house.say("甲", "/forgetme")).message
            assert "第一个钱包不会再送" in message.text and "记号" in message.text
        assert "只送一次" in await said(house, "甲", "/mydata")
        await forget(house)
        assert "1000" in await said(house, "甲", "/daily"), "it is still there to be taken back"
    for _ in range(2):
        async with world.house(down=7 * DAY) as house:
            await house.forward(11)
            await until(lambda: not world_forgotten(world))
            assert "金币 0。" in await said(house, "甲", "/purse")
            data = json.loads((await house.say("甲", "/mydata")).message.file.data)
            assert data["first coins of this chat were given"] is True
            assert "签到 +200，现在有 200 金币" in await said(house, "甲", "/daily")
            assert "金币 1000。" in await said(house, "乙", "/purse")
            assert await house.store.coins.ledger_check() == []
            await forget(house)


def world_forgotten(world):
    connection = sqlite3.connect(world.path)
    try:
        return connection.execute("SELECT 1 FROM forgotten").fetchall()
    finally:
        connection.close()


async def test_a_purse_put_aside_brings_no_daily_coins(house):
    """Forget 1,000 coins, take 200 a day, take it back: nobody gets richer so."""
    await house.say("甲", "/purse")
    await forget(house)
    refused = await said(house, "甲", "/daily")
    assert "忘掉的那个钱包里还有 1000" in refused and "/forgetme undo" in refused
    assert (await house.store.coins.purse(ROOM_KEY, "memory:甲")).free == 0
    await house.say("甲", "/forgetme undo")
    assert (await house.store.coins.purse(ROOM_KEY, "memory:甲")).free == 1000
