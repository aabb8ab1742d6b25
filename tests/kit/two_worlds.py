"""Two worlds that differ only in what must not be known yet: whatever is sent to anybody who must
not know it is the same in both, byte for byte.

Nothing is searched for, so that nothing can be said in a way that the search does not know: words,
numbers, the length of an answer, a pixel of a picture, the name of a file.
"""

import asyncio
import base64
import hashlib
import itertools
import re
import secrets
from collections import Counter

MACHINE = re.compile(
    rb"(?<=\nDate: )[^\r]+|(?<=\nSec-WebSocket-Accept: )[^\r]+|(?<=127\.0\.0\.1:)\d+"
)
"""What is the machine's and no world's: its clock, its free ports, what a client has drawn."""


class Lots:
    """What is drawn by lot comes from a row of numbers, and is known: it says nothing."""

    def __init__(self, monkeypatch):
        self._count = itertools.count()
        self._drawn = []
        monkeypatch.setattr(secrets, "token_bytes", self._bytes)
        monkeypatch.setattr(secrets, "token_urlsafe", self._urlsafe)
        monkeypatch.setattr(secrets, "token_hex", lambda size=32: self._bytes(size).hex())
        monkeypatch.setattr(secrets, "choice", lambda of: of[next(self._count) % len(of)])
        monkeypatch.setattr(secrets, "randbelow", lambda most: next(self._count) % most)

    def _bytes(self, size=32):
        number = next(self._count)
        parts = (hashlib.sha256(f"{number} {at}".encode()).digest() for at in range(size // 32 + 1))
        return b"".join(parts)[:size]

    def _urlsafe(self, size=32):
        found = base64.urlsafe_b64encode(self._bytes(size)).rstrip(b"=")
        self._drawn.append(found)
        return found.decode("ascii")

    def blind(self, piece):
        """Bytes in which a dot stands for each sign of an address that was drawn."""
        if not self._drawn:
            return piece
        drawn = re.compile(b"|".join(map(re.escape, self._drawn)))
        return drawn.sub(lambda found: b"." * len(found[0]), piece)


class Tap:
    """Every byte that this process writes to a socket, by connection.

    Not by port: one that was given back is another connection's soon.
    """

    def __init__(self, monkeypatch, lots):
        self._lots = lots
        self._written = {}
        kind = asyncio.selector_events._SelectorSocketTransport
        write = kind.write

        def heard(transport, data):
            peer = transport.get_extra_info("peername")
            if isinstance(peer, tuple):
                self._connection(transport, peer[1]).append(bytes(data))
            return write(transport, data)

        monkeypatch.setattr(kind, "write", heard)
        if "writelines" in vars(kind):  # newer Pythons write several at once in a way of its own

            def heard_lines(transport, lines):
                for line in lines:
                    transport.write(line)

            monkeypatch.setattr(kind, "writelines", heard_lines)

    def _connection(self, transport, port):
        """What was written to a connection; the last of a port's is the one that is open."""
        last = self._written.get(port)
        if last is None or last[0] is not transport:
            last = self._written[port] = (transport, [])
        return last[1]

    def reader(self, port):
        """Whoever reads at a port now: every piece that was and will be written to them."""
        return self._written[port][1]

    def sent_to(self, reader):
        """What was written to somebody, without what is the machine's, as so many of each piece.

        Which of two pieces comes first may be a matter of threads.
        """
        return Counter(self._lots.blind(MACHINE.sub(b"", piece)) for piece in reader)


def differing(one, other):
    """What only one of two worlds sent, by whom it was sent to; nothing where they are alike."""
    found = {}
    for reader in one.keys() | other.keys():
        mine, theirs = one.get(reader, Counter()), other.get(reader, Counter())
        if mine != theirs:
            found[reader] = [*(mine - theirs), *(theirs - mine)]
    return found
