"""Two programs on one PostgreSQL share Discord's shards; a table is played through either.

A program that is given too little of the machine may lose its leases for a while, as it is meant
to: so nothing here depends on which program has what, nor on how many sessions are begun. People
do as they do: who is told that it has failed, by Discord or in words, presses again, and so does
who was put off by a program that is gone since; nobody else does.
"""

import asyncio
import itertools
import time
from contextlib import asynccontextmanager, suppress

import pytest
from sqlalchemy import text

from bot.adapters.discord.layout import PRESS, key_of
from bot.cluster.member import HOUSE
from bot.store.store import Store
from bot.table import tokens
from tests.kit.actors import chance, legal, press_of, waited_for
from tests.kit.cluster import ANSWERS, ELSEWHERE, table_in
from tests.kit.discord_shards import channel_of, keys_of, many_shards, person, server_of
from tests.kit.postgres import Postgres
from tests.kit.program import Program
from tests.kit.tiers import chosen

pytestmark = [] if "discord" in ELSEWHERE else [pytest.mark.deep]

TOKEN = "MTIz.secret.token"

COUNTED = text("SELECT count(*), count(DISTINCT (match, round, step)) FROM action")
HOLDERS = text(
    "SELECT name, holder, epoch FROM lease WHERE name LIKE '%:once:%'"
    " OR holder <> '' AND until > extract(epoch FROM clock_timestamp()) * 1000000"
)
SHARDS = "discord:2:0", "discord:2:1"
EPHEMERAL = 64

FAILED = 3.0
"""Seconds without an answer after which Discord says that it has failed."""

NUMBERS = itertools.count()


@pytest.fixture(scope="module")
def server():
    with Postgres() as server:
        yield server


@pytest.fixture
def database(server):
    return server.database(f"shards{next(NUMBERS)}")


async def until(condition):
    async with asyncio.timeout(ANSWERS):
        while not (found := condition()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        return found


class Servers:
    """What is seen in both servers, and in private."""

    def __init__(self, fake, store, programs):
        self.fake, self.store, self.programs = fake, store, programs
        self.people = [person(1), person(2)]
        self.chance = chance(26)
        self.longest = 0.0
        self.played = 0
        self.again = []
        """Why somebody had to do something once more."""

    async def leases(self):
        """Holder and epoch of every lease that lasts, by name."""
        rows = await self.store.read(lambda c: c.execute(HOLDERS).all())
        return {name: (holder.partition(".")[0], epoch) for name, holder, epoch in rows}

    async def has_house(self):
        """The program that has it; empty: none."""
        return (await self.leases()).get(HOUSE, ("", 0))[0]

    async def settled(self, *names):
        """Wait until these programs have all there is, each of them a part."""
        async with asyncio.timeout(ANSWERS):
            while True:
                leases = await self.leases()
                having = [leases.get(name, ("", 0))[0] for name in SHARDS]
                if (
                    set(having) == set(names)
                    and leases.get(HOUSE, ("", 0))[0] in names
                    and all(map(self.fake.served, range(2)))
                ):
                    return
                await asyncio.sleep(0.05)

    async def answered(self, shard, act):
        """Do something until it is answered; who has heard nothing for as long as Discord waits
        does it again. What it was."""
        began = time.perf_counter()
        async with asyncio.timeout(ANSWERS):
            while True:
                with suppress(ConnectionError):
                    ident, until_ = await act(), time.perf_counter() + FAILED
                    while time.perf_counter() < until_:
                        if self.fake.answers_to(ident):
                            self.longest = max(self.longest, time.perf_counter() - began)
                            return ident
                        await asyncio.sleep(0.02)
                    self.again.append("it has failed")
                await asyncio.sleep(0.1)

    def button(self, channel, label):
        """The newest message there with a button, and what that is pressed as."""
        for message in self.fake.written(channel):
            for shown, key in keys_of(message).items():
                if label in shown:
                    return message, key
        return None

    async def press(self, user, label):
        """Press a button in the channel of shard 1, once there is one."""
        channel = channel_of(server_of(1, 2))
        await until(lambda: self.button(channel, label))
        await self.answered(1, lambda: self.fake.press(1, user, *self.button(channel, label)))

    async def play(self, shard=None):
        """Whoever is waited for does something legal: on a message that they alone see in a
        server, or in their private chat; it is stored, once."""
        table = await table_in(self.store)
        seat, ident = waited_for(table)[0]
        user = next(one for one in self.people if one["id"] == ident)
        action = legal(table, seat, self.chance)
        token, values = press_of(table, seat, action)
        if values:
            item = tokens.item_of(action, table.prompt(seat))
            token = tokens.button(table.state.id, table.question_of(seat).number, item)
        key = key_of(PRESS, token)
        chat = str(int(ident) + 10**18)
        if shard is None:
            message = self.fake._message(chat, "1000000000000000001", {})
        else:
            channel = channel_of(server_of(shard, 2))
            message = self.fake._message(channel, "1000000000000000002", {"flags": EPHEMERAL})

        def act():
            if shard is None:
                return self.fake.press_alone(user, message, key)
            return self.fake.press(shard, user, message, key)

        async with asyncio.timeout(ANSWERS):
            pressed = await self.answered(shard or 0, act)
            heard = self.fake.open(shard or 0)
            while await self.counted() == (self.played, self.played):
                words = self.fake.answered[pressed]
                if words or any(socket.closed for socket in heard):
                    self.again.append(words or "it was put off, and who heard it is gone")
                    pressed = await self.answered(shard or 0, act)
                    heard = self.fake.open(shard or 0)
                await asyncio.sleep(0.05)
        self.played += 1
        assert await self.counted() == (self.played, self.played)

    async def counted(self):
        return await self.store.read(lambda c: tuple(c.execute(COUNTED).one()))

    async def begin(self):
        """A table in the channel of shard 1."""
        first, second = self.people
        await until(lambda: self.fake.declared)
        await self.answered(1, lambda: self.fake.slash(1, first, "newgame", game="蹲麻子"))
        await self.press(second, "加入")
        await self.press(first, "开始")
        channel = channel_of(server_of(1, 2))
        await until(lambda: "加入" not in str(self.fake.written(channel)[0]))


@asynccontextmanager
async def two_programs(database, folder):
    """A server in each of two shards, and two programs that share these."""
    async with many_shards(2) as fake:
        named = {
            "DATABASE_URL": database, "COMPUTER_PACE": "0", "DISCORD_TOKEN": TOKEN,
            "DISCORD_API_BASE": fake.api, "DISCORD_GATEWAY": fake.gateway, "DISCORD_SHARDS": "2",
        }  # fmt: skip
        one, two = (Program(folder, PROCESS_NAME=name, **named) for name in ("one", "two"))
        async with one:
            store = await Store.open(database)
            try:
                servers = Servers(fake, store, {"one": one, "two": two})
                await servers.settled("one")
                async with two:
                    await servers.settled("one", "two")
                    await servers.begin()
                    yield servers
            finally:
                await store.close()
            log = [*one.log, *two.log]
        print(f"longest wait for an answer {servers.longest:.2f} s; again: {servers.again}")
        traces = [n for n, line in enumerate(log) if "Traceback" in line]
        assert not traces, "".join(log[traces[0] - 2 : traces[0] + 40])
        assert TOKEN not in "".join(log)


async def test_shards_are_shared_out_and_taken_over_and_presses_find_their_table(
    database, tmp_path
):
    async with two_programs(database, tmp_path) as servers:
        fake, (first, second) = servers.fake, servers.people
        await servers.play(1)
        await servers.play()
        for which in chosen(("house", "shard"), 1, "shards"):
            house = await servers.has_house()
            dead = house if which == "house" else other_than(house)
            await servers.programs[dead].kill()
            await servers.play(1)
            await servers.settled(other_than(dead))
            await servers.answered(1, lambda: fake.slash(1, second, "rules"))
            await servers.programs[dead].start()  # and is given a share again
            await servers.settled("one", "two")
        leases = await servers.leases()
        assert leases["discord:once:0"][1] >= len(fake.begun), "each in its turn"
        house = await servers.has_house()
        assert await servers.programs[house].stop() == 0
        await servers.settled(other_than(house))  # and the other one has all there is
        await servers.press(first, "")


@pytest.mark.deep
@pytest.mark.parametrize("which", ["house", "shard"])
async def test_what_is_pressed_while_a_program_stands_still_is_done_once(database, tmp_path, which):
    """It has its sessions all the while, is found out by its leases, and goes on later."""
    async with two_programs(database, tmp_path) as servers:
        await servers.play(1)
        house = await servers.has_house()
        still = house if which == "house" else other_than(house)
        servers.programs[still].stand_still()
        await servers.play(1)
        await servers.settled(other_than(still))
        await servers.play()
        servers.programs[still].go_on()
        await servers.play(1)
        await servers.settled("one", "two")
        await servers.play(1)
        await servers.play()


@pytest.mark.deep
@pytest.mark.parametrize("seconds", [2.0, 8.0])
async def test_programs_that_are_given_little_of_the_machine_lose_no_press(
    database, tmp_path, seconds
):
    """Each stands still in turn, for less than a lease or longer, while people play."""
    async with two_programs(database, tmp_path) as servers:
        over = asyncio.Event()

        async def starve():
            while not over.is_set():
                for program in servers.programs.values():
                    program.stand_still()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(over.wait(), seconds)
                    program.go_on()
                    with suppress(TimeoutError):
                        await asyncio.wait_for(over.wait(), 1.0)

        starving = asyncio.create_task(starve())
        try:
            for _ in range(4):
                await servers.play(1)
                await servers.play()
        finally:
            over.set()
            await starving
        await servers.settled("one", "two")
        await servers.play(1)


def other_than(name):
    return "two" if name == "one" else "one"
