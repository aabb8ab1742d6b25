"""A whole 复式 with people pressing, through five kills: nothing early, and the places are right.

Everything that leaves is listened to, and the places are worked out once more from the database
alone. A small one on one platform; four tables over eight deals on each where ``DEEP=1``.
"""

import gc
import itertools
from contextlib import asynccontextmanager

import aiohttp
import pytest
from sqlalchemy import select

from bot.adapters.web import WebPlatform
from bot.runtime.tournament_runner import entries_of
from bot.store.schema import matches
from bot.tournament.state import Status, loads, table_of
from engine.verify import check
from tests.bot.adapters.test_contests_whole import KILLS, OnDiscord, OnTelegram, through_kills
from tests.kit.actors import chance, press_of
from tests.kit.clock import ManualClock
from tests.kit.discord import buttons, small_picture
from tests.kit.duplicate_ear import Ear
from tests.kit.duplicate_places import places
from tests.kit.house import service
from tests.kit.shuffles import stored as stored_record
from tests.kit.tiers import DEEP, chosen
from tests.kit.web import KEY, WebTable

# A program that dies while it connects leaves its socket to the collector, which says so.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

FIELD = "甲乙丙丁戊己庚辛壬"
GAME = "niuniu"
TABLES, PEOPLE, DEALS, EVERY = (4, 9, 8, 16) if DEEP else (2, 4, 3, 4)


class OnPage:
    """People in a room of the page; their tokens and the room outlive the program."""

    def __init__(self, path, names):
        self.path, self.names = path, names
        self.clock = ManualClock()
        self._tokens, self._room, self._count = {}, "", itertools.count(1)

    @asynccontextmanager
    async def world(self):
        yield self
        gc.collect()

    @asynccontextmanager
    async def program(self):
        platform = WebPlatform("127.0.0.1", 0, KEY, now=self.clock.now)
        async with (
            service(
                self.path, platform=platform, clock=self.clock, paint=small_picture, check=False
            ) as self.house,
            aiohttp.ClientSession() as http,
        ):
            await platform.start(self.house.service)
            self._web = WebTable(platform, self.house.service, http)
            self._room = self._web.room = self._room or self._web.room
            for name in self.names:
                self._tokens[name] = self._tokens.get(name) or await self._web.sit(name)
            self.tabs = [await self._tab(name) for name in self.names]
            yield self.house
            await platform.stop()

    async def _tab(self, name):
        session = f"tab-{next(self._count):05d}"
        return await self._web.tab(name, token=self._tokens[name], session=session)

    async def _ask(self, who, **frame):
        await self.tabs[who].ask(next(self._count), **frame)
        await self.house.settle()

    async def say(self, who, text):
        await self._ask(who, say=text)

    async def press(self, who, label):
        shown = (await self._tab(self.names[who])).state["messages"]["room"]
        buttons = {b["label"]: b["token"] for m in shown for row in m["rows"] for b in row}
        await self._ask(who, press=buttons[label], values=[], message="")

    async def answer(self, table, seat, rng, choose):
        user = table.state.players[seat].user
        who = next(n for n, tab in enumerate(self.tabs) if tab.user == user)
        token, values = press_of(table, seat, choose(table, seat, rng))
        await self._ask(who, press=token, values=list(values), message="")

    async def forward(self, seconds):
        await self.house.forward(seconds)


class InChannel(OnDiscord):
    """The command's fields have names of their own there; each deal is a message of its own."""

    async def say(self, who, text):
        if text.startswith("/shuffle "):
            await self.club.slash(who, "shuffle", word=text.removeprefix("/shuffle "))
            return
        command, game, boards = text.removeprefix("/").split(" ", 2)
        await self.club.slash(who, command, game=game, boards=boards)

    async def answer(self, table, seat, rng, choose):
        user = table.state.players[seat].user
        who = next(n for n, p in enumerate(self.club.people) if str(p.id) == user.id)
        own = self.club.people[who].user.dm_channel.history()
        asked = {table.state.id, str(table.question_of(seat).number)}
        shown = next(
            (
                m
                for m in reversed(own)
                for key in buttons(m).values()
                if asked <= set(key.split(":"))
            ),
            None,
        )
        if shown is None:
            await self.forward(10)  # after a start it takes a moment until the newest is there
            return
        await self.club.act(who, shown, *press_of(table, seat, choose(table, seat, rng)))


STAGES = {"telegram": OnTelegram, "discord": InChannel, "web": OnPage}


def sessions(house):
    return [
        runner.state
        for runner in house.service.running.tournaments._runners.values()
        if not runner.state.over
    ]


class Heard:
    """A stage whose programs are listened to."""

    def __init__(self, stage):
        self._stage, self.ear = stage, Ear()

    def __getattr__(self, name):
        return getattr(self._stage, name)

    @asynccontextmanager
    async def program(self):
        async with self._stage.program() as house:
            self.ear.attach(house)
            house.tables.pace = 0
            yield house


@pytest.mark.slow
@pytest.mark.parametrize("platform", chosen(STAGES, 1, "a whole duplicate"))
async def test_a_whole_duplicate(tmp_path, platform):
    path, rng = tmp_path / "t.db", chance(5, platform)
    async with STAGES[platform](path, FIELD[:PEOPLE]).world() as stage:
        at = Heard(stage)
        kept = {}

        async def begin():
            await at.say(0, f"/duplicate {GAME} {TABLES} {DEALS} 10")
            for who in range(PEOPLE):
                await at.press(who, "报名")
            await at.say(1, "/shuffle 春风")
            await at.press(0, "现在开赛")
            await at.forward(6)

        def goes_on():
            for state in sessions(at.house):
                kept["state"] = state
            return bool(sessions(at.house))

        kills = await through_kills(at, begin, goes_on, rng, every=EVERY)
        assert kills >= KILLS
        assert at.ear.early == []
        assert at.ear.heard > DEALS, "there was something to keep"
        assert at.ear.own > 0, "and those who sat there were told"
        async with at.program() as house:
            stored = await house.store.tournaments.one(kept["state"].id)
            state = loads(stored.state, entries_of(stored))
            assert state.status is Status.OVER
            session = state.session
            assert len(session.compared) == DEALS
            ours = {
                entrant.name: (session.totals[at_], session.places[at_])
                for at_, entrant in enumerate(state.entrants)
            }
            again = places(path)
            assert again == ours
            for entrant in state.entrants[:PEOPLE]:
                assert at.ear.place[entrant.user.key] == again[entrant.name][1]
            chats = await house.store.read(lambda c: set(c.scalars(select(matches.c.chat))))
            assert chats == {state.chat.key}, "every book is open"
            for stage_, index in itertools.product(range(DEALS), range(TABLES)):
                match = table_of(state, stage_, index).match
                record, fingerprint = await stored_record(house, match)
                assert check(record, fingerprint) is None
                assert [one["word"] for one in record["words"]] == ["春风"]
