"""Who has which room, as far as it was asked lately."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.store.leases import Leases

PATIENCE = 3.0
"""Seconds that the server may take to answer."""

KNOWN = 0.5
"""Seconds for which is remembered who has a room."""

REMEMBERED = 10_000
"""Rooms of others that are remembered."""


class Whereabouts:
    """What one process knows of the others' rooms.

    Args:
        leases: the database.
        steady: seconds from anywhere.
    """

    def __init__(self, leases: Leases, steady: Callable[[], float]) -> None:
        self._leases, self._steady = leases, steady
        self._known: dict[str, tuple[float, str]] = {}
        self._sought: set[str] = set()
        self._seen: dict[str, str] = {}
        self._seeking = asyncio.Lock()

    def known(self, room: str) -> str | None:
        """The address of the process that has a room; empty: nobody just now; None: not known."""
        until, address = self._known.get(room, (0.0, ""))
        return address if self._steady() < until else None

    def learn(self, room: str, address: str) -> None:
        """Remember for a moment who has a room; empty: nobody."""
        while len(self._known) >= REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[room] = (self._steady() + KNOWN, address)

    def forget(self) -> None:
        """Know nothing."""
        self._known.clear()

    async def holder(self, room: str) -> str:
        """The process that has a room; empty: nobody. Those sought meanwhile go in one query.

        Raises what the driver raises.
        """
        self._sought.add(room)
        async with self._seeking:
            if room in self._sought:
                rooms, self._seen = set(self._sought), {}
                self._sought.clear()
                async with asyncio.timeout(PATIENCE):
                    found = await self._leases.holders(rooms)
                self._seen = {one: found.get(one, "") for one in rooms}
            if room not in self._seen:
                raise TimeoutError
            return self._seen[room]
