"""What one process of several may send with a token: its rows are kept, and the others' looked at.

How much that is, ``bot.lease.rate`` works out. Each row is taken or renewed in a transaction of its
own before anybody's are looked at, so that of two who come at once one sees the other.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.cluster.names import address_of
from bot.lease.rate import BEAT, Rate
from bot.lease.row import Lease, is_held
from bot.ports.allowance import WINDOW, since_boot
from bot.store.db import cause_of
from bot.store.leases import Fence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.ports.allowance import Allowance
    from bot.store.leases import Leases

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds that the server may take to answer; what it says later is too old."""


class Rates:
    """The share of one process.

    Args:
        leases: the database.
        process: the name of this one.
        what: the token's platform.
        allowance: what is sent with the token here.
        steady: seconds from anywhere, those of a machine's sleep among them.
    """

    def __init__(
        self,
        leases: Leases,
        process: str,
        what: str,
        allowance: Allowance,
        steady: Callable[[], float] = since_boot,
    ) -> None:
        self._leases, self._process, self._allowance = leases, process, allowance
        self._steady, self._what, self._prefix = steady, what, f"{what}:rate"
        self._rate = Rate(self._prefix, address_of(process), allowance.most)
        self._refused = self._ailing = False
        self._hurry = asyncio.Event()
        allowance.share = lambda: self._rate.share(self._steady())
        allowance.refused = self._note

    async def run(self) -> None:
        """Have a share until cancelled."""
        with suppress(Exception):  # it is done once more by whoever starts next
            async with asyncio.timeout(PATIENCE):
                await self._leases.forget(self._prefix)
        try:
            while True:
                await self.step()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._hurry.wait(), BEAT)
                self._hurry.clear()
        finally:
            await self.end()

    def _note(self, seconds: float) -> None:
        self._refused = True
        self._hurry.set()

    async def step(self) -> None:
        """Keep what is here, and look at the others."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._tell()
                await self._look()
        except Exception as error:  # noqa: BLE001  (the next try may succeed)
            if not self._ailing:
                reason = type(cause_of(error)).__name__
                log.warning("a token's share is not known reason=%s", reason)
            self._ailing = True
        else:
            self._ailing = False

    async def _tell(self) -> None:
        """Note for all that the platform refuses everything."""
        seconds = self._allowance.held
        if not self._refused or not seconds:
            return

        def judged(lease: Lease, now: float) -> Lease:
            return Lease("", lease.epoch + 1, max(lease.until, now + seconds))

        self._refused = False  # it may be refused again meanwhile
        try:
            await self._leases.change(self._rate.held_name, judged)
        except BaseException:
            self._refused = True
            raise
        log.warning("nothing is sent with the token of %s for %.1f s", self._what, seconds)

    async def _look(self) -> None:
        rate = self._rate
        look = rate.look(self._steady(), wanted=self._allowance.wanted())
        if look.release:
            await self._leases.release(self._fences(look.release))
        renewed = await self._leases.renew(self._fences(look.renew))
        given = await self._leases.claim(self._process, look.claim) if look.claim else {}
        claimed = {name: one.epoch for name, one in given.items()}
        rate.kept(look, renewed, claimed, self._steady())
        rate.seen(look, await self._leases.left(f"{self._prefix}:"), self._steady())

    def _fences(self, rows: Mapping[str, int]) -> list[Fence]:
        return [Fence(name, self._process, epoch) for name, epoch in rows.items()]

    async def end(self) -> None:
        """Send nothing more, and leave it to the others as soon as what was sent is past."""
        self._allowance.share = lambda: 0
        try:
            async with asyncio.timeout(PATIENCE):
                for name, epoch in self._rate.rows.items():
                    await self._leases.change(name, self._ended(epoch))
        except Exception as error:  # noqa: BLE001  (they run out)
            reason = type(cause_of(error)).__name__
            log.warning("a token's share is not given back reason=%s", reason)

    def _ended(self, epoch: int) -> Callable[[Lease, float], Lease | None]:
        def judged(lease: Lease, now: float) -> Lease | None:
            held = is_held(lease, self._process, epoch)
            return replace(lease, until=now + WINDOW) if held else None

        return judged
