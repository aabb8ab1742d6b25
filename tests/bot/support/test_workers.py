"""Threads that are shared: a job without end costs its author its time, and others nothing."""

import asyncio
import gc
import threading

import pytest

from bot.support.workers import NoneFree, Overdue, Workers
from tests.kit.clock import ManualClock
from tests.kit.world import until

LIMIT = 5


class Shop:
    """Workers, and jobs that hang until they are let go."""

    def __init__(self, at_once=1, most=2):
        self.clock = ManualClock()
        self.workers = Workers("shop", self.clock.call_in, at_once=at_once, limit=LIMIT, most=most)
        self.leave = threading.Event()
        self.begun = []

    def hang(self, *what):
        self.begun.append(what)
        self.leave.wait(30)
        return "late"

    async def hung(self):
        """A job that hangs, given up; what its author was told."""
        count = len(self.begun)
        task = asyncio.create_task(self.workers.do(self.hang))
        await until(lambda: len(self.begun) > count and self.clock.next_call)
        self.clock.forward(LIMIT)
        with pytest.raises(Overdue):
            await task


@pytest.fixture
def shop():
    made = Shop()
    yield made
    made.leave.set()
    made.workers.close()


async def test_a_job_is_done_in_a_thread_and_what_it_raises_is_raised(shop):
    assert await shop.workers.do(threading.get_ident) != threading.get_ident()
    with pytest.raises(ZeroDivisionError):
        await shop.workers.do(lambda: 1 // 0)
    await until(lambda: shop.clock.next_call is None)
    assert shop.workers.hanging == 0


async def test_one_that_hangs_is_replaced_and_who_waits_behind_it_goes_on(shop):
    stuck = asyncio.create_task(shop.workers.do(shop.hang))
    await until(lambda: shop.begun and shop.clock.next_call)
    behind = asyncio.create_task(shop.workers.do(lambda: "done"))
    await asyncio.sleep(0)
    shop.clock.forward(LIMIT)
    assert await behind == "done"
    with pytest.raises(Overdue):
        await stuck
    assert (shop.workers.hanging, shop.workers.given_up) == (1, 1)
    assert await shop.workers.do(lambda: "and on") == "and on"


async def test_time_in_the_queue_does_not_count(shop):
    stuck = asyncio.create_task(shop.workers.do(shop.hang))
    behind = asyncio.create_task(
        shop.workers.do(
            shop.hang,
        )
    )
    await until(lambda: shop.begun and shop.clock.next_call)
    shop.clock.forward(LIMIT)
    await until(lambda: len(shop.begun) == 2 and shop.clock.next_call)
    shop.clock.forward(LIMIT - 1)
    shop.leave.set()
    assert await behind == "late"
    with pytest.raises(Overdue):
        await stuck


async def test_when_too_many_hang_all_are_refused_until_one_returns(shop):
    await shop.hung()
    stuck = asyncio.create_task(shop.workers.do(shop.hang))
    await until(lambda: len(shop.begun) == 2 and shop.clock.next_call)
    waits = asyncio.create_task(shop.workers.do(lambda: "never begun"))
    await asyncio.sleep(0)
    shop.clock.forward(LIMIT)
    for task, error in ((stuck, Overdue), (waits, NoneFree)):
        with pytest.raises(error):
            await task
    with pytest.raises(NoneFree):
        await shop.workers.do(lambda: "refused")
    assert shop.workers.hanging == 2
    shop.leave.set()
    await until(lambda: shop.workers.hanging == 0)
    assert await shop.workers.do(lambda: "again") == "again"


async def test_whoever_does_not_wait_any_more_leaves_no_thread_hanging_unseen(shop):
    task = asyncio.create_task(shop.workers.do(shop.hang))
    await until(lambda: shop.begun and shop.clock.next_call)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    shop.clock.forward(LIMIT)
    assert shop.workers.hanging == 1
    assert await shop.workers.do(lambda: "done") == "done"


async def test_jobs_nobody_waits_for_are_not_begun(shop):
    stuck = asyncio.create_task(shop.workers.do(shop.hang))
    await until(lambda: shop.begun)
    gone = asyncio.create_task(shop.workers.do(lambda: shop.begun.append("gone")))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    shop.leave.set()
    assert await stuck == "late"
    assert await shop.workers.do(lambda: "next") == "next"
    assert len(shop.begun) == 1 and not shop.workers._open


async def test_what_gave_its_answer_in_time_is_not_overdue_because_the_loop_was(shop):
    done = threading.Event()
    task = asyncio.create_task(shop.workers.do(lambda: done.wait(30)))
    await until(lambda: shop.clock.next_call)
    done.set()
    for _ in range(1000):  # the loop is busy
        if next(iter(shop.workers._open)).finished:
            break
        threading.Event().wait(0.001)
    shop.clock.forward(LIMIT)
    assert await task is True


async def test_so_many_are_done_at_once_and_no_more():
    shop = Shop(at_once=2)
    jobs = [asyncio.create_task(shop.workers.do(shop.hang)) for _ in range(5)]
    await until(lambda: len(shop.begun) == 2)
    await asyncio.sleep(0.01)
    assert len(shop.begun) == 2
    shop.leave.set()
    assert await asyncio.gather(*jobs) == ["late"] * 5
    shop.workers.close()


async def test_threads_go_home_with_their_owner_and_none_keeps_the_program_from_ending():
    def threads():
        return [t for t in threading.enumerate() if t.name == "a name of its own"]

    workers = Workers("a name of its own", ManualClock().call_in, at_once=3, limit=LIMIT)
    await asyncio.gather(*(workers.do(lambda: None) for _ in range(3)))
    assert len(threads()) == 3 and all(thread.daemon for thread in threads())
    await asyncio.sleep(0)
    del workers
    gc.collect()
    # A thread may have held its last job when they were collected.
    await until(lambda: gc.collect() >= 0 and not threads())


async def test_when_closed_whoever_waits_is_let_go(shop):
    stuck = asyncio.create_task(shop.workers.do(shop.hang))
    await until(lambda: shop.begun)
    shop.workers.close()
    with pytest.raises(asyncio.CancelledError):
        await stuck
    with pytest.raises(NoneFree):
        await shop.workers.do(lambda: 1)
