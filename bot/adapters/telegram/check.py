"""Whether a token is taken and what the bot may do, without taking updates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from telegram import Bot
from telegram.error import InvalidToken, TelegramError

from bot.adapters.telegram.platform import API
from bot.adapters.telegram.polling import hush

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


async def check(token: str, *, api_base: str = "") -> AsyncIterator[tuple[bool, str]]:
    """Yields findings: whether it is well, and in a few words what."""
    hush()
    base = (api_base or API).rstrip("/")
    try:
        async with Bot(token, base_url=f"{base}/bot", base_file_url=f"{base}/file/bot") as bot:
            yield True, f"signed in as @{bot.username}"
            yield bot.can_join_groups, (
                "may be added to groups" if bot.can_join_groups else
                "may not be added to groups: BotFather, /setjoingroups"
            )  # fmt: skip
            hook = (await bot.get_webhook_info()).last_error_message
            if hook:
                yield False, "the webhook's last update did not arrive"
    except InvalidToken:
        yield False, "the token was refused: copy it again from BotFather"
    except TelegramError as error:
        yield False, f"Telegram does not answer: {type(error).__name__}"
