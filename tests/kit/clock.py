"""A clock that stands still until a test moves it: what passes, and what the wall shows, apart."""

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


class _Watch:
    def __init__(self, clock, told):
        self._clock, self.told = clock, told

    def cancel(self):
        self._clock.unwatch(self)


class ManualClock:
    """The time, moved by ``forward``; calls arranged for it come in order.

    ``jump`` sets the wall clock, and ``slumber`` is a machine that sleeps: the wall clock goes on
    and nothing else does. A program that begins (``restart``) goes by the wall clock.
    """

    def __init__(self, now=BEGIN):
        self._now = now
        self._ran = timedelta(0)
        self._ahead = timedelta(0)
        self._calls = []
        self._count = itertools.count()
        self._watches = []

    def now(self):
        return self._now

    def steady(self):
        return self._ran.total_seconds()

    @property
    def wall(self):
        """What the wall clock shows."""
        return self._now + self._ahead

    def call_at(self, when, call):
        handle = _Call(call)
        heapq.heappush(self._calls, (self._ran + (when - self._now), next(self._count), handle))
        return handle

    def call_in(self, seconds, call):
        return self.call_at(self._now + timedelta(seconds=seconds), call)

    async def sleep(self, seconds):
        woken = asyncio.get_running_loop().create_future()
        self.call_in(seconds, lambda: woken.done() or woken.set_result(None))
        await woken

    # The wall clock.

    def watch(self, told):
        watch = _Watch(self, told)
        self._watches.append(watch)
        self._look()
        return watch

    def unwatch(self, watch):
        self._watches = [other for other in self._watches if other is not watch]

    def restart(self):
        """A program begins: its time is what the wall clock shows."""
        self.set_by(self._ahead)

    def set_by(self, ahead):
        self._now += ahead
        self._ahead -= ahead

    def jump(self, seconds):
        """The wall clock is set: forward, or with less than nothing back."""
        self._ahead += timedelta(seconds=seconds)
        self._look()

    def slumber(self, seconds):
        """The machine sleeps: neither is the program heard, nor does anything pass for it."""
        self.jump(seconds)

    def _look(self):
        for watch in self._watches if abs(self._ahead) >= timedelta(seconds=1) else ():
            watch.told(self._ahead)

    # Calls.

    @property
    def next_call(self):
        """When the next arranged call comes; None without one."""
        self._drop_cancelled()
        if not self._calls:
            return None
        return self._now + (self._calls[0][0] - self._ran)

    def _drop_cancelled(self):
        while self._calls and self._calls[0][2].call is None:
            heapq.heappop(self._calls)

    def fire(self):
        """Make the calls that are due; whether there were any."""
        fired = False
        while self.next_call is not None and self._calls[0][0] <= self._ran:
            handle = heapq.heappop(self._calls)[2]
            call, handle.call = handle.call, None
            call()
            fired = True
        return fired

    def lapse(self, seconds):
        """Let time pass, with nothing done about it yet."""
        self._now += timedelta(seconds=seconds)
        self._ran += timedelta(seconds=seconds)
        self._look()

    def forward(self, seconds):
        """Let time pass, and make the calls that are due at the end of it."""
        self.lapse(seconds)
        return self.fire()
