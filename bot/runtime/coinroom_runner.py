"""Runs the queue of one coin room: its commands as any machine's, and the draw."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.coinroom import queue as queues
from bot.coinroom.commands import Draw, Drop, Expire, Join, Seat, Shift
from bot.coinroom.machine import KEY, CoinRoom, key_of
from bot.coinroom.queue import DEALS, FEE, GAME, LEAST, OPTIONS, SEATS, STAKE, Queue
from bot.economy.wallets import purses
from bot.ports.errors import PlatformError
from bot.runtime.engagements import Wish
from bot.runtime.letters import Letter
from bot.runtime.runner import Runner
from bot.screens.coinroom import board
from bot.screens.screen import for_each
from bot.store.rows import NotSaved, Overdrawn
from bot.support.errors import Refused, Unsaved
from bot.table import stakes
from bot.table.commands import Delivered, Start
from bot.table.effects import Say, ShowBoard
from bot.table.machine import TableMachine
from bot.table.new_table import NewTable
from bot.table.state import Player
from engine.errors import RuleError
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from datetime import datetime

    from bot.coinroom.commands import Command
    from bot.coinroom.machine import Effect
    from bot.coinroom.queue import QueuedPlayer
    from bot.ports.refs import ChatRef, UserRef
    from bot.runtime.context import Context
    from bot.runtime.launcher import Parts
    from bot.runtime.letters import Letters
    from bot.runtime.runner import Answer, Write
    from bot.runtime.standstills import Owed
    from bot.store.rows import Row
    from bot.store.store import Store
    from engine.core import Game

log = logging.getLogger(__name__)

CLOCK = 60
"""Seconds for an answer: the others' coins wait."""


class CoinRoomRunner(Runner[CoinRoom, "Command", "Effect"]):
    """Runs one queue. A table is stored in the same transaction as the queue that it takes from.

    Args:
        moved: told the place before, once the queue is at another one.
        drawn: told who has been seated, so that they leave other queues.
        ended: called when nobody waits and everything has left.
    """

    KIND = "queue"
    RECURRING = (Expire, Draw)

    def __init__(
        self,
        queue: Queue,
        context: Context,
        parts: Parts,
        letters: Letters,
        moved: Callable[[CoinRoomRunner, ChatRef], None],
        drawn: Callable[[CoinRoomRunner, Sequence[UserRef]], None],
        ended: Callable[[CoinRoomRunner], None],
    ) -> None:
        def write(rows: Sequence[Row]) -> Awaitable[None]:
            return context.store.commit(rows)

        outbox = context.outboxes.open(f"{KEY} {queue.place.place}", queue.place)
        super().__init__(CoinRoom(queue), outbox, write, letters, context.clock)
        self._context = context
        self._parts = parts
        self._moved = moved
        self._drawn = drawn
        self._ended = ended
        self._ending: asyncio.Task[None] | None = None
        outbox.resumes(queue.board, 0, self._told)

    @property
    def state(self) -> Queue:
        """The queue as it is stored."""
        return self.machine.state

    @property
    def _owed(self) -> Owed:
        return self._context.standstills.owed(self.state.standstills)

    @property
    def now(self) -> datetime:
        """The time by which the queue's own times are reckoned.

        While the program is away time passes for them: nobody plays for coins unawares.
        """
        return self._clock.now() - self._owed.clock

    def where(self) -> dict[str, str | int]:
        """Which queue it is, for the log."""
        return {"queue": self.state.place.place}

    def due(self) -> Command:
        """The command that lets go whoever has waited too long."""
        return Expire()

    def _told(self, told: object) -> None:
        """Which message the board is, once it was sent."""
        if isinstance(told, Delivered) and told.board not in (None, self.state.board):
            self.tell(told)

    async def _wind_up(self) -> None:
        if self._ending is not None:
            self._ending.cancel()

    async def _answer(self, command: Command, answer: Answer | None) -> None:
        await super()._answer(command, answer)
        if not self.state.people and (self._ending is None or self._ending.done()):
            self._ending = asyncio.create_task(self._end())

    async def _end(self) -> None:
        await self.outbox.drained()
        if not self.state.people and self.outbox.idle and self.idle() and not self.unsaved:
            self._ended(self)

    async def _do(self, command: Command, answer: Answer | None) -> None:
        if not isinstance(command, Draw | Expire):
            await super()._do(command, answer)
            return
        await super()._do(command, None)
        try:
            await self._draw()
        except (Unsaved, NotSaved) as error:
            self.show_calmly((ShowBoard(),))  # they wait, and are drawn later
            raise self._not_saved(error) from None
        if answer is not None and not answer.done():  # it is about who waits after the draw
            answer.set_result(())

    async def _catch_up(self) -> None:
        owed = self._owed
        if owed.number != self.state.standstills:
            await self._carry_out(Shift(owed.clock, owed.number))

    async def _carry_out(
        self, command: Command, answer: Answer | None = None, write: Write | None = None
    ) -> None:
        if not isinstance(command, Join):
            await super()._carry_out(command, answer, write)
            return
        at = self.state.place.place
        async with self._context.engagements.free(command.user, Wish.QUEUE, at):
            await super()._carry_out(command, answer, write)

    def _adopted(self, before: Any, rows: Sequence[Row]) -> None:
        if before.place != self.state.place:
            self.outbox.move(self.state.place)
            self._moved(self, before.place)

    def _meant(self, command: Command, error: Exception) -> Exception | None:
        return error if isinstance(error, Overdrawn) and isinstance(command, Seat) else None

    async def load_again(self) -> bool:
        """Forget what is in memory and begin from the store."""
        here = self.state
        self.machine.state = await last(self._context.store, here.place, here.chat_title)
        return True

    def letters(self, draft: CoinRoom, effects: Sequence[Effect], now: datetime) -> list[Letter]:
        """What the group is told: who was drawn, and who has waited too long."""
        lines = [line for effect in effects if isinstance(effect, Say) for line in effect.msgs]
        place = draft.state.place
        about = f"{KEY} {place.place} {draft.state.public}"
        return [Letter(about, place, None, tuple(lines))] if lines else []

    def show(self, effects: Sequence[Effect]) -> None:
        """Hand the board to the outbox."""
        for effect in effects:
            if isinstance(effect, ShowBoard):
                place = self.state.place
                reader = self._context.reader.of(self._context.preferences.chat(place))
                platform = self._context.platforms.get(place.platform)
                private = platform.link("") if platform is not None else ""
                made = partial(board, room=self.state, private=private)
                screen = for_each(reader, self.outbox.languages(), made)
                self.outbox.board(screen, frozenset(), repost=effect.repost)

    # Drawing.

    async def _draw(self) -> None:
        """Seat four, and four more, as long as there are so many and a place for them."""
        while len(self.state.people) >= SEATS:
            if not await self._fit():
                continue
            if not await self._seat():
                self.show_calmly((ShowBoard(),))
                break

    async def _fit(self) -> bool:
        """Whether all who wait may still be drawn; whoever may not waits no longer."""
        people, reach = self.state.people, self._context.reachability
        away = {w.user.key for w in people if self._elsewhere(w)}
        silent = {w.user.key for w in people if reach.closed(w.user)} - away
        if away or silent:
            await self._carry_out(Drop(away=frozenset(away), silent=frozenset(silent)))
            return False
        keys, key = [waiter.user.key for waiter in people], self.state.place.key
        found = await purses(self._context.store, key, keys, self._clock.now())
        poor = frozenset(key for key in keys if found[key].free < LEAST)
        if poor:
            await self._carry_out(Drop(poor=poor))
        return not poor

    def _elsewhere(self, waiter: QueuedPlayer) -> bool:
        at = self.state.place.place
        return self._context.engagements.hindrance(waiter.user, Wish.QUEUE, at) is not None

    async def _seat(self) -> bool:
        """Draw four, and begin at a place that is free; whether there was one."""
        context, room = self._context, self.state
        seed = context.ids.seed()
        four, ident = room.drawn(seed), context.ids.id()
        place = await self._place_for(four, ident)
        if place is None:
            return False
        async with context.engagements.alone(*(waiter.user for waiter in four)):
            table = table_of(ident, place, room, four, context.games[GAME], self._clock.now())
            return await self._begun(four, table, place, seed)

    async def _begun(
        self, four: Sequence[QueuedPlayer], table: TableMachine, place: ChatRef, seed: bytes
    ) -> bool:
        """Begin with those who were drawn, unless one of them is engaged elsewhere by now."""
        context, room = self._context, self.state
        users = tuple(waiter.user for waiter in four)
        found = await context.store.coins.purses(place.key, [user.key for user in users])
        coins = tuple((key, purse.free) for key, purse in found.items())
        start = Start(users[0], context.ids.id(), seed, purses=coins)
        begun, free = False, not any(map(self._elsewhere, four))

        async def launch(rows: Sequence[Row]) -> None:
            nonlocal begun
            if await self._parts.launcher.launch(table, start, rows) is None:
                raise Refused("newgame-another")
            begun = True

        link = context.platforms[place.platform].place_link(place) if place != room.place else ""
        try:
            if free:
                await self._carry_out(Seat(users, place, link), write=launch)
        except Unsaved:
            raise
        except (RuleError, Overdrawn) as error:  # their coins or the place have just gone
            log.info("no table of coins reason=%s", type(error).__name__)
        finally:
            if not begun and place != room.place:
                with contextlib.suppress(PlatformError):
                    await self._parts.places.close(table.state.id)
        if not begun:
            return not free  # then they are looked at once more
        self._drawn(self, users)
        return True

    async def _place_for(self, four: Sequence[QueuedPlayer], table: str) -> ChatRef | None:
        """The queue's own place, or one beside it; None where neither is to be had."""
        context, room = self._context, self.state
        there = self._parts.tables.at(room.place)
        if there is None or there.table.gives_way(there.now):
            return room.place
        if not context.platforms[room.place.platform].limits.places:
            return None
        reader = context.reader.of(context.preferences.chat(room.place))
        title = reader.say("coinroom-title", game=msg(f"{GAME}-name"))
        try:
            people = [waiter.user for waiter in four]
            return await self._parts.places.open(table, room.place, title, people)
        except PlatformError as error:
            log.info("no place for a table reason=%s", type(error).__name__)
            return None


async def last(store: Store, place: ChatRef, title: str) -> Queue:
    """The queue of a place as it is stored; its board may still be there."""
    empty = Queue(place, title)
    value = (await store.preferences.chat(place.key)).get(key_of(empty))
    try:
        return replace(queues.loads(value), chat_title=title) if value else empty
    except ValueError:
        return empty


def table_of(
    ident: str,
    place: ChatRef,
    room: Queue,
    four: Sequence[QueuedPlayer],
    game: Game[Any, Any],
    now: datetime,
) -> TableMachine:
    """A table at which those who were drawn sit, with everything set."""
    host = four[0]
    new = NewTable(ident, place, room.chat_title, GAME, host.user, host.name, CLOCK)
    table = TableMachine.open(new, game, now)
    table.change(
        players=tuple(Player(waiter.user, waiter.name, own=-1) for waiter in four),
        options=tuple({**table.options, **dict(OPTIONS)}.items()),
        quan=DEALS, money=stakes.COINS, buy_in=STAKE, fee=FEE, least=LEAST,
    )  # fmt: skip
    return table
