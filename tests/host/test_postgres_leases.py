"""Leases on a real PostgreSQL: one writes, and what another one writes meanwhile is not stored."""

import asyncio
from dataclasses import replace

import pytest
import pytest_asyncio
from sqlalchemy import text

from bot.app.settings import Settings
from bot.app.turns import in_turns
from bot.cluster import mail
from bot.lease.row import SPAN, claimed, released, renewed
from bot.store import leases as module
from bot.store import sessions
from bot.store.leases import Fence, Leases
from bot.store.letters import LetterSent, LetterWritten
from bot.store.rows import DAILY, ChatSet, NotSaved
from bot.store.store import Store
from bot.users.daily import Daily
from tests.kit.postgres import Postgres
from tests.kit.stored import acted, saved, started

HOUSE = "house"


@pytest.fixture(scope="module")
def server():
    with Postgres() as server:
        yield server


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
    return await leases.change(HOUSE, lambda lease, now: claimed(lease, process, now + ahead))


async def test_the_server_gives_a_lease_to_one_and_judges_by_its_own_clock(shared):
    _, _, leases = shared
    asked = [claim(leases, f"p{number}") for number in range(5)]
    assert sorted(await asyncio.gather(*asked)) == [False] * 4 + [True]
    lease, left = (await leases.stored())[HOUSE]
    assert lease.epoch == 1 and 0 < left <= SPAN
    assert not await claim(leases, "other")
    assert await leases.change(HOUSE, lambda row, now: renewed(row, lease.holder, 1, now))
    assert await claim(leases, "other", ahead=SPAN + 1), "it has run out"
    assert not await leases.change(HOUSE, lambda row, now: renewed(row, lease.holder, 1, now))
    assert await leases.change(HOUSE, lambda row, now: released(row, "other", 2, now))
    assert (await leases.stored())[HOUSE][0].holder == ""


async def test_what_is_written_under_an_old_epoch_is_not_stored(shared):
    first, second, leases = shared
    told = []
    first.fenced = told.append
    await claim(leases, "a")
    first.write_under(lambda places: [Fence(HOUSE, "a", 1)])
    await first.commit([*started(), acted(1), saved(state="1")])
    await claim(leases, "b", ahead=SPAN + 1)
    second.write_under(lambda places: [Fence(HOUSE, "b", 2)])
    with pytest.raises(NotSaved):
        await first.commit([acted(2), saved(state="asleep")])
    with pytest.raises(NotSaved):
        await first.beat(first._clock())
    assert set(told) == {Fence(HOUSE, "a", 1)}
    await second.commit([acted(2), saved(state="2")])
    assert [table.state for table in await first.matches.live_tables()] == ["2"]


async def test_nobody_takes_a_lease_in_the_middle_of_what_is_written_under_it(shared):
    first, _, leases = shared
    await claim(leases, "a")
    first.write_under(lambda places: [Fence(HOUSE, "a", 1)])
    await first.commit([*started(), saved(state="1")])
    async with first._engine.connect() as connection:
        await connection.run_sync(module.check_held, [Fence(HOUSE, "a", 1)])
        # Were it to wait for a moment without a write, a busy process would lose its lease.
        assert await leases.change(HOUSE, lambda row, now: renewed(row, "a", 1, now), longer=True)
        taking = asyncio.create_task(claim(leases, "b", ahead=SPAN + 1))
        done, _ = await asyncio.wait([taking], timeout=0.2)
        assert not done
        await connection.rollback()
    assert await taking


# Many at once.


async def test_leases_of_rooms_are_taken_kept_passed_on_and_given_back(shared):
    _, _, leases = shared
    rooms = [f"web:{letter * 32}" for letter in "abcd"]
    claims = await asyncio.gather(*(leases.claim(f"p{n}", rooms) for n in range(3)))
    taken = [(room, process) for process, found in enumerate(claims) for room in found]
    assert sorted(room for room, _ in taken) == rooms, "each once"
    await leases.release([Fence(room, f"p{process}", 1) for room, process in taken])
    assert await leases.holders(rooms) == {} and await leases.alive() == set()
    again = await leases.claim("a", rooms)
    assert {room: given.epoch for room, given in again.items()} == dict.fromkeys(rooms, 2)
    assert all(0 < given.alone < 60 for given in again.values())
    mine = [Fence(room, "a", 2) for room in rooms]
    before = await leases.stored()
    old, other = Fence(rooms[0], "a", 1), Fence(rooms[1], "b", 2)
    assert await leases.renew([*mine, old]) == set(rooms)
    assert await leases.renew([old]) == set() and await leases.renew([other]) == set()
    after = await leases.stored()
    for room in rooms:
        renewed_at = after[room][0].until - SPAN
        lease = before[room][0]
        assert (
            after[room][0] == renewed(lease, "a", 2, renewed_at) and renewed_at > lease.until - SPAN
        )
    assert await leases.claim("b", rooms) == {}
    assert await leases.hand_over([*mine[:1], other], "b") == {rooms[0]: 3}
    assert await leases.holders(rooms) == {rooms[0]: "b", **dict.fromkeys(rooms[1:], "a")}
    assert await leases.renew(mine) == set(rooms[1:]) and await leases.alive() == {"a", "b"}


async def test_a_process_that_was_killed_has_no_session_and_its_leases_end(
    server, shared, monkeypatch
):
    first, _, leases = shared
    name = first._engine.url.database
    alive, dead, cut_off = (f"p.{hexes}" for hexes in ("f0" * 8, "0f" * 8, "ab" * 8))
    rooms = {process: f"web:{process[-1] * 32}" for process in (alive, dead, cut_off, "nameless")}
    for process, room in rooms.items():
        await leases.claim(process, [room])
    heard = [mail.Mail(server.url(database=name), process[2:], print, lambda: None)
             for process in (alive, dead)]  # fmt: skip
    running = [asyncio.create_task(one.run()) for one in heard]
    try:
        await asyncio.gather(*(one.up.wait() for one in heard))
        assert await leases.cut_short() == set(), "all have renewed theirs just now"
        async with first._engine.begin() as connection:
            await connection.execute(text("UPDATE lease SET until = until - 3000000"))
        monkeypatch.setattr(sessions, "_UP", text("SELECT false"))
        assert await leases.cut_short() == set(), "the server has just begun"
        monkeypatch.setattr(sessions, "_UP", text("SELECT true"))
        running[1].cancel()
        await asyncio.gather(running[1], return_exceptions=True)
        assert await leases.renew([Fence(rooms[cut_off], cut_off, 1)]), "it lives all the same"
        assert await leases.cut_short() == {dead}
        assert await leases.alive() == {alive, cut_off, "nameless"}
        assert (await leases.claim("b", [rooms[dead], rooms[alive]])).keys() == {rooms[dead]}
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def test_a_step_is_stored_under_its_room_s_lease_and_an_orphan_is_found(shared):
    first, second, leases = shared
    room = "web:" + "r" * 32
    place = f"{room}:"
    epochs = await leases.claim("a", [room])
    first.write_under(lambda places: [Fence(p[:-1], "a", epochs[p[:-1]].epoch) for p in places])
    lost = []
    first.fenced = lost.append
    await first.commit([*started(), acted(1), replace(saved(state="1"), place=place)])
    assert await leases.orphans("web", 9) == set()
    assert await leases.orphans("discord", 9) == set()
    fence = Fence(room, "a", 1)
    async with first._engine.connect() as connection:
        await connection.run_sync(module.check_held, [fence])
        assert await leases.claim("b", [room]) == {}, "nor waited for"
    await leases.release([fence])
    assert await leases.orphans("web", 9) == {room}
    assert (await leases.claim("b", [room]))[room].epoch == 2
    with pytest.raises(NotSaved):
        await first.commit([acted(2), replace(saved(state="late"), place=place)])
    assert lost == [fence]
    assert [table.state for table in await second.matches.live_at([place])] == ["1"]


async def test_a_room_about_which_a_letter_lies_is_looked_for_until_it_was_told(shared):
    first, _, leases = shared
    room, now = "web:" + "l" * 32, first._clock()
    await first.commit([LetterWritten("a 1", f"{room}:", "web:" + "p" * 32, "{}", now)])
    assert await leases.orphans("web", 9) == {room}, "its match is over, and whoever ran it is dead"
    await leases.claim("a", [room])
    assert await leases.orphans("web", 9) == set()
    await leases.release([Fence(room, "a", 1)])
    await first.commit([LetterSent("a 1")])
    assert await leases.orphans("web", 9) == set()


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
    lease, _ = (await leases.stored())[HOUSE]
    await leases.close()
    assert (lease.holder, lease.epoch) == ("", 1)


async def test_that_a_problem_is_posted_is_stored_by_whoever_runs_the_room_alone(shared):
    """A process that slept takes no day's problem, and one posts it; what else it sets is kept."""
    first, second, leases = shared
    room = "web:" + "d" * 32
    epochs = await leases.claim("a", [room])
    first.write_under(lambda places: [Fence(p[:-1], "a", epochs[p[:-1]].epoch) for p in places])
    await first.commit([ChatSet(room, DAILY, Daily(done=1).dump())])
    await leases.release([Fence(room, "a", 1)])
    taken = await leases.claim("b", [room])
    second.write_under(lambda places: [Fence(p[:-1], "b", taken[p[:-1]].epoch) for p in places])
    await second.commit([ChatSet(room, DAILY, Daily().taken(2).dump())])
    with pytest.raises(NotSaved):
        await first.commit([ChatSet(room, DAILY, Daily().taken(2).dump())])
    await first.commit([ChatSet(room, "language", "en")])
    found = await first.preferences.chats_with(DAILY, ("language",))
    assert found == {room: {DAILY: Daily().taken(2).dump(), "language": "en"}}
