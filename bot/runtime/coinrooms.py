"""金币场 of all chats: people who wait are drawn four by four, and their table begins by itself.

A queue is one frozen value (``bot.goldroom``). It is stored before it is shown, and in the same
transaction as the table that its people go to: nobody is in both, or in neither.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from bot.coinroom import queue as goldroom
from bot.coinroom.queue import DEALS, FEE, GAME, LEAST, OPTIONS, SEATS, STAKE, Goldroom
from bot.economy.ledger import DAILY
from bot.economy.wallets import purses
from bot.ports.errors import PlatformError
from bot.runtime.coinroom_runner import KEY, Live, key_of, last, stored
from bot.screens.coinroom import board
from bot.store.rows import ChatSet, Overdrawn, StoreError
from bot.support.errors import Refused, log_bug
from bot.table import stakes
from bot.table.commands import Delivered, NewTable, Start
from bot.table.machine import Table
from bot.table.state import Sitter
from engine.errors import RuleError
from engine.msg import chained, msg

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
    from typing import Any

    from bot.coinroom.queue import Waiter
    from bot.commands.service import Hub
    from bot.ports.refs import ChatRef, UserRef
    from bot.table.commands import Command
    from engine.msg import Msg, Param

log = logging.getLogger(__name__)

CLOCK = 60
"""Seconds for an answer: the others' coins wait."""


class Goldrooms:
    """All queues; ``beside`` does something that nobody waits for."""

    def __init__(self, hub: Hub, beside: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self.hub = hub
        self._beside = beside
        self._live: dict[str, Live] = {}

    async def start(self) -> None:
        """Go on with every queue in which somebody waits."""
        for value in await self.hub.store.settings_of(KEY):
            try:
                room = goldroom.loads(value)
            except ValueError:
                log.warning("a queue was not read")
                continue
            if room.people:
                await self.hub.prefs.know((), (room.place.key,))
                live = self._open(room)
                self._show(live)
                self._aside(self._tried(live))

    def stop(self) -> None:
        """Nobody is told anything any more."""
        for live in self._live.values():
            live.stop()
        self._live.clear()

    @property
    def resting(self) -> bool:
        """Whether nothing is under way to any chat."""
        return all(live.outbox.resting for live in self._live.values())

    # What people do.

    async def join(self, place: ChatRef, title: str, user: UserRef, name: str) -> bool:
        """Wait with the others; a table begins as soon as there are four. Whether they still wait.

        Raises:
            Refused: too few coins, too many people, or they play in a tournament.
            NotSaved: the database refuses to write.
        """
        now = self.hub.clock.now()
        async with self._turn(place, title) as live:
            found = await purses(self.hub.store, place.key, [user.key], now)
            free = found[user.key].free
            if free < LEAST:
                raise Refused("coinroom-poor", least=LEAST, free=free, below=DAILY)
            async with self.hub.cups.free(user):
                await self._keep(live, live.room.patient(now).joined(user, name, now), draws=True)
            await self._draw(live)
            return live.room.waits(user)

    async def leave(self, place: ChatRef, user: UserRef) -> None:
        """Wait no longer.

        Raises:
            Refused: they did not.
        """
        live = self._live.get(place.place)
        if live is None or not live.room.waits(user):
            raise Refused("coinroom-not-waiting")
        async with live.lock:
            await self._keep(live, live.room.without(user))

    def waits(self, user: UserRef) -> Goldroom | None:
        """The queue in which a person is."""
        return next((live.room for live in self._live.values() if live.room.waits(user)), None)

    def at(self, place: ChatRef) -> Goldroom | None:
        """The queue of a place in which somebody waits."""
        live = self._live.get(place.place)
        return live.room if live is not None and live.room.people else None

    def unseen(self, place: ChatRef, user: UserRef) -> bool:
        """Whether the board is to be posted anew: nobody waits, or this person does already."""
        live = self._live.get(place.place)
        return live is None or not live.room.people or live.room.waits(user)

    def show_again(self, place: ChatRef) -> None:
        """The board as a new message at the bottom, if somebody waits."""
        live = self._live.get(place.place)
        if live is not None and live.room.people:
            self._show(live, repost=True)

    # What platforms and tables tell.

    def lost(self, chat: ChatRef, *, whole: bool) -> None:
        """A thread, or with ``whole`` a chat, is gone: nobody can wait there."""
        for live in tuple(self._live.values()):
            there = live.room.place
            if there.key == chat.key if whole else there == chat:
                self._aside(self._close(live))

    def freed(self, place: ChatRef) -> None:
        """A table is over: whoever waits may play there."""
        for live in self._live.values():
            if live.room.place.key == place.key and len(live.room.people) >= SEATS:
                self._aside(self._tried(live))

    def left(self, chat: ChatRef, user: UserRef) -> None:
        """A person is no longer in the chat."""
        for live in self._live.values():
            if live.room.place.key == chat.key and live.room.waits(user):
                self._aside(self._let_go(live, user))

    async def moved(self, old: ChatRef, new: ChatRef) -> None:
        """A chat has another id: its queues go with it."""
        for place in [p for p, live in self._live.items() if live.room.place.key == old.key]:
            live = self._live.pop(place)
            async with live.lock:
                there = type(new)(new.platform, new.id, live.room.place.thread)
                await self.hub.store.commit([ChatSet(old.key, key_of(live.room), "")])
                self._live[there.place] = live
                live.outbox.move(there)
                await self._keep(live, live.room.moved(there))

    # Inside.

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        self._beside(_calmly(work))

    def _open(self, room: Goldroom) -> Live:
        live = self._live.get(room.place.place)
        if live is None:
            live = self._live[room.place.place] = Live(room, self.hub)
            live.outbox.resumes(room.board, 0, lambda told: self._told(live, told))
            self._set_timer(live)
        return live

    @contextlib.asynccontextmanager
    async def _turn(self, place: ChatRef, title: str) -> AsyncIterator[Live]:
        """The queue of a place, open for as long as somebody waits, changed by one at a time."""
        while True:
            live = self._live.get(place.place)
            if live is None:
                room = await last(self.hub.store, place, title)
                live = self._live.get(place.place) or self._open(room)
            async with live.lock:
                if self._live.get(place.place) is live:
                    try:
                        yield live
                    finally:
                        self._end_if_empty(live)
                    return

    def _end_if_empty(self, live: Live) -> None:
        if not live.room.people and (live.ending is None or live.ending.done()):
            live.ending = asyncio.create_task(self._end(live))

    async def _end(self, live: Live) -> None:
        await live.outbox.drained()
        async with live.lock:
            place = live.room.place.place
            if not live.room.people and live.outbox.idle and self._live.get(place) is live:
                del self._live[place]
                self.hub.close_outbox(live.ident)

    async def _keep(self, live: Live, room: Goldroom, *, draws: bool = False) -> None:
        """Store it, then show it; four who are about to be drawn are shown once that was tried."""
        if room == live.room:
            return
        await self.hub.store.commit([stored(room)])
        self._now(live, room, shown=not draws or len(room.people) < SEATS)

    def _now(self, live: Live, room: Goldroom, *, shown: bool = True) -> None:
        live.room = room
        self._set_timer(live)
        if shown:
            self._show(live)
        self._end_if_empty(live)

    def _show(self, live: Live, *, repost: bool = False) -> None:
        screens = self.hub.screens.of(self.hub.prefs.chat(live.room.place))
        live.outbox.board(board(screens, live.room), frozenset(), repost=repost)

    def _say(self, live: Live, line: Msg) -> None:
        screens = self.hub.screens.of(self.hub.prefs.chat(live.room.place))
        live.outbox.say(screens.catalogue.say(line))

    def _told(self, live: Live, told: Command) -> None:
        """Which message the board is, once it was sent."""
        new = isinstance(told, Delivered) and told.board is not None
        if isinstance(told, Delivered) and new and told.board != live.room.board:
            self._aside(self._note(live, told))

    async def _note(self, live: Live, told: Delivered) -> None:
        async with live.lock:
            live.room = live.room.shown_by(told.board)
            await self.hub.store.commit([stored(live.room)])

    def _set_timer(self, live: Live) -> None:
        if live.timer is not None:
            live.timer.cancel()
        when = live.room.expires
        live.timer = None
        if when is not None:
            call = self.hub.clock.call_at
            live.timer = call(when, lambda: self._aside(self._expire(live)))

    async def _expire(self, live: Live) -> None:
        """Nobody is waited for longer than they would think."""
        async with live.lock:
            room = live.room.patient(self.hub.clock.now())
            late = [waiter for waiter in live.room.people if not room.waits(waiter.user)]
            if late:
                await self._keep(live, room)
                self._say(live, msg("coinroom-late", names=_names(late)))

    async def _let_go(self, live: Live, user: UserRef) -> None:
        async with live.lock:
            await self._keep(live, live.room.without(user))

    async def _close(self, live: Live) -> None:
        async with live.lock:
            room = live.room.without(*(waiter.user for waiter in live.room.people))
            await self.hub.store.commit([stored(room)])
            self._now(live, room, shown=False)

    async def _tried(self, live: Live) -> None:
        async with live.lock:
            await self._keep(live, live.room.patient(self.hub.clock.now()), draws=True)
            await self._draw(live)

    # Drawing.

    async def _draw(self, live: Live) -> None:
        """Seat four, and four more, as long as there are so many and a place for them."""
        while len(live.room.people) >= SEATS:
            if not await self._solvent(live):
                continue
            if not await self._seat(live):
                self._show(live)
                break

    async def _solvent(self, live: Live) -> bool:
        """Whether all who wait still have the coins; whoever has not waits no longer."""
        people, now = live.room.people, self.hub.clock.now()
        keys = [waiter.user.key for waiter in people]
        found = await purses(self.hub.store, live.room.place.key, keys, now)
        poor = [waiter for waiter in people if found[waiter.user.key].free < LEAST]
        if poor:
            await self._keep(live, live.room.without(*(waiter.user for waiter in poor)))
            self._say(live, msg("coinroom-dropped", names=_names(poor), least=LEAST))
        return not poor

    async def _seat(self, live: Live) -> bool:
        """Draw four, and begin at a place that is free; whether there was one."""
        seed, room = self.hub.fresh.seed(), live.room
        four = room.drawn(seed)
        place = await self._place(room, four)
        if place is None:
            return False
        rest = room.without(*(waiter.user for waiter in four))
        table = self._table(place, room.chat_title, four)
        found = await self.hub.store.purses(place.key, [waiter.user.key for waiter in four])
        coins = tuple((key, purse.free) for key, purse in found.items())
        start = Start(four[0].user, self.hub.fresh.id(), seed, purses=coins)
        runner = None
        try:
            runner = await self.hub.launch(table, start, [stored(rest)])
        except (RuleError, Overdrawn) as error:  # their coins have just gone elsewhere
            log.info("no table of coins reason=%s", type(error).__name__)
        finally:
            if runner is None and place != room.place:
                with contextlib.suppress(PlatformError):
                    await self.hub.office.close_place(place)
        if runner is None:
            return False
        self._now(live, rest)
        self._say(live, self._begins(room, place, four))
        return True

    async def _place(self, room: Goldroom, four: Sequence[Waiter]) -> ChatRef | None:
        """The queue's own place, or one beside it; None where neither is to be had."""
        there = self.hub.at(room.place)
        if there is None or there.table.gives_way(self.hub.clock.now()):
            return room.place
        platform = self.hub.platforms[room.place.platform]
        if not platform.limits.places:
            return None
        screens = self.hub.screens.of(self.hub.prefs.chat(room.place))
        title = screens.say("coinroom-title", game=msg(f"{GAME}-name"))
        try:
            return await self.hub.office.open_place(room.place, title, [w.user for w in four])
        except PlatformError as error:
            log.info("no place for a table reason=%s", type(error).__name__)
            return None

    def _table(self, place: ChatRef, title: str, four: Sequence[Waiter]) -> Table:
        """A table at which they sit, with everything set."""
        host, game = four[0], self.hub.games[GAME]
        new = NewTable(self.hub.fresh.id(), place, title, GAME, host.user, host.name, CLOCK)
        table = Table.open(new, game, self.hub.clock.now())
        table.change(
            sitters=tuple(Sitter(waiter.user, waiter.name) for waiter in four),
            options=tuple({**table.options, **dict(OPTIONS)}.items()),
            quan=DEALS, money=stakes.COINS, buy_in=STAKE, fee=FEE, least=LEAST,
        )  # fmt: skip
        return table

    def _begins(self, room: Goldroom, place: ChatRef, four: Sequence[Waiter]) -> Msg:
        names = _names(four)
        if place == room.place:
            return msg("coinroom-begins", names=names)
        link = self.hub.platforms[place.platform].place_link(place)
        return msg("coinroom-begins-there", names=names, link=link)


async def _calmly(work: Coroutine[Any, Any, None]) -> None:
    """Do what nobody waits for; the next press tries again what could not be stored."""
    try:
        await work
    except StoreError as error:
        log.warning("a queue stands still reason=%s", type(error).__name__)
    except Exception as error:  # noqa: BLE001  (other queues go on)
        log_bug(log, "a queue failed", error)


def _names(people: Sequence[Waiter]) -> Param:
    return chained("render-list", [waiter.name for waiter in people])
