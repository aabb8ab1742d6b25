"""Processes that send with one token, in simulated time: everything goes wrong by a seed.

Messages to the database are lost, doubled and late; processes pause, die and come back, and some
are cut off; every clock but the database's is set otherwise, and runs slow or fast. The platform
counts what arrives: that is the law. Nothing here waits, and a seed is the same every time.
"""

from __future__ import annotations

import heapq
import itertools
from collections import defaultdict, deque
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from bot.lease.rate import BEAT, SKEW, Rate
from bot.lease.row import Lease, claimed, cut_short, released, renewed
from bot.ports.allowance import Allowance
from bot.ports.budget import Later
from tests.kit.lease_world import Broken

if TYPE_CHECKING:
    from collections.abc import Callable

SECOND = 1.0
ON_THE_WAY = 0.04
"""Seconds by which two requests may come nearer to each other on their way to the platform."""

PATIENCE = 2.0
"""Seconds after which a look is given up, and begun anew."""


@dataclass(frozen=True)
class Weather:
    """How bad it is: chances of a message, seconds, and how often something happens to somebody."""

    lost: float = 0.02
    doubled: float = 0.05
    latest: float = 0.3
    mischief: bool = True


CALM = Weather(0, 0, 0.02, mischief=False)


class Sender:
    """One process.

    Attributes:
        hungry: whether it has always something to send; else it sends now and then.
        sent: how many requests it has made.
    """

    def __init__(self, world: RateWorld, number: int) -> None:
        chance = world.chance
        self.world, self.number = world, number
        self.pace, self.set_to = chance.uniform(1 / SKEW, SKEW), chance.uniform(-1e6, 1e6)
        self.name = f"p{number}.{next(world.count):016x}"
        self.alive, self.paused, self.cut = True, 0.0, 0.0
        self.hungry = chance.random() < world.hungry
        self.rate = Rate("t:rate", self.name.partition(".")[2], world.most)
        self.allowance = Allowance(world.most, lambda: self.clock)
        self.allowance.share = lambda: self.rate.share(self.clock)
        self.sent, self.well_since, self.fed = 0, world.now, world.now
        self._looking = 0

    @property
    def clock(self) -> float:
        """Its own steady clock, which is wrong."""
        return self.world.now * self.pace + self.set_to

    def beat(self) -> None:
        """Look at the others, as ``bot.cluster.rates`` does."""
        world = self.world
        self._looking += 1
        number, look = self._looking, self.rate.look(self.clock, wanted=self.allowance.wanted())

        def kept() -> None:
            world.database.release(self.name, look.release)
            found = world.database.kept(self.name, look.renew, look.claim)
            world.send(self, lambda: then(*found))

        def then(renewed: set[str], claimed: dict[str, int]) -> None:
            if number == self._looking:
                self.rate.kept(look, renewed, claimed, self.clock)
                world.send(self, seen, inbound=True)

        def seen() -> None:
            left = world.database.left()
            world.send(self, lambda: known(left))

        def known(left: dict[str, float]) -> None:
            if number == self._looking:
                self._looking += 1
                self.rate.seen(look, left, self.clock)
                world.at(BEAT, self, self.beat)

        def given_up() -> None:
            if number == self._looking:
                self.beat()

        world.send(self, kept, inbound=True)
        world.at(PATIENCE, self, given_up)

    def work(self) -> None:
        """Make a request as soon as one may be made."""
        world = self.world
        try:
            self.allowance.ask()
        except Later as later:
            world.at(later.seconds / self.pace, self, self.work)
        else:
            self.sent, self.fed = self.sent + 1, world.now
            world.arrives(world.now + world.chance.random() * ON_THE_WAY)
            pause = 0.0 if self.hungry else world.chance.uniform(0, 4)
            world.at(pause, self, self.work)


class Database:
    """The rows, by its own clock."""

    def __init__(self, world: RateWorld) -> None:
        self._world = world
        self.rows: dict[str, Lease] = defaultdict(Lease)

    def kept(self, process, renew, claim):
        """Two transactions: rows made to last longer, rows taken."""
        kept, taken, now = set(), {}, self._world.now
        for name, epoch in renew.items():
            after = renewed(self.rows[name], process, epoch, now)
            if after is not None:
                self.rows[name] = after
                kept.add(name)
        for name in claim:
            after = claimed(self.rows[name], process, now)
            if after is not None:
                self.rows[name], taken[name] = after, after.epoch
        return kept, taken

    def release(self, process, rows):
        """One more: rows given back."""
        for name, epoch in rows.items():
            self.rows[name] = (
                released(self.rows[name], process, epoch, self._world.now) or (self.rows[name])
            )

    def left(self):
        """Another one: what lasts."""
        now = self._world.now
        return {name: row.until - now for name, row in self.rows.items() if row.until > now}

    def cut_short(self, there):
        """Whoever has no session is found dead, though it may be cut off alone."""
        for name, row in self.rows.items():
            if row.holder not in there:
                self.rows[name] = cut_short(row, self._world.now) or row


class RateWorld:
    """All of it; ``run`` goes through so many seconds.

    Args:
        most: requests that the platform takes in any second.
        hungry: the share of processes that have always something to send.
        starved: seconds after which who is well, has had every answer, and has sent nothing is
            starved.
    """

    def __init__(
        self, seed, weather=Weather(), *, processes=4, most=50, hungry=0.6, starved=9.0
    ) -> None:
        self.chance, self.weather = Random(seed), weather  # noqa: S311
        self.most, self.hungry, self.starved = most, hungry, starved
        self.now, self.arrived = 0.0, 0
        self.count = itertools.count()
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._on_the_way: list[float] = []
        self._lately: deque[float] = deque()
        self.database = Database(self)
        self.senders = []
        for number in range(processes):
            self.senders.append(self._born(number))
        self._later(0.5, self._find_dead)
        if weather.mischief:
            self._later(5.0, self._mischief)

    def _born(self, number):
        sender = Sender(self, number)
        self.at(self.chance.random() * BEAT, sender, sender.beat)
        self.at(self.chance.random(), sender, sender.work)
        return sender

    def _later(self, seconds, work):
        heapq.heappush(self._queue, (self.now + seconds, next(self.count), work))

    def at(self, seconds, sender, work):
        """Have a process do something in so many seconds; one that pauses does it afterwards."""

        def due():
            if sender.paused > self.now:
                self._later(sender.paused - self.now, due)
            elif sender.alive:
                work()

        self._later(seconds, due)

    def send(self, sender, work, *, inbound=False):
        """A message between a process and the database, if it arrives, and perhaps twice."""
        weather, chance = self.weather, self.chance
        if sender.cut > self.now or chance.random() < weather.lost:
            sender.well_since = max(sender.well_since, self.now + PATIENCE)
            return
        for _ in range(1 + (chance.random() < weather.doubled)):
            seconds = chance.random() ** 3 * weather.latest
            if inbound:
                self._later(seconds, lambda: None if sender.cut > self.now else work())
            else:
                self.at(seconds, sender, work)

    def arrives(self, when):
        """A request will come to the platform."""
        heapq.heappush(self._on_the_way, when)

    def run(self, seconds):
        """Go on for so many seconds. Raises ``Broken``."""
        end = self.now + seconds
        while self._queue[0][0] <= end:
            self.now, _, work = heapq.heappop(self._queue)
            work()
            while self._on_the_way and self._on_the_way[0] <= self.now:
                self._count(heapq.heappop(self._on_the_way))

    def _count(self, when):
        lately = self._lately
        lately.append(when)
        self.arrived += 1
        while when - lately[0] >= SECOND:
            lately.popleft()
        if len(lately) > self.most:
            raise Broken(f"{len(lately)} requests in the second before {when:.2f}")

    def _find_dead(self):
        there = {one.name for one in self.senders if one.alive and one.cut <= self.now}
        self.database.cut_short(there)
        for one in self.senders:
            well = one.alive and max(one.paused, one.cut) <= self.now
            if well and self.now - max(one.well_since, one.fed) > self.starved:
                raise Broken(f"{one.name} has sent nothing since {one.fed:.0f}")
        self._later(0.5, self._find_dead)

    def _mischief(self):
        one, kind = self.chance.choice(self.senders), self.chance.random()
        seconds = self.chance.random() ** 2 * 20
        if kind < 0.4:
            one.paused = max(one.paused, self.now + seconds)
        elif kind < 0.6:
            one.cut = max(one.cut, self.now + seconds)
        elif kind < 0.8:
            one.hungry = not one.hungry
        else:
            one.alive = False
            number = one.number
            self._later(seconds, lambda: self._comes(number))
        one.well_since = max(one.well_since, self.now + seconds)
        self._later(self.chance.uniform(0.5, 5), self._mischief)

    def _comes(self, number):
        if not self.senders[number].alive:
            self.senders[number] = self._born(number)
