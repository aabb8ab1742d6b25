"""The service, as platforms know it: takes requests to their handlers, and errors to words."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.access.bars import Bars
from bot.access.presence import Presence
from bot.commands.analysis import AnalysisCommands
from bot.commands.bars import BarCommands
from bot.commands.coins import CoinCommands
from bot.commands.company import CompanyCommands
from bot.commands.deals import DealCommands
from bot.commands.door import Door
from bot.commands.gate import Gate
from bot.commands.house import HouseCommands
from bot.commands.info import InfoCommands
from bot.commands.lessons import LessonCommands
from bot.commands.notify import NotifyCommands
from bot.commands.options import OptionCommands
from bot.commands.play import PlayCommands
from bot.commands.preferences import PreferenceCommands
from bot.commands.privacy import PrivacyCommands
from bot.commands.puzzles import PuzzleCommands
from bot.commands.readings import readings
from bot.commands.repeats import Repeats
from bot.commands.replays import ReplayCommands
from bot.commands.request import OLD, Request, Services, names_cards
from bot.commands.router import Router
from bot.commands.scores import ScoreCommands
from bot.commands.seats import SeatCommands
from bot.commands.shuffles import ShuffleCommands
from bot.commands.speakers import SpeakerCommands
from bot.commands.speech import Speech
from bot.commands.suggest import Suggestions
from bot.commands.tables import TableCommands
from bot.commands.topics import DECLARED, PARSER
from bot.commands.tournaments import TournamentCommands
from bot.commands.windows import TableWindows
from bot.delivery.gateway import Gateway
from bot.delivery.outboxes import Outboxes
from bot.delivery.watched import Watched
from bot.i18n.localized import CommandNames
from bot.ports.errors import Elsewhere, PlatformError
from bot.ports.messages import Outgoing, Reply, Where
from bot.ports.notices import Migrated
from bot.runtime.chats import Chats
from bot.runtime.coinroom_notices import CoinroomNotices
from bot.runtime.context import Context
from bot.runtime.departures import Departures
from bot.runtime.engagements import Engagements
from bot.runtime.farewell import farewell
from bot.runtime.forgetting import Forgetting
from bot.runtime.heartbeat import Heartbeat
from bot.runtime.metrics import Metrics
from bot.runtime.notices import Notices
from bot.runtime.proposals import Proposals
from bot.runtime.running import Running
from bot.runtime.standstills import Standstills
from bot.store.rows import NotRead, NotSaved, PersonSet, StoreError
from bot.support.errors import Failed, Refused, log_bug
from bot.support.ids import Ids
from bot.support.tasks import Tasks
from bot.table import tokens
from bot.talk.talk import Talk
from bot.users.belongings import StoredBelongings
from bot.users.preferences import Preferences
from bot.users.reachability import Reachability
from engine.errors import AmbiguousAction, RuleError
from engine.msg import Msg, links_in, msg

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import timedelta

    from bot.beacon.client import Beacon
    from bot.commands.repeats import Wanted
    from bot.delivery.painter import Painter
    from bot.players.computer import Computers
    from bot.ports.incoming import Incoming
    from bot.ports.menu import CommandSpec
    from bot.ports.messages import Picked, Suggestion
    from bot.ports.notices import Notice
    from bot.ports.platform import Platform
    from bot.ports.refs import ChatRef, UserRef
    from bot.screens.reader import Reader
    from bot.store.rows import Row
    from bot.store.store import Store
    from bot.support.clock import Clock
    from engine.core import Game

log = logging.getLogger(__name__)

LATE = (OLD, "table-done-already", "table-not-your-turn", "table-answered")
"""What somebody is told whose words were taken before."""

LAST_ANSWERS = 1.0
"""Seconds that a stop waits for what is being answered."""


class GameService:
    """What platforms hand everything to (``bot.ports.platform.Service``).

    It takes what people say to the command that does it, and makes words of what went wrong.

    Attributes:
        context: the leaves that everything works with.
        running: what runs; the service starts and closes it.
        presence: who is there.
        bars: who is kept out.
        talk: what is said in rooms.
        windows: tables as they are seen from inside other platforms' clients.
        gate: asks both before a command is done.
        notices: hands to its listeners what is neither words nor press.
        meters: counters, for whoever watches the program.
    """

    def __init__(
        self,
        store: Store,
        platforms: Mapping[str, Platform],
        reader: Reader,
        painter: Painter,
        computers: Computers,
        games: Mapping[str, Game[Any, Any]],
        clock: Clock,
        *,
        pace: float = 1.0,
        ids: Ids | None = None,
        meters: Metrics | None = None,
        beacon: Beacon | None = None,
    ) -> None:
        self.meters = meters or Metrics()
        self._requests: set[asyncio.Task[Any] | None] = set()
        self._closing = False
        reader.catalogue.names = CommandNames(self.menu)
        tasks = Tasks()
        localized = [name for name, platform in platforms.items() if platform.limits.localized]
        pressed = [name for name, platform in platforms.items() if platform.limits.pressed]
        prefs = Preferences(store, tasks.begin, localized, pressed)
        reach = Reachability(store, clock)
        self.belongings = StoredBelongings(store, prefs, clock)
        gateway = Gateway(platforms, painter, clock, reach.closed, self._unreached, self._moved)
        standstills = Standstills(store, clock, tasks.begin, self._later, self._clock_set)
        self.context = Context(
            store, platforms, games, reader, prefs, reach, painter, computers, clock,
            ids or Ids(), gateway, Outboxes(gateway), Engagements(), standstills, tasks,
            Watched(clock), beacon,
        )  # fmt: skip
        self.presence = Presence(store, platforms, clock, tasks.begin)
        self.bars = Bars(store, clock)
        self.talk = Talk(store, prefs, self.bars, clock, self.context.ids)
        self.running = Running(self.context, self.bars, pace)
        prefs.listeners.append(self.running.tables.preferred)
        self._services = Services(
            self.context, self.running.tables, self.running.coinrooms, self.running.tournaments,
            self.running.notes,
        )  # fmt: skip
        self._speech = Speech(PARSER, platforms, self.talk)
        self._repeats = Repeats(DECLARED, PARSER, clock.now, platforms)
        self._suggestions = Suggestions(PARSER)
        door = Door(self.bars)
        self.gate = Gate(DECLARED, self._speech, self.presence, self.bars, door)
        self._router = Router(DECLARED, self._topics(door), PARSER, self._speech, self.gate, clock)
        self.windows = TableWindows(self.context, self.running.tables, self.gate, self.request)
        self.notices = self._listeners()
        forgetting = Forgetting(
            store, clock, self.running.tables, self.presence, self.bars, self.talk
        )
        self._heartbeat = Heartbeat(clock, standstills.beat, forgetting.look)

    def _topics(self, door: Door) -> tuple[object, ...]:
        """One of each, with what it needs beside a request."""
        running = self.running
        proposals = Proposals(self.context, running.tables, running.letters)
        launching = DealCommands, LessonCommands, SeatCommands, HouseCommands
        plain = PlayCommands, OptionCommands, InfoCommands, CompanyCommands
        return (
            TableCommands(running.launcher, running.menus, running.tournaments),
            *(topic(running.launcher) for topic in launching),
            *(topic() for topic in (*plain, ReplayCommands, AnalysisCommands)),
            PuzzleCommands(running.daily),
            ScoreCommands(proposals),
            ShuffleCommands(proposals, running.tournaments),
            CoinCommands(running.coinrooms),
            TournamentCommands(running.tournaments),
            BarCommands(self.bars, door, self.talk),
            *(topic(running.subscriptions) for topic in (PreferenceCommands, NotifyCommands)),
            PrivacyCommands(self.talk),
            SpeakerCommands(self.talk, self.bars),
        )

    def _listeners(self) -> Notices:
        """Whoever minds what platforms notice, in the order in which they hear of it."""
        context, running = self.context, self.running
        people = running.coinrooms.people, running.tournaments.people
        departures = Departures(self.presence, running.tables, people, context.tasks, self.notice)
        return Notices((
            Chats(context), self.presence, CoinroomNotices(running.coinrooms), running.daily,
            running.subscriptions, running.tournaments, running.notes, self._repeats, departures,
        ))  # fmt: skip

    @property
    def menu(self) -> tuple[CommandSpec, ...]:
        """The commands as platforms show them."""
        return DECLARED.menu

    async def start(self, here: Callable[[str], bool] = lambda place: True) -> None:
        """Open every stored table again; clocks have stood still while nobody was here.

        ``here``: whether what is at a place is run by this process.
        """
        await self.context.standstills.start()
        await self._load()
        await self.running.start(here)
        await self._heartbeat.start()

    async def share(self) -> None:
        """Run the rooms that are opened, and nothing else: the rest is another process's."""
        self.gate.shares = True
        await self.context.standstills.read()
        await self._load()
        self.running.daily.start(house=False)

    async def _load(self) -> None:
        await self.context.reachability.load()
        await self.bars.load()
        await self.talk.load()

    async def open_rooms(self, rooms: Mapping[ChatRef, timedelta]) -> None:
        """Run these rooms from now on: each with for how long nobody has."""
        await self.bars.load()
        for room in rooms:
            self.context.preferences.forget(room)
        await self.running.tables.sleeping.open(
            {room.place: alone for room, alone in rooms.items()}
        )
        await self.running.letters.take_over(rooms)

    async def leave_room(self, room: ChatRef, *, lost: bool) -> None:
        """Run a room no longer; ``lost``: another process does already."""
        for state in await self.running.tables.leave(room, lost=lost):
            for hand in state.hands:
                with suppress(PlatformError):
                    await self.context.gateway.erase(hand.ref)

    async def heard(self, user: UserRef, rooms: Sequence[str] = ()) -> None:
        """Another process has stored what a person has set, or what they had said is gone."""
        with suppress(StoreError):
            await self.context.preferences.read_again(user)
            await self.context.reachability.read_again(user)
            await self.talk.forgotten(user, rooms)

    # What the leaves tell.

    def _unreached(self, user: UserRef, why: str, final: bool) -> None:
        """A private message did not arrive."""
        self.context.tasks.begin(self.running.notes.unreachable(user, why, final=final))

    def _moved(self, old: ChatRef, new: ChatRef) -> None:
        """A chat has another id from now on."""
        self.context.tasks.begin(self.notices.notice(Migrated(old, new)))

    async def _later(self, by: timedelta) -> Sequence[Row]:
        """What lasts until a time lasts as much longer."""
        return await self.running.subscriptions.later(by)

    def _clock_set(self, rows: Sequence[Row]) -> None:
        """Everything with a deadline catches up at once, so that it is shown as it is now."""
        self.context.preferences.stored(row for row in rows if isinstance(row, PersonSet))
        self.running.catch_up()

    async def say_goodbye(self, line: Msg) -> None:
        """Say one line where a game is on, and wait until everything has left."""
        context = self.context
        tastes = context.preferences.chat
        runners = tuple(self.running.tables.running.values())
        await farewell(runners, line, lambda at: context.reader.of(tastes(at)))

    async def close(self) -> None:
        """Stop everything where it stands; it is stored already."""
        self._closing = True
        self.context.standstills.stop()
        await self.running.stop()
        await self._heartbeat.stop()
        await self.context.tasks.close()
        await self.context.outboxes.stop()
        await self.running.tables.close()
        requests = {t for t in self._requests if t is not None and t is not asyncio.current_task()}
        if requests:  # who read something, or waited for one of these tables
            await asyncio.wait(requests, timeout=LAST_ANSWERS)
        for workers in self.context.workers:
            workers.close()
        self.context.computers.close()

    async def handle(self, incoming: Incoming) -> Reply | None:
        """Do what a person wants; the reply is theirs alone."""
        doing = asyncio.current_task()
        self._requests.add(doing)
        request = self.request(incoming)
        try:
            if not self._speech.concerns_us(request):
                return None
            runner = await self.running.tables.sleeping.awake(lambda: request.table)
            handle = partial(self._handled, request)
            found = await self._repeats.quietly(incoming, runner, handle)
            return _words(request, found, public=True) if isinstance(found, Msg) else found
        finally:
            self._requests.discard(doing)

    def request(self, incoming: Incoming) -> Request:
        """The request that handlers are given for what came in."""
        return Request(incoming, self._services)

    async def _handled(self, request: Request, wanted: Wanted) -> Reply | None:
        incoming = request.incoming
        try:
            with self.meters.request(incoming.user.platform):
                await self.context.preferences.meet(incoming)
                if incoming.chat is None and self.context.reachability.closed(incoming.user):
                    await self.running.notes.reachable(incoming.user)
                admitted = await self.gate.admit(request)
                reply = None if admitted is None else await self._router.handle(admitted)
        except AmbiguousAction as error:
            return readings(request, error)
        except RuleError as error:
            if self._repeats.failed(incoming, wanted, error) or await self._was_done(
                incoming, error
            ):
                return None
            self.meters.refused(error.msg.key)
            public = isinstance(error, Refused) and not error.private
            return _words(request, error.msg, public=public)
        except NotRead:
            return _words(request, msg("table-not-read"), public=True)
        except NotSaved:
            return _words(request, msg("table-not-saved"), public=True)
        except Failed as error:
            return _words(request, msg(error.key), public=True)
        except Elsewhere:
            raise
        except Exception as error:  # noqa: BLE001  (one person's press must not stop the rest)
            if not self._closing:
                log_bug(log, "request failed", error, platform=incoming.user.platform)
            return _words(request, msg("hub-trouble"), public=False)
        self._repeats.done(incoming, wanted)
        return reply

    async def _was_done(self, incoming: Incoming, error: RuleError) -> bool:
        """Whether what is refused now was done before a restart, and was never answered.

        Its platform sends it again; it is done, and no mistake of its author's.
        """
        if not incoming.token and error.msg.key not in LATE:
            return False
        try:
            return await self.context.store.matches.source_stored(incoming.source)
        except NotRead:
            return False

    def foresee(self, user: UserRef, token: str) -> bool:
        """Whether a press is an answer that will be taken without a word, unless storing fails."""
        try:
            table, question = tokens.offered(token) or ("", 0)
            runner = self.running.tables.get(table)
            return runner is not None and runner.foresees(user, question)
        except Exception:  # noqa: BLE001  (it is logged when it is done)
            return False

    async def notice(self, notice: Notice) -> None:
        """Take note of what is neither words nor press."""
        await self.notices.notice(notice)

    @property
    def busy(self) -> bool:
        """Whether something is being done that nobody waits for."""
        beating = not self._heartbeat.resting
        return beating or bool(self.context.tasks) or self.running.busy

    async def suggest(self, incoming: Incoming, field: str) -> tuple[Suggestion, ...]:
        """What may complete what a person has typed so far in a field of a command."""
        return await self._suggestions.suggest(self.request(incoming), field)

    async def picked(self, incoming: Incoming) -> Picked:
        """What would become of the values picked, were they sent."""
        return await self._suggestions.picked(self.request(incoming))


def _words(request: Request, message: Msg, *, public: bool) -> Reply:
    """A message as a short answer; one that names cards is its author's alone."""
    runner = request.table
    names = runner.table.names if runner is not None else ()
    text = request.reader.catalogue.say(message, names)
    words = Outgoing(text=text, links=links_in(message))
    return Reply(words, Where.TOAST, public=public and not names_cards(message))
