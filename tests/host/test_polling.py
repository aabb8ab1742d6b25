"""Two programs on one PostgreSQL, of which the one that fetches Telegram's updates stands still."""

import asyncio
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from bot.store.store import Store
from tests.host.test_webhooks import Group
from tests.kit.actors import waited_for
from tests.kit.cluster import ANSWERS, table_in
from tests.kit.postgres import Postgres
from tests.kit.program import HELD, Program
from tests.kit.telegram_server import TelegramServer

pytestmark = pytest.mark.deep

TOKEN = "123456789:AAE-token_of_the_bot_for_tests_0001"

REFUSED = "没有算数", "没有执行", "did not count", "nothing was played"

COUNTED = text("SELECT count(*), count(DISTINCT (match, round, step)) FROM action")
HOLDER = text("SELECT holder FROM lease WHERE name = 'house'")


@pytest.fixture(scope="module")
def database():
    server = Postgres()
    try:
        server.start()
        yield server.database("polling")
    finally:
        server.stop()


async def until(condition):
    async with asyncio.timeout(ANSWERS):
        while not (found := condition()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        return found


class Table:
    """A table in a group that the programs serve."""

    def __init__(self, server, store):
        self.server, self.store = server, store
        self.group, self.world = Group(server), server.world

    async def counted(self):
        return await self.store.read(lambda c: tuple(c.execute(COUNTED).one()))

    async def house(self):
        """The name of the program that has it."""
        return str(await self.store.read(lambda c: c.scalar(HOLDER))).partition(".")[0]

    async def has(self, ask, wanted):
        async with asyncio.timeout(ANSWERS):
            while await ask() != wanted:  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def begin(self):
        first, second = self.group.people
        self.world.say(first, self.group.chat, "/newgame 蹲麻子")
        self.world.press(second, await until(lambda: self.group.board("加入")), "加入")
        self.world.press(first, await until(lambda: self.group.board("开始", "现在 2 人")), "开始")
        async with asyncio.timeout(ANSWERS):
            while not waited_for(await table_in(self.store)):  # noqa: ASYNC110
                await asyncio.sleep(0.1)

    async def press(self):
        """Whoever is waited for plays, and is answered; what they are answered."""
        table = await table_in(self.store)
        person = self.world.users[int(waited_for(table)[0][1])]
        question = f"g1:{table.state.id}:{table.question_of(waited_for(table)[0][0]).number}:"
        message, label = await until(lambda: self.group.asked(person, question))
        ident = self.world.press(person, message, label)
        await until(lambda: self.world.presses[ident] is not None)
        return self.world.presses[ident]


async def test_what_one_has_begun_that_stands_still_is_done_by_the_other_and_told_once(
    database, tmp_path
):
    """It was to be stored, as the house was lost: it is not said that it could not be."""
    async with TelegramServer(lambda: datetime.now(UTC), token=TOKEN) as server:
        named = {
            "DATABASE_URL": database, "COMPUTER_PACE": "0", "TELEGRAM_TOKEN": TOKEN,
            "TELEGRAM_API_BASE": server.address,
        }  # fmt: skip
        programs = {
            name: Program(tmp_path, plant=HELD, PROCESS_NAME=name, **named)
            for name in ("one", "two")
        }
        async with programs["one"], programs["two"]:
            store = await Store.open(database)
            try:
                table = Table(server, store)
                await table.begin()
                assert await table.house() == "one"
                (tmp_path / "hold").touch()
                confirmed = server.confirmed
                assert await table.press() == ("", False)
                programs["one"].stand_still()
                await table.has(table.house, "two")
                (tmp_path / "hold").unlink()
                await table.has(table.counted, (1, 1))
                before = len(server.requests)
                programs["one"].go_on()
                await until(lambda: any("house=False" in line for line in programs["one"].log))
                assert await table.press() == ("", False)
                await table.has(table.counted, (2, 2))
                assert server.confirmed > confirmed
                said = [str(request.fields) for request in server.requests[before:]]
                assert not any(words in one for one in said for words in REFUSED)
            finally:
                await store.close()
        assert not server.wrong
        log = "".join(programs["one"].log + programs["two"].log)
        assert "Traceback" not in log, log[-4000:]
