"""A deal or a record as a file, as pasted text, as an answer to a message; and replays: everywhere.

Through the real libraries of the platforms, against the servers in ``tests.kit``.
"""

from __future__ import annotations

import json
from contextlib import asynccontextmanager

import aiohttp
import pytest

from bot.adapters.web import WebPlatform
from bot.commands.enclosures import MOST_BYTES
from bot.records.story import ALL
from bot.records.writer import write
from bot.table.state import Phase
from tests.kit import discord, web, written
from tests.kit.discord import club
from tests.kit.house import service
from tests.kit.telegram import open_group

ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "gb18030")


def record():
    fresh, log, _ = written.playthrough("doudizhu.txt")
    return write(fresh, log, ALL)


WRONG = "牌谱 1: 斗地主\n1: ♠3 ♠4 ♠3\n其余: 随机\n"
TOLD = "第 2 行第 10 个字“♠3”"


def kept(house):
    """The written deals of the tables that there are."""
    return [runner.table.state.deal for runner in house.tables.running.values()]


# Telegram.


@pytest.fixture
async def group(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙", check=False) as (house, group, people):
        yield house, group, people


async def heard(house, chat):
    """The words of the bot's newest message in a chat."""
    await house.forward(6)
    return house.last(chat).words


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_telegram_takes_a_document(group, encoding):
    """Sent in private, with or without words below it."""
    house, _, (ann, _) = group
    private = house.world.private(ann)
    file = ("牌谱.txt", record().encode(encoding))
    await house.say(ann, private, "", file=file)
    assert [text.startswith("牌谱 1: 斗地主") for text in kept(house)] == [True]


async def test_telegram_takes_a_document_in_a_group_where_it_is_called(group):
    house, chat, (ann, _) = group
    file = ("deal.txt", record().encode())
    await house.say(ann, chat, "", file=file)
    await house.say(ann, chat, "给大家看看", file=file)
    assert kept(house) == []
    await house.say(ann, chat, "/deal", file=file)
    assert len(kept(house)) == 1


async def test_telegram_takes_an_answer_to_a_message_that_holds_one(group):
    """To a document, and to words: what stands before the record in these is not read."""
    house, chat, (ann, ben) = group
    message = await house.say(ben, chat, "", file=("deal.txt", record().encode()))
    await house.say(ann, chat, "/deal", replies_to=message)
    assert len(kept(house)) == 1
    await house.say(ann, chat, "/stop")
    words = await house.say(ben, chat, f"看这副：\n{WRONG.replace('♠4 ♠3', '♠4 ♠5')}")
    await house.forward(30)
    await house.say(ann, chat, "/deal", replies_to=words)
    assert any("♠3 ♠4 ♠5" in text for text in kept(house))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (WRONG.encode(), TOLD),
        (WRONG.encode("gb18030"), TOLD),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "这不是文字文件"),
        (b"x" * (MOST_BYTES + 1), "文件太大了"),
        (b"", "把牌写出来"),
    ],
    ids=["a wrong card", "in GBK", "a picture", "too large", "nothing in it"],
)
async def test_telegram_keeps_nothing_of_a_bad_file(group, data, told):
    house, _, (ann, _) = group
    private = house.world.private(ann)
    await house.say(ann, private, "", file=("x.txt", data))
    assert told in await heard(house, private)
    assert kept(house) == []
    if len(data) > MOST_BYTES:
        assert not house.server.sent("getFile")


async def test_telegram_says_so_where_a_file_does_not_come(group):
    house, _, (ann, _) = group
    private = house.world.private(ann)
    house.server.fail(400, "Bad Request: wrong file_id", method="getFile")
    await house.say(ann, private, "", file=("x.txt", record().encode()))
    assert "没能取到这个文件" in await heard(house, private)
    assert kept(house) == []


async def test_telegram_replays_on_one_message(group):
    """Each press changes the message of who asked; another person's is answered by a toast."""
    house, chat, (ann, ben) = group
    await house.begin(chat, [ann, ben], "比大小")
    private = house.world.private(ann)
    while house.tables.running and house.asked():
        await house.answer(written.luck_of("replay"))
        await house.forward(3)
    await house.forward(60)
    await house.say(ann, private, "/replay")
    shown = house.last(private)
    count, edits = len(private.ours), shown.edits
    first = shown.words
    token = shown.buttons["▶"]["callback_data"]
    await house.press(ann, shown, "▶")
    await house.forward(3)
    assert shown.edits == edits + 1 and shown.words != first
    assert len(private.ours) == count
    alert = await house.press(ben, shown, "", data=token)
    assert "别人在看" in str(alert)
    assert shown.edits == edits + 1


# Discord.


@asynccontextmanager
async def server(tmp_path):
    async with club(tmp_path / "d.db", people=2) as found:
        yield found


def ephemeral(result):
    """The words that the author of a command alone sees."""
    given = (*result.followups, result.response)
    return next(one.message.content for one in given if one is not None)


async def test_discord_takes_a_file_with_the_command(tmp_path):
    async with server(tmp_path) as found:
        await found.slash(0, "deal", file=("牌谱.txt", record().encode("utf-16")))
        assert [text.startswith("牌谱 1: 斗地主") for text in kept(found.house)] == [True]


async def test_discord_takes_a_record_whose_lines_its_field_has_joined(tmp_path):
    async with server(tmp_path) as found:
        await found.slash(0, "deal", deal=record())
        (text,) = kept(found.house)
        assert text.startswith("牌谱 1: 斗地主")


async def test_discord_takes_a_file_and_an_answer_in_private_and_by_name(tmp_path):
    async with server(tmp_path) as found:
        ann = found.people[0]
        files = [("deal.txt", record().encode())]
        stored = found.env.backend.store_attachments(ann.user.dm_channel.id, files)
        await ann.send_dm(attachments=stored)
        await found.settle()
        assert len(kept(found.house)) == 1
        await ann.send_dm("/stop")
        await found.settle()
        name = f"<@{found.guild.me.id}>"
        file = [("deal.txt", record().encode("gb18030"))]
        message = await found.people[1].send(found.channel, f"{name} 看", attachments=file)
        await ann.send(found.channel, f"{name} /deal", reply_to=message)
        await found.settle()
        assert any(r.table.state.place for r in found.house.tables.running.values())


@pytest.mark.parametrize(
    ("data", "told"),
    [(WRONG.encode(), TOLD), (bytes(range(256)), "这不是文字文件"), (b"", "把牌写出来")],
    ids=["a wrong card", "no text", "nothing in it"],
)
async def test_discord_keeps_nothing_of_a_bad_file(tmp_path, data, told):
    async with server(tmp_path) as found:
        result = await found.slash(0, "deal", file=("x.txt", data))
        assert told in ephemeral(result).replace("\ufe0e", "")
        assert kept(found.house) == []


async def test_discord_replays_on_one_message(tmp_path):
    async with server(tmp_path) as found:
        await found.begin("比大小")
        while found.house.tables.running and found.asked():
            await found.answer(written.luck_of("replay"))
        await found.forward(60)
        result = await found.slash(0, "replay")
        message = result.response.message
        assert "刚发完牌" in message.content
        shown = discord.buttons(message)
        posted = len(found.channel.history())
        await found.people[0].click(message, custom_id=shown["▶"])
        await found.settle()
        changed = result.response.message
        assert "第 1 / " in changed.content and changed.id == message.id
        assert len(found.channel.history()) == posted
        assert result.ephemeral  # nobody else sees it, or could press


# The page.


@asynccontextmanager
async def page(tmp_path):
    platform = WebPlatform("127.0.0.1", 0, web.KEY)
    async with service(tmp_path / "w.db", platform=platform, check=False) as house:
        await platform.start(house.service)
        try:
            async with aiohttp.ClientSession() as http:
                table = web.WebTable(platform, house.service, http)
                yield house, table
        finally:
            await platform.stop()


async def hand_in(table, tab, data, say="", **headers):
    """What the page is told of a file."""
    where = table.url(f"/r/{table.room}/file{f'?say={say}' if say else ''}")
    sent = {**table.origin, "Authorization": f"Bearer {tab.token}", **headers}
    async with table.http.post(where, data=data, headers=sent) as answer:
        text = await answer.text()
        return answer.status, json.loads(text) if text.startswith("{") else text


@pytest.mark.parametrize("encoding", ENCODINGS)
async def test_the_page_takes_a_file(tmp_path, encoding):
    async with page(tmp_path) as (house, table):
        tab = await table.tab()
        status, found = await hand_in(table, tab, record().encode(encoding))
        assert status == 200 and "就照这副牌发" in json.dumps(found, ensure_ascii=False)
        assert [text.startswith("牌谱 1: 斗地主") for text in kept(house)] == [True]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (WRONG.encode(), TOLD), (bytes(range(256)), "这不是文字文件"),
        (b"x" * (MOST_BYTES + 1), "文件太大了"), (b"", "把牌写出来"),
    ],
    ids=["a wrong card", "no text", "too large", "nothing in it"],
)  # fmt: skip
async def test_the_page_keeps_nothing_of_a_bad_file(tmp_path, data, told):
    async with page(tmp_path) as (house, table):
        tab = await table.tab()
        status, found = await hand_in(table, tab, data)
        assert status == 200 and told in json.dumps(found, ensure_ascii=False)
        assert kept(house) == []


async def test_the_page_takes_files_of_its_own_people_alone(tmp_path):
    """With a name, a tab in this room, from this very page, and not too many."""
    async with page(tmp_path) as (house, table):
        tab = await table.tab()
        data = record().encode()
        assert (await hand_in(table, tab, data, Authorization="Bearer x"))[0] == 404
        assert (await hand_in(table, tab, data, Origin="https://evil.example"))[0] == 403
        table.room = table.platform.signer.new_room()
        assert (await hand_in(table, tab, data))[0] == 404
        table.room = "a" * 32
        assert (await hand_in(table, tab, data))[0] == 404
        assert kept(house) == []


async def test_the_page_takes_so_many_files_and_no_more(tmp_path):
    async with page(tmp_path) as (_, table):
        tab = await table.tab()
        found = [(await hand_in(table, tab, b"x"))[0] for _ in range(14)]
        assert found[0] == 200 and found[-1] == 429


async def test_the_page_replays_on_one_note(tmp_path):
    """The same note changes; its buttons name the keys that press them."""
    async with page(tmp_path) as (house, table):
        tab = await table.tab()
        await tab.ask(1, say="/deal 比大小 1: ♠A ♠K ♠Q\n2: ♥A ♥K ♥Q\n其余: 随机")
        await tab.ask(2, say="/addbot")
        await tab.ask(3, say="/start")
        await house.settle()
        assert house.table.state.phase is Phase.PLAYING
        note = (await tab.ask(4, say="/replay"))["note"]
        assert note["scene"] is not None
        keys = {b["label"]: b.get("key") for row in note["rows"] for b in row if b["token"]}
        assert keys.get("文字") is None
        assert set(keys.values()) <= {None, "ArrowLeft", "ArrowRight", "Home", "End"}
