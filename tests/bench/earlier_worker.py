"""One side of ``tests.bench.earlier``: works in the folder it is started in, a block at each line.

A line on its input names what is measured; a line on its output has the milliseconds of CPU that
one took, threads included. It is no module of this tree: where it is started names have changed.
"""

import asyncio
import contextlib
import io
import random
import sys
import tempfile
import time
from functools import partial
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))

many = import_module("tests.bench.many")
tables = import_module("tests.bench.table")
MemoryPlatform, People = (
    getattr(import_module("tests.kit.platform"), name) for name in ("MemoryPlatform", "People")
)
TABLES = 200
PLAYS = 12
GAMES = 60


def first(*names):
    """The first of some ``module:name`` that is there."""
    for name in names:
        module, _, attribute = name.partition(":")
        with contextlib.suppress(ImportError, AttributeError):
            return getattr(import_module(module), attribute)
    raise LookupError(names)


Catalogue = first("bot.i18n.catalogue:Catalogue", "bot.i18n:Catalogue")
Thought = first("bot.table.commands:Thought", "bot.commands:Thought")
render = first("renderers.text:render")
games = first("engine.registry:games")


def maker():
    """What makes, for a step of a table, the private screen of a seat: (view, names) of it."""
    try:
        hand, readers = first("bot.screens.hand:hand"), first("bot.screens.reader:Reader")
        situation = first("bot.screens.situation:Situation")
    except LookupError:
        screens = first("bot.screens.board:Screens", "bot.screens:Screens")(Catalogue())
        return lambda table: partial(screens.hand, table), screens.catalogue
    reader = readers(Catalogue())
    return lambda table: partial(hand, reader, table, now=situation(table)), reader.catalogue


async def random_games():
    """Random games of 斗地主 through the public contract."""
    game = first("tests.bench.doudizhu:our_game")
    number = 0
    while True:
        began = time.process_time()
        for number in range(number + 1, number + 1 + GAMES):  # noqa: B020  (the next ones)
            game(number, random.Random(number))  # noqa: S311  (no secret)
        yield (time.process_time() - began) / GAMES


async def hands(words):
    """Screens of all four seats after each play of a round, and their words too."""
    make, catalogue = maker()
    number = 0
    while True:
        number += 1
        table = tables.live_table(games(tests_too=True)["dunmazi"], 4, number)
        rng, spent, made = tables.Rng(b"earlier", number), 0.0, 0
        for _ in range(PLAYS):
            if not table.state.questions or table.state.round != 1:
                break
            question = next(q for q in table.state.questions if not table.prompt(q.seat).answered)
            asked = table.state.questions
            table.change(
                questions=tuple(type(q)(q.seat, q.number, q.since, None, tables.NOW) for q in asked)
            )
            action = tables.legal(table.match, question.seat, rng)
            table.handle(Thought(question.seat, question.number, action), tables.NOW)
            began = time.process_time()
            of = make(table)
            for seat in range(4):
                screen = of(seat)
                if words:
                    render(screen.view, catalogue.speaker(screen.names))
                made += 1
            spent += time.process_time() - began
        yield spent / made


async def presses(folder):
    """A press at each of many tables."""
    service = await many.opened(Path(folder) / "many.db", MemoryPlatform())
    crowd = many.Crowd(service, People())
    await crowd.all(many.begin(crowd, n) for n in range(TABLES))
    while True:
        began, wall = time.process_time(), time.perf_counter()
        await crowd.all(many.move(crowd, n) for n in range(TABLES))
        spent, took = time.process_time() - began, time.perf_counter() - wall
        presses.rate = len(crowd.took) / took
        yield spent / len(crowd.took)


async def main():
    with tempfile.TemporaryDirectory(prefix="bench-earlier-") as folder:
        kinds = {
            "random game": random_games(),
            "hand": hands(False),
            "hand and words": hands(True),
            "press": presses(folder),
        }
        while line := (await asyncio.to_thread(sys.stdin.readline)).strip():
            with contextlib.redirect_stdout(io.StringIO()):
                spent = await anext(kinds[line])
            rate = getattr(presses, "rate", 0.0) if line == "press" else 0.0
            print(f"{spent * 1000} {rate}", flush=True)
        sys.stdout.flush()


asyncio.run(main())
