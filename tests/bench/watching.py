"""What onlookers at the page cost: the CPU of one play with none, and with forty.

``python -m tests.bench.watching [onlookers]``: milliseconds of the server's own process a play,
beside each other in one run, and their ratio. The pages are another process, so that what they do
with what they are sent is not counted; everything else is real: sockets, screens and the database.
Pictures are not painted: pages draw the table themselves.
"""

import asyncio
import json
import multiprocessing
import sys
import tempfile
import time
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from bot.ports.incoming import Incoming
from bot.ports.refs import ChatRef, UserRef
from tests.kit.actors import press_of, waited_for
from tests.kit.house import no_picture
from tests.kit.open_house import open_house

GAME = "dunmazi"
WARM, PLAYS = 10, 60
PAUSE = 0.15
"""Seconds between two plays, so that each is shown."""

FORTY = 40
LANGUAGES = ("zh-Hans", "zh-Hant", "en")


async def _watch(address, room, tokens, ready, over, frames):
    """Open pages in a room and read what they are sent until it is over."""
    origin = {"Origin": address}
    async with aiohttp.ClientSession(headers=origin) as http:
        sockets = []
        for at, token in enumerate(tokens):
            socket = await http.ws_connect(f"{address}/r/{room}/ws")
            hello = {"token": token, "tab": f"tab-{at:05d}", "lang": LANGUAGES[at % 3]}
            await socket.send_str(json.dumps({"hello": hello}))
            sockets.append(socket)
            await socket.receive()
        ready.set()
        readers = [asyncio.create_task(_read(socket, frames)) for socket in sockets]
        await asyncio.to_thread(over.wait)
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)


async def _read(socket, frames):
    while (await socket.receive()).type is aiohttp.WSMsgType.TEXT:
        with frames.get_lock():
            frames.value += 1


def _pages(*given):
    asyncio.run(_watch(*given))


@asynccontextmanager
async def _onlookers(web, room, count):
    """So many pages in a room, in a process of their own."""
    context = multiprocessing.get_context("spawn")
    ready, over, frames = context.Event(), context.Event(), context.Value("q", 0)
    if not count:
        yield frames
        return
    tokens = [web.signer.sit(f"观众{at}") for at in range(count)]
    given = (web.address.rstrip("/"), room, tokens, ready, over, frames)
    pages = context.Process(target=_pages, args=given)
    pages.start()
    try:
        while not await asyncio.to_thread(ready.wait, 0.2):
            if not pages.is_alive():
                raise RuntimeError("the pages did not open")
        yield frames
    finally:
        over.set()
        await asyncio.to_thread(pages.join)


class Round:
    """Two people at a table, who play what the game proposes."""

    def __init__(self, service, web):
        self.service = service
        self.room = web.signer.new_room()
        self.chat = ChatRef("web", self.room)
        self.people = {c * 16: name for c, name in (("a", "甲"), ("b", "乙"))}
        self.n = 0

    async def _do(self, person, **what):
        """Say or press something, as the page hands it in."""
        self.n += 1
        fields = {"display_name": self.people[person], "language": "zh-Hans", **what}
        user = UserRef("web", person)
        await self.service.handle(Incoming(f"{person}.{self.n}", user, self.chat, **fields))

    async def begin(self):
        """Open a table and start."""
        first, *others = self.people
        await self._do(first, text=f"/newgame {GAME}")
        for other in others:
            await self._do(other, text="/join")
        await self._do(first, text="/start")
        self.table = self.service.running.tables.at(self.chat).table

    async def play(self):
        """One play of whoever is asked; whether there was one."""
        if not (asked := waited_for(self.table)):
            for person in self.people:
                await self._do(person, text="/next")
            return False
        seat, person = asked[0]
        step = self.table.match.step
        token, values = press_of(self.table, seat, self.table.game.suggest(
            self.table.seen(seat), 1)[0])  # fmt: skip
        await self._do(person, token=token, values=values)
        return self.table.match.step != step

    async def plays(self, count):
        """So many of them."""
        while count > 0:
            count -= await self.play()
            await asyncio.sleep(PAUSE)


async def measured(count):
    """Milliseconds of this process a play, and frames that so many pages have read of it."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(Path(folder) / "t.db", paint=no_picture) as (service, web):
            at = Round(service, web)
            await at.begin()
            async with _onlookers(web, at.room, count) as frames:
                await at.plays(WARM)
                read, begin = frames.value, time.process_time()
                await at.plays(PLAYS)
                spent = (time.process_time() - begin) * 1000 / PLAYS
                return spent, (frames.value - read) / PLAYS


async def main(count=FORTY):
    """Print what one play costs with none and with so many who look on."""
    alone, _ = await measured(0)
    watched, frames = await measured(count)
    print(f"a play: {alone:.2f} ms of CPU alone, {watched:.2f} ms with {count} onlookers, who read"
          f" {frames:.0f} frames: {watched / alone:.2f} times")  # fmt: skip


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
