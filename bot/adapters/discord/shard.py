"""One shard of several, in one of several processes: the whole adapter for its servers.

Discord sends what happens in a server to one shard, and private chats to shard 0; it says by
``(server >> 22) % shards`` to which (developers/events/gateway, "Sharding").
"""

from __future__ import annotations

import asyncio
import math
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import discord

from bot.adapters.discord.cache import Cache
from bot.adapters.discord.events import ManyConnections, options
from bot.adapters.discord.interaction import WAITED
from bot.adapters.discord.limits import counted
from bot.adapters.discord.platform import DiscordPlatform

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from bot.adapters.discord.events import Events
    from bot.adapters.discord.interaction import Interaction

    Turn = Callable[["OneShard"], Awaitable[None]]
    Told = Callable[[int, int, bool], None]


IN_TIME = 2.6
"""Seconds after which there is no time left to answer what Discord fails after three."""

BOTH = 1.0
"""Seconds for which the one before may still answer what comes to both."""


class OneShard(ManyConnections):
    """A client that begins a session when it is its turn; one that it takes up again needs none.

    It knows when nobody waits for an answer from it.

    Attributes:
        awake: set while it is to answer. Else a session in another process does, and what comes
            here waits for a moment whether that one is gone.
        woken: when, by the steady clock, if it was not awake from the beginning.
    """

    turn: Turn
    awake: asyncio.Event
    woken = -math.inf

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

    async def is_ours(self, interaction: Interaction) -> bool:
        """Whether it is this session's to answer; it may be said only after a while."""
        if self.awake.is_set():
            if time.monotonic() - self.woken < BOTH:
                interaction.extras[WAITED] = 0.0
            return True
        if interaction.type is discord.InteractionType.autocomplete:  # the next sign asks again
            return False
        began = time.monotonic()
        try:
            await asyncio.wait_for(self.awake.wait(), IN_TIME)
        except TimeoutError:
            return False
        interaction.extras[WAITED] = time.monotonic() - began
        return True

    async def said(
        self, interaction: Interaction, text: str, file: discord.Attachment | None = None
    ) -> None:
        """Hand on a slash command."""
        with self._counted():
            await super().said(interaction, text, file)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Hand on a press or a choice."""
        if interaction.type is discord.InteractionType.component and await self.is_ours(
            interaction
        ):
            with self._counted():
                await super().on_interaction(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Hand on words, or only count them."""
        if self.awake.is_set():
            await super().on_message(message)
        else:
            self.memory.came(message.channel.id, message.id)

    async def on_ready(self) -> None:
        """Say so, and declare what is still to be declared."""
        await super().on_ready()
        await self.declare()

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
        awake: whether it is to answer, and tell what it hears.
        told: hears of every message: its channel, its id, and whether it came or went.
        given: as for any platform of Discord.
    """

    def __init__(
        self, number: int, count: int, turn: Turn, told: Told, *, awake: bool, **given: Any
    ) -> None:
        super().__init__(**given)
        self._number, self._count, self._turn = number, count, turn
        self._awake = asyncio.Event()
        self._declaring: asyncio.Task[None] | None = None
        self.memory = Overheard(told)
        self.synced = True
        self.wake(awake=awake)

    @property
    def awake(self) -> bool:
        """Whether it is to answer, and tell what it hears."""
        return self._awake.is_set()

    def wake(self, *, awake: bool = True) -> None:
        """Be awake from now on, or not."""
        if awake == self.awake:
            return
        if not awake:
            self._awake.clear()
            return
        self._awake.set()
        # The commands are everybody's: one shard declares them.
        self.synced = self._number > 0
        client = self._connection.current
        if isinstance(client, OneShard):
            client.woken = time.monotonic()
            if client.is_ready():
                self._declaring = asyncio.create_task(client.declare())

    def _client(self) -> Events:
        client = OneShard(
            **options(), http_trace=counted(self.allowance),
            shard_ids=[self._number], shard_count=self._count,
        )  # fmt: skip
        client.turn, client.awake = self._turn, self._awake
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
