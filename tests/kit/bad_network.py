"""A page's connection as on a train: what goes over it takes seconds, and some of it is lost."""

from __future__ import annotations

import asyncio
import json
import re

from engine.rng import Rng

PERCENT = 5
SECONDS = 2.0


class BadNetwork:
    """Between a page and its server, for one context of the browser.

    Every frame takes ``SECONDS``, each way, in order; of a hundred ``PERCENT`` are lost, each
    alone, by a chance that is the same whenever a test is run. So are requests, once the page is
    there.

    Attributes:
        sent: the frames that the page meant to send, by (tab, number); the first of each.
        lost: frames and requests that did not arrive.
    """

    def __init__(self, seed: bytes) -> None:
        self._luck = Rng(b"network", seed)
        self._tasks: set[asyncio.Task[None]] = set()
        self.sent: dict[tuple[str, int], dict] = {}
        self.lost = 0
        self.connections = 0

    async def between(self, context) -> None:
        """Put it there: all that is opened in the context from now on goes over it."""
        await context.route_web_socket(re.compile("/ws"), self._socket)

    async def loses_requests(self, context) -> None:
        """From now on requests take their time and are lost too."""
        await context.route("**/*", self._request)

    def _drops(self) -> bool:
        gone = self._luck.below(100) < PERCENT
        self.lost += gone
        return gone

    async def _request(self, route) -> None:
        await asyncio.sleep(SECONDS)
        await (route.abort() if self._drops() else route.continue_())

    def _socket(self, page) -> None:
        self.connections += 1
        server = page.connect_to_server()
        self._way(page.on_message, server.send, self._note())
        self._way(server.on_message, page.send, lambda _: None)

    def _note(self):
        tab = ""

        def note(data: str) -> None:
            nonlocal tab
            frame = json.loads(data)
            if "hello" in frame:
                tab = frame["hello"]["tab"]
            if "n" in frame:
                self.sent.setdefault((tab, frame["n"]), frame)

        return note

    def _way(self, heard, send, note) -> None:
        """One direction of a connection."""
        queue: asyncio.Queue[tuple[float, str]] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        async def carry() -> None:
            while True:
                at, data = await queue.get()
                await asyncio.sleep(max(0.0, at - loop.time()))
                if not self._drops():
                    try:
                        send(data)
                    except Exception:  # noqa: BLE001  (the other end is gone)
                        return

        def came(data: str) -> None:
            note(data)
            queue.put_nowait((loop.time() + SECONDS, data))

        heard(came)
        task = loop.create_task(carry())
        self._tasks.add(task)

    async def close(self) -> None:
        """End what is still on its way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
