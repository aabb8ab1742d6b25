"""A stranger's flood costs a player at most a second, and the log a few lines."""

import asyncio
import re

import aiohttp
import pytest

from tests.host.attack import Flood, Player, raise_own_limit
from tests.kit.program import Program
from tests.kit.tiers import DEEP

CONNECTIONS = 1200
SECONDS = 45 if DEEP else 3
MOST_LINES = 100
SLOWER = 1.0
"""Seconds that the flood may cost a player."""

KINDS = {
    "silent": b"",
    "half a header": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    "answered and kept": b"GET /static/icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "malformed": b"\x16\x03\x01nothing\r\n\r\n",
    "bad charset": b"POST /r/x/sit HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n"
    b"Content-Type: application/json; charset=nope\r\n\r\n{}",
}
TRIED = KINDS if DEEP else ["silent", "malformed"]


@pytest.mark.alone
@pytest.mark.parametrize("kind", TRIED)
async def test_a_flood_costs_a_player_a_second_at_most(kind, tmp_path):
    raise_own_limit(CONNECTIONS + 500)
    async with Program(tmp_path, COMPUTER_PACE="0") as program:
        player = Player(program.address)
        before = await player.visit()
        lines = len(program.log)
        port = int(re.search(r":(\d+)/", program.address)[1])
        async with Flood(port, CONNECTIONS, KINDS[kind]) as flood:
            took = []
            async with asyncio.timeout(SECONDS + 60):
                for _ in range(SECONDS):
                    took.append(await player.visit())
                    await asyncio.sleep(0.5)
            assert flood.opened >= CONNECTIONS / 2, "that was no flood"
            async with (
                aiohttp.ClientSession() as http,
                http.get(f"{program.address}metrics") as found,
            ):
                metrics = await found.text()
        assert max(took) <= before + SLOWER, (before, took)
        told = program.log[lines:]
        assert len(told) <= MOST_LINES, told[:20]
        assert not [line for line in told if "Traceback" in line or "ERROR" in line]
        (errors,) = [x for x in metrics.splitlines() if x.startswith("pokertable_errors_total{")]
        assert errors.endswith(" 0.0")
        assert await program.stop() == 0
