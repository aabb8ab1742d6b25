"""Processes that share numbered things, by leases in memory and one clock for all."""

import asyncio

from bot.cluster import shares
from bot.cluster.shares import Shares
from bot.lease.row import Lease as Row
from bot.lease.row import claimed, passed, released, renewed
from bot.store.leases import Given


class Rows:
    """Leases as the database keeps them, by one clock.

    ``down``: it does not answer; ``cut``: a claim is granted, and its answer does not arrive.
    """

    def __init__(self):
        self.now, self.rows, self.down, self.cut = 1000.0, {}, False, False
        self.forgot, self.given = [], []

    def _row(self, name):
        if self.down:
            raise ConnectionError
        return self.rows.get(name, Row())

    async def claim(self, process, names):
        given = {}
        for name in names:
            after = claimed(self._row(name), process, self.now)
            if after is not None:
                self.rows[name], given[name] = after, Given(after.epoch)
        self.given += [name for name in given if name[-1].isdigit()]
        if self.cut:
            raise TimeoutError
        return given

    async def renew(self, fences):
        kept = set()
        for fence in fences:
            after = renewed(self._row(fence.name), fence.holder, fence.epoch, self.now)
            if after is not None:
                self.rows[fence.name] = after
                kept.add(fence.name)
        return kept

    async def release(self, fences):
        for fence in fences:
            after = released(self._row(fence.name), fence.holder, fence.epoch, self.now)
            if after is not None:
                self.rows[fence.name] = after

    async def hand_over(self, fences, to):
        for fence in fences:
            after = passed(self._row(fence.name), fence.holder, fence.epoch, to, self.now)
            if after is not None:
                self.rows[fence.name] = after

    async def forget(self, what):
        self.forgot.append(what)

    async def having(self, prefix):
        self._row("")
        return {
            name: row.holder
            for name, row in self.rows.items()
            if name.startswith(prefix) and row.holder and row.until > self.now
        }

    async def left(self, prefix):
        rows = self.rows.items()
        return {
            n: r.until - self.now for n, r in rows if n.startswith(prefix) and r.until > self.now
        }

    async def change(self, name, judged, *, longer=False):
        after = judged(self._row(name), self.now)
        if after is not None:
            self.rows[name] = after
        return after is not None


class Fleet:
    """Processes that share ``count`` things; ``events``: what each had, whenever that changed.

    ``takes``: seconds until whoever stands by for a thing is ready; None: nobody stands by.
    """

    def __init__(self, count, names, takes=None):
        self.rows, self.count, self.events, self.takes = Rows(), count, [], takes
        self.shares = {name: self._of(name) for name in names}

    def _of(self, name, count=None):
        process, began = f"{name}.{name}", {}
        made = Shares(self.rows, process, "things", count or self.count, lambda: self.rows.now)

        def ready(number):
            return self.rows.now - began.setdefault(number, self.rows.now) >= self.takes

        if self.takes is not None:
            made.stands_by, made.ready = lambda: True, ready
        return made

    async def pass_by(self, seconds, names=None):
        """So many seconds in which these processes run."""
        for _ in range(seconds):
            self.rows.now += 1
            for name in names or self.shares:
                await self.shares[name].step(self._changed)
            awake = [number for name in names or self.shares for number in self.shares[name].held]
            assert len(awake) == len(set(awake)), "one thing is done by two"

    async def _changed(self):
        self.events.append(self.held())

    def held(self):
        return {name: sorted(share.held) for name, share in self.shares.items()}

    def sizes(self):
        return sorted(len(share.held) for share in self.shares.values())


class Turns:
    """Turns that shares of a fleet wait for, in a time that passes when nothing else happens."""

    def __init__(self, fleet, monkeypatch):
        self.fleet, self.done, self._waking, self._real = fleet, [], [], asyncio.sleep
        monkeypatch.setattr(shares.asyncio, "sleep", self._sleep)

    async def _sleep(self, seconds):
        self._waking.append((self.fleet.rows.now + seconds, woken := asyncio.Event()))
        await woken.wait()

    async def _turn(self, name, wait, number):
        await self._sleep(wait)
        await self.fleet.shares[name].once("0", 5.5, number)
        self.done.append((name, self.fleet.rows.now))

    async def taken(self, waits):
        """The names in the order in which they had their turn; ``waits``: each with the seconds
        after which it begins to wait, and for which thing."""
        turns = [asyncio.create_task(self._turn(name, *wait)) for name, wait in waits.items()]
        while len(self.done) < len(turns):
            for _ in range(20):
                await self._real(0)
            self._waking.sort(key=lambda one: one[0])
            if self._waking:
                self.fleet.rows.now, woken = self._waking.pop(0)
                woken.set()
        await asyncio.gather(*turns)
        return "".join(name for name, _ in self.done)
