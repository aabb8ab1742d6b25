"""Discord as whoever serves it sees it, where its shards are in several processes.

What is sent to a channel or asked of it is done by the shard that its server belongs to; private
messages are shard 0's, which hears what is done with them.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from bot.adapters.discord import threads
from bot.adapters.discord.cache import CHANNELS, Cache, Newest
from bot.adapters.discord.connection import CONNECTING
from bot.adapters.discord.platform import DiscordPlatform
from bot.adapters.discord.refs import channel_of
from bot.adapters.discord.render import NAME
from bot.ports.budget import Traffic
from bot.ports.errors import Elsewhere, PlatformError, RetryAfter
from bot.ports.packed import packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from datetime import datetime

    from bot.adapters import Others, Share
    from bot.ports.incoming import Incoming
    from bot.ports.messages import Outgoing, Reply
    from bot.ports.platform import Delivery, Service
    from bot.ports.refs import ChatRef, MessageRef, UserRef

log = logging.getLogger(__name__)

LOOK = 1.0
"""Seconds between two looks who has which shard."""

HANDLED = 100
"""Requests whose answers are kept for those who ask again."""

PRIVATE = 0
"""The shard to which private chats come."""


class Sharded:
    """The platform (``bot.adapters.Distant``), and where relays lead to (``Relayed``).

    Args:
        others: the relays.
        share: waits for the shards.
    """

    name, allowance = NAME, None
    limits = DiscordPlatform.limits

    def __init__(self, others: Others, share: Callable[[], Awaitable[Share]]) -> None:
        self._others, self._share = others, share
        self._service: Service | None = None
        self._holders: dict[int, str] = {}
        self._where: Newest[tuple[int, int]] = Newest(CHANNELS)
        self._memory = Cache()
        self._done_with: Newest[asyncio.Future[Reply | None]] = Newest(HANDLED)
        self.traffic = Traffic()
        self.serving = False

    @property
    def entrance(self) -> Sharded:
        """Here."""
        return self

    def share(self, key: bytes, others: Others) -> None:
        """Nothing: it is made for that."""

    async def run(self, service: Service) -> None:
        """Serve until cancelled."""
        self._service = service
        try:
            while True:
                await self._look()
                self.serving = bool(self._holders)
                await asyncio.sleep(LOOK)
        finally:
            self._service, self.serving = None, False

    async def _look(self) -> None:
        share = await self._share()
        try:
            self._holders = await share.holders()
        except Exception as error:  # noqa: BLE001  (the next try may succeed)
            log.warning("who has which shard is not known reason=%s", type(error).__name__)

    # What relays tell.

    async def passed(self, data: bytes) -> bytes:
        """Take what a shard tells. Raises ``ConnectionError`` where nobody serves."""
        told, service = unpacked(data), self._service
        if service is None:
            raise ConnectionRefusedError
        if told["server"]:
            self._where.set(told["channel"], (told["shard"], told["server"]))
        try:
            found = await self._done(service, told["do"], told["what"], told["shard"])
        except Elsewhere:
            raise ConnectionResetError from None
        if self._service is not service:  # what was under way may have been broken off
            raise ConnectionResetError
        return packed(found)

    async def _once(self, service: Service, incoming: Incoming, shard: int) -> Reply | None:
        """What comes twice, as its answer was lost on the way, is done once and answered again."""
        source = int(incoming.source)
        doing = self._done_with.get(source)
        if doing is None:
            doing = asyncio.ensure_future(service.handle(self._readable(incoming, shard)))
            self._done_with.set(source, doing)
        return await asyncio.shield(doing)

    async def _done(self, service: Service, do: str, what: Any, shard: int) -> object:
        match do:
            case "handle":
                return await self._once(service, what, shard)
            case "suggest":
                return await service.suggest(*what)
            case "notice":
                await service.notice(what)
            case "written":
                for _, channel, message, came in what:
                    (self._memory.came if came else self._memory.went)(channel, message)
            case _:
                pass
        return None

    def _readable(self, incoming: Incoming, shard: int) -> Incoming:
        if incoming.enclosed is None:
            return incoming
        read = partial(self._read, shard, int(incoming.source))
        return replace(incoming, enclosed=replace(incoming.enclosed, read=read))

    async def _read(self, shard: int, source: int, most: int) -> bytes:
        return cast("bytes", await self._call(shard, "read", source, most))

    # What is done by shards.

    async def _call(self, shard: int, name: str, *args: object) -> Any:
        """Have a shard do something. Raises a ``PlatformError``."""
        if shard not in self._holders:
            await self._look()
        address = self._holders.get(shard)
        if address is None:
            raise RetryAfter(CONNECTING)
        asked = {"shard": shard, "call": name, "args": args}
        try:
            found = unpacked(await self._others.at(address, packed(asked)))
        except ConnectionError:
            self._holders.pop(shard, None)
            raise RetryAfter(CONNECTING) from None
        if isinstance(found, PlatformError):
            raise found
        return found

    async def _shard_of(self, at: ChatRef | MessageRef) -> int:
        channel = channel_of(at)
        known = self._where.get(channel)
        if known is not None and known[0] in self._holders:
            return known[0]
        if not self._holders:
            await self._look()
        for shard in sorted(self._holders):
            server = await self._call(shard, "knows", channel)
            if server:
                self._where.set(channel, (shard, server))
                return shard
        return PRIVATE  # nobody's: Discord says so to whoever writes there

    async def _in(self, at: ChatRef | MessageRef, name: str, *args: object) -> Any:
        return await self._call(await self._shard_of(at), name, *args)

    async def _on(self, ref: MessageRef, name: str, *args: object) -> Any:
        if ref.private:
            return await self._call(PRIVATE, name, *args)
        return await self._in(ref, name, *args)

    # The port.

    async def post(self, chat: ChatRef, message: Outgoing) -> MessageRef:
        """Send to a channel or thread. Raises a ``PlatformError``."""
        return cast("MessageRef", await self._in(chat, "post", chat, message))

    async def edit(self, ref: MessageRef, message: Outgoing) -> MessageRef:
        """Change a message. Raises a ``PlatformError``."""
        return cast("MessageRef", await self._on(ref, "edit", ref, message))

    async def retire(self, ref: MessageRef) -> None:
        """Take the buttons off a message. Raises a ``PlatformError``."""
        await self._on(ref, "retire", ref)

    async def erase(self, ref: MessageRef) -> None:
        """Delete a message. Raises a ``PlatformError``."""
        await self._on(ref, "erase", ref)

    async def whisper(self, user: UserRef, message: Outgoing) -> Delivery:
        """Send to a person's private chat. Raises a ``PlatformError`` that may pass."""
        return cast("Delivery", await self._call(PRIVATE, "whisper", user, message))

    async def reach(self, user: UserRef) -> Delivery:
        """Whether a private message would arrive."""
        return cast("Delivery", await self._call(PRIVATE, "reach", user))

    async def lacks(self, chat: ChatRef) -> tuple[str, ...]:
        """Rights missing in a channel or thread; nothing where nobody can say now."""
        try:
            return cast("tuple[str, ...]", await self._in(chat, "lacks", chat))
        except PlatformError:
            return ()

    async def member(self, chat: ChatRef, user: UserRef) -> bool | None:
        """Whether a person sees a channel or thread. Raises a ``PlatformError``."""
        return cast("bool | None", await self._in(chat, "member", chat, user))

    async def open_place(
        self, chat: ChatRef, title: str, people: Sequence[UserRef] = ()
    ) -> ChatRef:
        """A thread in the channel. Raises a ``PlatformError``."""
        return cast("ChatRef", await self._in(chat, "open_place", chat, title, tuple(people)))

    async def find_place(self, chat: ChatRef, title: str, since: datetime) -> ChatRef | None:
        """A thread of ours. Raises a ``PlatformError``."""
        return cast("ChatRef | None", await self._in(chat, "find_place", chat, title, since))

    async def close_place(self, place: ChatRef) -> None:
        """Archive a thread. Raises a ``PlatformError``."""
        await self._in(place, "close_place", place)

    def newer(self, ref: MessageRef) -> int:
        """How many messages were seen to come after this one."""
        return self._memory.newer(ref)

    def link(self, token: str) -> str:
        """No address opens a private chat with a bot."""
        return ""

    def languages(self, chat: ChatRef) -> tuple[str, ...]:
        """None: a message is the same to all who read it."""
        return ()

    def place_link(self, place: ChatRef) -> str:
        """What opens a channel or thread in the client, once it is known of which server it is."""
        known = self._where.get(channel_of(place))
        return f"{threads.ADDRESS}/{known[1]}/{channel_of(place)}" if known is not None else ""
