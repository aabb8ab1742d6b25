"""The whole service on a real SQLite file, an in-memory platform and a clock that tests move."""

import asyncio
import hashlib
from contextlib import asynccontextmanager

from bot.commands.service import GameService
from bot.delivery.painter import Painter
from bot.i18n.catalogue import Catalogue
from bot.players.computer import Computers
from bot.runtime.loading import load
from bot.runtime.tournament_runner import entries_of
from bot.screens.reader import Reader
from bot.support.clock import in_loop
from bot.tournament.state import loads as loads_tournament
from engine.frozen import changed
from engine.registry import games
from tests.kit.clock import ManualClock
from tests.kit.disk import open_store
from tests.kit.platform import MemoryPlatform, People


def no_picture(view, say, *, four=False):
    """A painter for tests that look at words."""
    return b"PNG of " + say(view.title).encode()


def unshown(state):
    """A table without how much of it was shown; which messages show it stays."""
    hands = tuple(changed(hand, digest="") for hand in state.hands)
    return changed(state, shown=0, hands=hands)


class Counted:
    """Ids and seeds in order, so that a test is the same every time.

    It begins with the hour, so that a service opened again later makes no id twice.
    """

    def __init__(self, begin=0):
        self._count = begin

    def id(self):
        self._count += 1
        return f"id{self._count:08d}"

    def seed(self):
        self._count += 1
        return hashlib.sha256(self._count.to_bytes(8, "big")).digest()


class House:
    """A running service and its people."""

    def __init__(self, service, platform, clock, *, check=True):
        self._check = check
        self.service = service
        self.platform = platform
        self.clock = clock
        self.people = People()

    @property
    def context(self):
        """The leaves."""
        return self.service.context

    @property
    def store(self):
        """The database."""
        return self.service.context.store

    @property
    def tables(self):
        """The tables that run."""
        return self.service.running.tables

    async def settle(self):
        """Wait until nothing moves any more without the clock."""
        calm = 0
        while calm < 3:
            quiet = self.quiet()
            calm = calm + 1 if quiet and not self.clock.fire() else 0
            # Threads (the database, the painter) need a moment of the machine.
            await asyncio.sleep(0 if quiet else 0.0005)
        if self._check:
            await self.check()

    def quiet(self):
        """Whether nothing is under way that could change or send something."""
        if any(workers.working for workers in self.store.workers):
            return False
        runners = self.tables.running.values()
        waits = not self.service.busy or self.context.gateway.held
        return waits and all(r.idle() and r.outbox.resting for r in runners)

    async def check(self):
        """The law of storage: every table, loaded, is the table in memory."""
        stored = {t.table: t for t in await self.store.matches.live_tables()}
        for runner in tuple(self.tables.running.values()):
            table = runner.table
            again = await load(stored[table.state.id], self.store, self.context.games)
            if table.note_at is None:
                assert again.state == table.state
            else:  # what was shown is noted later, and a start shows it again until it is
                assert again.state.shown < again.state.public
                assert unshown(again.state) == unshown(table.state)
            assert again.match == table.match
            assert again.log == table.log
        for tournament in await self.store.tournaments.live():
            runner = self.service.running.tournaments.of(tournament.tournament)
            assert (
                runner is None
                or loads_tournament(tournament.state, entries_of(tournament)) == runner.state
            )

    async def handle(self, incoming):
        """Hand something in, and give the reply at once."""
        return await self.service.handle(incoming)

    async def do(self, incoming):
        """Hand something in, wait for everything it leads to, and give the reply."""
        reply = await self.handle(incoming)
        await self.settle()
        return reply

    async def say(self, who, text, **fields):
        return await self.do(self.people.say(who, text, **fields))

    async def press(self, who, token, values=(), **fields):
        return await self.do(self.people.press(who, token, values, **fields))

    async def forward(self, seconds):
        """Let time pass."""
        self.clock.forward(seconds)
        await self.settle()

    async def next_wake(self):
        """Let time pass until the next thing that is due at a table."""
        wakes = [r.table.next_wake() for r in self.tables.running.values()]
        times = [w for w in wakes if w is not None]
        if not times:
            return False
        gap = (min(times) - self.clock.now()).total_seconds()
        await self.forward(max(0.0, gap))
        return True

    @property
    def table(self):
        """The only table."""
        (runner,) = self.tables.running.values()
        return runner.table


@asynccontextmanager
async def service(
    path, *, platform=None, clock=None, paint=no_picture, catalogue=None, check=True, ids=None,
    later=in_loop, beacon=None, shares=False,
):  # fmt: skip
    """A service on the file at ``path``; leaving it is as sudden as a kill.

    ``later``: what times the database, by default not the clock that tests move. ``check``: after
    every step every table is loaded anew and compared with the one in memory. ``shares``: it runs
    rooms alone, as a process that has not the house.
    """
    clock = clock or ManualClock()
    clock.restart()
    platform = platform or MemoryPlatform()
    store = await open_store(path, clock.now, later)
    catalogue = catalogue or Catalogue(strict=True)
    computers = Computers(clock)
    made = GameService(
        store,
        {platform.name: platform},
        Reader(catalogue),
        Painter(catalogue, computers, paint, clock),
        computers,
        games(tests_too=True),
        clock,
        ids=ids or Counted(int(clock.now().timestamp()) % 100_000_000),
        beacon=beacon,
    )
    try:
        await (made.share() if shares else made.start())
        house = House(made, platform, clock, check=check)
        await house.settle()
        yield house
    finally:
        await made.close()
        await store.close()
