"""All tables of the process: what comes in finds its table, and what is asked finds its answer."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.bugs import log_bug
from bot.commands import Close, Delivered, Leave, NewTable, Remember, Renamed, Shift
from bot.desk import Desk
from bot.ids import Fresh
from bot.loading import Unreadable, load
from bot.names import clean
from bot.outbox import Outbox
from bot.ports import ChatRef, MemberLeft, Opened, Outgoing, Removed, Reply, Where
from bot.runner import Failed, Runner, Services
from bot.state import Phase
from bot.store.rows import MatchEnded, NotSaved, StoreError, TableSaved
from bot.table import Table
from engine.errors import AmbiguousAction, RuleError
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.clock import Clock
    from bot.painter import Painter
    from bot.ports import Incoming, Notice, Platform, UserRef
    from bot.screens import Screens
    from bot.store.rows import StoredTable
    from bot.store.store import Store
    from engine.core import Game
    from engine.msg import Msg

log = logging.getLogger(__name__)

BEAT = 10.0
"""Seconds between heartbeats, from which downtime is computed after a kill."""

CLOCK = 120
"""Seconds a person has for an answer, unless the table is set otherwise."""

RESTARTS = 3


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
    ) -> None:
        self.fresh = fresh or Fresh()
        self.pace = pace
        self.store = store
        self.platforms = platforms
        self.screens = screens
        self.painter = painter
        self.games = games
        self.clock = clock
        self.runners: dict[str, Runner] = {}
        self._places: dict[str, str] = {}
        self._tasks: dict[str, list[asyncio.Task[None]]] = {}
        self._beating: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()
        self._desk = Desk(self)

    # Beginning and end.

    async def start(self) -> None:
        """Open every stored table again; clocks have stood still while nobody was here."""
        last, now = await self.store.last_beat(), self.clock.now()
        for stored in await self.store.tables():
            try:
                table = await load(stored, self.store, self.games)
            except Unreadable as error:
                await self._bury(stored, error)
                continue
            runner = self._run(table)
            # A table that was stored after the last heartbeat has stood still since then only.
            stood = now - max(last or stored.at, stored.at)
            if stood > timedelta(0):
                runner.tell(Shift(stood))
            if table.state.shown < table.state.public:
                runner.show_after_crash()
        await self._note_alive()
        self._beating = asyncio.create_task(self._beat())

    async def _bury(self, stored: StoredTable, error: Unreadable) -> None:
        """A table that cannot be opened: close it and say so where it was; the others go on."""
        log.error("table not opened table=%s reason=%s", stored.table, error)
        state, now = error.state, self.clock.now()
        rows: list[TableSaved | MatchEnded] = [
            TableSaved(stored.table, stored.place, False, stored.state, now)
        ]
        if state is not None and state.match and not state.over:
            rows.append(MatchEnded(state.match, "stopped", now))
        try:
            await self.store.commit(rows)
        except StoreError:
            log.exception("table not closed table=%s", stored.table)
        if state is not None and state.over:
            return
        chat = state.place if state is not None else _chat_of(stored.place)
        if chat is None:
            return
        outbox = Outbox(stored.table, chat, self.platforms, self.painter, self.clock)
        self._tasks[stored.table] = [asyncio.create_task(outbox.run())]
        outbox.say(self.screens.say("table-unreadable"))

    async def _beat(self) -> None:
        while True:
            await self.clock.sleep(BEAT)
            await self._note_alive()

    async def _note_alive(self) -> None:
        try:
            await self.store.beat(self.clock.now())
        except StoreError as error:
            log.warning("no heartbeat reason=%s", error)

    async def say_goodbye(self, line: Msg) -> None:
        """Say one line where a game is on, and wait until everything has left."""
        text = self.screens.catalogue.say(line)
        phases = (Phase.PLAYING, Phase.BETWEEN)
        playing = [r for r in self.runners.values() if r.table.state.phase in phases]
        for runner in playing:
            runner.outbox.say(text)
        await asyncio.gather(*(r.ask(Remember()) for r in playing), return_exceptions=True)
        await asyncio.gather(*(r.outbox.drained() for r in self.runners.values()))

    async def close(self) -> None:
        """Stop every table where it stands; everything is stored already."""
        tasks = [task for group in self._tasks.values() for task in group]
        tasks += [self._beating] if self._beating is not None else []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for runner in self.runners.values():
            runner.stop()
        self.runners.clear()

    # Tables.

    def at(self, chat: ChatRef | None) -> Runner | None:
        """The table of a place."""
        found = self._places.get(chat.place) if chat is not None else None
        return self.runners.get(found) if found is not None else None

    def tables_of(self, user: UserRef) -> list[Runner]:
        """The tables at which a person sits and that are not over."""
        return [
            runner
            for runner in self.runners.values()
            if not runner.table.state.over and runner.table.seat_of(user) is not None
        ]

    async def open(self, incoming: Incoming, game: Game[Any, Any]) -> Runner | None:
        """A new table at a place; None where another one is still on."""
        async with self._opening:
            old = self.at(incoming.chat)
            if old is not None and not _may_be_replaced(old.table):
                return None
            chat = incoming.chat
            title = incoming.chat_title or (chat.id if chat is not None else "")
            new = NewTable(
                self.fresh.id(), chat, title, game.info.id, incoming.user,
                clean(incoming.display_name), CLOCK,
            )  # fmt: skip
            now = self.clock.now()
            table = Table.open(new, game, now)
            reactions = table.birth(now)
            if old is not None and not old.table.state.over:
                await old.ask(Close())
            await self.store.commit([table.saved(now)])
            runner = self._run(table)
            runner.show(reactions)
            return runner

    def _run(self, table: Table) -> Runner:
        ident, place = table.state.id, table.state.place
        table.pace = self.pace

        def delivered(what: Delivered) -> None:
            runner.tell(what)

        async def reload() -> Table | None:
            stored = next((t for t in await self.store.tables() if t.table == ident), None)
            if stored is None:
                return None
            again = await load(stored, self.store, self.games)
            again.pace = self.pace
            return again

        outbox = Outbox(ident, place, self.platforms, self.painter, self.clock)
        outbox.knows(table.state, delivered)
        services = Services(self.store, self.screens, self.clock)
        runner = Runner(table, outbox, services, reload, lambda: self._forget(ident))
        # One that is over and only waits to be shown gives way to the one that is on.
        if place is not None and (not table.state.over or self.at(place) is None):
            self._places[place.place] = ident
        self.runners[ident] = runner
        self._tasks[ident] = [
            asyncio.create_task(self._supervise(runner)),
            asyncio.create_task(outbox.run()),
        ]
        return runner

    async def _supervise(self, runner: Runner) -> None:
        """A task that dies is begun again from the store, but not for ever.

        After that the table stands still, and nothing is done until a person wants something.
        """
        deaths = 0
        while True:
            try:
                await runner.run()
            except Exception as error:  # noqa: BLE001  (contained in this table)
                log_bug(log, "table task died", error, table=runner.table.state.id)
            deaths += 1
            try:
                if not await runner.load_again():
                    return
                if deaths > RESTARTS:
                    await runner.halt()
            except Exception as error:  # noqa: BLE001  (the next try may succeed)
                log_bug(log, "table not reloaded", error, table=runner.table.state.id)
            if deaths > RESTARTS:
                await runner.asked()
                deaths = 0

    def _forget(self, ident: str) -> None:
        runner = self.runners.pop(ident, None)
        if runner is None:
            return
        place = runner.table.state.place
        if place is not None and self._places.get(place.place) == ident:
            del self._places[place.place]
        task = asyncio.create_task(self._end(ident, runner))
        self._tasks.setdefault(f"end {ident}", []).append(task)

    async def _end(self, ident: str, runner: Runner) -> None:
        await runner.outbox.drained()
        for task in self._tasks.pop(ident, []):
            task.cancel()
        runner.stop()
        self._tasks.pop(f"end {ident}", None)

    # What comes in.

    async def handle(self, incoming: Incoming) -> Reply | None:
        """Do what a person wants; the reply is theirs alone."""
        try:
            return await self._desk.handle(incoming)
        except AmbiguousAction as error:
            return self._desk.which(incoming, error)
        except RuleError as error:
            return self._words(error.msg, incoming)
        except NotSaved:
            return self._words(msg("table-not-saved"), incoming)
        except Failed:
            return self._words(msg("table-trouble"), incoming)
        except Exception as error:  # noqa: BLE001  (one person's press must not stop the rest)
            log_bug(log, "request failed", error, platform=incoming.user.platform)
            return self._words(msg("hub-trouble"), incoming)

    def _words(self, message: Msg, incoming: Incoming) -> Reply:
        runner = self._desk.table_for(incoming)
        names = runner.table.names if runner is not None else ()
        text = self.screens.catalogue.say(message, names)
        return Reply(Outgoing(text=text), Where.TOAST)

    async def notice(self, notice: Notice) -> None:
        """Take note of what is neither words nor press."""
        match notice:
            case Opened(user, chat):
                runner = self.at(chat)
                if runner is not None:
                    runner.show_again(user)
            case Removed(chat):
                log.warning("removed from chat platform=%s", chat.platform)
            case MemberLeft(user, chat):
                runner = self.at(chat)
                if runner is not None and runner.table.seat_of(user) is not None:
                    runner.tell(Leave(user))

    def renamed(self, runner: Runner, incoming: Incoming) -> None:
        """A person who calls themselves otherwise now keeps the seat under the new name."""
        seat = runner.table.seat_of(incoming.user)
        name = clean(incoming.display_name)
        if seat is None or not incoming.display_name or runner.table.state.over:
            return
        if runner.table.state.sitters[seat].name != name:
            runner.tell(Renamed(incoming.user, name))


def _may_be_replaced(table: Table) -> bool:
    """A table that is over, or that stands still with nobody present."""
    state = table.state
    return state.over or (state.suspended_at is not None and not table.present())


def _chat_of(place: str) -> ChatRef | None:
    """The chat of ``ChatRef.place``, for a table of which nothing else can be read."""
    platform, _, rest = place.partition(":")
    chat, _, thread = rest.rpartition(":")
    return ChatRef(platform, chat, thread) if platform and chat else None
