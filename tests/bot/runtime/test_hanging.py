"""One that hangs, of all threads that tables share: others go on, and the program can stop."""

import asyncio
import re
import threading
import time

import pytest
from sqlalchemy import create_engine

from bot.app.housekeeping import AGAIN, SETTLED, Housekeeping
from bot.ports.refs import ChatRef
from bot.store import db, standings
from bot.store.reads import _Query
from bot.store.rows import NotRead
from bot.support.workers import HANGING, Overdue, Workers
from tests.kit.actors import said
from tests.kit.ids import ROOM_ID, long_id
from tests.kit.platform import MemoryPlatform
from tests.kit.program import ROOT
from tests.kit.world import until

OTHER = ChatRef("memory", long_id("other"))


@pytest.fixture
def leave():
    event = threading.Event()
    yield event
    event.set()


class Brush:
    """Paints; the first picture never ends."""

    def __init__(self, leave):
        self.leave, self.begun = leave, []

    def __call__(self, view, say, *, four=False):
        self.begun.append(view)
        if len(self.begun) == 1:
            self.leave.wait(30)
        return b"PNG"


@pytest.mark.alone
async def test_a_picture_that_hangs_is_words_and_other_tables_have_theirs(world, leave, caplog):
    brush, platform = Brush(leave), MemoryPlatform(pictures=True)
    async with world.house(platform=platform, paint=brush, check=False) as house:
        painter = house.context.painter
        pictures = painter.workers[0]
        await house.handle(house.people.say("甲", "/newgame 比大小"))
        await until(lambda: brush.begun and pictures._open)
        await house.handle(house.people.say("乙", "/newgame 比大小", chat=OTHER))
        await until(lambda: any(job.alarm for job in pictures._open))
        house.clock.forward(pictures.limit)
        await until(lambda: platform.in_chat() and platform.in_chat(OTHER.id))
        board = platform.board(ROOM_ID)
        assert board.picture is None and board.alt and board.text.startswith(board.alt)
        assert platform.board(OTHER.id).picture == b"PNG"
        assert pictures.hanging == 1
        errors = [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]
        table = house.tables.at(ChatRef("memory", ROOM_ID)).table.state.id
        assert len(errors) == 1 and f"picture given up table={table} " in errors[0]
        began = time.monotonic()
    assert time.monotonic() - began < 5


NAMES = ["painter", "words", "films", "computer player"]
NAMES += ["database reader", "database file", "database copy"]


def shared(house):
    """Every thread that tables share."""
    return (*house.context.workers, *house.store.workers)


async def law(house, workers, leave):
    """One that hangs is given up in its time and replaced; what goes on beside it is served."""
    stuck = asyncio.create_task(workers.do(lambda: leave.wait(30)))
    await until(lambda: workers._under_way and all(job.taken for job in workers._under_way))
    for _ in range(3):
        await asyncio.sleep(0.01)  # the thread tells the loop that it has begun
    house.clock.forward(workers.limit)
    await asyncio.wait([stuck], timeout=1)
    assert stuck.done() and isinstance(stuck.exception(), Overdue), "nobody waits for it any more"
    assert workers.hanging == 1
    following = asyncio.create_task(workers.do(lambda: "next"))
    await asyncio.wait([following], timeout=1)
    assert following.done() and following.result() == "next", "another has taken its place"
    assert await house.say("甲", "/help") is not None
    assert await house.say("甲", "/scores") is not None
    await house.say("甲", "/newgame 比大小")
    assert house.platform.board()


@pytest.mark.alone
@pytest.mark.parametrize("index", range(len(NAMES)), ids=NAMES)
async def test_every_shared_worker_goes_on_beside_one_that_hangs_and_lets_stop(world, leave, index):
    async with world.house(check=False, later=world.clock.call_in) as house:
        assert [workers.name for workers in shared(house)] == NAMES, "a law over all of them"
        await law(house, shared(house)[index], leave)
        began = time.monotonic()
    assert time.monotonic() - began < 3


class Patient(Workers):
    """Waits for ever."""

    def _began(self, job):
        pass


class Short(Workers):
    """Gives up, and lets nobody take the place."""

    def _overdue(self, job):
        super()._overdue(job)
        self._threads += 1


PLANTED = [(Patient, index) for index in range(len(NAMES))]
PLANTED += [(Short, index) for index, name in enumerate(NAMES) if name != "database reader"]
"""(Of several readers that have begun already, the others go on.)"""


@pytest.mark.parametrize(("planted", "index"), PLANTED)
async def test_planted_a_worker_without_a_limit_is_seen(world, leave, planted, index):
    async with world.house(check=False, later=world.clock.call_in) as house:
        workers = shared(house)[index]
        workers.__class__ = planted
        workers._at_once = 1
        with pytest.raises(AssertionError):
            await law(house, workers, leave)
        leave.set()


MAKES_THREADS = re.compile(r"ThreadPoolExecutor|to_thread|run_in_executor|Thread\(|Timer\(")

BEFORE_OR_BESIDE = {
    "bot/store/opening.py": "the look at the start, which nobody waits for but the start",
    "bot/store/condition.py": "python -m bot check",
    "bot/app/check.py": "python -m bot check",
    "bot/app/program.py": "the alarm of a stop",
    "bot/support/process_main.py": "a process of its own, which ends with its input",
}


def test_there_are_no_other_threads():
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "bot").rglob("*.py")
        if MAKES_THREADS.search(path.read_text())
    }
    assert found == {"bot/support/workers.py", *BEFORE_OR_BESIDE}


# The database.


async def test_a_read_that_hangs_is_answered_in_words(world, leave, caplog, monkeypatch):
    async with world.house(check=False, later=world.clock.call_in) as house:
        await house.say("甲", "/newgame 比大小")
        (readers, *_) = house.store.workers
        monkeypatch.setattr(standings, "_cells", lambda *_: leave.wait(30))
        asked = asyncio.create_task(house.handle(house.people.say("甲", "/scores")))
        await until(lambda: any(job.alarm for job in readers._open))
        house.clock.forward(readers.limit)
        assert "数据库" in said(await asked)
        assert said(await house.say("乙", "/help"))
        errors = [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]
        assert errors == ["a read was given up: the database does not answer"]


async def test_a_query_without_end_gives_its_thread_back(world):
    endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT max(x) FROM c"
    async with world.house(check=False, later=world.clock.call_in) as house:
        store = house.store
        (readers, *_) = store.workers
        begun = []

        def count(connection):
            begun.append(connection)
            return connection.exec_driver_sql(endless).all()

        for number in range(1, 2 * HANGING + 1):
            asked = asyncio.create_task(store.read(count))
            # The heart reads as well: it is this one that is to take too long.
            await until(
                lambda number=number: len(begun) == number and all(j.alarm for j in readers._open)
            )
            house.clock.forward(readers.limit)
            with pytest.raises(NotRead):
                await asked
            while readers.hanging:
                house.clock.forward(1)
                await asyncio.sleep(0.01)
        assert await store.matches.live_tables() == []


def test_a_query_that_is_given_up_before_it_has_a_connection_does_not_begin(tmp_path):
    engine, begun = create_engine(f"sqlite:///{tmp_path / 't.db'}"), []
    query = _Query()
    query.interrupt(lambda *_: None)
    with pytest.raises(NotRead):
        query.run(engine, begun.append)
    assert begun == []
    engine.dispose()


async def test_where_too_many_reads_hang_it_is_said_at_once(world, leave):
    async with world.house(check=False, later=world.clock.call_in) as house:
        store = house.store
        (readers, *_) = store.workers
        begun = []

        def hang(connection):
            begun.append(connection)
            return leave.wait(30)

        stuck = [asyncio.create_task(store.read(hang)) for _ in range(HANGING)]
        # The heart reads as well: it is these that are to take too long.
        await until(lambda: len(begun) == HANGING and all(job.alarm for job in readers._open))
        house.clock.forward(readers.limit)
        assert [type(e) for e in await asyncio.gather(*stuck, return_exceptions=True)] == (
            [NotRead] * HANGING
        )
        assert "数据库" in said(await house.say("甲", "/scores"))
        leave.set()
        await until(lambda: not readers.hanging)
        assert "数据库" not in said(await house.say("乙", "/scores"))


@pytest.mark.parametrize("hangs", ["short", "long"])
async def test_a_file_that_hangs_costs_a_line_and_the_next_look_comes(world, leave, caplog, hangs):
    async with world.house(check=False, later=world.clock.call_in) as house:
        store, clock = house.store, house.clock
        await house.say("甲", "/newgame 比大小")
        keeper = Housekeeping(store.file, lambda: store.written, clock, backups=True)
        name = "_fold" if hangs == "short" else "_copied"
        begun = []
        setattr(store.file, name, lambda *_: (begun.append(name), leave.wait(30)))
        clock.forward(SETTLED)
        workers = store.file.workers[hangs == "long"]
        looking = asyncio.create_task(keeper.look())
        await until(lambda: begun and any(job.alarm for job in workers._open))
        (job,) = workers._open
        clock.forward(job.limit)
        await looking
        assert workers.hanging == 1 and "housekeeping failed" not in caplog.text
        delattr(store.file, name)
        await house.settle()
        await house.forward(AGAIN)
        before = store.written
        await keeper.look()
        assert len(store.file.backups.all()) == 1 and keeper._folded >= before > 0


@pytest.mark.alone
async def test_a_write_that_hangs_does_not_hold_up_a_stop(world, leave, monkeypatch):
    async with world.house(check=False) as house:
        await house.say("甲", "/newgame 比大小")
        real = db._in_thread
        monkeypatch.setattr(db, "_in_thread", lambda *args: (leave.wait(30), real(*args)))
        asked = asyncio.create_task(house.handle(house.people.say("乙", "/join")))
        await until(lambda: house.store._writer._batch)
        began = time.monotonic()
    took = time.monotonic() - began
    await asyncio.gather(asked, return_exceptions=True)
    assert took < 3
    leave.set()
