"""A book's life as steps that chance can draw, and whether its sums are what counting gives.

People are letters; every one of a step's numbers is taken modulo what there is to choose from, so
that any draw is a life that could be.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import select, true, union_all

from bot.store import standings
from bot.store.rows import (
    ChatAlias,
    MatchEnded,
    MatchStarted,
    RoundScored,
    RoundStarted,
    SeatRow,
    SeatTaken,
)
from bot.store.scorebook import (
    CORRECTION,
    EVER,
    Corrected,
    Forgotten,
    ProposalEnded,
    ProposalOpened,
    Window,
)
from bot.store.sums import ALWAYS, BESIDE, chat_sums, due, made, match_sums
from tests.kit import recount
from tests.kit.stored import SEED, acted

if TYPE_CHECKING:
    from bot.store.store import Store

DAY = datetime(2026, 1, 2, tzinfo=UTC)
PEOPLE = [f"telegram:50{n}2345678" for n in range(5)]
CHATS = [f"telegram:-100{n}2345678901" for n in range(2)]
NEW = "telegram:-10055555555555"
OWN = f"alone:{PEOPLE[0]}"
GAMES = ("dazha", "doudizhu")
OPTIONS = ('{"o":1}', '{"o":2}')
LATER = DAY + timedelta(days=30)


def moment(hours: int) -> datetime:
    """A time within four days; every sixth is just before midnight or midnight itself."""
    at = DAY + timedelta(hours=hours % 96, microseconds=hours)
    if hours % 6:
        return at
    return DAY + timedelta(days=hours % 4, microseconds=-(hours // 6 % 2))


@dataclass
class Life:
    """What has happened in a store so far."""

    store: Store
    number: int = 0
    now: datetime = DAY
    playing: dict[str, list[str]] = field(default_factory=dict)
    rounds: list[tuple[str, int, int]] = field(default_factory=list)
    gone: int = 0

    async def begin(self, where: int, who: int, how: int) -> None:
        """A match of one to three, some of them computers; some are practice."""
        self.number += 1
        match = f"m{self.number}"
        chat = [*CHATS, OWN, ""][where % 4]
        people = [PEOPLE[0]] if chat == OWN else PEOPLE[who % 4 : who % 4 + 1 + how % 3]
        people += [""] * (who % 3 == 0)
        seats = tuple(SeatRow(n, user, self._name(user)) for n, user in enumerate(people))
        self.playing[match] = people
        await self.store.commit(
            [
                MatchStarted(
                    match, f"t-{match}", chat, GAMES[how % 2], 1, SEED, "{}", 4, "{}", seats,
                    self.now, rated=how % 7 != 0,
                ),
                RoundStarted(match, 1, OPTIONS[how % 2], self.now),
            ]
        )  # fmt: skip

    async def score(self, which: int, points: int, by: int) -> None:
        """A round of a match that is on, and the next begins; some are played by the clock."""
        match = self._on(which)
        if match is None:
            return
        seats = len(self.playing[match])
        number = 1 + sum(one[0] == match for one in self.rounds)
        at = self.now
        got = tuple(points * (seat + 1) for seat in range(seats - 1))
        got = (*got, -sum(got) + (by % 5 == 0))
        step = replace(acted(1, match, "", number), by=("player", "clock")[by % 3 == 0])
        self.rounds.append((match, number, seats))
        await self.store.commit([step, RoundScored(match, number, got, "[]", at)])
        await self.store.commit([RoundStarted(match, number + 1, OPTIONS[by % 2], at)])

    async def take(self, which: int, seat: int, who: int) -> None:
        """Somebody takes a seat from the round on that is played now."""
        match, user = self._on(which), [*PEOPLE, ""][who % 6]
        if match is None or (user and user in self.playing[match]):
            return
        seat %= len(self.playing[match])
        self.playing[match][seat] = user
        number = 1 + sum(one[0] == match for one in self.rounds)
        name = self._name(user)
        await self.store.commit([SeatTaken(match, seat, number, user, name, self.now)])

    async def end(self, which: int, how: int, _: int) -> None:
        """A match is finished or stopped."""
        match = self._on(which)
        if match is not None:
            del self.playing[match]
            status = ("finished", "finished", "stopped")[how % 3]
            await self.store.commit([MatchEnded(match, status, self.now)])

    async def correct(self, which: int, points: int, odd: int) -> None:
        """A round is corrected, perhaps not for the first time."""
        if not self.rounds:
            return
        match, number, seats = self.rounds[which % len(self.rounds)]
        self.number += 1
        ident = f"p{self.number}"
        changes = (points, *(0 for _ in range(seats - 2)), -points + odd % 2)[:seats]
        await self.store.commit(
            [
                ProposalOpened(ident, CHATS[0], CORRECTION, match, number, "[]", "", self.now),
                ProposalEnded(ident, "agreed", self.now),
                Corrected(ident, match, number, changes),
            ]
        )

    async def forget(self, who: int, where: int, _: int) -> None:
        """Somebody becomes an alias, in one chat or everywhere."""
        person, chat = PEOPLE[who % 2], ["", *CHATS][where % 3]
        self.gone += 1
        people, own = self.store.people, f"alone:{person}"
        traces = await people.traces(person, chat, own)
        await people.forget(Forgotten(f"anon:{self.gone}", person, chat, LATER, traces), own)

    async def remember(self, who: int, _: int, __: int) -> None:
        """Somebody takes it back: with what they have done since, they are one person again."""
        for one in await self.store.people.forgotten(PEOPLE[who % 2]):
            await self.store.people.remember(one, f"alone:{PEOPLE[who % 2]}")

    async def purge(self, _: int, __: int, ___: int) -> None:
        """Whoever is forgotten is so for good."""
        await self.store.people.purge(LATER + timedelta(days=1))

    async def move(self, _: int, __: int, ___: int) -> None:
        """A group gets another key; its book stays its own."""
        await self.store.commit([ChatAlias(CHATS[0], NEW)])

    async def wait(self, hours: int, _: int, __: int) -> None:
        """It is another time, earlier too: clocks are set."""
        self.now = moment(hours)

    def _on(self, which: int) -> str | None:
        matches = sorted(self.playing)
        return matches[which % len(matches)] if matches else None

    def _name(self, user: str) -> str:
        return f"{user[-10:]} {self.now:%d %H}" if user else "computer"


STEPS = (
    Life.begin, Life.score, Life.take, Life.end, Life.correct, Life.forget, Life.remember,
    Life.purge, Life.move, Life.wait,
)  # fmt: skip


def windows(hours: list[int]) -> list[Window]:
    """All of a book, and from one moment to another or (one alone) until now."""
    return [EVER, Window(*sorted(moment(one) for one in hours))]


async def faults(store: Store, within: list[Window]) -> list[str]:
    """Where a sum is not what counting again gives; empty where all is well."""

    def compared(connection):
        found = []

        def same(name, *arguments):
            kept = getattr(standings, name)(connection, *arguments)
            right = getattr(recount, name)(connection, *arguments)
            if kept != right:
                found.append(f"{name}{arguments}: {kept} is not {right}")

        chats = [CHATS[0], OWN]
        for chat in chats:
            for window in within:
                same("game_totals", chat, window)
                same("sheet", chat, window)
                same("uneven_games", chat, window)
                same("latest_match", chat, window)
                same("latest_match", chat, window, PEOPLE[1])
            same("players", chat, moment(30))
            for game in GAMES:
                same("best_rounds", chat, game, OPTIONS[0])
        same("game_totals", NEW)
        for person in (*PEOPLE[:2], "anon:1"):
            same("latest_match", "", EVER, person)
            for chat in ("", CHATS[0]):
                same("person_totals", person, chat)
        return found + _rows(connection)

    return await store.read(compared)


def _rows(connection) -> list[str]:
    """Where a row that is kept is not what it is made of."""
    kept = Counter(map(tuple, connection.execute(select(match_sums))))
    right = Counter(map(tuple, connection.execute(union_all(*made(true())))))
    found = [f"of a match: {kept - right} and not {right - kept}"] * (kept != right)
    sums = Counter()
    for _, what, user, day, _, chat, game, times, points, _ in right.elements():
        for of in (day, ALWAYS) if what not in BESIDE else ():
            sums[chat, of, game, what, user, "times"] += times
            sums[chat, of, game, what, user, "points"] += points
    there = Counter()
    for *key, times, points in connection.execute(select(chat_sums)):
        there[*key, "times"], there[*key, "points"] = times, points
        found += [f"nothing is kept of {key}"] * (times == 0)
    wrong = {key for key in sums | there if sums[key] != there[key]}
    found += [f"of a chat: {sorted(wrong)}"] * bool(wrong)
    return found + ["matches are still due"] * bool(connection.execute(select(due)).first())
