"""The rooms of the page in one of several processes: what is done when one comes, and goes."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.adapters.web.absent import Absent
from bot.adapters.web.sharing import HOUSE, subject
from bot.cluster.front import Front
from bot.cluster.names import room_of
from bot.lease.row import SPAN
from bot.ports.refs import ChatRef, user_of
from bot.runtime.elsewhere import OtherProcesses

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
    from typing import Any

    from bot.adapters.web import WebPlatform
    from bot.adapters.web.connection import Connection
    from bot.cluster.member import Member
    from bot.commands.service import GameService
    from bot.store.rows import Row
    from bot.store.store import Store

AT_ONCE = 32
"""Rooms that are closed at the same time."""

AGAIN = 0.2
"""Seconds until it is tried again to have the rooms of tournaments."""


class SharedRooms:
    """Opens and closes rooms (``bot.cluster.openings.Opener``), and tells the page whose they are
    (``bot.adapters.web.sharing.Sharing``).

    Args:
        member: this process, as one of several.
        house: whether it has the house: then rooms of tournaments are its own.
    """

    def __init__(
        self, member: Member, service: GameService, web: WebPlatform, store: Store, *, house: bool
    ) -> None:
        self._member, self._rooms = member, member.rooms
        self._service, self._web, self._store = service, web, store
        self._house = house
        self._front = Front(member.wires, self._find)
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the service: with everything that is not another process's, or with nothing."""
        self._web.sharing = self
        self._member.heard = self._heard
        push = self._web.push
        push.absent = Absent(self._web.messages, push.is_here, self._web.clock, self._member.note)
        self._member.noted = push.absent.heard
        self._tell_others()
        running = self._service.running
        others = OtherProcesses(self._store, running.tables, running.tournaments)
        self._service.context.engagements.elsewhere = others.engaged
        running.tables.others = others
        if not self._house:
            await self._service.share()
            return
        wanted, until = await self._of_the_house(), time.monotonic() + 2 * SPAN
        while not wanted <= self._rooms.running and time.monotonic() < until:
            await self._rooms.begin(wanted - self._rooms.running)
            await asyncio.sleep(AGAIN)
        await self._service.start(self._has)

    def listen(self) -> None:
        """Take rooms from now on, and what comes in for them at other processes' ports."""
        self._member.wires.accept = self._web.visitor
        self._rooms.serve(self)

    def stop(self) -> None:
        """Hear nothing any more."""
        self._member.wires.accept = None
        self._member.heard = lambda person, rooms: None
        self._member.noted = lambda note: None

    def _tell_others(self) -> None:
        stored = self._store.stored

        def told(rows: Sequence[Row], seconds: float) -> None:
            stored(rows, seconds)
            self._member.changed(rows)

        self._store.stored = told
        self._store.people.changed = self._member.forgotten

    def _heard(self, person: str, rooms: Sequence[str]) -> None:
        if person:
            self._begin(self._service.heard(user_of(person), rooms))
        else:
            self._begin(self._web.ended())

    def _has(self, place: str) -> bool:
        return not place.startswith(f"{self._web.name}:") or room_of(place) in self._rooms.running

    async def _of_the_house(self) -> set[str]:
        """Rooms of the page in which there is a tournament, or a table of one."""
        chats = {found.chat for found in await self._store.tournaments.live()}
        chats |= {room_of(row.place) for row in await self._store.letters.places()}
        return {chat for chat in chats if chat.startswith(f"{self._web.name}:")}

    async def _find(self, path: str) -> str | None:
        about = subject(path, self._web.signer.is_room)
        if about == HOUSE:
            return self._member.house()
        return await self._rooms.find(self._lease(about)) if about else ""

    def _lease(self, room: str) -> str:
        return ChatRef(self._web.name, room).key

    def _chat(self, lease: str) -> ChatRef:
        return ChatRef(self._web.name, lease.partition(":")[2])

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # As they come and go.

    async def open(self, rooms: Mapping[str, float]) -> Collection[str]:
        """Open what is stored of rooms; those of tournaments are left to the house."""
        unfit = set() if self._house else (await self._of_the_house()).intersection(rooms)
        mine = {
            self._chat(room): timedelta(seconds=seconds)
            for room, seconds in rooms.items()
            if room not in unfit
        }
        await self._service.open_rooms(mine)
        return unfit

    def idle(self, rooms: Collection[str]) -> set[str]:
        """Those in which nobody looks on and nothing is on."""
        return {room for room in rooms if self._is_idle(self._chat(room))}

    def _is_idle(self, chat: ChatRef) -> bool:
        running = self._service.running
        busy = running.occupied(chat) or running.tournaments.at(chat) is not None
        return not busy and not self._web.languages(chat)

    async def close(self, rooms: Collection[str], *, lost: bool) -> None:
        """Close the pages of rooms, then their tables; of lost ones the tables first."""
        chats = [self._chat(room) for room in rooms]
        if lost:
            await self._leave(chats, lost=True)
        await self._web.leave({chat.id for chat in chats}, lost=lost)
        if not lost:
            await self._leave(chats, lost=False)

    async def _leave(self, chats: Sequence[ChatRef], *, lost: bool) -> None:
        room_for = asyncio.Semaphore(AT_ONCE)

        async def leave(chat: ChatRef) -> None:
            async with room_for:
                await self._service.leave_room(chat, lost=lost)

        await asyncio.gather(*map(leave, chats))

    # What the page asks.

    def entrance(self, make: Callable[[], Connection]) -> asyncio.Protocol:
        """What speaks on a connection from outside: each request goes where its room is."""
        return self._front.guest(make)

    async def runs(self, room: str) -> bool:
        """Whether a room is run here, or is from now on."""
        return await self._rooms.find(self._lease(room)) == ""

    async def here(self, room: str) -> bool:
        """Whether what is answered in a room still counts."""
        return await self._rooms.keeps(self._lease(room))

    async def begin(self, room: str) -> None:
        """Run a room that was just made."""
        await self._rooms.begin([self._lease(room)])

    def to_house(self, room: str) -> None:
        """Have a room run by whoever has the house."""
        self._begin(self._rooms.to_house(self._lease(room)))
