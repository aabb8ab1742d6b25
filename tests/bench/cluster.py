"""Two programs on one PostgreSQL, on this machine: ``python -m tests.bench.cluster``.

What a press costs that comes in at the port of the process that stands by: the same person has the
page open at both, and changes a setting of a lobby at one and at the other in turn, 20 times a
second. Then the one that serves is killed, and measured is how long nobody answers. The bars are
5 ms more at the median, 25 ms at p99, and 10 s.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time

import aiohttp

from tests.kit.cluster import Person, new_room
from tests.kit.postgres import Postgres
from tests.kit.program import Program

PRESSES = 600
APART = 0.05
"""Seconds between two presses."""

CLOCKS = (30, 60)


async def _measure(url: str, folder: str) -> None:
    given = {"DATABASE_URL": url, "COMPUTER_PACE": "0"}
    async with (
        Program(folder, PROCESS_NAME="one", **given) as one,
        Program(folder, PROCESS_NAME="two", **given) as two,
        aiohttp.ClientSession() as http,
    ):
        here = Person(http, await new_room(http, one.address), "甲")
        await here.come(one.address)
        await here.do(say="/newgame qigui523")
        there = here.beside()
        await there.come(two.address)
        took: dict[Person, list[float]] = {here: [], there: []}
        for number in range(PRESSES):
            for index, person in enumerate(took):
                began = time.perf_counter()
                await person.do(say=f"/settings clock {CLOCKS[(number + index) % 2]}")
                took[person].append(1000 * (time.perf_counter() - began))
                await asyncio.sleep(APART)
        for person, name in ((here, "where it is served"), (there, "where it is handed on")):
            found = sorted(took[person])
            p99 = found[len(found) * 99 // 100]
            print(f"{name}: median {statistics.median(found):.1f} ms, p99 {p99:.1f} ms")
        began = time.perf_counter()
        await one.kill()
        await there.do(say=f"/settings clock {CLOCKS[0]}")
        print(f"killed, and answered again after {time.perf_counter() - began:.1f} s")


def main() -> None:
    """Measure, and print."""
    with Postgres() as server, tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(server.database("bench"), folder))


if __name__ == "__main__":
    main()
