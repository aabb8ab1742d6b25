"""Connections over short messages: what goes in comes out, bounded, and what breaks is closed."""

import asyncio
from collections import deque
from random import Random

import pytest

from bot.cluster import mail, wires
from bot.cluster.mail import ALL
from bot.cluster.wires import OPEN, PIECE, SILENT, UNANSWERED, WINDOW, Wires
from tests.kit.tiers import DEEP


class Speaker(asyncio.Protocol):
    """What it was told; ``takes`` how much before it takes no more."""

    def __init__(self, takes=None):
        self.heard, self.takes = bytearray(), takes
        self.transport = None
        self.paused = self.gone = False

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.heard += data
        if self.takes is not None and len(self.heard) >= self.takes:
            self.transport.pause_reading()

    def pause_writing(self):
        self.paused = True

    def resume_writing(self):
        self.paused = False

    def connection_lost(self, error):
        self.gone = True


class Post:
    """Two processes, and what is on its way between them."""

    def __init__(self):
        self.now, self.longest = 0.0, 0
        self.way = deque()
        self.sides = {name: self._side(name) for name in "ab"}

    def _side(self, name):
        return Wires(lambda to, said: self.way.append((name, to, said)), lambda: self.now)

    async def settle(self, lose=lambda said: False):
        """Until nothing is on its way any more."""
        for _ in range(3):
            while self.way:
                sender, to, said = self.way.popleft()
                self.longest = max(self.longest, len(said))
                if not lose(said):
                    for name in self.sides.keys() - {sender} if to == ALL else {to}:
                        self.sides[name].hear(sender, said)
                await asyncio.sleep(0)
            await asyncio.sleep(0)


@pytest.fixture
def post():
    return Post()


async def opened(post, near, far):
    post.sides["b"].accept = lambda: far
    near.transport = post.sides["a"].open("b", near, ["1.2.3.4", 5], ["127.0.0.1", 6])
    await post.settle()
    return near.transport


async def test_what_is_written_comes_out_at_the_other_end_and_is_answered(post):
    near, far = Speaker(), Speaker()
    wire = await opened(post, near, far)
    assert far.transport.get_extra_info("peername") == ("1.2.3.4", 5)
    sent = bytes(range(256)) * 4000
    for at in range(0, len(sent), 999):
        wire.write(sent[at : at + 999])
    far.transport.write(b"yes")
    await post.settle()
    assert bytes(far.heard) == sent and bytes(near.heard) == b"yes"
    assert post.longest <= mail.LONGEST
    wire.write(b"last")
    wire.close()
    await post.settle()
    assert far.heard.endswith(b"last") and near.gone and far.gone
    assert len(post.sides["a"]) == len(post.sides["b"]) == 0


async def test_only_as_much_is_on_its_way_as_its_reader_takes(post):
    near, far = Speaker(), Speaker(takes=1)
    wire = await opened(post, near, far)
    sent = b"x" * (3 * WINDOW)
    wire.write(sent)
    await post.settle()
    held = sum(map(len, far.transport._held))
    assert near.paused and len(far.heard) + held <= WINDOW + PIECE
    wire.close()
    far.takes = None
    far.transport.resume_reading()
    await post.settle()
    assert bytes(far.heard) == sent and not near.paused and far.gone


async def test_a_wire_of_which_something_was_lost_breaks_at_both_ends(post):
    near, far = Speaker(), Speaker()
    wire = await opened(post, near, far)
    post.sides["a"].broken()
    await post.settle()
    assert near.gone and far.gone
    near, far = Speaker(), Speaker()
    wire = await opened(post, near, far)
    post.sides["b"].forget(far.transport)  # as a process that was started anew
    wire.write(b"hello")
    await post.settle()
    assert near.gone


async def test_whoever_is_silent_is_given_up(post):
    near, far = Speaker(), Speaker()
    await opened(post, near, far)
    for _ in range(5):
        post.now += SILENT / 2
        for side in post.sides.values():
            side.beat()
        await post.settle()
    assert not near.gone and not far.gone
    for _ in range(3):
        post.now += SILENT / 2
        post.sides["b"].beat()
        post.way.clear()
    await post.settle()
    assert far.gone


async def test_a_wire_that_its_other_end_never_heard_of_breaks_though_that_process_lives(post):
    """It did not listen yet: it gives signs of life from then on, and nobody else tells of it."""
    near = Speaker()
    post.sides["b"].accept = Speaker
    wire = near.transport = post.sides["a"].open("b", near, None, None)
    wire.write(b"press")
    await post.settle(lambda said: True)
    for _ in range(2):
        assert not near.gone
        post.now += UNANSWERED / 2 + 0.1
        post.sides["b"].beat("a")
        await post.settle(lambda said: said[0] == OPEN)
        post.sides["a"].beat()
    await post.settle()
    assert near.gone and not len(post.sides["b"])


async def test_whoever_begins_to_listen_tells_everybody_and_not_those_alone_it_has_heard(post):
    near, far = Speaker(), Speaker()
    await opened(post, near, far)
    post.sides["b"] = post._side("b")  # started anew, or silent for so long that it knows nobody
    post.sides["b"].broken()
    await post.settle()
    assert near.gone
    near, far = Speaker(), Speaker()
    post.sides["b"].broken()
    await opened(post, near, far)  # heard before what was said earlier
    assert near.gone and far.gone, "neither end is left over"


async def test_nobody_is_let_in_where_nobody_serves(post, monkeypatch):
    near = Speaker()
    near.transport = post.sides["a"].open("b", near, None, None)
    await post.settle()
    assert near.gone
    monkeypatch.setattr(wires, "MOST", 0)
    post.sides["b"].accept = Speaker
    near = Speaker()
    post.sides["a"].open("b", near, None, None)
    await post.settle()
    assert near.gone


# Whatever happens.

SEEDS = range(200 if DEEP else 10)


async def lived(seed, lose=lambda chance, said: False):
    """Two processes with some wires, to which anything happens; what each end wrote and heard."""
    post, chance = Post(), Random(seed)  # noqa: S311
    pairs = []
    for _ in range(4):
        pair = Speaker(), Speaker()
        await opened(post, *pair)
        pairs.append((pair, (bytearray(), bytearray())))
    for _ in range(120):
        pair, wrote = chance.choice(pairs)
        end = chance.randrange(2)
        transport = pair[end].transport
        match chance.randrange(40):
            case 0:
                transport.close()
            case 1:
                transport.abort()
            case 2 if chance.random() < 0.1:
                post.way.clear()  # a connection to the server broke, and both are told of it
                for side in post.sides.values():
                    side.broken()
            case number if number < 10:
                transport.pause_reading()
            case number if number < 20:
                transport.resume_reading()
            case _ if not transport.is_closing():
                piece = chance.randbytes(chance.choice([1, 50, PIECE, WINDOW]))
                transport.write(piece)
                wrote[end].extend(piece)
        if chance.random() < 0.7:
            await post.settle(lambda said: lose(chance, said))
    for pair, _ in pairs:
        for speaker in pair:
            speaker.transport.resume_reading()
    await post.settle()
    for (near, _), _ in pairs:
        near.transport.close()
    await post.settle()
    return post, pairs


def check(post, pairs):
    """Nobody hears what was not written, or without what came before it; and all ends."""
    assert len(post.sides["a"]) == len(post.sides["b"]) == 0
    for pair, wrote in pairs:
        assert all(speaker.gone for speaker in pair)
        for end, speaker in enumerate(pair):
            assert wrote[1 - end].startswith(bytes(speaker.heard))


async def test_what_is_heard_is_how_it_was_written_from_the_first_byte_on():
    heard = 0
    for seed in SEEDS:
        post, pairs = await lived(seed)
        check(post, pairs)
        heard += sum(len(speaker.heard) for pair, _ in pairs for speaker in pair)
    assert heard > len(SEEDS) * WINDOW


async def test_planted_a_message_that_is_lost_and_nobody_is_told_breaks_the_law():
    for seed in range(10):
        found = await lived(seed, lambda chance, said: said[0] == "D" and chance.random() < 0.1)
        try:
            check(*found)
        except AssertionError:
            return
    raise AssertionError("not noticed")
