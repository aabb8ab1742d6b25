"""The same things done on each platform: sit down, look at what is offered, press it.

A road is a service with people on one platform. It knows no game: what it presses is what the
screens offer, as the people's own clients show it.
"""

import asyncio
import itertools
import re
from contextlib import asynccontextmanager
from unittest import mock

import aiohttp

from bot.adapters.telegram.card_picker import OWN
from bot.adapters.web import tab
from bot.commands.topics import DECLARED
from bot.table.state import Phase
from tests.kit.actors import waited_for
from tests.kit.discord import club
from tests.kit.house import Counted, no_picture
from tests.kit.open_house import open_house
from tests.kit.telegram import open_group
from tests.kit.web import WebTable

NAMES = ("小明", "阿强", "小红", "老王")


class Road:
    """What all platforms have in common.

    ``service`` is whom everything is handed to, ``ids`` are the people as it knows them, ``table``
    is what they play at once they have begun; ``press`` presses a button on a message, ``pick``
    picks ``values`` and sends them, ``wait`` lets something happen.
    """

    def __init__(self, service, ids):
        self.service = service
        self.ids = ids
        self.table = None

    def asked(self):
        """Who is waited for, as (person, seat)."""
        return [(self.ids.index(user), seat) for seat, user in waited_for(self.table)]

    async def begin(self, game, computers, deal="", settings=()):
        """Everybody sits down, the first person adds computer players and starts.

        ``deal``: the table is dealt from this text; ``settings``: what is set before, as pairs.
        """
        await self.command(0, f"deal {deal}" if deal else f"newgame {game}")
        (runner,) = self.service.running.tables.running.values()
        self.table = runner.table
        for who in range(1, len(self.ids)):
            await self.command(who, "join")
        for _ in range(computers):
            await self.command(0, "addbot")
        for key, value in settings:
            await self.command(0, f"settings {key} {value}")
        await self.command(0, "start")
        assert self.table.state.phase is not Phase.LOBBY

    def ready(self, who):
        """Whether a person's own screen has come as far as the table."""
        return True

    def answers(self, who):
        """The buttons that answer a person's question now: token to message."""
        seat = next(seat for person, seat in self.asked() if person == who)
        table, number = self.table.state.id, self.table.question_of(seat).number
        answer = re.compile(f"g1:{table}:{number}:[cnp][0-9].*")
        return {
            token: message
            for message in reversed(self.sight(who))
            for token in self.offered(message)
            if answer.fullmatch(token)
        }


class OnDiscord(Road):
    """A channel, and private messages."""

    def __init__(self, club):
        super().__init__(club.house.service, [str(person.id) for person in club.people])
        self.club = club

    async def command(self, who, line):
        name, _, rest = line.partition(" ")
        every = next(item.fields for item in DECLARED.menu if item.name == name)
        fields = [field for field in every if field.kind != "file"]
        values = rest.split(" ", len(fields) - 1) if rest else []
        given = dict(zip((field.name for field in fields), values, strict=False))
        await self.club.slash(who, name, **given)

    def sight(self, who):
        """Messages, the newest first."""
        return [*self.own(who, 2), self.club.board()]

    def own(self, who, most=8):
        """Private ones, the newest first."""
        return [*reversed(self.club.people[who].user.dm_channel.history()[-most:])]

    @staticmethod
    def words(message):
        """What a message says."""
        parts = (getattr(part, "content", None) for part in _flat(message.components))
        return "\n".join(filter(None, (message.content, *parts)))

    @staticmethod
    def labels(message):
        """Its buttons, as (token, label)."""
        parts = [part for part in _flat(message.components) if _key(part)]
        return [
            (_key(part).partition(":")[2], part.label)
            for part in parts
            if _key(part).startswith("b:") and part.label
        ]

    @staticmethod
    def offered(message):
        keys = [part.custom_id for part in _flat(message.components) if _key(part)]
        return [key.partition(":")[2] for key in keys if key.startswith("b:")]

    async def press(self, who, message, token):
        await self.club.act(who, message, token)

    async def pick(self, who, token, values, slots):
        await self.club.act(who, self.club.private(who), token, values)

    async def wait(self):
        await self.club.forward(1)

    def board(self):
        return self.club.board().content


def _flat(components):
    for part in components:
        yield part
        yield from _flat(getattr(part, "children", ()))
        if getattr(part, "accessory", None) is not None:
            yield part.accessory


def _key(part):
    return getattr(part, "custom_id", None)


class OnTelegram(Road):
    """A group, and private chats."""

    def __init__(self, house, group, people):
        super().__init__(house.service, [str(person.id) for person in people])
        self.house, self.group, self.people = house, group, people

    async def command(self, who, line):
        await self.house.say(self.people[who], self.group, f"/{line}")

    def sight(self, who):
        """Messages, the newest first."""
        return [*self.own(who, 2), self.house.board(self.group)]

    def own(self, who, most=8):
        """Private ones, the newest first."""
        return [*reversed(self.house.world.private(self.people[who]).ours[-most:])]

    @staticmethod
    def words(message):
        """What a message says."""
        return message.words

    @staticmethod
    def labels(message):
        """Its buttons, as (token, label)."""
        buttons = [button for row in message.keyboard for button in row]
        return [(b["callback_data"], b["text"]) for b in buttons if b.get("callback_data")]

    @staticmethod
    def offered(message):
        return [data for data in _data(message) if data and not data.startswith(OWN)]

    async def press(self, who, message, token):
        self.house.world.press(self.people[who], message, "", data=token)
        await self.house.settle()

    async def pick(self, who, token, values, slots):
        """Tap each card and send them; where there are several pickers, turn to theirs first."""
        marks = ((m, d) for m in self.sight(who) for d in _data(m) if d and d.startswith(OWN))
        message, mark = next(marks)
        mark = mark.partition(":")[0]
        turn = f"{mark}:p{token.rpartition(':')[2].lstrip('sv')}"
        taps = [turn] if turn in _data(message) else []
        for value in values:
            slot, _, position = value.rpartition(".")
            taps.append(f"{mark}:o{slots.index(slot) if slot else 0}.{position}")
        for tap in (*taps, f"{mark}:s"):
            await self.press(who, message, tap)

    async def wait(self):
        await self.house.forward(3)

    def board(self):
        return self.house.board(self.group).words


def _data(message):
    return [button.get("callback_data") for row in message.keyboard for button in row]


class OnThePage(Road):
    """A room of the browser table, and a tab for each person: frames, without a browser."""

    def __init__(self, service, tabs):
        super().__init__(service, [tab.user.id for tab in tabs])
        self.tabs = tabs
        self.came = asyncio.Event()
        self._count = itertools.count(1)
        self._shown = [self._first(tab.state["messages"]) for tab in tabs]
        self._answered = {}

    @staticmethod
    def _first(messages):
        return {put["id"]: put for place in messages.values() for put in place}

    async def read(self, who):
        """Take what a tab is sent, for ever."""
        while (frame := await self.tabs[who].frame()) is not None:
            for put in (frame.get("put"), frame.get("note")):
                if put is not None:
                    self._shown[who].pop(put["id"], None)
                    self._shown[who][put["id"]] = put
            self._shown[who].pop(frame.get("drop"), None)
            if "ack" in frame:
                self._answered[frame["ack"]] = frame
            self.came.set()

    async def _send(self, who, **frame):
        n = next(self._count)
        await self.tabs[who].send(n=n, **frame)
        while n not in self._answered:
            await self.wait()

    async def command(self, who, line):
        await self._send(who, say=f"/{line}")

    def sight(self, who):
        """Messages, the newest first."""
        return [*reversed(self._shown[who].values())]

    own = sight

    @staticmethod
    def words(message):
        """What a message says."""
        return message["text"]

    @staticmethod
    def labels(message):
        """Its buttons, as (token, label)."""
        return [(b["token"], b["label"]) for row in message["rows"] for b in row if b["token"]]

    @staticmethod
    def offered(message):
        return [button["token"] for row in message["rows"] for button in row if button["token"]]

    def ready(self, who):
        """Whether something on the page answers the question that the table asks now."""
        seat = next(seat for person, seat in self.asked() if person == who)
        begins = f"g1:{self.table.state.id}:{self.table.question_of(seat).number}:"
        pickers = [picker["token"] for put in self.sight(who) for picker in put["pickers"]]
        return bool(self.answers(who)) or any(token.startswith(begins) for token in pickers)

    async def press(self, who, message, token):
        await self._send(who, press=token, message=message["id"])

    async def pick(self, who, token, values, slots):
        holds = (m for m in self.sight(who) if token in [p["token"] for p in m["pickers"]])
        await self._send(who, press=token, message=next(holds)["id"], values=list(values))

    async def wait(self):
        """Until something comes."""
        self.came.clear()
        async with asyncio.timeout(10):
            await self.came.wait()

    def board(self):
        return next(m for m in self.sight(0) if m["id"].startswith("g") and m["rows"])["text"]


@asynccontextmanager
async def on_discord(path, people):
    async with club(path, people=people, names=NAMES) as found:
        yield OnDiscord(found)


@asynccontextmanager
async def on_telegram(path, people):
    async with open_group(path, NAMES[:people], check=False) as (house, group, persons):
        yield OnTelegram(house, group, persons)


@asynccontextmanager
async def on_the_page(path, people):
    # The same deals each time: four deals in ten of 上饶打炸 are shown before anybody is asked.
    opened = open_house(path, paint=no_picture, ids=Counted(20))
    quick = mock.patch.object(tab, "BURST", 10_000)  # robots press faster than any person
    async with opened as (service, web), aiohttp.ClientSession() as http:
        room = WebTable(web, service, http)
        sessions = [f"tab-{who:04}" for who in range(people)]
        with quick:
            names = zip(NAMES, sessions, strict=False)
            tabs = [await room.tab(name, session=session) for name, session in names]
        road = OnThePage(service, tabs)
        reading = [asyncio.create_task(road.read(who)) for who in range(people)]
        try:
            yield road
        finally:
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)
            await asyncio.gather(*(socket.close() for socket in room.sockets))


ROADS = {"discord": on_discord, "telegram": on_telegram, "web": on_the_page}
