"""Telegram sends to any of two programs on one PostgreSQL, behind a balancer that knows nothing."""

import asyncio
import itertools
import re
from datetime import UTC, datetime

import aiohttp
import pytest
from sqlalchemy import text

from bot.adapters.telegram.webhook import SECRET
from bot.store.store import Store
from tests.kit.actors import waited_for
from tests.kit.cluster import ANSWERS, ELSEWHERE, table_in
from tests.kit.ports import free_port
from tests.kit.postgres import Postgres
from tests.kit.program import Program
from tests.kit.telegram_server import TelegramServer

pytestmark = [] if "telegram" in ELSEWHERE else [pytest.mark.deep]

TOKEN = "123456789:AAE-token_of_the_bot_for_tests_0001"

COUNTED = text("SELECT count(*), count(DISTINCT (match, round, step)) FROM action")
HOLDER = text("SELECT holder FROM lease WHERE name = 'house'")


class Balanced(TelegramServer):
    """Sends each update to one program after the other until it is taken, and then once more.

    ``turned_away``: how often a program could not take one.
    """

    def __init__(self, ports):
        super().__init__(lambda: datetime.now(UTC), token=TOKEN)
        self._doors = itertools.cycle([f"http://127.0.0.1:{port}/telegram" for port in ports])
        self.turned_away = 0

    async def _deliver(self, update):
        headers = {SECRET: self._webhook.secret}
        taken = 0
        async with aiohttp.ClientSession() as http:
            while taken < 2:
                try:
                    async with http.post(next(self._doors), json=update, headers=headers) as said:
                        taken += said.status == 200
                        self.turned_away += said.status != 200
                        self.delivered.append(said.status)
                except aiohttp.ClientError:
                    self.turned_away += 1
                    await asyncio.sleep(0.1)


class Group:
    """Two people, and what the bot shows them."""

    def __init__(self, server):
        self.world = server.world
        self.people = [self.world.user("甲"), self.world.user("乙")]
        self.chat = self.world.group("牌友", self.people)

    def board(self, label, words=""):
        """The newest message of the group with a button and these words."""
        shown = (m for m in reversed(self.chat.ours) if label in m.buttons and words in m.words)
        return next(shown, None)

    def asked(self, person, question):
        """A button with which a person answers a question in their private chat, once it is there:
        message and label."""
        for message in self.world.private(person).ours:
            for label, button in message.buttons.items():
                data = button.get("callback_data", "")
                if data.startswith(question) and re.search(r":(p\w+\.\.|c\d+)$", data):
                    return message, label
        return None


async def until(condition):
    async with asyncio.timeout(ANSWERS):
        while not (found := condition()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        return found


@pytest.fixture(scope="module")
def database():
    with Postgres() as server:
        yield server.database("webhooks")


async def test_updates_are_played_once_whichever_program_they_come_to(database, tmp_path):
    ports = free_port(), free_port()
    async with Balanced(ports) as server:
        named = {
            "DATABASE_URL": database, "COMPUTER_PACE": "0", "TELEGRAM_TOKEN": TOKEN,
            "TELEGRAM_API_BASE": server.address,
            "TELEGRAM_WEBHOOK_URL": "http://table.example.org/telegram",
        }  # fmt: skip
        one, two = (
            Program(tmp_path, PROCESS_NAME=name, TELEGRAM_WEBHOOK_PORT=str(port), **named)
            for name, port in zip(("one", "two"), ports, strict=True)
        )
        async with one, two:
            store = await Store.open(database)
            try:
                await _played(server, store, {"one": one, "two": two}, ports)
            finally:
                await store.close()
        assert server.wrong == [] and server.polls == 0
    assert "Traceback" not in "".join(one.log + two.log)


async def _played(server, store, programs, ports):
    group = Group(server)
    world, (first, second) = server.world, group.people

    async def counted():
        return await store.read(lambda connection: tuple(connection.execute(COUNTED).one()))

    async def play():
        async with asyncio.timeout(ANSWERS):
            while not (waited := waited_for(table := await table_in(store))):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        seat, ident = waited[0]
        person = world.users[int(ident)]
        question = f"g1:{table.state.id}:{table.question_of(seat).number}:"
        message, label = await until(lambda: group.asked(person, question))
        return world.press(person, message, label)

    await until(lambda: server.sent("setWebhook"))
    async with aiohttp.ClientSession() as http:
        for port in ports:
            url = f"http://127.0.0.1:{port}/telegram"
            async with http.post(url, json={"update_id": 1}, headers={SECRET: "guess"}) as said:
                assert said.status == 403
    world.say(first, group.chat, "/newgame 蹲麻子")
    world.press(second, await until(lambda: group.board("加入")), "加入")
    world.press(first, await until(lambda: group.board("开始", "现在 2 人")), "开始")
    for count in (1, 2, 3):
        ident = await play()
        await until(lambda ident=ident: world.presses[ident] is not None)
        await until(lambda: server.idle)
        assert world.presses[ident] == ("", False)
        assert await counted() == (count, count)
    assert len(server.sent("setWebhook")) == 1, "once a lease"
    assert server.turned_away == 0

    holder = (await store.read(lambda c: c.execute(HOLDER).scalar_one())).partition(".")[0]
    ident = await play()
    await programs[holder].kill()
    await until(lambda: server.idle)
    assert await counted() == (4, 4)
    assert world.presses[ident] == ("", False)
    assert len(server.sent("setWebhook")) == 2
    (left,) = (program for name, program in programs.items() if name != holder)
    assert await left.stop() == 0
