"""Who has a table before their eyes in a window of their own, and need not be called to it."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.ports.refs import UserRef
    from bot.support.clock import Clock

LASTS = 10.0
"""Seconds after which a page that was not heard of is taken to be out of sight."""

MOST = 20_000
"""Pages that are remembered; who is forgotten is called once too often."""


class Watched:
    """Remembers which pages were in sight lately; all of it may be lost.

    Attributes:
        pages: when each was heard of last, by whose it is and what table it shows.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.pages: OrderedDict[tuple[str, str], dict[str, float]] = OrderedDict()

    def heard(self, user: UserRef, table: str, page: str) -> None:
        """A page of somebody's that shows a table is in sight."""
        key = user.key, table
        self.pages.setdefault(key, {})[page] = self._clock.steady()
        self.pages.move_to_end(key)
        if len(self.pages) > MOST:
            self.pages.popitem(last=False)

    def away(self, user: UserRef, table: str, page: str) -> None:
        """A page of somebody's is in sight no longer."""
        pages = self.pages.get((user.key, table), {})
        pages.pop(page, None)
        if not pages:
            self.pages.pop((user.key, table), None)

    def by(self, user: UserRef, table: str) -> bool:
        """Whether somebody has a table before their eyes."""
        now = self._clock.steady()
        pages = self.pages.get((user.key, table), {})
        return any(now - at <= LASTS for at in pages.values())
