"""The program itself with Discord beside the browser, against a small Discord on a local port."""

import pytest
from aiohttp import ClientSession

from tests.kit.discord_gateway import fake_discord
from tests.kit.program import Program
from tests.kit.tiers import chosen
from tests.kit.world import until

TOKEN = "MTIz.secret.token"


def settings(fake, **more):
    return {
        "DISCORD_TOKEN": TOKEN,
        "DISCORD_API_BASE": fake.api,
        "DISCORD_GATEWAY": fake.gateway,
        **more,
    }


async def test_a_wrong_token_leaves_the_browser_table_alone(tmp_path):
    async with fake_discord() as fake:
        fake.will("GET", "/users/@me", 401, {"code": 0, "message": "401: Unauthorized"})
        async with Program(tmp_path, **settings(fake, LOG_LEVEL="DEBUG")) as program:
            await until(lambda: any("DISCORD_TOKEN" in line for line in program.log))
            async with ClientSession() as session, session.get(program.address) as page:
                assert page.status == 200
            assert await program.stop() == 0
    assert sum("DISCORD_TOKEN" in line for line in program.log) == 1
    assert TOKEN not in "".join(program.log)
    assert "Traceback" not in "".join(program.log)


async def test_discord_runs_beside_the_browser_and_stops_with_it(tmp_path):
    async with fake_discord() as fake:
        async with Program(tmp_path, **settings(fake, LOG_LEVEL="DEBUG")) as program:
            await fake.until(lambda: fake.identified == 1)
            assert await program.stop() == 0
        assert [call[1] for call in fake.calls if call[0] == "PUT"]
    assert TOKEN not in "".join(program.log)
    assert "Traceback" not in "".join(program.log)


@pytest.mark.parametrize("shards", chosen(["2", "auto"], 1, "shards"))
async def test_the_bot_in_many_servers_has_many_connections(tmp_path, shards):
    async with (
        fake_discord() as fake,
        Program(tmp_path, **settings(fake, DISCORD_SHARDS=shards)) as program,
    ):
        await fake.until(lambda: fake.identified == 2)
        assert await program.stop() == 0
