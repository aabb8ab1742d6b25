"""Telegram, as ``bot.adapters`` finds it. Its library is loaded when a token is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.adapters import Listening, Plugin
from bot.adapters.telegram.settings import TelegramSettings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from bot.adapters.telegram.platform import TelegramPlatform
    from bot.adapters.telegram.webhook import Relay, Webhook
    from bot.i18n.catalogue import Catalogue
    from bot.ports.frame import ClientFrame
    from bot.support.clock import Clock


def build(
    settings: TelegramSettings, catalogue: Catalogue, clock: Clock, page: str = ""
) -> TelegramPlatform:
    """Telegram, as it is set; ``clock`` is the service's, ``page`` the address of the page."""
    from bot.adapters.telegram.platform import TelegramPlatform

    return TelegramPlatform(
        settings.telegram_token.get_secret_value(), catalogue, clock,
        api_base=settings.telegram_api_base, webhook=_webhook(settings),
        page=page, app=settings.telegram_app,
    )  # fmt: skip


def _webhook(settings: TelegramSettings) -> Webhook | None:
    from bot.adapters.telegram.webhook import Webhook

    url = settings.telegram_webhook_url
    listen = (settings.telegram_webhook_host, settings.telegram_webhook_port)
    return Webhook(url, *listen) if url else None


def relay(settings: TelegramSettings, key: bytes) -> Relay | None:
    """Where Telegram's webhook arrives in each of several processes, if there is one."""
    from bot.adapters.telegram.webhook import Relay

    webhook = _webhook(settings)
    return Relay(webhook, key) if webhook is not None else None


async def check(settings: TelegramSettings) -> AsyncIterator[tuple[bool, str]]:
    """Whether the token is taken and what the bot may do."""
    from bot.adapters.telegram.check import check

    token = settings.telegram_token.get_secret_value()
    base, hook = settings.telegram_api_base, settings.telegram_webhook_url
    async for finding in check(token, api_base=base, webhook=hook):
        yield finding


def listens(settings: TelegramSettings) -> Sequence[Listening]:
    """Where Telegram's webhook arrives, if there is one."""
    if not (settings.telegram_token.get_secret_value() and settings.telegram_webhook_url):
        return ()
    at = settings.telegram_webhook_host, settings.telegram_webhook_port
    return (Listening("webhook", "TELEGRAM_WEBHOOK", *at),)


def frame(settings: TelegramSettings) -> ClientFrame:
    """The page's door for Telegram's clients."""
    from bot.adapters.telegram.frame import frame

    return frame(settings.telegram_token.get_secret_value())


PLUGIN = Plugin("telegram", TelegramSettings, build, check, listens, frame, relay)
