"""A whole 金币场 and a whole 比赛场 of 16, with people pressing, through five kills each.

Every coin is where the finished deals have put it, everybody who won or lost was told, and no place
stays behind. One of the two on one platform's server, all where ``DEEP=1``.
"""

import asyncio
import gc
from contextlib import asynccontextmanager, suppress
from itertools import product

import pytest

from bot.store.purse import HOUSE
from bot.table.state import Phase
from tests.kit.actors import chance, legal, press_of, waited_for
from tests.kit.clock import ManualClock
from tests.kit.coin_law import complaints
from tests.kit.coinroom import greedy
from tests.kit.discord import buttons, club, restarted
from tests.kit.telegram import TelegramServer, telegram_house
from tests.kit.tiers import chosen

# A program that dies while it connects leaves its socket to the collector, which says so.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

KILLS = 5
FIELD = "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳"
PLATFORMS = ["telegram", "discord"]


class OnTelegram:
    """People in a forum; the server outlives the program."""

    def __init__(self, path, names):
        self.path, self.names = path, names
        self.clock = ManualClock()

    @asynccontextmanager
    async def world(self):
        async with TelegramServer(self.clock.now) as self.server:
            world = self.server.world
            self.people = [world.user(name, started=True) for name in self.names]
            self.group = world.group("牌友群", self.people)
            self.group.topics = {1: "open"}
            yield self
        gc.collect()

    @asynccontextmanager
    async def program(self):
        async with telegram_house(
            self.path, server=self.server, clock=self.clock, check=False
        ) as self.house:
            yield self.house

    async def say(self, who, text):
        await self.house.say(self.people[who], self.group, text)

    async def press(self, who, label):
        await self.house.forward(6)
        board = next(m for m in reversed(self.group.ours) if label in m.buttons)
        await self.house.press(self.people[who], board, label)

    async def answer(self, table, seat, rng, choose):
        user = table.state.players[seat].user
        person = self.house.world.users[int(user.id)]
        own = self.house.world.private(person).ours
        shown = next((m for m in reversed(own) if m.keyboard), None)
        if shown is None:
            await self.house.whisper(person, "/hand")
            return
        await self.house.act(person, shown, table, seat, choose(table, seat, rng))

    async def forward(self, seconds):
        await self.house.forward(seconds)

    @property
    def chat(self):
        return f"telegram:{self.group.id}"

    def key(self, who):
        return f"telegram:{self.people[who].id}"

    def told(self, who):
        return "\n".join(m.words for m in self.server.world.private(self.people[who]).ours)

    def left_open(self):
        return [
            topic for topic, state in self.group.topics.items() if topic != 1 and state == "open"
        ]


class OnDiscord:
    """People in a channel; the simulated Discord outlives the program."""

    def __init__(self, path, names):
        self.path, self.names = path, names
        self._first = True

    @asynccontextmanager
    async def world(self):
        async with club(self.path, people=len(self.names), names=self.names) as self.club:
            yield self

    @asynccontextmanager
    async def program(self):
        if self._first:
            self._first = False
            self.house = self.club.house
            yield self.house
            return
        async with restarted(self.club, self.path):
            self.house = self.club.house
            yield self.house

    async def say(self, who, text):
        command, _, rest = text.removeprefix("/").partition(" ")
        game, _, terms = rest.partition(" ")
        given = {"game": game, "terms": terms} if rest else {}
        await self.club.slash(who, command, **given)

    async def press(self, who, label):
        board = next(
            m for m in reversed(self.club.channel.history())
            if any(getattr(c, "label", "") == label for row in m.components for c in row.children)
        )  # fmt: skip
        await self.club.click(who, board, label)

    async def answer(self, table, seat, rng, choose):
        user = table.state.players[seat].user
        who = next(n for n, p in enumerate(self.club.people) if str(p.id) == user.id)
        own = self.club.people[who].user.dm_channel.history()
        shown = next((m for m in reversed(own) if m.components), None)
        action = press_of(table, seat, choose(table, seat, rng))
        question = str(table.question_of(seat).number)
        if shown is None or all(question not in key.split(":") for key in buttons(shown).values()):
            await self.forward(10)  # after a start it takes a moment until the newest is there
            return
        await self.club.act(who, shown, *action)

    async def forward(self, seconds):
        await self.club.forward(seconds)

    @property
    def chat(self):
        return f"discord:{self.club.channel.id}"

    def key(self, who):
        return f"discord:{self.club.people[who].id}"

    def told(self, who):
        return "\n".join(m.content for m in self.club.people[who].user.dm_channel.history())

    def left_open(self):
        seen = [self.club.env.bot.get_channel(t.id) for t in self.club.channel.threads]
        return [thread for thread in seen if thread is not None and not thread.archived]


STAGES = {"telegram": OnTelegram, "discord": OnDiscord}


def tables(at):
    return [r.table for r in at.house.tables.running.values() if not r.table.state.over]


async def step(at, rng, choose):
    """Somebody who is asked answers, somebody presses for the next deal, or time passes."""
    asked = [(table, seat) for table in tables(at) for seat, _ in waited_for(table)]
    between = [table for table in tables(at) if table.state.phase is Phase.BETWEEN]
    if asked:
        table, seat = rng.choice(asked)
        await at.answer(table, seat, rng, choose)
    elif between:
        await at.forward(61)
    else:
        await at.forward(10)


async def killed(at, rng, choose):
    """Somebody does something, and the program dies while it is about that."""
    doing = asyncio.create_task(step(at, rng, choose))
    for _ in range(rng.below(60)):
        await asyncio.sleep(0)
    doing.cancel()
    with suppress(asyncio.CancelledError):
        await doing


async def through_kills(at, begin, goes_on, rng, *, choose=legal, every=12):
    """Begin, then play on and be killed so many times; how often that was."""
    kills = 0
    async with at.program():
        await begin()
        for _ in range(rng.below(every)):
            await step(at, rng, choose)
        await killed(at, rng, choose)
    while True:
        kills += 1
        async with at.program():
            for _ in range(2000 if kills >= KILLS else 1 + rng.below(every)):
                if not goes_on():
                    break
                await step(at, rng, choose)
            if not goes_on():
                await at.forward(10)
                return kills
            await killed(at, rng, choose)


async def a_tournament_of_sixteen(tmp_path, platform):
    path, rng = tmp_path / "t.db", chance(16, platform)
    async with STAGES[platform](path, FIELD).world() as at:

        async def begin():
            await at.say(0, "/tournament 比大小 50 10 2")
            for who in range(len(FIELD)):
                await at.press(who, "报名")
            await at.press(0, "现在开赛")
            for _ in range(4):
                await at.forward(6)

        def goes_on():
            return bool(at.house.service.running.tournaments._runners)

        kills = await through_kills(at, begin, goes_on, rng, every=5)
        assert kills >= KILLS
        async with at.program() as house:
            store = house.store
            assert await store.coins.ledger_check() == []
            free = [(await store.coins.purse(at.chat, at.key(who))).free for who in range(16)]
            assert sorted(free) == [950] * 15 + [950 + 16 * 50]
            assert await store.letters.unread() == []
            assert await store.letters.places() == []
        champion = free.index(max(free))
        assert "是冠军，拿走奖池里的 800 金币" in at.told(champion)
        places = ["".join(at.told(who)).count("名。现在可以去别的牌桌了") for who in range(16)]
        assert places == [0 if who == champion else 1 for who in range(16)]
        assert at.left_open() == []
    assert complaints(path) == []


async def a_coin_room(tmp_path, platform):
    path, rng = tmp_path / "t.db", chance(4, platform)
    async with STAGES[platform](path, FIELD[:4]).world() as at:

        async def begin():
            await at.say(0, "/coinroom")
            for who in range(1, 4):
                await at.press(who, "排队")
            await at.forward(6)

        def goes_on():
            return bool(tables(at))

        kills = await through_kills(at, begin, goes_on, rng, choose=greedy)
        assert kills >= KILLS
        async with at.program() as house:
            store = house.store
            assert await store.coins.ledger_check() == []
            free = [(await store.coins.purse(at.chat, at.key(who))).free for who in range(4)]
            assert sum(free) == 4 * 1000 - 4
            assert await store.coins.held(at.chat, HOUSE) == 4
            assert len(set(free)) > 1
            assert await store.letters.unread() == []
    assert complaints(path) == []


CONTESTS = {one.__name__: one for one in (a_tournament_of_sixteen, a_coin_room)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("contest", "platform"), chosen(product(CONTESTS, PLATFORMS), 1, "a whole contest")
)
async def test_a_whole_contest(tmp_path, contest, platform):
    await CONTESTS[contest](tmp_path, platform)
