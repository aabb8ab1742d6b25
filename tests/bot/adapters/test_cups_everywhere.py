"""比赛场 on each platform: places of their own where they can be had, private screens elsewhere."""

from __future__ import annotations

import json
import re
from contextlib import asynccontextmanager

import aiohttp
import pytest

from bot.adapters.web import WebPlatform
from tests.kit.actors import chance, legal, press_of
from tests.kit.clock import ManualClock
from tests.kit.discord import club, small_picture
from tests.kit.house import service
from tests.kit.telegram import open_group
from tests.kit.web import KEY, WebTable

GAME = "比大小"


async def over(house, step):
    """Take steps, each with the tables that are on, until there is no tournament any more."""
    (tournament,) = house.service.running.tournaments._runners
    for _ in range(400):
        if house.service.running.tournaments.of(tournament) is None:
            return
        await step([r.table for r in house.tables.running.values() if not r.table.state.over])
    raise AssertionError("no end in sight")


# Discord.


def pressable(messages):
    """The newest message that has something to press."""
    return next(m for m in reversed(messages) if m.components)


async def registered(c):
    await c.slash(0, "tournament", game=GAME, terms="50 10 1")
    for who in range(4):
        await c.click(who, c.board(), "报名")
    await c.click(0, c.board(), "现在开赛")


async def played(c, rng):
    async def step(tables):
        if tables and c.asked():
            who, seat = c.asked()[0]
            action = press_of(tables[0], seat, legal(tables[0], seat, rng))
            await c.act(who, pressable(c.people[who].user.dm_channel.history()), *action)
        else:
            await c.forward(30)

    await over(c.house, step)


def words(messages):
    return "\n".join(m.content for m in messages)


async def test_discord_opens_a_thread_with_its_four_players(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await registered(c)
        (thread,) = c.channel.threads
        assert thread.name == "第 1 关 第 1 桌"
        added = [r.path for r in c.env.http_requests if "/thread-members/" in r.path]
        assert {path.rpartition("/")[2] for path in added} == {str(p.id) for p in c.people}
        assert any(m.components for m in thread.history())
        (link,) = [
            child.url
            for row in c.board().components
            for child in row.children
            if getattr(child, "url", None)
        ]
        assert link.endswith(f"/{thread.id}")
        await played(c, chance(1))
        assert "是冠军，拿走奖池里的 200 金币" in words(c.channel.history())
        assert c.env.bot.get_channel(thread.id) is None or thread.archived


async def test_discord_names_the_missing_right_and_plays_on_in_private(tmp_path):
    denied = ("create_public_threads", "create_private_threads")
    async with club(tmp_path / "x.db", denied=denied) as c:
        await registered(c)
        assert c.channel.threads == []
        assert "缺的权限：创建公共子区" in c.board().content
        await c.click(1, c.board(), "我的手牌")
        await played(c, chance(2))
        assert "是冠军" in words(c.channel.history())
        assert await c.house.store.coins.ledger_check() == []


# Telegram.


async def signed_up(house, group, people):
    await house.say(people[0], group, f"/tournament {GAME} 50 10 1")
    for person in people:
        await house.forward(6)
        await house.press(person, house.board(group), "报名")
    await house.forward(6)
    await house.press(people[0], house.board(group), "现在开赛")
    for _ in range(4):
        await house.forward(6)  # two boards are the group's, and some seconds apart


async def won(house, rng):
    async def step(tables):
        if tables and house.asked(tables[0]):
            await house.answer(rng, table=tables[0])
        else:
            await house.forward(30)

    await over(house, step)


async def test_telegram_opens_a_topic_in_a_forum(tmp_path):
    async with open_group(tmp_path / "t.db") as (house, group, people):
        group.topics = {1: "open"}
        await signed_up(house, group, people)
        assert group.topics == {1: "open", 2: "open"}
        board = next(m for m in reversed(group.ours) if m.thread is None and m.keyboard)
        number = str(group.id).removeprefix("-100")
        assert board.buttons["第 1 桌"]["url"] == f"https://t.me/c/{number}/2"
        assert any(m.thread == 2 and m.keyboard for m in group.ours)
        await won(house, chance(3))
        assert any("是冠军，拿走奖池里的 200 金币" in m.words for m in group.ours)
        assert group.topics[2] == "closed"


@pytest.mark.parametrize(
    ("topics", "missing"), [({}, "群设置里打开“话题”"), ({1: "open"}, "管理话题（设为管理员）")]
)
async def test_telegram_names_what_is_missing_and_plays_on_in_private(tmp_path, topics, missing):
    async with open_group(tmp_path / "t.db") as (house, group, people):
        group.topics = dict(topics)
        group.may["can_manage_topics"] = False
        await signed_up(house, group, people)
        assert group.topics == topics
        assert f"缺的权限：{missing}" in house.board(group).words
        await won(house, chance(4))
        assert any("是冠军" in m.words for m in group.ours)


async def test_telegram_tells_whose_turn_it_is_where_private_screens_are_all_there_is(tmp_path):
    """An edit makes no sound, and one minute is short; nobody else is disturbed."""
    async with open_group(tmp_path / "t.db") as (house, group, people):
        await house.say(people[0], group, "/tournament 蹲麻子 0 10 1")
        for person in people:
            await house.forward(6)
            await house.press(person, house.board(group), "报名")
        await house.press(people[0], house.board(group), "现在开赛")
        rng = chance(5)
        ((person, _),) = house.asked()
        assert [p for p in people if not house.hand(p).silent] == [person]
        for _ in range(6):
            before = {p.id: house.hand(p) for p in people}
            await house.answer(rng)
            ((turn, _),) = house.asked()
            fresh = [p for p in people if house.hand(p) is not before[p.id]]
            assert fresh == [turn] and not house.hand(turn).silent
        other = next(p for p in people if p is not turn)
        await house.say(other, group, "/why")
        assert f"在等 {turn.name}" in house.hand(other).words, "at the table where one plays"
        await house.say(house.world.user("外人"), group, "/why")
        assert "比赛正在打" in house.hand(house.world.users[max(house.world.users)]).words


# The browser.


@asynccontextmanager
async def page(path):
    clock = ManualClock()
    platform = WebPlatform("127.0.0.1", 0, KEY, now=clock.now)
    async with (
        service(path, platform=platform, clock=clock, paint=small_picture, check=False) as house,
        aiohttp.ClientSession() as http,
    ):
        await platform.start(house.service)
        yield house, WebTable(platform, house.service, http)
        await platform.stop()


async def test_the_browser_plays_for_nothing_in_rooms_of_its_own(tmp_path):
    """Nobody ever answers: the clock does, and there is a champion."""
    async with page(tmp_path / "w.db") as (house, web):
        tabs = [await web.tab(name, session=f"tab-{name}000") for name in "abcd"]
        refused = await tabs[0].ask(1, say=f"/tournament {GAME} 50")
        assert "没有金币" in json.dumps(refused, ensure_ascii=False)
        await tabs[0].ask(2, say=f"/tournament {GAME} 0 10 1")
        await house.settle()

        async def board():
            shown = await web.tab("e", session="tab-e0000")
            return json.dumps(shown.state["messages"]["room"], ensure_ascii=False)

        token = re.search(r"m1:tournament:join\.[a-z0-9]+", await board())[0]
        for n, tab in enumerate(tabs):
            await tab.ask(10 + n, press=token, values=[], message="")
        await house.settle()
        assert "奖池（金币）" not in await board()
        await house.forward(601)
        (room,) = re.findall(r"/r/([a-z2-7]{32})", await board())
        assert web.platform.signer.is_room(room)

        async def step(tables):
            await house.forward(30)

        await over(house, step)
        assert "是冠军" in await board()
