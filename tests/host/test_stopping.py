"""A stop in the middle of everything: quick, quiet, and nothing is lost."""

import asyncio
import gc
import logging
import sqlite3
import time
from contextlib import closing

import pytest

from bot.app import program, serve
from bot.app.settings import Settings
from bot.commands.service import GameService
from bot.store.rows import NotSaved
from bot.store.store import Store
from tests.kit.actors import begin, chance, legal, press_of, waited_for
from tests.kit.platform import MemoryPlatform
from tests.kit.stored import acted, saved, started
from tests.kit.tiers import chosen

# Many threads begin at once here, and where they are traced one of them may fail to.
pytestmark = pytest.mark.no_cover


def errors(caplog):
    return [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]


def slow_picture(view, say, *, four=False):
    time.sleep(0.02)  # in the painter's thread: a picture is under way whenever it is stopped
    return b"PNG"


class Slow(MemoryPlatform):
    """A messenger that takes a turn of the loop or ten for everything."""

    async def _wait(self):
        for _ in range(10):
            await asyncio.sleep(0)

    async def post(self, *args):
        await self._wait()
        return await super().post(*args)

    async def edit(self, *args):
        await self._wait()
        return await super().edit(*args)


WANTS = ("/scores", "/me", "/record", "/why", "/hand", "/table", "/mydata", "/settings", "/purse")


def wanted(house, rng):
    """What everybody wants at one moment: a move each, and reading."""
    found = []
    for runner in house.tables.running.values():
        for seat, who in waited_for(runner.table):
            token, values = press_of(runner.table, seat, legal(runner.table, seat, rng))
            found.append(house.people.press(who, token, values))
    return found + [house.people.say("甲", text) for text in WANTS]


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 5, 8, 13, 21, 50])
async def test_in_mid_play_it_logs_no_error_and_keeps_what_was_acknowledged(
    world, caplog, turns, tmp_path
):
    world.platform = Slow()
    async with world.house(check=False, paint=slow_picture) as house:
        await begin(house, "比大小", 3)
        pressing = [asyncio.ensure_future(house.handle(i)) for i in wanted(house, chance(turns))]
        for _ in range(turns):
            await asyncio.sleep(0)
        shown = house.table.match.step
        await house.service.close()
        await house.store.close()
        left = await asyncio.gather(*pressing, return_exceptions=True)
    gc.collect()
    assert [e for e in left if isinstance(e, BaseException)] == []
    assert errors(caplog) == [] and "Traceback" not in caplog.text
    stored = world.sql("select count(*) from action")[0][0]
    assert stored >= shown


async def test_after_a_stop_nothing_is_left_running(world):
    before = asyncio.all_tasks()
    async with world.house(check=False, paint=slow_picture) as house:
        await begin(house, "比大小", 3)
        house.clock.forward(300)
        pressing = [asyncio.ensure_future(house.handle(i)) for i in wanted(house, chance(1))]
        await asyncio.sleep(0)
    await asyncio.gather(*pressing, return_exceptions=True)
    assert {t.get_name() for t in asyncio.all_tasks() - before} == set()


# The store waits for what is in flight.


@pytest.fixture
async def store(tmp_path):
    opened = await Store.open(f"sqlite:///{tmp_path}/t.db")
    await opened.commit([*started(), acted(1), *(saved(f"t{n}") for n in range(200))])
    yield opened
    await opened.close()


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 5, 8, 13])
async def test_reads_that_nobody_waits_for_come_to_their_end_before_it_is_closed(
    store, caplog, turns
):
    caplog.set_level(logging.INFO)
    reads = [asyncio.ensure_future(store.matches.live_tables()) for _ in range(12)]
    for _ in range(turns):
        await asyncio.sleep(0)
    for read in reads:
        read.cancel()
    await store.close()
    assert not any(workers.working for workers in store.workers)
    await asyncio.gather(*reads, return_exceptions=True)
    assert [r.getMessage() for r in caplog.records if r.levelno > logging.INFO] == []
    with pytest.raises(NotSaved):
        await store.matches.live_tables()


def test_no_thread_tells_a_loop_that_is_closed(tmp_path, recwarn):
    """Seen once in a run of the tests: the thread of a database whose test was over."""
    noted = []
    hook, threading_hook = None, __import__("threading")
    hook, threading_hook.excepthook = threading_hook.excepthook, noted.append

    async def life():
        store = await Store.open(f"sqlite:///{tmp_path}/t.db")
        await store.commit([saved(f"t{n}") for n in range(300)])
        reads = [asyncio.ensure_future(store.matches.live_tables()) for _ in range(10)]
        writes = [asyncio.ensure_future(store.commit([saved(f"w{n}")])) for n in range(10)]
        await asyncio.sleep(0)
        for task in (*reads, *writes):
            task.cancel()
        closing_ = asyncio.ensure_future(store.close())
        await asyncio.sleep(0)
        closing_.cancel()  # as a test does that is broken off
        await asyncio.gather(closing_, *reads, *writes, return_exceptions=True)

    try:
        for _ in range(5):
            asyncio.run(life())
    finally:
        threading_hook.excepthook = hook
    assert noted == []


async def test_what_was_given_to_write_is_written_though_nobody_waits(store, tmp_path):
    writes = [asyncio.ensure_future(store.commit([saved(f"w{n}")])) for n in range(20)]
    await asyncio.sleep(0)
    for write in writes:
        write.cancel()
    await store.close()
    with closing(sqlite3.connect(tmp_path / "t.db")) as found:
        (count,) = found.execute("select count(*) from table_state").fetchone()
    assert count == 220


# At most five seconds.


async def test_a_messenger_that_takes_nothing_does_not_hold_up_a_stop(tmp_path, monkeypatch):
    """Goodbyes are given up, and so is what they wait for."""
    monkeypatch.setattr(serve, "CLOSING", 0.05)

    async def never(_service, _line):
        await asyncio.Event().wait()

    monkeypatch.setattr(GameService, "say_goodbye", never)
    stop = asyncio.Event()
    stop.set()
    given = Settings(_env_file=None, database_url=f"sqlite:///{tmp_path}/t.db", web_port=0)
    await asyncio.wait_for(serve.serve(given, stop), 20)


def test_a_stop_that_hangs_is_ended_with_code_0(tmp_path):
    """Whatever holds up the loop: the alarm is no part of it."""
    import subprocess
    import sys

    from tests.kit.program import ROOT

    text = (
        "import os, signal, sys, time\n"
        "from bot.app import program\n"
        "program.LONGEST = 0.2\n"
        "async def serve(settings, stop):\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    while True: time.sleep(0.01)\n"
        "program.serve = serve\n"
        "sys.exit(program.run([]))\n"
    )
    found = subprocess.run(  # noqa: S603
        [sys.executable, "-c", text], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert found.returncode == 0
    assert "next start" in found.stderr and "Traceback" not in found.stderr
    assert program.LONGEST + 0.4 <= 5


HANGS = """
import asyncio, os, signal, sys, threading, time
from bot.app import program, serve
from bot.store import db
from bot.store.store import Store

what = sys.argv[1]

def hang(*_):
    time.sleep(60)

opened = Store.open

async def noted(*args, **kwargs):
    stores.append(await opened(*args, **kwargs))
    return stores[0]

def started(address):
    asyncio.get_running_loop().call_later(0.1, begin, stores[0])

def begin(store):
    if what == "writer":
        db._in_thread = hang
        tasks.append(asyncio.ensure_future(store.beat(store._clock())))
    elif what == "reader":
        tasks.append(asyncio.ensure_future(store.read(hang)))
    else:
        workers = store.file.workers[what == "copy"]
        tasks.append(asyncio.ensure_future(workers.do(hang)))
    asyncio.get_running_loop().call_later(0.3, os.kill, os.getpid(), signal.SIGTERM)
    began.append(time.monotonic() + 0.3)

tasks, began, stores = [], [], []
Store.open, serve._announce = noted, started
code = program.run([])
print("stopped in", time.monotonic() - began[0])
sys.exit(code)
"""


@pytest.mark.alone
@pytest.mark.parametrize("what", chosen(["writer", "reader", "file", "copy"], 2, "hangs"))
def test_whatever_hangs_in_the_database_a_stop_waits_a_second_for_it(tmp_path, what):
    import subprocess
    import sys

    from tests.kit.program import ROOT

    found = subprocess.run(  # noqa: S603
        [sys.executable, "-c", HANGS, what], cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "WEB_PORT": "0", "DATABASE_URL": f"sqlite:///{tmp_path}/t.db"},
        capture_output=True, text=True, check=False, timeout=30,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert "Traceback" not in found.stderr and "next start" not in found.stderr, found.stderr
    (line,) = [x for x in found.stdout.splitlines() if x.startswith("stopped in")]
    assert float(line.split()[-1]) < 3.0
