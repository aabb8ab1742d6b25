"""Processes that compute beside the program: they hang, die, are late, idle, or cannot be had."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from bot.support import processes as module
from bot.support.clock import SystemClock
from bot.support.processes import BAD, IDLE, PAUSE, FailedThere, Gone, Late, Processes
from bot.support.workers import NoneFree, Overdue
from tests.kit.calls import chatter, die, double, fail, hang, nothing, priority, who
from tests.kit.clock import ManualClock
from tests.kit.program import ROOT
from tests.kit.world import until

LIMIT = 60.0


def alive(number):
    """Whether a process is there, be it a dead one that nobody has asked about."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


async def hanging(some, folder):
    """A call that never ends, once it has begun."""
    asked = asyncio.create_task(some.do(hang, lambda: (folder / "begun",)))
    await until((folder / "begun").exists)
    return asked


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
async def some(clock):
    """One process that is ready."""
    found = Processes("test process", clock.call_in, count=1, limit=LIMIT)
    await found.begun()
    yield found
    found.close()


async def test_a_call_is_done_in_another_process_of_low_priority(some):
    assert await some.do(double, lambda: (21,)) == 42
    assert await some.do(who, nothing) not in {os.getpid(), None}
    assert await some.do(priority, nothing) > os.getpriority(os.PRIO_PROCESS, 0)


async def test_what_a_call_prints_or_reads_is_no_answer(some):
    assert await some.do(chatter, nothing) == ""
    assert await some.do(double, lambda: (1,)) == 2


async def test_none_is_started_before_one_is_needed_and_whoever_is_first_does_not_wait(clock):
    some = Processes("test process", clock.call_in, count=1, limit=LIMIT)
    assert not some.alive and some.started == 0
    with pytest.raises(NoneFree):
        await some.do(who, nothing)
    await some.begun()
    assert await some.do(double, lambda: (2,)) == 4
    some.close()


async def test_one_that_hangs_is_ended_and_replaced(some, clock, tmp_path):
    (before,) = some.alive
    asked = await hanging(some, tmp_path)
    clock.forward(LIMIT)
    with pytest.raises(Overdue):
        await asked
    await until(lambda: not some.alive)
    await some.begun()
    assert await some.do(who, nothing) != before.number
    assert before.reaped(20) or not alive(before.number)
    assert not some._workers.hanging


async def test_one_that_dies_is_replaced(some):
    with pytest.raises(Gone):
        await some.do(die, nothing)
    with pytest.raises(NoneFree):
        await some.do(double, lambda: (1,))
    await some.begun()
    assert await some.do(double, lambda: (4,)) == 8


async def test_one_that_is_killed_while_it_waits_is_replaced(some):
    (process,) = some.alive
    os.kill(process.number, signal.SIGKILL)
    with pytest.raises(Gone):
        await some.do(who, nothing)
    await some.begun()
    assert await some.do(who, nothing) != process.number


async def test_an_error_is_logged_without_its_words_and_the_process_goes_on(some, caplog):
    (before,) = some.alive
    with pytest.raises(FailedThere):
        await some.do(fail, lambda: ("the secret ♠A",))
    assert "ValueError" in caplog.text and "in fail" in caplog.text
    assert "secret" not in caplog.text and "♠" not in caplog.text
    assert some.alive == (before,)


async def test_what_cannot_be_sent_is_the_askers_error(some):
    with pytest.raises((AttributeError, TypeError, module.pickle.PicklingError)):
        await some.do(double, lambda: (lambda: 1,))
    assert await some.do(double, lambda: (1,)) == 2


async def test_a_call_that_is_late_is_not_begun(some):
    def late():
        raise Late

    with pytest.raises(Late):
        await some.do(hang, late)
    assert await some.do(double, lambda: (1,)) == 2


async def test_a_call_that_nobody_waits_for_any_more_is_ended(some, tmp_path):
    (before,) = some.alive
    asked = await hanging(some, tmp_path)
    asked.cancel()
    await asyncio.wait([asked])
    await until(lambda: before not in some.alive)


async def test_without_work_they_end_and_with_work_they_come_again(some, clock):
    (before,) = some.alive
    clock.forward(IDLE / 2)
    assert await some.do(double, lambda: (1,)) == 2
    clock.forward(IDLE / 2)
    assert some.alive == (before,), "it was used since"
    clock.forward(IDLE)
    assert not some.alive
    assert before.reaped(20)
    await some.begun()
    assert await some.do(who, nothing) != before.number


async def test_where_none_can_be_had_it_is_tried_again_after_a_while(clock, monkeypatch):
    tried = []

    def none(self):
        tried.append(self)
        raise OSError

    real = module.Process.__init__
    monkeypatch.setattr(module.Process, "__init__", none)
    some = Processes("test process", clock.call_in, count=2, limit=LIMIT)
    await some.begun()
    assert len(tried) == BAD
    for _ in range(3):
        with pytest.raises(NoneFree):
            await some.do(who, nothing)
    assert len(tried) == BAD, "not at every call"
    monkeypatch.setattr(module.Process, "__init__", real)
    clock.forward(PAUSE)
    await some.begun()
    assert await some.do(double, lambda: (3,)) == 6
    some.close()


async def test_closed_they_are_gone_and_no_more_are_started(some):
    (process,) = some.alive
    some.close()
    assert not alive(process.number)
    with pytest.raises(NoneFree):
        await some.do(who, nothing)
    await some.begun()
    assert not some.alive


PARENT = """
import asyncio
import sys
from bot.support.clock import SystemClock
from bot.support.processes import Processes
from tests.kit.calls import hang

async def main():
    some = Processes("test process", SystemClock().call_in, count=2, limit=600)
    await some.begun()
    asked = asyncio.create_task(some.do(hang, lambda: (sys.argv[1],)))
    print(*(process.number for process in some.alive), flush=True)
    await asked

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are other signals")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
async def test_they_end_with_the_program_however_that_ends(how, tmp_path):
    parent = subprocess.Popen(  # noqa: ASYNC220, S603  (this very Python)
        [sys.executable, "-c", PARENT, tmp_path / "begun"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    numbers = [int(word) for word in (await asyncio.to_thread(parent.stdout.readline)).split()]
    assert len(numbers) == 2 and all(map(alive, numbers))
    await until((tmp_path / "begun").exists)
    parent.send_signal(how)
    parent.wait(20)
    parent.stdout.close()
    for number in numbers:
        await until(lambda number=number: not alive(number))


async def test_they_find_what_the_program_finds_from_whatever_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    some = Processes("test process", SystemClock().call_in, count=1, limit=LIMIT)
    await some.begun()
    assert await some.do(double, lambda: (5,)) == 10
    some.close()
