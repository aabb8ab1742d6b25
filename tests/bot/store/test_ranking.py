"""Rounds that say something of people have ranks; all others are settled and nothing more."""

import asyncio
import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import bindparam, update

from bot.store import schema
from bot.store.lines import Kind
from bot.store.rows import Acted, MatchEnded, RoundScored, RoundStarted, SeatRow, SeatTaken
from bot.store.scorebook import Window
from bot.store.store import Store
from engine.match import places
from tests.kit.stored import NOW, later, people, started

BY = ("player", "computer", "autopilot", "clock")
CHAT = "telegram:-10012345678901"


def acts(match, number, by):
    return [
        Acted(match, number, step, 0, "{}", "", who, NOW) for step, who in enumerate(by, 1)
    ]  # fmt: skip


async def store_match(store, match, seats, rounds, changes=(), status="finished", chat=CHAT):
    """A match; ``rounds``: (who decided, points); ``changes``: (round, seat, who, may be '')."""
    rows = started(match, chat, "dazha", people(seats))[:1]
    for since, seat, who in changes:
        user = f"web:{who}" if who else ""
        rows.append(SeatTaken(match, seat, since, user, who or "bot", NOW))
    for number, (by, points) in enumerate(rounds, 1):
        rows += [RoundStarted(match, number, "{}", NOW), *acts(match, number, by)]
        rows.append(RoundScored(match, number, points, "[]", later(number)))
    await store.commit([*rows, MatchEnded(match, status, NOW)] if status else rows)


@pytest.mark.parametrize(
    ("seats", "by", "is_ranked"),
    [
        ("AB", ["player"] * 4, True),
        ("A-", ["player", "computer"] * 2, False),
        ("A---", ["player", "computer", "computer", "computer"], False),
        ("AB--", ["player", "computer", "computer", "player"], True),
        ("A", ["player"], True),  # a game for one
        ("A", ["autopilot", "clock", "player"], False),
        ("AB", ["player", "player", "autopilot"], True),
        ("AB", ["player", "autopilot"], False),  # half of it
        ("AB", ["player", "clock", "autopilot"], False),
        ("AB-", ["player", "player", "clock", *["computer"] * 9], True),
        ("AB-", ["player", "clock", *["computer"] * 9], False),
        ("AB", [], True),  # decided by the deal
        ("--", ["computer"], True),  # nobody's
    ],
)
async def test_a_round_is_ranked_by_who_sat_there_and_who_decided(store, seats, by, is_ranked):
    points = (1, -1, 0, 0)[: len(seats)]
    await store_match(store, "m", seats, [(by, points)])
    (scored,) = await store.scores.rounds(CHAT)
    assert scored.ranked == is_ranked


async def test_a_seat_that_changes_hands_changes_the_company(store):
    everybody = ["player", "player"]
    rounds = [(everybody, (1, -1))] * 4
    await store_match(store, "m", "A-", rounds, [(2, 1, "B"), (3, 0, ""), (4, 0, "C")])
    assert [r.ranked for r in await store.scores.rounds(CHAT)] == [False, True, False, True]


async def test_what_has_no_rank_is_settled_all_the_same(store):
    mine, others = ["player", "computer"], ["player", "player"]
    await store_match(store, "bots", "A-", [(mine, (100, -100)), (mine, (50, -50))])
    await store_match(store, "both", "AB", [(others, (-3, 3)), (["clock"] * 2, (40, -40))])

    assert {t.user: t.points for t in await store.scores.game_totals(CHAT)} == {
        "web:A": 100 + 50 - 3 + 40, "web:B": 3 - 40,
    }  # fmt: skip
    ranks = (await store.scores.sheet(CHAT)).totals
    assert {t.user: (t.points, t.rounds) for t in ranks} == {"web:A": (-3, 1), "web:B": (3, 1)}
    together = (await store.scores.sheet(CHAT)).together
    assert [(t.user, t.matches, t.rounds, t.wins) for t in together] == [
        ("web:B", 1, 1, 1), ("web:A", 1, 1, 0),
    ], "the place in a match is that of its ranked rounds"  # fmt: skip
    assert await store.scores.best_rounds(CHAT, "dazha", "{}") == {"web:A": -3, "web:B": 3}
    (mine,) = await store.scores.person_totals("web:A")
    assert (mine.rounds, mine.points, mine.best, mine.matches, mine.wins) == (1, -3, -3, 1, 0)
    assert mine.unranked == 3
    assert (await store.scores.sheet(CHAT)).unranked == 3
    assert (await store.scores.sheet(CHAT, Window(later(2)))).unranked == 2
    assert (await store.scores.sheet("web:other")).unranked == 0
    assert await store.scores.players(CHAT, NOW) == ["web:A", "web:B"], (
        "they have a voice as before"
    )


ROUNDS = st.lists(
    st.tuples(
        st.lists(st.sampled_from(BY), max_size=6), st.tuples(*[st.integers(-9, 9)] * 3)
    ),
    min_size=1, max_size=3,
)  # fmt: skip
CHANGES = st.lists(
    st.tuples(st.integers(1, 3), st.integers(0, 2), st.sampled_from("DEF")), max_size=1
)
MATCHES = st.lists(
    st.tuples(
        st.text("ABC-", min_size=3, max_size=3).filter(
            lambda seats: all(seats.count(who) < 2 for who in "ABC")
        ),
        ROUNDS,
        CHANGES,
        st.sampled_from(["finished", "stopped", ""]),
    ),
    min_size=1, max_size=3,
)  # fmt: skip


def sitting(seats, changes, number):
    """Who sits in a round, by the keys of people."""
    found = [row.user for row in people(seats)]
    for since, seat, who in changes:
        if since <= number:
            found[seat] = f"web:{who}"
    return found


def is_ranked(users, by):
    """The rule, said once more in other words."""
    persons = [who for who in by if who != "computer"]
    driven = [who for who in persons if who != "player"]
    alone = len(users) > 1 and sum(map(bool, users)) == 1
    return not alone and (not persons or len(driven) < len(persons) / 2)


async def complaints(store, chat, matches):
    """Whether settling up, ranks and records are the sums of what the rule lets in, in turn."""
    points, rounds, best = Counter(), Counter(), {}
    everything, wins = Counter(), Counter()
    for number, (seats, played, changed, status) in enumerate(matches):
        changes = [c for c in changed if c[0] <= len(played)]
        await store_match(store, f"{chat}{number}", seats, played, changes, status, chat)
        sums, counts = [0, 0, 0], False
        for at, (by, scores) in enumerate(played, 1):
            users = sitting(seats, changes, at)
            for user, score in zip(users, scores, strict=True):
                everything[user] += score
            if not is_ranked(users, by):
                continue
            counts, sums = True, [a + b for a, b in zip(sums, scores, strict=True)]
            for user, score in zip(users, scores, strict=True):
                points[user] += score
                rounds[user] += 1
                best[user] = max(best.get(user, score), score)
        if counts and status == "finished":
            for user, place in zip(sitting(seats, changes, len(played)), places(sums), strict=True):
                wins[user] += place == 1
    everything.pop("", None), best.pop("", None)
    ranks = (await store.scores.sheet(chat)).totals
    yield {t.user: t.points for t in await store.scores.game_totals(chat)} == dict(everything)
    yield {t.user: (t.points, t.rounds) for t in ranks} == {
        user: (points[user], rounds[user]) for user in best
    }
    yield await store.scores.best_rounds(chat, "dazha", "{}") == best
    yield {t.user: t.wins for t in (await store.scores.sheet(chat)).together} == {
        u: wins[u] for u in best
    }
    for user in everything:
        (mine,) = await store.scores.person_totals(user, chat)
        right = (rounds[user], points[user], best.get(user, 0), wins[user])
        yield (mine.rounds, mine.points, mine.best, mine.wins) == right


def test_ranks_and_records_are_of_ranked_rounds_alone(tmp_path):
    """One database, and a chat of its own for every example."""
    numbers = itertools.count()

    async def check(store, matches):
        told = [fine async for fine in complaints(store, f"web:{next(numbers)}x", matches)]
        assert all(told), told

    with asyncio.Runner() as runner:
        store = runner.run(Store.open(f"sqlite:///{tmp_path / 'r.db'}"))

        @settings(max_examples=40, deadline=None)
        @given(MATCHES)
        def law(matches):
            runner.run(check(store, matches))

        try:
            law()
        finally:
            runner.run(store.close())


async def test_a_store_that_ranks_everything_breaks_the_law(store):
    """Planted: every round counts in full, as it did."""
    rounds = schema.rounds
    here = (rounds.c.match == bindparam("_match"), rounds.c.round == bindparam("_round"))
    every = update(rounds).where(*here).values(ranked=rounds.c.ranked)
    store._connection._statements = {**store._connection._statements, Kind.RANKED: every}
    matches = [("A--", [(["player"], (2, -1, -1))], [], "finished")]
    told = [fine async for fine in complaints(store, CHAT, matches)]
    assert told == [True, False, False, False, False], "what is settled alone is right"


async def test_forgotten_people_keep_their_company(store):
    """An alias is a person, not a computer player."""
    seats = (SeatRow(0, "anon:1", ""), SeatRow(1, "web:B", "B"))
    rows = [*started("m", CHAT, "dazha", seats), *acts("m", 1, ["player"])]
    await store.commit([*rows, RoundScored("m", 1, (1, -1), "[]", NOW)])
    assert [r.ranked for r in await store.scores.rounds(CHAT)] == [True]
