"""Numbered things of which each process has its share, and what may be done but once in a while.

Each thing is a lease, and so is each process that wants a share: all know how many there are. What
is free is taken until the share is full. For each thing that one process has another one stands by,
which is a lease as well: it takes the thing up when that is free, and has it passed on when it is
ready for it and has fewer. Who has more than its share though nobody is ever ready gives back one
after the other.
"""

from __future__ import annotations

import asyncio
import logging
import math
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.cluster.names import address_of
from bot.cluster.standby import BY, READY, Names, Seen, numbered
from bot.lease.row import BEAT, SPAN, Lease
from bot.store.db import cause_of
from bot.store.leases import Fence

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable

    from bot.store.leases import Leases

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds that the server may take to answer."""

CALM = 10.0
"""Seconds between two things that are given back because others have fewer."""

SETTLED = 60.0
"""Seconds for which there have to be the same processes before one is: a thing for which nobody is
ready is gone for a moment, and somebody may soon be; and who has just started again may be on its
way out, as in a rolling restart."""

LOOK = 0.25
"""Seconds until the next look whether it may be done, where the database did not answer."""

SHY = 0.2
"""Seconds for which whoever has just come leaves a turn to those who have waited for longer."""

LEFT = 2.0
"""Seconds for which a thing is left to whoever should take it: then anybody does. For so long is
also ready for what it has passed on who may stand by for it from then on."""

YIELDS = 0.25
"""Seconds for which whoever stands by leaves a turn to those who have the thing that it is for, and
once more for which it leaves it to those who stand by for one who has several things."""


SILENT = 1.6
"""Seconds without a renewal after which whoever stands by begins no session: it is not known yet
whether that process is gone, and what it had will need one."""


def fair(count: int, processes: int) -> int:
    """How many of so many things each of the processes has at most."""
    return math.ceil(count / max(processes, 1))


class Shares:
    """Those of one process.

    Args:
        leases: the database.
        process: the name of this one.
        what: the things' name; where another ``count`` of them is under way, none are taken.
        steady: seconds from anywhere.

    Attributes:
        held: the numbers of the things that are this process's, as far as it knows.
        spare: the numbers of those for which it stands by.
        leaving: the numbers of those that it has just passed on: it still does what they are for,
            until somebody else does.
        stands_by: whether it stands by at all.
        ready: whether it could take a thing up at once, by its number.
        freed: called when something was given back.
    """

    def __init__(
        self, leases: Leases, process: str, what: str, count: int, steady: Callable[[], float]
    ) -> None:
        self._leases, self._process = leases, process
        self._names, self._what, self._count, self._steady = Names(what, count), what, count, steady
        self._epochs: dict[str, int] = {}
        self._ailing = False
        self._given_back = self._renewed = self._settled = -math.inf
        self._seen = Seen(frozenset(), {}, {}, frozenset())
        self._free: dict[int, float] = {}
        self._passed: dict[int, float] = {}
        self._hurry = asyncio.Event()
        self.stands_by: Callable[[], bool] = lambda: False
        self.ready: Callable[[int], bool] = lambda number: False
        self.freed: Callable[[], None] = lambda: None

    @property
    def held(self) -> frozenset[int]:
        """The numbers."""
        return self._in("")

    @property
    def spare(self) -> frozenset[int]:
        """The numbers."""
        return self._in(BY) - self.held

    @property
    def leaving(self) -> frozenset[int]:
        """The numbers."""
        return frozenset(self._passed) - self.held - self.spare

    def _in(self, role: str) -> frozenset[int]:
        found = map(numbered, self._epochs)
        return frozenset(one[0] for one in found if one is not None and one[1] == role)

    @property
    def _here(self) -> str:
        return self._names.process(address_of(self._process))

    def _fences(self, names: Iterable[str] | None = None) -> list[Fence]:
        mine = self._epochs if names is None else [n for n in names if n in self._epochs]
        return [Fence(name, self._process, self._epochs[name]) for name in mine]

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
        before = self.held, self.spare, self.leaving
        try:
            async with asyncio.timeout(PATIENCE):
                await self._look()
        except Exception as error:  # noqa: BLE001  (the next try may succeed)
            if not self._ailing:
                log.warning("shares are not known reason=%s", type(cause_of(error)).__name__)
            self._ailing = True
            if self._steady() - self._renewed > SPAN:
                self._epochs.clear()
                self._passed.clear()
        else:
            self._ailing = False
        if (self.held, self.spare, self.leaving) != before:
            await changed()

    async def _look(self) -> None:
        kept = await self._leases.renew(self._fences())
        self._renewed = self._steady()
        self._epochs = {name: epoch for name, epoch in self._epochs.items() if name in kept}
        if self._here not in kept:
            await self._claim([self._here])
        before = self._seen
        having = await self._leases.having(f"{self._what}:")
        seen = self._seen = Seen.of(having, self._names, self._process)
        if seen.processes != before.processes:
            self._settled = self._steady()
        if seen.odd:
            return
        await self._take(before)
        await self._stand_by()
        now, gone = self._steady(), self.held | self._in(BY)
        self._passed = {n: t for n, t in self._passed.items() if t > now and n not in gone}
        await self._pass()

    async def _claim(self, names: Collection[str]) -> set[str]:
        if not names:
            return set()
        given = await self._leases.claim(self._process, names)
        self._epochs |= {name: one.epoch for name, one in given.items()}
        return set(given)

    async def _take(self, before: Seen) -> None:
        """Take what is free and this one's to have."""
        seen, held = self._seen, self.held
        # What is this one's without its knowing was taken by a claim whose answer has not come.
        free = [
            n for n in range(self._count)
            if seen.having.get(n, self._process) == self._process and n not in held
        ]  # fmt: skip
        now = self._steady()
        self._free = {n: self._free.get(n, now) for n in free}
        left = {n for n, since in self._free.items() if now - since > LEFT}
        due = seen.due(free, self._process, len(held))
        first = [n for n in sorted(due) if seen.by.get(n) == self._process]
        room = fair(self._count, len(seen.processes)) - len(held) - len(first)
        rest = sorted((left | due) - set(first))[: max(room, 0)]
        await self._claim([self._names.thing(n) for n in (*first, *rest)])
        for number in self.held & self._in(BY):
            await self._stand_no_more(number, before.having.get(number, ""))

    async def _stand_no_more(self, number: int, before: str = "") -> None:
        """End standing by; who had the thing before may, if it still wants a share."""
        await self._release([self._names.thing(number, READY)])
        by = self._names.thing(number, BY)
        if before and before != self._process and before in self._seen.processes:
            fences = self._fences([by])
            self._epochs.pop(by, None)
            await self._leases.hand_over(fences, before)
        else:
            await self._release([by])

    async def _stand_by(self) -> None:
        """Stand by for what nobody else does, and say for which of it this one is ready."""
        by = self._in(BY)
        if not self.stands_by():
            for number in by:
                await self._stand_no_more(number)
            return
        wanted = self._seen.to_stand_by(self._process)
        wanted |= {n for n, who in self._seen.by.items() if who == self._process}
        await self._claim([self._names.thing(n, BY) for n in sorted(wanted - by - self.held)])
        now, by = self._steady(), self._in(BY)
        left = self._seen.to_leave(self._process, settled=now - self._settled > CALM)
        if left in by:
            await self._stand_no_more(left)
            by -= {left}
        ready, told = {n for n in by if self.ready(n)}, self._in(READY)
        await self._claim([self._names.thing(n, READY) for n in sorted(ready - told)])
        await self._release([self._names.thing(n, READY) for n in sorted(told - ready)])

    async def _pass(self) -> None:
        """Give one thing to whoever is ready for it and has fewer; or just back, to be even."""
        now, held, seen = self._steady(), self.held, self._seen
        number = seen.to_pass(self._process)
        if number in held:
            self._passed[number] = now + LEFT
            await self._release([self._names.thing(number)])
            self.freed()
            return
        settled = now - self._settled > SETTLED and now - self._given_back > CALM
        if settled and len(held) > fair(self._count, len(seen.processes)):
            self._given_back = now
            await self._release([self._names.thing(max(held))])

    async def _release(self, names: Collection[str]) -> None:
        fences = self._fences(names)
        for fence in fences:
            del self._epochs[fence.name]
        if fences:
            await self._leases.release(fences)

    async def holders(self) -> dict[int, str]:
        """The addresses of those who have the things, by number. Raises what the driver raises."""
        async with asyncio.timeout(PATIENCE):
            having = await self._leases.having(f"{self._what}:{self._count}:")
        who = Seen.of(having, self._names, self._process).having
        return {number: address_of(process) for number, process in who.items()}

    async def end(self) -> None:
        """Give all of them back."""
        fences = self._fences()
        self._epochs.clear()
        self._passed.clear()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._leases.release(fences)
            self.freed()
        except Exception as error:  # noqa: BLE001  (they run out)
            log.warning("shares are not given back reason=%s", type(cause_of(error)).__name__)

    async def once(self, name: str, seconds: float, number: int) -> None:
        """Wait until nobody has done something for so many seconds, by the database's clock.

        Where several wait, those go first, as a rule, who need it for a thing that they have, and
        of them whoever has waited for longest.

        Args:
            name: of what is done.
            seconds: how long it has not to be done.
            number: of the thing that it is done for.
        """
        began, left = self._steady(), 0.0

        def judged(lease: Lease, now: float) -> Lease | None:
            nonlocal left
            left = max(lease.until - now, 0.0)
            if left:
                return None
            return Lease("", lease.epoch + 1, now + seconds)  # nobody's: it outlives a process

        while True:
            await asyncio.sleep(self._yields(number))
            left = LOOK
            try:
                async with asyncio.timeout(PATIENCE):
                    free = number in self.held or not await self._is_somebody_silent()
                    if free and await self._leases.change(f"{self._what}:once:{name}", judged):
                        return
            except Exception as error:  # noqa: BLE001  (the next try may succeed)
                log.warning("nobody says whose turn it is reason=%s", type(error).__name__)
            await asyncio.sleep(left + SHY * seconds / (seconds + self._steady() - began))

    async def _is_somebody_silent(self) -> bool:
        """Whether somebody may just have died: then turns are left to those who will need them."""
        left = await self._leases.left(self._names.process(""))
        return min(left.values(), default=SPAN) < SPAN - SILENT

    def _yields(self, number: int) -> float:
        """Seconds for which a turn is left to others, as it is for this thing."""
        if number in self.held:
            return 0.0
        return YIELDS if self._seen.at_risk(number) else 2 * YIELDS
