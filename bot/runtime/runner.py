"""Runs one machine: takes a command at a time, stores what it leads to, and only then shows it.

Tables, tournaments and queues all run by it, so what a failure means is said here, once:

* the rules, or what is stored already, refuse the command: its author is told, nothing changes;
* the database refuses to write: nothing changes, and it is tried again every ``RETRY`` until it is
  stored; what nobody can ask for a second time is kept until then;
* another process was here first: the machine is read anew from the store;
* anything else is a bug: it is logged once, and this machine alone halts.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from bot.runtime.machine import Machine
from bot.store.rows import NotSaved, Overdrawn, SourceSeen, StepTaken, StoreError
from bot.support.errors import Failed, Refused, Unsaved, log_bug
from bot.table.effects import Store, Toast
from engine.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from datetime import datetime
    from typing import TypeAlias

    from bot.delivery.outbox import Outbox
    from bot.runtime.letters import Letter, Letters
    from bot.store.rows import Row
    from bot.support.clock import Clock, Handle

    Answer: TypeAlias = asyncio.Future[tuple[Toast, ...]]
    Write: TypeAlias = Callable[[Sequence[Row]], Awaitable[None]]

log = logging.getLogger(__name__)

RETRY = timedelta(seconds=2)
"""How soon the database is tried again after it refused to write."""

RESTARTS = 3
"""So often a task that dies is begun again before it waits for somebody to want something."""


M = TypeVar("M", bound=Machine)
C = TypeVar("C")
E = TypeVar("E")


class Runner(ABC, Generic[M, C, E]):
    """Runs a machine ``M`` that takes commands ``C`` and answers with effects ``E``.

    Attributes:
        machine: what is run, as it is stored.
        outbox: what leaves for its chat.
        KIND: what it is, for the log.
        TROUBLE: the message for whoever meets a bug.
        RECURRING: commands that come again by themselves, so that none is kept for later.
    """

    KIND: str
    TROUBLE = "hub-trouble"
    RECURRING: tuple[type, ...] = ()

    def __init__(
        self, machine: M, outbox: Outbox, write: Write, letters: Letters, clock: Clock
    ) -> None:
        self.machine = machine
        self.outbox = outbox
        self._write = write
        self._letters = letters
        self._clock = clock
        self._mailbox: asyncio.Queue[tuple[C, Answer | None]] = asyncio.Queue()
        self._timer: Handle | None = None
        self._busy = False
        self._kept: list[C] = []
        self._asked = 0
        self._person = asyncio.Event()
        self._halted = False
        self._stopped = False
        self._refused: float | None = None

    # What differs from machine to machine.

    @abstractmethod
    def where(self) -> dict[str, str | int]:
        """What is run and how far it is, for the log."""

    @property
    @abstractmethod
    def now(self) -> datetime:
        """The time by which its own times are reckoned."""

    @abstractmethod
    def due(self) -> C:
        """The command that does what is due."""

    @abstractmethod
    async def load_again(self) -> bool:
        """Forget what is in memory and begin from the store; False if it is over there."""

    @abstractmethod
    def letters(self, draft: M, effects: Sequence[E], now: datetime) -> list[Letter]:
        """What of it must be told, also if the program ends before it is."""

    @abstractmethod
    def show(self, effects: Sequence[E]) -> None:
        """Hand everything that is shown to the outbox.

        Raises:
            Exception: something could not be shown; the rest is.
        """

    def show_calmly(self, effects: Sequence[E]) -> None:
        """Show what no command has led to; what cannot be shown is logged."""
        try:
            self.show(effects)
        except Exception as error:  # noqa: BLE001  (it goes on unseen)
            log_bug(log, f"{self.KIND} not shown", error, **self.where())

    def next_wake(self) -> datetime | None:
        """When it has something to do by itself."""
        return self.machine.next_wake()

    async def halt(self) -> None:
        """Stand still after a bug, and say so."""

    async def _catch_up(self) -> None:
        """What is to be done before any command: move deadlines as the clock was."""

    async def _wind_up(self) -> None:
        """End what was begun beside the commands: it works no more, or begins anew."""

    def _after(self, command: C) -> None:
        """Tidy up after a command, whatever became of it."""

    async def _overdrawn(self, rows: Sequence[Row], error: Overdrawn) -> None:
        """Store something else where a purse would fall below zero, or raise ``error``."""
        raise error

    def _adopted(self, before: Any, rows: Sequence[Row]) -> None:
        """Its state was ``before``; what it is now is stored, and nothing of it is shown yet."""

    def _meant(self, command: C, error: Exception) -> Exception | None:
        """What an error of the store means to the author of a command; None: a bug."""
        return None

    # Taking commands.

    def tell(self, command: C) -> None:
        """Put a command into the mailbox without waiting for it."""
        self._mailbox.put_nowait((command, None))

    async def ask(self, command: C) -> tuple[Toast, ...]:
        """Have a command done.

        Returns:
            Short answers for its author, once it is stored.

        Raises:
            RuleError: it was refused.
            Failed: something inside went wrong.
        """
        if self._stopped:
            raise Refused("table-gone")
        answer: Answer = asyncio.get_running_loop().create_future()
        self._mailbox.put_nowait((command, answer))
        self._asked += 1
        self._person.set()
        return await answer

    def idle(self) -> bool:
        """Whether no command waits or is being done."""
        waits = not self._mailbox.empty() and not (self._halted and not self._asked)
        return not (waits or self._busy)

    @property
    def waiting(self) -> int:
        """How many commands wait to be done."""
        return self._mailbox.qsize()

    @property
    def unsaved(self) -> bool:
        """Whether nothing could be stored when it was last tried."""
        return self._refused is not None

    @property
    def _refused_for(self) -> timedelta:
        """For how long nothing could be stored."""
        if self._refused is None:
            return timedelta(0)
        return timedelta(seconds=self._clock.steady() - self._refused)

    async def run(self) -> None:
        """Do what comes into the mailbox, one command at a time, until cancelled."""
        try:
            self.schedule()
            while True:
                self._busy = False
                command, answer = await self._mailbox.get()
                self._busy = True  # and so until it runs again, if this ends the task
                await self._answer(command, answer)
        finally:
            self._stop_timer()
            await self._wind_up()

    async def supervised(self) -> None:
        """Work until it is over in the store, or until cancelled.

        A task that dies is begun again from the store, but not for ever: after that it halts, and
        nothing is done until a person wants something.
        """
        deaths = 0
        while True:
            try:
                await self.run()
            except Exception as error:  # noqa: BLE001  (contained in this machine)
                log_bug(log, f"{self.KIND} task died", error, **self.where())
            deaths += 1
            try:
                if not await self.load_again():
                    return
                if deaths > RESTARTS:
                    await self.halt()
            except Exception as error:  # noqa: BLE001  (the next try may succeed)
                log_bug(log, f"{self.KIND} not reloaded", error, **self.where())
            if deaths > RESTARTS:
                await self._until_asked()
                deaths = 0

    async def _until_asked(self) -> None:
        self._halted, self._busy = True, False
        while not self._asked:
            self._person.clear()
            await self._person.wait()
        self._halted, self._busy = False, True

    def stop(self) -> None:
        """Cancel the timer, and refuse every command that still waits: it is gone."""
        self._stopped = True
        self._stop_timer()
        while not self._mailbox.empty():
            _, answer = self._mailbox.get_nowait()
            _fail(answer, Refused("table-gone"))

    # Doing them.

    async def _answer(self, command: C, answer: Answer | None) -> None:
        self._asked -= answer is not None
        try:
            await self._do(command, answer)
        except (RuleError, Failed, StoreError) as error:
            _fail(answer, error)
        except BaseException as error:
            # Whatever becomes of this task, nobody waits for an answer that never comes.
            bug = isinstance(error, Exception)
            _fail(answer, Failed(self.TROUBLE) if bug else Refused("table-gone"))
            raise
        self.schedule()

    async def _do(self, command: C, answer: Answer | None) -> None:
        try:
            await self._catch_up()
            await self._done_late()
            await self._carry_out(command, answer)
        except Unsaved:
            if answer is None and not isinstance(command, self.RECURRING):
                self._kept.append(command)
            raise
        finally:
            self._after(command)
        self._refused = None

    async def _done_late(self) -> None:
        """Do what was kept while nothing could be stored, in its order."""
        while self._kept:
            try:
                await self._carry_out(self._kept[0])
            except Unsaved:
                raise
            except (RuleError, Failed, StoreError):
                pass  # it is no longer what it was about, or it is logged
            del self._kept[0]

    async def _carry_out(
        self, command: C, answer: Answer | None = None, write: Write | None = None
    ) -> None:
        """Do it to a draft, which is the machine once it is stored: nobody sees it before.

        ``write``: stores its rows, where they are not simply committed.
        """
        now = self._time_of(command)
        draft = self.machine.draft()
        try:
            effects: Sequence[E] = draft.handle(command, now)
        except RuleError:
            self._not_done(draft)
            raise
        except Exception as error:
            await self._trouble(command, error)
            raise Failed(self.TROUBLE) from error
        letters = self.letters(draft, effects, now)
        rows = [row for effect in effects if isinstance(effect, Store) for row in effect.rows]
        rows += [letter.row(now) for letter in letters]
        if rows:
            await self._commit(command, rows, write or self._write)
        before = self.machine.state
        self.machine.adopt(draft)
        self._adopted(before, rows)
        if answer is not None and not answer.done():
            answer.set_result(tuple(e for e in effects if isinstance(e, Toast)))
            # Whoever pressed is answered first: words for everybody take a while to find.
            await asyncio.sleep(0)
        try:
            self.show(effects)
            self._letters.send(letters, self.outbox)
        except Exception as error:
            await self._trouble(command, error)
            raise Failed(self.TROUBLE) from error

    def _time_of(self, command: C) -> datetime:
        return self.now

    def _not_done(self, draft: M) -> None:
        """Note what is worth keeping of a draft whose command was refused."""

    async def _commit(self, command: C, rows: Sequence[Row], write: Write) -> None:
        """Store what a command leads to.

        Raises:
            RuleError, Failed: nothing is stored.
        """
        try:
            try:
                await write(rows)
            except Overdrawn as error:
                await self._overdrawn(rows, error)
        except RuleError:
            raise
        except SourceSeen:
            raise Refused("table-done-already") from None
        except StepTaken:
            log.warning("step taken elsewhere of=%s", self.where())
            there = await self.load_again()
            raise Refused("table-old-button" if there else "table-gone") from None
        except NotSaved as error:
            raise self._not_saved(error) from None
        except Exception as error:
            meant = self._meant(command, error)
            if meant is not None:
                raise meant from None
            await self._trouble(command, error)
            raise Failed(self.TROUBLE) from error

    def _not_saved(self, error: Exception) -> Unsaved:
        """What its author is told where nothing can be stored; it is tried again from now on."""
        if self._refused is None:
            self._refused = self._clock.steady()
            log.warning("not saved of=%s reason=%s", self.where(), error)
        return Unsaved("table-not-saved")

    async def _trouble(self, command: C, error: Exception) -> None:
        """A bug: say so once, and halt."""
        log_bug(log, "command failed", error, **self.where(), command=type(command).__name__)
        await self.halt()

    # Time.

    def schedule(self) -> None:
        """Have what is due come when it is, or be tried again where it could not be stored."""
        self._stop_timer()
        when = self.next_wake()
        if self.unsaved:
            when = self.now + RETRY
        if when is None or self._stopped:
            return
        left = (when - self.now) / timedelta(seconds=1)
        self._timer = self._clock.call_in(left, lambda: self.tell(self.due()))

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _fail(answer: Answer | None, error: Exception) -> None:
    if answer is not None and not answer.done():
        answer.set_exception(error)
