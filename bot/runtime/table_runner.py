"""One task a table: take a command, handle it, store what it stores, then show what it shows."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.delivery.presenter import Showing
from bot.economy.corrections import commit
from bot.players.autopass import Passing
from bot.runtime.letters import letters_of
from bot.runtime.table_time import TableTime
from bot.screens.why import Hitches
from bot.store.rows import Acted, NotSaved, Overdrawn, SourceSeen, StepTaken
from bot.support.errors import Refused, log_bug
from bot.table.answers import foreseen
from bot.table.commands import Delivered, Shift, Start, Suspend, Thought, Tick
from bot.table.effects import Say, ShowBoard, ShowHandOf, Think, Toast, stored_by
from bot.table.rounds import told_again
from engine.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence
    from datetime import datetime
    from typing import TypeAlias

    from bot.delivery.outbox import Outbox
    from bot.ports.refs import UserRef
    from bot.runtime.table_services import Services
    from bot.store.rows import Row
    from bot.support.clock import Handle
    from bot.table.commands import Command
    from bot.table.effects import Reaction
    from bot.table.machine import Table
    from engine.core import Seat

    _Answer: TypeAlias = asyncio.Future[tuple[Toast, ...]]

log = logging.getLogger(__name__)

RETRY = timedelta(seconds=2)
"""How soon the database is tried again after it refused to write."""


class Failed(Exception):
    """Something inside went wrong; it is logged, and the table stands still."""


class Unsaved(Refused):
    """The database refuses to write: nothing has changed."""


class Runner:
    """Runs one table.

    ``reload`` reads the table anew from the store; None where it is over there. ``ended`` is
    called when the table has nothing left to do. ``at`` is when the table was stored last, if that
    was before the program was started.
    """

    def __init__(
        self,
        table: Table,
        outbox: Outbox,
        services: Services,
        reload: Callable[[], Awaitable[Table | None]],
        ended: Callable[[], None],
        at: datetime | None = None,
    ) -> None:
        self.table = table
        self.outbox = outbox
        self._store = services.store
        self._showing = Showing(outbox, services.screens, services.prefs, services.link)
        self._clock = services.clock
        self._time = TableTime(services.clock, services.standstills, at)
        self._passing = Passing(services.prefs, services.clock, self.tell)
        self._reload = reload
        self._over = services.over
        self._letters = services.letters
        self._computers = services.computers
        self._wake = services.wake
        self._ended = ended
        self._mailbox: asyncio.Queue[tuple[Command, _Answer | None]] = asyncio.Queue()
        self._timer: Handle | None = None
        self._busy = False
        self._thoughts: set[asyncio.Task[None]] = set()
        self._untold: list[Command] = []
        self._asked = 0
        self._person = asyncio.Event()
        self._halted = False
        self._stopped = False

    def tell(self, command: Command) -> None:
        """Put a command into the mailbox without waiting for it."""
        self._mailbox.put_nowait((command, None))

    async def ask(self, command: Command) -> tuple[Toast, ...]:
        """Have a command done.

        Returns:
            Short answers for its author.

        Raises:
            RuleError: it was refused.
            Failed: something inside went wrong.
        """
        if self._stopped:
            raise Refused("table-gone")
        answer: _Answer = asyncio.get_running_loop().create_future()
        self._mailbox.put_nowait((command, answer))
        self._asked += 1
        self._person.set()
        return await answer

    def foresees(self, user: UserRef, question: int) -> bool:
        """Whether somebody's ready-made answer will be done at once, and the rules take it."""
        held = self._busy or self._halted or self._stopped or self._time.unsaved
        return not held and self._mailbox.empty() and foreseen(self.table, user, question)

    def idle(self) -> bool:
        """Whether no command waits or is being done, and no computer player is thinking."""
        waits = not self._mailbox.empty() and not (self._halted and not self._asked)
        return not (waits or self._busy or self._thoughts)

    @property
    def waiting(self) -> int:
        """How many commands wait to be done."""
        return self._mailbox.qsize()

    def hitches(self) -> Hitches:
        """What holds the table up that it does not know of itself."""
        silent, owed = self.outbox.held()
        return Hitches(self._time.unsaved_since, silent, owed)

    @property
    def now(self) -> datetime:
        """The time by which the table's own times are reckoned."""
        return self._time.now(self.table.state)

    async def run(self) -> None:
        """Work until cancelled."""
        try:
            self.schedule()
            while True:
                self._busy = False
                command, answer = await self._mailbox.get()
                self._busy = True  # and so until it runs again, if this ends the task
                await self._answer(command, answer)
        finally:
            self._stop_timer()
            self._passing.stop()
            thoughts = tuple(self._thoughts)
            for thought in thoughts:
                thought.cancel()
            await asyncio.gather(*thoughts, return_exceptions=True)

    async def asked(self) -> None:
        """Wait until a person wants something; nothing is done before."""
        self._halted, self._busy = True, False
        while not self._asked:
            self._person.clear()
            await self._person.wait()
        self._halted, self._busy = False, True

    def stop(self) -> None:
        """Nothing is done any more: whoever waits is told that the table is gone."""
        self._stopped = True
        while not self._mailbox.empty():
            _, answer = self._mailbox.get_nowait()
            _fail(answer, Refused("table-gone"))

    async def _answer(self, command: Command, answer: _Answer | None) -> None:
        self._asked -= answer is not None
        try:
            await self._do(command, answer)
        except (RuleError, Failed) as error:
            _fail(answer, error)
        except BaseException as error:
            # Whatever becomes of this task, nobody waits for an answer that never comes.
            _fail(answer, Failed() if isinstance(error, Exception) else Refused("table-gone"))
            raise
        finally:
            if isinstance(command, Thought):
                self.table.thinking.discard(command.question)
        self.schedule()

    async def _do(self, command: Command, answer: _Answer | None) -> None:
        try:
            if self.table.asleep:
                self._wake(self)
            await self._catch_up()
            await self._carry_out(command, answer)
        except Unsaved:
            if isinstance(command, Delivered):
                self._untold.append(command)
            raise

    async def _catch_up(self) -> None:
        """Move every deadline by what the table is owed, before anything else."""
        shift = self._time.owed(self.table.state)
        if shift is None:
            return
        try:
            await self._carry_out(shift)
        except Failed:
            self._time.moved()
            raise
        self._time.moved()
        untold, self._untold = self._untold, []
        for command in untold:
            self.tell(command)

    async def _carry_out(self, command: Command, answer: _Answer | None = None) -> None:
        """Do it to a draft, which is the table once it is stored: nobody sees it before."""
        now = self._clock.now() if isinstance(command, Shift) else self.now
        draft = self.table.draft()
        try:
            reactions = draft.handle(command, now)
        except RuleError:
            self.table.meant = draft.meant
            raise
        except Exception as error:
            await self._trouble(command, error)
            raise Failed from error
        letters = letters_of(draft, reactions, now)
        rows = [*stored_by(reactions), *(letter.row(now) for letter in letters)]
        if rows:
            await self._commit(command, rows, now)
        before = self.table.state
        self.table.adopt(draft)
        self._log_actions(rows)
        if self.table.state.over and not before.over:
            self._over(self.table.state)
        if not self.table.state.live:
            self._ended()
        if self.table.state.place != before.place:
            self.outbox.move(self.table.state.place)
        if answer is not None and not answer.done():
            answer.set_result(tuple(r for r in reactions if isinstance(r, Toast)))
            # Whoever pressed is answered first: words for everybody take a while to find.
            await asyncio.sleep(0)
        try:
            self.show(reactions)
            self._letters.send(letters, self.outbox)
        except Exception as error:
            await self._trouble(command, error)
            raise Failed from error

    async def _commit(self, command: Command, rows: Sequence[Row], now: datetime) -> None:
        """Store what a command leads to.

        Raises:
            RuleError, Failed: nothing is stored.
        """
        try:
            await commit(self._store, rows, now, self.table.state.id)
        except SourceSeen:
            raise Refused("table-done-already") from None
        except StepTaken:
            log.warning("step taken elsewhere table=%s", self.table.state.id)
            there = await self.load_again()
            raise Refused("table-old-button" if there else "table-gone") from None
        except NotSaved as error:
            if self._time.refused():
                log.warning("not saved table=%s reason=%s", self.table.state.id, error)
            raise Unsaved("table-not-saved") from None
        except Exception as error:
            if isinstance(error, Overdrawn) and isinstance(command, Start):
                raise Refused("stakes-overdrawn", private=True) from None
            await self._trouble(command, error)
            raise Failed from error

    def _log_actions(self, rows: Sequence[Row]) -> None:
        for row in rows:
            if isinstance(row, Acted):
                log.info(
                    "action stored match=%s round=%d step=%d seat=%d by=%s",
                    row.match, row.round, row.step, row.seat, row.by,
                )  # fmt: skip

    async def _trouble(self, command: Command, error: Exception) -> None:
        """A bug: say so once, and stand still."""
        state = self.table.state
        log_bug(
            log, "command failed", error,
            table=state.id, round=state.round, step=state.step, command=type(command).__name__,
        )  # fmt: skip
        if isinstance(command, Suspend):
            return
        if state.over:
            # Nobody can be shown how it ended; as if they had been, so that it does end.
            self.tell(Delivered(state.public))
            return
        await self.halt()

    async def halt(self) -> None:
        """Status still and say so; if not even that can be done it is logged."""
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
        self.table = table
        self.show_all()
        return True

    # Showing.

    def show(self, reactions: Sequence[Reaction]) -> None:
        """Hand everything that is shown to the outbox, and computers' questions to a thread.

        Raises:
            Exception: the first of the errors that single reactions met; the others are shown.
        """
        for think in (reaction for reaction in reactions if isinstance(reaction, Think)):
            task = asyncio.create_task(self._think(think))
            self._thoughts.add(task)
            task.add_done_callback(self._thoughts.discard)
        self._showing.show(self.table, reactions)

    def show_again(self, user: UserRef) -> None:
        """The board, and this person's private screen, as if they had never been sent."""
        seat = self.table.seat_of(user)
        if seat is not None:
            self.outbox.forget(user)
        self._show_anew(() if seat is None else (seat,))

    def show_all(self) -> None:
        """The board and every private screen, whatever was shown before."""
        self._show_anew(range(len(self.table.state.sitters)))

    def show_after_crash(self) -> None:
        """What was stored and perhaps never shown: screens, and the settlement as a second one."""
        lines = told_again(self.table)
        more = (Say(lines),) if lines else ()
        self._show_anew(range(len(self.table.state.sitters)), *more)

    def _show_anew(self, seats: Iterable[Seat], *more: Reaction) -> None:
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
        """Have ``Tick`` come when it is due next, and those pass who wish to."""
        self._passing.look(self.table)
        self._stop_timer()
        when = self.table.next_wake()
        if self._time.unsaved:
            when = self.now + RETRY
        if when is None:
            return
        left = (when - self.now) / timedelta(seconds=1)
        self._timer = self._clock.call_in(left, lambda: self.tell(Tick()))

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Computer players.

    async def _think(self, think: Think) -> None:
        action = await self._computers.answer(self.table, think)
        self.tell(Thought(think.seat, think.question, action))


def _fail(answer: _Answer | None, error: Exception) -> None:
    if answer is not None and not answer.done():
        answer.set_exception(error)
