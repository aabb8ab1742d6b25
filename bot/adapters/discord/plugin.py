"""Discord, as ``bot.adapters`` finds it. Its library is loaded when a token is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.adapters import Plugin
from bot.adapters.discord.settings import DiscordSettings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.adapters.discord.platform import DiscordPlatform
    from bot.i18n.catalogue import Catalogue
    from bot.ports.frame import ClientFrame
    from bot.support.clock import Clock


def build(
    settings: DiscordSettings, catalogue: Catalogue, clock: Clock, page: str = ""
) -> DiscordPlatform:
    """Discord, as it is set; ``page`` is the address of the page."""
    from bot.adapters.discord.platform import DiscordPlatform

    shards = settings.discord_shards
    return DiscordPlatform(
        settings.discord_token.get_secret_value(), catalogue,
        api_base=settings.discord_api_base, gateway=settings.discord_gateway,
        shards=None if shards == "auto" else shards,
        activity=bool(page and settings.discord_client_secret.get_secret_value()),
    )  # fmt: skip


async def check(settings: DiscordSettings) -> AsyncIterator[tuple[bool, str]]:
    """Whether the token is taken and what the bot may do."""
    from bot.adapters.discord.check import check

    token = settings.discord_token.get_secret_value()
    secret = settings.discord_client_secret.get_secret_value()
    page = str(getattr(settings, "web_url", "")) if getattr(settings, "web", False) else ""
    async for finding in check(token, api_base=settings.discord_api_base, secret=secret, page=page):
        yield finding


def frame(settings: DiscordSettings) -> ClientFrame | None:
    """The page's door for Discord's clients; None without the client secret."""
    from bot.adapters.discord.frame import client_of, frame
    from bot.adapters.discord.identity import API, Application

    token = settings.discord_token.get_secret_value()
    secret = settings.discord_client_secret.get_secret_value()
    client = client_of(token)
    if not secret or not client:
        return None
    return frame(Application(client, secret, token, settings.discord_api_base.rstrip("/") or API))


PLUGIN = Plugin("discord", DiscordSettings, build, check, frame=frame)
