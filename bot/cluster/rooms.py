"""The rooms of one process: taken when something comes for them, kept, given back; and the others.

A room is run by whoever has its lease. Nobody is told which: a process in which something comes for
a room takes the lease if it is free, opens what is stored, and looks else who has it. What nobody
asks for is looked for each second: where a table is on and its holder is gone, one of the others
goes on with it.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
from typing import TYPE_CHECKING

from bot.cluster.names import address_of, room_of
from bot.cluster.openings import Openings
from bot.cluster.whereabouts import PATIENCE, Whereabouts
from bot.lease.keeper import Keeper
from bot.lease.row import BEAT, SPAN
from bot.store.db import cause_of
from bot.store.leases import Fence, Given

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping

    from bot.cluster.openings import Opener
    from bot.store.leases import Leases

log = logging.getLogger(__name__)

TIDY = 30.0
"""Seconds between two looks for rooms in which there is nothing; those found twice go."""

SHARE = 64
"""Rooms without a holder that are taken at a time: no more than are left to each of the others."""

TOGETHER = 8
"""Of them so many are opened at a time: the first are played at before the last are read."""


class Rooms:
    """Takes, keeps and gives back the rooms of one platform.

    Args:
        leases: the database.
        process: the name of this one.
        platform: what the names of rooms begin with.
        house: the process that has the house; empty for none, or this one.
        passed: tells a process that a room is its own now, and under which epoch.
        steady: seconds from anywhere.

    Attributes:
        running: the rooms that are open here.
    """

    def __init__(
        self,
        leases: Leases,
        process: str,
        platform: str,
        house: Callable[[], str],
        passed: Callable[[str, str, int], None],
        steady: Callable[[], float],
    ) -> None:
        self._leases = leases
        self._process = process
        self._platform = platform
        self._house = house
        self._passed = passed
        self._steady = steady
        self._keeper = Keeper(process)
        self._opener: Opener | None = None
        self._where = Whereabouts(leases, steady)
        self._finding: dict[str, asyncio.Task[str | None]] = {}
        self._asked: dict[str, None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._hurry = asyncio.Event()
        self._ailing = False
        self._alone = asyncio.Lock()
        self._openings = Openings()
        self._idle: set[str] = set()
        self._others: frozenset[str] = frozenset()
        self._renewing: asyncio.Task[None] | None = None
        self._tidied = self._renewed = steady()
        self.running: set[str] = set()
        self.alive: Callable[[frozenset[str]], None] = lambda processes: None
        """Told each second which processes have a lease."""
        self.freed = self.hurry
        """Called when the leases of processes that were killed have been ended."""

    def fences(self, places: Iterable[str]) -> list[Fence]:
        """Under what is written at places; where the lease is not here it cannot be."""
        rooms = dict.fromkeys(map(room_of, places))
        return [self._fence(room) for room in rooms if room.startswith(f"{self._platform}:")]

    def _fence(self, room: str) -> Fence:
        return Fence(room, self._process, self._keeper.epoch(room))

    def hurry(self) -> None:
        """Look at once for rooms that nobody has."""
        self._hurry.set()

    # Finding.

    async def find(self, room: str) -> str | None:
        """The address of the process that runs a room; empty: this one; None: nobody just now."""
        if room in self.running:
            return ""
        known = self._where.known(room)
        if known is not None:
            return known or None
        task = self._finding.get(room)
        if task is None:
            task = self._finding[room] = asyncio.create_task(self._found(room))
            task.add_done_callback(lambda _: self._finding.pop(room, None))
        return await asyncio.shield(task)

    async def _found(self, room: str) -> str | None:
        try:
            holder = await self._where.holder(room)
            if holder in ("", self._process):  # it is nobody's, or is being opened here
                await self.take([room])
                if room in self.running:
                    return ""
                holder = await self._where.holder(room)
        except Exception as error:  # noqa: BLE001  (whoever asks tries again)
            self._failed(error)
            return None
        address = address_of(holder) if holder != self._process else ""
        self._where.learn(room, address)
        return address or None

    # Taking.

    def serve(self, opener: Opener) -> None:
        """Take rooms from now on."""
        self._opener = opener
        self._where.forget()

    async def take(self, rooms: Collection[str]) -> None:
        """Take those that nobody has, and open them; those asked for meanwhile go together."""
        self._asked.update(dict.fromkeys(rooms))
        await asyncio.sleep(0)  # so that those asked for in this moment are among them
        async with self._openings.turn:
            await self._openings.over(await self._taken())
        await self._openings.over(rooms)  # others may have taken some of them just before

    async def _taken(self) -> Collection[str]:
        """Take what was asked for; what is being opened of it now."""
        async with self._alone:
            wanted = [room for room in self._asked if not self.holds(room)]
            self._asked.clear()
            if self._opener is None or not wanted:
                return ()
            async with asyncio.timeout(PATIENCE):
                given = await self._leases.claim(self._process, wanted)
            return self._begin_to_open(given)

    async def given(self, room: str, epoch: int) -> None:
        """Another process has passed a room on to this one."""
        async with self._alone:
            if self._opener is not None and not self.holds(room):
                self._begin_to_open({room: Given(epoch)})
        await self._openings.over([room])

    async def begin(self, rooms: Collection[str]) -> None:
        """Take those that nobody has, where nothing is to be opened, or is by whoever asks."""
        async with self._alone:
            wanted = [room for room in rooms if not self.holds(room)]
            if wanted:
                async with asyncio.timeout(PATIENCE):
                    self.running |= self._have(await self._leases.claim(self._process, wanted))

    def holds(self, room: str) -> bool:
        """Whether a room is this process's, as far as it knows."""
        return self._keeper.epoch(room) > 0

    def _have(self, given: Mapping[str, Given]) -> set[str]:
        self._keeper.want(given)
        now = self._steady()
        return {room for room in given if self._keeper.granted(room, given[room].epoch, now)}

    def _begin_to_open(self, given: Mapping[str, Given]) -> Collection[str]:
        opener, mine = self._opener, self._have(given)
        if opener is None or not mine:
            return ()
        alone = {room: given[room].alone for room in mine}
        self._openings.begin(mine, self._open(opener, alone))
        return mine

    async def _open(self, opener: Opener, alone: Mapping[str, float]) -> None:
        mine = set(alone)
        try:
            unfit = set(await opener.open(alone))
        except Exception as error:  # noqa: BLE001  (another one may open them, or this one later)
            self._failed(error)
            await self._let_go(mine)
            return
        stale = {room for room in mine if not self._keeper.epoch(room)}
        if stale:  # lost while they were opened
            await opener.close(stale, lost=True)
        if unfit:
            await self._pass_on(unfit - stale, self._house())
        self.running |= mine - unfit - stale

    # Giving back.

    async def end(self, *, quietly: bool = False) -> None:
        """Give all of them back, and take no more.

        Once what is under way in them has come to its end; ``quietly``: that is seen to already.
        """
        opener, self._opener = self._opener, None
        async with self._alone:
            await self._openings.all_over()
            rooms = tuple(self.running)
            self.running.clear()
            if opener is not None and rooms and not quietly:
                await opener.close(rooms, lost=False)
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self._let_go(self._keeper.held)

    async def to_house(self, room: str) -> None:
        """Have a room run by whoever has the house."""
        if room in self.running and self._house():
            await self._close([room])
            await self._pass_on([room], self._house())

    async def _close(self, rooms: Collection[str]) -> None:
        self.running.difference_update(rooms)
        for room in rooms:  # who comes for one meanwhile comes again
            self._where.learn(room, "")
        if self._opener is not None:
            await self._opener.close(rooms, lost=False)

    async def _let_go(self, rooms: Collection[str]) -> None:
        fences = self._forgotten(rooms)
        if not fences:
            return
        try:
            async with asyncio.timeout(PATIENCE):
                await self._leases.release(fences)
        except Exception as error:  # noqa: BLE001  (they run out)
            self._failed(error)

    async def _pass_on(self, rooms: Collection[str], to: str) -> None:
        """Have rooms that are closed here run by another process; empty: by any."""
        if not to:
            await self._let_go(rooms)
            return
        fences = self._forgotten(rooms)
        try:
            async with asyncio.timeout(PATIENCE):
                epochs = await self._leases.hand_over(fences, to)
        except Exception as error:  # noqa: BLE001  (they run out)
            self._failed(error)
            return
        for room, epoch in epochs.items():
            self._where.learn(room, address_of(to))
            self._passed(to, room, epoch)

    def _forgotten(self, rooms: Collection[str]) -> list[Fence]:
        fences = [fence for fence in map(self._fence, rooms) if fence.epoch]
        for room in rooms:
            self._keeper.forget(room)
        return fences

    # Keeping.

    async def run(self) -> None:
        """Keep what is here, and look for what nobody has, until cancelled.

        Beside each other: what is taken over may take long to open, and what is here runs out.
        """
        await asyncio.gather(self._keep(), self._look())

    async def _keep(self) -> None:
        while True:
            await self._safely(self._renew())
            await asyncio.sleep(BEAT)

    async def _look(self) -> None:
        while True:
            await self._safely(self._adopt())
            await self._safely(self._tidy())
            try:
                await asyncio.wait_for(self._hurry.wait(), BEAT)
            except TimeoutError:
                continue
            self._hurry.clear()

    async def _safely(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001  (the next try may succeed)
            self._failed(error)
        else:
            self._ailing = False

    async def _renew(self) -> None:
        began = self._steady()
        fences = [self._fence(name) for name in self._keeper.held]
        async with asyncio.timeout(PATIENCE):
            kept = await self._leases.renew(fences)
        for fence in fences:
            if fence.name not in kept:
                self.fenced(fence)
        self._renewed = began
        async with asyncio.timeout(PATIENCE):
            if await self._leases.cut_short():
                self.freed()
            self._others = frozenset(await self._leases.alive())
        self.alive(self._others)

    async def keeps(self, room: str) -> bool:
        """Whether a room is still run here: a process that has slept asks before it says so."""
        if self._steady() - self._renewed > SPAN:
            if self._renewing is None or self._renewing.done():
                self._renewing = asyncio.create_task(self._safely(self._renew()))
            await asyncio.shield(self._renewing)
        return room in self.running

    async def _adopt(self) -> None:
        if self._opener is None:
            return
        async with asyncio.timeout(PATIENCE):
            found = await self._leases.orphans(self._platform, 4 * SHARE)
        free = sorted(room for room in found if self._where.known(room) is None)
        share = math.ceil(len(free) / len(self._others | {self._process}))
        chosen = random.sample(free, min(share, SHARE))
        for at in range(0, len(chosen), TOGETHER):
            await self.take(chosen[at : at + TOGETHER])

    async def _tidy(self) -> None:
        """Give back what nobody needs, and forget leases that nobody has had for long."""
        opener, now = self._opener, self._steady()
        if opener is None or now - self._tidied < TIDY:
            return
        self._tidied = now
        idle = opener.idle(self.running)
        gone, self._idle = idle & self._idle & self.running, idle
        if gone:
            await self._close(gone)
            await self._let_go(gone)
        async with asyncio.timeout(PATIENCE):
            await self._leases.forget(self._platform)

    def fenced(self, fence: Fence) -> None:
        """Something was refused: the room is another's by now, and what is here of it old."""
        room = fence.name
        if not self._keeper.lost(room, fence.epoch, self._steady()):
            return
        self._keeper.forget(room)
        if room in self.running and self._opener is not None:
            log.warning("a room is run by another process from now on")
            self.running.discard(room)
            self._begin(self._opener.close([room], lost=True))

    def _begin(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _failed(self, error: Exception) -> None:
        if not self._ailing:
            log.warning("rooms are not looked after reason=%s", type(cause_of(error)).__name__)
        self._ailing = True
