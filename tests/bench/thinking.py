"""Sixty-four tables of 高手 at their usual pace: who answers, and how late the event loop is.

``python -m tests.bench.thinking [--tables N] [--seconds N] [--game ID]``: the real service and a
real database; pictures are left out. First the loop is measured with nothing to do, then while all
tables play, then again with nothing to do, each as long. At least 95 % of the answers are to come
from a search, and the loop's p99 while they play is to be at most 5 ms above an idle one's.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from bot.commands.service import GameService
from bot.delivery.painter import Painter
from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.players.computer import Computers, processes
from bot.ports.refs import ChatRef
from bot.screens.reader import Reader
from bot.store.store import Store
from bot.support.clock import SystemClock
from engine.registry import games
from tests.bench.many import no_picture
from tests.kit.actors import chance, legal, press_of, waited_for
from tests.kit.ids import long_id
from tests.kit.platform import MemoryPlatform, People

SAMPLE = 0.005
"""Seconds between two looks at the loop."""

SEARCHED, LATER = 0.95, 0.005
"""The part of answers that a search is to give, and the seconds that the loop may be later."""


async def lag(seconds, found):
    """How late the loop is, in seconds, look by look."""
    ends = time.perf_counter() + seconds
    while (began := time.perf_counter()) < ends:
        await asyncio.sleep(SAMPLE)
        found.append(time.perf_counter() - began - SAMPLE)


def p99(found):
    return sorted(found)[int(len(found) * 0.99)]


def chat_of(number):
    return ChatRef("memory", long_id(f"room{number}"))


async def play(service, people, game, number, stop):
    """A person and computers of the highest level, one quan after the other."""
    chat, who = chat_of(number), f"p{number}"
    rng = chance("thinking", number)

    async def say(text):
        await service.handle(people.say(who, text, chat=chat))

    await say(f"/newgame {game}")
    for _ in range(games()[game].info.seats[0] - 1):
        await say("/addbot 高手")
    await say("/start")
    await asyncio.sleep(rng.below(2000) / 1000)  # people do not begin all at once
    while not stop.is_set():
        runner = service.running.tables.at(chat)
        if runner is None:
            await say(f"/newgame {game}")
            continue
        table = runner.table
        asked = waited_for(table)
        for seat, name in asked[:1]:
            await asyncio.sleep((1000 + rng.below(2000)) / 1000)
            if table.question_of(seat) is not None:
                token, values = press_of(table, seat, legal(table, seat, rng))
                await service.handle(people.press(name, token, values, chat=chat))
        if not asked:
            if table.state.phase.value == "between":
                await say("/next")
            await asyncio.sleep(0.3)


async def main(tables, seconds, game):
    """Measure; whether both bars are held."""
    clock = SystemClock()
    with tempfile.TemporaryDirectory(prefix="bench-thinking-") as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'thinking.db'}")
        catalogue = Catalogue()
        for language in LANGUAGES:
            catalogue.to(language)
        computers = Computers(clock, processes=processes(clock))
        platform = MemoryPlatform()
        service = GameService(
            store, {platform.name: platform}, Reader(catalogue),
            Painter(catalogue, computers, no_picture), computers, games(), clock, pace=1.0,
        )  # fmt: skip
        await service.start()
        idle, busy = [], []
        await lag(seconds / 2, idle)
        stop, people = asyncio.Event(), People()
        playing = [
            asyncio.create_task(play(service, people, game, number, stop))
            for number in range(tables)
        ]
        await asyncio.sleep(10)  # they are opened, and the processes have come
        computers.answers = dict.fromkeys(computers.answers, 0)
        worked = time.process_time()
        await lag(seconds, busy)
        worked = (time.process_time() - worked) / seconds
        answers = dict(computers.answers)
        stop.set()
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
        await service.close()
        await lag(seconds / 2, idle)
        await store.close()
    errors = [e for e in ended if e is not None and not isinstance(e, asyncio.CancelledError)]
    total = sum(answers.values())
    searched = (answers["process"] + answers["thread"]) / max(1, total)
    later = p99(busy) - p99(idle)
    print(f"{tables} tables of {game} on {os.cpu_count()} cores for {seconds:.0f} s: {answers}")
    print(
        f"{total / seconds:.0f} answers a second, {100 * searched:.1f} % of them searched; loop"
        f" p99 {p99(busy) * 1e3:.1f} ms late, idle {p99(idle) * 1e3:.1f} ms;"
        f" the program's own process used {worked:.2f} of a core"
    )
    print(f"beside a load of {os.getloadavg()[0]:.1f}; {len(errors)} tables broke", *errors[:2])
    return searched >= SEARCHED and later <= LATER and not errors


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--tables", type=int, default=64)
    words.add_argument("--seconds", type=float, default=60.0)
    words.add_argument("--game", default="doudizhu", choices=sorted(games()))
    said = words.parse_args()
    sys.exit(not asyncio.run(main(said.tables, said.seconds, said.game)))
