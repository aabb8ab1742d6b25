"""A process has no more connections to a PostgreSQL than it is given, and ``check`` says for how
many processes there is room."""

import asyncio

import pytest
from sqlalchemy import text

from bot.app.check import findings
from bot.app.settings import Settings
from bot.cluster.mail import Mail
from bot.store.leases import Leases
from bot.store.store import Store
from bot.store.url import FEWEST, USUAL, behind_a_pooler, connections, parse
from tests.kit.postgres import Postgres
from tests.kit.stored import acted, saved, started

ALLOWED = 20
AT_ONCE = 30
OURS = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")


@pytest.fixture(scope="module")
def server():
    server = Postgres(ALLOWED)
    try:
        server.start()
        yield server
    finally:
        server.stop()


async def most_of(url):
    """How many connections are open where everything is asked for at the same time."""
    store, leases = await Store.open(url), Leases(url)
    mail = Mail(url, "ab" * 8, lambda sender, said: None, lambda: None)
    running = asyncio.create_task(mail.run())
    try:
        await mail.up.wait()
        await store.commit([*started(), saved(state="1")])
        counts = await asyncio.gather(
            *(store.read(lambda c: c.scalar(OURS)) for _ in range(AT_ONCE)),
            store.commit([acted(1)]),
            *(leases.claim("a", [f"web:{number}"]) for number in range(AT_ONCE)),
            *(leases.cut_short() for _ in range(AT_ONCE)),
        )
        last = await store.read(lambda c: c.scalar(OURS))
        return max(*(count for count in counts if isinstance(count, int)), last)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await leases.close()
        await store.close()


@pytest.mark.parametrize("given", [None, FEWEST])
async def test_all_that_a_process_does_at_once_takes_no_more_than_it_may_have(server, given):
    url = server.database(f"given{given or 0}")
    assert await most_of(url if given is None else f"{url}?connections={given}") == (given or USUAL)


async def test_check_says_for_how_many_processes_there_is_room(server):
    async def said(url):
        settings = Settings(_env_file=None, database_url=url, web=True, web_port=0)
        return [found async for found in findings(settings) if found[1] == "connections"]

    url, left = server.database("room"), ALLOWED - 3  # three are kept for an administrator
    (few,) = await said(f"{url}?connections={FEWEST}")
    assert few == (True, "connections", f"{left} at the server, {FEWEST} a process: room for 4")
    server.sql("ALTER DATABASE room CONNECTION LIMIT 9")
    ((well, _, how),) = await said(url)
    assert not well and "room for 0" in how and "?connections=4" in how
    assert (await said(f"{url}?connections=5"))[0][0]


def test_what_is_said_of_connections_leads_past_no_pooler_and_is_bounded():
    url = "postgresql://a:b@host/name"
    assert behind_a_pooler(f"{url}?connections=4", url) == f"{url}?connections=4"
    assert "pooler" in behind_a_pooler(f"{url}?connections=4", "postgresql://a:b@other/name")
    for given in ("3", "41", "x", "-8"):
        with pytest.raises(ValueError, match="connections is one of"):
            parse(f"{url}?connections={given}")
    for given in range(4, 41):
        shares = connections(parse(f"{url}?connections={given}"))
        assert sum(shares) + 1 == given and min(shares) >= 1 and shares[0] >= 2
