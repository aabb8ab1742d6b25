"""Sums that are kept up are what counting everything again gives, whatever has happened."""

import asyncio
import itertools
import shutil
import sqlite3
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import schema, sums
from bot.store.lines import Kind
from bot.store.scorebook import EVER
from bot.store.statements import statements
from bot.store.store import Store
from tests.bot.store.test_migrations import migrate
from tests.kit.book import STEPS, Life, faults, windows
from tests.kit.tiers import DEEP, chosen

NUMBER = st.integers(0, 60)
STEP = st.tuples(st.sampled_from(STEPS), NUMBER, NUMBER, NUMBER)
LIFE = st.lists(STEP, max_size=30)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """A database with nothing in it, to be copied."""
    path = tmp_path_factory.mktemp("fresh") / "fresh.db"

    async def opened():
        await (await Store.open(f"sqlite:///{path}")).close()

    asyncio.run(opened())
    return path


async def lived(path, steps, hours):
    """The faults of a store in which steps have happened."""
    store = await Store.open(f"sqlite:///{path}")
    try:
        life = Life(store)
        for step, *numbers in steps:
            await step(life, *numbers)
        return await faults(store, windows(hours) if hours else [EVER])
    finally:
        await store.close()


def test_sums_are_what_counting_gives(fresh, tmp_path):
    numbers = itertools.count()

    @settings(max_examples=400 if DEEP else 6, deadline=None)
    @given(LIFE, st.lists(NUMBER, min_size=1, max_size=2))
    def test(steps, hours):
        path = tmp_path / f"{next(numbers)}.db"
        shutil.copy(fresh, path)
        assert asyncio.run(lived(path, steps, hours)) == []
        path.unlink()

    test()


A_LIFE = [
    (Life.begin, 0, 0, 1), (Life.score, 0, 3, 1), (Life.wait, 25, 0, 0), (Life.score, 0, 5, 1),
    (Life.correct, 0, 2, 0), (Life.begin, 0, 1, 2), (Life.score, 1, 4, 2), (Life.take, 1, 0, 0),
    (Life.score, 1, 7, 1), (Life.wait, 49, 0, 0), (Life.score, 1, 7, 5), (Life.end, 1, 0, 0),
    (Life.end, 0, 1, 0), (Life.begin, 2, 1, 1), (Life.score, 0, 9, 1), (Life.end, 0, 0, 0),
    (Life.forget, 0, 0, 0), (Life.begin, 0, 0, 2), (Life.score, 0, 2, 1), (Life.move, 0, 0, 0),
]  # fmt: skip
"""A life in which everything happens that sums can miss."""

HOURS = [25, 49]


async def test_a_life_in_which_everything_happens(fresh, tmp_path):
    shutil.copy(fresh, tmp_path / "a.db")
    assert await lived(tmp_path / "a.db", [*A_LIFE, (Life.remember, 0, 0, 0)], HOURS) == []


async def without_traces(life, *_):
    """What was put aside cannot be read: what the alias has comes back all the same."""
    connection = sqlite3.connect(life.store.file.path)
    with closing(connection), connection:
        assert connection.execute("UPDATE forgotten SET traces = '?'").rowcount == 1


BACK = [*A_LIFE, (without_traces,), (Life.remember, 0, 0, 0)]


async def test_what_an_alias_has_comes_back_by_its_name(fresh, tmp_path):
    shutil.copy(fresh, tmp_path / "a.db")
    assert await lived(tmp_path / "a.db", BACK, HOURS) == []


ALONE = [(Life.begin, 2, 1, 1), (Life.score, 0, 9, 1), (Life.end, 0, 0, 0), (Life.forget, 0, 0, 0)]
TAKEN = [(Life.begin, 0, 1, 2), (Life.take, 0, 0, 0), *ALONE[1:]]

PLANTED = {
    "scores": ({Kind.SCORED, Kind.RANKED, schema.scores}, A_LIFE[:2]),
    "corrections": ({schema.corrections}, A_LIFE[:5]),
    "seats": ({schema.seats}, A_LIFE[:1]),
    "seats that are taken": ({schema.seat_changes}, A_LIFE[:8]),
    "ends": ({Kind.ENDED}, A_LIFE[:12]),
    "names": ({Kind.SEAT_NAMED}, A_LIFE),
    "names of seats that were taken": ({Kind.CHANGE_NAMED}, TAKEN),
    "books of one's own": ({Kind.BOOK_MOVED, Kind.SEAT_NAMED}, ALONE),
    "coming back": ({Kind.SEATS_BACK, Kind.CHANGES_BACK}, BACK),
}


@pytest.mark.parametrize("fault", chosen(PLANTED, 4, "sums"))
async def test_sums_that_miss_something_are_found(fault, fresh, tmp_path, monkeypatch):
    """Planted: nobody thinks of the sums when one of these is written."""
    missed, steps = PLANTED[fault]
    kept = {what: by for what, by in sums.CHANGING.items() if what not in missed}
    monkeypatch.setattr(sums, "CHANGING", kept)
    shutil.copy(fresh, tmp_path / "a.db")
    assert await lived(tmp_path / "a.db", steps, []) != []


async def test_a_database_of_before_has_the_same_sums_once_it_is_open(fresh, tmp_path):
    """The revision counts what is there: with a match that is on, and one that nobody finished."""
    path, old = tmp_path / "a.db", tmp_path / "old.db"
    shutil.copy(fresh, path)
    more = [(Life.begin, 1, 0, 2), (Life.score, 0, 2, 3), (Life.begin, 3, 1, 0)]
    assert await lived(path, [*A_LIFE, *more], []) == []
    await migrate(f"sqlite:///{old}", to="0014")
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("ATTACH ? AS lived", [str(path)])
        before = [connection.execute(rows.format("lived.")).fetchall() for rows in KEPT]
        tables = "SELECT name FROM main.sqlite_master WHERE type = 'table'"
        for (table,) in connection.execute(tables).fetchall():
            if table != "alembic_version":
                found = connection.execute(f'PRAGMA main.table_info("{table}")').fetchall()
                columns = ", ".join(f'"{column[1]}"' for column in found)
                rows = f'SELECT {columns} FROM lived."{table}"'  # noqa: S608
                connection.execute(f'DELETE FROM main."{table}"')  # noqa: S608
                connection.execute(f'INSERT INTO main."{table}" ({columns}) {rows}')
    assert await lived(old, [], HOURS) == []
    with closing(sqlite3.connect(old)) as connection:
        assert [connection.execute(rows.format("")).fetchall() for rows in KEPT] == before
    assert all(before)


KEPT = [
    "SELECT * FROM {}match_sum ORDER BY 1, 2, 3, 4, 5",
    "SELECT * FROM {}chat_sum ORDER BY 1, 2, 3, 4, 5",
]


def test_whatever_changes_a_summed_row_is_known():
    """A statement that is added later and changes one of these tables must say so."""
    summed = {schema.matches, schema.seats, schema.seat_changes, schema.rounds, schema.scores,
              schema.corrections}  # fmt: skip
    changing = {kind for kind, made in statements("sqlite").items() if made.table in summed}
    assert changing == {kind for kind in sums.CHANGING if isinstance(kind, Kind)}
