"""Updates fetched by long polling, and the menus of commands.

The library's own polling confirms updates before they are worked on, so that a crash would lose
moves; here a request confirms only what the service has stored (``unconfirmed``). What comes twice
after a crash is known to the service by its source.
"""

from __future__ import annotations

import asyncio
import logging
import os
import platform
from typing import TYPE_CHECKING

from telegram import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError, TimedOut

from bot.adapters.telegram.unconfirmed import Unconfirmed
from bot.adapters.telegram.updates import UPDATES
from bot.ports.errors import Elsewhere
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from datetime import datetime

    from telegram import Bot, Update

    from bot.adapters.telegram.phrase import Phrase
    from bot.ports.menu import CommandSpec
    from bot.support.clock import Clock

    Take = Callable[[Update], Awaitable[None]]

log = logging.getLogger(__name__)

POLL = 50
"""Seconds that the server may hold a request for updates."""

LONGEST_WAIT = 60.0
FIRST_STEP = 5.0
"""Seconds that a process stands back for another one with the same token, at first."""

LASTING = 300.0
"""Seconds without another process after which the next one is news."""

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
    """Repeat a call until the server answers.

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


async def poll(bot: Bot, take: Take, clock: Clock, serving: asyncio.Event) -> None:
    """Fetch updates for ever.

    Args:
        bot: signed in.
        take: called with every update.
        clock: for pauses.
        serving: set while updates are fetched.

    Raises:
        Rejected: the token is not valid any more.
    """
    taken, wait = Unconfirmed(clock), 1.0
    rival = Rival(clock)
    await patiently(clock, lambda: _no_webhook(bot))
    while True:
        # After a failure an answer is wanted at once: it shows whether all is well again.
        patience = POLL if serving.is_set() and not taken else 0
        try:
            updates = await bot.get_updates(
                taken.offset or None, timeout=patience, allowed_updates=UPDATES,
                read_timeout=POLL + 10,
            )  # fmt: skip
        except Conflict:
            serving.clear()
            await rival.stand_back()
            await patiently(clock, lambda: _no_webhook(bot))
            continue
        except InvalidToken:
            raise Rejected("the token was refused") from None
        except TimedOut:
            serving.clear()
            continue
        except TelegramError as error:
            serving.clear()
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
        rival.was_away()
        serving.set()
        try:
            await taken.take(updates, take)
        except Elsewhere:  # who is to fetch them now is not disturbed any more
            serving.clear()
            await asyncio.Event().wait()


class Rival:
    """Another process that fetches the updates of the same bot.

    Telegram ends whoever asked before: two that insist would end each other all the time, and some
    people would be answered by one, some by the other. So whoever is ended stands back, longer each
    time, and comes back by itself when the other one is gone.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._wait = 0.0
        self._alone_since: datetime | None = None
        self._told_back = False

    async def stand_back(self) -> None:
        """Wait, and say once who is who."""
        alone = self._alone_since
        if alone is not None and (self._clock.now() - alone).total_seconds() > LASTING:
            self._wait, self._told_back = 0.0, False
        self._alone_since = None
        if not self._wait:
            log.warning(
                "telegram: another process fetches the updates of this bot, too. This one is"
                " process %d on %s; it stands back and tries again. End one of the two, or give"
                " each a bot of its own", os.getpid(), platform.node() or "this machine",
            )  # fmt: skip
        self._wait = min(2 * self._wait, LONGEST_WAIT) if self._wait else FIRST_STEP
        await self._clock.sleep(self._wait)

    def was_away(self) -> None:
        """Updates were fetched without anybody in the way."""
        if self._wait and self._alone_since is None:
            self._alone_since = self._clock.now()
            if self._told_back:
                return
            self._told_back = True
            log.warning("telegram: process %d fetches updates again", os.getpid())


async def _no_webhook(bot: Bot) -> None:
    await bot.delete_webhook()


def _seconds(after: object) -> float:
    return after.total_seconds() if hasattr(after, "total_seconds") else float(str(after))


async def offer_commands(bot: Bot, menu: Sequence[CommandSpec], phrase: Phrase) -> None:
    """Tell Telegram what its menus of commands show; without them everything works as well."""
    for code, tag in LANGUAGES.items():
        every = [BotCommand(item.name, phrase(item.about, tag)) for item in menu]
        private = [shown for shown, item in zip(every, menu, strict=True) if item.private]
        try:
            await bot.set_my_commands(
                every, scope=BotCommandScopeAllGroupChats(), language_code=code or None
            )
            await bot.set_my_commands(
                private, scope=BotCommandScopeAllPrivateChats(), language_code=code or None
            )
        except TelegramError as error:
            log.warning("no menu of commands reason=%s", type(error).__name__)
