"""Connections from one process to another, byte for byte, over short messages.

To whoever speaks on one it is a transport like any other. Only so much is on its way as its reader
takes; where a message was lost, or the other process is silent, the connection breaks as one of the
network does. A message is a letter for its kind, sixteen for its wire, and what it is about.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Any

from bot.cluster.mail import ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

PIECE = 5700
"""Bytes of a message."""

WINDOW = 64 * PIECE
"""Bytes that may be on their way."""

FULL = 2**18
"""Bytes that wait to be on their way before whoever writes is asked to pause."""

BEAT = 2.0
"""Seconds between two signs of life."""

SILENT = 8.0
"""Seconds after which a process that gives none is given up."""

UNANSWERED = 6.0
"""Seconds after which a wire is given up whose other end has said nothing yet: a process that does
not listen yet, or not just now, hears of none."""

MOST = 4096
"""Wires that others may have to this process."""

OPEN, DATA, TAKEN, CLOSE, ABORT = "ODTCX"
ALIVE, FORGOTTEN = "PR"
ASK = "ask"
"""Stands behind the addresses of a wire that is opened to ask something."""


class Wire(asyncio.Transport):
    """One end of a connection; made by ``Wires``."""

    def __init__(self, wires: Wires, peer: str, ident: str, extra: Mapping[str, Any]) -> None:
        super().__init__(dict(extra))
        self.peer, self.ident = peer, ident
        self._wires = wires
        self._protocol: Any = None
        self._waiting = bytearray()
        self._under_way = 0
        self._taken = 0
        self._held: list[bytes] = []
        self._reading = True
        self._closing = self._over = self._told = self._flushing = False
        self._ended = False  # by the other side
        self.ours = False
        """Whether it was opened by this process."""
        self.unanswered: float | None = None
        """Since when, in the seconds of ``Wires``, its other end has said nothing; None: it has."""

    # What a protocol asks of a transport.

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Hand what comes to another one."""
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Who is given what comes."""
        found: asyncio.BaseProtocol = self._protocol
        return found

    def is_closing(self) -> bool:
        """Whether nothing more can be written."""
        return self._closing

    def is_reading(self) -> bool:
        """Whether what comes is handed on at once."""
        return self._reading and not self._over

    def get_write_buffer_size(self) -> int:
        """Bytes that wait to be on their way."""
        return len(self._waiting)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Nothing: the limits are those of all wires."""

    def can_write_eof(self) -> bool:
        """It is closed as a whole."""
        return False

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        """Send it, as soon as there is room; what is written at once goes together."""
        if self._closing:
            return
        self._waiting += data
        if not self._flushing:
            self._flushing = True
            asyncio.get_running_loop().call_soon(self._flush)
        if len(self._waiting) > FULL and not self._told:
            self._told = True
            self._protocol.pause_writing()

    def pause_reading(self) -> None:
        """Keep what comes until reading goes on; soon nothing more will."""
        self._reading = False

    def resume_reading(self) -> None:
        """Hand on what was kept."""
        self._reading = True
        while self._held and self._reading and not self._over:
            self._hand_on(self._held.pop(0))
        self._end_if_done()

    def close(self) -> None:
        """Close it once everything has been sent."""
        if not self._closing:
            self._closing = True
            self._flush()

    def abort(self) -> None:
        """Close it at once."""
        if not self._over:
            self._wires.send(self, ABORT)
            self.lose()

    # What comes from the other side.

    def hear(self, kind: str, data: str) -> None:
        """Take a message."""
        self.unanswered = None
        if kind == DATA:
            piece = b64decode(data)
            if self._reading and not self._held:
                self._hand_on(piece)
            else:
                self._held.append(piece)
        elif kind == TAKEN:
            self._under_way -= int(data)
            self._flush()
        elif kind == CLOSE:
            self._ended = True
            self._end_if_done()
        else:
            self.lose()

    def lose(self) -> None:
        """It is over, whatever was on its way."""
        if not self._over:
            self._over = self._closing = True
            self._wires.forget(self)
            asyncio.get_running_loop().call_soon(self._protocol.connection_lost, None)

    def _hand_on(self, piece: bytes) -> None:
        self._taken += len(piece)
        if self._taken >= WINDOW // 4:
            self._wires.send(self, TAKEN, str(self._taken))
            self._taken = 0
        self._protocol.data_received(piece)

    def _end_if_done(self) -> None:
        if self._ended and not self._held:
            self.lose()

    def _flush(self) -> None:
        self._flushing = False
        if self._over:
            return
        while self._waiting and self._under_way < WINDOW:
            piece = bytes(self._waiting[:PIECE])
            del self._waiting[:PIECE]
            self._under_way += len(piece)
            self._wires.send(self, DATA, b64encode(piece).decode())
        if self._told and not self._waiting:
            self._told = False
            self._protocol.resume_writing()
        if self._closing and not self._waiting:
            self._wires.send(self, CLOSE)
            self.lose()


class Wires:
    """All wires of a process, to others and from others.

    Args:
        post: sends a message to an address.
        steady: seconds from anywhere.
    """

    def __init__(self, post: Callable[[str, str], None], steady: Callable[[], float]) -> None:
        self._post = post
        self._steady = steady
        self._wires: dict[tuple[str, str], Wire] = {}
        self._heard: dict[str, float] = {}
        self.accept: Callable[[], asyncio.BaseProtocol] | None = None
        """Makes what speaks on a wire that another process opens; raises if there are too many."""
        self.answer: Callable[[], asyncio.BaseProtocol] | None = None
        """The same for wires that are opened to ask something (``bot.cluster.asking``)."""

    def __len__(self) -> int:
        return len(self._wires)

    def open(
        self,
        peer: str,
        protocol: asyncio.BaseProtocol,
        peername: object,
        sockname: object,
        *,
        answers: bool = False,
    ) -> Wire:
        """A wire to another process, whose other end tells the addresses that are given here.

        ``answers``: it leads to whoever answers questions there.
        """
        wire = self._add(Wire(self, peer, secrets.token_hex(8), {}), protocol)
        wire.ours, wire.unanswered = True, self._steady()
        self._heard.setdefault(peer, wire.unanswered)
        self.send(wire, OPEN, json.dumps([peername, sockname, *([ASK] if answers else ())]))
        return wire

    def _add(self, wire: Wire, protocol: asyncio.BaseProtocol) -> Wire:
        wire.set_protocol(protocol)
        self._wires[wire.peer, wire.ident] = wire
        return wire

    def send(self, wire: Wire, kind: str, data: str = "") -> None:
        """Send a message of a wire."""
        self._post(wire.peer, kind + wire.ident + data)

    def forget(self, wire: Wire) -> None:
        """A wire is over."""
        self._wires.pop((wire.peer, wire.ident), None)

    def hear(self, peer: str, text: str) -> None:
        """Take a message from another process."""
        self._heard[peer] = self._steady()
        kind, ident, data = text[:1], text[1:17], text[17:]
        if kind == FORGOTTEN:
            for known in tuple(self._wires.values()):
                if known.peer == peer:
                    known.abort()  # it may be there: opened after that was said
        elif kind == OPEN:
            self._opened(peer, ident, data)
        elif kind != ALIVE:
            wire = self._wires.get((peer, ident))
            if wire is not None:
                wire.hear(kind, data)
            elif kind == DATA:
                self._post(peer, ABORT + ident)

    def _opened(self, peer: str, ident: str, data: str) -> None:
        *told, last = json.loads(data)
        asks = last == ASK
        accept = self.answer if asks else self.accept
        try:
            if accept is None or len(self._wires) >= MOST:
                raise ConnectionAbortedError
            protocol = accept()
        except ConnectionError:
            self._post(peer, ABORT + ident)
            return
        addresses = told if asks else [*told, last]
        names = [None if name is None else tuple(name) for name in addresses]
        extra = dict(zip(("peername", "sockname"), names, strict=True))
        wire = self._add(Wire(self, peer, ident, extra), protocol)
        self.send(wire, TAKEN, "0")
        protocol.connection_made(wire)

    def beat(self, *also: str) -> None:
        """Tell those with a wire, and others, that this process is alive; give up who is silent."""
        now = self._steady()
        self._heard = {who: at for who, at in self._heard.items() if now - at <= SILENT}
        self._lose(lambda wire: wire.peer not in self._heard)
        for wire in tuple(self._wires.values()):
            if wire.unanswered is not None and now - wire.unanswered > UNANSWERED:
                wire.abort()
        for peer in {wire.peer for wire in self._wires.values()} | set(also):
            self._post(peer, ALIVE)

    @property
    def heard(self) -> frozenset[str]:
        """Those that have given a sign of life lately."""
        return frozenset(who for who, at in self._heard.items() if self._steady() - at <= SILENT)

    def keep_only(self, peers: Collection[str]) -> None:
        """Break every wire that was opened to another process than these."""
        self._lose(lambda wire: wire.ours and wire.peer not in peers)

    def broken(self) -> None:
        """Messages may have been lost: every wire is, and all others are told.

        Not those alone that were heard of: who has opened a wire meanwhile was not.
        """
        self._lose(lambda _: True)
        self._post(ALL, FORGOTTEN)

    def _lose(self, which: Callable[[Wire], bool]) -> None:
        for wire in tuple(self._wires.values()):
            if which(wire):
                wire.lose()
