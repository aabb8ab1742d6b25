"""Forgets for good what can no longer be taken back, an hourly look beside the heartbeat."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.store.rows import StoreError
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from bot.access.bars import Bars
    from bot.access.presence import Presence
    from bot.runtime.tables import Tables
    from bot.store.store import Store
    from bot.support.clock import Clock
    from bot.talk.talk import Talk

log = logging.getLogger(__name__)

UNDO = timedelta(days=7)
"""How long ``/forgetme`` can be taken back."""

LOOK = 3600.0
"""So many seconds lie between two looks whose time to take it back is over."""


class Forgetting:
    """Drops people who asked for it days ago, old sightings, old talk, and bars of tables over."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        tables: Tables,
        presence: Presence,
        bars: Bars,
        talk: Talk,
    ) -> None:
        self._store, self._clock, self._tables = store, clock, tables
        self._presence, self._bars, self._talk = presence, bars, talk
        self._looked: float | None = None

    async def look(self) -> None:
        """Forget what is due; at most once in ``LOOK`` seconds. It never raises."""
        now, ran = self._clock.now(), self._clock.steady()
        if self._looked is not None and ran - self._looked < LOOK:
            return
        self._looked = ran
        try:
            gone = await self._store.people.purge(now - UNDO)
            await self._presence.prune()
            on = await self._store.matches.live_ids()  # those of other processes as well
            await self._bars.prune(on.union(self._tables.running))
            await self._talk.prune()
        except StoreError as error:
            log.warning("nobody forgotten for good reason=%s", error)
        except Exception as error:  # noqa: BLE001  (the heartbeat goes on; it is tried again)
            log_bug(log, "nobody forgotten for good", error)
        else:
            if gone:
                log.info("forgotten for good count=%d", gone)
