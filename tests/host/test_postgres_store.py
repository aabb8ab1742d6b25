"""The store's own tests, and play, on a real PostgreSQL server: the same code, the same answers.

Of the store's tests each commit takes some (all with DEEP=1): those which need nothing but a store.
"""

import asyncio
import inspect
import itertools

import pytest
import pytest_asyncio
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import select

from bot.store.db import make_engine
from bot.store.schema import metadata
from bot.store.store import Store
from bot.store.sums import due
from bot.store.url import parse
from tests.bot.store import test_coins as coins
from tests.bot.store import test_contest_seals as seals
from tests.bot.store import test_corrections as corrections
from tests.bot.store import test_ranking as ranking
from tests.bot.store import test_store as stored
from tests.bot.store import test_totals as totals
from tests.bot.store.test_migrations import migrate
from tests.bot.store.test_sums_law import A_LIFE, BACK, HOURS
from tests.kit import forgetting as law
from tests.kit.actors import answer, begin, chance, go_on, said, waited_for
from tests.kit.book import Life, faults, windows
from tests.kit.postgres import Postgres
from tests.kit.tiers import chosen
from tests.kit.tournament import duplicated, played
from tests.kit.world import World

NAMES = (f"p{number}" for number in itertools.count())


@pytest.fixture(scope="module")
def server():
    with Postgres() as server:
        yield server


@pytest.fixture(scope="module")
def empty(server):
    """The name of a database with nothing in it, as a start makes it."""

    async def opened():
        await (await Store.open(server.database("empty"))).close()

    asyncio.run(opened())
    return "empty"


@pytest.fixture
def url(server, empty):
    name = next(NAMES)
    server.sql(f"CREATE DATABASE {name} TEMPLATE {empty}")
    return server.url(database=name)


@pytest_asyncio.fixture
async def store(url):
    opened = await Store.open(url)
    yield opened
    await opened.close()


# The store's own tests.


def _need_a_store_alone(module):
    for name, test in sorted(vars(module).items()):
        if name.startswith("test_") and inspect.iscoroutinefunction(test):
            marks = [m for m in getattr(test, "pytestmark", []) if m.name == "parametrize"]
            if not marks and list(inspect.signature(test).parameters) == ["store"]:
                yield name, test


TESTS = {
    f"{module.__name__.rpartition('.')[2]}: {name}": test
    for module in (stored, totals, ranking, corrections, coins, seals)
    for name, test in _need_a_store_alone(module)
}


def test_there_are_enough_of_them():
    assert len(TESTS) > 30


@pytest.mark.parametrize("name", chosen(TESTS, 8, "the store on a server"))
async def test_of_the_store(name, store):
    await TESTS[name](store)


# Revisions, sums, forgetting.


async def _differences(url):
    engine = make_engine(parse(url))
    async with engine.connect() as connection:
        found = await connection.run_sync(
            lambda c: compare_metadata(MigrationContext.configure(c), metadata)
        )
    await engine.dispose()
    return found


async def test_what_is_made_at_once_and_by_the_revisions_is_what_the_schema_describes(server, url):
    revised = server.database("revised")
    await migrate(revised)
    assert (await _differences(revised), await _differences(url)) == ([], [])


@pytest.mark.parametrize("steps", [[*A_LIFE, (Life.remember, 0, 0, 0)], BACK[:-2]])
async def test_sums_are_what_counting_gives(steps, store):
    life = Life(store)
    for step, *numbers in steps:
        await step(life, *numbers)
    assert await faults(store, windows(HOURS)) == []


async def test_sums_of_one_chat_are_kept_up_by_two_processes(url, store):
    """Each has a table there, and neither sees what the other is just writing."""
    other = await Store.open(url)
    try:
        lives = []
        for number, one in enumerate((store, other)):
            life = Life(one, number=100 * number)
            await life.begin(0, 1, 2)
            lives.append(life)

        async def play(life):
            for points in range(1, 12):
                await life.score(0, points, 1)

        await asyncio.gather(*map(play, lives))
        assert await faults(store, windows(HOURS)) == []
        assert len(await store.scores.rounds(totals_chat := "telegram:-10002345678901")) == 22
        assert (await store.scores.sheet(totals_chat)).totals[0].rounds == 22
    finally:
        await other.close()


async def everything(store):
    """All rows of all tables, in the order of their text, as ``law.everything`` has them."""

    def read(connection):
        return {
            table.name: sorted(
                (dict(row) for row in connection.execute(select(table)).mappings()), key=str
            )
            for table in metadata.sorted_tables
        }

    return await store.read(read)


async def test_whoever_is_forgotten_can_take_it_back_and_then_not(url, store, server, empty):
    never_url = server.database(f"{url.rpartition('/')[2]}never")
    never = await Store.open(never_url)
    try:
        for one in (store, never):
            await law.lives(one)
        await law.forget(store)
        for one in (store, never):
            await law.happen(one, [step for step in law.STEPS if step is not law.votes_again])
        await law.undo(store)
        found, right = await everything(store), await everything(never)
        for table in right:
            assert found[table] == right[table], table
        await law.forget(store, "anon:9")
        await store.people.purge(law.AFTER + law.timedelta(days=8))
        assert law.told(await everything(store)) == set()
    finally:
        await never.close()


# Play.


def acts(table):
    """How many actions a table has taken."""
    return sum(len(one.actions) for one in table.log)


async def test_a_tournament_ends_as_it_does_on_a_file(url, tmp_path):
    there, here = await played(url, 5), await played(tmp_path / "t.db", 5)
    assert there == here
    assert there is not None


async def test_a_duplicate_ends_as_it_does_on_a_file_and_is_in_the_chats_book(url, tmp_path):
    there, here = await duplicated(url, 5), await duplicated(tmp_path / "t.db", 5)
    assert there == here
    session, totals = there
    assert session.over
    assert all(totals)


async def test_a_match_is_played_across_restarts_of_both(url, server):
    """The program ends as by a kill; its server restarts; the clocks stand still meanwhile."""
    world = World(url)
    async with world.house() as house:
        await begin(house, "斗地主", 3, quan=1)
        table = house.table
        seat, _ = waited_for(table)[0]
        await answer(house, table, seat, chance(1))
        log = acts(table)
        assert log > 0
    async with world.house(down=600.0) as house:
        assert acts(house.table) == log
        await asyncio.to_thread(server.end)
        seat, _ = waited_for(house.table)[0]
        press = asyncio.create_task(answer(house, house.table, seat, chance(2)))
        await asyncio.sleep(0)
        assert acts(house.table) == log, "stored first"
        await asyncio.to_thread(server.begin)
        reply = await press
        assert "存不进" not in said(reply)
        assert acts(house.table) == log + 1, "and nobody has to press twice"
        for number in range(2000):
            if not await go_on(house, chance(3, str(number))):
                break
        assert house.tables.running == {}
        counted = "SELECT count(*), count(DISTINCT (match, round, step)) FROM action"
        total, different = server.sql(counted, url.rpartition("/")[2]).strip().split("|")
        assert total == different and int(total) > log
        assert await house.store.read(lambda c: c.execute(select(due)).all()) == []
