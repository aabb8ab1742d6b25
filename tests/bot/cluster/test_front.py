"""Each request of a connection goes where its subject is, in whatever pieces it comes."""

import asyncio
from base64 import b64decode
from random import Random

import pytest

from bot.adapters.web.sharing import HOUSE, subject
from bot.cluster import front as module
from bot.cluster.front import ENDLESS, NOBODY, Front, about
from bot.cluster.wires import Wires

GET = b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST %b HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%b"
SOCKET = b"GET %b HTTP/1.1\r\nupgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
TRAP = b"GET /a/trap HTTP/1.1\r\n\r\n"
"""In a body it is no request."""

SAID = [
    ("here", GET % b"/"),
    ("a", POST % (b"/a/one", len(TRAP), TRAP)),
    ("here", POST % (b"/static", 3, b"\r\n\r")),
    ("b", GET % b"/b/two?x=1"),
    ("b", b"\r\n" + POST % (b"/b/three", 0, b"")),
    ("a", GET % b"/a/four"),
    ("b", SOCKET % b"/b/ws"),
    ("b", TRAP),
]
"""Where a piece belongs: from the greeting of a socket on all of it goes there."""


class Heard:
    """What answers: it only hears."""

    def __init__(self, told, name):
        self.told, self.name = told, name

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.told.append((self.name, bytes(data)))

    def leave(self):
        self.told.append((self.name, None))

    def connection_lost(self, error):
        pass

    def pause_writing(self):
        pass

    def resume_writing(self):
        pass

    def eof_received(self):
        return None


class Link(asyncio.Transport):
    """A connection from outside, as far as it is asked."""

    def __init__(self):
        super().__init__({"peername": ("1.2.3.4", 5), "sockname": ("::1", 6, 0, 0)})
        self.sent, self.closed = bytearray(), False

    def write(self, data):
        self.sent += data

    def is_closing(self):
        return self.closed

    def close(self):
        self.closed = True

    abort = close

    def resume_reading(self):
        pass


async def find(path):
    await asyncio.sleep(0)
    first = path.split("/")[1]
    return {"a": "a", "b": "b", "none": None}.get(first, "")


def connected(told):
    """A connection, and wires on which it is heard at once where they lead."""

    def post(to, text):
        if text[0] == "D":
            told.append((to, b64decode(text[17:])))

    wires = Wires(post, lambda: 0.0)
    guest = Front(wires, find).guest(lambda: Heard(told, "here"))
    link = Link()
    guest.connection_made(link)
    return guest, link


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


def joined(told):
    """What each heard, in order, with pieces of the same ones put together."""
    found = []
    for name, data in told:
        if data is None:
            continue
        if found and found[-1][0] == name:
            found[-1] = (name, found[-1][1] + data)
        else:
            found.append((name, data))
    return found


def expected():
    return joined([(name, data.removeprefix(b"\r\n") if data[:6] == b"\r\nPOST" else data)
                   for name, data in SAID])  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
async def test_each_request_goes_where_it_belongs_in_whatever_pieces(seed):
    chance, told = Random(seed), []  # noqa: S311
    guest, _ = connected(told)
    whole = b"".join(data for _, data in SAID)
    while whole:
        size = chance.choice((1, 2, 7, 40, 400))
        guest.data_received(whole[:size])
        whole = whole[size:]
        if chance.random() < 0.3:
            await settle()
    await settle()
    assert joined(told) == expected()


async def test_planted_a_connection_that_stays_where_its_first_request_went(monkeypatch):
    told = []
    monkeypatch.setattr(module, "about", lambda head: (about(head)[0], ENDLESS))
    guest, _ = connected(told)
    guest.data_received(b"".join(data for _, data in SAID))
    await settle()
    assert joined(told) != expected()


async def test_who_is_served_by_nobody_is_told_so_and_what_is_no_request_is_answered_here():
    told = []
    guest, link = connected(told)
    guest.data_received(GET % b"/none")
    await settle()
    assert bytes(link.sent) == NOBODY and link.closed and not told
    for junk in (b"hello\r\n\r\n", b"x" * (module.HEAD + 1), b"GET /a\r\n\r\n"):
        told.clear()
        guest, link = connected(told)
        guest.data_received(junk)
        await settle()
        assert told == [("here", junk)] and not link.closed


async def test_no_more_than_some_connections_go_on_to_others(monkeypatch):
    monkeypatch.setattr(module, "MOST", 0)
    told = []
    guest, link = connected(told)
    guest.data_received(GET % b"/a")
    await settle()
    assert bytes(link.sent) == NOBODY and not joined(told)


def test_what_a_path_is_about():
    room = "epmfit" * 5 + "ab"
    known = {room}.__contains__
    for path, what in (
        ("/", ""), ("/static/app.js", ""), (f"/r/{room}", ""), (f"/r/{room}/ws", room),
        (f"/r/{room}/p/abc?x", room), (f"/r/{room}/sit", room), (f"/r/{room}/devices/join", HOUSE),
        (f"/r/{room}/devices", HOUSE), ("/r/other/ws", ""), ("/frame/telegram/ws", HOUSE),
        ("/?instance_id=i&frame_id=f", HOUSE),
    ):  # fmt: skip
        assert subject(path, known) == what, path
