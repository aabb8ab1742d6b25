"""Discord, as ``bot.adapters`` finds it. Its library is loaded when a token is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.adapters import Plugin
from bot.adapters.discord.settings import DiscordSettings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.adapters.discord.platform import DiscordPlatform
    from bot.adapters.discord.relay import ShardRelay
    from bot.i18n.catalogue import Catalogue
    from bot.ports.frame import ClientFrame
    from bot.support.clock import Clock


def build(
    settings: DiscordSettings, catalogue: Catalogue, clock: Clock, page: str = ""
) -> DiscordPlatform:
    """Discord, as it is set; ``page`` is the address of the page."""
    from bot.adapters.discord.platform import DiscordPlatform

    return DiscordPlatform(
        settings.discord_token.get_secret_value(), catalogue,
        api_base=settings.discord_api_base, gateway=settings.discord_gateway,
        shards=_shards(settings), activity=_has_activity(settings, page),
    )  # fmt: skip


def _shards(settings: DiscordSettings) -> int | None:
    """None: as many as Discord advises."""
    return None if settings.discord_shards == "auto" else settings.discord_shards


def _has_activity(settings: DiscordSettings, page: str) -> bool:
    return bool(page and settings.discord_client_secret.get_secret_value())


def _page(settings: DiscordSettings) -> str:
    return str(getattr(settings, "web_url", "")) if getattr(settings, "web", False) else ""


def relay(settings: DiscordSettings, key: bytes) -> ShardRelay | None:
    """The shards in each of several processes, where there are several."""
    from bot.adapters.discord.relay import ShardRelay

    shards = _shards(settings)
    if shards == 0:
        return None
    return ShardRelay(
        settings.discord_token.get_secret_value(), shards,
        api_base=settings.discord_api_base, gateway=settings.discord_gateway,
        activity=_has_activity(settings, _page(settings)),
    )  # fmt: skip


async def check(settings: DiscordSettings) -> AsyncIterator[tuple[bool, str]]:
    """Whether the token is taken and what the bot may do."""
    from bot.adapters.discord.check import check

    token = settings.discord_token.get_secret_value()
    secret = settings.discord_client_secret.get_secret_value()
    base, page = settings.discord_api_base, _page(settings)
    async for finding in check(token, api_base=base, secret=secret, page=page):
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


PLUGIN = Plugin("discord", DiscordSettings, build, check, frame=frame, relay=relay)
