"""What Discord is sent while people press as fast as they can."""

import pytest
from simcord.http.client import FakeHTTPClient

from bot.adapters.discord.refs import user_ref
from bot.ports.incoming import Incoming
from tests.bot.adapters.test_discord_play import HAND
from tests.kit.actors import chance, legal, press_of
from tests.kit.discord import buttons, club

MOST, SECONDS, STEP = 5, 5.0, 0.5
"""Requests to one channel in so many seconds."""


class Watch:
    """Notes when every channel was touched; ``c`` is the club, once there is one."""

    def __init__(self, monkeypatch):
        self.c, self.times = None, {}
        request = FakeHTTPClient.request

        async def noted(client, route, **fields):
            if route.channel_id and "messages" in route.path and route.method != "GET":
                now = self.c.house.clock.now()
                self.times.setdefault(route.channel_id, []).append(now)
            return await request(client, route, **fields)

        monkeypatch.setattr(FakeHTTPClient, "request", noted)

    async def forward(self, seconds):
        for _ in range(int(seconds / STEP)):
            await self.c.forward(STEP)

    def most(self):
        """The most that one channel was sent within five seconds."""
        return max(
            sum(0 <= (t - begin).total_seconds() < SECONDS for t in times)
            for times in self.times.values()
            for begin in times
        )


@pytest.fixture
def watch(monkeypatch):
    return Watch(monkeypatch)


async def begun(c, watch):
    await c.slash(0, "newgame", game="dunmazi")
    await watch.forward(2)
    for who in range(1, len(c.people)):
        await c.click(who, c.board(), "加入")
        await watch.forward(2)
    await c.click(0, c.board(), "开始")
    await watch.forward(10)


async def acts(c, rng, number):
    """Whoever is waited for does something legal, though their hand may not be shown yet."""
    who, seat = c.asked()[0]
    table = c.house.table
    token, values = press_of(table, seat, legal(table, seat, rng))
    user = user_ref(c.people[who])
    source = f"act {number}"
    await c.house.handle(Incoming(source, user, None, token=token, values=tuple(values)))
    await c.settle()


async def test_200_presses_cause_at_most_twelve_messages_and_delay_nobody(tmp_path, watch):
    async with club(tmp_path / "t.db", people=2, paced=True) as c:
        watch.c = c
        await begun(c, watch)
        board = c.board()
        keys = [buttons(board)[label] for label in (HAND, "在等谁", "更多", "战绩")]
        before, shown = len(c.env.http_requests), 0
        for number in range(200):
            result = await c.people[0].click(board, custom_id=keys[number % len(keys)])
            shown += bool(result.ephemeral and result.response) + len(result.followups)
            if number % 10 == 9:
                await watch.forward(STEP)
        posted = [r for r in c.env.http_requests[before:] if r.method == "POST"]
        messages = [r for r in posted if r.path.endswith("/messages")]
        assert 0 < shown + len(messages) <= 12
        assert watch.most() <= MOST
        public = c.house.table.state.public
        await acts(c, chance(1), 0)
        await watch.forward(1)
        assert c.house.table.state.shown > public, "the board goes on within a second"


async def test_a_channel_gets_no_more_than_it_takes(tmp_path, watch):
    async with club(tmp_path / "t.db", people=4, paced=True) as c:
        watch.c, rng = c, chance(2)
        await begun(c, watch)
        for number in range(20):
            if not c.asked():
                break
            await acts(c, rng, number)
            await c.slash(0, "table")
            await watch.forward(STEP)
        await watch.forward(20)
        assert watch.most() <= MOST
        assert c.house.table.state.shown == c.house.table.state.public
