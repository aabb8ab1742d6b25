"""House rules: kept under a name, offered at the next table, part of the record, moved along."""

import json

import pytest

from bot.ports.notices import Migrated
from bot.ports.refs import ChatRef
from bot.table import tokens
from tests.kit.actors import chance, said, to_the_end
from tests.kit.ids import long_id
from tests.kit.platform import ROOM_ID


@pytest.fixture
async def house(world):
    async with world.house() as house:
        yield house


def token(message, words):
    """The token of the button whose label has these words."""
    return next(one.token for row in message.rows for one in row if words in one.label)


def labels(message):
    """What the buttons of a message say."""
    return [one.label for row in message.rows for one in row]


def control(house, item):
    """The token of a button of the only table."""
    state = house.table.state
    return tokens.button(state.id, state.round, item)


async def lobby(house, *set_to, game="占格子"):
    """A lobby of a game in which these are set."""
    await house.say("甲", f"/newgame {game}")
    for line in set_to:
        await house.say("甲", f"/settings {line}")


async def keep(house, name="老王家", who="甲"):
    await lobby(house, "chips 40")
    told = await house.say(who, f"/house {name} 占格子")
    await house.forward(30)
    return told


async def over(house):
    await house.say("甲", "/stop")
    await house.forward(30)


async def test_the_whole_way(house):
    told = said(await keep(house))
    assert "老王家 · 占格子" in told and "40" in told and "12" in told, (
        "what differs, and from what"
    )
    assert "老王家" in house.platform.board().text, "what is played has its name at once"
    await over(house)
    menu = (await house.say("乙", "/newgame menu")).message
    first = menu.rows[0]
    assert [one.label for one in first] == ["老王家 · 占格子"], "offered first"
    await house.press("乙", first[0].token)
    assert house.table.options["chips"] == 40 and "老王家" in house.platform.board().text
    await house.say("甲", "/join")
    await house.say("乙", "/start")
    await to_the_end(house, chance(1))
    await house.forward(60)
    record = said(await house.say("甲", "/record"))
    assert "规矩：老王家" in record and "40" in record


async def test_a_lobby_offers_it_and_the_name_is_off_as_soon_as_something_is_changed(house):
    await keep(house)
    await over(house)
    await lobby(house)
    board = house.platform.board()
    assert house.table.options["chips"] == 12 and "规矩：老王家" in labels(board)
    await house.press("乙", token(board, "老王家"))
    assert house.table.options["chips"] == 12, "the host alone sets what is played"
    await house.press("甲", token(board, "老王家"))
    assert house.table.options["chips"] == 40 and house.table.state.rules
    assert "规矩：老王家" not in labels(house.platform.board())
    await house.say("甲", "/settings chips 3")
    assert not house.table.state.rules and "规矩：老王家" in labels(house.platform.board())


async def test_from_the_settings_by_one_button(house):
    await lobby(house, "chips 40")
    form = (await house.say("甲", "/settings")).message
    told = said(await house.press("甲", token(form, "记成自家规矩")))
    assert "甲家 · 占格子" in told
    await house.forward(30)
    assert "记成自家规矩" not in labels((await house.say("甲", "/settings")).message)
    await house.say("甲", "/settings chips 3")
    await house.forward(30)
    form = (await house.say("甲", "/settings")).message
    told = said(await house.press("甲", token(form, "记成自家规矩")))
    assert "甲家 2 · 占格子" in told, "one that has a name already keeps it"


async def test_talk_about_rules_keeps_none(house):
    await lobby(house, "chips 40")
    await house.say("甲", "规矩 老王家", addressed=False)
    await house.say("甲", "家规 老王家", addressed=False)
    assert await house.store.houses.chat(f"memory:{ROOM_ID}") == []
    await house.say("甲", "/家规 老王家")
    assert len(await house.store.houses.chat(f"memory:{ROOM_ID}")) == 1


async def test_what_was_played_last_is_kept_where_no_table_is(house):
    assert "还没打过" in said(await house.say("甲", "/house 老王家 占格子"))
    await lobby(house, "chips 40", "open suit")
    await house.say("乙", "/join")
    await house.say("甲", "/start")
    await to_the_end(house, chance(3))
    await house.forward(60)
    await house.say("甲", "/newgame 比大小")
    assert "记下了：老王家 · 占格子" in said(await house.say("甲", "/house 老王家 占格子"))
    (kept,) = await house.store.houses.chat(f"memory:{ROOM_ID}")
    assert json.loads(kept.options) == {"chips": 40, "open": "suit"}


async def test_another_chat_knows_nothing_of_them(house):
    await keep(house)
    (kept,) = await house.store.houses.chat(f"memory:{ROOM_ID}")
    house.people.chat = ChatRef("memory", long_id("other"))
    for command in ("houses", "newby", "rehouse", "unhouse"):
        told = said(await house.press("甲", tokens.menu(command, kept.ident)))
        assert "已经没有了" in told, command
    assert "· 老王家" not in said(await house.say("甲", "/house"))
    assert "还没" in said(await house.say("甲", "/export 规矩"))


async def test_what_is_as_usual_is_not_kept(house):
    await lobby(house)
    assert "都是默认的" in said(await house.say("甲", "/house 老王家"))
    assert await house.store.houses.chat(f"memory:{ROOM_ID}") == []


async def test_a_known_name_is_shown_and_only_its_own_people_change_it(house):
    await keep(house)
    await house.say("乙", "/join")
    await house.say("甲", "/settings chips 3")
    shown = (await house.say("乙", "/house 老 王家")).message
    assert "记下的人：甲" in shown.text and house.table.options["chips"] == 3
    assert "只有本人" in said(await house.press("乙", token(shown, "改成现在的设置")))
    assert "只有本人" in said(await house.press("乙", token(shown, "删掉")))
    await house.press("甲", token(shown, "改成现在的设置"))
    (kept,) = await house.store.houses.chat(f"memory:{ROOM_ID}")
    assert json.loads(kept.options) == {"chips": 3}
    await house.press("甲", token(shown, "删掉"))
    assert await house.store.houses.chat(f"memory:{ROOM_ID}") == []
    assert not house.table.state.houses, "a lobby offers it no longer"
    assert "已经没有了" in said(await house.press("甲", token(shown, "按这套打")))


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("老\u202e王\u0007家", "老王 家"),
        ("**老王** <b>家</b>", "**老王** <b>家</b>"),
        ("王" * 60, "王" * 24),
    ],
)
async def test_a_name_is_shown_as_other_names_are(house, typed, name):
    await keep(house, typed)
    (kept,) = await house.store.houses.chat(f"memory:{ROOM_ID}")
    assert kept.name == name


async def test_shipped_ones_are_played_by_name_and_by_button(house):
    listed = (await house.say("甲", "/house 斗地主")).message
    assert "竞技二打一" in listed.text and "叫分" in listed.text
    shown = (await house.press("甲", token(listed, "竞技二打一"))).message
    assert "来源：" in shown.text and "（默认：" in shown.text
    await house.press("甲", token(shown, "按这套打"))
    assert house.table.state.game == "doudizhu" and house.table.options["redouble"] == "true"
    assert "竞技二打一" in house.platform.board().text
    await over(house)
    await house.say("乙", "/newgame 叫分斗地主")
    assert house.table.options["auction"] == "score" and house.table.state.rules == "+score"
    await house.press("乙", control(house, "by-0"))
    assert house.table.options["auction"] == "call" and not house.table.state.rules


async def test_whoever_is_forgotten_is_named_by_no_rules_nor_their_records(house):
    await keep(house, "甲家的打法")
    await house.say("乙", "/join")
    await house.say("甲", "/start")
    await to_the_end(house, chance(2))
    await house.forward(60)
    assert "规矩：甲家的打法" in said(await house.say("乙", "/record"))
    await lobby(house)
    assert "规矩：甲家的打法" in labels(house.platform.board())
    await house.say("乙", "/join")
    await house.press("甲", "m1:forgetme:all")
    assert "规矩：没名字的规矩" in labels(house.platform.board())
    await house.press("甲", token(house.platform.board(), "没名字的规矩"))
    assert house.table.options["chips"] == 40 and house.table.state.rules, "it is played as before"
    await over(house)
    await house.forward(60)
    record = said(await house.say("乙", "/record"))
    assert "规矩：没名字的规矩" in record and "甲家" not in record
    await house.say("甲", "/forgetme undo")
    await house.forward(60)
    assert "规矩：甲家的打法" in said(await house.say("乙", "/record"))


async def test_fifty_through_a_restart_a_move_the_export_and_their_author_forgotten(world):
    async with world.house() as house:
        await lobby(house)
        for number in range(50):
            chips, opened = (40, 3)[number % 2], ("suit", "none")[number // 2 % 2]
            who = "甲" if number < 40 else "乙"
            await house.say("甲", f"/settings chips {chips}")
            await house.say("甲", f"/settings open {opened}")
            name = f"{who}家{number}" if number % 10 == 0 else f"规矩{number}"
            assert "记下了" in said(await house.say(who, f"/house {name}"))
            await house.forward(30)
        before = await house.store.houses.chat(f"memory:{ROOM_ID}")
        assert len(before) == 50
    async with world.house() as house:  # killed, and started again
        assert await house.store.houses.chat(f"memory:{ROOM_ID}") == before
        new = ChatRef("memory", long_id("supergroup"))
        await house.service.notice(Migrated(ChatRef("memory", ROOM_ID), new))
        await house.settle()
        house.people.chat = new
        kept = await house.store.houses.chat(new.key)
        assert kept == before, "the chat takes them along"
        file = (await house.say("甲", "/export 规矩")).message.file
        found = json.loads(file.data)["house rules"]
        assert [(one["name"], one["options"]) for one in found] == [
            (one.name, json.loads(one.options)) for one in kept
        ]
        mine = json.loads((await house.say("甲", "/mydata")).message.file.data)
        assert len(mine["house rules kept"]) == 40
        await house.say("甲", "/stop")
        await house.forward(30)
        await house.press("甲", "m1:forgetme:all")
        after = await house.store.houses.chat(new.key)
        assert [one.options for one in after] == [one.options for one in kept], "the sets stay"
        assert not any("甲" in one.name + one.author for one in after)
        assert sum(not one.name for one in after) == 4, "and those called after them have no name"
        assert sum(one.author == "乙" for one in after) == 10
        assert "甲" not in said(await house.say("乙", "/house"))
        await house.say("甲", "/forgetme undo")
        assert await house.store.houses.chat(new.key) == kept
