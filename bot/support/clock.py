"""The time, as something that tests can move.

A machine has two clocks, and they part: the wall clock can be set, in either direction and by any
amount, while what a program waits for passes by another one that is never set. Here ``now`` runs
with that second clock. Where the wall clock has been set, or the machine has slept, whoever
``watch``es is told by how much it is ahead; until they have made good for it and call ``set_by``,
``now`` goes on as if nothing had happened, so that nobody loses or gains time by it.
"""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

LOOK = 1.0
"""Seconds between two looks at the wall clock."""

STOOD = 5.0
"""A look that comes so many seconds after the last one: the program did not run meanwhile."""

APART = 1.0
"""Seconds from which on the wall clock counts as set; deadlines are shown in seconds."""


class Handle(Protocol):
    """A call that has been arranged."""

    def cancel(self) -> None:
        """It will not come."""
        ...


Later: TypeAlias = "Callable[[float, Callable[[], None]], Handle]"
"""Calls back when the program has run for so many seconds."""


class Clock(Protocol):
    """What the service knows of time."""

    def now(self) -> datetime:
        """The time now, aware and in UTC."""
        ...

    def steady(self) -> float:
        """Seconds that the program has run, from anywhere: never set, and never back.

        For what is measured and kept in memory only; a difference of two ``now`` may be anything.
        """
        ...

    def call_at(self, when: datetime, call: Callable[[], None]) -> Handle:
        """Call back at a time, at once if it is past.

        It is as far away as it is now: setting the clock moves no call that has been arranged.
        """
        ...

    def call_in(self, seconds: float, call: Callable[[], None]) -> Handle:
        """Call back once the program has run for so long."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...

    def watch(self, told: Callable[[timedelta], None]) -> Handle:
        """Be told by how much the wall clock is ahead of ``now`` (behind: less than nothing).

        Again and again until somebody calls ``set_by``, or it is no longer so.
        """
        ...

    def set_by(self, ahead: timedelta) -> None:
        """From here on ``now`` is later by so much."""
        ...


def _wall() -> datetime:
    return datetime.now(UTC)


def in_loop(seconds: float, call: Callable[[], None]) -> Handle:
    """Call back by the running loop, which counts a machine's sleep as it likes."""
    return asyncio.get_running_loop().call_later(seconds, call)


class SystemClock:
    """The machine's clock.

    Args:
        wall: the wall clock.
        monotonic: seconds from anywhere, never set.
        later: calls back when ``monotonic`` has gone on by so many seconds.
    """

    def __init__(
        self,
        wall: Callable[[], datetime] = _wall,
        monotonic: Callable[[], float] = time.monotonic,
        later: Later = in_loop,
    ) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._later = later
        self._seen = monotonic()
        self._ran = 0.0
        self._zero = wall()  # what time it was when nothing had run
        self._watches: list[_Watch] = []

    def now(self) -> datetime:
        """The time now."""
        return self._zero + timedelta(seconds=self.steady())

    def steady(self) -> float:
        """Seconds that the program has run.

        While somebody watches it is looked at each second. So a long silence means that the
        program stood still: the machine slept, or the process was stopped, and nobody could be
        heard. Some machines count that time as passed, some do not; here it is not.
        """
        at = self._monotonic()
        passed, self._seen = at - self._seen, at
        if not self._watches or passed < STOOD:
            self._ran += passed
        return self._ran

    def call_at(self, when: datetime, call: Callable[[], None]) -> Handle:
        """Call back by the running loop."""
        return self.call_in((when - self.now()) / timedelta(seconds=1), call)

    def call_in(self, seconds: float, call: Callable[[], None]) -> Handle:
        """Call back by the running loop."""
        return _Alarm(self, self.steady() + max(0.0, seconds), call, self._later)

    async def sleep(self, seconds: float) -> None:
        """Wait in the running loop."""
        await asyncio.sleep(seconds)

    def watch(self, told: Callable[[timedelta], None]) -> Handle:
        """Look at the wall clock each second."""
        self.steady()  # what was before the first look was no standstill
        watch = _Watch(self, told, self._later)
        self._watches.append(watch)
        watch.look()
        return watch

    def unwatched(self, watch: _Watch) -> None:
        """Stop a watch."""
        self._watches = [other for other in self._watches if other is not watch]

    @property
    def ahead(self) -> timedelta:
        """By how much the wall clock is ahead."""
        return self._wall() - self.now()

    def set_by(self, ahead: timedelta) -> None:
        """Let ``now`` be later by so much from here on."""
        self._zero += ahead


class _Alarm:
    """A call that comes when the program has run for long enough, whatever the loop counts."""

    def __init__(
        self,
        clock: SystemClock,
        due: float,
        call: Callable[[], None],
        later: Later,
    ) -> None:
        self._clock, self._due, self._call, self._later = clock, due, call, later
        self._handle = later(max(0.0, due - clock.steady()), self._ring)

    def cancel(self) -> None:
        self._handle.cancel()

    def _ring(self) -> None:
        left = self._due - self._clock.steady()
        if left > 0.001:  # a loop rounds its own times
            self._handle = self._later(left, self._ring)
        else:
            self._call()


class _Watch:
    """Looks at the wall clock until it is cancelled."""

    def __init__(
        self,
        clock: SystemClock,
        told: Callable[[timedelta], None],
        later: Later,
    ) -> None:
        self._clock, self._told, self._later = clock, told, later
        self._handle: Handle | None = None

    def look(self) -> None:
        self._handle = self._later(LOOK, self.look)
        ahead = self._clock.ahead
        if abs(ahead) >= timedelta(seconds=APART):
            self._told(ahead)

    def cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
        self._clock.unwatched(self)
