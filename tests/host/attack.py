"""A flood against the program itself, on this machine alone: bounded in count and in time.

``Flood`` opens connections that say nothing, and meanwhile a player comes, sits down and says
something. What is asked is how long that takes, and what the log has to say about it.
"""

import asyncio
import json
import resource
import socket
import time

import aiohttp

LIMIT = 4096
"""Descriptors that the attacker may use, if the system lets it."""


def raise_own_limit(wanted):
    """Descriptors for the attack; how many there are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(soft, most)


class Flood:
    """Connections to a port of this machine, kept up to ``count``: what is closed comes again."""

    def __init__(self, port, count, said=b""):
        self.port = port
        self.opened = 0
        self._count = count
        self._said = said
        self._sockets = []
        self._again = None

    async def __aenter__(self):
        await self._fill()
        self._again = asyncio.create_task(self._keep())
        return self

    async def __aexit__(self, *_):
        self._again.cancel()
        await asyncio.gather(self._again, return_exceptions=True)
        for one in self._sockets:
            one.close()

    async def _fill(self):
        loop = asyncio.get_running_loop()
        while len(self._sockets) < self._count:
            one = socket.socket()
            one.setblocking(False)
            self._sockets.append(one)
            try:
                async with asyncio.timeout(10):
                    await loop.sock_connect(one, ("127.0.0.1", self.port))
                if self._said:
                    await loop.sock_sendall(one, self._said)
                self.opened += 1
            except OSError:
                pass

    async def _keep(self):
        """Look every now and then which were closed, and open them anew: 100 a second at most."""
        while True:
            for one in tuple(self._sockets):
                try:
                    dead = one.recv(1) == b""
                except BlockingIOError:
                    continue
                except OSError:
                    dead = True
                if dead:
                    one.close()
                    self._sockets.remove(one)
                    await asyncio.sleep(0.01)
                    await self._fill()
            await asyncio.sleep(0.1)


class Player:
    """Somebody at the page, who takes a name once and comes back to the same room again and again.

    Not a new person each time: of those one address may bring so many and no more.
    """

    def __init__(self, address):
        self._address = address.rstrip("/")
        self._room = "/"
        self._token = ""
        self._visits = 0

    async def visit(self):
        """Come, and be answered; in seconds."""
        began = time.monotonic()
        self._visits += 1
        async with aiohttp.ClientSession(headers={"Origin": self._address}) as http:
            async with http.get(f"{self._address}{self._room}") as page:
                assert page.status == 200, page.status
                self._room = page.url.path
            room = f"{self._address}{self._room}"
            if not self._token:
                async with http.post(f"{room}/sit", json={"name": "小明"}) as seat:
                    self._token = (await seat.json())["token"]
            hello = {"token": self._token, "tab": f"tab-{self._visits:04}", "lang": "en"}
            async with http.ws_connect(f"{room}/ws") as tab:
                await tab.send_json({"hello": hello})
                await tab.send_json({"n": 1, "say": "/help", "ago": 0})
                while json.loads((await tab.receive(timeout=20)).data).get("ack") != 1:
                    pass
        return time.monotonic() - began
