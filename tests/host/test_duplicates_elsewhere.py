"""复式 with people at two programs on one PostgreSQL: nobody is told early what came of a deal.

Through a kill of the program that runs it, while one table has ended its deal and another plays it.
"""

import asyncio
import json
from contextlib import suppress

import aiohttp
import pytest
from sqlalchemy import text

from bot.runtime.loading import Unreadable, load
from bot.store.store import Store
from engine.registry import games
from tests.bot.adapters.test_duplicates_bytes import ASKED
from tests.kit.actors import chance, legal, press_of, waited_for
from tests.kit.cluster import ANSWERS, Person, new_room
from tests.kit.duplicate_ear import told_as
from tests.kit.postgres import Postgres
from tests.kit.program import Program

pytestmark = [pytest.mark.no_cover, pytest.mark.deep]

GAME = "niuniu"
"""Whose deals are over after a few presses."""


@pytest.fixture(scope="module")
def url():
    with Postgres() as server:
        yield server.database("contest")


async def tables(store):
    """The tables that are on, by their ids; read again where one was written meanwhile."""
    async with asyncio.timeout(ANSWERS):
        while True:
            with suppress(Unreadable):
                stored = await store.matches.live_tables()
                return {one.table: await load(one, store, games()) for one in stored}
            await asyncio.sleep(0.05)


def at(table, people):
    """Those who sit at a table."""
    seated = {player.user.id for player in table.state.players if player.user is not None}
    return [person for person in people if person.ident in seated]


SCORES = text("SELECT points FROM round_score WHERE match = :match ORDER BY seat")


async def play_out(store, ident, people, rng):
    """A table's deal is played to its end; how that is told, in any language."""
    async with asyncio.timeout(ANSWERS):
        while (table := (await tables(store)).get(ident)) and not table.state.over:
            match, names = table.state.match, table.names
            for seat, who in waited_for(table)[:1]:
                (person,) = (one for one in people if one.ident == who)
                token, values = press_of(table, seat, legal(table, seat, rng))
                await person.do(press=token, values=list(values))
    found = SCORES.bindparams(match=match)
    scores = await store.read(lambda connection: connection.execute(found).scalars().all())
    assert len(scores) == len(names)
    return told_as(names, scores)


async def look_around(people, program):
    """They ask for whatever there is at a program, and open the page anew."""
    for person in people:
        await person.come(program.address)
        for line in ASKED:
            await person.do(say=line)
        await person.come(program.address)


def heard(people):
    """All that they were sent, as words."""
    frames = [json.loads(frame) for person in people for frame in person.heard]
    return "\n".join(json.dumps(frame, ensure_ascii=False) for frame in frames)


async def test_who_has_not_played_it_is_told_nothing_at_any_process(url, tmp_path):
    named = {"DATABASE_URL": url, "COMPUTER_PACE": "0"}
    one = Program(tmp_path, PROCESS_NAME="one", **named)
    two = Program(tmp_path, PROCESS_NAME="two", **named)
    rng = chance(28)
    async with one, two, aiohttp.ClientSession() as http:
        store = await Store.open(url)
        try:
            room = await new_room(http, two.address)
            people = [Person(http, room, name) for name in "甲乙丙丁戊己庚辛"]
            for number, person in enumerate(people):
                await person.come((one, two)[number % 2].address)
            await people[0].do(say=f"/duplicate {GAME} 2 2 10")
            for person in people:
                await person.do(say="/duplicate 报名")
            await people[0].do(say="/duplicate 开始")
            async with asyncio.timeout(ANSWERS):
                while len(found := await tables(store)) < 2:
                    pass
            ident = next(ident for ident, table in found.items() if at(table, people[:1]))
            mine = at(found[ident], people)
            others = [person for person in people if person not in mine]
            secrets = await play_out(store, ident, mine, rng)
            await look_around(mine, two)
            assert any(line in heard(mine) for line in secrets), "who sat there is told"

            async def nothing_is_told(program):
                await look_around(others, program)
                still = [t for i, t in (await tables(store)).items() if i != ident]
                assert still and not any(t.state.over for t in still), "they still play it"
                told = heard(others)
                assert [line for line in secrets if line in told] == []

            await nothing_is_told(one)
            await nothing_is_told(two)
            await one.kill()
            await nothing_is_told(two)
            await one.start()
            (other,) = [i for i in await tables(store) if i != ident]
            own = await play_out(store, other, others, rng)
            await look_around(others, one)
            words = heard(others)
            assert any(line in words for line in own), "their own is told"
        finally:
            await store.close()
