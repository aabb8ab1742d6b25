"""金币场 of all chats: people who wait are drawn four by four, and their table begins by itself.

A queue is one frozen value (``bot.goldroom``). It is stored before it is shown, and in the same
transaction as the table that its people go to: nobody is in both, or in neither.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.coinroom import queue as goldroom
from bot.coinroom.queue import GAME, LEAST, SEATS, Queue
from bot.economy.ledger import DAILY
from bot.economy.wallets import purses
from bot.ports.errors import PlatformError
from bot.runtime.coinroom_runner import (
    KEY,
    Live,
    begins,
    calmly,
    key_of,
    last,
    letters_of,
    names_of,
    place_for,
    stored,
    table_of,
)
from bot.runtime.engagements import Engagement, Kind, Wish
from bot.screens.coinroom import board
from bot.store.rows import ChatSet, Overdrawn
from bot.support.errors import Refused
from bot.table.commands import Delivered, Start
from bot.table.machine import Table
from engine.errors import RuleError
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from bot.coinroom.queue import Waiter
    from bot.ports.refs import ChatRef, UserRef
    from bot.runtime.context import Context
    from bot.runtime.launcher import Parts
    from bot.runtime.letters import Letters
    from bot.table.commands import Command
    from engine.msg import Msg

log = logging.getLogger(__name__)


class CoinRooms:
    """All queues."""

    def __init__(self, context: Context, parts: Parts, letters: Letters) -> None:
        self._context = context
        self._parts = parts
        self._letters = letters
        self._beside = context.tasks.begin
        self._live: dict[str, Live] = {}
        context.engagements.add(Kind.QUEUE, self.engaged)
        parts.tables.listeners.freed.append(self.freed)

    async def start(self) -> None:
        """Go on with every queue in which somebody waits."""
        for value in await self._context.store.settings_of(KEY):
            try:
                room = goldroom.loads(value)
            except ValueError:
                log.warning("a queue was not read")
                continue
            if room.people:
                await self._context.prefs.know((), (room.place.key,))
                live = self._open(room)
                self._show(live)
                self._beside(calmly(self._tried(live)))

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
            Refused: too few coins, too many people, or they are engaged elsewhere.
            NotSaved: the database refuses to write.
        """
        now = self._context.clock.now()
        async with self._turn(place, title) as live:
            found = await purses(self._context.store, place.key, [user.key], now)
            free = found[user.key].free
            if free < LEAST:
                raise Refused("coinroom-poor", least=LEAST, free=free, below=DAILY, private=True)
            async with self._context.engagements.free(user, Wish.QUEUE, place.place):
                await self._keep(live, live.patient().joined(user, name, live.now), draws=True)
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
        async with self._alone(live):
            await self._keep(live, live.room.without(user))

    def waits(self, user: UserRef) -> Queue | None:
        """The queue in which a person is."""
        return next((live.room for live in self._live.values() if live.room.waits(user)), None)

    def engaged(self, user: UserRef) -> Iterator[Engagement]:
        """The same for ``Engagements``."""
        for live in self._live.values():
            if live.room.waits(user):
                place, title = live.room.place, live.room.chat_title
                yield Engagement(Kind.QUEUE, place.place, title, GAME)

    def people(self) -> Iterator[tuple[ChatRef, UserRef]]:
        """Everybody who waits, and where."""
        for live in self._live.values():
            for waiter in live.room.people:
                yield live.room.place, waiter.user

    def at(self, place: ChatRef) -> Queue | None:
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
                self._beside(calmly(self._close(live)))

    def freed(self, place: ChatRef) -> None:
        """A table is over: whoever waits may play there."""
        for live in self._live.values():
            if live.room.place.key == place.key and len(live.room.people) >= SEATS:
                self._beside(calmly(self._tried(live)))

    def left(self, chat: ChatRef, user: UserRef) -> None:
        """A person is no longer in the chat."""
        for live in self._live.values():
            if live.room.place.key == chat.key and live.room.waits(user):
                self._beside(calmly(self._let_go(live, user)))

    async def moved(self, old: ChatRef, new: ChatRef) -> None:
        """A chat has another id: its queues go with it."""
        for place in [p for p, live in self._live.items() if live.room.place.key == old.key]:
            live = self._live.pop(place)
            async with self._alone(live):
                there = type(new)(new.platform, new.id, live.room.place.thread)
                await self._context.store.commit([ChatSet(old.key, key_of(live.room), "")])
                self._live[there.place] = live
                live.outbox.move(there)
                await self._keep(live, live.room.moved(there))

    def catch_up(self) -> None:
        """The clock was set: whoever waits has as much time left as before."""
        for live in tuple(self._live.values()):
            self._beside(calmly(self._tried(live)))

    # Inside.

    @contextlib.asynccontextmanager
    async def _alone(self, live: Live) -> AsyncIterator[None]:
        """One at a time, and after everybody's time has been moved as the clock was.

        While the program is away time passes for them: nobody plays for coins unawares.
        """
        async with live.lock:
            owed = self._context.standstills.owed(live.room.standstills)
            if owed.number != live.room.standstills:
                room = live.room.later(owed.clock, owed.number)
                if room.people:
                    await self._context.store.commit([stored(room)])
                self._now(live, room, shown=bool(owed.clock))
            yield

    def _open(self, room: Queue) -> Live:
        live = self._live.get(room.place.place)
        if live is None:
            live = self._live[room.place.place] = Live(room, self._context)
            live.outbox.resumes(room.board, 0, lambda told: self._told(live, told))
            self._set_timer(live)
        return live

    @contextlib.asynccontextmanager
    async def _turn(self, place: ChatRef, title: str) -> AsyncIterator[Live]:
        """The queue of a place, open for as long as somebody waits, changed by one at a time."""
        while True:
            live = self._live.get(place.place)
            if live is None:
                room = await last(self._context.store, place, title)
                live = self._live.get(place.place) or self._open(room)
            async with self._alone(live):
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
                self._context.outboxes.close(live.outbox)

    async def _keep(self, live: Live, room: Queue, *lines: Msg, draws: bool = False) -> None:
        """Store it with what is said of it, then show it.

        Four who are about to be drawn are shown once that was tried.
        """
        if room == live.room:
            return
        letters, now = letters_of(room, lines), self._context.clock.now()
        await self._context.store.commit([stored(room), *(letter.row(now) for letter in letters)])
        self._now(live, room, shown=not draws or len(room.people) < SEATS)
        self._letters.send(letters, live.outbox)

    def _now(self, live: Live, room: Queue, *, shown: bool = True) -> None:
        live.room = room
        self._set_timer(live)
        if shown:
            self._show(live)
        self._end_if_empty(live)

    def _show(self, live: Live, *, repost: bool = False) -> None:
        screens = self._context.screens.of(self._context.prefs.chat(live.room.place))
        platform = self._context.platforms.get(live.room.place.platform)
        private = platform.link("") if platform is not None else ""
        live.outbox.board(board(screens, live.room, private), frozenset(), repost=repost)

    def _told(self, live: Live, told: Command) -> None:
        """Which message the board is, once it was sent."""
        new = isinstance(told, Delivered) and told.board is not None
        if isinstance(told, Delivered) and new and told.board != live.room.board:
            self._beside(calmly(self._note(live, told)))

    async def _note(self, live: Live, told: Delivered) -> None:
        async with self._alone(live):
            room = live.room.shown_by(told.board)
            await self._context.store.commit([stored(room)])
            live.room = room

    def _set_timer(self, live: Live) -> None:
        if live.timer is not None:
            live.timer.cancel()
        when = live.room.expires
        live.timer = None
        if when is not None:
            left = (when - live.now) / timedelta(seconds=1)
            ring = self._context.clock.call_in
            live.timer = ring(left, lambda: self._beside(calmly(self._expire(live))))

    async def _expire(self, live: Live) -> None:
        """Nobody is waited for longer than they would think."""
        async with self._alone(live):
            room = live.patient()
            late = [waiter for waiter in live.room.people if not room.waits(waiter.user)]
            if late:
                await self._keep(live, room, msg("coinroom-late", names=names_of(late)))

    async def _let_go(self, live: Live, user: UserRef) -> None:
        async with self._alone(live):
            await self._keep(live, live.room.without(user))

    async def _close(self, live: Live) -> None:
        async with self._alone(live):
            room = live.room.without(*(waiter.user for waiter in live.room.people))
            await self._context.store.commit([stored(room)])
            self._now(live, room, shown=False)

    async def _tried(self, live: Live) -> None:
        async with self._alone(live):
            await self._keep(live, live.patient(), draws=True)
            await self._draw(live)

    # Drawing.

    async def _draw(self, live: Live) -> None:
        """Seat four, and four more, as long as there are so many and a place for them."""
        while len(live.room.people) >= SEATS:
            if not await self._fit(live):
                continue
            if not await self._seat(live):
                self._show(live)
                break

    async def _fit(self, live: Live) -> bool:
        """Whether all who wait may still be drawn; whoever may not waits no longer."""
        people, now = live.room.people, self._context.clock.now()
        away = [waiter for waiter in people if self._engaged_elsewhere(live.room, waiter)]
        silent = [w for w in people if w not in away and self._context.reach.closed(w.user)]
        if away or silent:
            told = [("coinroom-away", away), ("coinroom-unreached", silent)]
            lines = [msg(key, names=names_of(some)) for key, some in told if some]
            gone = live.room.without(*(waiter.user for waiter in (*away, *silent)))
            await self._keep(live, gone, *lines)
            return False
        keys = [waiter.user.key for waiter in people]
        found = await purses(self._context.store, live.room.place.key, keys, now)
        poor = [waiter for waiter in people if found[waiter.user.key].free < LEAST]
        if poor:
            dropped = msg("coinroom-dropped", names=names_of(poor), least=LEAST)
            await self._keep(live, live.room.without(*(w.user for w in poor)), dropped)
        return not poor

    def _engaged_elsewhere(self, room: Queue, waiter: Waiter) -> bool:
        found = self._context.engagements.hindrance(waiter.user, Wish.QUEUE, room.place.place)
        return found is not None

    async def _seat(self, live: Live) -> bool:
        """Draw four, and begin at a place that is free; whether there was one."""
        seed, room = self._context.fresh.seed(), live.room
        four = room.drawn(seed)
        ident = self._context.fresh.id()
        place = await place_for(self._context, self._parts, room, four, ident)
        if place is None:
            return False
        async with self._context.engagements.alone(*(waiter.user for waiter in four)):
            table = table_of(
                ident, place, room, four, self._context.games[GAME], self._context.clock.now()
            )
            return await self._begun(live, four, table, seed)

    async def _begun(self, live: Live, four: Sequence[Waiter], table: Table, seed: bytes) -> bool:
        """Begin with those who were drawn, unless one of them is engaged elsewhere by now."""
        room, place = live.room, table.state.place or live.room.place
        rest = room.without(*(waiter.user for waiter in four))
        found = await self._context.store.coins.purses(
            place.key, [waiter.user.key for waiter in four]
        )
        coins = tuple((key, purse.free) for key, purse in found.items())
        start = Start(four[0].user, self._context.fresh.id(), seed, purses=coins)
        letters = letters_of(rest, [begins(room, place, four, self._context.platforms)])
        told = (letter.row(self._context.clock.now()) for letter in letters)
        runner = None
        free = not any(self._engaged_elsewhere(room, waiter) for waiter in four)
        try:
            if free:
                runner = await self._parts.launcher.launch(table, start, [stored(rest), *told])
        except (RuleError, Overdrawn) as error:  # their coins have just gone elsewhere
            log.info("no table of coins reason=%s", type(error).__name__)
        finally:
            if runner is None and place != room.place:
                with contextlib.suppress(PlatformError):
                    await self._parts.places.close(table.state.id)
        if runner is None:
            return not free  # then they are looked at once more
        self._now(live, rest)
        self._letters.send(letters, live.outbox)
        for other in (other for other in self._live.values() if other is not live):
            for user in (waiter.user for waiter in four if other.room.waits(waiter.user)):
                self._beside(calmly(self._let_go(other, user)))
        return True
