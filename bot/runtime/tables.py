"""The tables that run: found by id, by place and by who sits there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.runtime.elsewhere import Nobody
from bot.runtime.loading import load
from bot.runtime.sleeping import SleepingTables
from bot.runtime.table_runner import TableRunner
from bot.runtime.table_services import Services
from bot.store.rows import StoreError
from bot.support.errors import Failed
from bot.support.tasks import Tasks
from bot.table.commands import Close, Refresh, Remember
from bot.users.preferences import PERSON, ZONE
from engine.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime, timedelta

    from bot.ports.refs import ChatRef, UserRef
    from bot.runtime.context import Context
    from bot.runtime.elsewhere import Others
    from bot.runtime.letters import Letters
    from bot.table.commands import Command
    from bot.table.machine import TableMachine
    from bot.table.state import TableState

SHOWN = frozenset({*PERSON, ZONE})
"""What a person may set that changes what their tables show them."""

PATIENCE = 3.0
"""Seconds that a table which is handed over may take to show what it has done."""

NOTING = 1.0
"""Seconds that a stop waits for a database that hangs, to store what was shown."""


@dataclass(slots=True)
class Listeners:
    """Who is told of tables; each is called at once and must not take long.

    Attributes:
        opened: a lobby was opened by somebody.
        over: a table has come to its end.
        changed: a table is shown otherwise now; called often.
        freed: no table is at a place any more.
        shown: nothing more will be shown of a table that is over.
    """

    opened: list[Callable[[TableState], None]] = field(default_factory=list)
    over: list[Callable[[TableState], None]] = field(default_factory=list)
    changed: list[Callable[[TableState], None]] = field(default_factory=list)
    freed: list[Callable[[ChatRef], None]] = field(default_factory=list)
    shown: list[Callable[[TableState], None]] = field(default_factory=list)


class Tables:
    """All tables that run.

    Attributes:
        running: by their ids.
        sleeping: opens the stored ones, and knows those that nobody has asked for yet.
        pace: how long computer players wait before they answer: 1 as people like it, 0 not at all.
    """

    def __init__(self, context: Context, letters: Letters, pace: float) -> None:
        self.running: dict[str, TableRunner] = {}
        self.listeners = Listeners()
        self.pace = pace
        self._context = context
        self._letters = letters
        self._places: dict[str, str] = {}
        self._tasks: dict[TableRunner, asyncio.Task[None]] = {}
        self._ending = Tasks()
        self.sleeping: SleepingTables = SleepingTables(context, self)
        self.others: Others = Nobody()
        """What is known of tables that other processes run."""

    # Finding.

    def get(self, ident: str) -> TableRunner | None:
        """The table with this id."""
        return self.running.get(ident)

    def at(self, chat: ChatRef | None) -> TableRunner | None:
        """The table of a place."""
        found = self._places.get(chat.place) if chat is not None else None
        return self.running.get(found) if found is not None else None

    def alone(self, user: UserRef) -> TableRunner | None:
        """A person's table without a place."""
        for runner in self.running.values():
            state = runner.table.state
            if state.chat is None and state.host == user and not state.over:
                return runner
        return None

    def of(self, user: UserRef) -> list[TableRunner]:
        """The tables at which a person sits and that are not over."""
        return [
            runner
            for runner in self.running.values()
            if not runner.table.state.over and runner.table.seat_of(user) is not None
        ]

    def preferred(self, user: UserRef, wishes: Mapping[str, str]) -> None:
        """Show a person their tables as they have just wished to see them."""
        if wishes.keys() & SHOWN:
            for runner in self.of(user):
                runner.tell(Refresh(user))

    def within(self, chat: ChatRef, *, whole: bool) -> Iterator[TableRunner]:
        """Those at a place, or in all threads of a chat."""
        for runner in tuple(self.running.values()):
            place = runner.table.state.place
            if place is not None and (place.key == chat.key if whole else place == chat):
                yield runner

    def called(self, chat: ChatRef, *, whole: bool) -> Iterator[TableRunner]:
        """Those that were called at a place, or in all threads of a chat, wherever they stand."""
        for runner in tuple(self.running.values()):
            state = runner.table.state
            for place in (state.place, state.home):
                if place is not None and (place.key == chat.key if whole else place == chat):
                    yield runner
                    break

    # Running.

    async def know(self, *tables: TableMachine) -> None:
        """Read how everybody at tables that begin or are opened again wants to see them."""
        states = [table.state for table in tables]
        people = {s.user.key for state in states for s in state.players if s.user is not None}
        chats = {state.chat.key for state in states if state.chat}
        await self._context.preferences.know(people, chats)

    def dress(self, table: TableMachine) -> None:
        """What a table has to know of its surroundings, and does not store."""
        platform = self._context.platforms.get(table.state.host.platform)
        table.pace = self.pace
        table.quiet = platform is not None and platform.limits.quiet
        table.purses = platform is not None and platform.limits.purses
        table.keyed = platform is not None and platform.limits.talk

    def run(
        self, table: TableMachine, at: datetime | None = None, alone: timedelta | None = None
    ) -> TableRunner:
        """Give a table its tasks.

        ``at``: when it was stored, if that was before the start; ``alone``: for how long no process
        of several has run it.
        """
        context, ident, place = self._context, table.state.id, table.state.place
        self.dress(table)

        def link(token: str) -> str:
            platform = context.platforms.get(table.state.host.platform)
            return platform.link(token) if platform is not None else ""

        def tell(command: Command) -> None:
            runner.tell(command)

        async def reload() -> TableMachine | None:
            stored = await context.store.matches.live_table(ident)
            if stored is None:
                return None
            again = await load(stored, context.store, context.games)
            self.dress(again)
            return again

        outbox = context.outboxes.open(ident, place)
        outbox.knows(table.state, tell)
        services = Services(
            context.store, link, context.reader, context.preferences, context.clock,
            context.standstills, self._over, self._letters, context.computers,
            self.sleeping.wake, self._changed, context.watched, context.beacon,
        )  # fmt: skip
        runner = TableRunner(
            table, outbox, services, reload, lambda: self._forget(ident), at, alone
        )
        # One that is over and only waits to be shown gives way to the one that is on.
        if place is not None and (not table.state.over or self.at(place) is None):
            self._places[place.place] = ident
        self.running[ident] = runner
        self._tasks[runner] = asyncio.create_task(runner.supervised(), name=f"table {ident}")
        if table.state.over:  # players that do not think played it out as it was opened
            self._over(table.state)
        return runner

    def moved(self, runner: TableRunner) -> None:
        """A table's chat has got another id: it is the table of that place now.

        A lobby that was opened there meanwhile gives way; where a match is on, buttons still tell
        the two tables apart.
        """
        ident, place = runner.table.state.id, runner.table.state.place
        self._places = {key: table for key, table in self._places.items() if table != ident}
        other = self.at(place)
        if place is None or (other is not None and other.table.state.match):
            return
        if other is not None:
            other.tell(Close())
        self._places[place.place] = ident

    def catch_up(self) -> None:
        """The clock was set: everything with a deadline is shown as it is now."""
        self.sleeping.catch_up()

    def _over(self, state: TableState) -> None:
        for told in self.listeners.over:
            told(state)

    def _changed(self, state: TableState) -> None:
        for told in self.listeners.changed:
            told(state)

    def _forget(self, ident: str) -> None:
        runner = self._taken_out(ident)
        if runner is not None:
            self._ending.begin(self._end(runner))

    def _taken_out(self, ident: str) -> TableRunner | None:
        """A table that is no more to be found."""
        runner = self.running.pop(ident, None)
        place = runner.table.state.place if runner is not None else None
        if place is not None and self._places.get(place.place) == ident:
            del self._places[place.place]
            for told in self.listeners.freed:
                told(place)
        return runner

    def dismiss(self, ident: str) -> bool:
        """Stop a table where it stands; whether there was one."""
        runner = self._taken_out(ident)
        if runner is not None:
            self._stop(runner)
        return runner is not None

    async def leave(self, chat: ChatRef, *, lost: bool) -> list[TableState]:
        """Stop those of a chat, which another process runs from now on; how they stood.

        ``lost``: at once, as that one does already; else once what is under way there is done.
        """
        runners = list(self.within(chat, whole=True))
        for runner in runners:
            if not lost and not runner.table.asleep:
                with suppress(RuleError, Failed, TimeoutError):
                    async with asyncio.timeout(PATIENCE):
                        await runner.ask(Remember())  # what was asked before is done by then
                        await runner.outbox.drained()
            self.sleeping.forget(runner.table.state.id)
            self.dismiss(runner.table.state.id)
        return [runner.table.state for runner in runners]

    async def _end(self, runner: TableRunner) -> None:
        await runner.outbox.drained()
        self._stop(runner)
        for told in self.listeners.shown:
            told(runner.table.state)

    def _stop(self, runner: TableRunner) -> None:
        self._context.outboxes.close(runner.outbox)
        self._tasks.pop(runner).cancel()
        runner.stop()

    async def _note(self) -> None:
        """Store what was shown last, so that the next start need not show it again."""
        rows = [row for runner in self.running.values() for row in runner.unnoted(runner.now)]
        with suppress(StoreError, TimeoutError):  # then it does
            async with asyncio.timeout(NOTING):
                await self._context.store.commit(rows)

    async def close(self) -> None:
        """Stop every table where it stands; whatever was done is stored already."""
        self.sleeping.stop()
        await self._note()
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await self._ending.close()
        await asyncio.gather(*tasks, return_exceptions=True)
        for runner in self.running.values():
            runner.stop()
        self.running.clear()
