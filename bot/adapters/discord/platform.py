"""The port: what the service sends, and what it asks."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import discord

from bot.adapters.discord import components, people, threads
from bot.adapters.discord.cache import Cache
from bot.adapters.discord.connection import Connection, point
from bot.adapters.discord.errors import (
    ARCHIVED,
    EMPTY,
    INVALID_FORM,
    STRANGER,
    code_of,
    too_large,
    translated,
    unreachable,
)
from bot.adapters.discord.escape import CONTENT, LABEL
from bot.adapters.discord.events import Events, ManyConnections, OneConnection, options
from bot.adapters.discord.launch import Launch
from bot.adapters.discord.limits import A_SECOND, CHANNEL, PRIVATE, counted
from bot.adapters.discord.refs import CLASSIC, LAYOUT, channel_of, message_ref
from bot.adapters.discord.render import NAME, Shaped, changed, fresh, shape
from bot.adapters.discord.rights import RIGHTS
from bot.ports.allowance import Allowance
from bot.ports.budget import Claim, Traffic, in_turn
from bot.ports.errors import ChatGone, MessageGone, NotAllowed, PlatformError
from bot.ports.notices import PlaceGone, SightChanged
from bot.ports.platform import Delivery, Limits
from bot.ports.refs import ChatRef, UserRef
from bot.support.clock import SystemClock

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from datetime import datetime

    from bot.i18n.catalogue import Catalogue
    from bot.ports.messages import Outgoing
    from bot.ports.platform import Service
    from bot.ports.refs import MessageRef
    from bot.support.clock import Clock

    Target: TypeAlias = discord.DMChannel | discord.PartialMessageable

log = logging.getLogger(__name__)

Result = TypeVar("Result")


class DiscordPlatform:
    """Discord.

    Args:
        token: the bot's.
        catalogue: words for the slash commands.
        api_base: where the API is, if not at Discord.
        gateway: where the gateway is, if not at Discord.
        shards: how many connections: 0 is a single plain one, None as many as Discord advises.
        sleep: waits so many seconds between attempts to connect.
        clock: the time, for what is held back.
        activity: whether the page opens inside Discord.
        allowance: what is sent with the token.
    """

    name, entrance = NAME, None
    limits = Limits(
        row=5, rows=5, text=CONTENT, label=LABEL, options=25, quiet=True, aside=True,
        places=16, localized=True, group=CHANNEL, private=PRIVATE, apart=True, toasts=False,
    )  # fmt: skip

    def __init__(
        self,
        token: str,
        catalogue: Catalogue,
        *,
        api_base: str = "",
        gateway: str = "",
        shards: int | None = 0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Clock | None = None,
        activity: bool = False,
        allowance: Allowance | None = None,
    ) -> None:
        point(api_base, gateway)
        self.traffic, self.memory = Traffic(), Cache()
        self.clock, self.allowance = clock or SystemClock(), allowance or Allowance(A_SECOND)
        self._catalogue, self._shards = catalogue, shards
        self.launch = Launch(catalogue, on=activity)
        self._below = self.launch.below if activity else lambda message: message
        self._service: Service | None = None
        self.synced, self.members = False, True
        self._connection = Connection(token, self._fresh, sleep)

    # Serving.

    @property
    def serving(self) -> bool:
        """Whether there is a connection."""
        return self._connection.serving

    async def run(self, service: Service) -> None:
        """Serve until cancelled; returns only where Discord refuses for good."""
        self._service = service
        await self._connection.run()

    def connect(self, service: Service) -> Events:
        """A client for somebody else to connect."""
        self._service = service
        client = self._fresh()
        self._connection.use(client)
        return client

    def _fresh(self) -> Events:
        if self._service is None:
            raise RuntimeError("the platform was not started")
        client = self._client()
        client.begin(self._service, self, self._catalogue)
        return client

    def _client(self) -> Events:
        given = options() | {"http_trace": counted(self.allowance)}
        if self._shards == 0:
            return OneConnection(**given)
        return ManyConnections(**given, shard_count=self._shards)

    # What the service sends.

    async def post(self, chat: ChatRef, message: Outgoing) -> MessageRef:
        """Send to a channel or thread. Raises a ``PlatformError``."""
        channel = channel_of(chat)
        target = self._connection.client.get_partial_messageable(channel)
        attach = self._may_attach(chat)
        message = self._below(message if attach else replace(message, file=None))
        shaped = shape(message, pictures=attach)
        more = self._more(chat)
        sent = await self._asked(chat, lambda: self._send(target, shaped, message, more))
        return message_ref(chat, channel, sent.id, layout=self.memory.layout(sent.id))

    async def whisper(self, user: UserRef, message: Outgoing) -> Delivery:
        """Send to a person's private chat; silently where nobody needs to notice.

        Raises:
            PlatformError: it may arrive later.
        """
        try:
            with translated():
                target = await self._private(user)
                more, quiet = self._more(user), not message.notify
                sent = await self._send(target, shape(message), message, more, quiet=quiet)
        except PlatformError as error:
            return await self._refused(user, error)
        return Delivery(message_ref(None, target.id, sent.id, layout=self.memory.layout(sent.id)))

    async def reach(self, user: UserRef) -> Delivery:
        """Whether a private message would arrive: one without content is refused either way."""
        try:
            with translated():
                target = await self._private(user)
                await target.send()
        except PlatformError as error:
            if isinstance(error.__cause__, discord.HTTPException) and code_of(error.__cause__) in (
                EMPTY,
                INVALID_FORM,
            ):
                return Delivery(message_ref(None, target.id, 0))
            return await self._refused(user, error)
        return Delivery(message_ref(None, target.id, 0))

    async def _refused(self, user: UserRef, error: PlatformError) -> Delivery:
        """What a refusal means for its reader. Raises what has nothing to do with them."""
        cause = error.__cause__
        delivery = unreachable(cause) if isinstance(cause, discord.HTTPException) else None
        if delivery is None:
            raise error
        if delivery.reason == STRANGER and self._service is not None:
            await self._service.notice(SightChanged(NAME, user))
        return delivery

    async def _private(self, user: UserRef) -> discord.DMChannel:
        return await self._connection.client.create_dm(discord.Object(int(user.id)))

    def _more(self, at: UserRef | ChatRef) -> Callable[[], Awaitable[None]]:
        """Waits until one request more may be made of a thing that takes several."""

        def ask() -> None:
            key = at.place if isinstance(at, ChatRef) else at.key
            pace = self.limits.in_group if isinstance(at, ChatRef) else self.limits.in_private
            self.traffic.ask(key, pace, Claim(f"more {key}"), self.clock.now())

        return lambda: in_turn(ask, self.clock.sleep)

    def _more_of(self, ref: MessageRef) -> Callable[[], Awaitable[None]]:
        private = UserRef(NAME, ref.chat)  # a private chat counts by its own name
        return self._more(private if ref.private else ChatRef(NAME, ref.chat, ref.thread))

    async def _send(
        self,
        target: Target,
        shaped: Shaped,
        message: Outgoing,
        more: Callable[[], Awaitable[None]],
        *,
        quiet: bool = False,
    ) -> discord.Message:
        """Send all pieces; the last one is the message."""
        for text in shaped.before:
            await target.send(
                content=text, suppress_embeds=True, silent=quiet,
                allowed_mentions=discord.AllowedMentions.none(),
            )  # fmt: skip
            await more()
        main = replace(shaped, before=())
        try:
            sent = await target.send(silent=quiet, **fresh(main))
        except discord.HTTPException as error:
            if not too_large(error) or main.picture is None:
                raise
            main = replace(shape(message, pictures=False), before=())
            await more()
            sent = await target.send(silent=quiet, **fresh(main))
        self.memory.sent(sent.id, main.picture, layout=main.arranged.layout)
        return sent

    async def edit(self, ref: MessageRef, message: Outgoing) -> MessageRef:
        """Change a message in place. Raises a ``PlatformError``."""
        chat = None if ref.private else ChatRef(NAME, ref.chat, ref.thread)
        shown = message if chat is None else self._below(message)
        layout = await self._asked(chat, lambda: self._change(ref, chat, shown))
        return replace(ref, kind=LAYOUT if layout else CLASSIC)

    async def _change(self, ref: MessageRef, chat: ChatRef | None, message: Outgoing) -> bool:
        """Whether it is made of components now."""
        pictures = chat is None or self._may_attach(chat)
        layout = self._is_layout(ref)
        try:
            return await self._alter(ref, message, pictures=pictures, layout=layout)
        except discord.HTTPException as error:
            # What is made of components stays so; it may not be known which is.
            if error.code == INVALID_FORM and not layout:
                await self._more_of(ref)()
                return await self._alter(ref, message, pictures=pictures, layout=True)
            if too_large(error) and message.picture is not None:
                await self._more_of(ref)()
                return await self._alter(ref, message, pictures=False, layout=layout)
            raise

    async def _alter(
        self, ref: MessageRef, message: Outgoing, *, pictures: bool, layout: bool
    ) -> bool:
        number = int(ref.id)
        chosen = self.memory.chosen(number) if ref.private else {}
        shaped = shape(message, pictures=pictures, layout=layout, chosen=chosen)
        if shaped.before or shaped.whole:
            raise MessageGone("too long to stand in one message")
        same = self.memory.holds(number, shaped.picture)
        await self._message(ref).edit(**changed(shaped, same_picture=same))
        self.memory.sent(number, shaped.picture, layout=shaped.arranged.layout)
        return shaped.arranged.layout

    def _message(self, ref: MessageRef) -> discord.PartialMessage:
        target = self._connection.client.get_partial_messageable(channel_of(ref))
        return target.get_partial_message(int(ref.id))

    def _is_layout(self, ref: MessageRef) -> bool:
        return ref.kind == LAYOUT or self.memory.layout(int(ref.id))

    async def retire(self, ref: MessageRef) -> None:
        """Take the buttons off a message. Raises a ``PlatformError``."""
        chat = None if ref.private else ChatRef(NAME, ref.chat, ref.thread)
        await self._asked(chat, lambda: self._strip(ref))

    async def _strip(self, ref: MessageRef) -> None:
        message = self._message(ref)
        if not self._is_layout(ref):
            try:
                await message.edit(view=None)
            except discord.HTTPException as error:
                if error.code not in (EMPTY, INVALID_FORM):
                    raise
            else:
                return
            await self._more_of(ref)()
        await message.edit(view=components.without_lines(await message.fetch()))

    async def erase(self, ref: MessageRef) -> None:
        """Delete a message, if it is still there. Raises a ``PlatformError``."""
        self.memory.erase(int(ref.id))
        try:
            with translated():
                await self._message(ref).delete()
        except (MessageGone, ChatGone):
            log.info("nothing to delete chat=%s", ref.chat)

    async def _asked(self, chat: ChatRef | None, call: Callable[[], Awaitable[Result]]) -> Result:
        """Do something in a chat: an archived thread is opened, a missing right has a name.

        Raises:
            PlatformError: it was not done.
        """
        try:
            with translated():
                try:
                    return await call()
                except discord.HTTPException as error:
                    if error.code != ARCHIVED or chat is None:
                        raise
                await self._open_again(chat)
                return await call()
        except NotAllowed:
            missing = await self.lacks(chat) if chat is not None else ()
            raise NotAllowed(missing or (RIGHTS["send_messages"],)) from None

    async def _open_again(self, chat: ChatRef) -> None:
        """Open an archived thread; where it is locked, that is said."""
        try:
            await threads.open_again(self._connection.client, channel_of(chat))
        except discord.HTTPException:
            if self._service is not None:
                await self._service.notice(PlaceGone(chat, deleted=False))
            raise

    # What the service asks.

    def newer(self, ref: MessageRef) -> int:
        """How many messages were seen to come after this one."""
        return self.memory.newer(ref)

    def link(self, token: str) -> str:
        """No address opens a private chat with a bot."""
        return ""

    async def lacks(self, chat: ChatRef) -> tuple[str, ...]:
        """Rights missing in a channel or thread, as keys of messages that name them."""
        if (rights := self._rights(chat)) is None:
            return ()
        spared = "send_messages" if chat.thread else "send_messages_in_threads"
        return tuple(k for n, k in RIGHTS.items() if n != spared and not getattr(rights, n))

    async def member(self, chat: ChatRef, user: UserRef) -> bool | None:
        """Whether a person sees a channel or thread."""
        client = self._connection.known
        return None if client is None else await people.sees(client, chat, int(user.id))

    def _rights(self, chat: ChatRef) -> discord.Permissions | None:
        """What we may do; None where it is not known."""
        client = self._connection.known
        channel = client.get_channel(channel_of(chat)) if client is not None else None
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return None
        me: discord.Member | None = channel.guild.me
        return channel.permissions_for(me) if me is not None else None

    def _may_attach(self, chat: ChatRef) -> bool:
        return (rights := self._rights(chat)) is None or rights.attach_files

    async def open_place(
        self, chat: ChatRef, title: str, people: Sequence[UserRef] = ()
    ) -> ChatRef:
        """A thread in the channel. Raises a ``PlatformError``: ``NotAllowed`` names the right."""
        channel = ChatRef(NAME, chat.id)
        client = self._connection.client
        return await threads.opened(client, channel, title, people, self._rights(channel))

    async def find_place(self, chat: ChatRef, title: str, since: datetime) -> ChatRef | None:
        """A thread of ours that is in use in the channel."""
        return await threads.found(self._connection.client, chat, title, since)

    async def close_place(self, place: ChatRef) -> None:
        """Archive a thread. Raises a ``PlatformError``."""
        if place.thread:
            await threads.closed(self._connection.client, place)

    def languages(self, chat: ChatRef) -> tuple[str, ...]:
        """None: a message is the same to all who read it."""
        return ()

    def place_link(self, place: ChatRef) -> str:
        """What opens a channel or thread in the client."""
        return threads.address(self._connection.known, place)

    # What the client asks.

    async def answer(self, user: UserRef, message: Outgoing) -> None:
        """Answer what a person wrote, for their eyes alone or not at all."""
        pace, claim = self.limits.in_private, Claim("", asked=user.key)
        try:
            self.traffic.ask(user.key, pace, claim, self.clock.now())
            delivery = await self.whisper(user, replace(message, notify=True))
        except PlatformError as error:
            log.warning("answer not sent reason=%s", error)
        else:
            if delivery.ref is None:
                log.info("answer not delivered reason=%s", delivery.reason)
