"""Tables that sleep: stored, known by their place, people and next deadline, and not replayed yet.

Replaying a match costs more than all the rest of a start, and most tables are not looked at for
long. So after a start only some are opened at once, those that are waited for most; any other one
wakes when a request, a notice or its own clock asks for it. Those that owe their people a look (a
screen that was stored and perhaps never shown, a deadline that is another now) are woken a few at
a time.
"""

from __future__ import annotations

import gc
from collections import deque
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.runtime.loading import Unreadable, load_all
from bot.runtime.recovery import close_unreadable
from bot.store.rows import StoredTable
from bot.support.errors import Failed, Refused
from bot.table.commands import Tick
from bot.table.state import dumps
from engine.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import timedelta

    from bot.runtime.context import Context
    from bot.runtime.table_runner import TableRunner
    from bot.runtime.tables import Tables
    from bot.support.clock import Handle
    from bot.table.state import TableState

AT_ONCE = 64
"""Tables that are opened at the start whatever they wait for: of so few none sleeps."""

EACH, PAUSE = 32, 1.0
"""So many of those that owe a look are woken at a time, with so many seconds between."""

NOTHING: Mapping[str, timedelta] = MappingProxyType({})

NEVER = datetime.max.replace(tzinfo=UTC)


class SleepingTables:
    """Opens the stored tables: some at once, each other one when it is asked for."""

    def __init__(self, context: Context, tables: Tables) -> None:
        self._context = context
        self._tables = tables
        self._owing: deque[str] = deque()
        self._unshown: set[str] = set()
        self._resting: set[str] = set()
        self._timer: Handle | None = None

    async def start(self, here: Callable[[str], bool] = lambda place: True) -> None:
        """Read all of them, and open the most urgent ones.

        ``here``: whether what is at a place is run by this process.
        """
        stored = await self._context.store.matches.live_tables()
        await self._open([row for row in stored if here(row.place)])

    async def open(self, places: Mapping[str, timedelta]) -> None:
        """Read those at some places, and open the most urgent ones.

        ``places``: each with for how long nobody has run what is there.
        """
        await self._open(await self._context.store.matches.live_at(tuple(places)), places)

    async def _open(
        self, stored: Sequence[StoredTable], alone: Mapping[str, timedelta] = NOTHING
    ) -> None:
        with _all_kept():
            await self._read(stored, alone)
        running = self._tables.running
        found = [running[row.table] for row in stored if row.table in running]
        runners = sorted(found, key=self._urgency)
        # A tournament looks at the times of its tables by itself.
        count = max(AT_ONCE, sum(bool(runner.table.state.tournament) for runner in runners))
        for runner in runners[:count]:
            if await self._awake(runner):
                runner.tell(Tick())
        self._owe(runners[count:])

    async def _read(self, stored: Sequence[StoredTable], alone: Mapping[str, timedelta]) -> None:
        async for page in load_all(stored, self._context.store, self._context.games):
            good = [(row, table) for row, table in page if not isinstance(table, Unreadable)]
            await self._tables.know(*(table for _, table in good))
            for row, table in page:
                if isinstance(table, Unreadable):
                    await close_unreadable(self._context, row, table)
                    continue
                if table.state.shown < table.state.public:
                    self._unshown.add(row.table)
                self._resting.add(row.table)
                self._tables.run(table, row.at, alone.get(row.place))

    def forget(self, ident: str) -> None:
        """A table is run by another process."""
        self._resting.discard(ident)
        self._unshown.discard(ident)

    def catch_up(self) -> None:
        """The clock was set: what is awake is shown as it is now, what sleeps a few at a time."""
        runners = tuple(self._tables.running.values())
        for runner in runners:
            if not runner.table.asleep:
                runner.tell(Tick())
        self._owe(runner for runner in runners if runner.table.asleep)

    def stop(self) -> None:
        """Stop waking tables."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Waking.

    async def awake(self, found: Callable[[], TableRunner | None]) -> TableRunner | None:
        """The table that is found, awake, and with its times as they are now.

        One that cannot be woken is closed, and not found.
        """
        runner = found()
        while runner is not None and runner.table.state.id in self._resting:
            if await self._awake(runner):
                with suppress(RuleError, Failed):  # it is told when something is done there
                    await runner.ask(Tick())
            runner = found()
        return runner

    def wake(self, runner: TableRunner) -> None:
        """Wake the table of a runner, which is about to do something.

        Raises:
            Refused: it cannot be woken, and is being closed.
        """
        try:
            self._wake(runner)
        except Unreadable as error:
            self._context.tasks.begin(self._bury(runner, error))
            raise Refused("table-gone") from None

    async def _awake(self, runner: TableRunner) -> bool:
        """Whether a table could be woken, or was awake."""
        try:
            self._wake(runner)
        except Unreadable as error:
            await self._bury(runner, error)
            return False
        return True

    def _wake(self, runner: TableRunner) -> None:
        """Wake it, and show what was stored and perhaps never shown before anything else."""
        runner.table.wake()
        ident = runner.table.state.id
        self._resting.discard(ident)
        if ident in self._unshown:
            self._unshown.discard(ident)
            runner.show_after_crash()

    async def _bury(self, runner: TableRunner, error: Unreadable) -> None:
        """Close it with words, once, as if it had not been opened at the start."""
        state = runner.table.state
        ident = state.id
        self._resting.discard(ident)
        if not self._tables.dismiss(ident):
            return
        place = state.place.place if state.place is not None else ""
        row = StoredTable(ident, place, dumps(state), self._context.clock.now())
        await close_unreadable(self._context, row, error)

    # A few at a time.

    def _urgency(self, runner: TableRunner) -> tuple[bool, bool, datetime]:
        state = runner.table.state
        return (
            not state.tournament,
            state.id not in self._unshown,
            runner.table.next_wake() or NEVER,
        )

    def _owe(self, runners: Iterable[TableRunner]) -> None:
        known = set(self._owing)
        for runner in runners:
            state = runner.table.state
            owes = state.id in self._unshown or _counts(state)
            if owes and state.id not in known:
                self._owing.append(state.id)
        if self._owing and self._timer is None:
            self._timer = self._context.clock.call_in(PAUSE, self._some)

    def _some(self) -> None:
        """Wake the next ones."""
        self._timer = None
        for _ in range(min(EACH, len(self._owing))):
            ident = self._owing.popleft()
            runner = self._tables.running.get(ident)
            if runner is not None and (runner.table.asleep or ident in self._unshown):
                runner.tell(Tick())
        if self._owing:
            self._timer = self._context.clock.call_in(PAUSE, self._some)


@contextmanager
def _all_kept() -> Iterator[None]:
    """What is made here stays, so nothing is looked through for garbage: that is half the work."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def _counts(state: TableState) -> bool:
    """Whether people see a time run down at a table."""
    if state.over or state.suspended_at is not None:
        return False
    times = [state.next_at, state.vote, *(question.deadline for question in state.questions)]
    return any(time is not None for time in times)
