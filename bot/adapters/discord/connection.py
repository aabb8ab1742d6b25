"""A connection that comes back by itself, with a new client each time.

The library mends a connection that breaks; one whose first attempt fails leaves its client unusable
(Rapptz/discord.py#10520), and so does an outage at the login.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
from typing import TYPE_CHECKING

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.ports.errors import RetryAfter

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.adapters.discord.events import Events

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 2.0, 300.0
GOOD = 60.0
"""Seconds after which a connection was a good one, and pauses begin anew."""

CONNECTING, REFUSED = 2.0, 60.0
"""Seconds that a message waits while there is no connection, or no token that is taken."""

FATAL = {
    4004: "Discord does not accept DISCORD_TOKEN: copy the bot's token again",
    4010: "Discord does not accept the shard that was asked for: set DISCORD_SHARDS=auto",
    4011: "the bot is in too many servers for one connection: set DISCORD_SHARDS=auto",
    4012: "this version of the library is too old for Discord",
    4013: "Discord does not accept the intents that were asked for",
    4014: "Discord does not allow the intents that were asked for",
}
"""What no later attempt can mend, by the code with which Discord closes."""

_SECRET = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.~-]+")
_TOKEN = re.compile(r"[\w.=-]{1,200}", re.ASCII)
"""What can stand in a header; anything else was copied wrongly."""

_LOGGERS = ("discord.http", "discord.webhook.async_", "discord.gateway", "discord.client")


class NoSecrets(logging.Filter):
    """Tokens of interactions stand in addresses, and addresses stand in the library's lines."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take tokens out of a line."""
        text = record.getMessage()
        clean = _SECRET.sub(r"\1…", text)
        if clean != text:
            record.msg, record.args = clean, ()
        return True


def hush() -> None:
    """Keep secrets and hands out of the library's lines."""
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(NoSecrets())
    library = logging.getLogger("discord")
    # Its DEBUG lines hold whole messages.
    library.setLevel(max(logging.INFO, library.getEffectiveLevel()))


def point(api_base: str, gateway: str) -> None:
    """Send everything to other servers than Discord's own; empty leaves it as it is."""
    if api_base:
        Route.BASE = api_base.rstrip("/")
    if gateway:
        address = yarl.URL(gateway)
        DiscordWebSocket.DEFAULT_GATEWAY = address
        # Discord names another address for taking a session up again, which no proxy would see.
        DiscordWebSocket.gateway = property(lambda _: address, lambda _, other: None)  # type: ignore[assignment]


class Connection:
    """Holds the present client.

    Args:
        token: the bot's.
        make: a new client that hands everything to the service.
        sleep: waits so many seconds.
    """

    def __init__(
        self,
        token: str,
        make: Callable[[], Events],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._token = token
        self._make = make
        self._sleep = sleep
        self._client: Events | None = None
        self._over = False
        self._readable = _TOKEN.fullmatch(token) is not None
        hush()

    @property
    def client(self) -> Events:
        """The client. Raises ``RetryAfter`` while there is no connection."""
        if self._over:
            raise RetryAfter(REFUSED)
        if self._client is None or not self._client.is_ready():
            raise RetryAfter(CONNECTING)
        return self._client

    @property
    def current(self) -> Events | None:
        """The client, connected or not."""
        return self._client

    @property
    def known(self) -> Events | None:
        """The client, if it has ever been connected: what it remembers can be asked for."""
        return self._client if self._client is not None and self._client.is_ready() else None

    @property
    def serving(self) -> bool:
        """Whether there is a connection now."""
        return not self._over and self.known is not None and self.known.online

    def use(self, client: Events) -> None:
        """Take a client that somebody else connects."""
        self._client = client

    async def run(self) -> None:
        """Stay connected until cancelled; returns only where no attempt can succeed."""
        pause = FIRST_PAUSE
        clock = asyncio.get_running_loop().time
        while True:
            began = clock()
            reason = await self._once()
            if reason is not None:
                self._over = True
                log.error("Discord is off: %s", reason)
                return
            if clock() - began > GOOD:
                pause = FIRST_PAUSE
            log.warning("no connection to Discord, next attempt in %.0f s", pause)
            # Many bots that lost one server should not come back at one moment.
            await self._sleep(pause * random.uniform(0.75, 1.0))  # noqa: S311
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _once(self) -> str | None:
        """One client from login to end; why no other can do better, or None."""
        if not self._readable:
            return FATAL[4004]
        client = self._client = self._make()
        try:
            async with client:
                await client.start(self._token)
        except discord.LoginFailure:
            return FATAL[4004]
        except discord.PrivilegedIntentsRequired:
            if not client.intents.members:
                return FATAL[4014]
            log.warning("Discord does not let this bot hear of members; it goes on without")
            client.platform.members = False
        except discord.ConnectionClosed as error:
            if error.code in FATAL:
                return FATAL[error.code]
            log.info("connection closed code=%s", error.code)
        except Exception as error:  # noqa: BLE001  (the library raises anything where it cannot connect)
            log.info("connection failed reason=%s", type(error).__name__)
        return None
