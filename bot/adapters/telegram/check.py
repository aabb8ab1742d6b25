"""Whether a token is taken and what the bot may do, without taking updates."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from telegram import Bot
from telegram.error import InvalidToken, TelegramError

from bot.adapters.telegram.platform import API
from bot.adapters.telegram.polling import hush

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from telegram import WebhookInfo

PORTS = (None, 443, 80, 88, 8443)
"""Where Telegram's own servers send to (Bot API, setWebhook); None: the address names none."""

LATELY = timedelta(hours=1)
"""How long something that went wrong is news."""

MANY = 100
"""Updates that wait: somebody should have taken them."""


async def check(
    token: str, *, api_base: str = "", webhook: str = ""
) -> AsyncIterator[tuple[bool, str]]:
    """Yields findings: whether it is well, and in a few words what.

    ``webhook``: the address that is set here; empty: updates are fetched.
    """
    hush()
    base = (api_base or API).rstrip("/")
    try:
        async with Bot(token, base_url=f"{base}/bot", base_file_url=f"{base}/file/bot") as bot:
            yield True, f"signed in as @{bot.username}"
            yield bot.can_join_groups, (
                "may be added to groups" if bot.can_join_groups else
                "may not be added to groups: BotFather, /setjoingroups"
            )  # fmt: skip
            if webhook and not api_base and urlsplit(webhook).port not in PORTS:
                yield False, "Telegram sends to the ports 443, 80, 88 and 8443 alone"
            for finding in _hook(await bot.get_webhook_info(), webhook):
                yield finding
    except InvalidToken:
        yield False, "the token was refused: copy it again from BotFather"
    except TelegramError as error:
        yield False, f"Telegram does not answer: {type(error).__name__}"


def _hook(info: WebhookInfo, webhook: str) -> Iterator[tuple[bool, str]]:
    """What Telegram says of where it sends updates to."""
    if info.url and info.url != webhook:
        # The whole address is none of the log's business: some have a secret in it.
        there = urlsplit(info.url).hostname
        then = "the start sends them here" if webhook else "the start fetches them instead"
        yield False, f"updates go to another address, at {there}; {then}"
    elif webhook:
        yield True, "updates come by webhook" if info.url else "the webhook is set by the start"
    if info.pending_update_count > MANY:
        yield False, f"{info.pending_update_count} updates wait to be taken"
    if info.last_error_message and _lately(info.last_error_date):
        yield False, f"the webhook's last update did not arrive: {info.last_error_message}"


def _lately(when: datetime | None) -> bool:
    return when is None or datetime.now(UTC) - when < LATELY
