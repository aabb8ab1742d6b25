"""Whoever looks on at the page reads the board in their own language, whatever the chat speaks."""

import asyncio
import json
import re

import aiohttp
import pytest

from bot.i18n.catalogue import LANGUAGES
from bot.ports.incoming import Incoming
from bot.ports.refs import ChatRef, UserRef
from bot.runtime.letters import Letter
from engine.msg import msg
from engine.registry import games
from tests.kit.actors import press_of, waited_for
from tests.kit.house import no_picture
from tests.kit.open_house import open_house
from tests.kit.tiers import chosen
from tests.kit.web import Tab, WebTable

HAN = re.compile(r"[\u3400-\u9fff]")
CALLED = sorted((name for game in games().values() for name in game.info.names), key=len)[::-1]
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


class Room:
    """A table with people whose names are in no language's own script."""

    def __init__(self, service, web, http):
        self.service, self.web = service, web
        self.client = WebTable(web, service, http)
        self.chat = self.client.chat
        self.people = dict(zip((c * 16 for c in "abcdef"), NAMES, strict=True))
        self.n = 0

    async def do(self, person, **what):
        self.n += 1
        user = UserRef("web", person)
        what = {"display_name": self.people[person], "language": "zh-Hans", **what}
        await self.service.handle(Incoming(f"{person}.{self.n}", user, self.chat, **what))

    @property
    def table(self):
        return self.service.running.tables.at(self.chat).table

    async def begin(self, game):
        first, *others = self.people
        await self.do(first, text=f"/newgame {game}")
        for other in others[: min(self.table.game.info.seats) - 1]:
            await self.do(other, text="/join")
        if game == "dazha":  # else four deals in ten are shown and over before anybody plays
            await self.do(first, text="/settings showdown off")
        await self.do(first, text="/start")

    async def play(self):
        seat, person = waited_for(self.table)[0]
        game, seen = self.table.game, self.table.seen(seat)
        action = [*game.suggest(seen, 1), game.on_timeout(seen)][0]  # not every deal offers a play
        token, values = press_of(self.table, seat, action)
        await self.do(person, token=token, values=values)

    async def look_on(self, language):
        """A page of somebody who only looks, in a language."""
        token = self.web.signer.sit("Zoe")
        socket = await self.client.socket()
        hello = {"token": token, "tab": f"tab-0001-{language}", "lang": language}
        await socket.send_str(json.dumps({"hello": hello}))
        state = json.loads((await socket.receive(timeout=10)).data)["state"]
        return Tab(socket, token, state)


@pytest.fixture
async def room(tmp_path):
    house = open_house(tmp_path / "t.db", paint=no_picture)
    async with house as (service, web), aiohttp.ClientSession() as http:
        yield Room(service, web, http)


def words(told):
    """Everything that a board says to somebody, times, names and ids left out."""
    match told:
        case str():
            return [told]
        case dict():
            apart = ("id", "token", "table", "name", "value", "face", "kind", "picture")
            return [word for key, one in told.items() if key not in apart for word in words(one)]
        case list():
            return [word for one in told for word in words(one)]
    return []


async def until(so):
    """Let everything go on until something is so."""
    async with asyncio.timeout(10):
        for _ in iter(so, True):
            await asyncio.sleep(0)


async def board(tab, language):
    """The next board that says something in this language."""
    while True:
        put = await tab.put()
        if put["scene"] and speaks(put, language):
            return put


def speaks(told, language):
    """Whether it is in Chinese, but for what games are called in any language."""
    found = " ".join(words(told))
    for name in CALLED:
        found = found.replace(name, "")
    return bool(HAN.search(found)) == (language != "en")


@pytest.mark.parametrize("game", chosen(games(), 3, "read"))
async def test_everybody_reads_the_board_in_their_own_language(room, game):
    await room.begin(game)
    tabs = {language: await room.look_on(language) for language in LANGUAGES}
    for language, tab in tabs.items():
        first = await board(tab, language)
        assert first["text"] or first["told"] or first["turns"]
    await room.play()
    for language, tab in tabs.items():
        assert (await board(tab, language))["scene"]["title"]


async def test_it_is_made_in_those_languages_alone_that_somebody_reads(room):
    await room.begin("dunmazi")
    key = ("room", room.chat.id)

    def made():
        shown = room.web.messages.channel(key).messages.values()
        return next(set(kept.others) for kept in shown if kept.message.scene)

    assert made() == set()
    tab = await room.look_on("en")
    await board(tab, "en")
    assert made() == {"en"}
    await tab.socket.close()
    await until(lambda: not room.web.languages(room.chat))
    await room.play()
    await until(lambda: not made())


async def test_who_comes_back_reads_it_at_once_and_may_press_it(room):
    await room.begin("dunmazi")
    await board(await room.look_on("en"), "en")
    state = (await room.look_on("en")).state["messages"]["room"]
    assert [speaks(one, "en") for one in state if one["scene"]] == [True]
    other = (await room.look_on("zh-Hans")).state["messages"]["room"]
    boards = [one for one in (*state, *other) if one["scene"]]
    tokens = [[b["token"] for row in one["rows"] for b in row] for one in boards]
    assert tokens[0] == tokens[-1] != []


async def test_of_a_word_of_no_language_the_board_is_the_chats(room):
    await room.begin("dunmazi")
    tab = await room.look_on("tlh")
    await board(tab, "zh-Hans")
    assert room.web.languages(room.chat) == set()
    assert ChatRef("web", room.chat.id) == room.chat


def laid(scene):
    """Who has laid which cards on the table."""
    trick = next(block for block in scene["blocks"] if block["kind"] == "trick")
    return [(one["seat"], tuple(card["face"] for card in one["cards"])) for one in trick["plays"]]


async def test_the_trick_before_is_told_to_whoever_opens_another_page(room):
    await room.begin("wuguapi")
    early = await room.look_on("en")
    before, now = [], laid((await board(early, "en"))["scene"])
    while not (before and now) or {*before} & {*now}:
        await room.play()
        before, now = now or before, laid((await board(early, "en"))["scene"])
    state = (await room.look_on("en")).state["messages"]["room"]
    scene = next(one["scene"] for one in state if one["scene"])
    found = [(one["seat"], tuple(c["face"] for c in one["cards"])) for one in scene["before"]]
    assert found == [(seat, cards) for seat, cards in before if cards]
    assert speaks(scene["before"], "en")


async def said_to(tab, language):
    """Until something is said, or shown, in this language to whoever has the page open."""
    while not speaks(await tab.put(), language):
        pass


async def test_a_tournament_is_read_in_ones_own_language_too(room):
    """By whoever is there, and by whoever comes later."""
    first = next(iter(room.people))
    here = {language: await room.look_on(language) for language in ("en", "zh-Hans")}
    await room.do(first, text="/tournament 蹲麻子 0 10")
    for language, tab in here.items():
        await said_to(tab, language)
    await here["en"].socket.close()
    await until(lambda: room.web.languages(room.chat) == {"zh-Hans"})
    await room.do(next(reversed(room.people)), text="/tournament register")
    await said_to(await room.look_on("en"), "en")


async def test_what_stays_in_the_log_is_read_in_ones_own_language(room):
    """Also by whoever comes when it was said already."""
    await room.begin("dunmazi")
    here = {language: await room.look_on(language) for language in LANGUAGES}
    await room.service.say_goodbye(msg("service-stops"))
    line = Letter("L1", room.chat, None, (msg("table-unreadable"),))
    room.service.running.letters.deliver(room.chat, [line])
    await until(lambda: not room.service.busy)
    for language in LANGUAGES:
        state = (await room.look_on(language)).state["messages"]["room"]
        lines = [one["text"] for one in state if not one["scene"]]
        assert len(lines) >= 2
        assert all(speaks([one], language) for one in lines), lines
        await said_to(here[language], language)
