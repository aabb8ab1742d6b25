"""What was fetched and may not be confirmed yet: whatever is not stored comes again after a kill.

Asking for the updates from a number on confirms all before it (Bot API, getUpdates). So one that is
not stored yet is asked for again, with those that came after it; what is known of these goes by
their numbers, and each is taken once.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from telegram import Update

    from bot.support.clock import Clock

    Take = Callable[[Update], Awaitable[None]]

log = logging.getLogger(__name__)

PAGE = 100
"""Updates that one request brings at most (Bot API, getUpdates)."""

AGAIN = 1.0
"""Seconds for which those that were just taken are waited for, and then between two requests."""

HELD = 5.0
"""Seconds that one update may keep all others from coming, where these are stored."""


class Unconfirmed:
    """Updates that were taken, in the order in which they came.

    Attributes:
        offset: from which number on updates are to be asked for; 0: from the first that there is.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._taken: dict[int, tuple[float, asyncio.Future[None]]] = {}
        self.offset = 0

    def __bool__(self) -> bool:
        """Whether one waits to be stored."""
        return bool(self._taken)

    async def take(self, updates: Sequence[Update], take: Take) -> None:
        """Take what is new, and wait for a moment until it is stored.

        Raises:
            Elsewhere: this process is not to take any; what came is not confirmed by it.
        """
        now = self._clock.steady()
        for update in updates:
            if update.update_id not in self._taken:
                self._taken[update.update_id] = now, asyncio.ensure_future(take(update))
        waiting = {stored for _, stored in self._taken.values() if not stored.done()}
        if waiting:
            await asyncio.wait(waiting, timeout=AGAIN)
        self._confirm()
        if len(self._taken) >= PAGE:
            self._make_room()

    def _confirm(self) -> None:
        """Confirm what is stored, up to the first that is not."""
        for number, (_, stored) in tuple(self._taken.items()):
            if not stored.done():
                self.offset = number
                return
            stored.result()
            del self._taken[number]
            self.offset = number + 1

    def _make_room(self) -> None:
        """No other one comes until the first is confirmed: where most are stored, it is to blame,
        and not the database."""
        number, (since, _) = next(iter(self._taken.items()))
        stored = sum(future.done() for _, future in self._taken.values())
        if self._clock.steady() - since > HELD and 2 * stored > len(self._taken):
            log.warning("an update is confirmed that takes too long to be stored")
            del self._taken[number]
            self.offset = number + 1
            self._confirm()
