"""Two thousand tables in one process: ``python -m tests.bench.many [tables [postgres]]``.

Every table is opened, filled, started and played on a real database file by people who press as
fast as they are answered; pictures have a bench of their own and are left out. Then the program is
stopped as by a kill and started again, and every table must be where it was.

With ``postgres`` the same tables are played on a file and on a server that is started for it and
waits for its disk, in turns, so that whatever else the machine does slows both.
"""

from __future__ import annotations

import asyncio
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

from bot.app.serve import set_aside
from bot.commands.service import GameService
from bot.delivery.painter import Painter
from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.players.computer import Computers
from bot.ports.refs import ChatRef
from bot.screens.reader import Reader
from bot.store.store import Store
from bot.support.clock import SystemClock
from engine.registry import games
from tests.kit import postgres
from tests.kit.actors import chance, legal, press_of, waited_for
from tests.kit.ids import long_id
from tests.kit.platform import MemoryPlatform, People

TABLES = 2000
AT_ONCE = 64
"""Presses on their way at the same time."""

MOVES = 3
"""Answers at each table."""

ROUNDS = 8
"""Answers at each table, on a file and on a server."""

SERVER = 0.7
"""Actions on PostgreSQL beside those on SQLite, at least."""


def no_picture(view, say, *, four=False):
    """Pictures are measured elsewhere."""
    return b"PNG"


async def opened(path, platform, **how):
    """The program on a file, as ``bot.app.serve`` starts it."""
    store = await Store.open(path if "://" in str(path) else f"sqlite:///{path}")
    catalogue = Catalogue()
    for language in LANGUAGES:
        catalogue.to(language)
    computers = Computers(SystemClock())
    service = GameService(
        store, {platform.name: platform}, Reader(catalogue),
        Painter(catalogue, computers, no_picture), computers, games(tests_too=True),
        SystemClock(), **how,
    )  # fmt: skip
    set_aside()
    await service.start()
    return service


async def closed(service):
    """As sudden as a kill."""
    await service.close()
    await service.context.store.close()


class Crowd:
    """People who do things at once, and how long each took."""

    def __init__(self, service, people):
        self.service, self.people, self.took = service, people, []
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def do(self, incoming):
        """One thing, timed until its answer."""
        async with self._slots:
            began = time.perf_counter()
            reply = await self.service.handle(incoming)
            self.took.append(time.perf_counter() - began)
        return reply

    async def all(self, doing):
        """Everything at once; its figures in a line."""
        self.took.clear()
        began, worked = time.perf_counter(), time.process_time()
        await asyncio.gather(*doing)
        seconds, work = time.perf_counter() - began, time.process_time() - worked
        took = sorted(self.took)
        p50, p99 = (took[int(len(took) * part)] * 1000 for part in (0.5, 0.99))
        rate, each = len(took) / seconds, work / len(took) * 1000
        answered = f"p50 {p50:.0f} ms, p99 {p99:.0f} ms"
        return (
            f"{len(took)} in {seconds:.1f} s: {rate:.0f}/s, {each:.1f} ms of CPU each, {answered}"
        )


def chat_of(number):
    return ChatRef("memory", long_id(f"room{number}"))


async def begin(crowd, number):
    """A table of two people who have started."""
    say, chat = crowd.people.say, chat_of(number)
    for who, text in ((0, "/newgame 蹲麻子"), (1, "/join"), (0, "/start")):
        await crowd.do(say(f"p{number}.{who}", text, chat=chat))


async def move(crowd, number):
    """Whoever is asked answers; after a round they go on."""
    table = crowd.service.running.tables.at(chat_of(number)).table
    rng = chance("many", number, table.match.step)
    asked = waited_for(table)
    if not asked:
        for who in range(2):
            await crowd.do(crowd.people.say(f"p{number}.{who}", "/next", chat=chat_of(number)))
        return
    seat, who = rng.choice(asked)
    token, values = press_of(table, seat, legal(table, seat, rng))
    await crowd.do(crowd.people.press(who, token, values, chat=chat_of(number)))


async def beside_a_server(tables=TABLES):
    """Actions on a server beside those on a file; whether the bar is kept."""
    postgres.SETTINGS = postgres.SETTINGS.replace("fsync=off", "fsync=on")
    server = postgres.Postgres()
    rates = {"file": [], "server": []}
    with tempfile.TemporaryDirectory(prefix="bench-many-") as folder:
        server.start()
        try:
            places = {"file": Path(folder) / "many.db", "server": server.database("many")}
            crowds = {
                name: Crowd(await opened(place, MemoryPlatform()), People())
                for name, place in places.items()
            }
            for name, crowd in crowds.items():
                print(f"{name}, opened:", await crowd.all(begin(crowd, n) for n in range(tables)))
            for turn in range(1, ROUNDS + 1):
                for name, crowd in crowds.items():
                    began = time.perf_counter()
                    said = await crowd.all(move(crowd, n) for n in range(tables))
                    rates[name].append(len(crowd.took) / (time.perf_counter() - began))
                    print(f"{name}, move {turn}: {said}")
            for crowd in crowds.values():
                await closed(crowd.service)
        finally:
            server.stop()
    found = statistics.median(rates["server"]) / statistics.median(rates["file"])
    print(f"on a server {found:.2f} × the actions on a file, at least {SERVER}")
    return found >= SERVER


def stand(service):
    """Where every table is."""
    found = (runner.table for runner in service.running.tables.running.values())
    return {table.state.id: (table.match.round, table.match.step) for table in found}


def memory():
    """The most megabytes that the process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def main(tables=TABLES):
    """Measure; whether nothing was lost."""
    with tempfile.TemporaryDirectory(prefix="bench-many-") as folder:
        path, platform = Path(folder) / "many.db", MemoryPlatform()
        service = await opened(path, platform)
        crowd, before = Crowd(service, People()), memory()
        print(f"{tables} tables of two")
        print("opened:", await crowd.all(begin(crowd, n) for n in range(tables)))
        for turn in range(1, MOVES + 1):
            print(f"move {turn}:", await crowd.all(move(crowd, n) for n in range(tables)))
        print(f"memory: {memory() - before:.0f} MB more than without tables")
        why = [crowd.people.say("p0.0", "/why", chat=chat_of(n)) for n in range(100)]
        print("why:", await crowd.all(map(crowd.do, why)))
        stood = stand(service)
        await closed(service)
        began, worked = time.perf_counter(), time.process_time()
        again = await opened(path, platform)
        seconds, work = time.perf_counter() - began, time.process_time() - worked
        print(f"started again with all of them: {seconds:.1f} s, {work:.1f} s of CPU")
        kept = stand(again) == stood and len(stood) == tables
        await closed(again)
    print("nothing lost" if kept else "LOST")
    return kept


if __name__ == "__main__":
    number = int(sys.argv[1]) if sys.argv[1:] else TABLES
    bench = beside_a_server if sys.argv[2:] == ["postgres"] else main
    sys.exit(0 if asyncio.run(bench(number)) else 1)
