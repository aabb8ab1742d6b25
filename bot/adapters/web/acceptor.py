"""Accepts connections: no more than the system has descriptors for, and no time to waste.

A connection is ``silent`` until its first request is whole, then in turn being answered and
``idle``. If there is no room for another one, a silent one makes room, else an idle one: whoever
sends what a browser sends gets in, however many there are that send nothing.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.adapters.web.pending import Pending
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable

    from bot.adapters.web.client_errors import ClientErrors
    from bot.adapters.web.origins import Proxies

log = logging.getLogger(__name__)

MOST = 4096
"""Connections, where descriptors are plenty."""

SILENT_EACH, SILENT_SECONDS = 64, 10.0
"""Connections of one network without a whole request, and seconds that its headers may take."""

IDLE_EACH, IDLE_SECONDS = 128, 75.0
"""Connections of one network that are kept for its next request, and for how long."""

BACKLOG = 2048
"""Connections that the system keeps for us: whoever finds no place there waits a second."""

STAND_BACK = 0.1
"""Seconds until the next try where a connection cannot be taken."""

_SHORT = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


def room_for() -> int:
    """How many connections there is room for: some descriptors are left to everything else."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST
    return max(8, min(MOST, soft - min(max(soft // 4, 64), soft // 2)))


class Acceptor:
    """Accepts connections and counts them.

    Args:
        proxies: whose connections are many people's.
        client_errors: where is counted who was turned away.
        clock: seconds from anywhere.
        most: connections at the same time; None asks the system.
    """

    def __init__(
        self,
        proxies: Proxies,
        client_errors: ClientErrors,
        clock: Callable[[], float],
        most: int | None = None,
    ) -> None:
        self.most = room_for() if most is None else most
        self._proxies = proxies
        self._client_errors = client_errors
        self._here: dict[asyncio.Protocol, tuple[asyncio.Transport, str]] = {}
        self._silent: Pending[asyncio.Protocol] = Pending(
            SILENT_EACH, self.most, SILENT_SECONDS, clock, self._cut("silent")
        )
        self._idle: Pending[asyncio.Protocol] = Pending(
            IDLE_EACH, self.most, IDLE_SECONDS, clock, self._cut("")
        )
        self._accepting: dict[socket.socket, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        return len(self._here)

    async def open(self, host: str, port: int, make: Callable[[], asyncio.Protocol]) -> int:
        """Listen there too; the port, which is a free one where 0 was asked for.

        Args:
            host: a name or an address.
            port: 0..65535.
            make: makes what speaks on a connection; it calls ``came`` and ``gone``.

        Raises:
            OSError: it cannot be listened on.
        """
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        listeners: list[socket.socket] = []
        try:
            for family, kind, number, _, address in dict.fromkeys(found):
                listeners.append(_listener(family, kind, number, address))
        except OSError:
            for listener in listeners:
                listener.close()
            raise
        for listener in listeners:
            self._accepting[listener] = asyncio.create_task(self._accept(listener, make))
        return int(listeners[0].getsockname()[1])

    async def close(self) -> None:
        """Take no more connections; those that there are stay."""
        await self._shut(tuple(self._accepting))

    async def shut(self, addresses: Collection[str]) -> None:
        """Listen at these addresses no longer, and cut every connection that came there."""
        there = [one for one in self._accepting if one.getsockname()[0] in addresses]
        await self._shut(there)
        for transport, _ in tuple(self._here.values()):
            own = transport.get_extra_info("sockname")
            if own and own[0] in addresses:
                transport.abort()

    async def _shut(self, listeners: Collection[socket.socket]) -> None:
        accepting = [self._accepting.pop(listener) for listener in listeners]
        for task in accepting:
            task.cancel()
        await asyncio.gather(*accepting, return_exceptions=True)
        for listener in listeners:
            with suppress(OSError):
                listener.close()

    def sweep(self) -> None:
        """End what has taken too long; to be called every second or so."""
        self._silent.drop_overdue()
        self._idle.drop_overdue()

    # What the connections tell.

    def came(self, visitor: asyncio.Protocol, transport: asyncio.Transport) -> None:
        """Note a new connection, from which a request is to come soon."""
        peer = transport.get_extra_info("peername")
        address = peer[0] if peer else ""
        if self._proxies.trust(address):
            address = ""
        self._here[visitor] = transport, address
        self._silent.add(visitor, address)

    def busy(self, visitor: Hashable) -> None:
        """Note that a connection has sent a whole request."""
        if isinstance(visitor, asyncio.Protocol):
            self._silent.remove(visitor)
            self._idle.remove(visitor)

    def idle(self, visitor: Hashable) -> None:
        """Note that a connection's request was answered."""
        if isinstance(visitor, asyncio.Protocol) and visitor in self._here:
            self._idle.add(visitor, self._here[visitor][1])

    def gone(self, visitor: asyncio.Protocol) -> None:
        """Forget a connection that was closed."""
        self.busy(visitor)
        self._here.pop(visitor, None)

    # Taking them.

    async def _accept(self, listener: socket.socket, make: Callable[[], asyncio.Protocol]) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                taken, _ = await loop.sock_accept(listener)
            except OSError as error:
                # Most often it is one connection that broke before it was taken.
                self._client_errors.count(
                    "short of descriptors" if error.errno in _SHORT else "broken"
                )
                self._make_room()
                await asyncio.sleep(STAND_BACK)
                continue
            if len(self._here) >= self.most and not self._make_room():
                self._client_errors.count("no room")
                taken.close()
                await asyncio.sleep(0)
                continue
            try:
                # The next one waits until this is ready to read: it may have spoken already.
                await loop.connect_accepted_socket(make, taken)
            except Exception as error:  # noqa: BLE001  (one connection must not close the listener)
                taken.close()
                if not isinstance(error, OSError):
                    log_bug(log, "connection failed", error)

    def _make_room(self) -> bool:
        return self._silent.drop_oldest() or self._idle.drop_oldest()

    def _cut(self, kind: str) -> Callable[[asyncio.Protocol], None]:
        def cut(visitor: asyncio.Protocol) -> None:
            if kind:
                self._client_errors.count(kind)
            if found := self._here.pop(visitor, None):
                found[0].abort()

        return cut


def _listener(family: int, kind: int, number: int, address: tuple[object, ...]) -> socket.socket:
    made = socket.socket(family, kind, number)
    try:
        if os.name == "posix":  # elsewhere it would take a port that is in use
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
        made.listen(BACKLOG)
        made.setblocking(False)
    except OSError as error:
        made.close()
        raise OSError(error.errno, f"{error.strerror}: {address[0]} {address[1]}") from None
    return made
