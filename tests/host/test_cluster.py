"""Two programs on one PostgreSQL share its rooms; whatever happens to one, the other goes on."""

import asyncio
import signal

import aiohttp
import pytest
from sqlalchemy import text

from bot.app.tables import table_lines
from bot.cluster.move import move
from bot.store.store import Store
from tests.kit.actors import chance, waited_for
from tests.kit.cluster import ANSWERS, Person, new_room, play, table_in
from tests.kit.postgres import Postgres
from tests.kit.program import Program

COUNTED = text("SELECT count(*), count(DISTINCT (match, round, step)) FROM action")
HOLDER = text("SELECT holder FROM lease WHERE name = 'house'")


@pytest.fixture(scope="module")
def server():
    with Postgres() as server:
        yield server


async def asked(store, query):
    return await store.read(lambda connection: tuple(connection.execute(query).one()))


async def serves(store, name):
    """Wait until a process has the lease."""
    async with asyncio.timeout(ANSWERS):
        while not (await asked(store, HOLDER))[0].startswith(f"{name}."):  # noqa: ASYNC110
            await asyncio.sleep(0.1)


async def run_by(store, room):
    """The process that runs a room."""
    asked_for = text("SELECT holder FROM lease WHERE name = :name").bindparams(name=f"web:{room}")
    return (await asked(store, asked_for))[0].partition(".")[0]


async def a_room_is_run_where_it_was_opened_until_it_needs_the_house(store, http, two):
    room = await new_room(http, two.address)
    person = Person(http, room, "丙")
    await person.come(two.address)
    assert await run_by(store, room) == "two"
    told = await person.do(say="/tournament")
    assert "error" not in told and await run_by(store, room) == "one"


async def a_turn_is_noticed_at_another_process(store, http, people, two, rng):
    """Whoever is next looks at a room that another process runs; how often was played."""
    ident = waited_for(await table_in(store))[0][1]
    (away,) = (person for person in people if person.ident != ident)
    await away.leave()
    page = away.beside()
    page.room = await new_room(http, two.address)
    await page.come(two.address)
    assert await run_by(store, page.room) == "two" and await run_by(store, away.room) == "one"
    assert not page.shown
    count = 0
    while waited_for(await table_in(store))[0][1] == ident:
        await play(store, [person for person in people if person is not away], rng)
        count += 1
    async with asyncio.timeout(ANSWERS):
        while not page.shown:
            await page.come(two.address)
            await asyncio.sleep(0.05)
    (note,) = page.shown
    assert note["text"] and not note.get("rows") and not note.get("pickers"), note
    await page.leave()
    return count


async def test_a_table_is_played_at_any_port_and_outlives_kill_sleep_and_stop(server, tmp_path):
    url = server.database("cluster")
    named = {"DATABASE_URL": url, "COMPUTER_PACE": "0"}
    one = Program(tmp_path, PROCESS_NAME="one", **named)
    two = Program(tmp_path, PROCESS_NAME="two", **named)
    rng, count = chance(20), 0
    async with one, two, aiohttp.ClientSession() as http:
        store = await Store.open(url)
        try:
            await serves(store, "one")
            await a_room_is_run_where_it_was_opened_until_it_needs_the_house(store, http, two)
            room = await new_room(http, two.address)
            people = [Person(http, room, name) for name in "甲乙"]

            async def played(*at):
                nonlocal count
                for person, program in zip(people, at, strict=True):
                    await person.come(program.address)
                for _ in range(4):
                    told = await play(store, people, rng)
                    assert "toast" not in told and "note" not in told, told
                    count += 1
                    assert await asked(store, COUNTED) == (count, count)

            await people[0].come(one.address)
            await people[1].come(two.address)
            await people[0].do(say="/newgame qigui523")
            await people[1].do(say="/join")
            await people[1].do(say="/settings clock 0")
            await people[0].do(say="/start")
            await played(one, two)
            count += await a_turn_is_noticed_at_another_process(store, http, people, two, rng)
            await played(one, two)

            for person in people:
                await person.come(two.address)
            pressed = asyncio.create_task(play(store, people, rng))  # and sent until it is answered
            await one.kill()
            assert not {"toast", "note"} & (await pressed).keys()
            count += 1
            await serves(store, "two")
            await played(two, two)

            await one.start()
            two.process.send_signal(signal.SIGSTOP)
            await serves(store, "one")
            await played(one, one)
            two.process.send_signal(signal.SIGCONT)
            await played(two, two)

            assert "1 table" in await table_lines(url)
            before, after = (await asked(store, HOLDER))[0], await move(url, url)
            assert {name.partition(".")[0] for name in (before, after)} == {"one", "two"}
            await played(one, two)

            assert await two.stop() == 0
            await serves(store, "one")
            await played(one, one)
        finally:
            await store.close()
        assert await one.stop() == 0
    assert "Traceback" not in "".join(one.log + two.log)
