"""For how long each platform that has a token has not been served."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from typing import Protocol

    class Served(Protocol):
        """A platform that is somewhere else."""

        @property
        def serving(self) -> bool:
            """Whether it is served now."""
            ...


SAMPLE = 1.0
"""Seconds between two looks."""

LONG = 60.0
"""Seconds that a platform may be down while all counts as well: a connection that comes back."""


class Presence:
    """Knows when each was last served; the beginning counts as such a time.

    Args:
        platforms: by name.
        clock: seconds from anywhere, which no change of the time of day moves.
    """

    def __init__(
        self, platforms: Mapping[str, Served], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._platforms = platforms
        self._clock = clock
        self._seen = dict.fromkeys(platforms, clock())

    async def watch(self, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
        """Look again and again, until cancelled."""
        while True:
            self.down()
            await sleep(SAMPLE)

    def down(self) -> frozenset[str]:
        """Those that are not served now."""
        up = {name for name, platform in self._platforms.items() if platform.serving}
        now = self._clock()
        self._seen.update(dict.fromkeys(up, now))
        return frozenset(self._platforms.keys() - up)

    def gone(self) -> frozenset[str]:
        """Those that have been down for more than a minute."""
        now = self._clock()
        return frozenset(n for n in self.down() if now - self._seen[n] > LONG)
