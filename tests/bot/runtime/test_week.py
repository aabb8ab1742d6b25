"""A week at a hundred tables: what nothing needs any more is gone, in memory and on disk.

Everything that can be reached from the service is walked. What there is after some tables, and
after three times as many with other chats and people, must be the same, but for what is listed.
"""

import gc
from collections import Counter, deque
from collections.abc import Mapping
from weakref import WeakSet

import pytest
from sqlalchemy import text

from bot.ports.refs import ChatRef
from bot.store.schema import metadata
from tests.kit.actors import answer, chance, waited_for
from tests.kit.coinroom import queue
from tests.kit.ids import long_id
from tests.kit.tiers import DEEP, chosen
from tests.kit.tournament import called, play_on, register

TABLES = 100 if DEEP else 4
"""Tables a period."""

DAY = 86_400

RECORDS = {
    *("match", "seat", "seat_change", "round", "round_score", "action"),
    *("table_state", "person_setting", "chat_setting"),
    *("posting", "tournament", "tournament_entry", "match_sum", "chat_sum", "shuffle"),
}
"""Rows that stay: the books of points and coins, the records of rounds, what was set."""

BOUNDED = {
    *("Repeats._changes", "Preferences._people", "Preferences._chats", "Painter._kept"),
    *("Presence._known", "Presence._kept", "Presence._admins", "Menus._standing"),
    *("Launcher._opened", "Traffic._names", "Traffic._books", "Desk._said"),
    *("Catalogue._found", "Sentences._templates"),  # one a message that there is
}
"""Memories of so many at most, whose bounds are tested with them."""

COUNTED = (Mapping, set, frozenset, list, deque, WeakSet)


def held(*roots):
    """How much every container of our objects holds, by class and attribute.

    A ``Lately`` of Telegram's adapter is a container with a bound.
    """
    found, seen, left = Counter(), set(), list(roots)
    while left:
        thing = left.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, COUNTED) or type(thing) is tuple:
            left += thing.values() if isinstance(thing, Mapping) else thing
        elif ours := _ours(thing):
            for name, value in _attributes(thing):
                if isinstance(value, COUNTED) and not hasattr(value, "put"):
                    found[f"{ours}.{name}"] += len(value)
                left.append(value)
    return found


def _ours(thing):
    """The name of the class of ours that a thing is of, or that a test's is made of."""
    names = (c.__name__ for c in type(thing).__mro__ if c.__module__.startswith("bot."))
    return next(names, "")


def _attributes(thing):
    yield from getattr(thing, "__dict__", {}).items()
    for kind in type(thing).__mro__:
        for name in getattr(kind, "__slots__", ()):
            if name not in ("__weakref__", "__dict__") and hasattr(thing, name):
                yield name, getattr(thing, name)


async def stored(store):
    """How many rows every table of the schema has."""

    def count(connection):
        names = [table.name for table in metadata.sorted_tables]
        counts = {n: text(f'select count(*) from "{n}"') for n in names}  # noqa: S608  (ours)
        return Counter({name: connection.scalar(query) for name, query in counts.items()})

    return await store.read(count)


def grown(before, after, periods, may=frozenset()):
    """What has grown as the tables have, and may not: something for every second of them."""
    return {
        name: (before[name], after[name])
        for name in after
        if name not in may and after[name] - before[name] >= periods / 2
    }


async def play(house, number):
    """A table of two persons in a chat of its own, played to its end."""
    chat = ChatRef("memory", long_id(f"week{number}"))
    first, second = (f"{number}{who}".zfill(19) for who in (1, 2))

    async def say(who, line):
        return await house.say(who, line, chat=chat)

    await say(first, "/newgame 比大小")
    await say(second, "/join")
    await say(first, "/settings quan 1")
    await say(first, "/why")
    await say(first, "/start")
    while (runner := house.tables.at(chat)) is not None:
        asked = waited_for(runner.table)
        assert asked, "somebody is always asked"
        await answer(house, runner.table, asked[0][0], chance(number))
    await say(second, "/scores")


async def left_alone(house):
    """Nobody does anything until every table is over: the clock plays for them."""
    for _ in range(3000):
        if not house.tables.running:
            return
        await house.next_wake()
    raise AssertionError("it does not end")


async def compete(house, number):
    """A tournament of four persons in a chat of its own, with a fee; nobody presses anything."""
    house.people.chat = ChatRef("memory", long_id(f"cup{number}"))
    tournament = await called(house, fee=50)
    await register(house, tournament, *(f"{number}{who}".zfill(19) for who in range(4)))
    await house.forward(600)
    assert house.tables.running, "it has begun"
    await play_on(house, tournament)
    await house.settle()


async def stake(house, number):
    """Four persons who queue for coins in a chat of their own, and then leave it to the clock."""
    chat = ChatRef("memory", long_id(f"coins{number}"))
    await queue(house, [f"{number}{who}".zfill(19) for who in range(4)], chat=chat)
    assert house.tables.running, "it has begun"
    await left_alone(house)


KINDS = {"tables": play, "tournaments": compete, "coin rooms": stake}


async def periods(house, count, begin, after=lambda number: None, kind="tables"):
    """So many tables, and then days in which nothing happens."""
    for number in range(begin, begin + count):
        await KINDS[kind](house, number)
        after(number)
        await house.forward(DAY * 7 / TABLES / 2)
    for _ in range(8):
        await house.forward(DAY)
    gc.collect()
    return held(house.service, house.platform.traffic), await stored(house.store)


@pytest.mark.parametrize("kind", chosen(KINDS, 1, "a week"))
async def test_a_week_grows_nothing_but_the_book(world, kind):
    count = TABLES // 2 if kind == "coin rooms" else TABLES  # of some hundred moves each
    async with world.house(check=False) as house:
        await periods(house, 1, 0, kind=kind)  # whatever is made once
        memory, disk = await periods(house, count, 1, kind=kind)
        later, written = await periods(house, 2 * count, 1 + count, kind=kind)
        assert grown(memory, later, 2 * count, BOUNDED) == {}
        assert grown(disk, written, 2 * count, RECORDS) == {}
        assert {"round", "action"} <= grown(disk, written, 2 * count).keys(), "it was played"
        assert any(name in BOUNDED for name in grown(memory, later, 2 * count)), "it is seen"


async def test_planted_what_keeps_one_entry_a_table_is_seen(world):
    async with world.house(check=False) as house:
        house.service.running.letters._planted = kept = {}
        memory, _ = await periods(house, 4, 1, lambda n: kept.update({n: "a table that is over"}))
        later, _ = await periods(house, 8, 5, lambda n: kept.update({n: "a table that is over"}))
        assert grown(memory, later, 8, BOUNDED) == {"Letters._planted": (4, 12)}
