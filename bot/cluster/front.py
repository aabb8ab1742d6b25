"""The port of a process that does not serve: what comes in goes to the one that does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.cluster.wires import SILENT

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.cluster.wires import Wire, Wires

MOST = 2048
"""Connections at the same time."""

_WORDS = b"Nobody serves just now. Please try again in a moment.\n"
NOBODY = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n"
    b"Cache-Control: no-store\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: %d\r\n\r\n%b" % (len(_WORDS), _WORDS)
)


class Front:
    """Listens from ``open`` to ``close``.

    Args:
        wires: to the other processes.
        server: the address of the one that serves; empty for none.
    """

    def __init__(self, wires: Wires, server: Callable[[], str]) -> None:
        self.wires = wires
        self.server = server
        self.guests: set[Guest] = set()
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> int:
        """Listen; the port, which is a free one for 0. Raises ``OSError``."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Guest(self), host, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Let go of the port, and of everybody who came in by it."""
        if self._server is not None:
            self._server.close()
        for guest in tuple(self.guests):
            guest.end()
        if self._server is not None:
            await self._server.wait_closed()


class Guest(asyncio.Protocol):
    """A connection from outside, and the wire that it goes on by from its first byte."""

    def __init__(self, front: Front) -> None:
        self._front = front
        self._transport: asyncio.Transport | None = None
        self._wire: Wire | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has come; who says nothing for long is sent away."""
        if not isinstance(transport, asyncio.Transport):
            return
        self._transport = transport
        self._front.guests.add(self)
        if len(self._front.guests) > MOST:
            transport.abort()
            return
        asyncio.get_running_loop().call_later(SILENT, self._silent)

    def data_received(self, data: bytes) -> None:
        """Send it on."""
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        if self._wire is None:
            server = self._front.server()
            if not server:
                transport.write(NOBODY)
                transport.close()
                return
            names = map(transport.get_extra_info, ("peername", "sockname"))
            self._wire = self._front.wires.open(server, Far(transport), *names)
        self._wire.write(data)

    def pause_writing(self) -> None:
        """The one outside takes no more."""
        if self._wire is not None:
            self._wire.pause_reading()

    def resume_writing(self) -> None:
        """They do again."""
        if self._wire is not None:
            self._wire.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        """They are gone."""
        self._front.guests.discard(self)
        if self._wire is not None:
            self._wire.close()

    def end(self) -> None:
        """End it at once."""
        if self._transport is not None:
            self._transport.abort()

    def _silent(self) -> None:
        if self._wire is None:
            self.end()


class Far(asyncio.Protocol):
    """The end of a wire that gives what it hears to a connection from outside."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Give it to them."""
        self._transport.write(data)

    def pause_writing(self) -> None:
        """The other process takes no more."""
        self._transport.pause_reading()

    def resume_writing(self) -> None:
        """It does again."""
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        """The other process has closed it, or is gone."""
        self._transport.close()
