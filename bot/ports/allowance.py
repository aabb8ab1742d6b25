"""How many requests may be made with one token, whichever chats they are about.

A process alone may make as many as the platform lets a token make. One of several has its share of
them, which is told here by whoever knows the others (``share``), and may be nothing at any moment.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from typing import TYPE_CHECKING

from bot.ports.budget import Later, in_turn

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

WINDOW = 1.1
"""Seconds in which requests are counted together: the platform's one, and by how much two requests
may come nearer to each other on their way."""

LOOK = 0.05
"""Seconds until somebody looks again who may not send anything just now."""

SOON = 0.25
"""Seconds after which the next in line looks again, as the share may be larger by then."""


def since_boot() -> float:
    """Seconds that are never set; where the system counts them, those of a machine's sleep too."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Allowance:
    """What one process sends with one token.

    Args:
        most: requests that the token may make in any second.
        steady: seconds from anywhere.
        sleep: waits so many seconds.
        alone: whether nobody else sends with it; else nothing is sent until there is a share.

    Attributes:
        most: see above.
        share: how many of them are this process's at the moment.
        refused: told for how many seconds the platform refuses everything of this token.
    """

    def __init__(
        self,
        most: int,
        steady: Callable[[], float] = since_boot,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        *,
        alone: bool = True,
    ) -> None:
        self.most = most
        self.share: Callable[[], int] = lambda: most if alone else 0
        self.refused: Callable[[float], None] = lambda seconds: None
        self._steady, self._sleep = steady, sleep
        self._sent: deque[float] = deque()
        self._line = asyncio.Lock()
        self._waited = False
        self._until = -math.inf

    def follow(self, before: Allowance) -> None:
        """Take over what was counted for the same token."""
        self._sent, self._until = before._sent, before._until

    def ask(self) -> None:
        """Count one request. Raises ``Later`` where none may be made now."""
        now = self._steady()
        while self._sent and now - self._sent[0] >= WINDOW:
            self._sent.popleft()
        share = self.share()
        if self.held or share < 1:
            wait = max(self.held, LOOK)
        elif len(self._sent) < share:
            self._sent.append(now)
            return
        else:
            wait = WINDOW - (now - self._sent[len(self._sent) - share])
        self._waited = True
        raise Later(min(max(wait, 0.001), SOON))

    async def turn(self) -> None:
        """Wait until one request more may be made; who came first goes first."""
        async with self._line:
            await in_turn(self.ask, self._sleep)

    @property
    def held(self) -> float:
        """Seconds for which the platform still refuses everything, as far as this process knows."""
        return max(0.0, self._until - self._steady())

    def hold(self, seconds: float) -> None:
        """The platform refuses everything of this token for so long, whoever sends it."""
        self._until = max(self._until, self._steady() + seconds)
        self.refused(seconds)

    def wanted(self) -> bool:
        """Whether somebody had to wait since this was last asked."""
        waited, self._waited = self._waited or self._line.locked(), False
        return waited
