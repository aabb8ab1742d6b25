"""Behind a pooler by transactions (pgbouncer): what is stored, and what ``check`` says."""

import asyncio
from contextlib import suppress

import pytest

from bot.app.check import findings
from bot.app.settings import Settings
from bot.store.pooler import is_pooled
from bot.store.rows import StoreError
from bot.store.store import Store
from tests.kit.pgbouncer import Pooler
from tests.kit.postgres import Postgres
from tests.kit.stored import played

AT_ONCE = 24
"""Chats that store and read at the same time, over three connections of the server's."""


@pytest.fixture(scope="module")
def server():
    with Postgres() as server:
        yield server


@pytest.fixture(scope="module")
def pooler(server):
    pooler = Pooler(server)
    try:
        pooler.start()
        yield pooler
    finally:
        pooler.stop()


def settings(url, listen=""):
    return Settings(_env_file=None, database_url=url, database_listen_url=listen, web_port=0)


async def stored(url):
    """How many rounds of so many chats are stored, and read, by two processes at once."""
    stores = [await Store.open(url), await Store.open(url)]

    async def one(number):
        store, chat = stores[number % 2], f"web:room{number}"
        with suppress(StoreError):
            await store.commit(played(f"m{number}", [(1, -1, 0)], chat))
            return len(await store.scores.rounds(chat))
        return 0

    try:
        return sum(await asyncio.gather(*(one(number) for number in range(AT_ONCE))))
    finally:
        for store in stores:
            await store.close()


async def messages(given):
    """What ``check`` says of messages."""
    async for well, what, how in findings(given):
        if what == "messages":
            return well, how
    raise AssertionError("nothing was said")


async def test_with_a_way_past_it_everything_is_stored(server, pooler):
    server.database("pooled")
    given = settings(pooler.url("pooled"), server.url(database="pooled"))
    assert await stored(given.database_url) == AT_ONCE
    assert await messages(given) == (True, "LISTEN and NOTIFY work")


async def test_check_says_that_a_way_past_it_is_missing(server, pooler):
    assert await is_pooled(pooler.url("game"))
    assert not await is_pooled(server.url(database="game"))
    well, how = await messages(settings(pooler.url("game")))
    assert not well
    assert "set DATABASE_LISTEN_URL to the database itself" in how
