"""Threads, topics and rooms of tables: opened, used and put away, whenever the program dies.

What is wanted is stored before the platform is asked, and the place as soon as it is known; it is
forgotten once it was put away: when its table is over, everything was shown there, and nobody plays
or waits there now. After the next start a place whose table was not stored is used for it, or put
away where there is no such table any more.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.ports.errors import ChatGone, NotAllowed, PlatformError
from bot.ports.refs import place_of
from bot.store.letters import PlaceDone, PlaceNoted
from bot.store.rows import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.ports.refs import ChatRef, UserRef
    from bot.runtime.context import Context
    from bot.support.clock import Handle
    from bot.table.state import TableState

log = logging.getLogger(__name__)

TRIES = 10
AGAIN = timedelta(minutes=1)
"""After a start it is tried so often, and after so long again, to put places away."""


class Places:
    """Places of tables; ``occupied``: whether somebody plays or waits at one."""

    def __init__(self, context: Context, occupied: Callable[[ChatRef], bool]) -> None:
        self._context = context
        self._occupied = occupied
        self._known: dict[str, ChatRef] = {}
        self._lost: dict[str, PlaceNoted] = {}
        """Asked for, and nobody knows whether it was opened."""
        self._before: set[str] = set()
        """Those whose places were opened before the start."""
        self._timer: Handle | None = None

    async def load(self) -> None:
        """Know again what was opened; before anything else is."""
        for row in await self._context.store.letters.places():
            place = place_of(row.place)
            if place is None:
                self._lost[row.table] = row
            else:
                self._known[row.table] = place
        self._before = {*self._known, *self._lost}

    def stop(self) -> None:
        """Stop putting places away; those left are stored, and put away after the next start."""
        if self._timer is not None:
            self._timer.cancel()

    async def open(
        self, table: str, chat: ChatRef, title: str, people: Sequence[UserRef]
    ) -> ChatRef:
        """A place for a table: the one that was opened for it before, or a new one.

        Raises:
            PlatformError: none was opened.
            StoreError: nothing can be stored now.
        """
        place = self._known.get(table) or await self._find(table)
        if place is not None:
            return place
        store, now = self._context.store, self._context.clock.now()
        await store.commit([PlaceNoted(table, chat.place, title, "", now)])
        try:
            place = await self._context.gateway.open_place(chat, title, people)
        except PlatformError:
            await self._done(table)
            raise
        self._known[table] = place
        await store.commit([PlaceNoted(table, chat.place, title, place.place, now)])
        return place

    async def _find(self, table: str) -> ChatRef | None:
        """A place that was opened, perhaps, in the moment in which the program died."""
        row = self._lost.get(table)
        chat = place_of(row.chat) if row is not None else None
        platform = self._context.platforms.get(chat.platform) if chat is not None else None
        if row is None or chat is None or platform is None:
            self._lost.pop(table, None)
            return None
        place = await platform.find_place(chat, row.title, row.at)
        self._lost.pop(table, None)
        if place is not None:
            self._known[table] = place
        return place

    def shown(self, state: TableState) -> None:
        """A table is over and was shown: put away what was opened for it, or before it there.

        A tournament puts away those of its tables itself, when they are decided.
        """
        place = state.place
        if place is None or state.tournament or self._occupied(place):
            return
        left = [table for table, known in self._known.items() if known == place]
        if left:
            self._context.tasks.begin(self._put_away(left, lambda _: False, TRIES))

    async def close(self, table: str) -> None:
        """Put a place away, if there is one; it is let be where that is not allowed.

        Raises:
            PlatformError: it is tried again after the next start.
        """
        place = self._known.get(table) or await self._find(table)
        platform = self._context.platforms.get(place.platform) if place is not None else None
        if place is not None and platform is not None:
            try:
                await self._context.gateway.close_place(place)
            except (ChatGone, NotAllowed) as error:
                log.info("place not put away reason=%s", type(error).__name__)
            self._known.pop(table, None)
        await self._done(table)

    async def _done(self, table: str) -> None:
        try:
            await self._context.store.commit([PlaceDone(table)])
        except StoreError as error:  # it is put away once more after the next start
            log.warning("place not forgotten reason=%s", type(error).__name__)

    # What was left behind.

    def sweep(self, wanted: Callable[[str], bool], tries: int = TRIES) -> None:
        """Put away what a kill has left behind; after tables and tournaments are open again.

        Args:
            wanted: whether a table with this id is played, or will be.
            tries: how often it is tried, as a platform may not be connected yet.
        """
        known = {*self._known, *self._lost} & self._before
        left = [table for table in sorted(known) if not self._used(table, wanted)]
        if left:
            self._context.tasks.begin(self._put_away(left, wanted, tries))

    def _used(self, table: str, wanted: Callable[[str], bool]) -> bool:
        place = self._known.get(table)
        return wanted(table) or (place is not None and self._occupied(place))

    async def _put_away(
        self, tables: Sequence[str], wanted: Callable[[str], bool], tries: int
    ) -> None:
        failed = False
        for table in tables:
            try:
                await self.close(table)
            except PlatformError as error:
                failed = True
                log.warning("place not put away yet reason=%s", type(error).__name__)
        if failed and tries > 1:
            when = self._context.clock.now() + AGAIN
            self._timer = self._context.clock.call_at(when, lambda: self.sweep(wanted, tries - 1))
