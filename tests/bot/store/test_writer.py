"""The writer without a database: batches, crowds, failures, cancelled waiters."""

import asyncio

import pytest

from bot.store import writer as module
from bot.store.rows import NotSaved, StepTaken, StoreError
from bot.store.writer import BATCH, CROWD, Writer
from tests.kit.clock import ManualClock
from tests.kit.world import until


class Disk:
    """Notes what is written; what ``bad`` says fails; ``gate`` holds every write back."""

    def __init__(self, bad=lambda items: None):
        self.batches = []
        self.tried = []
        self.bad = bad
        self.gate = asyncio.Event()
        self.gate.set()
        self.asked = asyncio.Event()

    async def write(self, items, meanwhile):
        self.tried.append(len(items))
        self.asked.set()
        await asyncio.sleep(0)
        error = self.bad(items)
        if error is not None:
            raise error
        meanwhile()
        await self.gate.wait()
        self.batches.append(list(items))

    async def explain(self, item, error):
        return StepTaken("taken") if isinstance(error, KeyError) else NotSaved(str(error))


@pytest.fixture
def disk():
    return Disk()


async def put_all(writer, items):
    return await asyncio.gather(*(writer.put(item) for item in items), return_exceptions=True)


def kinds(found):
    return [None if f is None else type(f) for f in found]


async def test_one_alone_waits_for_nobody(disk):
    writer = Writer(disk.write, disk.explain)
    await writer.put(["a"])
    await writer.put(["b"])
    assert disk.batches == [[["a"]], [["b"]]]
    await writer.close()


async def test_what_gathers_during_a_write_goes_in_one_batch_and_in_order(disk):
    writer = Writer(disk.write, disk.explain)
    disk.gate.clear()
    first = asyncio.create_task(writer.put([0]))
    await disk.asked.wait()
    rest = asyncio.create_task(put_all(writer, [[n] for n in range(1, 20)]))
    await asyncio.sleep(0)
    disk.gate.set()
    await asyncio.gather(first, rest)
    assert disk.batches == [[[0]], [[n] for n in range(1, 20)]]
    await writer.close()


async def test_a_batch_is_bounded(disk):
    writer = Writer(disk.write, disk.explain)
    await put_all(writer, [[n] for n in range(3 * BATCH)])
    assert max(disk.tried) <= BATCH
    assert [item for batch in disk.batches for item in batch] == [[n] for n in range(3 * BATCH)]
    await writer.close()


async def test_a_crowd_takes_turns(disk):
    """Half is told while the other half's transaction waits for the disk."""
    writer = Writer(disk.write, disk.explain)
    disk.gate.clear()
    puts = [asyncio.create_task(writer.put([n])) for n in range(2 * CROWD)]
    await disk.asked.wait()
    assert disk.tried == [CROWD]
    disk.asked.clear()
    disk.gate.set()
    await disk.asked.wait()
    disk.gate.clear()
    done, waiting = await asyncio.wait(puts, timeout=5, return_when=asyncio.FIRST_COMPLETED)
    assert done == set(puts[:CROWD])
    assert len(disk.batches) == 1  # the second half is not on the disk yet
    assert waiting == set(puts[CROWD:])
    disk.gate.set()
    assert await asyncio.gather(*puts) == [None] * (2 * CROWD)
    await writer.close()


async def test_nobody_is_told_before_the_disk_has_it(disk):
    writer = Writer(disk.write, disk.explain)
    disk.gate.clear()
    put = asyncio.create_task(writer.put(["a"]))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not put.done()
    disk.gate.set()
    await put
    await writer.close()


async def test_a_failing_batch_is_tried_one_by_one():
    disk = Disk(lambda items: KeyError() if ["bad"] in items else None)
    writer = Writer(disk.write, disk.explain)
    found = await put_all(writer, [["a"], ["bad"], ["b"]])
    assert kinds(found) == [None, StepTaken, None]
    assert disk.batches == [[["a"]], [["b"]]]
    assert disk.tried == [3, 1, 1, 1]
    await writer.close()


@pytest.mark.parametrize("error", [ValueError("x"), RuntimeError("x"), MemoryError("x")])
async def test_the_writer_outlives_every_exception(error, caplog):
    errors = [error]
    disk = Disk(lambda items: errors.pop() if errors else None)
    writer = Writer(disk.write, disk.explain)
    with pytest.raises(NotSaved):
        await writer.put(["a"])
    await writer.put(["b"])
    assert disk.batches == [[["b"]]]
    assert [r.levelname for r in caplog.records] == ["ERROR", "WARNING"]
    await writer.close()


async def test_whoever_is_stored_hears_so_before_the_next_failure_is_looked_into():
    looking = asyncio.Event()

    async def explain(_item, _error):
        await looking.wait()
        return StepTaken("taken")

    disk = Disk(lambda items: KeyError() if ["bad"] in items else None)
    writer = Writer(disk.write, explain)
    disk.gate.clear()
    good = asyncio.create_task(writer.put(["good"]))
    await disk.asked.wait()
    bad = asyncio.create_task(writer.put(["bad"]))
    await asyncio.sleep(0)  # it stands in line while the good one is being written
    disk.gate.set()
    await asyncio.wait_for(good, timeout=5)
    assert not bad.done()
    looking.set()
    with pytest.raises(StepTaken):
        await bad
    await writer.close()


async def test_an_error_that_cannot_be_explained_is_not_saved():
    async def explain(item, error):
        raise OSError("unreadable")

    disk = Disk(lambda items: KeyError())
    writer = Writer(disk.write, explain)
    with pytest.raises(NotSaved, match="KeyError, then OSError"):
        await writer.put(["a"])
    await writer.close()


async def test_a_dead_database_is_not_asked_again_for_each_of_a_crowd(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", -1.0)
    disk = Disk(lambda items: OSError("gone"))
    writer = Writer(disk.write, disk.explain)
    found = await put_all(writer, [[n] for n in range(20)])
    assert kinds(found) == [NotSaved] * 20
    assert disk.tried == [20, 1]
    await writer.close()


async def test_cancelled_waiters_harm_nobody(disk):
    writer = Writer(disk.write, disk.explain)
    puts = [asyncio.create_task(writer.put([n])) for n in range(10)]
    await asyncio.sleep(0)
    for put in puts[:9]:
        put.cancel()
    assert await puts[9] is None
    assert [item for batch in disk.batches for item in batch] == [[n] for n in range(10)]
    await writer.close()


async def test_a_cancelled_waiter_of_a_failing_item_harms_nobody():
    disk = Disk(lambda items: KeyError() if ["bad"] in items else None)
    writer = Writer(disk.write, disk.explain)
    bad, good = (asyncio.create_task(writer.put([n])) for n in ("bad", "good"))
    await asyncio.sleep(0)
    bad.cancel()
    assert await good is None
    await writer.close()


async def test_closing_drains_and_then_refuses(disk):
    writer = Writer(disk.write, disk.explain)
    puts = [asyncio.create_task(writer.put([n])) for n in range(5)]
    await asyncio.sleep(0)
    await writer.close()
    assert await asyncio.gather(*puts) == [None] * 5
    with pytest.raises(NotSaved, match="closed"):
        await writer.put(["late"])


async def test_when_the_loop_is_torn_down_nobody_waits_for_ever(disk):
    writer = Writer(disk.write, disk.explain)
    disk.gate.clear()
    puts = [asyncio.create_task(writer.put([n])) for n in range(3)]
    await disk.asked.wait()
    writer._task.cancel()
    found = await asyncio.gather(*puts, return_exceptions=True)
    assert kinds(found) == [NotSaved] * 3
    with pytest.raises(StoreError):
        await writer.put(["late"])


# A disk that hangs.


async def test_a_disk_that_hangs_is_waited_for_by_nobody(disk, caplog):
    clock = ManualClock()
    writer = Writer(disk.write, disk.explain, clock.call_in)
    disk.gate.clear()
    first = asyncio.create_task(put_all(writer, [[n] for n in range(3)]))
    await disk.asked.wait()
    gathered = asyncio.create_task(put_all(writer, [["later"]]))
    await asyncio.sleep(0)
    clock.forward(module.LIMIT - 0.1)
    assert not (first.done() or gathered.done() or writer.refusing)
    clock.forward(0.2)
    assert kinds([*await first, *await gathered]) == [NotSaved] * 4
    assert writer.refusing and not writer.waiting
    with pytest.raises(NotSaved):
        await writer.put(["at once"])
    assert [r.levelname for r in caplog.records] == ["ERROR"]
    disk.gate.set()
    await until(lambda: not writer.refusing)
    await writer.put(["again"])
    assert disk.batches == [[[0], [1], [2]], [["again"]]], "what was refused is not stored later"
    await writer.close()


async def test_what_hung_and_failed_is_not_stored_behind_its_authors_backs(disk):
    clock, failed = ManualClock(), []

    async def write(items, meanwhile):
        if not failed:
            failed.append(await disk.gate.wait())
            raise OSError("it has come back, and failed")
        await disk.write(items, meanwhile)

    disk.gate.clear()
    writer = Writer(write, disk.explain, clock.call_in)
    waits = asyncio.create_task(put_all(writer, [[1], [2]]))
    await asyncio.sleep(0.001)
    clock.forward(module.LIMIT)
    assert kinds(await waits) == [NotSaved] * 2
    disk.gate.set()
    await writer.close()
    assert disk.batches == []


async def test_a_disk_that_answers_is_never_said_to_hang(disk):
    clock = ManualClock()
    writer = Writer(disk.write, disk.explain, clock.call_in)
    for number in range(3):
        await writer.put([number])
        clock.forward(module.LIMIT * 2)
    assert len(disk.batches) == 3 and not writer.refusing
    assert clock.next_call is None, "no alarm is left"
    await writer.close()
