"""Whether a token is taken and what the bot may do, without going on line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.adapters.discord.activity_check import activity
from bot.adapters.discord.connection import FATAL, hush, point
from bot.adapters.discord.errors import NETWORK
from bot.adapters.discord.events import options
from bot.adapters.discord.rights import RIGHTS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

MOST = 20
"""Servers that are named one by one."""


async def check(
    token: str, *, api_base: str = "", secret: str = "", page: str = ""
) -> AsyncIterator[tuple[bool, str]]:
    """Yields findings: whether it is well, and in a few words what.

    ``secret`` and ``page``: the client secret, and the address of the page, for the Activity.
    """
    point(api_base, "")
    hush()
    client = discord.Client(**options())
    try:
        async with client:
            await client.login(token)
            yield True, f"signed in as {client.user}"
            guilds = await client.http.get_guilds(200)
            async for finding in activity(client, token, secret, page, api_base):
                yield finding
    except discord.LoginFailure:
        yield False, FATAL[4004]
        return
    except (discord.HTTPException, *NETWORK) as error:
        yield False, f"Discord does not answer: {type(error).__name__}"
        return
    if not guilds:
        yield False, "the bot is in no server yet: invite it (see README)"
    for guild in guilds[:MOST]:
        rights = discord.Permissions(int(guild["permissions"]))
        missing = [n for n in RIGHTS if not (rights.administrator or getattr(rights, n))]
        verdict = f"lacks {', '.join(missing)}" if missing else "all rights"
        yield not missing, f"server {guild['name']}: {verdict}"
