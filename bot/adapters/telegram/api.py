"""Every request to the Bot API goes through here.

What a chat is sent is counted in ``Traffic``: by the service before it calls the port, here for
what answers one person and for requests of which one message takes several. A person whom nothing
reaches is not tried again until something comes from their private chat.

A 429 holds the one chat it was given for, for as long as it says, while all others go on: the
library's own limiter would stop every chat. Above that no more than 30 requests a second leave
(Telegram's FAQ for bots), which keeps most 429s from happening.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, TypeVar

from telegram.error import TelegramError

from bot.adapters.telegram.errors import NAME, Unreachable, translated
from bot.adapters.telegram.history import Lately
from bot.ports.allowance import Allowance
from bot.ports.budget import Claim, in_turn
from bot.ports.errors import PlatformError, RetryAfter
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from telegram import Bot

    from bot.ports.budget import Pace, Traffic
    from bot.ports.platform import Limits
    from bot.support.clock import Clock

T = TypeVar("T")

log = logging.getLogger(__name__)

A_SECOND = 30

SHUT = 600.0
"""Seconds for which it is believed that nothing reaches a person, were other news of them lost."""

PEOPLE = 20_000

GROUP = "-"
"""Begins the number of a chat that is no person's."""


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

    def __init__(
        self, clock: Clock, limits: Limits, traffic: Traffic, a_second: int = A_SECOND
    ) -> None:
        self._clock = clock
        self._limits = limits
        self._traffic = traffic
        self._until: Lately[str, float] = Lately(PEOPLE)
        self._shut: Lately[str, tuple[float, str]] = Lately(PEOPLE)
        self._open: Lately[str, None] = Lately(PEOPLE)
        self.allowance = Allowance(a_second)

    # What a chat is sent.

    def room(self, chat: str, person: str) -> float:
        """Seconds until a person can be shown something in a chat; 0: now."""
        held = self.held(chat)
        return max(held, self._traffic.room(*self._book(chat), person, self._clock.now()))

    def ask(self, chat: str, person: str, who: str = "") -> None:
        """Count one request that a person asked for.

        Args:
            chat: where it is shown.
            person: who asked; their share is their own.
            who: what comes back when it may not be made yet; empty: it is given up then.

        Raises:
            Later: it may not be made now.
        """
        self._traffic.ask(*self._book(chat), Claim(who, asked=person), self._clock.now())

    async def more(self, chat: str) -> None:
        """Wait until a request may be made that belongs to one that was made."""
        claim = Claim(f"more {chat}")

        def ask() -> None:
            self._traffic.ask(*self._book(chat), claim, self._clock.now())

        await in_turn(ask, self._clock.sleep)

    def _book(self, chat: str) -> tuple[str, Pace]:
        group = chat.startswith(GROUP)
        return f"{NAME}:{chat}", self._limits.in_group if group else self._limits.in_private

    # Whom nothing reaches.

    def opened(self, chat: str) -> None:
        """Something came from a person's private chat."""
        self._shut.pop(chat, None)
        self._open.put(chat, None)

    def told(self, chat: str, *, reachable: bool) -> None:
        """Telegram says whether a person can be written to."""
        if reachable:
            self.opened(chat)
        else:
            self._noted(chat, Unreachable("blocked"))

    def is_open(self, chat: str) -> bool:
        """Whether something reached a person's private chat, or came from there, lately."""
        return chat in self._open

    def _noted(self, chat: str, known: PlatformError) -> None:
        if isinstance(known, Unreachable) and not chat.startswith(GROUP):
            self._open.pop(chat, None)
            self._shut.put(chat, (self._clock.steady() + SHUT, known.reason))

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
            until, reason = self._shut.get(chat) or (0.0, "")
            if until > self._clock.steady():
                raise Unreachable(reason)
            await self.allowance.turn()
        try:
            answer = await call()
        except TelegramError as error:
            known = translated(error)
        except (KeyError, TypeError, ValueError) as error:
            # The library could not read the answer: another version of the server.
            log_bug(log, "answer not understood", error)
            known = PlatformError("the answer was not understood")
        else:
            if chat:
                self._open.put(chat, None)
            return answer
        self._noted(chat, known)
        if isinstance(known, RetryAfter) and chat:
            self._until.put(chat, self._clock.steady() + known.seconds)
            log.warning("telegram holds a chat seconds=%.0f", known.seconds)
        raise known
