"""How fast a long book is read: ``python -m tests.bench.sums``.

One chat with 100,000 rounds of 13,000 matches over 400 days, twelve people who come and go, and
others beside it. What ``/scores``, ``/me`` and the like ask is asked of the sums that are kept up
and, in the same run, counted again from all rounds; in seconds of this process. What keeping them
up costs is measured where a round ends in a match of twenty and of a thousand rounds.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from bot.store import standings
from bot.store.db import reading_engine
from bot.store.rows import MatchEnded, MatchStarted, RoundScored, RoundStarted, SeatRow
from bot.store.scorebook import EVER, Window
from bot.store.store import Store
from tests.kit import recount
from tests.kit.stored import SEED, acted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.store.rows import Row

ROUNDS = 100_000
DAYS = 400
CHAT = "telegram:-10012345678901"
OTHER = "telegram:-10098765432109"
PEOPLE = [f"telegram:50{n:08d}" for n in range(12)]
BEGIN = datetime(2025, 1, 1, 5, tzinfo=UTC)
OPTIONS = '{"cap":6,"rounds":8,"fast":false}'

# The bar.
MOST_MS = 50.0


def book(rounds: int, chance: Random) -> Iterator[list[Row]]:
    """So many rounds as commits, a match each."""
    played = number = 0
    while played < rounds:
        chat = OTHER if chance.random() < 0.1 else CHAT
        length = chance.randint(4, 12)
        at = BEGIN + timedelta(days=DAYS * played / rounds, minutes=chance.random() * 600)
        yield match(f"m{number}", chat, length, at, chance)
        number += 1
        played += length * (chat == CHAT)


def match(ident: str, chat: str, length: int, at: datetime, chance: Random) -> list[Row]:
    """A match of three people."""
    people = chance.sample(PEOPLE, 3)
    seats = tuple(SeatRow(seat, user, user[-3:]) for seat, user in enumerate(people))
    game = chance.choice(("doudizhu", "dazha"))
    rows: list[Row] = [
        MatchStarted(ident, f"t-{ident}", chat, game, 1, SEED, OPTIONS, length, "{}", seats, at)
    ]
    for round_ in range(1, length + 1):
        at += timedelta(minutes=3)
        won = chance.randint(-9, 9)
        rows += [
            RoundStarted(ident, round_, OPTIONS, at),
            acted(1, ident, round_=round_),
            acted(2, ident, round_=round_),
            RoundScored(ident, round_, (won, -won, 0), "[]", at),
        ]
    return [*rows, MatchEnded(ident, "finished", at)]


async def filled(path: Path, rounds: int) -> Store:
    """A store with the book in it."""
    store = await Store.open(f"sqlite:///{path}")
    chance = Random(1)  # noqa: S311
    waiting = []
    for rows in book(rounds, chance):
        waiting.append(store.commit(rows))
        if len(waiting) == 200:
            await asyncio.gather(*waiting)
            waiting.clear()
    await asyncio.gather(*waiting)
    return store


QUESTIONS: dict[str, Callable[..., object]] = {
    "/scores": lambda c, of, window: (
        of.latest_match(c, CHAT, window),
        of.sheet(c, CHAT, window),
    ),
    "/settle": lambda c, of, window: (
        of.game_totals(c, CHAT, window),
        of.uneven_games(c, CHAT, window),
    ),
    "/me": lambda c, of, _: (of.person_totals(c, PEOPLE[0], CHAT), of.person_totals(c, PEOPLE[0])),
    "records": lambda c, of, _: of.best_rounds(c, CHAT, "dazha", OPTIONS),
}

END = BEGIN + timedelta(days=DAYS)
WINDOWS = {
    "all": EVER,
    "season": Window(BEGIN + timedelta(days=100, hours=7)),
    "30 days": Window(END - timedelta(days=30)),
}


def asked(path: Path, times: int) -> dict[tuple[str, str], tuple[float, float]]:
    """Milliseconds by question and window: from the sums, at best, and counted again."""
    found = {}
    engine = reading_engine(path)
    with engine.connect() as connection:
        for name, when in product(QUESTIONS, WINDOWS):
            ask, window = QUESTIONS[name], WINDOWS[when]
            kept, answer = least(partial(ask, connection, standings, window), times)
            again, right = least(partial(ask, connection, recount, window), 1)
            if answer != right:
                raise AssertionError(f"{name} {when}: {answer} is not {right}")
            found[name, when] = (kept, again)
    engine.dispose()
    return found


def least(work: Callable[[], object], times: int) -> tuple[float, object]:
    """The shortest of some tries, in milliseconds of this thread, and what it gave."""
    took = []
    for _ in range(times):
        began = time.thread_time()
        answer = work()
        took.append(1000 * (time.thread_time() - began))
    return min(took), answer


async def kept_up(store: Store, length: int, times: int) -> float:
    """Milliseconds of CPU for a round that ends in a match of so many rounds."""
    ident, chance = f"long{length}", Random(length)  # noqa: S311
    *rows, _ = match(ident, CHAT, length, END, chance)
    await store.commit(rows)
    began = time.process_time()
    for number in range(length + 1, length + 1 + times):
        await store.commit(
            [RoundStarted(ident, number, OPTIONS, END), acted(1, ident, round_=number),
             RoundScored(ident, number, (1, -1, 0), "[]", END)]
        )  # fmt: skip
    return 1000 * (time.process_time() - began) / times


def report(found: dict[tuple[str, str], tuple[float, float]], rounds: int) -> bool:
    """Print it; whether the bar is reached."""
    print(f"\nsums: {rounds:,} rounds of a chat, CPU ms from the sums and counted again")
    for (name, when), (kept, again) in found.items():
        print(f"  {name:8} {when:8} {kept:8.1f} {again:9.1f}   1/{again / kept:.0f}")
    worst = max(kept for (name, _), (kept, _) in found.items() if name == "/scores")
    good = worst <= MOST_MS
    print(f"  /scores at most {MOST_MS:.0f} ms: {worst:.1f} {'ok' if good else 'MISSED'}")
    return good


def size(path: Path) -> str:
    """How many rows a log and its sums have."""
    with closing(sqlite3.connect(path)) as connection:
        rows = Counter(
            {
                name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # noqa: S608
                for name in ("round_score", "match_sum", "chat_sum")
            }
        )
    return ", ".join(f"{name} {number:,}" for name, number in rows.items())


async def main(rounds: int = ROUNDS) -> bool:
    """Measure everything; whether the bar is reached."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.db"
        store = await filled(path, rounds)
        try:
            good = report(asked(path, 5), rounds)
            for length in (20, 1000):
                print(f"  a round ends, the {length + 1}th: {await kept_up(store, length, 50):.2f}")
        finally:
            await store.close()
        print(f"  rows: {size(path)}")
    return good


if __name__ == "__main__":
    sys.exit(not asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else ROUNDS)))
