"""One process of several on a database: its leases, its messages, and what the others tell it."""

from __future__ import annotations

import asyncio
import math
import secrets
import time
from typing import TYPE_CHECKING

from bot.cluster.asking import Asking
from bot.cluster.holder import Holder
from bot.cluster.mail import ALL, LONGEST, Mail
from bot.cluster.names import address_of
from bot.cluster.rates import Rates
from bot.cluster.rooms import Rooms
from bot.cluster.shares import Shares
from bot.cluster.wires import BEAT, Wires
from bot.store.access_rows import DeviceEnded
from bot.store.leases import Fence, Leases
from bot.store.rows import PersonReach, PersonSet

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from types import TracebackType

    from bot.ports.allowance import Allowance
    from bot.store.rows import Row

HOUSE = "house"
"""The lease of whoever serves the platforms that are somewhere else, and does what is done once."""

SHARED = "web"
"""The platform whose rooms have a lease each."""

FREE, MOVE = "F", "M"
"""Messages: leases were given back; whoever has the house is to give it to the others."""

ROOM, PERSON, ENDED, NOTE = "!room", "!person", "!ended", "!note"
"""Messages: a room is passed on; somebody has set something, or is forgotten, and then the rooms in
which they had spoken follow; a device was ended; somebody's page is to show something."""

ROOMS = 100
"""Rooms that are named in one message."""

REST = 5.0
"""Seconds for which a process that was asked to hand over leaves the house to the others."""

MANY = 50
"""Rooms with which a process leaves the house to others that have fewer, as long as it may."""

NAME = 40
"""Signs of a process's name that are kept."""


class Member:
    """Entered, it wants to have the house.

    Args:
        url: of the database.
        listen: of the same one where LISTEN works.
        name: of this process, for people; two may have the same.

    Attributes:
        process: what it is called, different each time it is started; ``address``: where it hears.
        holder: of the house.
        rooms: of those that have a lease each.
        wires: to the others.
        asking: puts questions to whoever has the house, and answers those of the others.
        moved: set when it was asked to let another one have the house.
        heard: told the key of a person who has set something elsewhere, and rooms where what they
            had said is gone, or back; empty: a device was ended.
        noted: told what a page is to show that may be open here.
    """

    def __init__(self, url: str, listen: str, name: str) -> None:
        address = secrets.token_hex(8)
        self.process = f"{name[:NAME]}.{address}"
        self._leases = Leases(url)
        self._mail = Mail(listen, address, self._hear, self._broken)
        self.holder = Holder(self._leases, self.process, HOUSE, busy=self._busy)
        self.wires = Wires(self._mail.send, time.monotonic)
        self.address = address
        self.asking = Asking(self.wires, self.house, lambda: self.holder.epoch)
        self.rooms = Rooms(
            self._leases, self.process, SHARED, lambda: self.other, self._pass_on, time.monotonic
        )
        self.rooms.alive, self.rooms.freed = self._alive, self._freed
        self._shares: list[Shares] = []
        self.moved = asyncio.Event()
        self.heard: Callable[[str, Sequence[str]], None] = lambda person, rooms: None
        self.noted: Callable[[str], None] = lambda note: None
        self._tasks: list[asyncio.Task[None]] = []
        self._given: set[asyncio.Task[None]] = set()
        self._holding: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Member:
        self._holding = asyncio.create_task(self.holder.run(), name="lease")
        self._tasks = [
            asyncio.create_task(self._mail.run(), name="mail"),
            asyncio.create_task(self._beat(), name="members"),
            asyncio.create_task(self.rooms.run(), name="rooms"),
        ]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._holding is not None:
            self._holding.cancel()
            await asyncio.gather(self._holding, return_exceptions=True)
        await self.stand_aside(math.inf)
        await self._mail.close()
        for task in (*self._tasks, *self._given):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._given, return_exceptions=True)
        await self._leases.close()

    # What it has.

    def fences(self, places: Collection[str], *, house: bool) -> Sequence[Fence]:
        """Under which leases is written at places; ``house``: also what is at none."""
        found = self.rooms.fences(places)
        if house or not all(place.startswith(f"{SHARED}:") for place in places):
            found.append(Fence(HOUSE, self.process, self.holder.epoch))
        return found

    def fenced(self, fence: Fence) -> None:
        """Something was refused: a lease is another's by now."""
        if fence.name == HOUSE:
            self.holder.fenced(fence.epoch)
        else:
            self.rooms.fenced(fence)

    @property
    def other(self) -> str:
        """The process that has the house; empty: nobody, or this one."""
        return "" if self.holder.epoch else self.holder.other

    def _busy(self) -> float:
        return min(1.0, len(self.rooms.running) / MANY)

    def house(self) -> str | None:
        """The address of the house; empty: this process; None: nobody has it just now."""
        return "" if self.holder.epoch else address_of(self.holder.other) or None

    @property
    def waiting(self) -> frozenset[str]:
        """The addresses of the others, as far as they were heard lately."""
        return self.wires.heard

    async def stand_aside(self, rest: float = REST) -> None:
        """Let one of the others have the house; after so many seconds this one wants it again."""
        self.moved.clear()
        await self.holder.give_back(rest)
        self.free()

    def shares(self, what: str, count: int) -> Shares:
        """This process's share of so many numbered things."""
        found = Shares(self._leases, self.process, what, count, time.monotonic)
        found.freed = self.free
        self._shares.append(found)
        return found

    def rates(self, what: str, allowance: Allowance) -> Rates:
        """This process's share of what may be sent with a platform's token."""
        return Rates(self._leases, self.process, what, allowance)

    # What is said.

    def free(self) -> None:
        """Tell the others that leases were given back, or ended."""
        self._mail.send(ALL, FREE)

    def _freed(self) -> None:
        """Whoever was killed is known to be: what they had is taken at once, and not at a look."""
        self._hurry()
        self.free()

    def _hurry(self) -> None:
        self.holder.hurry()
        self.rooms.hurry()
        for shares in self._shares:
            shares.hurry()

    def changed(self, rows: Sequence[Row]) -> None:
        """Tell the others what was stored of people, whom they may know."""
        people = {row.person for row in rows if isinstance(row, PersonSet | PersonReach)}
        for person in people:
            self._mail.send(ALL, f"{PERSON} {person}")
        if any(isinstance(row, DeviceEnded) for row in rows):
            self._mail.send(ALL, ENDED)

    def forgotten(self, person: str, rooms: Collection[str]) -> None:
        """Tell the others whose traces are gone, or back, and in which rooms they had spoken."""
        named = sorted(rooms)
        for at in range(0, max(1, len(named)), ROOMS):
            self._mail.send(ALL, " ".join((PERSON, person, *named[at : at + ROOMS])))

    def note(self, note: str) -> None:
        """Tell the others what a page is to show that may be open there; in ASCII signs.

        What is too long for a message is not told.
        """
        text = f"{NOTE} {note}"
        if len(text) <= LONGEST:  # the server would refuse it, and all that goes with it
            self._mail.send(ALL, text)

    def _pass_on(self, process: str, room: str, epoch: int) -> None:
        self._mail.send(address_of(process), f"{ROOM} {room} {epoch}")

    def _hear(self, sender: str, text: str) -> None:
        kind, _, rest = text.partition(" ")
        if text == FREE:
            self._hurry()
        elif text == MOVE:
            if self.waiting:
                self.moved.set()
        elif kind == ROOM:
            room, _, epoch = rest.rpartition(" ")
            task = asyncio.create_task(self.rooms.given(room, int(epoch)))
            self._given.add(task)
            task.add_done_callback(self._given.discard)
        elif kind in (PERSON, ENDED):
            person, *rooms = rest.split(" ")
            self.heard(person, rooms)
        elif kind == NOTE:
            self.noted(rest)
        else:
            self.wires.hear(sender, text)

    def _broken(self) -> None:
        self.wires.broken()

    def _alive(self, processes: frozenset[str]) -> None:
        """A connection to one that has nothing any more leads nowhere."""
        self.wires.keep_only(frozenset(map(address_of, processes)))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            house = self.house()
            self.wires.beat(*([house] if house else ()))
