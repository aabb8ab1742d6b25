"""``/metrics`` is for the machine itself, unless a setting says otherwise."""

import aiohttp
import pytest

from bot.adapters.web import WebPlatform
from bot.adapters.web.origins import from_here
from tests.kit.service import FakeService

HERE = [
    ("127.0.0.1", "127.0.0.1"), ("127.0.0.1", "127.8.8.8"), ("::1", "::1"),
    ("192.168.1.5", "192.168.1.5"), ("::", "::ffff:127.0.0.1"), ("fe80::1", "fe80::1"),
]  # fmt: skip
ELSEWHERE = [
    ("192.168.1.5", "192.168.1.6"), ("172.17.0.2", "172.17.0.1"), ("127.0.0.1", ""),
    ("10.0.0.1", "127.0.0.1.example"), ("::", "::ffff:192.168.1.6"), ("fe80::1", "fe80::2%eth0"),
]  # fmt: skip


@pytest.mark.parametrize(("own", "remote"), HERE)
def test_the_machine_itself_is_known_by_every_address_it_has(own, remote):
    assert from_here(own, remote, {})


@pytest.mark.parametrize(("own", "remote"), ELSEWHERE)
def test_others_are_not(own, remote):
    assert not from_here(own, remote, {})


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_what_a_proxy_passes_on_comes_from_anywhere(header):
    assert not from_here("127.0.0.1", "127.0.0.1", {header: "127.0.0.1"})


async def status(address, name, **headers):
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"{address}{name}", headers=headers) as answer,
    ):
        return answer.status


@pytest.mark.parametrize(("local", "seen"), [(("metrics",), 403), ((), 200)])
async def test_through_a_proxy_health_is_shown_and_metrics_if_they_are_open(local, seen):
    platform = WebPlatform("127.0.0.1", 0, b"k" * 32)
    page = {name: lambda: (200, "text/plain", b"x") for name in ("health", "metrics")}
    await platform.start(FakeService(), page, local)
    try:
        forwarded = {"X-Forwarded-For": "203.0.113.9"}
        assert await status(platform.address, "metrics") == 200
        assert await status(platform.address, "metrics", **forwarded) == seen
        assert await status(platform.address, "health", **forwarded) == 200
    finally:
        await platform.stop()
