"""Two processes send with one token on one PostgreSQL: never more than Discord takes, all of it."""

import asyncio
import os
import signal
import sys
from collections import defaultdict

import pytest

from bot.adapters.discord.limits import A_SECOND
from bot.ports.allowance import WINDOW
from bot.store.store import Store
from tests.kit.discord_shards import Shards, many_shards
from tests.kit.postgres import Postgres
from tests.kit.program import ROOT

pytestmark = [pytest.mark.no_cover, pytest.mark.deep]

SOON = 60.0
REFUSED = {"message": "You are being rate limited.", "retry_after": 2.0, "global": True}
LIMITED = {"Via": "1.1 x", "X-RateLimit-Global": "true", "Retry-After": "2"}


@pytest.fixture(scope="module")
def database():
    with Postgres() as server:
        yield server.database("token")


class Arrivals(Shards):
    """When which process's messages came.

    Attributes:
        came: the times, by the first sign of what they say; under "" those of all.
    """

    def __init__(self, shards):
        super().__init__(shards)
        self.came = defaultdict(list)

    async def handle(self, request):
        now = asyncio.get_running_loop().time()
        self.came[""].append(now)
        answer = await super().handle(request)
        content = (self.calls[-1][2] or {}).get("content", "")
        if content:
            self.came[content[0]].append(now)
        self.calls.clear()
        return answer


def most_of(times):
    """The most of them in any second."""
    most = first = 0
    for last, time in enumerate(times):
        while time - times[first] >= 1.0:
            first += 1
        most = max(most, last - first + 1)
    return most


class Sender:
    """One process."""

    def __init__(self, url, api, name, folder):
        self.file = folder / name
        self._args = (url, api, name, str(self.file))
        self.process = None

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.kit.discord_sender", *self._args,
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip

    def tell(self, number):
        self.process.send_signal(number)

    async def end(self):
        if self.process is not None:
            if self.process.returncode is None:
                self.process.kill()
            await self.process.wait()


async def until(condition):
    async with asyncio.timeout(SOON):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def more(fake, name, count):
    """Wait until so many more have come of a process."""
    known = len(fake.came[name])
    await until(lambda: len(fake.came[name]) >= known + count)


async def test_two_processes_never_send_more_than_discord_takes(database, monkeypatch, tmp_path):
    monkeypatch.setattr("tests.kit.discord_shards.Shards", Arrivals)
    await (await Store.open(database)).close()  # the tables have to be there
    async with many_shards(2) as fake:
        one, two = (Sender(database, fake.api, name, tmp_path) for name in "ab")
        try:
            await one.start()
            await more(fake, "a", A_SECOND)
            await two.start()
            await more(fake, "b", A_SECOND)
            for what in ("killed", "stopped", "refused"):
                await happens(what, fake, one)
            await more(fake, "a", 2 * A_SECOND)
            await more(fake, "b", 2 * A_SECOND)
        finally:
            await asyncio.gather(one.end(), two.end())
        left = [*one.file.read_text().split(), *two.file.read_text().split()]
        times = sorted(map(float, left))
        most, arrived = most_of(times), most_of(fake.came[""])
        print(f"{len(times)} requests, {len(times) / (times[-1] - times[0]):.1f} a second,"
              f" at most {most} left in one and {arrived} arrived")  # fmt: skip
        assert most <= A_SECOND


async def happens(what, fake, one):
    loop = asyncio.get_running_loop()
    if what == "killed":
        await one.end()
        begun = len(fake.came["b"])
        await more(fake, "b", 8 * A_SECOND)  # all is left to the other one
        times = fake.came["b"][begun:]
        assert times[-1] - times[-3 * A_SECOND] < 6 * WINDOW
        await one.start()
    elif what == "stopped":
        one.tell(signal.SIGSTOP)
        await more(fake, "b", 9 * A_SECOND)
        one.tell(signal.SIGCONT)
    else:
        fake.will("POST", r"/channels/\d+/messages", 429, REFUSED, **LIMITED)
        await until(lambda: not fake.answers)
        at = loop.time()
        await more(fake, "b", A_SECOND)
        after = [time - at for time in fake.came[""] if time > at]
        assert not [seconds for seconds in after if 1.5 < seconds < 1.9], "both have heard of it"
