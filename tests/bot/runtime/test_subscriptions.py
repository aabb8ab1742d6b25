"""POL-05: told when a table opens, by those who asked for it: per chat, for a while, once each."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest

from bot.ports.notices import MemberLeft
from bot.ports.refs import ChatRef
from bot.runtime.subscriptions import LASTS
from bot.store.rows import StoreError
from tests.kit.actors import said
from tests.kit.house import service
from tests.kit.ids import long_id
from tests.kit.platform import MemoryPlatform

GAME = "/newgame 蹲麻子"
ON, OFF = "/prefs notify on", "/prefs notify off"


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        yield open_house


def told(house, who):
    return [m.text for m in house.platform.told(who) if "开了一桌" in m.text]


async def one_table(house, host="甲"):
    await house.say(host, GAME)
    await house.say(host, "/stop")


async def test_pol_05_who_asked_is_told_once_a_table(house):
    assert ON in said(await house.say("丙", "/prefs")), "it is off, and how to turn it on"
    assert OFF in said(await house.say("丙", ON))
    await house.say("甲", GAME)
    await house.say("乙", "/join")
    (line,) = told(house, "丙")
    assert "“测试群”开了一桌 蹲麻子，甲 在等人" in line and OFF in line
    assert told(house, "甲") == told(house, "乙") == [], "nobody who has not asked"
    await house.say("甲", "/start")
    await house.say("甲", "/stop")
    assert len(told(house, "丙")) == 1
    await house.say("丙", OFF)
    await one_table(house, "丁")
    assert len(told(house, "丙")) == 1


async def test_pol_05_the_host_knows_already(house):
    await house.say("甲", ON)
    await one_table(house)
    assert told(house, "甲") == []


async def test_pol_05_it_is_of_one_chat_and_ends_by_itself(world):
    async with world.house() as house:
        await house.say("丙", ON)
        house.people.chat = ChatRef("memory", long_id("other"))
        await one_table(house)
        assert told(house, "丙") == []
        assert "/prefs notify on" in said(await house.say("丙", "/prefs")), "not on there"
    async with world.house(down=LASTS.total_seconds() - 60) as house:
        await one_table(house)
        assert len(told(house, "丙")) == 1, "it is stored"
    async with world.house(down=120) as house:
        await one_table(house)
        assert len(told(house, "丙")) == 1
        assert "/prefs notify on" in said(await house.say("丙", "/prefs"))


async def test_pol_05_who_cannot_be_reached_is_not_tried_again_and_again(house):
    await house.say("丙", ON)
    house.platform.unreachable.add("丙")
    await one_table(house)
    await one_table(house)
    assert house.platform.tries("丙") == 1


async def test_pol_05_who_leaves_the_chat_is_told_nothing_more(house):
    for who in "丙丁":
        await house.say(who, ON)
    await house.service.notice(MemberLeft(house.people.say("丙", "").user, house.people.chat))
    await one_table(house)
    assert (len(told(house, "丙")), len(told(house, "丁"))) == (0, 1)


async def test_pol_05_in_a_private_chat_there_is_nothing_to_be_told_of(house):
    assert "notify" not in said(await house.say("丙", "/prefs", chat=None))
    assert "Language" in said(await house.say("丙", ON, chat=None)), "what there is to set"


async def test_pol_05_where_people_look_after_themselves_it_is_not_offered(tmp_path):
    platform = MemoryPlatform()
    platform.limits = replace(platform.limits, looks=True)
    async with service(tmp_path / "t.db", platform=platform) as house:
        assert "notify" not in said(await house.say("丙", "/prefs"))


async def test_pol_05_a_database_that_fails_opens_the_table_all_the_same(
    house, monkeypatch, caplog
):
    async def fails(chat):
        raise StoreError("away")

    monkeypatch.setattr(house.store.preferences, "watchers", fails)
    with caplog.at_level(logging.WARNING):
        await house.say("甲", GAME)
    assert house.table.state.players[0].name == "甲"
    assert "nobody told of table=" in caplog.text
