"""Channels, threads and messages as references, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.adapters.discord.render import NAME
from bot.ports.refs import ChatRef, MessageRef, UserRef

if TYPE_CHECKING:
    from discord.abc import GuildChannel, PrivateChannel

    Channel: TypeAlias = GuildChannel | discord.Thread | PrivateChannel | discord.PartialMessageable


def user_ref(user: discord.abc.Snowflake) -> UserRef:
    """A person."""
    return UserRef(NAME, str(user.id))


def chat_ref(channel: Channel | None) -> ChatRef | None:
    """A channel of a server, or a thread in it; None for a private chat."""
    if isinstance(channel, discord.Thread):
        return ChatRef(NAME, str(channel.parent_id), str(channel.id))
    if isinstance(channel, discord.abc.GuildChannel):
        return ChatRef(NAME, str(channel.id))
    return None


LAYOUT, CLASSIC = "layout", "classic"
"""Kinds of messages: made of components, which they stay, or not."""


def message_ref(
    chat: ChatRef | None, channel: int, message: int, *, layout: bool | None = None
) -> MessageRef:
    """A message in a chat, or in the private ``channel``; ``layout`` None: not known."""
    kind = "" if layout is None else LAYOUT if layout else CLASSIC
    if chat is None:
        return MessageRef(NAME, str(channel), str(message), private=True, kind=kind)
    return MessageRef(NAME, chat.id, str(message), thread=chat.thread, kind=kind)


def channel_of(place: ChatRef | MessageRef) -> int:
    """The id of the channel or thread that is written to."""
    return int(place.thread or (place.chat if isinstance(place, MessageRef) else place.id))


def title_of(channel: Channel | None) -> str:
    """What people call it: server and channel."""
    if isinstance(channel, discord.Thread | discord.abc.GuildChannel):
        return f"{channel.guild.name} · #{channel.name}"
    return ""
