"""Who sees a channel or a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.adapters.discord.errors import UNKNOWN_MEMBER, UNKNOWN_USER, code_of, translated
from bot.adapters.discord.refs import channel_of

if TYPE_CHECKING:
    from bot.ports.refs import ChatRef

GONE = (UNKNOWN_MEMBER, UNKNOWN_USER)
"""The codes of an answer that somebody is not there."""


async def sees(client: discord.Client, chat: ChatRef, person: int) -> bool | None:
    """Whether somebody may look into a channel, or is in a thread that is private.

    Their roles are asked of Discord: nobody's are kept here. None where it cannot be told.

    Raises:
        PlatformError: there was no answer.
    """
    channel = client.get_channel(channel_of(chat))
    if channel is None and chat.thread:
        channel = await _thread(client, chat)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    with translated():
        try:
            member = await channel.guild.fetch_member(person)
            rights = channel.permissions_for(member)
            if not rights.view_channel:
                return False
            if not isinstance(channel, discord.Thread) or not channel.is_private():
                return True
            if rights.manage_threads:
                return True
            await channel.fetch_member(person)
        except discord.NotFound as error:
            if code_of(error) in GONE:
                return False
            raise
    return True


async def _thread(client: discord.Client, chat: ChatRef) -> discord.Thread | None:
    """A thread that is archived is not among those known."""
    with translated():
        found = await client.fetch_channel(int(chat.thread))
    return found if isinstance(found, discord.Thread) else None
