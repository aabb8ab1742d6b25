"""One process of several on a database: its lease, its messages, and what the others tell it."""

from __future__ import annotations

import asyncio
import math
import secrets
import time
from typing import TYPE_CHECKING

from bot.cluster.holder import Holder
from bot.cluster.mail import Mail
from bot.cluster.wires import BEAT, Wires
from bot.store.leases import Fence, Leases

if TYPE_CHECKING:
    from types import TracebackType

ROOMS = "rooms"
"""The lease of whoever serves: every room, every platform, and all that is done once."""

FREE, MOVE = "F", "M"
"""Messages: the lease was given back; whoever has it is to give it to the others."""

REST = 5.0
"""Seconds for which a process that was asked to hand over leaves the lease to the others."""

NAME = 40
"""Signs of a process's name that are kept."""


def address_of(process: str) -> str:
    """Where a process hears; empty for none."""
    return process.rpartition(".")[2]


class Member:
    """Entered, it wants to serve.

    Args:
        url: of the database.
        listen: of the same one where LISTEN works.
        name: of this process, for people; two may have the same.

    Attributes:
        process: what it is called, different each time it is started.
        holder: of the one lease.
        wires: to the others.
        moved: set when it was asked to let another one serve.
    """

    def __init__(self, url: str, listen: str, name: str) -> None:
        address = secrets.token_hex(8)
        self.process = f"{name[:NAME]}.{address}"
        self._leases = Leases(url)
        self._mail = Mail(listen, address, self._hear, self._broken)
        self.holder = Holder(self._leases, self.process, ROOMS)
        self.wires = Wires(self._mail.send, time.monotonic)
        self.moved = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._holding: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Member:
        self._holding = asyncio.create_task(self.holder.run(), name="lease")
        self._tasks = [
            asyncio.create_task(self._mail.run(), name="mail"),
            asyncio.create_task(self._beat(), name="members"),
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
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._leases.close()

    @property
    def fence(self) -> Fence:
        """Under which lease to write."""
        return Fence(ROOMS, self.process, self.holder.epoch)

    @property
    def server(self) -> str:
        """The address of the process that serves; empty: nobody does, or this one."""
        return address_of(self.holder.other)

    @property
    def waiting(self) -> frozenset[str]:
        """The addresses of those that stand by to serve."""
        return self.wires.heard

    async def stand_aside(self, rest: float = REST) -> None:
        """Let one of the others serve; after so many seconds this one stands by again."""
        self.moved.clear()
        had = self.holder.epoch
        await self.holder.give_back(rest)
        for other in self.waiting if had else ():
            self._mail.send(other, FREE)

    def _hear(self, sender: str, text: str) -> None:
        if text == FREE:
            self.holder.hurry()
        elif text == MOVE:
            if self.waiting:
                self.moved.set()
        else:
            self.wires.hear(sender, text)

    def _broken(self) -> None:
        self.wires.broken()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            server = self.server
            if server:  # a connection to one that serves no longer leads nowhere
                self.wires.keep_only(server)
            self.wires.beat(*([server] if server else ()))
