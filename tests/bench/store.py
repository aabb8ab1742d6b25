"""How fast commands are stored, beside the plain way: ``python -m tests.bench.store``.

Every chat commits one command after another: an action and its table of about 1.5 KB. The plain
way is one aiosqlite connection with one transaction an action, on the same schema and the same
rows. Both wait for the disk at every commit (``synchronous=FULL``); what the disk itself needs to
make 4 KB safe is measured before and after, for a disk that others use too shows in every p99.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import aiosqlite

from bot.store.rows import Acted, MatchStarted, RoundStarted, SeatRow, TableSaved
from bot.store.schema import micros
from bot.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

CHATS = (1, 8, 64)
SECONDS = 2.0
WARM_UP = 1.0
STATES = 16
SNOWFLAKES = itertools.count(10**18, 4_194_304 * 3)
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

# The bar: at 64 chats, against the plain way and against one chat.
TIMES = 8.0
P99_MS = 5.0
P50_TIMES = 3.0


class Way(Protocol):
    """A way to store an action and its table."""

    async def save(self, acted: Acted, saved: TableSaved) -> None:
        """Return once both are on the disk."""
        ...


class Ours:
    """The store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def save(self, acted: Acted, saved: TableSaved) -> None:
        await self._store.commit([acted, saved])


class Plain:
    """One connection, one transaction an action."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._one_at_a_time = asyncio.Lock()

    async def save(self, acted: Acted, saved: TableSaved) -> None:
        key = (acted.match, acted.round, acted.step)
        at = micros(acted.at)
        async with self._one_at_a_time:
            await self._connection.execute(
                'INSERT INTO "action" VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
                (*key, acted.seat, acted.action, acted.source, acted.by, at),
            )
            await self._connection.execute(
                'INSERT INTO table_state ("table", place, live, state, at) VALUES (?, ?, ?, ?, ?) '
                'ON CONFLICT ("table") DO UPDATE SET place = excluded.place, live = excluded.live, '
                "state = excluded.state, at = excluded.at",
                (saved.table, saved.place, saved.live, saved.state, at),
            )
            await self._connection.commit()


@dataclass(frozen=True, slots=True)
class Figures:
    """What one run gave: actions a second, and milliseconds."""

    chats: int
    rate: float
    p50: float
    p99: float


def state_of(step: int) -> str:
    """A table as JSON, about 1.5 KB, other at every step."""
    people = [
        {"seat": s, "user": f"discord:{10**17 + s}", "name": f"玩家{s}", "timeouts": step % 2}
        for s in range(4)
    ]
    shown = {f"discord:{10**17 + n}": f"{10**18 + step * 31 + n}:{step:064x}" for n in range(10)}
    return json.dumps({"v": 1, "step": step, "seats": people, "shown": shown}, ensure_ascii=False)


def id_of(chat: int) -> str:
    """The id of a chat's match and table: ten letters, in no order."""
    return blake2b(chat.to_bytes(2), digest_size=5).hexdigest()


async def start(store: Store, chats: int) -> None:
    """Store a match with a first round for every chat."""
    people = tuple(SeatRow(s, f"discord:{s}", f"玩家{s}") for s in range(4))
    for chat in range(chats):
        name = id_of(chat)
        place = f"discord:{chat}"
        match = MatchStarted(
            name, name, place, "doudizhu", 1, bytes(32), "{}", 2, "{}", people, NOW
        )
        await store.commit([match, RoundStarted(name, 1, "{}", NOW)])


async def play(way: Way, chat: int, until: tuple[float, float], took: list[float]) -> None:
    """Store one command after another; what ends within ``until`` (start, end) counts."""
    name = id_of(chat)
    begins, ends = until
    place = f"discord:{chat}:"
    tables = [TableSaved(name, place, True, state_of(step), NOW) for step in range(STATES)]
    step = 0
    while (sent := time.perf_counter()) < ends:
        step += 1
        source = f"discord:{next(SNOWFLAKES)}"
        action = '{"v":"play","c":"S3 H3 D3 C4 S4"}'
        acted = Acted(name, 1, step, step % 4, action, source, "player", NOW)
        await way.save(acted, tables[step % STATES])
        done = time.perf_counter()
        if begins <= done < ends:
            took.append(done - sent)


async def run(way: Way, chats: int) -> Figures:
    """Let so many chats play at once."""
    took: list[float] = []
    now = time.perf_counter() + 0.1  # for making the states
    until = (now + WARM_UP, now + WARM_UP + SECONDS)
    await asyncio.gather(*(play(way, chat, until, took) for chat in range(chats)))
    took.sort()
    p50, p99 = (took[int(len(took) * part)] * 1000 for part in (0.5, 0.99))
    return Figures(chats, len(took) / SECONDS, p50, p99)


async def ours(folder: Path, chats: int) -> Figures:
    """Measure the store."""
    store = await Store.open(f"sqlite:///{folder / f'ours{chats}.db'}")
    try:
        await start(store, chats)
        return await run(Ours(store), chats)
    finally:
        await store.close()


async def plain(folder: Path, chats: int) -> Figures:
    """Measure the plain way, on a database that the store has made."""
    file = folder / f"plain{chats}.db"
    store = await Store.open(f"sqlite:///{file}")
    try:
        await start(store, chats)
    finally:
        await store.close()
    async with aiosqlite.connect(file) as connection:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            await connection.execute(f"PRAGMA {pragma}")
        return await run(Plain(connection), chats)


def disk(folder: Path) -> tuple[float, float]:
    """How long the disk needs to make 4 KB safe: median and 99th percentile in milliseconds."""
    took = []
    handle = os.open(folder / "disk", os.O_CREAT | os.O_RDWR)
    try:
        for place in range(500):
            os.pwrite(handle, bytes(4096), place * 4096)
            began = time.perf_counter()
            os.fsync(handle)
            took.append(time.perf_counter() - began)
    finally:
        os.close(handle)
    took.sort()
    return took[250] * 1000, took[495] * 1000


def report(baseline: Sequence[Figures], measured: Sequence[Figures]) -> bool:
    """Print the figures and whether the bar is reached."""
    print(f"{'':8}{'chats':>6}{'actions/s':>12}{'p50 ms':>9}{'p99 ms':>9}{'x plain':>9}")
    for old, new in zip(baseline, measured, strict=True):
        print(f"{'plain':8}{old.chats:6}{old.rate:12.0f}{old.p50:9.2f}{old.p99:9.2f}{1:9.1f}")
        times = new.rate / old.rate
        print(f"{'store':8}{new.chats:6}{new.rate:12.0f}{new.p50:9.2f}{new.p99:9.2f}{times:9.1f}")
    one, most = measured[0], measured[-1]
    bars = (
        (f"at least {TIMES:g} x plain", most.rate / baseline[-1].rate, TIMES, True),
        (f"p99 at most {P99_MS:g} ms", most.p99, P99_MS, False),
        (f"p50 at most {P50_TIMES:g} x one chat's", most.p50 / one.p50, P50_TIMES, False),
    )
    reached = True
    for what, value, bar, more in bars:
        good = value >= bar if more else value <= bar
        reached = reached and good
        print(f"{most.chats} chats, {what}: {value:.2f} {'ok' if good else 'MISSED'}")
    return reached


async def main() -> bool:
    """Measure both ways in turn."""
    baseline, measured = [], []
    with tempfile.TemporaryDirectory(prefix="bench-store-") as folder:
        before = disk(Path(folder))
        for chats in CHATS:
            baseline.append(await plain(Path(folder), chats))
            measured.append(await ours(Path(folder), chats))
        after = disk(Path(folder))
    for when, (p50, p99) in (("before", before), ("after", after)):
        print(f"disk {when}: fsync p50 {p50:.2f} ms, p99 {p99:.2f} ms")
    return report(baseline, measured)


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
