"""One open tab: reads its frames in order, hands them to the service, sends what comes back."""

from __future__ import annotations

import asyncio
import logging
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from aiohttp import WSMsgType

from bot.adapters.web.protocol import PING, Frame, FrameRefused, number_of, read_frame, write
from bot.adapters.web.rate_limits import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable

    from aiohttp import web

    from bot.adapters.web.signing import Person

log = logging.getLogger(__name__)

RATE, BURST = 20.0, 40
"""Frames a second in the long run, and at once."""

STRIKES = 40
"""Frames refused without a good one between them before the tab is cut off."""

WAITING = 64
"""Frames taken from one tab and not yet answered."""

UNSENT, UNSENT_BYTES = 512, 4 * 2**20
"""Frames, and bytes of them, that a page may be behind before it is cut off."""

POLICY, GOING_AWAY = 1008, 1001

LEAVING = 2.0
"""Seconds that a page may take to hear that it is out."""


class FrameHandler(Protocol):
    """What a tab needs of the platform."""

    async def opened(self, tab: Tab) -> None:
        """Note that the tab shows its room now."""
        ...

    async def answer(self, tab: Tab, frame: Frame) -> dict[str, Any]:
        """Do what a frame wants; what to send back beside its number."""
        ...


class Tab:
    """One WebSocket after its hello.

    ``clock`` counts seconds from anywhere; ``abort`` drops the connection without a word.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        person: Person,
        room: str,
        session: str,
        language: str,
        clock: Callable[[], float],
        abort: Callable[[], None],
    ) -> None:
        self.person = person
        self.room = room
        self.session = session
        self.language = language
        self._socket = socket
        self.abort = abort
        self._bucket = TokenBucket(RATE, BURST, clock)
        self._strikes = 0
        self._todo: asyncio.Queue[Frame | None] = asyncio.Queue(WAITING)
        self._unsent: asyncio.Queue[str] = asyncio.Queue(UNSENT)
        self._behind = 0
        self._sent = self._taken = self._newest = 0
        self._out = False
        self._closing: asyncio.Task[None] | None = None
        self._done = asyncio.Event()

    def send(self, frame: dict[str, Any], written: str = "") -> None:
        """Queue a frame. A page too slow to keep up is cut off; it comes back for all of it.

        ``written``: the frame as it travels, if that is known.
        """
        if self._out:
            return
        data = written or write(frame)
        # One frame alone may be long: what a room shows to whoever comes in.
        if self._unsent.full() or (self._behind and self._behind + len(data) > UNSENT_BYTES):
            self.abort()
            return
        self._sent += 1
        self._behind += len(data)
        self._unsent.put_nowait(data)

    async def close(self, code: int) -> None:
        """End it."""
        await self._socket.close(code=code)

    def out(self, code: int) -> None:
        """End it now, and do nothing of what it has sent: its device is its person's no longer."""
        self._out = True
        self._closing = asyncio.create_task(self._leave(code))

    async def leave(self, *, lost: bool) -> None:
        """End it: another process shows its room. What was received is done first, unless that one
        does it already."""
        if lost:
            self.out(GOING_AWAY)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVING):
                await self.close(GOING_AWAY)
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVING):
                await self._done.wait()

    async def _leave(self, code: int) -> None:
        with suppress(Exception):  # whoever does not take the word is cut off
            async with asyncio.timeout(LEAVING):
                await self._socket.close(code=code)
        self.abort()

    async def read(self) -> None:
        """Take frames until the socket closes; the last thing queued ends ``work``."""
        writer = asyncio.create_task(self._write())
        try:
            async for found in self._socket:
                if found.type is WSMsgType.ERROR:
                    break
                if not self._take(found.data if found.type is WSMsgType.TEXT else None):
                    await self.close(POLICY)
                    break
        finally:
            writer.cancel()
            await self._todo.put(None)

    async def work(self, handler: FrameHandler) -> None:
        """Answer one frame after the other, also those still queued when the socket closes.

        Nothing in the service is cancelled because a page went away: what was received happens.
        """
        await self._safely(handler.opened(self))
        while (frame := await self._todo.get()) is not None:
            if self._out:
                continue
            answer = await self._safely(handler.answer(self, frame))
            self.send({"ack": frame.n, **({"error": "failed"} if answer is None else answer)})
        self._done.set()

    def _take(self, data: str | None) -> bool:
        """Queue one frame or answer why not; False once the tab has gone too far."""
        if self._out:
            return False
        try:
            self._allow(data)
            if data == PING:
                self._pong()
            else:
                frame = self._frame(data)
                self._count(frame.n)
                self._todo.put_nowait(frame)
        except FrameRefused as refused:
            self._count(refused.n)
            self.send({"ack": refused.n, "error": refused.code})
            self._strikes += 1
        else:
            self._strikes = 0
        return self._strikes < STRIKES

    def _count(self, n: int | None) -> None:
        """Count a frame that came; one that comes twice makes up for no other that was lost."""
        if n is None or n > self._newest:
            self._taken += 1
            self._newest = max(self._newest, n or 0)

    def _pong(self) -> None:
        """That it lives, and how many other frames were sent and taken before."""
        before = self._sent
        self.send({"pong": before, "taken": self._taken})
        self._sent = before

    def _allow(self, data: str | None) -> None:
        if not self._bucket.take():
            raise FrameRefused("too-fast", number_of(data))

    def _frame(self, data: str | None) -> Frame:
        if self._todo.full():
            raise FrameRefused("too-fast", number_of(data))
        if data is None:
            raise FrameRefused("bad-frame")
        return read_frame(data)

    async def _safely(self, doing: Awaitable[Any]) -> Any:
        try:
            return await doing
        except Exception as error:  # noqa: BLE001  (a bug of ours must not cost the player the tab)
            # The error's own text may name cards: only its type and its path are written down.
            path = "".join(traceback.format_tb(error.__traceback__))
            log.error(  # noqa: TRY400
                "frame failed room=%s error=%s\n%s", self.room[:4], type(error).__name__, path
            )
            return None

    async def _write(self) -> None:
        with suppress(ConnectionError):
            while True:
                data = await self._unsent.get()
                await self._socket.send_str(data)
                self._behind -= len(data)


async def leave(tabs: Iterable[Tab], rooms: Collection[str], *, lost: bool) -> None:
    """Close those that are open in some rooms, as ``Tab.leave`` does."""
    there = [tab for tab in tabs if tab.room in rooms]
    await asyncio.gather(*(tab.leave(lost=lost) for tab in there))
