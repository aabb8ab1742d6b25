"""Every request to the Bot API goes through here.

A 429 holds the one chat it was given for, for as long as it says, while all others go on: the
library's own limiter would stop every chat. Above that no more than 30 requests a second leave
(Telegram's FAQ for bots), which keeps most 429s from happening.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, TypeVar

from aiolimiter import AsyncLimiter
from telegram.error import TelegramError

from bot.adapters.telegram.errors import translated
from bot.ports.errors import PlatformError, RetryAfter
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from telegram import Bot

    from bot.support.clock import Clock

T = TypeVar("T")

log = logging.getLogger(__name__)

A_SECOND = 30


class _Pressed:
    """The one parameter of the answer to a press, with what a ``RequestData`` tells of itself."""

    contains_files = False
    multipart_data = None

    def __init__(self, query: str) -> None:
        self.json_parameters = {"callback_query_id": query}


async def acknowledge(bot: Bot, query: str) -> None:
    """Answer a press without words.

    This is the call that everybody waits for after a press, and the library's own method spends
    most of its time on looking for files and defaults among parameters that have none.
    """
    pressed: Any = _Pressed(query)
    await bot.request.post(f"{bot.base_url}/answerCallbackQuery", pressed)


class Calls:
    """Makes requests, at most ``a_second`` about chats."""

    def __init__(self, clock: Clock, a_second: int = A_SECOND) -> None:
        self._clock = clock
        self._until: dict[str, float] = {}
        self._pace = AsyncLimiter(a_second, 1)

    def held(self, chat: str) -> float:
        """Seconds for which nothing may be sent to a chat."""
        until = self._until.get(chat)
        if until is None:
            return 0.0
        left = until - self._clock.steady()
        if left <= 0:
            del self._until[chat]
        return max(left, 0.0)

    async def do(self, chat: str, call: Callable[[], Awaitable[T]]) -> T:
        """The answer to a request that concerns a chat.

        Without a chat it is not counted: a press may be answered at any time.

        Raises:
            PlatformError: it was refused, or the chat is held.
        """
        if chat:
            if wait := self.held(chat):
                raise RetryAfter(wait)
            await self._pace.acquire()
        try:
            return await call()
        except TelegramError as error:
            known = translated(error)
        except (KeyError, TypeError, ValueError) as error:
            # The library could not read the answer: another version of the server.
            log_bug(log, "answer not understood", error)
            known = PlatformError("the answer was not understood")
        if isinstance(known, RetryAfter) and chat:
            self._until[chat] = self._clock.steady() + known.seconds
            log.warning("telegram holds a chat seconds=%.0f", known.seconds)
        raise known
