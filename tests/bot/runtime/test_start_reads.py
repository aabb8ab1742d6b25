"""A start reads the tables that are on: books and logs of what is over may be as long as they like.

Measured in steps of the database's machine, which takes some for each row that it looks at.
"""

import sqlite3
from contextlib import contextmanager
from dataclasses import replace

from sqlalchemy import event, select
from sqlalchemy.pool import Pool

from bot.runtime.sleeping import SleepingTables
from bot.store.schema import actions
from tests.kit.actors import begin
from tests.kit.stored import acted, played
from tests.kit.world import World

OVER = 30, 8
"""Matches that are over, and rounds of each; every round has a play."""

LEEWAY = 100
"""Steps that may be more: a tree of rows is one floor higher. Looking at each round takes 700."""


@contextmanager
def steps():
    """How many steps connections that are opened meanwhile take; the first of what is found."""
    found = [0]

    def count():
        found[0] += 1

    def watch(connection, _):
        if isinstance(connection, sqlite3.Connection):
            connection.set_progress_handler(count, 1)

    event.listen(Pool, "connect", watch)
    try:
        yield found
    finally:
        event.remove(Pool, "connect", watch)


async def started(world):
    """Steps of a start."""
    with steps() as found:
        async with world.house() as house:
            await house.settle()
            taken = found[0]
            assert house.table.state.match
    return taken


def over(number, at):
    """A match that is over, with its log."""
    _, rounds = OVER
    rows = played(f"over{number}", [(1, -1)] * rounds, "memory:elsewhere", "_specimen", "AB", at)
    rows = [replace(row, reasons="[]") if hasattr(row, "reasons") else row for row in rows]
    return rows + [acted(match=f"over{number}", round_=n) for n in range(1, rounds + 1)]


async def grown(world):
    """Steps of a start before and after much more was played elsewhere."""
    async with world.house() as house:
        await begin(house, "蹲麻子", 2)
    before = await started(world)
    async with world.house() as house:
        at = house.clock.now()
        await house.store.commit([row for number in range(OVER[0]) for row in over(number, at)])
    return before, await started(world)


async def test_a_start_takes_no_longer_for_what_is_over(tmp_path):
    before, after = await grown(World(tmp_path / "t.db"))
    assert before > 0
    assert after < before + LEEWAY


async def test_the_law_catches_a_start_that_reads_the_log(tmp_path, monkeypatch):
    start = SleepingTables.start

    async def curious(sleeping, *given):
        await sleeping._context.store.read(lambda found: found.execute(select(actions)).all())
        await start(sleeping, *given)

    monkeypatch.setattr(SleepingTables, "start", curious)
    before, after = await grown(World(tmp_path / "t.db"))
    assert after > before + LEEWAY
