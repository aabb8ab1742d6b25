"""Runs one tournament: what it stores first, what is shown of it afterwards.

It learns from the store how the matches of its tables ended, so that nothing is lost if the program
dies between the two; what tables say when they are over is only the sign to look.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Protocol

from bot.ports.errors import NotAllowed, PlatformError
from bot.runtime.table_runner import Failed, Unsaved
from bot.store.rows import NotSaved, Overdrawn, StepTaken, StoreError
from bot.support.errors import log_bug
from bot.table.commands import Close, ShowBoard, Start, Store, Toast
from bot.table.state import loads
from bot.tournament.commands import Begin, Lacking, StageOver
from bot.tournament.stages import drawn, lobby
from bot.tournament.state import Stand
from engine.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.commands.service import Hub
    from bot.ports.refs import ChatRef
    from bot.store.rows import Row
    from bot.support.clock import Handle
    from bot.tournament.commands import Command, Shown
    from bot.tournament.state import CupState, StageTable
    from bot.tournament.tournament import Tournament
    from engine.core import Game
    from engine.msg import Msg

log = logging.getLogger(__name__)

LOOK = timedelta(seconds=60)
"""So often it looks whether a table has ended of which it was not told, or tries again."""

STUCK = timedelta(hours=1)
"""A table that stands still so long, because of an error or because nobody can see it, is ended."""

AT_ONCE = 4
"""Tables that are opened at the same time."""

COMPUTING = 16
"""Tables without any person that are played at the same time: people's tables come first."""

ASKED = 200
"""Matches that are looked for by one query."""


class Face(Protocol):
    """What people see of a tournament."""

    @property
    def resting(self) -> bool:
        """Whether nothing is under way to anybody."""
        ...

    def show(self, state: CupState, shown: Sequence[Shown]) -> None:
        """The board, lines for the chat, and what people are told in private.

        Once the board of ``state.public`` stands, the tournament is told so by ``Delivered``.
        """
        ...

    def seated(self, state: CupState, made: StageTable, place: ChatRef | None) -> None:
        """A table begins: its people are told where it is."""
        ...

    def close(self) -> None:
        """Nothing is shown any more."""
        ...


class CupRunner:
    """Runs one tournament. ``face`` is set before anything is shown."""

    face: Face

    def __init__(self, cup: Tournament, game: Game[Any, Any] | None, hub: Hub) -> None:
        self.cup = cup
        self._game = game
        self._hub = hub
        self._lock = asyncio.Lock()
        self._wake = asyncio.Event()
        self._wake.set()
        self._busy = True
        self._timer: Handle | None = None
        self._places: set[asyncio.Task[None]] = set()
        self._closing = 0
        self._opened: dict[str, ChatRef] = {}
        self._unopened: set[str] = set()  # matches that were looked for, and are not stored

    @property
    def state(self) -> CupState:
        """The tournament as it is."""
        return self.cup.state

    @property
    def busy(self) -> bool:
        """Whether it has something to do now."""
        return self._busy or self._wake.is_set() or self._lock.locked() or self._closing > 0

    def look(self) -> None:
        """Something may have happened."""
        self._wake.set()

    async def do(self, command: Command) -> tuple[Msg, ...]:
        """Have a command done: stored first, then shown.

        Returns:
            Short answers for its author.

        Raises:
            RuleError: it was refused.
            Overdrawn: somebody has no longer what they were to pay.
            Failed: something inside went wrong.
        """
        async with self._lock:
            before, now = self.state, self._hub.clock.now()
            shown = self.cup.handle(command, now)
            rows = [row for r in shown if isinstance(r, Store) for row in r.rows]
            if rows:
                await self._save(before, rows)
            if before.stand is not self.state.stand or before.bracket != self.state.bracket:
                self.look()
        self.show(shown)
        return tuple(r.msg for r in shown if isinstance(r, Toast))

    async def _save(self, before: CupState, rows: Sequence[Row]) -> None:
        try:
            await self._hub.store.commit(rows)
        except BaseException as error:
            self.cup.state = before
            if isinstance(error, NotSaved):
                raise Unsaved("table-not-saved") from None
            if isinstance(error, Overdrawn) or not isinstance(error, Exception):
                raise
            log_bug(log, "tournament not stored", error, cup=before.id)
            raise Failed from error

    def show(self, shown: Sequence[Shown]) -> None:
        """Hand what is shown to the face; what it cannot show is logged."""
        if not shown:
            return
        try:
            self.face.show(self.state, shown)
        except Exception as error:  # noqa: BLE001  (it goes on unseen)
            log_bug(log, "tournament not shown", error, cup=self.state.id)

    # The task.

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
                except (StoreError, RuleError, Failed) as error:  # they are tried again
                    log.warning("tournament waits cup=%s: %s", self.state.id, type(error).__name__)
                except Exception as error:  # noqa: BLE001  (as above)
                    log_bug(log, "tournament failed", error, cup=self.state.id)
            self._busy = False  # chats may be waited for, which take only so much a minute
            await asyncio.gather(*self._places, return_exceptions=True)
        finally:
            self._busy = False
            self._wake.clear()
            self._stop_timer()
            for task in self._places:
                task.cancel()

    def _schedule(self) -> None:
        self._stop_timer()
        now = self._hub.clock.now()
        if self.state.over:
            return
        start = self.cup.next_wake()
        when = now + LOOK if start is None or start <= now else start
        self._timer = self._hub.clock.call_at(when, self.look)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _work(self) -> None:
        start = self.cup.next_wake()
        if start is not None and self._hub.clock.now() >= start:
            await self.begin()
        if self.state.stand is Stand.PLAYING:
            self._close_stuck()
            await self._count_ended()
        if self.state.stand is Stand.PLAYING:
            await self._open_tables()

    # The start.

    async def begin(self, command: Begin | None = None) -> None:
        """Begin by the clock, or as somebody wants; purses are looked at just before."""
        wanted = command or Begin({}, b"")
        while True:
            purses = await self._purses()
            begin = Begin(purses, self._hub.fresh.seed(), wanted.user, wanted.admin)
            try:
                await self.do(begin)
            except Overdrawn:  # spent in this very moment: look again
                continue
            return

    async def _purses(self) -> dict[str, int]:
        """Free coins of all entrants, by their keys."""
        state, found = self.state, dict[str, int]()
        users = [e.user.key for e in state.entrants if e.user is not None] if state.fee else []
        for at in range(0, len(users), ASKED):
            some = users[at : at + ASKED]
            purses = await self._hub.store.purses(state.chat.key, some)
            found |= {person: purse.free for person, purse in purses.items()}
        return found

    # Stages.

    async def _count_ended(self) -> None:
        """Count every table of this stage whose match is over in the store."""
        tables = {made.match: made for made in drawn(self.state)}
        on = self._hub.runners
        matches = [
            match
            for match, made in tables.items()
            if match not in self._unopened and _over(on, made.table)
        ]
        for at in range(0, len(matches), ASKED):
            some = matches[at : at + ASKED]
            found = await self._hub.store.ended(some)
            absent = {match for match in some if tables[match].table not in on}
            self._unopened |= absent - {ended.match for ended in found}
            for ended in found:
                made = tables[ended.match]
                await self.do(StageOver(made.stage, made.index, ended.scores))
                self._put_away(made)

    def _close_stuck(self) -> None:
        """End tables that have stood still for long: what was played there counts."""
        before = self._hub.clock.now() - STUCK
        for made in drawn(self.state):
            runner = self._hub.runners.get(made.table)
            since = runner.table.state.suspended_at if runner is not None else None
            if runner is not None and since is not None and since <= before:
                log.warning("table of a tournament stood still table=%s", made.table)
                runner.tell(Close())

    async def _open_tables(self) -> None:
        """Open the tables of this stage that are not on, a few at a time."""
        on = self._hub.runners
        stage = drawn(self.state)
        waiting = [made for made in stage if made.table not in on]
        people = [made for made in waiting if _has_people(made)]
        computing = sum(made.table in on and not _has_people(made) for made in stage)
        others = [made for made in waiting if not _has_people(made)]
        todo = people + others[: max(0, COMPUTING - computing)]
        for at in range(0, len(todo), AT_ONCE):
            some = map(self._open, todo[at : at + AT_ONCE])
            for error in await asyncio.gather(*some, return_exceptions=True):
                if error is not None:  # none of them is left half done when it is tried again
                    raise error
        if todo:
            self.show((ShowBoard(),))  # where the tables are

    async def _open(self, made: StageTable) -> None:
        state = self.state
        if self._game is None:
            return
        place = self._opened.get(made.table) or await self._place(made)
        if place is not None:  # if the table cannot be stored now, it is not opened again
            self._opened[made.table] = place
        now = self._hub.clock.now()
        table = lobby(state, made, self._game, place, now)
        start = Start(state.host, made.match, made.seed, admin=True)
        self._unopened.discard(made.match)
        try:
            if await self._hub.launch(table, start) is not None:
                self.face.seated(state, made, place)
        except StepTaken:  # it is over already, or another process runs it
            self.look()

    # Places of their own.

    async def _place(self, made: StageTable) -> ChatRef | None:
        """A thread, topic or room for a table, where there are few enough and it may be opened."""
        hub, chat, bracket = self._hub, self.state.chat, self.state.bracket
        platform = hub.platforms.get(chat.platform)
        if platform is None or bracket is None or not _has_people(made):
            return None
        if len(bracket.stages[made.stage]) > platform.limits.places:
            return None
        say = hub.screens.of(hub.prefs.chat(chat)).say
        title = say("cup-table-title", stage=made.stage + 1, number=made.index + 1)
        people = [e.user for e in made.entrants if e.user is not None]
        try:
            return await hub.office.open_place(chat, title, people)
        except NotAllowed as error:
            await self.do(Lacking(error.rights))
        except PlatformError as error:
            log.warning("no place for a table reason=%s", type(error).__name__)
        return None

    def _put_away(self, made: StageTable) -> None:
        """Put away the place of a table that is over, once everything was shown there."""
        task = asyncio.create_task(self._close_place(made))
        self._places.add(task)
        task.add_done_callback(self._places.discard)

    async def _close_place(self, made: StageTable) -> None:
        runner = self._hub.runners.get(made.table)
        if runner is not None:
            await runner.outbox.drained()
        self._closing += 1
        try:
            await self._close(made)
        finally:
            self._closing -= 1

    async def _close(self, made: StageTable) -> None:
        stored = await self._hub.store.table(made.table)
        place = loads(stored.state).place if stored is not None else None
        if place is None or place == self.state.chat:
            return
        try:
            await self._hub.office.close_place(place)
        except PlatformError as error:
            log.warning("place not put away reason=%s", type(error).__name__)


def _over(runners: Any, table: str) -> bool:
    """Whether a table may be over: those that are played are not looked for."""
    runner = runners.get(table)
    return runner is None or runner.table.state.over


def _has_people(made: StageTable) -> bool:
    return any(entrant.user is not None for entrant in made.entrants)
