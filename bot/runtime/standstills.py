"""When nobody could be heard, and how every deadline is moved by it.

There are three kinds: the program was not running, the machine slept, the clock of the machine was
set. For all of them one entry is stored, and what has deadlines remembers how many entries it has
been moved by: whatever is read, today or after the next three starts, knows what it is owed. So a
kill in the middle of it costs nobody a second.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.store.rows import StoodStill, StoreError
from bot.table.commands import Shift

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence
    from datetime import datetime
    from typing import Any

    from bot.store.rows import Row
    from bot.store.store import Store
    from bot.support.clock import Clock, Handle
    from bot.table.state import TableState

log = logging.getLogger(__name__)

FELT = timedelta(seconds=1)
"""What a table loses as it goes from one process to another is made good from so much on."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What something that has been moved by some standstills is yet to be moved by.

    Attributes:
        by: all of it; less than nothing where a clock was set back.
        clock: that part by which the clock was set or the machine slept. A time that people agreed
            on, or that has passed, is moved by this alone: it is no later because we were away.
        number: how many standstills it has been moved by then.
    """

    by: timedelta
    clock: timedelta
    number: int


class Standstills:
    """All standstills so far, and the watch for the next.

    Args:
        beside: does something that nobody waits for.
        also: rows that are to be stored together with a clock's being set by so much.
        moved: called as soon as the clock was set.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        beside: Callable[[Coroutine[Any, Any, None]], None],
        also: Callable[[timedelta], Awaitable[Sequence[Row]]],
        moved: Callable[[Sequence[Row]], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._beside = beside
        self._also = also
        self._moved = moved
        self._all: list[StoodStill] = []
        self._noting = False
        self._alone = asyncio.Lock()
        self._unstored: list[tuple[Row, ...]] = []
        self._watch: Handle | None = None

    @property
    def number(self) -> int:
        """How many there have been."""
        return len(self._all)

    def owed(self, number: int, at: datetime | None = None) -> Owed:
        """What something is owed that has been moved by the first ``number``.

        ``at``: when it was stored last, if that is not known to be before the next one began.
        """
        by = clock = timedelta(0)
        for one in self._all[number:]:
            since = one.since if at is None else max(one.since, at)
            gap = one.until - since
            if one.away and one.since < one.until:  # stored since by another process: it ran there
                gap = max(gap, timedelta(0))
            by += gap
            clock += min(gap, timedelta(0)) if one.away else gap
            if at is not None and not one.away and at <= one.since:
                # It was stored by the clock before that was set; what comes next is by the new one.
                at += gap
        return Owed(by, clock, max(number, self.number))

    async def read(self) -> None:
        """Know those so far, where another process looks after them."""
        self._all = await self._store.standstills()

    async def start(self) -> None:
        """Note that the program was away, and watch the clock from now on."""
        await self.read()
        last, now = await self._store.last_beat(), self._clock.now()
        if last is not None and last != now:
            away = StoodStill(self.number + 1, last, now, away=True)
            back = await self._also(now - last) if now < last else ()
            self._all.append(away)
            self._unstored.append((away, *back))
            with suppress(StoreError):
                await self._keep()
        self._watch = self._clock.watch(self._apart)

    async def beat(self) -> None:
        """Note that the program is alive, and what could not be stored at the start.

        Raises:
            StoreError: nothing can be stored.
        """
        async with self._alone:
            await self._keep()
            await self._store.beat(self._clock.now())

    async def _keep(self) -> None:
        while self._unstored:
            await self._store.commit(self._unstored[0])
            del self._unstored[0]

    def stop(self) -> None:
        """Stop watching the clock."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _apart(self, ahead: timedelta) -> None:
        if not self._noting:
            self._noting = True
            self._beside(self._note(ahead))

    async def _note(self, ahead: timedelta) -> None:
        """Store it, and set the clock then; where it cannot be stored it is tried again."""
        try:
            async with self._alone:  # no heartbeat by the old clock comes after it
                await self._keep()
                also, now = await self._also(ahead), self._clock.now()
                stood = StoodStill(self.number + 1, now, now + ahead, away=False)
                await self._store.commit([stood, *also])
                self._all.append(stood)
                self._clock.set_by(ahead)
        except StoreError as error:
            log.warning("the clock is not followed yet reason=%s", type(error).__name__)
            return
        finally:
            self._noting = False
        log.warning("the clock was set, or the machine slept seconds=%.0f", ahead.total_seconds())
        self._moved(also)


class TableTime:
    """Tells a table the time, and by what its deadlines are to be moved.

    ``at`` is when the table was stored last, if that was before the program was started. ``alone``:
    for how long no process of several has run it, whether or not all of them were away.
    """

    def __init__(
        self,
        clock: Clock,
        standstills: Standstills,
        at: datetime | None = None,
        alone: timedelta | None = None,
    ) -> None:
        self._clock = clock
        self._standstills = standstills
        self._at = at
        self._alone = alone if alone is not None and alone >= FELT else timedelta(0)

    def _owed(self, state: TableState) -> Owed:
        owed = self._standstills.owed(state.standstills, self._at)
        more = self._alone - max(owed.by, timedelta(0))
        if more <= timedelta(0):
            return owed
        return replace(owed, by=owed.by + more)

    def now(self, state: TableState) -> datetime:
        """The time by which the table's own times are reckoned.

        Until it has been moved by the last standstill, that is the time before it.
        """
        return self._clock.now() - self._owed(state).by

    def owed(self, state: TableState, refused: timedelta | None) -> Shift | None:
        """By what a table is to be moved before anything else is done; None: by nothing.

        ``refused``: for how long nothing could be stored; None: it could.
        """
        owed = self._owed(state)
        if refused is None and (state.over or not (owed.by or owed.clock)):
            return None
        return Shift(owed.by + (refused or timedelta(0)), owed.clock, owed.number)

    def moved(self) -> None:
        """Owe nothing before the last start any more: it was moved, or moving it has failed."""
        self._at, self._alone = None, timedelta(0)
