"""Where somebody has played, and with whom: read from the seats of matches."""

from datetime import timedelta

import pytest

from bot.store.rows import SeatRow, SeatTaken
from tests.kit.stored import NOW, started

ME, RED, GANG = "web:me222222", "web:red22222", "web:gang2222"
ROOM, OTHER = "web:" + "k7" * 16, "web:" + "q4" * 16


def sat(match, chat, *people, at=NOW, game="dazha"):
    seats = tuple(SeatRow(n, user, name) for n, (user, name) in enumerate(people))
    return started(match, chat, game, seats, at)


@pytest.fixture
async def played(store):
    """Three matches of mine in two rooms, one alone, one of others, one that I joined later."""
    day = timedelta(days=1)
    await store.commit(sat("m1", ROOM, (ME, "我"), (RED, "小红")))
    await store.commit(sat("m2", OTHER, (ME, "我"), (RED, "红姐"), at=NOW + day, game="matrix"))
    await store.commit(sat("m3", ROOM, (ME, "我"), ("", "电脑"), (GANG, "小刚"), at=NOW + 2 * day))
    await store.commit(sat("m4", "alone:" + ME, (ME, "我"), at=NOW + 3 * day))
    await store.commit(sat("m5", OTHER, (RED, "红姐"), (GANG, "小刚"), at=NOW + 4 * day))
    await store.commit(sat("m6", OTHER, (RED, "红"), ("", "电脑"), at=NOW + 5 * day))
    await store.commit([SeatTaken("m6", 1, 2, ME, "我", NOW + 5 * day)])
    return store


async def test_rooms_come_newest_first_with_the_last_game(played):
    found = await played.company.places(ME, 8)
    assert [(one.chat, one.game, one.matches) for one in found] == [
        (OTHER, "dazha", 2), (ROOM, "dazha", 2),
    ]  # fmt: skip
    assert len(await played.company.places(ME, 1)) == 1
    assert await played.company.places("web:nobody22", 8) == []


async def test_people_come_by_how_often_under_their_newest_name(played):
    found = await played.company.fellows(ME, 8)
    assert [(one.name, one.matches) for one in found] == [("红", 3), ("小刚", 1)]


async def test_nobody_is_named_who_is_forgotten(played):
    await played.commit(sat("m7", ROOM, (ME, "我"), ("anon:x", ""), at=NOW + timedelta(days=9)))
    assert {one.person for one in await played.company.fellows(ME, 8)} == {RED, GANG}
