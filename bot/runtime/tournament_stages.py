"""What a tournament does by itself: it begins, its stages are opened and counted, places are had.

It learns from the store how the matches of its tables ended, so that nothing is lost if the program
dies between the two; what tables say when they are over is only the sign to look.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.i18n.names import computer_names
from bot.ports.errors import NotAllowed, PlatformError, RetryAfter
from bot.runtime import contest_seals
from bot.runtime.runner import RETRY
from bot.store.rows import Overdrawn, StepTaken, StoreError
from bot.store.shuffle_rows import ContestDealt
from bot.support.errors import Failed, Unsaved, log_bug
from bot.table.commands import Close, PlaceLost, Start
from bot.table.effects import ShowBoard
from bot.table.shuffle import short
from bot.tournament.commands import Abort, BeaconLate, Begin, Lacking, StageOver, Undecided
from bot.tournament.stages import drawn, lobby
from bot.tournament.state import Status
from engine.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime

    from bot.ports.refs import ChatRef
    from bot.runtime.context import Context
    from bot.runtime.launcher import Parts
    from bot.runtime.letters import Letters
    from bot.runtime.tournament_presenter import TournamentPresenter
    from bot.store.rows import Row
    from bot.support.clock import Handle
    from bot.tournament.commands import Command, Shown
    from bot.tournament.state import StageTable, TournamentState
    from bot.tournament.tournament import Tournament
    from engine.msg import Msg

log = logging.getLogger(__name__)

LOOK = timedelta(seconds=60)
"""So often it looks whether a table has ended of which it was not told, or tries again."""

STUCK = timedelta(hours=1)
"""A table that stands still so long, because of an error or because nobody can see it, goes on."""

REMOVED = "hurdle-removed"
"""The hurdle of a table whose chat has thrown the program out."""

AT_ONCE = 4
"""Tables that are opened at the same time."""

WAITED = 5
"""So often a table waits for a platform that is not there, before it is played in private."""

COMPUTING = 16
"""Tables without any person that are played at the same time: people's tables come first."""

ASKED = 200
"""Matches that are looked for by one query."""


class Stages:
    """The work of one tournament that nobody asks for.

    Args:
        now: the time by which its own times are reckoned.
        do: has the tournament do a command; stored when it returns.
        show: hands what is shown to the presenter.
    """

    def __init__(
        self,
        tournament: Tournament,
        context: Context,
        parts: Parts,
        letters: Letters,
        presenter: TournamentPresenter,
        now: Callable[[], datetime],
        do: Callable[[Command], Awaitable[tuple[Msg, ...]]],
        show: Callable[[tuple[Shown, ...]], None],
    ) -> None:
        self._tournament = tournament
        self._game = context.games.get(tournament.state.game)
        self._context = context
        self._parts = parts
        self._letters = letters
        self._presenter = presenter
        self._now = now
        self.do = do
        self._show = show
        self._wake = asyncio.Event()
        self._wake.set()
        self._busy = True
        self._timer: Handle | None = None
        self._places: set[asyncio.Task[None]] = set()
        self._closing = 0
        self._waiting = False
        self._again: datetime | None = None
        self._waited: Counter[str] = Counter()
        self._unopened: set[str] = set()  # matches that were looked for, and are not stored

    @property
    def state(self) -> TournamentState:
        """The tournament as it is stored."""
        return self._tournament.state

    @property
    def busy(self) -> bool:
        """Whether it has something to do now."""
        return self._busy or self._wake.is_set() or self._closing > 0

    def look(self) -> None:
        """Have it look what is due: something may have happened."""
        self._wake.set()

    async def run(self) -> None:
        """Work until nothing is left to do, or until cancelled."""
        try:
            while self.state.live:
                self._schedule()
                self._busy = False
                await self._wake.wait()
                self._busy = True
                self._wake.clear()
                try:
                    await self._work()
                except (StoreError, RuleError, Failed) as error:
                    self._waits(error)
                except Exception as error:  # noqa: BLE001  (it is tried again)
                    log_bug(log, "tournament failed", error, tournament=self.state.id)
                else:
                    self._waiting = False
            if self.state.over:
                self.end_tables()
            self._busy = False  # chats may be waited for, which take only so much a minute
            await asyncio.gather(*self._places, return_exceptions=True)
        finally:
            self._busy = False
            self._wake.clear()
            self._stop_timer()
            for task in self._places:
                task.cancel()

    def _waits(self, error: Exception) -> None:
        """Try a failed step again later, soon if it could not be stored; logged once."""
        if not self._waiting:
            log.warning("tournament waits tournament=%s: %s", self.state.id, type(error).__name__)
        self._waiting = True
        if isinstance(error, StoreError | Unsaved):
            self._again = self._now() + RETRY

    def _schedule(self) -> None:
        self._stop_timer()
        now = self._now()
        if self.state.over:
            return
        when = now + LOOK
        if self._again is not None:
            when, self._again = min(when, max(self._again, now)), None
        left = (when - now) / timedelta(seconds=1)
        self._timer = self._context.clock.call_in(left, self.look)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _work(self) -> None:
        when = self._tournament.next_wake()
        if when is not None and self._now() >= when:
            await (self.begin() if self.state.waits is None else self.do(BeaconLate()))
        if self.state.status is Status.PLAYING:
            await self._go_on_stuck()
        if self.state.status is Status.PLAYING:
            await self._count_ended()
        if self.state.status is Status.PLAYING:
            await self._open_tables()
        if self.state.over:
            self.end_tables()

    # The start.

    async def begin(self, command: Begin | None = None) -> tuple[Msg, ...]:
        """Begin by the clock, or as somebody wants; purses are looked at just before.

        Returns:
            What whoever wants it is told.
        """
        wanted = command or Begin({}, b"")
        while True:
            purses = await self._purses()
            people = [e.user for e in self.state.entrants if e.user is not None]
            silent = frozenset(
                user.key for user in people if self._context.reachability.closed(user)
            )
            seed = self._context.ids.seed()
            reader = self._context.reader.of(self._context.preferences.chat(self.state.chat))
            names = computer_names(reader.say)
            sealing = contest_seals.fresh(self._context, self.state, self._game)
            named, mute = await contest_seals.named(self._context, self.state)
            begin = Begin(
                purses, seed, wanted.user, wanted.admin, silent, names, sealing, named, mute
            )
            try:
                return await self.do(begin)
            except Overdrawn:  # spent in this very moment: look again
                continue

    async def seal(self) -> None:
        """Have the fingerprint of 复式 shown, for words; where a beacon is, it is shown later."""
        sealing = contest_seals.fresh(self._context, self.state, self._game)
        if sealing is not None and await contest_seals.by_words(self._context):
            await self.do(sealing)

    async def _purses(self) -> dict[str, int]:
        """Free coins of all entrants, by their keys."""
        state, found = self.state, dict[str, int]()
        users = [e.user.key for e in state.entrants if e.user is not None] if state.fee else []
        for at in range(0, len(users), ASKED):
            some = users[at : at + ASKED]
            purses = await self._context.store.coins.purses(state.chat.key, some)
            found |= {person: purse.free for person, purse in purses.items()}
        return found

    # Stages.

    async def _count_ended(self) -> None:
        """Count every table of this stage whose match is over in the store."""
        tables = {made.match: made for made in drawn(self.state)}
        on = self._parts.tables.running
        matches = [
            match
            for match, made in tables.items()
            if match not in self._unopened and _over(on, made.table)
        ]
        for at in range(0, len(matches), ASKED):
            some = matches[at : at + ASKED]
            found = await self._context.store.matches.ended(some)
            absent = {match for match in some if tables[match].table not in on}
            self._unopened |= absent - {ended.match for ended in found}
            for ended in found:
                made = tables[ended.match]
                # In 复式 only whole deals can be compared.
                whole = not self.state.duplicate or ended.status == "finished"
                if ended.decided and whole:
                    await self.do(StageOver(made.stage, made.index, ended.scores))
                else:
                    await self.do(Undecided(made.stage, made.index, ended.match))
                self._put_away(made.table)

    async def _go_on_stuck(self) -> None:
        """Have tables go on that have stood still for long; nobody wins by holding one up.

        Where only its place cannot be written to a table is played on in private. One that a fault
        keeps still begins anew, and where the whole chat is gone all is called off.
        """
        for made in drawn(self.state):
            runner = self._parts.tables.running.get(made.table)
            table = runner.table.state if runner is not None else None
            since = table.suspended_at if table is not None else None
            if runner is None or table is None or since is None or since > runner.now - STUCK:
                continue
            log.warning("table of a tournament stood still table=%s", made.table)
            if table.unreachable == REMOVED:
                await self.do(Abort("gone"))
                return
            runner.tell(
                PlaceLost() if table.unreachable and table.place is not None else Close("void")
            )

    def end_tables(self) -> None:
        """End whatever is still played of a tournament that was called off."""
        for runner in tuple(self._parts.tables.running.values()):
            table = runner.table.state
            if table.tournament == self.state.id and not table.over:
                runner.tell(Close("void"))
                self._put_away(table.id)

    async def _open_tables(self) -> None:
        """Open the tables of this stage that are not on, a few at a time."""
        on = self._parts.tables.running
        stage = drawn(self.state)
        waiting = [made for made in stage if made.table not in on]
        people = [made for made in waiting if made.has_people]
        computing = sum(made.table in on and not made.has_people for made in stage)
        others = [made for made in waiting if not made.has_people]
        todo = people + others[: max(0, COMPUTING - computing)]
        for at in range(0, len(todo), AT_ONCE):
            some = map(self._open, todo[at : at + AT_ONCE])
            for error in await asyncio.gather(*some, return_exceptions=True):
                if isinstance(error, RetryAfter):
                    self._again = self._now() + timedelta(seconds=error.seconds)
                elif error is not None:  # none is left half done when it is tried again
                    raise error
        if todo:
            self._show((ShowBoard(),))  # where the tables are

    async def _open(self, made: StageTable) -> None:
        state = self.state
        if self._game is None:
            return
        place = await self._place(made)
        now = self._context.clock.now()
        table = lobby(state, made, self._game, place, now)
        seal = state.seal
        dealt: list[Row] = []
        if seal is not None:
            dealt = [ContestDealt(made.match, seal.ident, made.stage + 1, made.index + 1)]
        start = Start(
            state.host, made.match, made.seed, admin=True,
            fingerprint=short(seal.fingerprint) if seal is not None else "",
        )  # fmt: skip
        self._unopened.discard(made.match)
        letters = self._presenter.seated(state, made, place)
        rows = [*(letter.row(now) for letter in letters), *dealt]
        try:
            if await self._parts.launcher.launch(table, start, rows) is not None:
                self._letters.send(letters, self._presenter.outbox)
        except StepTaken:  # it is over already, or another process runs it
            self.look()

    # Places of their own.

    async def _place(self, made: StageTable) -> ChatRef | None:
        """A thread, topic or room for a table, where there are few enough and it may be opened.

        None for 复式: in a place others could look on who have yet to play the same cards.

        Raises:
            RetryAfter: the platform is not there now; a while is waited for it.
        """
        context, chat, bracket = self._context, self.state.chat, self.state.bracket
        platform = context.platforms.get(chat.platform)
        shown = made.has_people and not self.state.duplicate
        if platform is None or bracket is None or not shown:
            return None
        if len(bracket.stages[made.stage]) > platform.limits.places:
            return None
        say = context.reader.of(context.preferences.chat(chat)).say
        title = say("cup-table-title", stage=made.stage + 1, number=made.index + 1)
        people = [e.user for e in made.entrants if e.user is not None]
        try:
            return await self._parts.places.open(made.table, chat, title, people)
        except NotAllowed as error:
            await self.do(Lacking(error.rights))
        except RetryAfter:
            self._waited[made.table] += 1
            if self._waited[made.table] <= WAITED:
                raise
            log.warning("no place for a table: nothing was to be had")
        except PlatformError as error:
            log.warning("no place for a table reason=%s", type(error).__name__)
        return None

    def _put_away(self, table: str) -> None:
        """Put away the place of a table that is over, once everything was shown there."""
        task = asyncio.create_task(self._close_place(table))
        self._places.add(task)
        task.add_done_callback(self._places.discard)

    async def _close_place(self, table: str) -> None:
        runner = self._parts.tables.running.get(table)
        if runner is not None:
            await runner.outbox.drained()
        self._closing += 1
        try:
            await self._parts.places.close(table)
        except PlatformError as error:
            log.warning("place not put away reason=%s", type(error).__name__)
        finally:
            self._closing -= 1


def _over(runners: Any, table: str) -> bool:
    """Whether a table may be over: those that are played are not looked for."""
    runner = runners.get(table)
    return runner is None or runner.table.state.over
