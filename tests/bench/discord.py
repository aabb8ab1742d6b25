"""How long a press takes from Discord's event to our first call to Discord, beside an echo bot.

``python -m tests.bench.discord [presses]``: a table of 蹲麻子 in the middle of rounds, the real
service and store and a real client of the library. An answer that the rules are known to take, and
cards that were picked, are acknowledged before they are done (``bot.foresight``), all else after.
What the commit takes is left out of every time and printed beside it. How long it takes until a
press is done is printed too; painting begins after that and is left out. The echo bot is the
library's own button, whose callback answers at once. Microseconds; 5,000 presses of each, in turns.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import replace
from itertools import count

import discord
from discord.webhook.async_ import async_context

from bot.adapters.discord.events import options
from bot.adapters.discord.platform import DiscordPlatform
from bot.commands.service import GameService
from bot.delivery.painter import Painter
from bot.i18n.catalogue import Catalogue
from bot.players.computer import Computers
from bot.ports.incoming import Incoming
from bot.ports.messages import Outgoing
from bot.ports.platform import Delivery
from bot.ports.refs import ChatRef, MessageRef, UserRef
from bot.screens.reader import Reader
from bot.store.store import Store
from bot.support.clock import SystemClock
from bot.table.state import Phase
from engine.registry import games
from tests.kit.actors import chance, legal, press_of, waited_for
from tests.kit.discord_gateway import press

PRESSES = 5000
BAR = 100
BLOCK = 1
"""Presses of one kind in a row: what was just done would be quicker the second time."""

PEOPLE = ("11", "12", "13", "14")
PLACE = ChatRef("discord", "1210000000000000021")


class Watch:
    """Stands for Discord: notes when a press is answered, and what of the time was storing.

    Attributes:
        spent: from event to first call, by the kind of press.
        whole: until it was done.
    """

    def __init__(self):
        self.began = self.stored = 0
        self.kind = ""
        self.spent, self.commits, self.whole = defaultdict(list), [], []

    def start(self, kind=""):
        """A press comes in."""
        self.kind, self.stored, self.began = kind, 0, time.perf_counter_ns()

    def _passed(self):
        """Microseconds since it came in, without the commit."""
        return (time.perf_counter_ns() - self.began - self.stored) / 1000

    async def create_interaction_response(self, *_, **__):
        """The first call."""
        self.spent[self.kind].append(self._passed())
        return {"interaction": {"id": "1", "type": 3}}

    def done(self):
        """The press is done."""
        self.whole.append(self._passed())
        self.commits.append(self.stored / 1000)

    def timed(self, commit):
        """The commit, its time noted."""

        async def noted(rows):
            began = time.perf_counter_ns()
            try:
                return await commit(rows)
            finally:
                self.stored += time.perf_counter_ns() - began

        return noted

    def told(self):
        """The figures in lines; whether the bar is kept."""
        together = [took for kind in self.spent.values() for took in kind]
        middle = statistics.median(together)
        print(line(f"{len(together)} presses, without the commit", together))
        for kind, times in sorted(self.spent.items()):
            print(line(f"of them {len(times)} {kind}", times))
        print(line("until a press is done, without the commit", self.whole))
        print(line("the commit", self.commits))
        print(f"  median at most {BAR} µs: {middle:.0f} {'ok' if middle <= BAR else 'MISSED'}")
        return middle <= BAR


def line(name, times):
    """Median and 95th percentile."""
    high = sorted(times)[int(len(times) * 0.95)]
    return f"  {name}: {statistics.median(times):.0f} µs, 95 % {high:.0f} µs"


class Silent:
    """A platform, to be put before its adapter, whose messages arrive at once and nowhere."""

    numbers = count(1)

    async def post(self, chat, message):
        return MessageRef(self.name, chat.id, str(next(self.numbers)))

    async def edit(self, ref, message):
        return ref

    async def whisper(self, user, message):
        return Delivery(MessageRef(self.name, user.id, str(next(self.numbers)), private=True))

    async def erase(self, ref):
        pass

    async def retire(self, ref):
        pass


class Nowhere(Silent, DiscordPlatform):
    """Discord so, and without its bounds for a chat."""

    limits = replace(DiscordPlatform.limits, group=(), private=())


class Echo(discord.ui.View):
    """The library's own way to answer a press."""

    def __init__(self):
        super().__init__(timeout=None)

    @discord.ui.button(label="x", custom_id="echo")
    async def press(self, interaction, button):
        await interaction.response.defer()


class Unpainted(Painter):
    """A painter for whom everything looks alike."""

    async def message(self, screen, **_):
        message = screen.message
        return Outgoing("x", rows=message.rows, pickers=message.pickers)


class Bench:
    """A table and four people who press what is legal."""

    platform, place, people = "discord", PLACE, PEOPLE

    def __init__(self, service, client, watch):
        self.service, self.client, self.watch = service, client, watch
        self.rng = chance(1)
        self.numbers = count(10**17)

    @property
    def runner(self):
        """The only table."""
        (found,) = self.service.running.tables.running.values()
        return found

    async def say(self, who, text):
        user = UserRef(self.platform, who)
        await self.service.handle(
            Incoming(str(next(self.numbers)), user, self.place, text=text, display_name=who)
        )

    async def begin(self):
        """Everybody sits down."""
        await self.say(self.people[0], "/newgame 蹲麻子")
        for who in self.people[1:]:
            await self.say(who, "/join")
        await self.say(self.people[0], "/settings quan 40")
        await self.say(self.people[0], "/start")

    async def rest(self):
        """Wait until nothing of the press before is left to do."""
        while not (self.runner.idle() and self.runner.outbox.idle):  # noqa: ASYNC110
            await asyncio.sleep(0.0002)

    async def playing(self):
        """Go on to the next round where one is over."""
        while self.runner.table.state.phase is not Phase.PLAYING:
            if self.runner.table.state.over:
                await self.begin()
            for who in self.people:
                await self.say(who, "/next")

    async def press(self):
        """One legal press of whoever is asked, timed; between rounds time does not count."""
        await self.playing()
        table = self.runner.table
        seat, who = waited_for(table)[0]
        token, values = press_of(table, seat, legal(table, seat, self.rng))
        body = press(str(next(self.numbers)), token)
        body["user"]["id"] = who
        kind = "s" if values else "b"
        body["data"]["custom_id"] = f"{kind}:{token}"
        if values:
            options_ = [{"label": v, "value": v, "default": True} for v in values]
            select = {"type": 3, "custom_id": f"p0.0:{token}", "options": options_}
            body["message"]["components"] = [{"type": 1, "components": [select]}]
        interaction = discord.Interaction(data=body, state=self.client._connection)
        await self.rest()
        self.watch.start("picked cards" if values else "buttons")
        await self.client.on_interaction(interaction)
        self.watch.done()


async def echoed(client, view, watch, number):
    """One press of the echo bot, timed."""
    body = press(str(number), "x")
    body["data"]["custom_id"] = "echo"
    interaction = discord.Interaction(data=body, state=client._connection)
    button = view.children[0]
    watch.start()
    await view._scheduled_task(button, interaction)


async def main(presses=PRESSES):
    """Print the figures; whether the bar is kept."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{folder}/bench.db")
        catalogue, ours, theirs = Catalogue(), Watch(), Watch()
        store.commit = ours.timed(store.commit)
        port = Nowhere("x", catalogue)
        computers = Computers(SystemClock())
        painter = Unpainted(catalogue, computers)
        service = GameService(
            store, {port.name: port}, Reader(catalogue), painter, computers, games(), SystemClock()
        )
        await service.start()
        try:
            bench = Bench(service, port.connect(service), ours)
            await bench.begin()
            echo, view = discord.Client(**options()), Echo()
            for _ in range(presses // BLOCK):
                async_context.set(ours)
                for _ in range(BLOCK):
                    await bench.press()
                async_context.set(theirs)
                for number in range(BLOCK):
                    await echoed(echo, view, theirs, 10**17 + number)
        finally:
            await service.close()
            await store.close()
    print("Discord, 蹲麻子, from event to first call")
    kept = ours.told()
    print(line("an echo bot of the same library", theirs.spent[""]))
    return kept


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main(*map(int, sys.argv[1:]))) else 1)
