"""A service that plays nothing: it writes down what comes in and answers what it was told to."""

from __future__ import annotations

import asyncio
import struct
import zlib
from typing import TYPE_CHECKING

from bot.commands.topics import DECLARED
from bot.ports.messages import Picked
from tests.kit.belongings import Memory, Silence

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.ports.incoming import Incoming
    from bot.ports.messages import Reply, Suggestion
    from bot.ports.notices import Notice
    from bot.ports.refs import UserRef


BY_ITSELF = {"m1:home"}
"""What a page asks whose board is empty, before anybody has done anything."""


class FakeService:
    """Implements ``bot.ports.platform.Service``.

    Attributes:
        heard: every ``Incoming``, in order.
        notices: every ``Notice``, in order.
        sure: tokens whose presses are foreseen to be taken.
        weighings: every ``Incoming`` that asked what would become of it.
        weighed: what ``picked`` returns for one.
        answer: what ``handle`` returns, or raises, for an ``Incoming``.
        beside: what ``handle`` returns for what a page asks by itself, which is not written down.
        gate: cleared, it keeps ``handle`` waiting after the ``Incoming`` was written down.
    """

    menu = DECLARED.menu

    def __init__(self, answer: Callable[[Incoming], Reply | None] = lambda _: None) -> None:
        self.heard: list[Incoming] = []
        self.notices: list[Notice] = []
        self.asked: list[tuple[Incoming, str]] = []
        self.sure: set[str] = set()
        self.suggestions: tuple[Suggestion, ...] = ()
        self.weighings: list[Incoming] = []
        self.weighed: Callable[[Incoming], Picked] = lambda _: Picked()
        self.answer = answer
        self.beside: Callable[[Incoming], Reply | None] = lambda _: None
        self.belongings = Memory()
        self.talk = Silence()
        self.gate = asyncio.Event()
        self.gate.set()
        self._changed = asyncio.Condition()

    async def handle(self, incoming: Incoming) -> Reply | None:
        """Write down and answer."""
        if incoming.token in BY_ITSELF:
            return self.beside(incoming)
        self.heard.append(incoming)
        await self._tell()
        await self.gate.wait()
        return self.answer(incoming)

    def foresee(self, user: UserRef, token: str) -> bool:
        """Nothing, or the tokens in ``sure``."""
        return token in self.sure

    async def notice(self, notice: Notice) -> None:
        """Write down."""
        self.notices.append(notice)
        await self._tell()

    async def suggest(self, incoming: Incoming, field: str) -> tuple[Suggestion, ...]:
        """What the test put into ``suggestions``."""
        self.asked.append((incoming, field))
        return self.suggestions

    async def picked(self, incoming: Incoming) -> Picked:
        """What ``weighed`` says of it."""
        self.weighings.append(incoming)
        await self._tell()
        return self.weighed(incoming)

    async def until(self, true: Callable[[], bool], seconds: float = 10.0) -> None:
        """Wait for something that comes in to make ``true`` true.

        Raises:
            TimeoutError: nothing did.
        """
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(true)

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()


def png(red: int = 0, green: int = 0, blue: int = 0, width: int = 8, height: int = 8) -> bytes:
    """A whole picture of one colour (0..255 each)."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    line = b"\0" + bytes((red, green, blue)) * width
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(line * height))
        + chunk(b"IEND", b"")
    )
