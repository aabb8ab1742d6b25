"""Numbered things of which each process has its share, and what may be done but once in a while.

Each thing is a lease, and so is each process that wants a share: all know how many there are. What
is free is taken until the share is full; who has more than that, because others have come to stay,
gives back one after the other.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.cluster.rooms import address_of
from bot.lease.row import BEAT, SPAN, Lease
from bot.store.db import cause_of
from bot.store.leases import Fence

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.store.leases import Leases

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds that the server may take to answer."""

CALM = 10.0
"""Seconds between two things that are given back because others have fewer."""

SETTLED = 30.0
"""Seconds for which there have to be the same processes before one is: a thing that moves is gone
for a moment, and who has just started again may be on its way out, as in a rolling restart."""

FAR_MORE = 2
"""Times its share with which a process does not wait for that: what it has is all gone with it."""

LOOK = 0.25
"""Seconds until the next look whether it may be done, where the database did not answer."""

SHY = 0.4
"""Seconds for which whoever has just come leaves a turn to those who have waited for longer."""

LEFT = 2.0
"""Seconds for which a thing is left to whoever has fewest: then anybody takes it."""


def fair(count: int, processes: int) -> int:
    """How many of so many things each of the processes has at most."""
    return math.ceil(count / max(processes, 1))


def _number(name: str) -> int | None:
    """The number of a thing, by the name of its lease; None for what else has one."""
    _, among, number, *more = name.split(":")
    return int(number) if among.isdigit() and number.isdigit() and not more else None


class Shares:
    """Those of one process.

    Args:
        leases: the database.
        process: the name of this one.
        what: the things' name; where another ``count`` of them is under way, none are taken.
        steady: seconds from anywhere.

    Attributes:
        held: the numbers of the things that are this process's, as far as it knows.
    """

    def __init__(
        self, leases: Leases, process: str, what: str, count: int, steady: Callable[[], float]
    ) -> None:
        self._leases, self._process, self._what = leases, process, what
        self._count, self._steady = count, steady
        self._epochs: dict[int, int] = {}
        self._present = 0
        self._ailing = False
        self._given_back = self._renewed = self._settled = -math.inf
        self._processes: set[str] = set()
        self._free: dict[int, float] = {}
        self._hurry = asyncio.Event()

    @property
    def held(self) -> frozenset[int]:
        """The numbers."""
        return frozenset(self._epochs)

    def _name(self, number: int) -> str:
        return f"{self._what}:{self._count}:{number}"

    @property
    def _here(self) -> str:
        return f"{self._what}:{self._count}:at:{address_of(self._process)}"

    def _fences(self) -> list[Fence]:
        found = [Fence(self._name(n), self._process, epoch) for n, epoch in self._epochs.items()]
        return [*found, *([Fence(self._here, self._process, self._present)] * bool(self._present))]

    async def run(self, changed: Callable[[], Awaitable[None]]) -> None:
        """Have a share until cancelled; ``changed`` is called when it is another one."""
        with suppress(Exception):  # it is done once more by whoever starts next
            async with asyncio.timeout(PATIENCE):
                await self._leases.forget(self._what)
        while True:
            await self.step(changed)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), BEAT)
            self._hurry.clear()

    def hurry(self) -> None:
        """Look at once for what is free."""
        self._hurry.set()

    async def step(self, changed: Callable[[], Awaitable[None]]) -> None:
        """Keep what is here, and look for what is free."""
        before = self.held
        try:
            async with asyncio.timeout(PATIENCE):
                await self._look()
        except Exception as error:  # noqa: BLE001  (the next try may succeed)
            if not self._ailing:
                log.warning("shares are not known reason=%s", type(cause_of(error)).__name__)
            self._ailing = True
            if self._steady() - self._renewed > SPAN:
                self._epochs.clear()
        else:
            self._ailing = False
        if self.held != before:
            await changed()

    async def _look(self) -> None:
        fences = self._fences()
        kept = await self._leases.renew(fences)
        self._renewed = self._steady()
        self._epochs = {n: e for n, e in self._epochs.items() if self._name(n) in kept}
        if self._here not in kept:
            given = await self._leases.claim(self._process, [self._here])
            self._present = given[self._here].epoch
        having = await self._leases.having(f"{self._what}:")
        present = self._here.removesuffix(address_of(self._process))
        processes = {who for name, who in having.items() if name.startswith(present)}
        processes.add(self._process)
        if processes != self._processes:
            self._processes, self._settled = processes, self._steady()
        things = {name for name in having if _number(name) is not None}
        if things - set(map(self._name, range(self._count))):
            return
        share = fair(self._count, len(processes))
        await self._take(share, having, processes)
        now = self._steady()
        settled = now - self._settled > SETTLED or len(self._epochs) > FAR_MORE * share
        if len(self._epochs) > share and settled and now - self._given_back > CALM:
            self._given_back = now
            await self._release({max(self._epochs)})

    async def _take(self, share: int, having: dict[str, str], processes: set[str]) -> None:
        # What is this one's without its knowing was taken by a claim whose answer has not come.
        mine = {self._name(n) for n in self._epochs}
        free = [
            n for n in range(self._count)
            if having.get(self._name(n), self._process) == self._process
            and self._name(n) not in mine
        ]  # fmt: skip
        now = self._steady()
        self._free = {n: self._free.get(n, now) for n in free}
        left = {n for n, since in self._free.items() if now - since > LEFT}
        wanted = sorted(left | self._due(free, having, processes))
        names = {self._name(n): n for n in wanted[: max(share - len(self._epochs), 0)]}
        if names:
            given = await self._leases.claim(self._process, names)
            self._epochs |= {names[name]: one.epoch for name, one in given.items()}

    def _due(self, free: list[int], having: dict[str, str], processes: set[str]) -> set[int]:
        """Those that are this process's to take where each goes to whoever has fewest by then: what
        one has together is all gone with it, and is begun anew one after the other."""
        has = Counter(dict.fromkeys(processes, 0))
        has.update(having[name] for n in range(self._count) if (name := self._name(n)) in having)
        has[self._process] = len(self._epochs)
        due = set()
        for number in free:
            who = min(processes, key=lambda who: (has[who], who))
            has[who] += 1
            if who == self._process:
                due.add(number)
        return due

    async def _release(self, numbers: set[int]) -> None:
        fences = [Fence(self._name(n), self._process, self._epochs.pop(n)) for n in numbers]
        await self._leases.release(fences)

    async def holders(self) -> dict[int, str]:
        """The addresses of those who have the things, by number. Raises what the driver raises."""
        async with asyncio.timeout(PATIENCE):
            having = await self._leases.having(f"{self._what}:{self._count}:")
        numbered = ((_number(name), who) for name, who in having.items())
        return {number: address_of(who) for number, who in numbered if number is not None}

    async def end(self) -> None:
        """Give all of them back."""
        fences = self._fences()
        self._epochs.clear()
        self._present = 0
        try:
            async with asyncio.timeout(PATIENCE):
                await self._leases.release(fences)
        except Exception as error:  # noqa: BLE001  (they run out)
            log.warning("shares are not given back reason=%s", type(cause_of(error)).__name__)

    async def once(self, name: str, seconds: float) -> None:
        """Wait until nobody has done something for so many seconds, by the database's clock.

        Where several wait, whoever has for longest tries first, as a rule.
        """
        began, left = self._steady(), 0.0

        def judged(lease: Lease, now: float) -> Lease | None:
            nonlocal left
            left = max(lease.until - now, 0.0)
            if left:
                return None
            return Lease("", lease.epoch + 1, now + seconds)  # nobody's: it outlives a process

        while True:
            left = LOOK
            try:
                async with asyncio.timeout(PATIENCE):
                    if await self._leases.change(f"{self._what}:once:{name}", judged):
                        return
            except Exception as error:  # noqa: BLE001  (the next try may succeed)
                log.warning("nobody says whose turn it is reason=%s", type(error).__name__)
            await asyncio.sleep(left + SHY * seconds / (seconds + self._steady() - began))
