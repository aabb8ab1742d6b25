"""Threads as places of tables: opened, filled with their players, and put away."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING

import discord

from bot.adapters.discord.errors import translated
from bot.adapters.discord.escape import THREAD
from bot.adapters.discord.refs import chat_ref
from bot.adapters.discord.render import NAME
from bot.adapters.discord.rights import RIGHTS, TEXT_CHANNEL, THREADS
from bot.i18n.lengths import cut
from bot.ports.errors import ChatGone, NotAllowed, PlatformError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.ports.refs import ChatRef, UserRef

log = logging.getLogger(__name__)

SKEW = timedelta(seconds=30)
"""So much earlier than ours Discord's clock may be."""

ADDRESS = "https://discord.com/channels"


async def open_again(client: discord.Client, channel: int) -> None:
    """Open an archived thread. Raises ``HTTPException``: it is locked, say."""
    thread = await client.fetch_channel(channel)
    if isinstance(thread, discord.Thread):
        await thread.edit(archived=False)


async def opened(
    client: discord.Client,
    chat: ChatRef,
    title: str,
    people: Sequence[UserRef],
    rights: discord.Permissions | None,
) -> ChatRef:
    """A new thread in a channel, with the people in it.

    It is public, so that others can watch; private where only that is allowed.

    Args:
        client: connected.
        chat: the channel; of a thread the channel that it is in.
        title: the thread's name; what is too long of it is cut off.
        people: who is added; whoever cannot be added is left out.
        rights: what we may do in the channel, if known.

    Raises:
        NotAllowed: a right is missing.
        PlatformError: it was not opened.
    """
    channel = client.get_channel(int(chat.id))
    if not isinstance(channel, discord.TextChannel):
        raise NotAllowed((TEXT_CHANNEL,))
    kind = _kind(channel, rights)
    try:
        with translated():
            thread = await channel.create_thread(name=cut(title, THREAD) or NAME, type=kind)
    except NotAllowed:
        raise NotAllowed((THREADS,)) from None
    for user in people:
        await _add(thread, user)
    place = chat_ref(thread)
    if place is None:
        raise PlatformError("the thread is in no server")
    return place


def _kind(channel: discord.TextChannel, rights: discord.Permissions | None) -> discord.ChannelType:
    """The kind of thread that we may open. Raises ``NotAllowed`` where there is none."""
    if rights is None or rights.create_public_threads:
        kind = discord.ChannelType.public_thread
    else:
        kind = discord.ChannelType.private_thread
    may_open = rights is None or rights.create_public_threads or rights.create_private_threads
    may_write = rights is None or rights.send_messages_in_threads
    missing = ((THREADS, may_open), (RIGHTS["send_messages_in_threads"], may_write))
    lacking = tuple(key for key, granted in missing if not granted)
    if lacking:
        raise NotAllowed(lacking)
    return discord.ChannelType.news_thread if channel.is_news() else kind


async def _add(thread: discord.Thread, user: UserRef) -> None:
    try:
        with translated():
            await thread.add_user(discord.Object(int(user.id)))
    except PlatformError as error:
        log.info("nobody added to a thread reason=%s", error)


async def found(
    client: discord.Client, chat: ChatRef, title: str, since: datetime
) -> ChatRef | None:
    """A thread in use that we have opened in a channel under this title since a time.

    Raises:
        PlatformError: nobody can say now.
    """
    channel = client.get_channel(int(chat.id))
    if not isinstance(channel, discord.TextChannel) or client.user is None:
        return None
    with translated():
        threads = await channel.guild.active_threads()
    name, begin = cut(title, THREAD) or NAME, since - SKEW
    for thread in threads:
        ours = thread.parent_id == channel.id and thread.owner_id == client.user.id
        made = thread.created_at
        if ours and thread.name == name and made is not None and made >= begin:
            return chat_ref(thread)
    return None


async def closed(client: discord.Client, place: ChatRef) -> None:
    """Put a thread away: it stays readable, and leaves the list of those in use."""
    try:
        with translated():
            thread = await client.fetch_channel(int(place.thread))
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=True)
    except (ChatGone, NotAllowed) as error:
        log.info("thread not put away reason=%s", error)


def address(client: discord.Client | None, place: ChatRef) -> str:
    """What opens a channel or thread; empty where its server is not known."""
    number = int(place.thread or place.id)
    channel = client.get_channel(number) if client is not None else None
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return ""
    return f"{ADDRESS}/{channel.guild.id}/{number}"
