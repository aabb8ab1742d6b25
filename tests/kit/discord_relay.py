"""The relay of one process with some of Discord's shards, and whoever serves Discord."""

import asyncio
from contextlib import asynccontextmanager

from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.adapters.discord import shard
from bot.adapters.discord.events import options
from bot.adapters.discord.relay import ShardRelay
from bot.commands.topics import DECLARED
from bot.ports.errors import RetryAfter
from bot.ports.refs import ChatRef
from tests.kit.discord_shards import channel_of, server_of

TOKEN = "MTIz.secret.token"
SHARDS = 3
HERE = "0123456789abcdef"


def chat_of(number):
    """The channel of a shard's server."""
    return ChatRef("discord", channel_of(server_of(number, SHARDS)))


class Share:
    """A share that a test gives and takes."""

    def __init__(self, held):
        self.held, self.turns = frozenset(held), []
        self.spare = self.leaving = frozenset()
        self.stands_by, self.ready = (lambda: False), (lambda number: False)
        self._changed, self.ended = asyncio.Event(), False

    def have(self, *numbers, spare=(), leaving=()):
        self.held, self.spare, self.leaving = map(frozenset, (numbers, spare, leaving))
        self._changed.set()

    async def run(self, changed):
        while True:
            await changed()
            await self._changed.wait()
            self._changed.clear()

    async def holders(self):
        return dict.fromkeys(self.held, HERE)

    async def once(self, name, seconds, number):
        self.turns.append((name, seconds, number))

    async def end(self):
        self.ended = True


class Here:
    """All processes in one: what is said goes as bytes all the same."""

    menu = DECLARED.menu

    def __init__(self, held):
        self.given, self.count = Share(held), None
        self.platform = self._answer = None
        self.silent = False
        self.allowance = None

    def share(self, count):
        self.count = count
        return self.given

    async def allow(self, allowance):
        self.allowance, allowance.share = allowance, lambda: allowance.most
        await asyncio.Event().wait()

    def hear(self, answer):
        self._answer = answer

    async def house(self, data):
        if self.silent:
            raise ConnectionRefusedError
        return await self.platform.passed(data)

    async def at(self, address, data):
        assert address == HERE
        if self.silent:
            raise ConnectionResetError
        return await self._answer(data)


@asynccontextmanager
async def serving(monkeypatch, fake, service, held=range(SHARDS), shards=SHARDS):
    """The relay of one process with those shards, and the platform of whoever serves."""
    monkeypatch.setattr(shard, "options", lambda: {**options(), "guild_ready_timeout": 0.05})
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(DiscordWebSocket, "gateway", None, raising=False)
    others = Here(held)
    made = ShardRelay(TOKEN, shards, api_base=fake.api, gateway=fake.gateway)
    platform = others.platform = made.platform(others)
    tasks = [asyncio.create_task(work) for work in (made.run(others), platform.run(service))]
    try:
        yield others, platform, tasks[0]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def connected(platform, *numbers):
    """Wait until these shards know their servers."""

    async def knows(number):
        try:
            return await platform._call(number, "knows", int(chat_of(number).id))
        except RetryAfter:
            return 0

    async with asyncio.timeout(20):
        for number in numbers:
            while not await knows(number):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
