"""One task a table: take a command, handle it, store what it stores, then show what it shows."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.bugs import log_bug
from bot.commands import (
    Say,
    Shift,
    ShowBoard,
    ShowHandOf,
    Store,
    Suspend,
    Think,
    Thought,
    Tick,
    Toast,
    Trouble,
)
from bot.store.rows import Acted, NotSaved, SourceSeen, StepTaken
from bot.tablecore import Refused
from engine.bots import Greedy
from engine.errors import RuleError
from engine.registry import policy
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from datetime import datetime

    from bot.clock import Clock, Handle
    from bot.commands import Command, Reaction
    from bot.outbox import Outbox
    from bot.ports import UserRef
    from bot.screens import Screens
    from bot.store.rows import Row
    from bot.store.store import Store as Database
    from bot.table import Table
    from engine.msg import Msg

log = logging.getLogger(__name__)

THINKING_LIMIT = 2.0
"""Seconds after which a computer player is answered for by the game's first suggestion."""

RETRY = timedelta(seconds=2)
"""How soon time is looked at again after the database refused to write."""


class Failed(Exception):
    """Something inside went wrong; it is logged, and the table stands still."""


@dataclass(frozen=True, slots=True)
class Services:
    """What a runner works with."""

    store: Database
    screens: Screens
    clock: Clock


class Runner:
    """Runs one table.

    ``reload`` reads the table anew from the store. ``ended`` is called once, when the table has
    nothing left to do.
    """

    def __init__(
        self,
        table: Table,
        outbox: Outbox,
        services: Services,
        reload: Callable[[], Awaitable[Table]],
        ended: Callable[[], None],
    ) -> None:
        self.table = table
        self.outbox = outbox
        self._store = services.store
        self._screens = services.screens
        self._clock = services.clock
        self._reload = reload
        self._ended = ended
        self._mailbox: asyncio.Queue[tuple[Command, asyncio.Future[tuple[Msg, ...]] | None]]
        self._mailbox = asyncio.Queue()
        self._timer: Handle | None = None
        self._busy = False
        self._thoughts: set[asyncio.Task[None]] = set()
        self._unsaved_since: datetime | None = None

    def tell(self, command: Command) -> None:
        """Put a command into the mailbox without waiting for it."""
        self._mailbox.put_nowait((command, None))

    async def ask(self, command: Command) -> tuple[Msg, ...]:
        """Have a command done.

        Returns:
            Short answers for its author.

        Raises:
            RuleError: it was refused.
            Failed: something inside went wrong.
        """
        answer: asyncio.Future[tuple[Msg, ...]] = asyncio.get_running_loop().create_future()
        self._mailbox.put_nowait((command, answer))
        return await answer

    def idle(self) -> bool:
        """Whether no command waits or is being done, and no computer player is thinking."""
        return self._mailbox.empty() and not self._busy and not self._thoughts

    async def run(self) -> None:
        """Work until cancelled."""
        self.schedule()
        try:
            while True:
                command, answer = await self._mailbox.get()
                self._busy = True
                await self._answer(command, answer)
                self._busy = False
        finally:
            self._stop_timer()
            for thought in self._thoughts:
                thought.cancel()

    async def _answer(
        self, command: Command, answer: asyncio.Future[tuple[Msg, ...]] | None
    ) -> None:
        try:
            toasts = await self._do(command)
        except (RuleError, Failed) as error:
            if answer is not None and not answer.done():
                answer.set_exception(error)
        else:
            if answer is not None and not answer.done():
                answer.set_result(toasts)
        self.schedule()

    async def _do(self, command: Command) -> tuple[Msg, ...]:
        before, now = self.table.snapshot(), self._clock.now()
        try:
            reactions = self.table.handle(command, now)
        except RuleError:
            raise
        except Exception as error:
            await self._trouble(command, error)
            raise Failed from error
        rows = [row for r in reactions if isinstance(r, Store) for row in r.rows]
        if rows:
            try:
                await self._commit(rows)
            except SourceSeen:
                self.table.restore(before)
                raise Refused("table-done-already") from None
            except StepTaken:
                log.warning("step taken elsewhere table=%s", self.table.state.id)
                await self.load_again()
                raise Refused("table-old-button") from None
            except NotSaved:
                self.table.restore(before)
                if isinstance(command, Thought):
                    self.table.thinking.discard(command.question)
                raise Refused("table-not-saved") from None
            except Exception as error:
                self.table.restore(before)
                await self._trouble(command, error)
                raise Failed from error
        self._log_actions(rows)
        self.show(reactions)
        if not self.table.state.live:
            self._ended()
        return tuple(r.msg for r in reactions if isinstance(r, Toast))

    async def _commit(self, rows: Sequence[Row]) -> None:
        try:
            await self._store.commit(rows)
        except NotSaved as error:
            if self._unsaved_since is None:
                self._unsaved_since = self._clock.now()
                log.warning("not saved table=%s reason=%s", self.table.state.id, error)
            raise
        if self._unsaved_since is not None:
            # The clocks stood still while nothing could be stored.
            stood = self._clock.now() - self._unsaved_since
            self._unsaved_since = None
            self.tell(Shift(stood))

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
        if isinstance(command, Suspend) or state.over:
            return
        try:
            await self._do(Suspend())
        except (RuleError, Failed) as second:
            log_bug(log, "table not suspended", second, table=state.id)

    async def load_again(self) -> None:
        """Forget what is in memory and begin from the store."""
        self.table = await self._reload()
        self.show_all()

    # Showing.

    def show(self, reactions: Sequence[Reaction]) -> None:
        """Hand everything that is shown to the outbox, and computers' questions to a thread."""
        table = self.table
        for reaction in reactions:
            match reaction:
                case ShowBoard(repost):
                    self.outbox.board(self._screens.board(table), repost=repost)
                case ShowHandOf(seat, notify):
                    self._show_hand(seat, notify=notify)
                case Say(msgs):
                    speak = self._screens.catalogue.speaker(table.names)
                    self.outbox.say("\n".join(map(speak, msgs)))
                case Think():
                    task = asyncio.create_task(self._think(reaction))
                    self._thoughts.add(task)
                    task.add_done_callback(self._thoughts.discard)
                case Trouble(what, error):
                    log_bug(log, what, error, table=table.state.id, step=table.state.step)
                case Store() | Toast():
                    pass

    def _show_hand(self, seat: int, *, notify: bool) -> None:
        user = self.table.state.sitters[seat].user
        if user is not None:
            self.outbox.hand(seat, user, self._screens.hand(self.table, seat, notify=notify))

    def show_again(self, user: UserRef) -> None:
        """The board, and this person's private screen, as if they had never been sent."""
        self.outbox.board(self._screens.board(self.table))
        seat = self.table.seat_of(user)
        if seat is not None and self.table.match is not None:
            self.outbox.forget(seat)
            self._show_hand(seat, notify=False)

    def show_all(self) -> None:
        """The board and every private screen, whatever was shown before."""
        self.outbox.board(self._screens.board(self.table))
        if self.table.match is not None:
            for seat in range(len(self.table.state.sitters)):
                self._show_hand(seat, notify=False)

    # Time.

    def schedule(self) -> None:
        """Have ``Tick`` come when it is due next."""
        self._stop_timer()
        when = self.table.next_wake()
        if when is None:
            return
        if self._unsaved_since is not None:
            when = max(when, self._clock.now() + RETRY)
        self._timer = self._clock.call_at(when, lambda: self.tell(Tick()))

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Computer players.

    async def _think(self, think: Think) -> None:
        game, state = self.table.game, self.table.state
        rng = Rng(f"{state.match}:{think.question}".encode(), "player")
        try:
            player = policy(state.game) or Greedy()
            action = await asyncio.wait_for(
                asyncio.to_thread(player.choose, game, think.seen, think.prompt, rng),
                THINKING_LIMIT,
            )
        except Exception as error:  # noqa: BLE001  (the table must not wait for a computer)
            log_bug(log, "computer player failed", error, table=state.id, step=state.step)
            action = game.suggest(think.seen, 1)[0]
        self.tell(Thought(think.seat, think.question, action))
