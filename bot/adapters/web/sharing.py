"""What a page's rooms are to several processes on one database, and to one alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from bot.adapters.web.connection import Connection

    Make = Callable[[], Connection]

HOUSE = "house"
"""What is about no room, and known to one process alone."""

_ROOM = re.compile(r"/r/(\w+)/(\w+)")
_OF_THE_HOUSE = ("/frame/", "/?")
"""What is framed by other platforms' clients; one of them asks for it at the root, with marks."""

_DEVICES = "devices"
"""Codes for another device are typed where they were not made."""


def subject(path: str, is_room: Callable[[str], bool]) -> str:
    """What a path is about: a room, ``HOUSE``, or nothing that any process could not answer."""
    if path.startswith(_OF_THE_HOUSE):
        return HOUSE
    found = _ROOM.match(path)
    if found is None:
        return ""
    if found[2] == _DEVICES:
        return HOUSE
    return found[1] if is_room(found[1]) else ""


class Sharing(Protocol):
    """What the platform asks of whoever knows the other processes."""

    def entrance(self, make: Make) -> asyncio.Protocol:
        """What speaks on a connection from outside; ``make`` makes what answers it here."""
        ...

    async def runs(self, room: str) -> bool:
        """Whether a room is run here, or is from now on."""
        ...

    async def here(self, room: str) -> bool:
        """Whether what is answered in a room still counts: not while it is given back, as its
        table is gone then."""
        ...

    async def begin(self, room: str) -> None:
        """Run a room that was just made."""
        ...

    def to_house(self, room: str) -> None:
        """Have a room run by whoever has the house."""
        ...


class Alone:
    """One process: everything is here."""

    def entrance(self, make: Make) -> asyncio.Protocol:
        """What answers here."""
        return make()

    async def runs(self, room: str) -> bool:
        """Yes."""
        return True

    async def here(self, room: str) -> bool:
        """Yes."""
        return True

    async def begin(self, room: str) -> None:
        """Nothing."""

    def to_house(self, room: str) -> None:
        """Nothing: it is here."""
