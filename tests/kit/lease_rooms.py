"""Rooms with a lease each, in the world of ``lease_world``: taken when something comes for them.

A process keeps all it has by one message, looks now and then for what nobody has, hands a press on
to whoever it knows to have the room, gives a room back or passes it on to another process.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.lease.keeper import Ask, Keeper, Request
from bot.lease.row import BEAT, passed
from tests.kit.lease_world import Process, Weather, World

if TYPE_CHECKING:
    from collections.abc import Sequence

WILD = Weather()


@dataclass
class RoomProcess(Process):
    """One of several that share rooms."""

    due: float = 0.0
    known: dict[str, str] = field(default_factory=dict)

    def tick(self) -> None:
        """Keep what is here, and take some of what nobody has."""
        if self.clock < self.due:
            return
        self.due = self.clock + BEAT
        world, clock, me = self.world, self.clock, self.keeper.process
        kept = [Request(Ask.RENEW, name, self.keeper.epoch(name)) for name in self.keeper.held]

        def there() -> None:
            lost = [one for one in kept if world.database.asked(me, one, clock) is not None]
            world.send(self, lambda: [self.told(one.name, "lost", one.epoch) for one in lost])
            world.database.cut_short()
            now = world.now
            rows = world.database.leases
            free = [n for n in world.names if not rows[n].holder or rows[n].until <= now]
            for name in world.chance.sample(free, min(2, len(free))):
                self.take(name)

        world.send(self, there, inbound=True)

    def take(self, name: str) -> None:
        """Ask for a room; whoever has it is known afterwards."""
        if self.keeper.epoch(name):
            return
        self.keeper.want([name])
        world, clock = self.world, self.clock

        def there() -> None:
            request = Request(Ask.CLAIM, name)
            answer = world.database.asked(self.keeper.process, request, clock)
            if answer is not None:
                world.send(self, lambda: self.told(name, *answer))
            else:
                holder = world.database.leases[name].holder
                world.send(self, lambda: self.known.__setitem__(name, holder))

        world.send(self, there, inbound=True)

    def told(self, name: str, what: str, epoch: int) -> None:
        """Hear of a room; one that is lost is nobody's wish any more."""
        super().told(name, what, epoch)
        if what == "lost" and not self.keeper.epoch(name):
            self.keeper.give_back(name)

    def press(self, name: str, play: str) -> None:
        """Somebody plays at this process's port."""
        if self.keeper.epoch(name):
            super().press(name, play)
            return
        self.take(name)
        for other in self.world.processes:
            if other is not self and other.keeper.process == self.known.get(name):
                self.world.send(other, lambda other=other: Process.press(other, name, play))

    def pass_on(self, name: str, other: Process) -> None:
        """Another process is to have a room of this one."""
        world, me = self.world, self.keeper.process
        for request in self.keeper.give_back(name):
            self.steps.pop(name, None)

            def there(request: Request = request) -> None:
                database = world.database
                lease = database.leases[name]
                after = passed(lease, me, request.epoch, other.keeper.process, world.now)
                if after is not None:
                    database.leases[name] = after
                    database.given[name] = world.now
                    other.keeper.want([name])
                    world.send(other, lambda: other.told(name, "granted", after.epoch))

            world.send(self, there, inbound=True)


class RoomWorld(World):
    """Many rooms and some processes."""

    def __init__(self, seed: int, weather: Weather = WILD, rooms: int = 12) -> None:
        super().__init__(seed, weather, processes=4, tables=rooms)

    def _process(self, number: int) -> Process:
        skew = self.weather.skew
        keeper = Keeper(f"p{number}.{next(self._count)}")
        return RoomProcess(self, number, self.chance.uniform(1 / skew, skew), keeper)

    def _holders(self, name: str) -> Sequence[Process]:
        """A person comes in anywhere."""
        return [one for one in self.processes if one.alive and one.paused <= self.now]

    def _hand_over(self, one: Process) -> None:
        other = self.chance.choice(self.processes)
        for name in one.keeper.held[: self.chance.randrange(8)]:
            if other is one or not isinstance(one, RoomProcess) or self.chance.random() < 0.3:
                for request in one.keeper.give_back(name):
                    one.ask(request)
            else:
                one.pass_on(name, other)
