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
from bot.delivery.outboxes import Outboxes
from bot.i18n.names import clean
from bot.ports.messages import Outgoing, Reply, Where
from bot.ports.notices import Migrated
from bot.runtime.chats import Chats
from bot.runtime.coinroom_notices import CoinroomNotices
from bot.runtime.coinrooms import Goldrooms
from bot.runtime.context import Context
from bot.runtime.engagements import Engagements, Kind, seated
from bot.runtime.farewell import farewell
from bot.runtime.heartbeat import Heartbeat
from bot.runtime.launcher import Launcher, Parts
from bot.runtime.letters import Letters
from bot.runtime.menus import Menus
from bot.runtime.metrics import Meters
from bot.runtime.notices import Notices
from bot.runtime.places import Places
from bot.runtime.standstills import Standstills
from bot.runtime.subscriptions import Watching
from bot.runtime.table_notices import TableNotices
from bot.runtime.table_runner import Failed
from bot.runtime.tables import Tables
from bot.runtime.tournament_presenter import CupFace
from bot.runtime.tournaments import Tournaments
from bot.store.rows import NotSaved, PersonSet
from bot.support.errors import log_bug
from bot.support.ids import Fresh
from bot.support.tasks import Tasks
from bot.table import tokens
from bot.table.commands import Renamed
from bot.users.preferences import Prefs
from bot.users.reachability import Reach
from engine.errors import AmbiguousAction, RuleError
from engine.msg import Msg, links_in, msg

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import timedelta

    from bot.delivery.painter import Painter
    from bot.ports.incoming import Incoming
    from bot.ports.messages import Suggestion
    from bot.ports.notices import Notice
    from bot.ports.platform import Platform
    from bot.ports.refs import ChatRef, UserRef
    from bot.runtime.table_runner import Runner
    from bot.runtime.tournament_runner import CupRunner
    from bot.screens.board import Screens
    from bot.store.rows import Row
    from bot.store.store import Store
    from bot.support.clock import Clock
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
        self.meters = meters or Meters()
        self.store, self.clock, self.platforms = store, clock, platforms
        self.screens, self.painter, self.games = screens, painter, games
        self._requests: set[asyncio.Task[Any] | None] = set()
        self._closing = False
        # The leaves.
        self._tasks = Tasks()
        self.beside = self._tasks.begin
        self.prefs = Prefs(store, self.beside)
        self.reach = Reach(store, clock)
        self.standstills = Standstills(store, clock, self.beside, self._later, self._clock_set)
        told = (
            lambda user, why, final: self.beside(self.notes.unreachable(user, why, final=final)),
            lambda old, new: self.beside(self.notices.notice(Migrated(old, new))),
        )
        self.office = Office(platforms, painter, clock, self.reach.closed, *told)
        self.engagements = Engagements()
        self.context: Context = Context(
            store, platforms, games, screens, self.prefs, self.reach, painter, clock,
            fresh or Fresh(), self.office, Outboxes(self.office), self.engagements,
            self.standstills, self._tasks,
        )  # fmt: skip
        context = self.context
        self.presence = Presence(store, platforms, clock, self.beside)
        self.bars = Bars(store, clock)
        # What runs.
        self.letters: Letters = Letters(context)
        self.tables: Tables = Tables(context, self.letters, pace)
        self.engagements.add(Kind.TABLE, partial(seated, self.tables.running))
        self.places = Places(context)
        self.watching, self.menus = Watching(context), Menus(self.office, self.beside)
        self.launcher = Launcher(context, self.tables, self.bars, self.watching, self.letters)
        parts = Parts(self.tables, self.launcher, self.places)
        self.tables.listeners.opened.append(self.menus.opened)
        self.goldrooms = Goldrooms(context, parts, self.letters)
        self.cups = Tournaments(context, parts, self._face)
        # What people say.
        self.door = Door(self)
        self.gate = Gate(self)
        self.speech = Speech(self)
        self._desk = Desk(self)
        self._repeats = Repeats(clock.now, platforms)
        self._hints = Hints(self)
        self._heartbeat = Heartbeat(clock, self.standstills.beat, self._desk.orders.forget_for_good)
        self.notes: TableNotices = TableNotices(context, self.tables, self.letters)
        self.notices: Notices = Notices((
            Chats(context), self.presence, CoinroomNotices(self.goldrooms), self.watching,
            self.cups, self.notes, self._repeats,
        ))  # fmt: skip

    def _face(self, runner: CupRunner) -> CupFace:
        return CupFace(self.context, self.tables, self.letters, runner, self.cups.tell)

    async def start(self) -> None:
        """Open every stored table again; clocks have stood still while nobody was here."""
        await self.standstills.start()
        await self.reach.load()
        await self.bars.load()
        await self.tables.sleeping.start()
        await self.places.load()
        await self.goldrooms.start()
        await self.cups.start()
        await self.letters.start()
        self.places.sweep(self.cups.needs)
        await self._heartbeat.start()

    async def _later(self, by: timedelta) -> Sequence[Row]:
        """What lasts until a time lasts as much longer."""
        return await self.watching.later(by)

    def _clock_set(self, rows: Sequence[Row]) -> None:
        """Everything with a deadline catches up at once, so that it is shown as it is now."""
        self.prefs.stored(row for row in rows if isinstance(row, PersonSet))
        self.tables.catch_up()
        self.goldrooms.catch_up()
        self.cups.catch_up()

    async def say_goodbye(self, line: Msg) -> None:
        """Say one line where a game is on, and wait until everything has left."""
        tastes = self.prefs.chat
        await farewell(
            tuple(self.tables.running.values()),
            lambda at: self.screens.of(tastes(at)).catalogue.say(line),
        )

    async def close(self) -> None:
        """Stop everything where it stands; it is stored already."""
        self._closing = True
        self.standstills.stop()
        self.goldrooms.stop()
        self.places.stop()
        await self.cups.close()
        await self.letters.close()
        await self._heartbeat.stop()
        await self._tasks.close()
        await self.context.outboxes.stop()
        await self.tables.close()
        requests = {t for t in self._requests if t is not None and t is not asyncio.current_task()}
        if requests:  # who read something, or waited for one of these tables
            await asyncio.wait(requests, timeout=LAST_ANSWERS)
        self.painter.close()

    # Finding tables.

    @property
    def runners(self) -> dict[str, Runner]:
        """The tables that run, by their ids."""
        return self.tables.running

    def at(self, chat: ChatRef | None) -> Runner | None:
        """The table of a place."""
        return self.tables.at(chat)

    def tables_of(self, user: UserRef) -> list[Runner]:
        """The tables at which a person sits and that are not over."""
        return self.tables.of(user)

    async def handle(self, incoming: Incoming) -> Reply | None:
        """Do what a person wants; the reply is theirs alone."""
        doing = asyncio.current_task()
        self._requests.add(doing)
        try:
            if not self.speech.concerns_us(incoming):
                return None
            found_by = partial(self._desk.table_for, incoming)
            runner = await self.tables.sleeping.awake(found_by)
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
                    await self.notes.reachable(incoming.user)
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
            runner = self.tables.get(table)
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
        await self.notices.notice(notice)

    @property
    def busy(self) -> bool:
        """Whether something is being done that nobody waits for."""
        rest = self.goldrooms.resting and not (self.cups.busy or self.letters.busy)
        return bool(self._tasks) or not rest

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
