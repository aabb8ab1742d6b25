"""Any order of grants, matches, rounds, ends and daily coins: nothing lost, nothing below zero."""

import asyncio
import itertools
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.economy.ledger import bought_in, charged, daily, granted, moved, needy, returned, settle
from bot.store.purse import HOUSE
from bot.store.rows import MatchEnded, MatchStarted, Overdrawn, StepTaken
from bot.store.store import Store

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
PEOPLE = ("telegram:A", "telegram:B", "telegram:C")

PERSON = st.sampled_from(PEOPLE)
POINTS = st.lists(st.integers(-900, 900), min_size=2, max_size=2)
STEPS = st.one_of(
    st.tuples(st.just("grant"), PERSON),
    st.tuples(st.just("daily"), PERSON, st.integers(0, 2)),
    st.tuples(st.just("start"), st.integers(1, 1200), st.integers(0, 3)),
    st.tuples(st.just("round"), st.integers(0, 5), POINTS),
    st.tuples(st.just("end"), st.integers(0, 5), st.sampled_from(("finished", "stopped", "void"))),
)


class Ledger:
    """What should be there, counted beside the store."""

    def __init__(self, store, chat):
        self.store, self.chat = store, chat
        self.free = dict.fromkeys(PEOPLE, 0)
        self.granted, self.days, self.house = set(), set(), 0
        self.tables, self.rounds, self.count = {}, {}, 0

    async def commit(self, rows, *, fails=None):
        """Store the rows, or see them refused as they should be; whether they are stored."""
        stored = self.store.commit([row for row in rows if row is not None])
        if fails is None:
            await stored
            return True
        with pytest.raises(fails):
            await stored
        return False

    async def grant(self, person):
        fails = StepTaken if person in self.granted else None
        if await self.commit([granted(self.chat, person, NOW)], fails=fails):
            self.granted.add(person)
            self.free[person] += 1000

    async def daily(self, person, day):
        if not needy(await self.store.coins.purse(self.chat, person)):
            return
        fails = StepTaken if (person, day) in self.days else None
        entry = daily(self.chat, person, NOW + timedelta(days=day))
        if await self.commit([entry], fails=fails):
            self.days.add((person, day))
            self.free[person] += 200

    async def start(self, stake, fee):
        """All sit down, whether they can or not."""
        self.count += 1
        match, poor = f"{self.chat}.{self.count}", any(n < stake + fee for n in self.free.values())
        rows = [
            MatchStarted(match, f"t{match}", self.chat, "x", 1, b"", "{}", 1, "{}", (), NOW),
            bought_in(self.chat, match, dict.fromkeys(PEOPLE, stake), NOW),
            charged(self.chat, match, 1, PEOPLE, fee, NOW) if fee else None,
        ]
        if await self.commit(rows, fails=Overdrawn if poor else None):
            self.tables[match], self.rounds[match] = [stake] * len(PEOPLE), 0
            self.house += fee * len(PEOPLE)
            for person in PEOPLE:
                self.free[person] -= stake + fee

    async def round(self, which, points):
        if not self.tables:
            return
        match = sorted(self.tables)[which % len(self.tables)]
        by = settle((*points, -sum(points)), self.tables[match])
        self.rounds[match] += 1
        moves = dict(zip(PEOPLE, by, strict=True))
        await self.commit([moved(self.chat, match, self.rounds[match], moves, NOW)])
        self.tables[match] = [n + more for n, more in zip(self.tables[match], by, strict=True)]

    async def end(self, which, status):
        if not self.tables:
            return
        match = sorted(self.tables)[which % len(self.tables)]
        held = dict(zip(PEOPLE, self.tables.pop(match), strict=True))
        await self.commit([returned(self.chat, match, held, NOW), MatchEnded(match, status, NOW)])
        for person, coins in held.items():
            self.free[person] += coins

    async def check(self):
        assert await self.store.coins.ledger_check(self.chat) == []
        found = await self.store.coins.purses(self.chat, PEOPLE)
        assert {person: purse.free for person, purse in found.items()} == self.free
        locked = [sum(held[at] for held in self.tables.values()) for at in range(len(PEOPLE))]
        assert [purse.locked for purse in found.values()] == locked
        made = 1000 * len(self.granted) + 200 * len(self.days)
        assert sum(purse.whole for purse in found.values()) + self.house == made
        assert await self.store.coins.held(self.chat, HOUSE) == self.house
        assert await self.store.coins.held(self.chat, "bank") == -made


def test_coins_are_never_lost_doubled_or_owed(tmp_path):
    """One database, and a chat of its own for every example."""
    numbers = itertools.count()

    async def play(store, steps):
        ledger = Ledger(store, f"telegram:{next(numbers)}")
        for person in PEOPLE[:2]:
            await ledger.grant(person)
        for step, *given_ in steps:
            await getattr(ledger, step)(*given_)
        await ledger.check()

    with asyncio.Runner() as runner:
        store = runner.run(Store.open(f"sqlite:///{tmp_path / 't.db'}"))

        @settings(max_examples=40, deadline=None)
        @given(st.lists(STEPS, max_size=14))
        def law(steps):
            runner.run(play(store, (("grant", PEOPLE[2]), *steps)))

        try:
            law()
        finally:
            runner.run(store.close())
