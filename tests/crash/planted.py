"""Faults on purpose: each must be found. ``python -m tests.crash.planted NAME``."""

import asyncio
import logging
import sys
import tempfile
from pathlib import Path

from bot.runtime.table_runner import TableRunner
from bot.store.purse import Posted
from bot.store.rows import Acted, RoundScored
from bot.store.store import Store
from bot.table import lifecycle
from bot.table import machine as table
from bot.table.commands import Delivered
from tests.crash.life import SCENES
from tests.crash.run import Crash

POINTS = 12


def told_before_it_is_stored():
    """The answer leaves while the transaction is still on its way."""
    write, later = Store.commit, set()

    async def commit(store, rows):
        later.add(asyncio.create_task(write(store, rows)))

    Store.commit = commit
    return ("before commit", "told", "after edit")


def in_two_transactions():
    """A round's scores are stored apart from the action that ended it."""
    write = Store.commit

    async def commit(store, rows):
        scores = [row for row in rows if isinstance(row, RoundScored)]
        if scores and any(isinstance(row, Acted) for row in rows):
            await write(store, [row for row in rows if not isinstance(row, RoundScored)])
        await write(store, scores or rows)

    Store.commit = commit
    return (("before commit", "settling"), ("inside commit", "settling"))


def coins_come_back_apart():
    """What is locked comes back apart from the end of its match."""
    write = Store.commit

    async def commit(store, rows):
        coins = [row for row in rows if isinstance(row, Posted) and row.kind == "return"]
        await write(store, [row for row in rows if row not in coins])
        await write(store, coins)

    Store.commit = commit
    return (("before commit", "coins"), ("inside commit", "coins"))


def not_shown_after_a_crash():
    """What was stored and not shown stays unshown."""
    TableRunner.show_after_crash = lambda runner: None
    return ("after commit", "before edit")


def clocks_run_on():
    """Deadlines stay where they were while nobody was there."""
    lifecycle.move_clocks = lambda table, by: None
    return ("told", "after edit", "asked")


def messages_forgotten():
    """Which messages show a table is not noted."""
    note = table._HANDLERS[Delivered]

    def forgetful(table, command, now):
        note(table, Delivered(command.public), now)

    table._HANDLERS[Delivered] = forgetful
    return ("told", "after edit", "asked")


FAULTS = {
    fault.__name__: fault
    for fault in (
        told_before_it_is_stored,
        in_two_transactions,
        coins_come_back_apart,
        not_shown_after_a_crash,
        clocks_run_on,
        messages_forgotten,
    )
}


def main():
    """The number of problems is printed; 0 if the fault was found."""
    logging.basicConfig(level=logging.CRITICAL + 1)
    places = FAULTS[sys.argv[1]]()
    with tempfile.TemporaryDirectory() as made:
        crash = Crash(Path(made), 1, places)
        crash.rehearse((SCENES[3], SCENES[6]), 2)
        tally = crash.run(POINTS, 2, first=True)
    lost, doubled = tally.counts["lost"], tally.counts["doubled"]
    print(f"lost {lost}, doubled {doubled}, problems {len(tally.problems)}")
    for problem in tally.problems[:5]:
        print(problem)
    return int(not tally.problems)


if __name__ == "__main__":
    sys.exit(main())
