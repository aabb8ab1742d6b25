"""Programs that share rooms, and what is done to them: ``python -m tests.bench.shared``.

Arguments: processes, rooms, kills, rolling restarts; 4, 400, 30 and 5 without any. In each room two
people play at whatever port is open, and send a press again until it is answered. Meanwhile
processes are killed at random and started again, then all are stopped and started one after the
other. At the end each press that was acknowledged has to be in the log, and each step once. The bar
is that nobody waits for more than 10 s.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from random import Random
from typing import TYPE_CHECKING

import aiohttp
from sqlalchemy import text

from bot.runtime.loading import Unreadable, load
from bot.store.store import Store
from engine.registry import games
from tests.kit.actors import chance, legal, press_of, waited_for
from tests.kit.cluster import Person, new_room
from tests.kit.postgres import Postgres
from tests.kit.program import Program

if TYPE_CHECKING:
    from collections.abc import Sequence

GAMES = ("qigui523", "doudizhu", "dazha", "chudadi", "niuniu", "wuguapi", "zhajinhua", "dunmazi")
APART = 0.5
"""Seconds between two presses in a room."""

STORED = text("SELECT source FROM action WHERE source IS NOT NULL")
COUNTED = text("SELECT count(*), count(DISTINCT (match, round, step)) FROM action")
SHARES = text(
    "SELECT holder, count(*) FROM lease WHERE name LIKE 'web:%' AND holder <> '' GROUP BY holder"
)


class Roamer(Person):
    """Somebody who opens the page wherever it is open."""

    def __init__(self, http: aiohttp.ClientSession, room: str, name: str, fleet: Fleet) -> None:
        super().__init__(http, room, name)
        self.fleet = fleet

    async def _came(self, address: str) -> bool:
        found: bool = await super()._came(self.fleet.open_port() or address)
        return found


class Fleet:
    """The programs."""

    def __init__(self, programs: Sequence[Program], chance: Random) -> None:
        self.programs, self.chance = programs, chance
        self.up = set(programs)

    def open_port(self) -> str:
        """One that is open now."""
        up = sorted(program.address for program in self.up)
        return self.chance.choice(up) if up else ""

    async def kill(self) -> None:
        """Kill one, and start it again."""
        await self._again(self.chance.choice(sorted(self.up, key=id)), gently=False)

    async def roll(self) -> None:
        """Stop and start all, one after the other."""
        for program in self.programs:
            await self._again(program, gently=True)

    async def _again(self, program: Program, *, gently: bool) -> None:
        self.up.discard(program)
        if gently:
            await program.stop()
        else:
            await program.kill()
        await program.start()
        self.up.add(program)


class Room:
    """A room in which two people play until it is over, and once more."""

    def __init__(self, store: Store, fleet: Fleet, http: aiohttp.ClientSession, seed: int) -> None:
        self.store, self.fleet, self.http = store, fleet, http
        self.chance = Random(f"room {seed}")  # noqa: S311
        self.moves = chance(seed)
        self.game = GAMES[seed % len(GAMES)]
        self.told: list[str] = []
        self.refused = 0
        self.longest = 0.0
        self.people: list[Roamer] = []
        self.room = ""

    async def open(self) -> None:
        """Sit down and begin."""
        self.room = await new_room(self.http, self.fleet.open_port())
        self.people = [Roamer(self.http, self.room, name, self.fleet) for name in "甲乙"]
        for person in self.people:
            await person.come("")
        host, guest = self.people
        await host.do(say=f"/newgame {self.game}")
        await guest.do(say="/join")
        await host.do(say="/settings clock 0")
        for _ in range(2):
            await host.do(say="/addbot")
        await host.do(say="/start")

    async def play(self, over: asyncio.Event) -> None:
        """Press what is legal, until it is over."""
        while not over.is_set():
            await asyncio.sleep(APART * self.chance.uniform(0.5, 1.5))
            found = await self.store.matches.live_at([f"web:{self.room}:"])
            if not found:
                await self.people[0].do(say="/newgame")
                continue
            try:
                table = await load(found[0], self.store, games())
            except Unreadable:  # it has gone on between the two reads
                continue
            asked = [
                (seat, person)
                for seat, ident in waited_for(table)
                for person in self.people
                if person.ident == ident
            ]
            if not asked:
                continue
            seat, person = self.chance.choice(asked)
            token, values = press_of(table, seat, legal(table, seat, self.moves))
            began = time.perf_counter()
            answer = await person.do(press=token, values=list(values))
            self.longest = max(self.longest, time.perf_counter() - began)
            if {"toast", "note", "error"} & answer.keys():
                self.refused += 1
            else:
                self.told.append(f"{person.ident}.{person.session}.{answer['ack']}")


async def _run(url: str, folder: str, processes: int, rooms: int, kills: int, rolls: int) -> None:
    when = Random(26)  # noqa: S311
    named = {"DATABASE_URL": url, "COMPUTER_PACE": "0", "LOG_LEVEL": "WARNING"}
    fleet = Fleet([Program(folder, PROCESS_NAME=f"p{n}", **named) for n in range(processes)], when)
    await asyncio.gather(*(program.start() for program in fleet.programs))
    store, over = await Store.open(url), asyncio.Event()
    try:
        async with aiohttp.ClientSession() as http:
            all_rooms = [Room(store, fleet, http, seed) for seed in range(rooms)]
            await asyncio.gather(*(room.open() for room in all_rooms))
            playing = [asyncio.create_task(room.play(over)) for room in all_rooms]
            for _ in range(kills):
                await asyncio.sleep(when.uniform(2, 6))
                await fleet.kill()
            await asyncio.sleep(10)
            shares = [count for _, count in await store.read(lambda c: c.execute(SHARES).all())]
            for _ in range(rolls):
                await fleet.roll()
            over.set()
            await asyncio.gather(*playing)
        _say(all_rooms, shares, await store.read(lambda c: set(c.scalars(STORED))),
             await store.read(lambda c: tuple(c.execute(COUNTED).one())))  # fmt: skip
    finally:
        await store.close()
        for program in fleet.programs:
            if program.process.returncode is None:
                await program.kill()
        traces = sum("Traceback" in line for program in fleet.programs for line in program.log)
        print(f"traces in the logs: {traces}")


def _say(rooms: list[Room], shares: list[int], stored: set[str], count: tuple[int, int]) -> None:
    told = [source for room in rooms for source in room.told]
    longest = sorted(room.longest for room in rooms)
    print(f"acknowledged {len(told)}, of them not stored {len(set(told) - stored)}")
    print(f"steps {count[0]}, different ones {count[1]}")
    print(f"answered otherwise {sum(room.refused for room in rooms)}")
    print(f"rooms by process before the rolling restarts: {sorted(shares)}")
    print(f"longest wait: median of the rooms {longest[len(longest) // 2]:.1f} s, "
          f"most {longest[-1]:.1f} s")  # fmt: skip


def main() -> None:
    """Run it, and print."""
    given = [int(argument) for argument in sys.argv[1:]]
    processes, rooms, kills, rolls = (*given, *(4, 400, 30, 5)[len(given) :])
    server = Postgres(connections=25 * processes + 20)
    try:
        server.start()
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(_run(server.database("bench"), folder, processes, rooms, kills, rolls))
    finally:
        server.stop()


if __name__ == "__main__":
    main()
