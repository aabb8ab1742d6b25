"""A connection from outside: each request on it goes to whoever runs what it is about.

What this process runs itself is handed on as if nobody stood between; the rest goes byte for byte
over a wire, and its answer back. A browser keeps a connection for its next request, which may be
about something else: so where one request ends is counted here, and no more of it is understood
than that.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.cluster.wires import Wire, Wires

MOST = 2048
"""Connections at the same time that go on to other processes."""

HEAD, WAITING = 2**15, 2**18
"""Bytes of a request's head, and bytes that wait until it is known where they go, at most."""

_WORDS = b"Nobody serves this just now. Please try again in a moment.\n"
NOBODY = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n"
    b"Cache-Control: no-store\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: %d\r\n\r\n%b" % (len(_WORDS), _WORDS)
)

_PATH = re.compile(rb"[A-Z]{1,16} ([!-~]{1,2048}) HTTP/1\.[01]\r\n")
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,12})[ \t]*\r\n", re.IGNORECASE)
_ENDLESS = re.compile(rb"\r\n(?:upgrade|transfer-encoding):", re.IGNORECASE)

ENDLESS = -1
"""The rest of a connection belongs to one request."""


def about(head: bytes) -> tuple[str, int]:
    """The path that a request's head asks for, and how many bytes follow it.

    Empty and ``ENDLESS`` for what is no request, and so for whoever answers that.
    """
    line = _PATH.match(head)
    if line is None:
        return "", ENDLESS
    if _ENDLESS.search(head):
        return line[1].decode(), ENDLESS
    length = _LENGTH.search(head)
    return line[1].decode(), int(length[1]) if length is not None else 0


class Here(Protocol):
    """What answers in this process: an ``asyncio.Protocol`` that can be left."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None: ...
    def data_received(self, data: bytes) -> None: ...
    def eof_received(self) -> bool | None: ...
    def pause_writing(self) -> None: ...
    def resume_writing(self) -> None: ...
    def connection_lost(self, exc: Exception | None) -> None: ...

    def leave(self) -> None:
        """End, while the connection goes on with somebody else on it."""
        ...


class Front:
    """Makes what speaks on a connection from outside.

    Args:
        wires: to the other processes.
        find: told a path, the address of the process that answers it; empty: this one; None:
            nobody does just now.
    """

    def __init__(self, wires: Wires, find: Callable[[str], Awaitable[str | None]]) -> None:
        self.wires = wires
        self.find = find
        self.far: set[Guest] = set()
        """Those whose requests go on to others just now."""

    def guest(self, make: Callable[[], Here]) -> Guest:
        """What speaks on a connection; ``make`` makes what answers it here."""
        return Guest(self, make)


class Guest(asyncio.Protocol):
    """One connection from outside."""

    def __init__(self, front: Front, make: Callable[[], Here]) -> None:
        self._front = front
        self._make = make
        self._transport: asyncio.Transport | None = None
        self._here: Here | None = None
        self._far: Far | None = None
        self._came = bytearray()
        self._left = 0  # bytes of the request that is being handed on
        self._asking: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has come: they count here until it is known where they go."""
        if isinstance(transport, asyncio.Transport):
            self._transport = transport
            self._be_here()

    def data_received(self, data: bytes) -> None:
        """Hand it on."""
        self._came += data
        if len(self._came) > WAITING and self._asking is not None and self._transport is not None:
            self._transport.abort()
        self._go_on()

    def _go_on(self) -> None:
        while self._came and self._asking is None:
            if self._left:
                size = len(self._came) if self._left == ENDLESS else self._left
                piece = bytes(self._came[:size])
                del self._came[:size]
                if self._left != ENDLESS:
                    self._left -= len(piece)
                self._hand_on(piece)
                continue
            while self._came.startswith(b"\r\n"):  # before a request it means nothing
                del self._came[:2]
            end = self._came.find(b"\r\n\r\n") + 4
            if end < 4 and len(self._came) <= HEAD:
                return
            head = bytes(self._came[: max(end, 0)])
            path, follows = about(head)
            self._left = ENDLESS if follows == ENDLESS else len(head) + follows
            if not path:
                self._go_here()
                continue
            self._asking = asyncio.create_task(self._ask(path))

    async def _ask(self, path: str) -> None:
        try:
            address = await self._front.find(path)
        finally:
            self._asking = None
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        if address is None or (address and not self._go_far(address)):
            transport.write(NOBODY)
            transport.close()
            return
        if not address:
            self._go_here()
        self._go_on()

    # Where they are.

    def _be_here(self) -> None:
        transport = self._transport
        if transport is None:
            return
        try:
            self._here = self._make()
        except ConnectionAbortedError:  # the port is being closed
            transport.abort()
        else:
            self._here.connection_made(transport)

    def _go_here(self) -> None:
        if self._here is None:
            self._leave()
            self._be_here()

    def _go_far(self, address: str) -> bool:
        """Whether there is room for it."""
        if self._far is not None and self._far.address == address and self._far.open:
            return True
        self._leave()
        transport = self._transport
        if transport is None or len(self._front.far) >= MOST:
            return False
        self._front.far.add(self)
        far = self._far = Far(address, transport)
        names = map(transport.get_extra_info, ("peername", "sockname"))
        far.wire = self._front.wires.open(address, far, *names)
        return True

    def _leave(self, error: Exception | None = None, *, gone: bool = False) -> None:
        """Where they were nobody minds them any more; the connection stays."""
        here, self._here = self._here, None
        far, self._far = self._far, None
        self._front.far.discard(self)
        if here is not None and gone:
            here.connection_lost(error)
        elif here is not None:
            here.leave()
        if far is not None:
            far.leave()

    def _hand_on(self, data: bytes) -> None:
        if self._here is not None:
            self._here.data_received(data)
        elif self._far is not None and self._far.wire is not None:
            self._far.wire.write(data)

    # What the connection tells.

    def eof_received(self) -> bool | None:
        """They have nothing more to say."""
        return self._here.eof_received() if self._here is not None else None

    def pause_writing(self) -> None:
        """The one outside takes no more."""
        if self._here is not None:
            self._here.pause_writing()
        elif self._far is not None and self._far.wire is not None:
            self._far.wire.pause_reading()

    def resume_writing(self) -> None:
        """They do again."""
        if self._here is not None:
            self._here.resume_writing()
        elif self._far is not None and self._far.wire is not None:
            self._far.wire.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        """They are gone."""
        self._transport = None
        if self._asking is not None:
            self._asking.cancel()
        self._leave(error, gone=True)


class Far(asyncio.Protocol):
    """The end of a wire that gives what it hears to a connection from outside."""

    def __init__(self, address: str, transport: asyncio.Transport) -> None:
        self.address = address
        self.wire: Wire | None = None
        self.open = True
        self._transport: asyncio.Transport | None = transport

    def data_received(self, data: bytes) -> None:
        """Give it to them."""
        if self._transport is not None:
            self._transport.write(data)

    def pause_writing(self) -> None:
        """The other process takes no more."""
        if self._transport is not None:
            self._transport.pause_reading()

    def resume_writing(self) -> None:
        """It does again."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()

    def leave(self) -> None:
        """Their next request goes somewhere else."""
        transport, self._transport = self._transport, None
        if transport is not None and not transport.is_closing():
            transport.resume_reading()
        if self.wire is not None:
            self.wire.close()

    def connection_lost(self, error: Exception | None) -> None:
        """The other process has closed it, or is gone."""
        self.open = False
        if self._transport is not None:
            self._transport.close()
