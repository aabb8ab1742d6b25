"""Guessing, counted: so many wrong tries a minute from one address, and so many from all."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from bot.adapters.web.waiting import household

if TYPE_CHECKING:
    from collections.abc import Callable

MINUTE = 60.0


class Tries:
    """Wrong tries of the last minute. There are never more of them than are allowed in all.

    Args:
        each: wrong tries a minute from one household.
        most: wrong tries a minute in all.
        clock: seconds from anywhere.
    """

    def __init__(self, each: int, most: int, clock: Callable[[], float]) -> None:
        self._each, self._most, self._clock = each, most, clock
        self._wrong: deque[tuple[float, str]] = deque()

    def may(self, address: str) -> bool:
        """Whether one more try from there is looked at, be it right or wrong."""
        since = self._clock() - MINUTE
        while self._wrong and self._wrong[0][0] <= since:
            self._wrong.popleft()
        house = household(address)
        own = sum(house == other for _, other in self._wrong)
        return len(self._wrong) < self._most and own < self._each

    def wrong(self, address: str) -> None:
        """Count a wrong one."""
        self._wrong.append((self._clock(), household(address)))
