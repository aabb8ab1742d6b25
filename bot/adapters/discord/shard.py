"""One shard of several, in one of several processes: the whole adapter for its servers.

Discord sends what happens in a server to one shard, and private chats to shard 0; it says by
``(server >> 22) % shards`` to which (developers/events/gateway, "Sharding").
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bot.adapters.discord.cache import Cache
from bot.adapters.discord.events import ManyConnections, options
from bot.adapters.discord.limits import counted
from bot.adapters.discord.platform import DiscordPlatform

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    import discord

    from bot.adapters.discord.events import Events
    from bot.adapters.discord.interaction import Interaction

    Turn = Callable[["OneShard"], Awaitable[None]]
    Told = Callable[[int, int, bool], None]


class OneShard(ManyConnections):
    """A client that begins a session when it is its turn; one that it takes up again needs none.

    It knows when nobody waits for an answer from it.
    """

    turn: Turn

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._answering = 0
        self.rests = asyncio.Event()
        self.rests.set()

    @contextmanager
    def _counted(self) -> Iterator[None]:
        self._answering += 1
        self.rests.clear()
        try:
            yield
        finally:
            self._answering -= 1
            if not self._answering:
                self.rests.set()

    async def said(
        self, interaction: Interaction, text: str, file: discord.Attachment | None = None
    ) -> None:
        """Hand on a slash command."""
        with self._counted():
            await super().said(interaction, text, file)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Hand on a press or a choice."""
        with self._counted():
            await super().on_interaction(interaction)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for it."""
        await self.turn(self)


class Overheard(Cache):
    """Tells of every message that comes or goes."""

    def __init__(self, told: Told) -> None:
        super().__init__()
        self._told = told

    def came(self, channel: int, message: int) -> None:
        """Count it, and tell."""
        super().came(channel, message)
        self._told(channel, message, True)

    def went(self, channel: int, message: int) -> None:
        """Count it no longer, and tell."""
        super().went(channel, message)
        self._told(channel, message, False)


class Shard(DiscordPlatform):
    """The platform as one shard sees it.

    Args:
        number: which shard; ``count``: of how many.
        turn: waits until a new session may be begun.
        told: hears of every message: its channel, its id, and whether it came or went.
        given: as for any platform of Discord.
    """

    def __init__(self, number: int, count: int, turn: Turn, told: Told, **given: Any) -> None:
        super().__init__(**given)
        self._number, self._count, self._turn = number, count, turn
        self.memory = Overheard(told)
        self.synced = number > 0  # the commands are everybody's: one shard declares them

    def _client(self) -> Events:
        client = OneShard(
            **options(), http_trace=counted(self.allowance),
            shard_ids=[self._number], shard_count=self._count,
        )  # fmt: skip
        client.turn = self._turn
        return client

    async def rested(self) -> None:
        """Wait until nobody waits for an answer."""
        client = self._connection.known
        if isinstance(client, OneShard):
            await client.rests.wait()

    async def knows(self, channel: int) -> int:
        """The server of a channel or thread; 0: it is none of this shard's.

        Raises:
            RetryAfter: it is not known yet what is.
        """
        self._connection.client  # noqa: B018  (raises)
        return self.server_of(channel)

    def server_of(self, channel: int) -> int:
        """The server of a channel or thread that is known; else 0."""
        client = self._connection.known
        found: Any = client.get_channel(channel) if client is not None else None
        return found.guild.id if getattr(found, "guild", None) is not None else 0
