"""Ten thousand stored tables, and what starting with them costs: ``python -m tests.bench.start``.

A few tables are really played, one of each kind, and their rows are copied under other ids: so
there are ten thousand within seconds, as they would have been stored. Half of them are being
played, the others are lobbies, stand between two rounds, or stand still.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.many import Crowd, chat_of, closed, memory, move, opened
from tests.kit.platform import MemoryPlatform, People

TABLES = 10_000

SECONDS = 10.0
"""Of CPU, for the start with all of them."""

KINDS = (
    *(("蹲麻子", 2, moves) for moves in (1, 3, 6)),
    *(("斗地主", 3, moves) for moves in (2, 5)),
    ("比大小", 2, 1),
    ("比大小", 2, None),
    ("蹲麻子", 2, None),
    ("斗地主", 3, "pause"),
    ("斗地主", 3, 1),
)
"""Game, people, and how many answers are given; None: nobody has started it; or what is said."""


class Elsewhere(MemoryPlatform):
    """A platform that has its messages still, though this process has not sent them."""

    async def edit(self, ref, message):
        return ref

    async def retire(self, ref):
        return

    async def erase(self, ref):
        return


async def _played(crowd, number, kind):
    """One table of a kind."""
    name, people, moves = kind
    say, chat = crowd.people.say, chat_of(number)
    joins = [(who, "/join") for who in range(1, people)]
    starts = [] if moves is None else [(0, "/start")]
    for who, text in ((0, f"/newgame {name}"), *joins, *starts):
        await crowd.do(say(f"p{number}.{who}", text, chat=chat))
    if isinstance(moves, str):
        for who in range(people):
            await crowd.do(say(f"p{number}.{who}", f"/{moves}", chat=chat))
        return
    for _ in range(moves or 0):
        await move(crowd, number)


async def templates(path, kinds=KINDS):
    """A database with one table of each kind: of each the words that name it and no other."""
    service = await opened(path, MemoryPlatform())
    crowd, named = Crowd(service, People()), []
    for number, kind in enumerate(kinds):
        await _played(crowd, number, kind)
        state = service.running.tables.at(chat_of(number)).table.state
        people = [player.user.id for player in state.players]
        named.append([word for word in (state.id, state.match, state.place.id, *people) if word])
    await closed(service)
    return named


def _other(word, kind, copy):
    """Another id of the same length."""
    return hashlib.sha256(f"{word} {kind} {copy}".encode()).hexdigest()[: len(word)]


def copied(path, named, tables, other=_other):
    """Copy them until there are so many; ``other`` makes an id for another table of one."""
    base = sqlite3.connect(path)
    names = [n for (n,) in base.execute("SELECT name FROM sqlite_master WHERE type='table'")]
    found, once = {}, {}
    for name in names:
        rows = base.execute(f'SELECT * FROM "{name}"')  # noqa: S608
        once[name] = [n for n, column in enumerate(rows.description) if column[0] == "source"]
        found[name] = rows.fetchall()
    base.execute("PRAGMA foreign_keys=OFF")
    for kind, words in enumerate(named):
        of_kind = {
            name: [row for row in rows if any(word in str(cell) for cell in row for word in words)]
            for name, rows in found.items()
        }
        for copy in range(1, tables // len(named)):
            new = [(word, other(word, kind, copy)) for word in words]
            for name, rows in of_kind.items():
                if rows:
                    marks = ",".join("?" * len(rows[0]))
                    base.executemany(
                        f'INSERT OR IGNORE INTO "{name}" VALUES ({marks})',  # noqa: S608
                        [_renamed(row, new, once[name]) for row in rows],
                    )
    base.commit()
    (there,) = base.execute("SELECT count(*) FROM table_state WHERE live").fetchone()
    base.close()
    return there


def _renamed(row, new, once):
    """A row under other ids; what is in the columns ``once`` is nowhere a second time."""
    cells = list(row)
    for at, cell in enumerate(cells):
        if isinstance(cell, str):
            for word, other in new:
                cells[at] = cells[at].replace(word, other)
            cells[at] += new[0][1] if at in once and cell else ""
    return tuple(cells)


async def stored(path, tables):
    """A database with so many tables that are not over; how many there are."""
    return copied(path, await templates(path), tables)


async def main(tables=TABLES):
    """Measure; whether it is as quick as it has to be."""
    logging.disable(logging.INFO)
    with tempfile.TemporaryDirectory(prefix="bench-start-") as folder:
        path = Path(folder) / "many.db"
        there, before = await stored(path, tables), memory()
        began, worked = time.perf_counter(), time.process_time()
        service = await opened(path, Elsewhere())
        seconds, work = time.perf_counter() - began, time.process_time() - worked
        print(f"started with {there} tables: {seconds:.1f} s, {work:.1f} s of CPU")
        print(f"memory: {memory() - before:.0f} MB more")
        began, worked = time.perf_counter(), time.process_time()
        await asyncio.sleep(0.5)
        print(f"in the half second after it: {time.process_time() - worked:.1f} s of CPU")
        kept = len(service.running.tables.running) == there
        await closed(service)
    print("nothing lost" if kept else "LOST")
    return kept and work <= SECONDS * tables / TABLES


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main(*map(int, sys.argv[1:]))) else 1)
