"""What folding the log back costs those who play: ``python -m tests.bench.fold``.

So many chats store one command after another, at full speed. Second by second the log is left
alone or folded back again and again, a hundred times as often as the program does it; so both are
measured in one run, on one disk and one file.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from bot.store.store import Store
from tests.bench.store import Ours, disk, play, start

CHATS = (8, 64)

SECONDS = 12
"""Half of them with folding."""

FOLD = 0.2
"""Seconds between two foldings; the program has twenty."""

P99_MS, TIMES = 5.0, 2.0
"""The 99th percentile may be so many milliseconds, or so many times what it is without."""


async def folding(store, begins, took):
    """Fold back in every second second; how long each took."""
    while True:
        await asyncio.sleep(FOLD)
        if int(time.perf_counter() - begins) % 2:
            began = time.perf_counter()
            await store.file.fold()
            took.append(time.perf_counter() - began)


async def run(folder, chats):
    """Commits (when, how long) of so many chats, and how long the foldings took."""
    store = await Store.open(f"sqlite:///{folder / f'fold{chats}.db'}")
    took, folds = Timed(), []
    try:
        await start(store, chats)
        begins = time.perf_counter() + 1
        took.begins = begins
        beside = asyncio.create_task(folding(store, begins, folds))
        until = (begins, begins + SECONDS)
        await asyncio.gather(*(play(Ours(store), chat, until, took) for chat in range(chats)))
        beside.cancel()
    finally:
        await store.close()
    return took, folds


class Timed:
    """Takes what ``play`` measures, apart by whether the log was folded back in that second."""

    def __init__(self):
        self.begins = 0.0
        self.without, self.beside = [], []

    def append(self, seconds):
        second = int(time.perf_counter() - self.begins)
        (self.beside if second % 2 else self.without).append(seconds)


def percentiles(took):
    took = sorted(took)
    return tuple(took[int(len(took) * part)] * 1000 for part in (0.5, 0.99))


async def main():
    """Measure; whether folding costs no more than it may."""
    good = True
    with tempfile.TemporaryDirectory(prefix="bench-fold-") as folder:
        print("disk: fsync p50 {:.2f} ms, p99 {:.2f} ms".format(*disk(Path(folder))))
        for chats in CHATS:
            took, folds = await run(Path(folder), chats)
            plain, beside = percentiles(took.without), percentiles(took.beside)
            for what, (p50, p99), count in (
                ("left alone", plain, len(took.without)),
                ("folded back", beside, len(took.beside)),
            ):
                rate = count / (SECONDS / 2)
                print(f"{chats:3} chats, {what:12}{rate:8.0f}/s, p50 {p50:.2f}, p99 {p99:.2f} ms")
            print(f"          {len(folds)} foldings, the longest {max(folds) * 1000:.1f} ms")
            good = good and beside[1] <= max(P99_MS, TIMES * plain[1])
    print("ok" if good else "MISSED")
    return good


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
