"""A week on every platform: what adapters keep of tables that are over does not grow with them.

As tests/bot/runtime/test_week.py, for everything that can be reached from an adapter. Each table
is in a chat of its own, and so are its people.
"""

import gc
import itertools
from collections import Counter
from contextlib import asynccontextmanager, suppress

import aiohttp
import pytest
from telegram.error import RetryAfter

from bot.adapters.discord.cache import Newest
from bot.adapters.telegram.api import Calls
from bot.adapters.telegram.history import PLACES, Sight
from bot.adapters.telegram.platform import TelegramPlatform
from bot.adapters.web.platform import WebPlatform
from bot.ports.budget import Traffic
from bot.ports.errors import PlatformError
from bot.ports.refs import MessageRef
from tests.bot.runtime.test_week import BOUNDED, DAY, grown, held
from tests.kit.clock import ManualClock
from tests.kit.discord import BEGIN, club, small_picture
from tests.kit.house import service
from tests.kit.telegram import telegram_house
from tests.kit.tiers import DEEP, chosen
from tests.kit.web import KEY, WebTable

BOUNDED_HERE = {
    *("Messages._channels", "Channel.messages", "WebPlatform._visits"),
    *("ReplyCache._tasks", "ReplyCache._sizes", "Sender._known", "Newest._values"),
    *("Tricks._seen", "ShownMessage.others", "Allowance._sent"),
}
"""Memories of so many at most."""

TABLES = 25 if DEEP else 3
"""Tables a period."""

FIRST = ("/newgame 比大小", "/settings quan 1", "/why")
LAST = ("/start", "/autopilot", "/record")


async def over(house):
    """The clock plays until every table is over."""
    for _ in range(400):
        if not house.tables.running:
            return
        if not await house.next_wake():
            await house.forward(6)  # the last board may have to wait for its turn
    raise AssertionError(
        f"it does not end: {[r.table.state for r in house.tables.running.values()]}"
    )


class OnTelegram:
    """Groups and people that come once."""

    def __init__(self, house):
        self.house, self.platform = house, house.platform

    async def play(self, number):
        people = [self.house.world.user(f"{number}{who}") for who in "甲乙"]
        group = self.house.world.group(f"群{number}", people)
        for line in FIRST:
            await self.house.say(people[0], group, line)
        await self.house.say(people[1], group, "/join")
        await self.house.forward(6)
        for line in LAST:
            await self.house.say(people[0], group, line)
        await self.house.say(people[1], group, "/autopilot")
        await over(self.house)
        await self.house.say(people[1], group, "/scores")
        await self.house.whisper(people[1], "/me")


class OnDiscord:
    """Channels and members that come once."""

    def __init__(self, found):
        self.club, self.house, self.platform = found, found.house, found.house.platform

    async def play(self, number):
        here = self.club
        here.channel = here.guild.create_text_channel(f"打牌{number}")
        users = [here.env.create_user(f"u{number}{w}", global_name=f"{number}{w}") for w in "甲乙"]
        here.people = [here.guild.add_member(user) for user in users]
        await here.slash(0, "newgame", game="比大小")
        await here.slash(0, "settings", option="quan", value="1")
        await here.slash(1, "join")
        for name in ("start", "autopilot", "record"):
            await here.slash(0, name)
        await here.slash(1, "autopilot")
        await over(self.house)
        await here.settle()
        await here.slash(1, "scores")


class DoorClock:
    """The door's: it moves from table to table, not within one: no greeting is late."""

    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


class OnThePage:
    """Rooms and visitors that come once, and close their tabs."""

    def __init__(self, house, platform, http, door):
        self.house, self.platform, self.http, self.door = house, platform, http, door
        self.numbers = itertools.count(1)

    async def say(self, tab, line):
        await tab.ask(next(self.numbers), say=line)
        await self.house.settle()

    async def play(self, number):
        self.door.seconds += 1000
        room = WebTable(self.platform, self.house.service, self.http)
        tabs = [await room.tab(f"{number}{w}", session=f"tab-{number:04d}{w}") for w in "12"]
        for line in FIRST:
            await self.say(tabs[0], line)
        await self.say(tabs[1], "/join")
        for line in LAST:
            await self.say(tabs[0], line)
        await self.say(tabs[1], "/autopilot")
        await over(self.house)
        await self.say(tabs[1], "/scores")
        for tab in tabs:
            await tab.socket.close()
        await self.house.settle()


@asynccontextmanager
async def on_telegram(path):
    async with telegram_house(path, check=False) as house:
        yield OnTelegram(house)


@asynccontextmanager
async def on_discord(path):
    async with club(path, people=0, clock=ManualClock(BEGIN)) as found:
        yield OnDiscord(found)


@asynccontextmanager
async def on_the_page(path):
    clock, door = ManualClock(), DoorClock()
    platform = WebPlatform("127.0.0.1", 0, KEY, clock=door, now=clock.now)
    async with service(
        path, platform=platform, clock=clock, paint=small_picture, check=False
    ) as house:
        await platform.start(house.service)
        try:
            async with aiohttp.ClientSession() as http:
                yield OnThePage(house, platform, http, door)
        finally:
            await platform.stop()


PLATFORMS = {"telegram": on_telegram, "discord": on_discord, "web": on_the_page}


async def period(here, begin, count, after=lambda number: None):
    """So many tables, and then days in which nothing happens."""
    for number in range(begin, begin + count):
        await here.play(number)
        after(number)
    for _ in range(8):
        await here.house.forward(DAY)
    gc.collect()
    return Counter(held(here.house.service, here.platform))


@pytest.mark.parametrize("platform", chosen(PLATFORMS, 1, "a week"))
async def test_a_week_grows_nothing_in_an_adapter(tmp_path, platform):
    async with PLATFORMS[platform](tmp_path / "t.db") as here:
        await period(here, 0, 1)  # whatever is made once
        before = await period(here, 1, TABLES)
        later = await period(here, 1 + TABLES, 2 * TABLES)
        assert held(here.platform), "the adapter is walked"
        assert grown(before, later, 2 * TABLES, BOUNDED | BOUNDED_HERE) == {}


@pytest.mark.parametrize("platform", chosen(PLATFORMS, 1, "planted"))
async def test_planted_what_an_adapter_keeps_of_each_table_is_seen(tmp_path, platform):
    async with PLATFORMS[platform](tmp_path / "t.db") as here:
        kept = {}
        here.platform.traffic._planted = kept
        before = await period(here, 0, 2, lambda number: kept.update({number: "a chat"}))
        later = await period(here, 2, 4, lambda number: kept.update({number: "a chat"}))
        seen = grown(before, later, 4, BOUNDED | BOUNDED_HERE)
        assert [name.rpartition(".")[2] for name in seen if "planted" in name] == ["_planted"]


# The bounds.


def test_what_is_kept_of_places_with_topics_has_a_bound():
    sight = Sight()
    for number in range(3 * PLACES):
        sight.saw(f"-100{number:010}", "7", 1, forum=True)
    assert {len(sight._seen), len(sight._forums)} == {PLACES}
    ref = MessageRef("telegram", f"-100{3 * PLACES - 1:010}", "1", thread="7")
    sight.saw(ref.chat, "7", 40)
    assert sight.newer(ref) == 1, "messages of other topics are not counted"


def test_what_is_kept_of_messages_has_a_bound():
    memory = Newest(5)
    for number in range(100):
        memory.set(number, b"digest")
    assert [number for number in range(100) if memory.get(number)] == [95, 96, 97, 98, 99]


async def test_what_is_kept_of_chats_that_were_held_has_a_bound(monkeypatch):
    monkeypatch.setattr("bot.adapters.telegram.api.PEOPLE", 50)
    calls = Calls(ManualClock(), TelegramPlatform.limits, Traffic(), a_second=10_000)

    async def refused():
        raise RetryAfter(60)

    for number in range(120):
        with suppress(PlatformError):
            await calls.do(f"-{number}", refused)
    assert len(calls._until) == 50
