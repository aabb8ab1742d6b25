"""Gets a lease for a process, keeps it, and knows who has it while it is another's."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from typing import TYPE_CHECKING

from bot.lease.keeper import Ask, Keeper
from bot.lease.row import Lease, claimed, released, renewed
from bot.store.db import cause_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.lease.keeper import Request
    from bot.store.leases import Leases

log = logging.getLogger(__name__)

TICK = 0.2
"""Seconds between two looks whether something is to be asked."""

PATIENCE = 3.0
"""Seconds that the server may take to answer."""


RELUCTANT = 0.5
"""Seconds for which whoever would have most to give up for a lease leaves it to the others."""


class Holder:
    """Wants one lease from ``run`` on.

    Args:
        leases: the database.
        process: who wants it.
        name: which.
        steady: seconds from anywhere.
        busy: how much this process would have to give up for it, 0..1.

    Attributes:
        has: set while this process has the lease, as far as it knows: what it may write, the
            server decides.
        known: set once it is known whether this process has the lease, or another one.
        lost: set while a lease is lost that this process had.
        other: who had it when it was last asked for in vain; empty: nobody.
    """

    def __init__(
        self,
        leases: Leases,
        process: str,
        name: str,
        steady: Callable[[], float] = time.monotonic,
        busy: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._leases = leases
        self._busy = busy
        self._process = process
        self._name = name
        self._steady = steady
        self._keeper = Keeper(process)
        self._ailing = False
        self._rests_until = 0.0
        self._hurry = asyncio.Event()
        self.has = asyncio.Event()
        self.known = asyncio.Event()
        self.lost = asyncio.Event()
        self.other = ""

    @property
    def epoch(self) -> int:
        """The epoch under which to write; 0: not at all."""
        return self._keeper.epoch(self._name)

    async def run(self) -> None:
        """Claim and renew until cancelled."""
        while True:
            if self._steady() >= self._rests_until:
                self._keeper.want([self._name])
            for request in self._keeper.tick(self._steady()):
                await self._ask(request)
            try:
                await asyncio.wait_for(self._hurry.wait(), TICK)
            except TimeoutError:
                continue
            self._hurry.clear()
            if not self.epoch:
                self._keeper.want_now(self._name)

    def hurry(self) -> None:
        """Ask for it at once: somebody has given it back."""
        self._hurry.set()

    def fenced(self, epoch: int) -> None:
        """Something was not stored under an epoch: it is another's by now."""
        if self._keeper.lost(self._name, epoch, self._steady()):
            self.has.clear()
            self.lost.set()

    async def give_back(self, rest: float = math.inf) -> None:
        """Let others have it at once, and want it again after so many seconds."""
        self._rests_until = self._steady() + rest
        self.has.clear()
        for request in self._keeper.give_back(self._name):
            await self._ask(request)

    async def _ask(self, request: Request) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._asked(request)
        except Exception as error:  # noqa: BLE001  (the next try may succeed)
            if not self._ailing:
                log.warning("the lease is not known reason=%s", type(cause_of(error)).__name__)
            self._ailing = True
        else:
            self._ailing = False

    async def _asked(self, request: Request) -> None:
        epoch = 0

        def judged(lease: Lease, now: float) -> Lease | None:
            nonlocal epoch
            if request.ask is Ask.RENEW:
                return renewed(lease, self._process, request.epoch, now)
            if request.ask is Ask.RELEASE:
                return released(lease, self._process, request.epoch, now)
            self.other = lease.holder if now < lease.until else ""
            if lease.epoch and now - lease.until < RELUCTANT * self._busy():
                return None
            after = claimed(lease, self._process, now)
            epoch = 0 if after is None else after.epoch
            return after

        longer = request.ask is Ask.RENEW
        granted = await self._leases.change(request.name, judged, longer=longer)
        now = self._steady()
        if request.ask is Ask.CLAIM and granted:
            self.other = ""
            if self._keeper.granted(request.name, epoch, now):
                self.lost.clear()
                self.has.set()
        elif request.ask is Ask.RENEW and not granted:
            self.fenced(request.epoch)
        self.known.set()
