"""The heartbeat: when the program was last alive, and work that is due from time to time."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bot.store.rows import StoreError
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.support.clock import Clock

log = logging.getLogger(__name__)

BEAT = 10.0
"""Seconds between heartbeats, from which downtime is computed after a kill."""


class Heartbeat:
    """Beats until it is cancelled.

    Args:
        beat: stores that the program is alive; may raise.
        chores: what is done after each beat; does not raise.
    """

    def __init__(
        self,
        clock: Clock,
        beat: Callable[[], Awaitable[None]],
        chores: Callable[[], Awaitable[None]],
    ) -> None:
        self._clock = clock
        self._store_beat = beat
        self._chores = chores
        self._ailing = False
        self._beating = False
        self.task: asyncio.Task[None] | None = None

    @property
    def resting(self) -> bool:
        """Whether it waits for its next beat, or has been stopped."""
        return self.task is None or self.task.done() or not self._beating

    async def start(self) -> None:
        """The first beat at once; the others in a task."""
        await self.beat()
        self._beating = True
        self.task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop, and wait until the last beat has ended."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._beating = False
            await self._clock.sleep(BEAT)
            self._beating = True
            await self.beat()
            await self._chores()

    async def beat(self) -> None:
        """Store that the program is alive; a fault is logged once, until it is over."""
        try:
            await self._store_beat()
        except StoreError as error:
            log.warning("no heartbeat reason=%s", error)
        except Exception as error:  # noqa: BLE001  (the next one may come)
            if not self._ailing:
                log_bug(log, "no heartbeat", error)
            self._ailing = True
        else:
            self._ailing = False
