"""Processes, their network and one database, in simulated time: everything goes wrong by a seed.

Messages are lost, doubled and late; processes pause, die and come back; some are cut off; every
clock but the database's runs as it likes. Nothing here waits, and a seed is the same every time.
"""

from __future__ import annotations

import heapq
import itertools
from collections import defaultdict
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from bot.lease.keeper import Ask, Keeper, Request
from bot.lease.row import SPAN, Lease, claimed, cut_short, is_held, released, renewed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

AGAIN = 1.5
"""Seconds after which what was not answered is sent once more, by a process and by a person."""


class Broken(AssertionError):
    """The law of leases does not hold."""


@dataclass(frozen=True)
class Weather:
    """How bad it is: chances of a message, and seconds."""

    lost: float = 0.1
    doubled: float = 0.1
    latest: float = 3.0
    pauses: bool = True
    kills: bool = True
    cuts: bool = True
    hands: bool = True
    skew: float = 3.0


CALM = Weather(0, 0, 0.2, pauses=False, kills=False, cuts=False, hands=False, skew=1.1)


class Database:
    """The rows, and the law: it looks at everything that is stored."""

    def __init__(self, world: World, *, fencing: bool = True, own_clock: bool = True) -> None:
        self._world, self._fencing, self._own_clock = world, fencing, own_clock
        self.leases: dict[str, Lease] = defaultdict(Lease)
        self.logs: dict[str, list[tuple[str, int]]] = defaultdict(list)
        self.given: dict[str, float] = {}
        self.found_dead: set[tuple[str, int]] = set()

    def asked(self, process: str, request: Request, their_time: float) -> tuple[str, int] | None:
        """One transaction about a lease; what is answered."""
        now = self._world.now if self._own_clock else their_time
        before, name = self.leases[request.name], request.name
        if request.ask is Ask.CLAIM:
            after = claimed(before, process, now)
            if after is not None and before.holder not in ("", process):
                self._not_too_soon(name)
        elif request.ask is Ask.RENEW:
            after = renewed(before, process, request.epoch, now)
        else:
            after = released(before, process, request.epoch, now)
        if after is None:
            return None if request.ask is Ask.CLAIM else ("lost", request.epoch)
        self.leases[name] = after
        if request.ask is not Ask.RELEASE:
            self.given[name] = self._world.now
        return ("granted", after.epoch) if request.ask is Ask.CLAIM else None

    def cut_short(self) -> None:
        """One transaction: whoever has no session is found dead, though it may be cut off alone."""
        there = {one.keeper.process for one in self._world.processes if one.has_session}
        for name, lease in self.leases.items():
            if lease.holder not in there:
                after = cut_short(lease, self._world.now)
                if after is not None:
                    self.leases[name] = after
                    self.found_dead.add((name, lease.epoch))

    def _not_too_soon(self, name: str) -> None:
        if (name, self.leases[name].epoch) in self.found_dead:
            return
        left = self.given[name] + SPAN - self._world.now
        if left > 1e-6:
            raise Broken(f"{name} was taken {left:.1f} s before it ran out")

    def written(self, process: str, name: str, epoch: int, step: int, play: str) -> str:
        """One transaction that stores a play; what is answered."""
        lease, log = self.leases[name], self.logs[name]
        if self._fencing and not is_held(lease, process, epoch):
            return "lost"
        if any(play == stored for stored, _ in log[-50:]):
            return "stored"
        if step != len(log) + 1:
            return "taken"
        if (lease.holder, lease.epoch) != (process, epoch) or (log and log[-1][1] > epoch):
            raise Broken(f"two write {name}: {process} at {epoch}, {lease.holder} {lease.epoch}")
        log.append((play, epoch))
        return "stored"


@dataclass
class Process:
    """One process: its leases, and what it has in memory of each table."""

    world: World
    number: int
    rate: float
    keeper: Keeper
    alive: bool = True
    paused: float = 0.0
    cut: float = 0.0
    steps: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By table: the epoch it was loaded under, and how many plays it has."""

    @property
    def clock(self) -> float:
        """Its own steady clock, which is wrong."""
        return self.world.now * self.rate + 1000 * self.number

    @property
    def has_session(self) -> bool:
        """Whether the database sees a connection of it."""
        return self.alive and self.cut <= self.world.now

    def tick(self) -> None:
        """Ask for what is due, and who is dead."""
        self.world.send(self, self.world.database.cut_short, inbound=True)
        for request in self.keeper.tick(self.clock):
            self.ask(request)

    def ask(self, request: Request) -> None:
        """Send a question about a lease."""
        world, clock, name = self.world, self.clock, self.keeper.process

        def there() -> None:
            answer = world.database.asked(name, request, clock)
            if answer is not None:
                world.send(self, lambda: self.told(request.name, *answer))

        world.send(self, there, inbound=True)

    def told(self, name: str, what: str, epoch: int) -> None:
        """Hear of a lease."""
        if what == "lost":
            if self.keeper.lost(name, epoch, self.clock):
                self.steps.pop(name, None)
        elif self.keeper.granted(name, epoch, self.clock):
            self.load(name, epoch)

    def load(self, name: str, epoch: int) -> None:
        """Read a table; until that has come it is not played at."""
        world = self.world
        self.steps.pop(name, None)

        def there() -> None:
            length = len(world.database.logs[name])
            world.send(self, lambda: loaded(length))

        def loaded(length: int) -> None:
            if self.keeper.epoch(name) == epoch:
                self.steps[name] = (epoch, length)

        world.send(self, there, inbound=True)

    def press(self, name: str, play: str) -> None:
        """Somebody plays here."""
        epoch = self.keeper.epoch(name)
        if not epoch:
            return
        loaded, length = self.steps.get(name, (0, 0))
        if loaded != epoch:
            self.load(name, epoch)
            return
        world, me = self.world, self.keeper.process

        def there() -> None:
            answer = world.database.written(me, name, epoch, length + 1, play)
            world.send(self, lambda: heard(answer))

        def heard(answer: str) -> None:
            if answer == "stored":
                world.acknowledged(name, play)
                self.load(name, epoch)
            elif answer == "taken":
                self.load(name, epoch)
            elif self.keeper.lost(name, epoch, self.clock):
                self.steps.pop(name, None)

        world.send(self, there, inbound=True)


class World:
    """All of it; ``run`` goes through so many events."""

    def __init__(
        self, seed: int, weather: Weather = Weather(), processes: int = 3, tables: int = 4,
        **database: bool,
    ) -> None:  # fmt: skip
        self.chance, self.weather = Random(seed), weather  # noqa: S311
        self.now, self.events = 0.0, 0
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._count = itertools.count()
        self.database = Database(self, **database)
        self.names = [f"t{number}" for number in range(tables)]
        self.processes = [self._process(number) for number in range(processes)]
        self.told: set[tuple[str, str]] = set()
        self._playing = dict.fromkeys(self.names, 0)
        for number in range(processes):
            self.at(0.1 * number, lambda number=number: self._beat(number))
        for name in self.names:
            self.at(1.0, lambda name=name: self._play(name))
        self.at(5.0, self._mischief)

    def _process(self, number: int) -> Process:
        skew = self.weather.skew
        keeper = Keeper(f"p{number}.{next(self._count)}")
        keeper.want(self.names)
        return Process(self, number, self.chance.uniform(1 / skew, skew), keeper)

    def at(self, seconds: float, work: Callable[[], None]) -> None:
        """Have something done in so many seconds."""
        heapq.heappush(self._queue, (self.now + seconds, next(self._count), work))

    def send(self, process: Process, work: Callable[[], None], *, inbound: bool = False) -> None:
        """A message between a process and the database, if it arrives, and perhaps twice.

        What comes to a process that pauses waits; what comes to a dead one is gone.
        """

        def arrives() -> None:
            if process.cut > self.now:
                return
            if inbound:
                work()
            elif process.paused > self.now:
                self.at(process.paused - self.now, arrives)
            elif process.alive:
                work()

        weather, chance = self.weather, self.chance
        if process.cut > self.now or chance.random() < weather.lost:
            return
        for _ in range(1 + (chance.random() < weather.doubled)):
            self.at(chance.random() ** 3 * weather.latest, arrives)

    def run(self, events: int) -> None:
        """Go on for so many events. Raises ``Broken``."""
        for _ in range(events):
            self.now, _, work = heapq.heappop(self._queue)
            work()
        self.events += events

    def _beat(self, number: int) -> None:
        process = self.processes[number]
        if process.alive and process.paused <= self.now:
            process.tick()
        self.at(0.2, lambda: self._beat(number))

    def _play(self, name: str) -> None:
        """A person plays, wherever somebody says that they run the table, until told it is done."""
        there = self._holders(name)
        if there:
            self.chance.choice(there).press(name, f"{name}:{self._playing[name]}")
        self.at(self.chance.random() * AGAIN, lambda: self._play(name))

    def _holders(self, name: str) -> Sequence[Process]:
        there = [one for one in self.processes if one.alive and one.paused <= self.now]
        return [one for one in there if one.keeper.epoch(name)]

    def _hand_over(self, one: Process) -> None:
        for request in one.keeper.give_back(self.chance.choice(self.names)):
            one.ask(request)

    def acknowledged(self, name: str, play: str) -> None:
        """Its player was told that it counts, and goes on to the next."""
        self.told.add((name, play))
        if play == f"{name}:{self._playing[name]}":
            self._playing[name] += 1

    def _mischief(self) -> None:
        one = self.chance.choice(self.processes)
        weather, kind = self.weather, self.chance.random()
        if weather.pauses and kind < 0.4:
            one.paused = self.now + self.chance.uniform(0, 4 * SPAN)
        elif weather.cuts and kind < 0.7:
            one.cut = self.now + self.chance.uniform(0, 4 * SPAN)
        elif weather.kills and kind < 0.9:
            self.kill(one)
        elif weather.hands and kind < 0.95:
            self._hand_over(one)
        elif weather.hands:
            one.keeper.want(self.names)
        self.at(self.chance.uniform(1, 10), self._mischief)

    def kill(self, process: Process) -> None:
        """It is gone in the middle of whatever it does; another one of its kind comes later."""
        process.alive = False
        number = process.number

        def comes() -> None:
            self.processes[number] = self._process(number)

        self.at(self.chance.uniform(1, 20), comes)

    def check(self) -> None:
        """Every acknowledged play is in its log, and each once. Raises ``Broken``."""
        for name, log in self.database.logs.items():
            plays = [play for play, _ in log]
            epochs = [epoch for _, epoch in log]
            if len(plays) != len(set(plays)):
                raise Broken(f"a play of {name} is stored twice")
            if epochs != sorted(epochs):
                raise Broken(f"an old epoch has written to {name}")
            lost = {play for table, play in self.told if table == name} - set(plays)
            if lost:
                raise Broken(f"acknowledged and not stored: {sorted(lost)[:3]}")
