"""What an Activity still lacks, as far as Discord tells."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import aiohttp
import discord

from bot.adapters.discord.entry_point import existing
from bot.adapters.discord.errors import NETWORK
from bot.adapters.discord.frame import client_of
from bot.adapters.discord.identity import API

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

NO_CODE = "check"
"""A code that nobody was given: Discord looks at the secret before it says so."""


async def activity(
    client: discord.Client, token: str, secret: str, page: str, api_base: str
) -> AsyncIterator[tuple[bool, str]]:
    """Yields findings about the Activity; ``client`` is signed in.

    Raises:
        discord.HTTPException: Discord does not answer.
    """
    if not secret:
        if page:
            yield True, "Activity: off, no DISCORD_CLIENT_SECRET"
        return
    if not page:
        yield False, "Activity: off, it needs WEB_URL (see README)"
        return
    ident = str(client.application_id)
    if client_of(token) != ident:
        yield False, "Activity: off, this bot has another id than its application"
        return
    yield await _secret(ident, secret, (api_base or API).rstrip("/"))
    on = client.application_flags.embedded
    yield on, (
        "Activity: turned on" if on else
        "Activity: not turned on: developers' portal, Activities, Settings, Enable Activities"
    )  # fmt: skip
    if on:
        there = bool(await existing(client))
        yield there, (
            "Activity: has its command" if there else
            "Activity: has no command: turn it off and on again in the developers' portal"
        )  # fmt: skip
    host = urlsplit(page).netloc
    yield True, f"Activity: URL Mappings must lead / to {host} (Discord does not tell whether)"


async def _secret(client: str, secret: str, api: str) -> tuple[bool, str]:
    """Whether the client secret is taken."""
    form = {
        "client_id": client, "client_secret": secret,
        "grant_type": "authorization_code", "code": NO_CODE,
    }  # fmt: skip
    try:
        async with (
            aiohttp.ClientSession() as http,
            http.post(f"{api}/oauth2/token", data=form) as answer,
        ):
            status = answer.status
    except NETWORK as error:
        return False, f"Activity: Discord does not answer: {type(error).__name__}"
    if status == 400:  # the code was looked at
        return True, "Activity: the client secret is taken"
    if status == 401:
        return False, "Activity: DISCORD_CLIENT_SECRET was refused: copy it again (OAuth2)"
    return False, f"Activity: Discord answers {status} to the client secret"
