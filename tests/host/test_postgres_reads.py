"""A PostgreSQL server that hangs, is locked or goes away while somebody reads."""

import asyncio
import logging
from contextlib import asynccontextmanager
from functools import partial

import pytest
import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import reads
from bot.store.rows import NotRead
from bot.store.store import Store
from tests.bot.store.test_ranking import CHAT, store_match
from tests.kit.clock import ManualClock
from tests.kit.postgres import Postgres

WAITING = """SELECT count(*) FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database()"""

SOON = 10
"""Seconds of a real clock in which something is told that waits for nothing."""


@pytest.fixture(scope="module")
def server():
    with Postgres() as server:
        yield server


class Wire:
    """What lies between the program and its server; ``cut`` while it lets nothing through."""

    def __init__(self, port):
        self._to = port
        self._through, self._pipes, self._ends = asyncio.Event(), set(), set()
        self._through.set()
        self.held = asyncio.Event()

    async def __aenter__(self):
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.hang_up()
        self._server.close()
        for pipe in self._pipes:
            pipe.cancel()
        await asyncio.gather(*self._pipes, return_exceptions=True)

    def hold(self):
        """Nothing comes through any more, and nobody is told."""
        self._through.clear()

    def let_go(self):
        self._through.set()
        self.held.clear()

    def hang_up(self):
        for end in self._ends:
            end.close()

    async def _serve(self, reader, writer):
        self._ends.add(writer)
        there, back = await asyncio.open_connection("127.0.0.1", self._to)
        self._ends.add(back)
        for one, other in ((reader, back), (there, writer)):
            pipe = asyncio.create_task(self._pipe(one, other))
            self._pipes.add(pipe)

    async def _pipe(self, one, other):
        try:
            while data := await one.read(65536):
                if not self._through.is_set():
                    self.held.set()
                    await self._through.wait()
                other.write(data)
                await other.drain()
        except ConnectionError:
            pass
        other.close()


@pytest_asyncio.fixture
async def database(server, request):
    """A store behind a wire, its clock and its server."""
    name = f"t{abs(hash(request.node.name))}"
    server.sql(f"CREATE DATABASE {name}")
    clock = ManualClock()
    async with Wire(server.port) as wire:
        url = server.url(port=wire.port, database=name)
        store = await Store.open(url, clock.now, clock.call_in)
        try:
            yield store, wire, clock, server.url(database=name)
        finally:
            wire.let_go()
            await store.close()


async def told(*asked):
    """What those are told who wait, within moments of a real clock."""
    async with asyncio.timeout(SOON):
        return await asyncio.gather(*asked, return_exceptions=True)


async def until(found):
    """Wait for what another program does."""
    async with asyncio.timeout(SOON):
        while not await found():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def reads_again(store):
    return kinds(await told(store.scores.rounds(CHAT))) == {list}


async def waits(server, name, count):
    """Whether so many queries wait for a lock."""
    return int(await asyncio.to_thread(server.sql, WAITING, name)) == count


def kinds(found):
    return {type(one) for one in found}


async def test_a_server_that_falls_silent_is_waited_for_by_nobody(database, caplog):
    store, wire, clock, _ = database
    assert await store.scores.rounds(CHAT) == []
    wire.hold()
    asked = [asyncio.create_task(store.scores.rounds(CHAT)) for _ in range(reads.AT_ONCE)]
    await wire.held.wait()
    clock.forward(reads.LIMIT - 1)
    await asyncio.sleep(0)
    assert not any(one.done() for one in asked)
    clock.forward(2)
    assert kinds(await told(*asked)) == {NotRead}
    later = asyncio.create_task(store.scores.rounds(CHAT))
    await asyncio.sleep(0)
    clock.forward(reads.LIMIT)
    assert kinds(await told(later)) == {NotRead}, "and so is whoever comes then"
    said = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert len(said) <= len(asked) + 1 and not any(r.exc_info for r in said)
    wire.let_go()
    await until(partial(reads_again, store))
    assert await store.scores.rounds(CHAT) == []


async def test_one_that_goes_away_is_no_bug_and_is_read_again_when_it_is_back(database, caplog):
    store, wire, _, _ = database
    assert await store.scores.rounds(CHAT) == []
    wire.hang_up()
    found = [*await told(store.scores.rounds(CHAT)), *await told(store.scores.rounds(CHAT))]
    assert [one for one in found if one != []] in ([], [found[0]])
    assert kinds(one for one in found if one != []) <= {NotRead}
    assert await store.scores.rounds(CHAT) == []
    # What the driver leaves to the collector is told by asyncio, now and then.
    ours = [r for r in caplog.records if r.name != "asyncio"]
    assert not [r for r in ours if r.levelno >= logging.ERROR]


@asynccontextmanager
async def locked(url, table):
    """Somebody else holds a table, as a backup or a repair does."""
    engine = create_async_engine(url.replace("postgresql:", "postgresql+asyncpg:"))
    try:
        async with engine.connect() as connection:
            await connection.execute(text(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE"))
            yield
    finally:
        await engine.dispose()


async def test_a_table_that_is_locked_is_given_up_and_its_query_ends_on_the_server(
    database, server
):
    store, _, clock, url = database
    waiting = partial(waits, server, url.rpartition("/")[2])
    async with locked(url, '"match"'):
        asked = asyncio.create_task(store.scores.rounds(CHAT))
        await until(partial(waiting, 1))
        clock.forward(reads.LIMIT)
        assert kinds(await told(asked)) == {NotRead}
        await until(partial(waiting, 0))
    assert await store.scores.rounds(CHAT) == []


async def test_planted_a_read_that_waits_until_its_connection_is_closed_is_seen(
    database, monkeypatch
):
    """As it was: whoever asked waited for the connection to be given back as well."""
    monkeypatch.setattr(reads.ServerReads, "_overdue", lambda _reads, task, _over: task.cancel())
    store, wire, clock, _ = database
    wire.hold()
    asked = asyncio.create_task(store.scores.rounds(CHAT))
    await wire.held.wait()
    clock.forward(reads.LIMIT)
    done, _ = await asyncio.wait((asked,), timeout=0.5)
    assert not done
    wire.let_go()
    assert kinds(await told(asked)) == {NotRead}


@pytest.mark.parametrize(
    ("by", "is_ranked"),
    [(["player"] * 3, True), (["player", "autopilot"], False), (["handed"] * 2, False)],
)
async def test_ranks_are_the_same_there(database, by, is_ranked):
    store, *_ = database
    await store_match(store, "m", "AB", [(by, (1, -1))])
    (scored,) = await store.scores.rounds(CHAT)
    assert scored.ranked == is_ranked
