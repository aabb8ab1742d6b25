"""Runs one table: what a table has beside any machine, its screens and its computer players."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from bot.beacon.watch import BeaconWatch, waited_at
from bot.delivery.presenter import Presenter
from bot.economy.corrections import overdrawn
from bot.players.autopass import AutopassWatch
from bot.runtime.letters import letters_of
from bot.runtime.runner import Runner
from bot.runtime.standstills import TableTime
from bot.screens.why import DeliveryStatus
from bot.store.rows import Acted, Overdrawn
from bot.support.errors import Failed, Refused, Unsaved, log_bug
from bot.table.answers import foreseen
from bot.table.commands import (
    BeaconTold,
    BeaconUnused,
    Delivered,
    Shift,
    Start,
    Suspend,
    Thought,
    Tick,
)
from bot.table.effects import Say, ShowBoard, ShowHandOf, Think
from bot.table.rounds import told_again
from engine.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence
    from datetime import datetime, timedelta

    from bot.delivery.outbox import Outbox
    from bot.ports.refs import UserRef
    from bot.runtime.letters import Letter
    from bot.runtime.table_services import Services
    from bot.store.rows import Row
    from bot.table.commands import Command
    from bot.table.effects import Effect
    from bot.table.machine import TableMachine
    from engine.core import Seat

log = logging.getLogger(__name__)


class TableRunner(Runner["TableMachine", "Command", "Effect"]):
    """Runs one table; beside that computer players think, and those pass who wish to.

    ``reload`` reads the table anew from the store; None where it is over there. ``ended`` is
    called when the table has nothing left to do. ``at`` is when the table was stored last, if that
    was before the program was started; ``alone``, for how long no process of several has run it.
    """

    KIND = "table"
    TROUBLE = "table-trouble"
    RECURRING = (Tick, Thought)

    def __init__(
        self,
        table: TableMachine,
        outbox: Outbox,
        services: Services,
        reload: Callable[[], Awaitable[TableMachine | None]],
        ended: Callable[[], None],
        at: datetime | None = None,
        alone: timedelta | None = None,
    ) -> None:
        store = services.store
        super().__init__(
            table, outbox,
            lambda rows: store.commit(rows),  # noqa: PLW0108  (as it is when it is asked)
            services.letters, services.clock,
        )  # fmt: skip
        self._store = store
        self._presenter = Presenter(
            outbox, services.reader, services.prefs, services.link, services.watched
        )
        self._time = TableTime(services.clock, services.standstills, at, alone)
        self._autopass = AutopassWatch(services.prefs, services.clock, self.tell)
        self._beacon = BeaconWatch(services.beacon, services.clock, self.tell)
        self._reload = reload
        self._over = services.over
        self._changed = services.changed
        self._computers = services.computers
        self._wake = services.wake
        self._ended = ended
        self._thoughts: set[asyncio.Task[None]] = set()

    @property
    def table(self) -> TableMachine:
        """The table, as it is stored."""
        return self.machine

    def where(self) -> dict[str, str | int]:
        """The table and its step, for the log."""
        state = self.table.state
        return {"table": state.id, "round": state.round, "step": state.step}

    def foresees(self, user: UserRef, question: int) -> bool:
        """Whether somebody's ready-made answer will be done at once, and the rules take it."""
        held = self._busy or self._halted or self._stopped or self.unsaved
        return not held and self._mailbox.empty() and foreseen(self.table, user, question)

    def idle(self) -> bool:
        """Whether no command waits or is being done, and no computer player is thinking."""
        return super().idle() and not self._thoughts and not self._beacon.asking

    def unnoted(self, now: datetime) -> list[Row]:
        """The table as it is, if it is at rest and what was shown last is not stored yet."""
        at_rest = not self._busy and self.machine.note_at is not None
        return [self.machine.saved(now)] if at_rest else []

    def hitches(self) -> DeliveryStatus:
        """What holds the table up that it does not know of itself."""
        silent, owed = self.outbox.held()
        since = self._clock.now() - self._refused_for if self.unsaved else None
        return DeliveryStatus(since, silent, owed)

    @property
    def now(self) -> datetime:
        """The time by which the table's own times are reckoned."""
        return self._time.now(self.table.state)

    def _time_of(self, command: Command) -> datetime:
        return self._clock.now() if isinstance(command, Shift) else self.now

    def due(self) -> Command:
        """The command that does what is due."""
        return Tick()

    async def _wind_up(self) -> None:
        """Stop the computer players, and those who were to pass."""
        self._autopass.stop()
        self._beacon.stop()
        thoughts = tuple(self._thoughts)
        for thought in thoughts:
            thought.cancel()
        await asyncio.gather(*thoughts, return_exceptions=True)

    def _after(self, command: Command) -> None:
        if isinstance(command, Thought):
            self.table.thinking.discard(command.question)

    async def _overdrawn(self, rows: Sequence[Row], error: Overdrawn) -> None:
        """The match ends with what the ledger holds."""
        await overdrawn(self._store, rows, self.now, self.table.state.id, error)

    async def _catch_up(self) -> None:
        """Wake it, and move every deadline by what the table is owed."""
        if self.table.asleep:
            self._wake(self)
        shift = self._time.owed(self.table.state, self._refused_for if self.unsaved else None)
        if shift is None:
            return
        try:
            await self._carry_out(shift)
        except Unsaved:
            raise
        except Failed:
            self._moved()
            raise
        self._moved()

    def _moved(self) -> None:
        """Its deadlines are moved, or that has failed and is not to be tried at every command."""
        self._refused = None
        self._time.moved()

    def letters(
        self, draft: TableMachine, effects: Sequence[Effect], now: datetime
    ) -> list[Letter]:
        """Notes to persons, and how it came to its end."""
        return letters_of(draft, effects, now)

    def _not_done(self, draft: TableMachine) -> None:
        self.table.meant = draft.meant

    def _adopted(self, before: Any, rows: Sequence[Row]) -> None:
        _log_actions(rows)
        state = self.table.state
        if state.over and not before.over:
            self._over(state)
        if not state.live:
            self._ended()
        if state.place != before.place:
            self.outbox.move(state.place)

    def _meant(self, command: Command, error: Exception) -> Exception | None:
        if isinstance(error, Overdrawn) and isinstance(command, Start | BeaconTold):
            if isinstance(command, BeaconTold):  # nobody waits for an answer
                self.tell(BeaconUnused(command.match))
            return Refused("stakes-overdrawn", private=True)
        return None

    async def _trouble(self, command: Command, error: Exception) -> None:
        """A bug: say so once, and stand still."""
        state = self.table.state
        log_bug(log, "command failed", error, **self.where(), command=type(command).__name__)
        if isinstance(command, Suspend):
            return
        if state.over:
            # Nobody can be shown how it ended; as if they had been, so that it does end.
            self.tell(Delivered(state.public))
            return
        await self.halt()

    async def halt(self) -> None:
        """Stand still and say so; if not even that can be done it is logged."""
        try:
            await self._carry_out(Suspend())
        except (RuleError, Failed) as error:
            if self.table.state.suspended_at is None:
                log_bug(log, "table not suspended", error, table=self.table.state.id)

    async def load_again(self) -> bool:
        """Forget what is in memory and begin from the store; False if it is over there."""
        table = await self._reload()
        if table is None:
            self._ended()
            return False
        self.machine = table
        self.show_all()
        return True

    # Presenter.

    def show(self, effects: Sequence[Effect]) -> None:
        """Hand everything that is shown to the outbox, and computers' questions to a thread.

        Raises:
            Exception: the first of the errors that single effects met; the others are shown.
        """
        for think in (effect for effect in effects if isinstance(effect, Think)):
            task = asyncio.create_task(self._think(think))
            self._thoughts.add(task)
            task.add_done_callback(self._thoughts.discard)
        self._changed(self.table.state)
        self._presenter.show(self.table, effects)

    def show_again(self, user: UserRef) -> None:
        """The board, and this person's private screen, as if they had never been sent."""
        seat = self.table.seat_of(user)
        if seat is not None:
            self.outbox.forget(user)
        self._show_anew(() if seat is None else (seat,))

    def show_all(self) -> None:
        """The board and every private screen, whatever was shown before."""
        self._show_anew(range(len(self.table.state.players)))

    def show_after_crash(self) -> None:
        """What was stored and perhaps never shown: screens, and the settlement as a second one.

        What a message showed last may have been shown later than it was noted.
        """
        for player in self.table.state.players:
            if player.user is not None:
                self.outbox.forget(player.user)
        lines = told_again(self.table)
        more = (Say(lines),) if lines else ()
        self._show_anew(range(len(self.table.state.players)), *more)

    def _show_anew(self, seats: Iterable[Seat], *more: Effect) -> None:
        state = self.table.state
        hands = map(ShowHandOf, seats if self.table.has_hands else ())
        try:
            self.show((ShowBoard(), *hands, *more))
        except Exception as error:  # noqa: BLE001  (contained in this table)
            log_bug(log, "table not shown", error, table=state.id, step=state.step)
            if state.over:
                self.tell(Delivered(state.public))

    # Time.

    def schedule(self) -> None:
        """Have ``Tick`` come when it is due, those pass who wish to, and the beacon be asked."""
        self._autopass.look(self.table)
        self._beacon.look(waited_at(self.table))
        super().schedule()

    # Computer players.

    async def _think(self, think: Think) -> None:
        action = await self._computers.answer(self.table, think)
        self.tell(Thought(think.seat, think.question, action))


def _log_actions(rows: Sequence[Row]) -> None:
    for row in rows:
        if isinstance(row, Acted):
            log.info(
                "action stored match=%s round=%d step=%d seat=%d by=%s",
                row.match, row.round, row.step, row.seat, row.by,
            )  # fmt: skip
