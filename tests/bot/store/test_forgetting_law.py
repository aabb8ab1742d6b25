"""POL-04: forgotten and taken back, every row is there; forgotten for good, none tells of it."""

import asyncio
import itertools
import shutil
import sqlite3
from contextlib import asynccontextmanager, closing
from datetime import timedelta

import pytest
import pytest_asyncio
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import (
    Column,
    MetaData,
    Table,
    Text,
    bindparam,
    delete,
    null,
    update,
)

from bot.economy.wallets import aside, purses
from bot.store import schema
from bot.store.lines import Kind
from bot.store.purse import Purse, purse_of
from bot.store.rows import ChatAlias, StoreError
from bot.store.store import Store
from bot.support.marks import KEY_BYTES, Marks
from tests.kit import forgetting as law
from tests.kit.persons import COLUMNS

WEEK = timedelta(days=7)
FOR_GOOD = law.GONE_AT + timedelta(seconds=1)
"""What was forgotten before this is gone for good."""


@pytest_asyncio.fixture
async def lived(store):
    await law.lives(store)
    return store


@pytest.fixture
def rows(tmp_path):
    return lambda: law.everything(tmp_path / "poker.db")


# Every place has a decision.


def test_every_column_of_text_is_decided():
    assert law.undecided(schema.metadata, COLUMNS) == set()


def test_a_table_without_a_decision_breaks_the_law():
    """Planted: somebody adds a table and does not think of it."""
    planted = MetaData()
    for table in schema.metadata.sorted_tables:
        table.to_metadata(planted)
    Table("friend", planted, Column("person", Text, primary_key=True))
    assert law.undecided(planted, COLUMNS) == {("friend", "person")}


async def test_the_law_looks_into_every_place_that_names_somebody(lived, rows):
    assert law.kept_by(COLUMNS, *law.NAMING) == law.told(rows())


# Taken back.


async def test_forgotten_and_taken_back_every_row_is_as_it_was(lived, rows):
    before = rows()
    await law.forget(lived)
    assert law.told(rows()) == law.kept_by(COLUMNS, *law.UNDOABLE), "nothing else tells it"
    await law.undo(lived)
    assert rows() == before


async def test_one_chat_is_forgotten_and_taken_back_alone(lived, rows):
    before = rows()
    await law.forget(lived, chat=law.GROUP)
    await law.forget(lived, "anon:2", chat=law.SECOND)
    found = {row["user"] for row in rows()["seat"]}
    assert found == {"anon:1", "anon:2", law.PERSON, law.OTHER, ""}, "what was played alone stays"
    await law.undo(lived)
    assert rows() == before


async def test_two_presses_at_once_forget_once(lived, rows):
    before = rows()
    await asyncio.gather(law.forget(lived, "anon:1"), law.forget(lived, "anon:2"))
    await law.undo(lived)
    assert rows() == before


async def test_what_cannot_be_read_any_more_still_gives_the_points_back(lived, raw):
    """A damaged row of ``forgotten`` loses names and settings, and no seat, voice or coin."""
    had = (
        await lived.scores.person_totals(law.PERSON),
        await lived.coins.purse(law.GROUP, law.PERSON),
    )
    await law.forget(lived)
    raw("UPDATE forgotten SET traces = 'no JSON'")
    await law.undo(lived)
    there = (
        await lived.scores.person_totals(law.PERSON),
        await lived.coins.purse(law.GROUP, law.PERSON),
    )
    assert there == had


STEPS = st.lists(st.sampled_from(law.STEPS), max_size=8)
HERE = st.lists(st.sampled_from(["", law.GROUP, law.SECOND]), min_size=1, max_size=3)


@pytest.fixture(scope="module")
def life(tmp_path_factory):
    """A database with the life in it, to be copied."""
    path = tmp_path_factory.mktemp("life") / "life.db"

    async def live():
        store = await Store.open(f"sqlite:///{path}")
        await law.lives(store)
        await store.close()

    asyncio.run(live())
    return path


@asynccontextmanager
async def two(life, folder, name):
    """Two copies of it, open, with their files."""
    paths = [folder / f"{name}{which}.db" for which in "ab"]
    for path in paths:
        shutil.copy(life, path)
    stores = [await Store.open(f"sqlite:///{path}") for path in paths]
    try:
        yield stores, paths
    finally:
        for store in stores:
            await store.close()


def over_databases(life, folder, examples, check):
    """Check examples, each with two databases of its own."""
    numbers = itertools.count()

    async def one(steps, here):
        async with two(life, folder, next(numbers)) as (stores, paths):
            await check(stores, paths, steps, here)

    @settings(max_examples=examples, deadline=None)
    @given(STEPS, HERE)
    def test(steps, here):
        asyncio.run(one(steps, here))

    test()


async def _taken_back(stores, paths, steps, here):
    """As if nobody had been forgotten: a life without it ends with the same rows."""
    gone, never = stores
    for number, chat in enumerate(here):
        await law.forget(gone, f"anon:{number}", chat)
    await law.happen(gone, steps)
    await law.undo(gone)
    if law.votes_again in steps and _forgotten_vote(here):
        _take_the_vote_back(paths[1])
    await law.happen(never, steps)
    found, right = (law.everything(path) for path in paths)
    for table in right:
        assert found[table] == right[table], table


def _forgotten_vote(here):
    return "" in here or law.GROUP in here


def _take_the_vote_back(path):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM voice WHERE motion = 'season' AND person = ?", [law.PERSON])


def test_whatever_happens_meanwhile_it_can_be_taken_back(life, tmp_path):
    over_databases(life, tmp_path, 20, _taken_back)


@pytest.mark.parametrize("step", law.STEPS)
async def test_every_single_thing_may_happen_meanwhile(step, life, tmp_path):
    """Each step alone and twice, so that none depends on what chance draws."""
    async with two(life, tmp_path, "x") as (stores, paths):
        await _taken_back(stores, paths, [step, step], [""])


async def test_without_merging_a_second_vote_breaks_the_law(lived):
    """Planted: the fault that this law was written for."""
    person, motion = schema.voices.c.person, schema.voices.c.motion
    both = person.in_([bindparam("_person"), bindparam("person")])
    nothing = delete(schema.voices).where(both, motion != motion)
    lived._connection._statements = {**lived._connection._statements, Kind.VOICES_MET: nothing}
    await law.forget(lived)
    await law.happen(lived, [law.votes_again])
    with pytest.raises(StoreError, match="do not fit"):
        await law.undo(lived)


# For good.


async def test_after_seven_days_nothing_is_left_but_marks(lived, rows):
    assert rows()["given"] == []
    await law.forget(lived)
    assert await lived.people.purge(law.GONE_AT) == 0, "not before"
    assert await lived.people.purge(FOR_GOOD) == 1
    assert law.told(rows()) == set()
    assert await lived.people.forgotten(law.PERSON) == []
    marks = Marks(await lived.secret("marks", KEY_BYTES))
    assert {row["mark"] for row in rows()["given"]} == {
        marks.of("grant", chat, law.PERSON) for chat in (law.GROUP, law.SECOND)
    }


async def test_without_emptying_sources_the_law_is_broken(lived, rows):
    """Planted: one place is forgotten about."""
    match, seat = schema.actions.c.match, schema.actions.c.seat
    spared = (
        update(schema.actions)
        .where(match == bindparam("_match"), seat == bindparam("_seat"), match != match)
        .values(source=null())
    )
    lived._connection._statements = {**lived._connection._statements, Kind.UNSOURCED: spared}
    await law.forget(lived)
    await lived.people.purge(FOR_GOOD)
    assert law.told(rows()) == {("action", "source")}


async def test_one_chat_is_forgotten_for_good_alone(lived, rows):
    await law.forget(lived, chat=law.GROUP)
    await lived.people.purge(FOR_GOOD)
    left = rows()
    assert [row for row in left["tournament_entry"] if law.names_the_person(row)] == []
    assert [row for row in left["tournament"] if law.names_the_person(row)] == []
    states = {row["table"]: row["state"] for row in left["table_state"]}
    assert states["t-m1"] == "{}"
    assert law.ID in states["t-m2"] and law.ID in states["t-own"]
    keys = {row["key"] for row in left["person_setting"] if row["person"] == law.PERSON}
    device = "push:abcdefghijklmnop"
    assert keys == {"suits", "language", device}, "but not what they were to be told of here"


async def _no_sum_changes(stores, paths, steps, here):
    """Points, coins of every account, pools: as they were, under another name."""
    store, path = stores[0], paths[0]
    await law.happen(store, steps)
    before, held = await _sums(store), _accounts(path)
    old = law.everything(path)
    for number, chat in enumerate(here):
        await law.forget(store, f"anon:{number}", chat)
    await store.people.purge(FOR_GOOD)
    assert await _sums(store) == before
    assert _accounts(path) == held
    assert await store.coins.ledger_check() == []
    if "" in here:
        assert law.told(law.everything(path)) == set()
    assert {
        table: len(rows) for table, rows in law.everything(path).items() if table in SUMMED
    } == {table: len(rows) for table, rows in old.items() if table in SUMMED}


SUMMED = ("match", "seat", "seat_change", "round", "action", "round_score", "correction", "posting",
          "motion", "voice", "tournament", "tournament_entry", "season")  # fmt: skip


async def _sums(store):
    """Points by chat, of everybody together and of the other."""
    found = {}
    for chat in (law.GROUP, law.SECOND):
        totals = await store.scores.game_totals(chat)
        found[chat] = (
            sorted((t.points, t.rounds) for t in totals if t.user != law.OTHER),
            [(t.points, t.rounds) for t in totals if t.user == law.OTHER],
        )
    for totals, _ in found.values():  # one person may be several aliases by now
        totals[:] = [tuple(map(sum, zip(*totals, strict=True)))] if totals else []
    return found


def _accounts(path):
    """Coins by chat and account, whoever is forgotten counted as the same one."""
    found = {}
    for row in law.everything(path)["posting"]:
        account = row["account"]
        for who in (law.PERSON, *(f"anon:{n}" for n in range(3))):
            account = account.removesuffix(who) if account.endswith(f":{who}") else account
        at = (row["chat"], account)
        found[at] = found.get(at, 0) + row["amount"]
    return found


def test_for_good_no_sum_changes(life, tmp_path):
    over_databases(life, tmp_path, 15, _no_sum_changes)


async def test_what_is_done_meanwhile_is_not_forgotten_with_it(lived, rows):
    """After seven days only what came after names the person."""
    await law.forget(lived)
    old = {table: {str(row) for row in found} for table, found in rows().items()}
    await law.happen(lived, law.STEPS)
    await lived.people.purge(FOR_GOOD)
    for table, found in rows().items():
        naming = {str(row) for row in found if law.names_the_person(row)}
        assert not naming & old[table], table
    assert {t.game for t in await lived.scores.person_totals(law.PERSON)} == {"dazha"}


# Given once.


async def test_a_first_purse_is_given_once_to_whoever_is_forgotten(lived):
    chat, person = law.GROUP, law.PERSON
    await law.forget(lived)
    gone = Purse(0, 0, granted=True)
    assert (await purses(lived, chat, [person], law.AFTER))[person] == gone
    await lived.people.purge(FOR_GOOD)
    assert (await purses(lived, chat, [person], law.AFTER + WEEK))[person] == gone
    await lived.commit([ChatAlias(chat, law.MOVED)])
    assert (await purses(lived, law.MOVED, [person], law.AFTER + WEEK))[person] == gone
    third = "telegram:-1003333333333"
    fresh = Purse(1000, 0, granted=True)
    assert (await purses(lived, third, [person], law.AFTER + WEEK))[person] == fresh
    other = (await purses(lived, chat, [law.OTHER], law.AFTER + WEEK))[law.OTHER]
    assert other.granted and other.free > 0


async def test_a_purse_that_can_come_back_is_still_its_owner_s(lived):
    had = (await lived.coins.purse(law.GROUP, law.PERSON)).free
    assert await aside(lived, law.GROUP, law.PERSON) == 0
    await law.forget(lived)
    assert await aside(lived, law.GROUP, law.PERSON) == had > 0
    assert await lived.coins.held(law.GROUP, purse_of("anon:1")) == had
    await lived.people.purge(FOR_GOOD)
    assert await aside(lived, law.GROUP, law.PERSON) == 0
