"""People at the browser page, and what it was shown: the frames of a tab for each."""

import itertools

import aiohttp

from bot.adapters.web import WebPlatform
from bot.adapters.web.protocol import PING
from tests.kit import parity
from tests.kit.discord import small_picture
from tests.kit.house import Counted, service
from tests.kit.parity import (
    DOWN,
    EVERYBODY,
    PEOPLE,
    PLACE,
    Client,
    Keys,
    Seen,
    fits,
    lines,
    wanted,
)
from tests.kit.web import KEY, WebTable


class Web(Client):
    """The browser's frames, a tab for each."""

    name = "web"

    def __init__(self, path, clock):
        super().__init__()
        self._path = path
        self._clock = clock
        self._ids = Counted(parity.SEED)
        self._http = None
        self._tabs = {}
        self._tokens = {}
        self._shown = {}
        self._found = []
        self._answer = {}
        self._n = itertools.count(1)

    async def __aenter__(self):
        self._http = aiohttp.ClientSession()
        await self._start()
        return self

    async def _start(self):
        ticks = itertools.count(0, 1000)
        self._platform = WebPlatform(
            "127.0.0.1", 0, KEY, clock=lambda: float(next(ticks)), now=self._clock.now
        )
        self._open = service(
            self._path, platform=self._platform, clock=self._clock, paint=small_picture,
            catalogue=Keys(strict=True), ids=self._ids, check=False,
        )  # fmt: skip
        self.house = await self._open.__aenter__()
        await self._platform.start(self.house.service)
        self._table = WebTable(self._platform, self.house.service, self._http)
        self._room = getattr(self, "_room", "") or self._table.room
        self._table.room = self._room
        for name in PEOPLE:
            self._tokens.setdefault(name, await self._table.sit(name))
            session = f"tab-{PEOPLE.index(name):05d}"
            tab = await self._table.tab(name, token=self._tokens[name], session=session)
            self._tabs[name] = tab
            for messages in tab.state["messages"].values():
                for message in messages:
                    self._put(name, message)
        await self._drain()

    async def _stop(self):
        await self._platform.stop()
        await self._open.__aexit__(None, None, None)

    async def __aexit__(self, *_):
        await self._stop()
        await self._http.close()

    async def _restart(self):
        await self._stop()
        self._clock.forward(DOWN)
        self._shown.clear()
        await self._start()

    # What people do.

    async def _ask(self, who, **frame):
        tab, n = self._tabs[who], next(self._n)
        await tab.send(n=n, **frame)
        while "ack" not in (found := await tab.frame()):
            self._frame(who, found)
        assert found["ack"] == n
        if found.get("toast"):
            self._found.append(Seen(who, lines(found["toast"])))
        if "note" in found:
            self._answer[who] = found["note"]
            self._found.append(self._seen(who, found["note"]))

    async def _say(self, who, text):
        await self._ask(who, say=text)

    def _messages(self, who, where):
        if where == "answer":
            return [self._answer[who]]
        side = "g" if where == "board" else "p"
        return [m for m in reversed(self._shown[who].values()) if m["id"][0] == side]

    async def _press(self, who, where, key):
        for message in self._messages(who, where):
            for button in (b for row in message["rows"] for b in row):
                if fits(button["label"], key):
                    await self._ask(who, press=button["token"], message=message["id"])
                    return
        raise AssertionError(f"no {key} for {who} on the {where}")

    async def _send(self, who, key, picked):
        message = self._messages(who, "hand")[0]
        picker = next(p for p in message["pickers"] if fits(p["label"], key))
        offered = [(o["value"], o["label"]) for g in picker["groups"] for o in g["options"]]
        values = wanted(picked, offered)
        await self._ask(who, press=picker["token"], values=values, message=message["id"])

    async def _stale(self, who, token):
        await self._ask(who, press=token, message=self._messages(who, "board")[0]["id"])

    async def _forward(self, seconds):
        await self.house.settle()
        await self.house.forward(seconds)
        await self._drain()

    # What they were shown.

    async def _drain(self):
        """Read what every tab was sent by now."""
        await self.house.settle()
        for name, tab in self._tabs.items():
            await tab.socket.send_str(PING)
            while "pong" not in (found := await tab.frame()):
                self._frame(name, found)

    def _frame(self, who, frame):
        if "put" in frame:
            self._put(who, frame["put"])
        elif "drop" in frame:
            self._shown[who].pop(frame["drop"], None)

    def _put(self, who, message):
        self._shown.setdefault(who, {}).pop(message["id"], None)
        if message["retired"]:
            return
        self._shown[who][message["id"]] = message
        public = message["id"][0] == "g"
        if not public or who == PEOPLE[0]:
            self._found.append(self._seen(EVERYBODY if public else who, message))

    def _seen(self, reader, message):
        labels = tuple(b["label"] for row in message["rows"] for b in row if b["label"])
        picks = tuple(
            (p["label"], tuple(o["label"] for g in p["groups"] for o in g["options"]))
            for p in message["pickers"]
        )
        words = lines(message["title"], message["text"])
        named = tuple(line.replace(f"({self._room[:4]}", f"({PLACE}") for line in words)
        called = message["mention"]
        assert not called, "nobody needs to be called to a page"
        return Seen(reader, named, labels, picks, bool(message["picture"]))

    async def take(self):
        found, self._found = self._found, []
        return found
