"""The adapter connected to a small Discord on a local port (``tests.kit.discord_gateway``)."""

import asyncio
from contextlib import asynccontextmanager

from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.adapters.discord import platform as port
from bot.adapters.discord.events import options
from bot.adapters.discord.platform import DiscordPlatform
from bot.i18n.catalogue import Catalogue
from bot.ports.refs import ChatRef
from tests.kit.discord_gateway import CHANNEL, fake_discord
from tests.kit.service import FakeService
from tests.kit.world import until

TOKEN = "MTIz.secret.token"
CHAT = ChatRef("discord", CHANNEL)


@asynccontextmanager
async def pointed(monkeypatch):
    """A small Discord to which the library is pointed for the length of a test."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(DiscordWebSocket, "gateway", None, raising=False)
    # Seconds that the library waits for servers after READY; there are none.
    monkeypatch.setattr(port, "options", lambda: {**options(), "guild_ready_timeout": 0.01})
    async with fake_discord() as made:
        yield made


class Pauses:
    """Notes how long is waited, and does not wait."""

    def __init__(self):
        self.taken = []

    async def __call__(self, seconds):
        self.taken.append(seconds)
        await asyncio.sleep(0)


@asynccontextmanager
async def running(fake, service=None, token=TOKEN, **more):
    """The platform, its task and the pauses between its attempts."""
    pauses = Pauses()
    made = DiscordPlatform(
        token, Catalogue(strict=True), api_base=fake.api, gateway=fake.gateway, sleep=pauses, **more
    )
    task = asyncio.create_task(made.run(service or FakeService()))
    try:
        yield made, task, pauses.taken
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def ready(platform):
    """Wait until it can write."""
    await until(lambda: platform._connection.known is not None)


def calls(fake, method, path):
    """The requests to a path."""
    return [call for call in fake.calls if call[:2] == (method, path)]
