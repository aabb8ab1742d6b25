"""Programs that share tables, and what is done to them: ``python -m tests.bench.shared --help``.

In each room of the page two people play at whatever port is open, and send a press again until it
is answered; in groups of a small Telegram and channels of a small Discord two people as well.
Meanwhile processes are killed at random and started again, then all are stopped and
started one after the other. At the end each press that was acknowledged has to be in the log, once,
and each step once. The bar is that nobody waits for more than 10 s.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections import Counter
from contextlib import AsyncExitStack, suppress
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING

import aiohttp
from sqlalchemy import text

from bot.cluster.member import HOUSE
from bot.store.store import Store
from engine.registry import games
from tests.bench import shared_groups, shared_servers
from tests.bench.fleet import BAR, Fleet
from tests.bench.shared_groups import Group
from tests.bench.shared_leases import Watch
from tests.bench.shared_rooms import Room
from tests.bench.shared_servers import Channel, Servers
from tests.bench.spent import spent
from tests.kit.discord_shards import many_shards
from tests.kit.postgres import Postgres
from tests.kit.program import Program
from tests.kit.telegram_server import TelegramServer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.fleet import Account, Waited
    from tests.bench.shared_chats import Chat

STORED = text("SELECT source FROM action WHERE source IS NOT NULL")
ALL_OF = text(
    "SELECT action.* FROM action JOIN match ON match.id = action.match JOIN table_state"
    ' ON table_state."table" = match."table" WHERE table_state.place = :place'
    " ORDER BY action.at DESC LIMIT 12"
)
"""The end of the log of a table."""
COUNTED = text("SELECT count(*), count(DISTINCT (match, round, step)) FROM action")
SHARES = text(
    "SELECT holder, count(*) FROM lease WHERE name LIKE 'web:%' AND holder <> '' GROUP BY holder"
)

REST = 10.0
"""Seconds between the last kill and the first rolling restart, and after the last one."""

LONGEST = 5
"""Of so many tables at least it is printed how their longest wait went."""

SLOWER = 4
"""In chats there is so much more time between two presses than in rooms: boards are pictures."""

AT_ONCE, OPENINGS = 10, 5
"""Tables that are opened at the same time, and how often that is tried."""


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.shared", description=__doc__)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--rooms", type=int, default=400, help="rooms of the page")
    parser.add_argument("--groups", type=int, default=0, help="groups of a small Telegram")
    parser.add_argument("--channels", type=int, default=0, help="channels of a small Discord")
    parser.add_argument("--concurrency", type=int, default=1,
                        help="sessions that may be begun there within five seconds")  # fmt: skip
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--rolls", type=int, default=5, help="rolling restarts")
    parser.add_argument("--every", type=float, default=4.0,
                        help="seconds from when a program is open again to when the next one is"
                        " killed or stopped, on average: Discord lets a session begin in five,"
                        " and each of these takes one or two")  # fmt: skip
    parser.add_argument("--apart", type=float, default=0.5, help="seconds between a room's presses")
    parser.add_argument("--seed", type=int, default=26)
    return parser.parse_args()


async def _run(server: Postgres, folder: str, given: argparse.Namespace) -> bool:
    named = {
        "DATABASE_URL": server.database("bench"), "COMPUTER_PACE": "0", "LOG_LEVEL": "WARNING",
        "WEB_PROXIES": "127.0.0.1",
    }  # fmt: skip
    async with AsyncExitStack() as stack:
        telegram = discord = None
        if given.groups:
            made = TelegramServer(lambda: datetime.now(UTC), token=shared_groups.TOKEN)
            telegram = await stack.enter_async_context(made)
            named |= {
                "TELEGRAM_TOKEN": shared_groups.TOKEN, "TELEGRAM_API_BASE": telegram.address,
            }  # fmt: skip
        if given.channels:
            shards = given.processes
            fake = Servers(shards, -(-given.channels // shards), given.concurrency)
            discord = await stack.enter_async_context(many_shards(shards, fake))
            named |= {
                "DISCORD_TOKEN": shared_servers.TOKEN, "DISCORD_SHARDS": str(shards),
                "DISCORD_API_BASE": discord.api, "DISCORD_GATEWAY": discord.gateway,
            }  # fmt: skip
        well = await _played(named, telegram, discord, folder, given)
    used = ", ".join(f"{whose} {seconds:.0f}" for whose, seconds in spent(server).items())
    print(f"seconds of CPU: {used}")
    return well


def _from_elsewhere(network: aiohttp.TCPConnector, number: int) -> aiohttp.ClientSession:
    """A room's people have an address of their own: from one alone not so many are let in."""
    address = f"198.18.{number // 250}.{number % 250 + 1}"
    return aiohttp.ClientSession(
        connector=network, connector_owner=False, headers={"X-Forwarded-For": address}
    )


async def _played(
    named: dict[str, str], telegram: TelegramServer | None, discord: Servers | None, folder: str,
    given: argparse.Namespace,
) -> bool:  # fmt: skip
    when = Random(f"when {given.seed}")  # noqa: S311
    names = [f"p{n}" for n in range(given.processes)]
    programs = {name: Program(folder, PROCESS_NAME=name, **named) for name in names}
    fleet = Fleet(programs, when, given.every)
    await asyncio.gather(*(program.start() for program in programs.values()))
    store, over = await Store.open(named["DATABASE_URL"]), asyncio.Event()
    limit, watch = asyncio.Semaphore(AT_ONCE), Watch(store, fleet)
    fleet.had = watch.had
    if discord is not None:
        discord.told = lambda shard: fleet.note(f"a session of shard {shard} has begun")

    async def begun(place: Room | Chat) -> None:
        async with limit:
            for _ in range(OPENINGS):  # nobody is killed yet: a slow machine is no fault
                with suppress(TimeoutError):
                    return await place.open()
            raise TimeoutError

    try:
        async with aiohttp.TCPConnector(limit=0) as network, AsyncExitStack() as stack:
            games_ = sorted(games())
            visitors = [
                await stack.enter_async_context(_from_elsewhere(network, n))
                for n in range(given.rooms)
            ]
            places: list[Room | Chat] = [
                Room(
                    store,
                    fleet,
                    visitors[n],
                    games_[n % len(games_)],
                    f"{given.seed} {n}",
                    given.apart,
                )
                for n in range(given.rooms)
            ]
            places += [
                Group(store, fleet, telegram, games_[n % len(games_)], f"group {given.seed} {n}",
                      SLOWER * given.apart)
                for n in range(given.groups)
            ]  # fmt: skip
            places += [
                Channel(store, fleet, discord, n, games_[n % len(games_)],
                        f"channel {given.seed} {n}", SLOWER * given.apart)
                for n in range(given.channels if discord is not None else 0)
            ]  # fmt: skip
            await asyncio.gather(*map(begun, places))
            fleet.note(f"{len(places)} tables are open")
            watching = asyncio.create_task(watch.run())
            playing = [asyncio.create_task(place.play(over)) for place in places]
            for _ in range(given.kills):
                await fleet.kill()
            await asyncio.sleep(REST)
            shares = [count for _, count in await store.read(lambda c: c.execute(SHARES).all())]
            for _ in range(given.rolls):
                await fleet.roll()
            await asyncio.sleep(REST)
            over.set()
            await asyncio.gather(*playing)
            watching.cancel()
        stored = await _stored(places, store, fleet)
        steps = await store.read(lambda c: tuple(c.execute(COUNTED).one()))
        await _explained(places, stored, store, fleet, watch)
    finally:
        await store.close()
        for program in programs.values():
            if program.process.returncode is None:
                await program.kill()
    _log(fleet)
    print(f"rooms by process before the rolling restarts: {sorted(shares)}")
    return _well(places, stored, steps) and not fleet.ended


async def _stored(places: Sequence[Account], store: Store, fleet: Fleet) -> Counter[str]:
    """The sources that are stored, once those of the last presses may be.

    On Telegram a play that is sure to be taken is acknowledged before it is stored: its update
    comes again where that is broken off.
    """
    began = fleet.now
    while True:
        stored: Counter[str] = await store.read(lambda c: Counter(c.scalars(STORED)))
        left = sum(len(place.lost(stored)) for place in places)
        if not left or fleet.now - began > REST:
            return stored
        fleet.note(f"acknowledged and not stored yet: {left}")
        await asyncio.sleep(1)


async def _explained(
    places: Sequence[Room | Chat], stored: Counter[str], store: Store, fleet: Fleet, watch: Watch
) -> None:
    """Print all that is known of presses that are not stored, or took too long."""
    for place in places:
        for source in place.lost(stored):
            wait = place.told[source]
            print(f"not stored: {source}, a {type(place).__name__.lower()}'s")
            _story(wait, fleet, watch)
            about = {"place": wait.place}
            for row in await store.read(lambda c, about=about: c.execute(ALL_OF, about).all()):
                print(f"  in the log: {tuple(row)}")
    longest = sorted((p.longest for p in places), key=lambda w: w.seconds, reverse=True)
    for number, wait in enumerate(longest):
        if number < LONGEST or wait.seconds > BAR:
            print(f"waited for {wait.seconds:.1f} s:")
            _story(wait, fleet, watch)


def _story(wait: Waited, fleet: Fleet, watch: Watch) -> None:
    print(f"  {wait.where} from {wait.began:.1f} to {wait.ended:.1f}: {wait.pressed}")
    print(f"  came of it: {'; '.join(wait.story)}")
    print(f"  meanwhile: {'; '.join(fleet.during(wait.began, wait.ended))}")
    had = watch.between(wait.place.removesuffix(":"), wait.began - BAR, wait.ended + BAR)
    house = watch.between(HOUSE, wait.began - BAR, wait.ended + BAR)
    print(f"  the room had {had or 'nobody of its own'}; the house {house}")


def _log(fleet: Fleet) -> None:
    lines = [line for program in fleet.programs.values() for line in program.log]
    warned = Counter(line.partition(" ")[2].strip() for line in lines if "WARNING" in line)
    for line, count in warned.most_common(20):
        print(f"{count:5} × {line}")
    traces = [n for n, line in enumerate(lines) if "Traceback" in line]
    print(f"traces in the logs: {len(traces)}")
    for at in traces[:3]:
        print("".join(lines[at : at + 40]))


def _well(places: Sequence[Account], stored: Counter[str], steps: tuple[int, int]) -> bool:
    """Print the figures; whether all bars are kept."""
    told = [source for place in places for source in place.told]
    lost = sum(len(place.lost(stored)) for place in places)
    doubled = sum(count > 1 for count in stored.values()) + steps[0] - steps[1]
    refused = [line for place in places for line in place.refused]
    longest = sorted(place.longest.seconds for place in places)
    for line in refused[:10]:
        print(line)
    print(f"tables {len(places)}, presses {sum(place.presses for place in places)}, "
          f"acknowledged {len(told)}, of them not stored {lost}, doubled {doubled}, "
          f"answered otherwise {len(refused)}")  # fmt: skip
    print(f"longest wait: median of the tables {longest[len(longest) // 2]:.1f} s, most "
          f"{longest[-1]:.1f} s; over {BAR:.0f} s: {sum(s > BAR for s in longest)}")  # fmt: skip
    for kind in (Room, Group, Channel):
        waits = sorted(place.longest.seconds for place in places if isinstance(place, kind))
        if waits:
            print(f"{kind.__name__.lower()}s: {len(waits)}, longest wait: median "
                  f"{waits[len(waits) // 2]:.1f} s, most {waits[-1]:.1f} s, "
                  f"over {BAR:.0f} s: {sum(s > BAR for s in waits)}")  # fmt: skip
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return not lost and not doubled and not refused and longest[-1] <= BAR


def main() -> int:
    """Run it, and print; 1 where a bar is missed."""
    given = _given()
    server = Postgres(connections=25 * given.processes + 20)
    try:
        server.start()
        with tempfile.TemporaryDirectory() as folder:
            return 0 if asyncio.run(_run(server, folder, given)) else 1
    finally:
        server.stop()


if __name__ == "__main__":
    sys.exit(main())
