"""What is being opened just now: some at a time beside each other, and each room once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Coroutine, Iterable, Mapping
    from typing import Any

AT_ONCE = 4
"""Takings that are under way beside each other; those asked for meanwhile go together."""


class Opener(Protocol):
    """What is done in a process with rooms that it has."""

    async def open(self, rooms: Mapping[str, float]) -> Collection[str]:
        """Open what is stored of rooms that are this process's now.

        ``rooms``: each with the seconds for which nobody has run it.

        Returns:
            Those that it cannot run: whoever has the house can.
        """
        ...

    def idle(self, rooms: Collection[str]) -> set[str]:
        """Those in which nobody is and nothing is on."""
        ...

    async def close(self, rooms: Collection[str], *, lost: bool) -> None:
        """Forget rooms: once what is under way there has come to its end, or at once if lost."""
        ...


class Openings:
    """Those of one process.

    Attributes:
        turn: is had by whoever takes rooms, until they are open.
    """

    def __init__(self) -> None:
        self.turn = asyncio.Semaphore(AT_ONCE)
        self._under_way: dict[str, asyncio.Task[None]] = {}

    def begin(self, rooms: Collection[str], work: Coroutine[Any, Any, None]) -> None:
        """Open rooms, whatever becomes of whoever wants them."""
        task = asyncio.create_task(work)
        self._under_way.update(dict.fromkeys(rooms, task))

        def opened(_: object) -> None:
            for room in rooms:
                if self._under_way.get(room) is task:
                    del self._under_way[room]

        task.add_done_callback(opened)

    async def over(self, rooms: Iterable[str]) -> None:
        """Wait until none of these is being opened; who waits no longer does not stop it."""
        tasks = {self._under_way[room] for room in rooms if room in self._under_way}
        if tasks:
            await asyncio.wait(tasks)

    async def all_over(self) -> None:
        """Wait until nothing is being opened."""
        await self.over(tuple(self._under_way))
