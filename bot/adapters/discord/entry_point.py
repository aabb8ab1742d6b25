"""Commands are declared all at once, and with them the one that opens the Activity.

Where Activities are on, an application has an entry-point command (type 4), which Discord makes and
answers by itself (developers/interactions/application-commands, "Entry Point Commands"). Whoever
declares all commands has to send it along, or all of them are refused; the library knows no such
command.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord
from discord.http import Route

from bot.adapters.discord.errors import NETWORK, code_of

if TYPE_CHECKING:
    from bot.adapters.discord.commands import Commands

log = logging.getLogger(__name__)

ENTRY_POINT, BY_DISCORD = 4, 2
"""The command's type, and who answers it: Discord, by opening the Activity."""

TOLD = (
    "name", "name_localizations", "description", "description_localizations", "type",
    "integration_types", "contexts", "default_member_permissions", "nsfw",
)  # fmt: skip
"""What is told of it once more; the rest Discord gives it."""


async def declare(tree: Commands) -> bool:
    """Whether the commands are declared now; where they are not, people play on by buttons."""
    try:
        await _declare(tree)
    except discord.HTTPException as error:
        log.warning("commands not declared status=%d code=%d", error.status, code_of(error))
    except (discord.DiscordException, *NETWORK) as error:
        log.warning("commands not declared reason=%s", type(error).__name__)
    else:
        return True
    return False


async def _declare(tree: Commands) -> None:
    try:
        await tree.sync()
    except discord.HTTPException as error:
        there = await existing(tree.client) if error.status == 400 else []
        if not there:
            raise
    else:
        return
    translator = tree.translator
    ours = [
        await command.get_translated_payload(tree, translator) if translator
        else command.to_dict(tree)
        for command in tree.get_commands()
    ]  # fmt: skip
    client = tree.client
    payload: Any = [*ours, *map(_again, there)]
    await client.http.bulk_upsert_global_commands(_ident(client), payload=payload)


async def existing(client: discord.Client) -> list[dict[str, Any]]:
    """The entry-point commands that there are: one, or none. Raises ``HTTPException``."""
    route = Route("GET", "/applications/{application_id}/commands", application_id=_ident(client))
    # Without asking for them its names in other languages are not told, and would be taken away.
    found: Any = await client.http.request(route, params={"with_localizations": "true"})
    return [one for one in found if one.get("type") == ENTRY_POINT]


def _again(command: dict[str, Any]) -> dict[str, Any]:
    told = {name: command[name] for name in TOLD if command.get(name) is not None}
    return {**told, "handler": BY_DISCORD}


def _ident(client: discord.Client) -> int:
    if client.application_id is None:
        raise discord.app_commands.MissingApplicationID
    return client.application_id
