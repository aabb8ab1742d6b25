"""A PostgreSQL server that hangs, restarts or goes away while somebody writes."""

import asyncio
import gc
import logging

import pytest
import pytest_asyncio
from asyncpg.exceptions import ConnectionDoesNotExistError

from bot.store import lost, writer
from bot.store.rows import NotSaved, StepTaken
from bot.store.store import Store
from tests.kit.clock import ManualClock
from tests.kit.postgres import Postgres
from tests.kit.stored import acted, saved, started

SOON = 30
"""Seconds of a real clock, at most, in which something comes about that another program does."""


@pytest.fixture(scope="module")
def server():
    with Postgres() as server:
        yield server


@pytest_asyncio.fixture
async def database(server, request):
    """A store, its clock, and what asks its server."""
    name = f"t{abs(hash(request.node.name))}"
    url = server.database(name)
    clock = ManualClock()
    store = await Store.open(url, clock.now, clock.call_in)
    try:
        yield store, clock, lambda sql: server.sql(sql, name).strip()
    finally:
        await store.close()


async def on_its_way(store):
    """Until the writer has taken what somebody has put."""
    for waits in (True, False):
        while bool(store.waiting) != waits:  # noqa: ASYNC110
            await asyncio.sleep(0)


STEPS = "SELECT string_agg(step || by, ',' ORDER BY step) FROM action"


async def test_a_write_to_a_server_that_hangs_is_given_up_and_comes_through_once(
    database, server, caplog
):
    store, clock, asked = database
    await store.commit([*started(), acted(1), saved()])
    server.hold()
    try:
        held = asyncio.create_task(store.commit([acted(2), saved(state="2")]))
        await on_its_way(store)
        clock.forward(writer.LIMIT - 1)
        await asyncio.sleep(0)
        assert not held.done()
        clock.forward(2)
        async with asyncio.timeout(SOON):
            with pytest.raises(NotSaved):
                await held
        assert store.refusing
    finally:
        server.let_go()
    async with asyncio.timeout(SOON):
        while True:  # the writer may still be told that its connection is gone
            try:
                await store.commit([acted(2), saved(state="2")])
            except NotSaved:
                await asyncio.sleep(0.01)
            except StepTaken:  # it was stored, although nobody could know
                break
            else:
                break
    await store.commit([acted(3), saved(state="3")])
    assert not store.refusing
    assert asked(STEPS) == "1player,2player,3player"
    assert [table.state for table in await store.matches.live_tables()] == ["3"]
    said = [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]
    assert said == ["not saved, and so until further notice: the database does not answer"]


async def test_nothing_that_was_given_up_is_left_to_complain(database, server, caplog):
    """Nobody reads in the log of a future whose exception was never retrieved."""
    store, clock, _ = database
    await store.commit(started())
    server.hold()
    try:
        held = asyncio.create_task(store.commit([acted(1)]))
        await on_its_way(store)
        clock.forward(writer.LIMIT)
        async with asyncio.timeout(SOON):
            with pytest.raises(NotSaved):
                await held
            await store.close()
    finally:
        server.let_go()
    gc.collect()
    await asyncio.sleep(0)
    ours = [r.getMessage() for r in caplog.records if r.name.startswith("bot.")]
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING] == ours


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_a_server_that_restarts_is_waited_for_and_nobody_is_told(
    mode, database, server, caplog
):
    store, _, asked = database
    await store.commit(started())
    await asyncio.to_thread(server.end, mode)
    plays = [asyncio.create_task(store.commit([acted(n)])) for n in range(1, 6)]
    await asyncio.sleep(0)
    await asyncio.to_thread(server.begin)
    async with asyncio.timeout(SOON):
        await asyncio.gather(*plays)
    assert asked(STEPS) == ",".join(f"{n}player" for n in range(1, 6))
    assert not [r for r in caplog.records if r.levelno >= logging.ERROR]


def breaking(monkeypatch, *, sent):
    """The connection breaks once: before anything is sent, or after all of it is stored."""
    import bot.store.connection as module

    real, broken = module.run_script, []

    async def run(connection, *arguments):
        if broken:
            return await real(connection, *arguments)
        broken.append(connection)
        if sent:
            await real(connection, *arguments)
        (await connection.get_raw_connection()).driver_connection.terminate()
        raise ConnectionDoesNotExistError("connection was closed in the middle of operation")

    monkeypatch.setattr(module, "run_script", run)


@pytest.mark.parametrize("sent", [False, True])
async def test_what_was_lost_on_its_way_is_stored_once_and_its_author_hears_nothing(
    sent, database, monkeypatch
):
    store, _, asked = database
    await store.commit([*started(), acted(1)])
    breaking(monkeypatch, sent=sent)
    await asyncio.gather(store.commit([acted(2, source="web:2")]), store.commit([saved()]))
    assert asked(STEPS) == "1player,2player"
    assert len(await store.matches.live_tables()) == 1


async def test_planted_without_a_look_at_what_is_there_its_author_is_told_it_is_taken(
    database, monkeypatch
):
    store, *_ = database
    await store.commit([*started(), acted(1)])
    monkeypatch.setattr(lost, "stored_as_it_is", lambda _connection, _item: False)
    breaking(monkeypatch, sent=True)
    with pytest.raises(StepTaken):
        await store.commit([acted(2)])


async def test_a_step_of_another_is_taken_however_often_it_is_tried(database, monkeypatch):
    store, _, asked = database
    await store.commit([*started(), acted(1), acted(2, action='{"v":"call"}')])
    breaking(monkeypatch, sent=False)
    with pytest.raises(StepTaken):
        await store.commit([acted(2)])
    assert asked("SELECT action FROM action WHERE step = 2") == '{"v":"call"}'


async def test_what_a_lost_connection_has_begun_is_ended_before_anything_newer(database, server):
    """Else it could be stored later, over what is newer."""
    store, _, asked = database
    await store.commit([*started(), saved(state="1")])
    pid = store._connection._backend[0]
    there = f"SELECT count(*) FROM pg_stat_activity WHERE pid = {pid}"  # noqa: S608
    assert asked(there) == "1"
    store._connection._connection, held = None, store._connection._connection
    await store.commit([saved(state="2")])
    assert asked(there) == "0"
    assert [table.state for table in await store.matches.live_tables()] == ["2"]
    await held.invalidate()
    await held.close()
