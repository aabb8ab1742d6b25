"""The whole service with Telegram: a real database, the real adapter, a Bot API server on a real
socket, and a clock that tests move."""

import asyncio
import re
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from bot.adapters.telegram.platform import TelegramPlatform
from bot.commands.topics import DECLARED
from bot.i18n.catalogue import Catalogue
from bot.table import tokens
from bot.table.state import Phase
from tests.kit.actors import legal, press_of, waited_for
from tests.kit.clock import ManualClock
from tests.kit.house import House, no_picture, service
from tests.kit.telegram_server import TOKEN, TelegramServer


class Free(TelegramPlatform):
    """The adapter without what a private chat may be sent: a conversation need not wait."""

    limits = replace(TelegramPlatform.limits, private=())


QUICK = 10_000
"""Requests a second: a whole conversation need not wait for the real clock."""


class TelegramHouse(House):
    """A running service on Telegram; ``world`` is who is there."""

    def __init__(self, house, server):
        super().__init__(house.service, house.platform, house.clock, check=house._check)
        self.server = server
        self.world = server.world

    def quiet(self):
        """Whether nothing moves any more without the clock, on either side of the socket."""
        return self.server.idle and not self.platform.busy and super().quiet()

    # What people do, and what comes of it.

    async def say(self, user, chat, text, **more):
        message = self.world.say(user, chat, text, **more)
        await self.settle()
        return message

    async def whisper(self, user, text):
        return await self.say(user, self.world.private(user), text)

    async def press(self, user, message, label, **more):
        """Press a button; the toast or alert that it was answered with."""
        ident = self.world.press(user, message, label, **more)
        await self.settle()
        return self.world.presses.get(ident) if isinstance(ident, str) else None

    async def begin(self, group, people, game="dunmazi", *, target=0, **where):
        """Everybody sits down at a table of a group, and the first one starts.

        Boards are some seconds apart, and time is given for them.
        """
        await self.say(people[0], group, f"/newgame {game}", **where)
        for person in people[1:]:
            await self.press(person, self.board(group), "加入")
        if target:
            await self.say(people[0], group, f"/settings target {target}", **where)
        await self.forward(6)
        await self.press(people[0], self.board(group), "开始")
        await self.forward(6)

    def link(self, group):
        """The address on the newest board that has one."""
        boards = (b for m in reversed(group.ours) for b in m.buttons.values())
        return next((button["url"] for button in boards if "url" in button), "")

    def asked(self, table=None):
        """Whom a table waits for, as (person, seat)."""
        waited = waited_for(table or self.table)
        return [(self.world.users[int(user)], seat) for seat, user in waited]

    async def answer(self, rng, *, table=None, message=None, choose=legal):
        """Whoever is waited for does something legal, in their private chat or on a message."""
        table = table or self.table
        person, seat = rng.choice(self.asked(table))
        action = choose(table, seat, rng)
        own = self.world.private(person).ours
        shown = message or next(m for m in reversed(own) if m.keyboard)
        await self.act(person, shown, table, seat, action)
        return person

    async def act(self, person, message, table, seat, action):
        """Press what says an action below a message: a button, or cards and what sends them."""
        token, values = press_of(table, seat, action)
        if not values:
            await self.press(person, message, "", data=token)
            return
        prompt = table.prompt(seat)
        verbs = tokens.verbs(prompt)
        if action.verb in verbs:
            number = verbs.index(action.verb)
            slots = [pick.slot for pick in tokens.picks(prompt, action.verb)]
            taps = [(slots.index(slot), at) for slot, _, at in (v.partition(".") for v in values)]
        else:
            number, taps = len(verbs), [(0, list(prompt.number.allowed).index(action.number))]
        mark = next(d for d in data_of(message) if re.match("!.+:s$", d))[:-1]
        if f"{mark}p{number}" in data_of(message):
            await self.press(person, message, "", data=f"{mark}p{number}")
        for group, at in taps:
            await self.press(person, message, "", data=f"{mark}o{group}.{at}")
        await self.press(person, message, "", data=f"{mark}s")

    async def round_to_the_end(self, rng, table=None):
        """Play well in the private chats until the round is over."""
        table = table or self.table
        for _ in range(400):
            if table.state.phase is not Phase.PLAYING:
                return
            await self.answer(rng, table=table, choose=best)
        raise AssertionError("no end in sight")

    # What people see.

    def board(self, chat):
        """The newest message of a group that has buttons."""
        return next(m for m in reversed(chat.ours) if m.keyboard)

    def hand(self, user):
        """The newest message in a person's private chat."""
        return self.world.private(user).ours[-1]

    def last(self, chat):
        """The newest message of the bot in a chat."""
        return chat.ours[-1]


def best(table, seat, rng):
    """What the game itself would advise."""
    return table.game.suggest(table.seen(seat), 1)[0]


def data_of(message):
    """What the buttons of a message carry."""
    return [b["callback_data"] for row in message.keyboard for b in row if "callback_data" in b]


async def until(condition):
    """Wait for something that does not depend on the clock of a test."""
    for _ in range(10_000):
        if condition():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it did not happen")


class Stub:
    """A service that notes what it is given and answers what a test put into ``replies``."""

    menu = DECLARED.menu

    def __init__(self):
        self.incoming = []
        self.notices = []
        self.replies = {}
        self.sure = set()
        self.waits = None

    async def handle(self, incoming):
        self.incoming.append(incoming)
        if self.waits is not None:
            await self.waits.wait()
        return self.replies.get(incoming.token or incoming.text)

    def foresee(self, user, token):
        return token in self.sure

    async def notice(self, notice):
        self.notices.append(notice)

    async def suggest(self, incoming, field):
        return ()


class Port:
    """The adapter in front of a ``Stub``, on a server of its own."""

    def __init__(self, platform, server, stub, clock):
        self.platform = platform
        self.server = server
        self.world = server.world
        self.stub = stub
        self.clock = clock

    async def rest(self):
        """Wait until everything that came in is answered."""
        calm = 0
        while calm < 3:
            calm = calm + 1 if self.server.idle and not self.platform.busy else 0
            await asyncio.sleep(0.0005)

    async def press(self, user, message, label, **more):
        """Press a button; the toast or alert that it was answered with."""
        ident = self.world.press(user, message, label, **more)
        await self.rest()
        return self.world.presses[ident]


@asynccontextmanager
async def telegram_port(*, clock=None, webhook=None, server=None, key=None, **fields):
    """The adapter alone, serving a stub; with a ``key`` relays bring it what the webhook hears."""
    clock = clock or ManualClock()
    async with server_for(server, clock, **fields) as server:
        platform = Free(
            TOKEN, Catalogue(strict=True), clock, api_base=server.address, webhook=webhook
        )
        stub = Stub()
        if key is not None:
            platform.entrance.share(key, None)
        running = asyncio.create_task(platform.run(stub))
        try:
            await platform.ready.wait()
            port = Port(platform, server, stub, clock)
            port.running = running
            await port.rest()
            yield port
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
        assert server.wrong == []


@asynccontextmanager
async def telegram_house(
    path, *, server=None, clock=None, paint=no_picture, check=True, webhook=None, catalogue=None,
    ids=None, paced=False, page="", app="", **fields,
):  # fmt: skip
    """A service on Telegram; a ``server`` given stays open, for a second service after it.

    ``paced``: private chats are sent no more than Telegram takes. ``page``: where tables open
    inside Telegram; ``app``: the short name for that.
    """
    clock = clock or ManualClock()
    words = catalogue or Catalogue(strict=True)
    async with server_for(server, clock, **fields) as server:
        platform = (TelegramPlatform if paced else Free)(
            TOKEN, words, clock, api_base=server.address, webhook=webhook, a_second=QUICK,
            page=page, app=app,
        )  # fmt: skip
        async with service(
            path, platform=platform, clock=clock, paint=paint, check=check, catalogue=words,
            ids=ids,
        ) as house:  # fmt: skip
            running = asyncio.create_task(platform.run(house.service))
            telegram = TelegramHouse(house, server)
            try:
                await platform.ready.wait()
                await telegram.settle()
                yield telegram
            finally:
                running.cancel()
                with suppress(asyncio.CancelledError):
                    await running
        assert server.wrong == []


@asynccontextmanager
async def server_for(server, clock, **fields):
    if server is not None:
        yield server
        return
    async with TelegramServer(clock.now, **fields) as made:
        yield made


@asynccontextmanager
async def open_group(path, names="甲乙丙丁", *, started=True, kind="supergroup", **fields):
    """A house with a group of people in it: (house, group, people)."""
    async with telegram_house(path, **fields) as house:
        people = [house.world.user(name, started=started) for name in names]
        yield house, house.world.group("牌友群", people, kind=kind), people
