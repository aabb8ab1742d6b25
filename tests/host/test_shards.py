"""Two programs on one PostgreSQL share Discord's shards; a table is played through either."""

import asyncio
import time

import pytest
from sqlalchemy import text

from bot.adapters.discord.layout import PRESS, key_of
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
HOLDERS = text("SELECT name, holder, epoch FROM lease")
EPHEMERAL = 64

SOON = "import bot.cluster.shares as shares; shares.SETTLED = 0"
"""Nobody waits here for processes that have come to stay."""


@pytest.fixture(scope="module")
def database():
    with Postgres() as server:
        yield server.database("shards")


async def until(condition):
    async with asyncio.timeout(ANSWERS):
        while not (found := condition()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        return found


class Servers:
    """What is seen in both servers, and in private."""

    def __init__(self, fake, store):
        self.fake, self.store = fake, store
        self.people = [person(1), person(2)]
        self.chance = chance(26)
        self.longest = 0.0

    async def leases(self):
        """Holder and epoch of every lease, by name."""
        rows = await self.store.read(lambda c: c.execute(HOLDERS).all())
        return {name: (holder.partition(".")[0], epoch) for name, holder, epoch in rows}

    async def counted(self):
        return await self.store.read(lambda c: tuple(c.execute(COUNTED).one()))

    async def answered(self, acting):
        """Wait until an interaction has its first answer."""
        began = time.perf_counter()
        ident = await acting
        await until(lambda: self.fake.answers_to(ident))
        self.longest = max(self.longest, time.perf_counter() - began)
        assert len(self.fake.answers_to(ident)) == 1
        return ident

    def button(self, channel, label):
        """The newest message there with a button, and what that is pressed as."""
        for message in self.fake.written(channel):
            for shown, key in keys_of(message).items():
                if label in shown:
                    return message, key
        return None

    async def play(self, shard=None):
        """Whoever is waited for does something legal: on a message that they alone see in a
        server, or in their private chat."""
        table = await table_in(self.store)
        seat, ident = waited_for(table)[0]
        user = next(one for one in self.people if one["id"] == ident)
        action = legal(table, seat, self.chance)
        token, values = press_of(table, seat, action)
        if values:
            item = tokens.item_of(action, table.prompt(seat))
            token = tokens.button(table.state.id, table.question_of(seat).number, item)
        key = key_of(PRESS, token)
        if shard is None:
            message = self.fake._message(str(int(ident) + 10**18), "1000000000000000001", {})
            await self.answered(self.fake.press_alone(user, message, key))
        else:
            channel = channel_of(server_of(shard, 2))
            message = self.fake._message(channel, "1000000000000000002", {"flags": EPHEMERAL})
            await self.answered(self.fake.press(shard, user, message, key))


async def test_shards_are_shared_out_and_taken_over_and_presses_find_their_table(
    database, tmp_path
):
    async with many_shards(2) as fake:
        named = {
            "DATABASE_URL": database, "COMPUTER_PACE": "0", "DISCORD_TOKEN": TOKEN,
            "DISCORD_API_BASE": fake.api, "DISCORD_GATEWAY": fake.gateway, "DISCORD_SHARDS": "2",
        }  # fmt: skip
        one, two = (
            Program(tmp_path, plant=SOON, PROCESS_NAME=name, **named) for name in ("one", "two")
        )
        async with one:
            await until(lambda: sorted(fake.begun) == [0, 1])
            store = await Store.open(database)
            try:
                async with two:
                    await until(lambda: fake.begun[2:] == [1])
                    await _played(Servers(fake, store), {"one": one, "two": two})
            finally:
                await store.close()
            log = [*one.log, *two.log]
        traces = [n for n, line in enumerate(log) if "Traceback" in line]
        assert not traces, "".join(log[traces[0] - 2 : traces[0] + 40])
        assert TOKEN not in "".join(log)


async def _played(servers, programs):
    """One has the house and shard 0, and two has shard 1, where people play."""
    fake, (first, second) = servers.fake, servers.people
    channel = channel_of(server_of(1, 2))
    leases = await servers.leases()
    assert [leases[name][0] for name in ("house", "discord:2:0", "discord:2:1")] == [
        "one", "one", "two",
    ]  # fmt: skip
    await until(lambda: fake.declared)
    await servers.answered(fake.slash(1, first, "newgame", game="蹲麻子"))
    message, key = await until(lambda: servers.button(channel, "加入"))
    await servers.answered(fake.press(1, second, message, key))
    message, key = await until(lambda: servers.button(channel, "开始"))
    await servers.answered(fake.press(1, first, message, key))
    await until(lambda: "加入" not in str(fake.written(channel)[0]))
    for count, shard in ((1, 1), (2, None)):
        await servers.play(shard)
        assert await servers.counted() == (count, count)
    leases = await servers.leases()
    assert leases["discord:once:0"][1] == len(fake.begun), "each in its turn"

    house, far = "one", "two"
    for count, which in enumerate(chosen(("house", "shard"), 1, "shards"), 3):
        dead, lost = (house, 0) if which == "house" else (far, 1)
        begun = len(fake.begun)
        await programs[dead].kill()
        if lost == 1:
            await until(lambda begun=begun: fake.begun[begun:] == [1])
        await servers.play(1)
        async with asyncio.timeout(ANSWERS):
            while await servers.counted() != (count, count):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        await until(lambda begun=begun, lost=lost: fake.begun[begun:] == [lost])
        await servers.answered(fake.slash(1, second, "rules"))
        await programs[dead].start()  # and is given a share again
        await until(lambda begun=begun, lost=lost: fake.begun[begun:] == [lost, 1])
        if which == "house":
            house, far = far, house
        assert (await servers.leases())["house"][0] == house
    begun = len(fake.begun)
    assert await programs[house].stop() == 0
    await until(lambda: fake.begun[begun:] == [0])  # and the other one has all there is
    await servers.answered(fake.press(1, first, *servers.button(channel, "")))
    print(f"longest wait for an answer {servers.longest:.2f} s")
