"""Leases on a real PostgreSQL: one writes, and what another one writes meanwhile is not stored."""

import asyncio

import pytest
import pytest_asyncio

from bot.app.settings import Settings
from bot.app.turns import in_turns
from bot.cluster import mail
from bot.lease.row import SPAN, claimed, released, renewed
from bot.store import leases as module
from bot.store.leases import Fence, Leases
from bot.store.rows import NotSaved
from bot.store.store import Store
from tests.kit.postgres import Postgres
from tests.kit.stored import acted, saved, started

ROOMS = "rooms"


@pytest.fixture(scope="module")
def server():
    server = Postgres()
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest_asyncio.fixture
async def shared(server, request):
    """Two stores on one database, and its leases."""
    url = server.database(f"t{abs(hash(request.node.name))}")
    first, second, leases = await Store.open(url), await Store.open(url), Leases(url)
    try:
        yield first, second, leases
    finally:
        await first.close()
        await second.close()
        await leases.close()


async def claim(leases, process, ahead=0.0):
    """Ask for it as if so many seconds had gone by."""
    return await leases.change(ROOMS, lambda lease, now: claimed(lease, process, now + ahead))


async def test_the_server_gives_a_lease_to_one_and_judges_by_its_own_clock(shared):
    _, _, leases = shared
    asked = [claim(leases, f"p{number}") for number in range(5)]
    assert sorted(await asyncio.gather(*asked)) == [False] * 4 + [True]
    lease, left = (await leases.stored())[ROOMS]
    assert lease.epoch == 1 and 0 < left <= SPAN
    assert not await claim(leases, "other")
    assert await leases.change(ROOMS, lambda row, now: renewed(row, lease.holder, 1, now))
    assert await claim(leases, "other", ahead=SPAN + 1), "it has run out"
    assert not await leases.change(ROOMS, lambda row, now: renewed(row, lease.holder, 1, now))
    assert await leases.change(ROOMS, lambda row, _: released(row, "other", 2))
    assert (await leases.stored())[ROOMS][0].holder == ""


async def test_what_is_written_under_an_old_epoch_is_not_stored(shared):
    first, second, leases = shared
    told = []
    first.fenced = told.append
    await claim(leases, "a")
    first.write_under(Fence(ROOMS, "a", 1))
    await first.commit([*started(), acted(1), saved(state="1")])
    await claim(leases, "b", ahead=SPAN + 1)
    second.write_under(Fence(ROOMS, "b", 2))
    with pytest.raises(NotSaved):
        await first.commit([acted(2), saved(state="asleep")])
    with pytest.raises(NotSaved):
        await first.beat(first._clock())
    assert set(told) == {Fence(ROOMS, "a", 1)}
    await second.commit([acted(2), saved(state="2")])
    assert [table.state for table in await first.matches.live_tables()] == ["2"]


async def test_nobody_takes_a_lease_in_the_middle_of_what_is_written_under_it(shared):
    first, _, leases = shared
    await claim(leases, "a")
    first.write_under(Fence(ROOMS, "a", 1))
    await first.commit([*started(), saved(state="1")])
    async with first._engine.connect() as connection:
        await connection.run_sync(module.check_held, Fence(ROOMS, "a", 1))
        # Were it to wait for a moment without a write, a busy process would lose its lease.
        assert await leases.change(ROOMS, lambda row, now: renewed(row, "a", 1, now), longer=True)
        taking = asyncio.create_task(claim(leases, "b", ahead=SPAN + 1))
        done, _ = await asyncio.wait([taking], timeout=0.2)
        assert not done
        await connection.rollback()
    assert await taking


async def test_check_finds_out_whether_messages_come_back(server, monkeypatch):
    url = server.database("messages")
    assert await mail.comes_back(url)
    # As behind a pooler that gives each transaction another connection.
    monkeypatch.setattr(
        mail, "_SEND", "SELECT count(c || t) FROM unnest($1::text[], $2::text[]) AS s(c, t)"
    )
    assert not await mail.comes_back(url, patience=0.5)


# Turns.


async def test_a_turn_that_ends_by_itself_ends_the_program_and_gives_the_lease_back(server):
    url = server.database("ends")
    settings, turns = Settings(_env_file=None, database_url=url, web_port=0), []

    async def serve(_settings, store, _clock, _over, turn):
        assert not turn.handed_over
        await store.beat(store._clock())
        turns.append(turn)

    async with asyncio.timeout(60):
        await in_turns(settings, asyncio.Event(), serve)
    assert len(turns) == 1
    leases = Leases(url)
    lease, _ = (await leases.stored())[ROOMS]
    await leases.close()
    assert (lease.holder, lease.epoch) == ("", 1)
