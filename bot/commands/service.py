"""All tables of the process: what comes in finds its table, and what is asked finds its answer."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.access.bars import Bars
from bot.access.presence import Presence
from bot.commands.door import Door
from bot.commands.gate import Gate
from bot.commands.repeats import Repeats
from bot.commands.request import is_open
from bot.commands.router import Desk
from bot.commands.speech import Speech
from bot.commands.suggest import Hints
from bot.delivery.gateway import Office
from bot.delivery.outbox import Outbox
from bot.i18n.names import clean
from bot.ports.messages import Outgoing, Reply, Where
from bot.runtime.coinrooms import Goldrooms
from bot.runtime.engagements import Engagements, Kind, seated
from bot.runtime.farewell import farewell
from bot.runtime.heartbeat import Heartbeat
from bot.runtime.launcher import Opening
from bot.runtime.letters import Letters
from bot.runtime.loading import Unreadable, load, load_all
from bot.runtime.menus import Menus
from bot.runtime.metrics import Meters
from bot.runtime.notices import Doorway
from bot.runtime.places import Places
from bot.runtime.recovery import bury
from bot.runtime.standstills import Standstills
from bot.runtime.subscriptions import Watching
from bot.runtime.supervisor import supervise
from bot.runtime.table_runner import Failed, Runner, Services
from bot.runtime.tournament_presenter import CupFace
from bot.runtime.tournaments import Tournaments
from bot.store.rows import NotSaved, PersonSet
from bot.support.errors import log_bug
from bot.support.ids import Fresh
from bot.table import tokens
from bot.table.commands import Close, Renamed, Tick
from bot.table.machine import Table
from bot.users.preferences import Prefs
from bot.users.reachability import Reach
from engine.errors import AmbiguousAction, RuleError
from engine.msg import Msg, links_in, msg

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping, Sequence
    from datetime import datetime

    from bot.delivery.painter import Painter
    from bot.ports.incoming import Incoming
    from bot.ports.messages import Suggestion
    from bot.ports.notices import Notice
    from bot.ports.platform import Platform
    from bot.ports.refs import ChatRef, UserRef
    from bot.screens.board import Screens
    from bot.store.rows import Row
    from bot.store.store import Store
    from bot.support.clock import Clock
    from bot.table.commands import Command
    from engine.core import Game
    from engine.msg import Msg

log = logging.getLogger(__name__)

LAST_ANSWERS = 1.0
"""Seconds that a stop waits for what is being answered."""


class Hub:
    """The service that platforms hand everything to."""

    def __init__(
        self,
        store: Store,
        platforms: Mapping[str, Platform],
        screens: Screens,
        painter: Painter,
        games: Mapping[str, Game[Any, Any]],
        clock: Clock,
        *,
        pace: float = 1.0,
        fresh: Fresh | None = None,
        meters: Meters | None = None,
    ) -> None:
        self.fresh = fresh or Fresh()
        self.meters = meters or Meters()
        self.pace = pace
        self.store = store
        self.platforms = platforms
        self.screens = screens
        self.prefs = Prefs(store, self.beside)
        self.reach = Reach(store, clock)
        self.painter = painter
        self.games = games
        self.clock = clock
        self.watching = Watching(self, self.beside)
        self.standstills = Standstills(
            store, clock, self.beside, self.watching.later, self._clock_set
        )
        self.runners: dict[str, Runner] = {}
        self._places: dict[str, str] = {}
        self._tasks: dict[str, list[asyncio.Task[None]]] = {}
        self._requests: set[asyncio.Task[Any] | None] = set()
        self._closing = False
        self._aside: set[asyncio.Task[None]] = set()
        self.presence = Presence(store, platforms, clock, self.beside)
        self.bars = Bars(store, clock)
        self.door = Door(self)
        self.gate = Gate(self)
        self.speech = Speech(self)
        self._desk = Desk(self)
        self._heartbeat = Heartbeat(clock, self.standstills.beat, self._desk.orders.forget_for_good)
        self._repeats = Repeats(clock.now, platforms)
        self.doorway = Doorway(self)
        told = (
            lambda user, why, final: self.beside(self.doorway.unreachable(user, why, final=final)),
            lambda old, new: self.beside(self.doorway.moved(old, new)),
        )
        self.office = Office(platforms, painter, clock, self.reach.closed, *told)
        self._hints = Hints(self)
        opening = Opening(self)
        self.open, self.launch = opening.open, opening.launch
        self.engagements = Engagements()
        self.engagements.add(Kind.TABLE, partial(seated, self.runners))
        self.letters = Letters(self)
        self.places = Places(self, self.beside)
        self.menus = Menus(self.office, self.beside)
        self.goldrooms = Goldrooms(self, self.beside)
        self.cups = Tournaments(self, lambda runner: CupFace(self, runner))

    async def start(self) -> None:
        """Open every stored table again; clocks have stood still while nobody was here."""
        await self.standstills.start()
        await self.reach.load()
        await self.bars.load()
        async for page in load_all(self.store, self.games):
            await self.know(*(table for _, table in page if isinstance(table, Table)))
            for stored, table in page:
                if isinstance(table, Unreadable):
                    await bury(self, stored, table)
                    continue
                self._go_on(table, stored.at)
        await self.places.load()
        await self.goldrooms.start()
        await self.cups.start()
        await self.letters.start()
        self.places.sweep(self.cups.needs)
        await self._heartbeat.start()

    def _go_on(self, table: Table, at: datetime) -> None:
        """Run a table that was stored at a time: it has stood still at most since then."""
        runner = self.run_table(table, at)
        runner.tell(Tick())
        if table.state.shown < table.state.public:
            runner.show_after_crash()

    def _clock_set(self, rows: Sequence[Row]) -> None:
        """Everything with a deadline catches up at once, so that it is shown as it is now."""
        self.prefs.stored(row for row in rows if isinstance(row, PersonSet))
        for runner in self.runners.values():
            runner.tell(Tick())
        self.goldrooms.catch_up()
        self.cups.catch_up()

    async def know(self, *tables: Table) -> None:
        """Read how everybody at tables that begin or are opened again wants to see them."""
        states = [table.state for table in tables]
        people = {s.user.key for state in states for s in state.sitters if s.user is not None}
        await self.prefs.know(people, {state.chat.key for state in states if state.chat})

    async def say_goodbye(self, line: Msg) -> None:
        """Say one line where a game is on, and wait until everything has left."""
        tastes = self.prefs.chat
        await farewell(
            tuple(self.runners.values()), lambda at: self.screens.of(tastes(at)).catalogue.say(line)
        )

    async def close(self) -> None:
        """Stop every table where it stands; everything is stored already."""
        self._closing = True
        self.standstills.stop()
        self.goldrooms.stop()
        self.places.stop()
        await self.cups.close()
        await self.letters.close()
        tasks = [task for group in self._tasks.values() for task in group]
        tasks += self._aside
        tasks += [self._heartbeat.task] if self._heartbeat.task is not None else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for runner in self.runners.values():
            runner.stop()
        self.runners.clear()
        requests = {t for t in self._requests if t is not None and t is not asyncio.current_task()}
        if requests:  # who read something, or waited for one of these tables
            await asyncio.wait(requests, timeout=LAST_ANSWERS)
        self.painter.close()

    def at(self, chat: ChatRef | None) -> Runner | None:
        """The table of a place."""
        found = self._places.get(chat.place) if chat is not None else None
        return self.runners.get(found) if found is not None else None

    def alone(self, user: UserRef) -> Runner | None:
        """A person's table without a place."""
        for runner in self.runners.values():
            state = runner.table.state
            if state.chat is None and state.host == user and not state.over:
                return runner
        return None

    def tables_of(self, user: UserRef) -> list[Runner]:
        """The tables at which a person sits and that are not over."""
        return [
            runner
            for runner in self.runners.values()
            if not runner.table.state.over and runner.table.seat_of(user) is not None
        ]

    def run_table(self, table: Table, at: datetime | None = None) -> Runner:
        """Give a table its tasks; ``at``: when it was stored, if that was before the start."""
        ident, place = table.state.id, table.state.place
        self.dress(table)

        def link(token: str) -> str:
            platform = self.platforms.get(table.state.host.platform)
            return platform.link(token) if platform is not None else ""

        def tell(command: Command) -> None:
            runner.tell(command)

        async def reload() -> Table | None:
            stored = await self.store.live_table(ident)
            if stored is None:
                return None
            again = await load(stored, self.store, self.games)
            self.dress(again)
            return again

        outbox = Outbox(ident, place, self.office)
        outbox.knows(table.state, tell)
        services = Services(
            self.store, link, self.screens, self.prefs, self.clock, self.standstills,
            self.cups.table_over, self.letters,
        )  # fmt: skip
        runner = Runner(table, outbox, services, reload, lambda: self._forget(ident), at)
        # One that is over and only waits to be shown gives way to the one that is on.
        if place is not None and (not table.state.over or self.at(place) is None):
            self._places[place.place] = ident
        self.runners[ident] = runner
        self._tasks[ident] = [
            asyncio.create_task(supervise(runner)),
            asyncio.create_task(outbox.run()),
        ]
        return runner

    def outbox(self, ident: str, place: ChatRef) -> Outbox:
        """What leaves for a chat from something in it that is no table that runs."""
        outbox = Outbox(ident, place, self.office)
        self._tasks[ident] = [asyncio.create_task(outbox.run())]
        return outbox

    def close_outbox(self, ident: str) -> None:
        """Nothing more leaves from there."""
        for task in self._tasks.pop(ident, []):
            task.cancel()

    def dress(self, table: Table) -> None:
        """What a table has to know of its surroundings, and does not store."""
        table.pace, platform = self.pace, self.platforms.get(table.state.host.platform)
        table.quiet = platform is not None and platform.limits.quiet
        table.purses = platform is not None and platform.limits.purses

    def _forget(self, ident: str) -> None:
        runner = self.runners.pop(ident, None)
        if runner is None:
            return
        place = runner.table.state.place
        if place is not None and self._places.get(place.place) == ident:
            del self._places[place.place]
            self.goldrooms.freed(place)
        task = asyncio.create_task(self._end(ident, runner))
        self._tasks.setdefault(f"end {ident}", []).append(task)

    async def _end(self, ident: str, runner: Runner) -> None:
        await runner.outbox.drained()
        for task in self._tasks.pop(ident, []):
            task.cancel()
        runner.stop()
        self._tasks.pop(f"end {ident}", None)

    async def handle(self, incoming: Incoming) -> Reply | None:
        """Do what a person wants; the reply is theirs alone."""
        doing = asyncio.current_task()
        self._requests.add(doing)
        try:
            if not self.speech.concerns_us(incoming):
                return None
            runner = self._desk.table_for(incoming)
            handle = partial(self._handled, incoming, runner)
            found = await self._repeats.quietly(incoming, runner, handle)
            return self._words(found, incoming) if isinstance(found, Msg) else found
        finally:
            self._requests.discard(doing)

    async def _handled(self, incoming: Incoming, runner: Runner | None) -> Reply | None:
        try:
            with self.meters.request(incoming.user.platform):
                await self.prefs.meet(incoming)
                if incoming.chat is None and self.reach.closed(incoming.user):
                    await self.doorway.reachable(incoming.user)
                admitted = await self.gate.admit(incoming)
                reply = None if admitted is None else await self._desk.handle(admitted)
        except AmbiguousAction as error:
            return self._desk.which(incoming, error)
        except RuleError as error:
            if self._repeats.failed(incoming, runner, error):
                return None
            self.meters.refused(error.msg.key)
            return self._words(error.msg, incoming)
        except NotSaved:
            return self._words(msg("table-not-saved"), incoming)
        except Failed:
            return self._words(msg("table-trouble"), incoming)
        except Exception as error:  # noqa: BLE001  (one person's press must not stop the rest)
            if not self._closing:
                log_bug(log, "request failed", error, platform=incoming.user.platform)
            return self._words(msg("hub-trouble"), incoming)
        self._repeats.done(incoming)
        return reply

    def foresee(self, user: UserRef, token: str) -> bool:
        """Whether a press is an answer that will be taken without a word, unless storing fails."""
        try:
            table, question = tokens.offered(token) or ("", 0)
            runner = self.runners.get(table)
            return runner is not None and runner.foresees(user, question)
        except Exception:  # noqa: BLE001  (it is logged when it is done)
            return False

    def _words(self, message: Msg, incoming: Incoming) -> Reply:
        runner = self._desk.table_for(incoming)
        names = runner.table.names if runner is not None else ()
        text = self._desk.screens(incoming).catalogue.say(message, names)
        words = Outgoing(text=text, links=links_in(message))
        return Reply(words, Where.TOAST, public=is_open(message))

    async def notice(self, notice: Notice) -> None:
        """Take note of what is neither words nor press."""
        await self.doorway.notice(notice)
        self._repeats.noticed(notice)

    def settled(self, runner: Runner) -> None:
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

    @property
    def busy(self) -> bool:
        """Whether something is being done that nobody waits for."""
        rest = self.goldrooms.resting and not (self.cups.busy or self.letters.busy)
        return bool(self._aside) or not rest

    def beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.create_task(work)
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    async def suggest(self, incoming: Incoming, field: str) -> tuple[Suggestion, ...]:
        """What may complete what a person has typed so far in a field of a command."""
        return await self._hints.suggest(incoming, field)

    def renamed(self, runner: Runner, incoming: Incoming) -> None:
        """A person who calls themselves otherwise now keeps the seat under the new name."""
        state, seat = runner.table.state, runner.table.seat_of(incoming.user)
        name = clean(incoming.display_name)
        if seat is None or not incoming.display_name or state.over:
            return
        if state.sitters[seat].name != name:
            runner.tell(Renamed(incoming.user, name))
