"""Groups that talk while they play: nothing is answered and nothing is lost, on every platform."""

import asyncio
from itertools import count, cycle

import aiohttp

from bot.ports.messages import Outgoing
from bot.ports.refs import ChatRef
from tests.kit.actors import chance
from tests.kit.discord import club, wired
from tests.kit.open_house import open_house
from tests.kit.talk import TALK
from tests.kit.telegram import open_group
from tests.kit.telegram_world import BOT_ID, BOT_NAME
from tests.kit.web import WebTable

LINES = 200


def some_talk(seed):
    return chance(seed, "lines").shuffled(TALK)[:LINES]


# Telegram.


async def test_a_talkative_group_on_telegram_where_the_bot_hears_everything(tmp_path):
    async with open_group(tmp_path / "t.db", check=False) as (house, group, people):
        await house.begin(group, people, game="chudadi")
        group.admins.append(BOT_ID)
        speakers, since = cycle(people), len(house.server.requests)
        before = house.table.snapshot()
        for line in some_talk("telegram"):
            house.world.say(next(speakers), group, line)
        await house.settle()
        assert house.table.snapshot() == before
        assert set(house.server.counts(since)) <= {"getUpdates"}


async def test_bare_plays_of_whoever_is_asked_are_heard_on_telegram(tmp_path):
    async with open_group(tmp_path / "t.db", check=False) as (house, group, people):
        await house.begin(group, people, game="chudadi")
        group.admins.append(BOT_ID)
        ((who, _),) = house.asked()
        step, said = house.table.match.step, len(group.ours)
        await house.say(next(p for p in people if p is not who), group, "过")
        await house.say(who, group, "3")
        assert house.table.match.step == step
        assert len(group.ours) == said
        await house.say(who, group, "出 ♦3")
        assert house.table.match.step == step + 1
        ((who, _),) = house.asked()
        await house.say(who, group, "要不起")
        assert house.table.match.step == step + 2


async def test_a_call_by_name_and_a_reply_are_for_the_bot_on_telegram(tmp_path):
    async with open_group(tmp_path / "t.db", check=False) as (house, group, people):
        await house.begin(group, people, game="chudadi")
        group.admins.append(BOT_ID)
        board = house.board(group)

        async def answered(who, text, **more):
            since = len(house.server.requests)
            await house.say(who, group, text, **more)
            return any(method.startswith("send") for method in house.server.counts(since))

        assert not await answered(people[0], "为什么")
        assert await answered(people[0], "为什么", replies_to=board)
        assert await answered(people[1], f"为什么 @{BOT_NAME}")
        assert await answered(people[2], "/为什么")


# Discord.


async def test_a_talkative_channel_on_discord(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await c.begin("chudadi")
        before, since = c.house.table.snapshot(), len(c.env.http_requests)
        speakers = cycle(c.people)
        for line in some_talk("discord"):
            await next(speakers).send(c.channel, line)
        await c.settle()
        assert c.house.table.snapshot() == before
        ours = [r for r in c.env.http_requests[since:] if r.method != "GET"]
        assert [r.path for r in ours] == []


async def test_a_call_by_name_and_a_reply_are_for_the_bot_on_discord():
    async with wired() as w:
        me, board = w.channel.guild.me, await w.port.post(w.chat, Outgoing("牌桌"))
        shown = next(m for m in w.channel.history() if str(m.id) == board.id)
        await w.ann.send(w.channel, f"出 ♠3 <@{me.id}>")
        await w.ann.send(w.channel, f"<@!{me.id}> 过", reply_to=shown)
        await w.ann.send(w.channel, "过")
        assert [(i.text, i.addressed) for i in w.service.heard] == [("出 ♠3", True), ("过", True)]


# The page.


async def test_talk_in_a_room_of_the_page_is_shown_to_the_room(tmp_path):
    async with open_house(tmp_path / "w.db") as (service, web), aiohttp.ClientSession() as http:
        table, numbers = WebTable(web, service, http), count(1)
        ann, bob = await table.tab("小安"), await table.tab("小博", session="tab-0002")
        await ann.ask(next(numbers), say="/newgame 锄大地")
        assert await ann.ask(next(numbers), say="今天天气不错 <b>") == {"ack": 2}
        shown = await asyncio.wait_for(bob.said(), 10)
        assert (shown["name"], shown["words"]) == ("小安", "今天天气不错 <b>")
        for line in ("666", "qq", "开始下雨了", "对啊", "出去吃饭"):
            assert "toast" not in await bob.ask(next(numbers), say=line)
        chat = ChatRef("web", table.room)
        assert [line.words for line in await service.talk.lines(chat, ann.user)][-3] == "开始下雨了"
        (runner,) = service.running.tables.running.values()
        assert runner.table.state.match == ""
        assert runner is service.running.tables.at(ChatRef("web", table.room))
        await asyncio.gather(*(socket.close() for socket in table.sockets))
