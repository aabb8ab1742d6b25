"""Updates fetched by long polling, and the menus of commands.

The library's own polling confirms updates before they are worked on, so that a crash would lose
moves; here the next request, which confirms them, waits until the service has stored them. What
comes twice after a crash is known to the service by its source.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from telegram import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError, TimedOut

from bot.adapters.telegram.inbound import UPDATES
from bot.adapters.telegram.webhook import STORED
from bot.ports.menu import MENU
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from telegram import Bot, Update

    from bot.adapters.telegram.phrase import Phrase
    from bot.support.clock import Clock

    Take = Callable[[Update], Awaitable[None]]

log = logging.getLogger(__name__)

POLL = 50
"""Seconds that the server may hold a request for updates."""

LONGEST_WAIT = 60.0

IN_GROUPS_ONLY = frozenset({"start", "join", "kick", "table", "chat"})
"""Commands that the menu of private chats leaves out; ``/start`` opens the chat there."""

LANGUAGES = {"": "", "zh": "zh-Hans", "en": "en"}
"""What Telegram calls the languages of menus, and ours; empty is everybody else's."""


NOISY = {
    "httpx": logging.WARNING,  # the addresses it logs hold the token
    "httpcore": logging.WARNING,
    "telegram": logging.CRITICAL,  # so do its stacks, and its requests hold hands
}
"""Loggers of libraries, and from where on they may speak."""


class Rejected(Exception):
    """This process cannot go on with its token; the text says why, without it."""


def hush() -> None:
    """Keep the token and hands out of the libraries' logs; what goes wrong is logged here."""
    for name, level in NOISY.items():
        logging.getLogger(name).setLevel(level)


async def patiently(clock: Clock, call: Callable[[], Awaitable[None]]) -> None:
    """Make a call again and again until the server answers.

    Raises:
        Rejected: the token is wrong.
    """
    wait = 1.0
    while True:
        try:
            await call()
        except InvalidToken:
            raise Rejected("the token was refused") from None
        except TelegramError as error:
            log.warning("telegram does not answer reason=%s", type(error).__name__)
            await clock.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)
        else:
            return


async def poll(bot: Bot, take: Take, clock: Clock) -> None:
    """Fetch updates for ever.

    Raises:
        Rejected: somebody else fetches them too, or the token is not valid any more.
    """
    offset, wait = 0, 1.0
    await patiently(clock, lambda: _no_webhook(bot))
    while True:
        try:
            updates = await bot.get_updates(
                offset or None, timeout=POLL, allowed_updates=UPDATES, read_timeout=POLL + 10
            )
        except Conflict:
            raise Rejected("another process uses the same token") from None
        except InvalidToken:
            raise Rejected("the token was refused") from None
        except TimedOut:
            continue
        except TelegramError as error:
            log.warning("no updates from telegram reason=%s", type(error).__name__)
            after = error.retry_after if isinstance(error, RetryAfter) else None
            await clock.sleep(wait if after is None else _seconds(after))
            wait = min(2 * wait, LONGEST_WAIT)
            continue
        except (KeyError, TypeError, ValueError) as error:
            log_bug(log, "updates not understood", error)
            await clock.sleep(LONGEST_WAIT)
            continue
        wait = 1.0
        taken = [asyncio.ensure_future(take(update)) for update in updates]
        if taken:
            offset = updates[-1].update_id + 1
            await asyncio.wait(taken, timeout=STORED)


async def _no_webhook(bot: Bot) -> None:
    await bot.delete_webhook()


def _seconds(after: object) -> float:
    return after.total_seconds() if hasattr(after, "total_seconds") else float(str(after))


async def offer_commands(bot: Bot, phrase: Phrase) -> None:
    """Tell Telegram what its menus of commands show; without them everything works as well."""
    for code, tag in LANGUAGES.items():
        every = [BotCommand(item.name, phrase(item.about, tag)) for item in MENU]
        private = [command for command in every if command.command not in IN_GROUPS_ONLY]
        try:
            await bot.set_my_commands(
                every, scope=BotCommandScopeAllGroupChats(), language_code=code or None
            )
            await bot.set_my_commands(
                private, scope=BotCommandScopeAllPrivateChats(), language_code=code or None
            )
        except TelegramError as error:
            log.warning("no menu of commands reason=%s", type(error).__name__)
