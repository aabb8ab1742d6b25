"""The time, as something that tests can move."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable


class Handle(Protocol):
    """A call that has been arranged."""

    def cancel(self) -> None:
        """It will not come."""
        ...


class Clock(Protocol):
    """What the service knows of time."""

    def now(self) -> datetime:
        """The time now, aware and in UTC."""
        ...

    def call_at(self, when: datetime, call: Callable[[], None]) -> Handle:
        """Call back at a time, at once if it is past."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The time now."""
        return datetime.now(UTC)

    def call_at(self, when: datetime, call: Callable[[], None]) -> Handle:
        """Call back by the running loop."""
        delay = (when - self.now()) / timedelta(seconds=1)
        return asyncio.get_running_loop().call_later(max(0.0, delay), call)

    async def sleep(self, seconds: float) -> None:
        """Wait in the running loop."""
        await asyncio.sleep(seconds)
