"""A clock that stands still until a test moves it."""

import asyncio
import heapq
import itertools
from datetime import UTC, datetime, timedelta

BEGIN = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)


class _Call:
    def __init__(self, call):
        self.call = call

    def cancel(self):
        self.call = None


class ManualClock:
    """The time, moved by ``forward``; calls arranged for it come in order."""

    def __init__(self, now=BEGIN):
        self._now = now
        self._calls = []
        self._count = itertools.count()

    def now(self):
        return self._now

    def call_at(self, when, call):
        handle = _Call(call)
        heapq.heappush(self._calls, (when, next(self._count), handle))
        return handle

    async def sleep(self, seconds):
        woken = asyncio.get_running_loop().create_future()
        self.call_at(
            self._now + timedelta(seconds=seconds),
            lambda: woken.done() or woken.set_result(None),
        )
        await woken

    @property
    def next_call(self):
        """When the next arranged call comes; None without one."""
        self._drop_cancelled()
        return self._calls[0][0] if self._calls else None

    def _drop_cancelled(self):
        while self._calls and self._calls[0][2].call is None:
            heapq.heappop(self._calls)

    def fire(self):
        """Make the calls that are due; whether there were any."""
        fired = False
        while (when := self.next_call) is not None and when <= self._now:
            handle = heapq.heappop(self._calls)[2]
            call, handle.call = handle.call, None
            call()
            fired = True
        return fired

    def forward(self, seconds):
        """Let time pass, and make the calls that are due at the end of it."""
        self._now += timedelta(seconds=seconds)
        return self.fire()
