"""What Discord tells: presses, commands, words in private chats, and what becomes of places."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.adapters.discord import components, enclosures, launch
from bot.adapters.discord.commands import Words, commands
from bot.adapters.discord.entry_point import declare
from bot.adapters.discord.errors import code_of
from bot.adapters.discord.escape import LETTER
from bot.adapters.discord.interaction import Answer, is_own
from bot.adapters.discord.layout import AGAIN, OTHER, PICK, SEND, read_key
from bot.adapters.discord.nobody import trouble
from bot.adapters.discord.refs import chat_ref, message_ref, title_of, user_ref
from bot.adapters.discord.render import NAME
from bot.adapters.discord.sight import Sight
from bot.ports.errors import Elsewhere
from bot.ports.incoming import ALONE, Incoming
from bot.ports.notices import Added, Erased, PlaceBack, PlaceGone, Removed
from bot.ports.refs import ChatRef, UserRef

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.adapters.discord.platform import DiscordPlatform
    from bot.i18n.catalogue import Catalogue
    from bot.ports.messages import Reply, Suggestion
    from bot.ports.notices import Notice
    from bot.ports.platform import Service
    from bot.ports.refs import MessageRef

log = logging.getLogger(__name__)

Interaction: TypeAlias = "discord.Interaction[Any]"

MENTION = re.compile(r"<@!?([0-9]{1,20})>", re.ASCII)

NOBODY = discord.AllowedMentions.none()


def intents() -> discord.Intents:
    """What is listened to; none of it needs Discord's permission (see ``sight``)."""
    wanted = discord.Intents.none()
    wanted.guilds = True
    wanted.moderation = True
    wanted.guild_messages = True
    wanted.dm_messages = True
    return wanted


def options() -> dict[str, Any]:
    """What every client is made with: it keeps no people and no messages."""
    return {
        "intents": intents(),
        "allowed_mentions": NOBODY,
        "max_messages": None,
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "chunk_guilds_at_startup": False,
        # Longer waits come back as an error, so that the service knows of them.
        "max_ratelimit_timeout": 30.0,
    }


class Events(Sight):
    """Translates events; it decides nothing.

    Attributes:
        service: whom everything is handed to.
        platform: what shares its memory of messages and persons.
        online: whether there is a connection now.
    """

    online = False
    service: Service
    platform: DiscordPlatform

    def begin(self, service: Service, platform: DiscordPlatform, catalogue: Catalogue) -> None:
        """Set what ``__init__`` of the library knows nothing of."""
        self.service, self.platform = service, platform
        self.memory = platform.memory
        self._catalogue = catalogue
        self.tree = commands(self, catalogue, service.menu, self.said, self.completed)
        self.tree.opens, self.tree.is_ours = platform.launch.answer, self.is_ours
        self.listen(lambda: platform.clock.now().timestamp())

    async def setup_hook(self) -> None:
        """Declare the commands once; a connection that comes back finds them declared."""
        if self.platform.members:
            self.hear_members()
        await self.tree.set_translator(Words(self._catalogue, self.service.menu))
        await self.declare()

    async def declare(self) -> None:
        """Declare the commands, if that is still to be done."""
        if not self.platform.synced:
            self.platform.synced = await declare(self.tree)

    async def on_disconnect(self) -> None:
        """Log that the connection is lost; the library connects again by itself."""
        self.online = False

    async def on_resumed(self) -> None:
        """Log that the connection is back; what was not declared is, as it goes through now."""
        self.online = True
        await self.declare()

    async def on_ready(self) -> None:
        """Say so, once a connection."""
        self.online = True
        log.info("connected to Discord servers=%d", len(self.guilds))

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """An error in here is contained and logged, without what the event held."""
        log.error("event failed event=%s", event_method, exc_info=True)  # noqa: LOG014

    # What people do.

    async def is_ours(self, interaction: Interaction) -> bool:
        """Whether it is this session's to answer."""
        return True

    async def said(
        self, interaction: Interaction, text: str, file: discord.Attachment | None = None
    ) -> None:
        """Hand on a slash command as if it had been typed."""
        answer = Answer(interaction, self.memory)
        text = text.replace(LETTER, "")
        enclosed = enclosures.file_of([file]) if file is not None else None
        incoming = self._incoming(interaction, text=text, enclosed=enclosed, **_named(text))
        await answer.serve(self._handled(incoming))

    async def _handled(self, incoming: Incoming) -> Reply | None:
        """Hand on what somebody does; in private nobody vouches that they are still there."""
        if incoming.chat is None:
            await self.pressed_alone(incoming.user)
        try:
            return await self.service.handle(incoming)
        except Elsewhere:  # what is pressed here does not come again by itself
            return trouble(self._catalogue, incoming.language)

    async def completed(
        self, interaction: Interaction, kind: str, typed: str
    ) -> tuple[Suggestion, ...]:
        """What may complete a field."""
        return await self.service.suggest(self._incoming(interaction, text=typed), kind)

    async def on_interaction(self, interaction: Interaction) -> None:
        """A press or a choice; commands come by the tree."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data
        key: str = data["custom_id"]
        values = tuple(data.get("values", ()))
        kind, token = read_key(key)
        if token == launch.TOKEN:
            await self.platform.launch.answer(interaction)
            return
        if kind == PICK:
            await self._picked(interaction, key, values)
            return
        answer = Answer(interaction, self.memory)
        if kind == SEND:
            work = self._sent(interaction, token)
            # A message that shows the hand is changed by the answer itself.
            alone = interaction.message is not None and interaction.message.flags.ephemeral
            await (answer.serve(work) if alone else answer.take(work))
            return
        if kind == OTHER:
            token, values = (values or ("",))[0].partition(AGAIN)[0], ()
        incoming = self._incoming(interaction, token=token, values=values)
        work = self._handled(incoming)
        sure = not incoming.own and self.service.foresee(incoming.user, token)
        await (answer.take(work) if sure else answer.serve(work))

    async def _sent(self, interaction: Interaction, token: str) -> Reply | None:
        """What was picked in the menus of a message."""
        values = self._gathered(interaction, token)
        return await self._handled(self._incoming(interaction, token=token, values=values))

    async def _picked(self, interaction: Interaction, key: str, values: Iterable[str]) -> None:
        """Things were chosen in a menu: the message itself remembers, if it is one person's."""
        message = interaction.message
        try:
            if message is None or not is_own(message):
                self.memory.pick(message.id if message else 0, interaction.user.id, key, values)
                await interaction.response.defer()
                return
            self.memory.pick(message.id, 0, key, values)
            await interaction.response.edit_message(
                view=components.with_chosen(message, key, values)
            )
        except discord.HTTPException as error:
            log.info("choice not shown code=%d", code_of(error))

    def _gathered(self, interaction: Interaction, token: str) -> tuple[str, ...]:
        """What is chosen in all menus of a picker; what was heard last counts."""
        message = interaction.message
        if message is None:
            return ()
        own = is_own(message)
        found = {
            **(components.chosen(message, token) if own else {}),
            **self.memory.picked(message.id, 0 if own else interaction.user.id, token),
        }
        return tuple(value for values in found.values() for value in values)

    def _incoming(self, interaction: Interaction, **fields: Any) -> Incoming:
        user, message = interaction.user, interaction.message
        # Where only the person installed us, we cannot write: their private chat is the place.
        guild = interaction.guild_id
        here = guild is not None and self.get_guild(guild) is not None
        chat = chat_ref(interaction.channel) if here else None
        own = message is not None and message.flags.ephemeral
        pressed = None
        if message is not None:
            there, layout = None if own else chat, message.flags.components_v2
            pressed = message_ref(there, message.channel.id, message.id, layout=layout)
            if not (pressed.private or components.stands_on(message, _key_of(interaction))):
                pressed = None
        return Incoming(
            source=str(interaction.id),
            user=user_ref(user),
            chat=chat,
            message=pressed,
            display_name=user.display_name,
            language=interaction.locale.value,
            admin=chat is not None and _manages(interaction.permissions),
            chat_title=title_of(interaction.channel) if chat is not None else "",
            at=interaction.created_at,
            own=own,
            **fields,
        )

    async def on_message(self, message: discord.Message) -> None:
        """Words: of a private chat, to us by name or as a reply, or of a channel's talk.

        Without Discord's permission to read everything, talk comes without its words.
        """
        self.memory.came(message.channel.id, message.id)
        if message.author.bot or message.webhook_id is not None or self.user is None:
            return
        call = re.compile(rf"<@!?{self.user.id}>")
        text = call.sub(" ", message.content).replace(LETTER, "").strip()
        chat = chat_ref(message.channel)
        enclosed = enclosures.enclosed(message)
        if not text and enclosed is not None and (chat is None or call.search(message.content)):
            text = ALONE
        if not text:
            return
        incoming = Incoming(
            source=str(message.id),
            user=user_ref(message.author),
            chat=chat,
            text=text,
            **_about(message),
            quoted=enclosures.quoted(message),
            enclosed=enclosed,
            display_name=message.author.display_name,
            chat_title=title_of(message.channel),
            at=message.created_at,
            addressed=bool(call.search(message.content)) or self._is_answer(message),
        )
        reply: Reply | None = await self._handled(incoming)
        if reply is not None:
            await self.platform.answer(incoming.user, reply.message)

    def _is_answer(self, message: discord.Message) -> bool:
        """Whether a message is a reply to one of ours."""
        reference = message.reference
        to = reference.resolved if reference is not None else None
        return isinstance(to, discord.Message) and to.author == self.user

    # What becomes of places.

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """We were added to a server: where we may write, that is the place to say so."""
        channel = _hall(guild)
        if channel is not None:
            chat = ChatRef(NAME, str(channel.id))
            await self.service.notice(Added(chat, language=guild.preferred_locale.value))
        for place in (*guild.channels, *guild.threads):
            if place != channel:
                await self._tell(place, PlaceBack)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """We were removed from a server, and so from all its channels."""
        for channel in (*guild.channels, *guild.threads):
            await self._tell(channel, Removed)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone."""
        await self._tell(channel, PlaceGone)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone."""
        chat = ChatRef(NAME, str(payload.parent_id), str(payload.thread_id))
        await self.service.notice(PlaceGone(chat))

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread was locked or opened again; an archived one opens when it is written to."""
        state = payload.data["thread_metadata"]
        chat = ChatRef(NAME, str(payload.parent_id), str(payload.thread_id))
        was = self.memory.locked(payload.thread_id)
        # The library knows what it was before, unless it was archived.
        before = payload.thread is not None and payload.thread.locked
        locked = bool(state.get("locked"))
        self.memory.lock(payload.thread_id, locked=locked)
        if locked and not was:
            await self.service.notice(PlaceGone(chat, deleted=False))
        elif not locked and (was or before):
            await self.service.notice(PlaceBack(chat))

    async def _tell(self, channel: Any, kind: Any) -> None:
        chat = chat_ref(channel)
        if chat is not None:
            notice: Notice = kind(chat)
            await self.service.notice(notice)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A message was deleted."""
        await self._erased(payload.guild_id, payload.channel_id, payload.message_id)

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Many messages were deleted."""
        for message in payload.message_ids:
            await self._erased(payload.guild_id, payload.channel_id, message)

    async def _erased(self, guild: int | None, channel: int, message: int) -> None:
        self.memory.went(channel, message)
        if self.memory.erased(message):
            return
        ref = self._ref(guild, channel, message)
        if ref is not None:
            await self.service.notice(Erased(ref))

    def _ref(self, guild: int | None, channel: int, message: int) -> MessageRef | None:
        if guild is None:
            return message_ref(None, channel, message)
        found = self.get_channel(channel)
        chat = chat_ref(found)
        return message_ref(chat, channel, message) if chat is not None else None


def _named(text: str) -> dict[str, Any]:
    """The person whom words name: a mention is an id, whatever the client shows of it."""
    found = MENTION.search(text)
    return {"about": UserRef(NAME, found[1])} if found else {}


def _about(message: discord.Message) -> dict[str, Any]:
    """The person whom words name beside us, or else whose words they answer."""
    for person in message.mentions:
        if not person.bot:
            return {"about": user_ref(person), "about_name": person.display_name}
    answered = message.reference.resolved if message.reference is not None else None
    if not isinstance(answered, discord.Message) or answered.author.bot:
        return {}
    return {"about": user_ref(answered.author), "about_name": answered.author.display_name}


def _key_of(interaction: Interaction) -> str:
    """The custom_id of what was pressed."""
    data: Any = interaction.data or {}
    return str(data.get("custom_id", ""))


def _manages(rights: discord.Permissions) -> bool:
    return rights.manage_guild or rights.manage_messages


def _hall(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel for whatever concerns a whole server, as far as we may write there."""
    first = [guild.system_channel] if guild.system_channel is not None else []
    for channel in (*first, *guild.text_channels):
        rights = channel.permissions_for(guild.me)
        if rights.view_channel and rights.send_messages:
            return channel
    return None


class OneConnection(Events):
    """A client for up to 2,500 servers."""


class ManyConnections(Events, discord.AutoShardedClient):
    """A client whose servers are shared out between connections."""
