"""Several programs on one PostgreSQL, and people who play at whichever port they like."""

import asyncio
import itertools
import json
from contextlib import suppress

import aiohttp

from bot.runtime.loading import load
from engine.registry import games
from tests.kit.actors import legal, press_of, waited_for
from tests.kit.tiers import chosen

ELSEWHERE = chosen(("discord", "telegram"), 1, "platforms at any process")
"""The platform that two programs serve together in this commit's tests."""

ANSWERS = 60.0
"""Seconds of a busy machine in which something comes about that another program does."""


class Person:
    """Somebody with a page open; it is opened anew wherever they go, as they are."""

    _count = itertools.count(1)

    def __init__(self, http, room, name):
        self.http, self.room, self.name = http, room, name
        self.ident = self._token = ""
        self.shown = []
        """Their own messages, as the page was opened."""
        self.heard = []
        """Every frame that their page was sent, as it came."""
        self.session = f"tab-{next(self._count):05d}"
        self._n = itertools.count(1)
        self._socket = None
        self._address = ""

    def beside(self):
        """The same person at another page."""
        other = Person(self.http, self.room, self.name)
        other._token = self._token
        return other

    async def come(self, address):
        """Open the page at a port, and again until somebody answers there."""
        async with asyncio.timeout(ANSWERS):
            while not await self._came(address):  # noqa: ASYNC110
                await asyncio.sleep(0.1)

    async def _came(self, address):
        self._address = address
        headers = {"Origin": address.rstrip("/")}
        try:
            if not self._token:
                url = f"{address}r/{self.room}/sit"
                async with self.http.post(url, json={"name": self.name}, headers=headers) as said:
                    if said.status != 200:
                        return False
                    self._token = (await said.json())["token"]
            url = f"{address}r/{self.room}/ws"
            self._socket = await self.http.ws_connect(url, headers=headers)
            hello = {"token": self._token, "tab": self.session, "lang": "zh-Hans"}
            await self._socket.send_str(json.dumps({"hello": hello}))
            first = await self._socket.receive(timeout=ANSWERS)
        except aiohttp.ClientError:
            return False
        if first.type is not aiohttp.WSMsgType.TEXT:
            return False
        self.heard.append(first.data)
        state = json.loads(first.data)["state"]
        self.ident, self.shown = state["you"]["id"], state["messages"]["person"]
        return True

    async def leave(self):
        """Close the page."""
        await self._socket.close()

    async def do(self, **frame):
        """Send a frame, again and with the same number until it is answered; the answer."""
        n = next(self._n)
        async with asyncio.timeout(ANSWERS):
            while True:
                found = await self._asked(json.dumps({"n": n, **frame}))
                if found is not None and found.get("ack") == n:
                    return found
                await self.come(self._address)

    async def _asked(self, frame):
        try:
            await self._socket.send_str(frame)
        except (ConnectionError, aiohttp.ClientError):
            return None
        while True:
            found = await self._socket.receive(timeout=ANSWERS)
            if found.type is not aiohttp.WSMsgType.TEXT:
                return None
            self.heard.append(found.data)
            told = json.loads(found.data)
            if "ack" in told:
                return told


async def new_room(http, address):
    """A room, as whoever opens the page without one is given it."""
    async with asyncio.timeout(ANSWERS):
        while True:
            with suppress(aiohttp.ClientError):
                async with http.get(address, allow_redirects=False) as answer:
                    if answer.status == 303:
                        return answer.headers["Location"].removeprefix("/r/")
            await asyncio.sleep(0.1)


async def table_in(store):
    """The one table that is stored."""
    (stored,) = await store.matches.live_tables()
    return await load(stored, store, games())


async def play(store, people, rng):
    """One of those who are waited for gives a legal answer at their page; what they are told."""
    table = await table_in(store)
    seat, ident = waited_for(table)[0]
    (person,) = (one for one in people if one.ident == ident)
    token, values = press_of(table, seat, legal(table, seat, rng))
    return await person.do(press=token, values=list(values))
