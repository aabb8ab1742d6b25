"""The queues of all coin rooms: people who wait are drawn four by four, and their table begins."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.coinroom import queue as queues
from bot.coinroom.commands import Draw, Join, Leave, Lost
from bot.coinroom.machine import KEY
from bot.coinroom.queue import GAME, SEATS
from bot.economy.wallets import purses
from bot.runtime.coinroom_runner import CoinRoomRunner, last
from bot.runtime.engagements import Engagement, Kind
from bot.support.errors import Refused, Unsaved
from bot.table.commands import Moved
from bot.table.effects import ShowBoard

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.coinroom.queue import Queue
    from bot.ports.refs import ChatRef, UserRef
    from bot.runtime.context import Context
    from bot.runtime.launcher import Parts
    from bot.runtime.letters import Letters

log = logging.getLogger(__name__)


class CoinRooms:
    """All queues in which somebody waits, or of which something is still to be shown."""

    def __init__(self, context: Context, parts: Parts, letters: Letters) -> None:
        self._context = context
        self._parts = parts
        self._letters = letters
        self._runners: dict[str, CoinRoomRunner] = {}
        self._tasks: dict[CoinRoomRunner, asyncio.Task[None]] = {}
        context.engagements.add(Kind.QUEUE, self.engaged)
        parts.tables.listeners.freed.append(self.freed)

    async def start(self) -> None:
        """Go on with every queue in which somebody waits."""
        for value in await self._context.store.preferences.of_chats(KEY):
            try:
                queue = queues.loads(value)
            except ValueError:
                log.warning("a queue was not read")
                continue
            if queue.people:
                await self._context.preferences.know((), (queue.place.key,))
                runner = self._run(queue)
                runner.show_calmly((ShowBoard(),))
                runner.tell(Draw())

    async def close(self) -> None:
        """Stop every queue where it stands; everything is stored already."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for runner in tuple(self._tasks):
            runner.stop()
        self._runners.clear()
        self._tasks.clear()

    @property
    def resting(self) -> bool:
        """Whether nothing is being done, nor under way to any chat."""
        return all(runner.idle() and runner.outbox.resting for runner in self._tasks)

    # What people do.

    async def join(self, place: ChatRef, title: str, user: UserRef, name: str) -> bool:
        """Wait with the others; a table begins as soon as there are four. Whether they still wait.

        Raises:
            Refused: too few coins, too many people, or they are engaged elsewhere.
            NotSaved: the database refuses to write.
        """
        found = await purses(self._context.store, place.key, [user.key], self._context.clock.now())
        runner = await self._at(place, title)
        await runner.ask(Join(user, name, found[user.key].free))
        with contextlib.suppress(Unsaved):  # they wait: it is drawn as soon as that can be stored
            await runner.ask(Draw())
        return runner.state.waits(user)

    async def leave(self, place: ChatRef, user: UserRef) -> None:
        """Take a person out of a queue.

        Raises:
            Refused: they did not.
        """
        runner = self._runners.get(place.place)
        if runner is None:
            raise Refused("coinroom-not-waiting")
        await runner.ask(Leave(user, wants=True))

    def waits(self, user: UserRef) -> Queue | None:
        """The queue a person waits in; None without one."""
        return next((r.state for r in self._tasks if r.state.waits(user)), None)

    def engaged(self, user: UserRef) -> Iterator[Engagement]:
        """The queues a person waits in, as a source of ``Engagements``."""
        for runner in self._tasks:
            if runner.state.waits(user):
                place, title = runner.state.place, runner.state.chat_title
                yield Engagement(Kind.QUEUE, place.place, title, GAME)

    def people(self) -> Iterator[tuple[ChatRef, UserRef]]:
        """Everybody who waits, and where."""
        for runner in self._tasks:
            for waiter in runner.state.people:
                yield runner.state.place, waiter.user

    def at(self, place: ChatRef) -> Queue | None:
        """The queue of a place in which somebody waits."""
        runner = self._runners.get(place.place)
        return runner.state if runner is not None and runner.state.people else None

    def unseen(self, place: ChatRef, user: UserRef) -> bool:
        """Whether `/coinroom` should repost the board: the queue is empty, or they are in it."""
        here = self.at(place)
        return here is None or here.waits(user)

    def show_again(self, place: ChatRef, *, repost: bool = True) -> None:
        """The board, if somebody waits; with ``repost`` as a new message at the bottom."""
        if self.at(place) is not None:
            self._runners[place.place].show_calmly((ShowBoard(repost=repost),))

    # What platforms and tables tell.

    def lost(self, chat: ChatRef, *, whole: bool) -> None:
        """A thread, or with ``whole`` a chat, is gone: nobody can wait there."""
        for runner in tuple(self._tasks):
            there = runner.state.place
            if there.key == chat.key if whole else there == chat:
                runner.tell(Lost())

    def freed(self, place: ChatRef) -> None:
        """Draw those who wait at a place where a table is over."""
        for runner in self._tasks:
            if runner.state.place.key == place.key and len(runner.state.people) >= SEATS:
                runner.tell(Draw())

    def left(self, chat: ChatRef, user: UserRef) -> None:
        """Take a person out of the queues of a chat that they have left."""
        for runner in self._tasks:
            if runner.state.place.key == chat.key and runner.state.waits(user):
                runner.tell(Leave(user))

    def moved(self, old: ChatRef, new: ChatRef) -> None:
        """A chat has another id: its queues go with it, and are found there at once."""
        for runner in tuple(self._tasks):
            here = runner.state.place
            if here.key == old.key:
                there = replace(here, platform=new.platform, id=new.id)
                self._runners.setdefault(there.place, runner)
                runner.tell(Moved(old, new))

    def catch_up(self) -> None:
        """The clock was set: whoever waits has as much time left as before."""
        for runner in self._tasks:
            runner.tell(Draw())

    # Inside.

    async def _at(self, place: ChatRef, title: str) -> CoinRoomRunner:
        """The queue of a place, open for as long as somebody waits."""
        runner = self._runners.get(place.place)
        if runner is None:
            queue = await last(self._context.store, place, title)
            runner = self._runners.get(place.place) or self._run(replace(queue, people=()))
        return runner

    def _run(self, queue: Queue) -> CoinRoomRunner:
        runner = CoinRoomRunner(
            queue, self._context, self._parts, self._letters,
            self._gone_with, self._drawn, self._end,
        )  # fmt: skip
        self._runners[queue.place.place] = runner
        name = f"{KEY} {queue.place.place}"
        self._tasks[runner] = asyncio.create_task(runner.supervised(), name=name)
        return runner

    def _gone_with(self, runner: CoinRoomRunner, old: ChatRef) -> None:
        """A queue is at another place than the old one."""
        if self._runners.get(old.place) is runner:
            del self._runners[old.place]

    def _drawn(self, runner: CoinRoomRunner, users: Sequence[UserRef]) -> None:
        """Take people who were drawn in one queue out of the others."""
        for other in self._tasks:
            for user in users if other is not runner else ():
                if other.state.waits(user):
                    other.tell(Leave(user))

    def _end(self, runner: CoinRoomRunner) -> None:
        """Close a queue that is empty and whose messages have all left."""
        self._runners = {at: one for at, one in self._runners.items() if one is not runner}
        self._context.outboxes.close(runner.outbox)
        self._tasks.pop(runner).cancel()
        runner.stop()
