"""Waits for the beacon's number at one table or contest, also through a restart."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.beacon.chain import Unfit
from bot.support.errors import log_bug
from bot.table.commands import BeaconTold
from bot.table.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.beacon.client import Beacon
    from bot.support.clock import Clock
    from bot.table.state import BeaconRound
    from bot.table.table import Table

log = logging.getLogger(__name__)

AGAIN = 2.0
"""Seconds until a beacon that has not told a round is asked again."""


def waited_at(table: Table) -> tuple[str, BeaconRound] | None:
    """The match that a table waits with, and the round; None: it waits for none."""
    made = table.state.seal
    if made is None or made.waits is None or table.state.phase is not Phase.LOBBY:
        return None
    return made.match, made.waits.round


class BeaconWatch:
    """Asks for the round that is waited for until it has it, or does not wait any more.

    ``asking``: a server is being asked just now.
    """

    def __init__(
        self, beacon: Beacon | None, clock: Clock, tell: Callable[[BeaconTold], None]
    ) -> None:
        self._beacon, self._clock, self._tell = beacon, clock, tell
        self.asking = False
        self._match = ""
        self._task: asyncio.Task[None] | None = None

    def look(self, waited: tuple[str, BeaconRound] | None) -> None:
        """See what is waited for now: by what it is stored, and the round."""
        match = waited[0] if waited is not None else ""
        if match == self._match:
            return
        self.stop()
        self._match = match
        if waited is not None and self._beacon is not None:
            work = self._ask(self._beacon, *waited)
            self._task = asyncio.get_running_loop().create_task(work)

    def stop(self) -> None:
        """Wait for nothing any more."""
        if self._task is not None:
            self._task.cancel()
        self._match, self._task = "", None

    async def _ask(self, beacon: Beacon, match: str, wanted: BeaconRound) -> None:
        left = (wanted.due - self._clock.now()) / timedelta(seconds=1)
        await self._clock.sleep(max(0.0, left))
        while True:
            self.asking = True
            try:
                told = await beacon.told(wanted)
            except Unfit as error:
                log.warning("no number yet round=%d reason=%s", wanted.number, error)
            except Exception as error:  # noqa: BLE001  (it is asked again, and called off in the end)
                log_bug(log, "the beacon was not asked", error, round=wanted.number)
            else:
                self._tell(BeaconTold(match, told.signature, told.chain))
                return
            finally:
                self.asking = False
            await self._clock.sleep(AGAIN)
