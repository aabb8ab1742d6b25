"""Totals: sums over finished rounds, whoever sits where and whatever they are called."""

import itertools
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.store import totals
from bot.store.rows import GameTotal, RoundScored, RoundStarted, ScoredRound, SeatRow, Together
from engine.match import places
from tests.kit.stored import NOW, later, people, played, started


async def test_rounds_come_back_in_order(store):
    await store.commit(played("z", [(2, -1, -1), (-2, 1, 1)], at=NOW))
    await store.commit(played("a", [(4, -2, -2)], game="dazha", at=later(1)))
    await store.commit(played("b", [(9, 0, -9)], chat="web:other", at=later(2)))
    await store.commit([*started("c", at=later(3))])  # no round finished

    found = await store.scores.rounds("web:room")

    assert [(r.match, r.round, r.scores) for r in found] == [
        ("z", 1, (2, -1, -1)),
        ("z", 2, (-2, 1, 1)),
        ("a", 1, (4, -2, -2)),
    ]
    assert found[2] == ScoredRound(
        "a", "dazha", 1, people("ABC"), (4, -2, -2), '["why 1"]', later(1)
    )
    assert [r.match for r in await store.scores.rounds("web:room", game="dazha")] == ["a"]
    assert [r.round for r in await store.scores.rounds("web:room", match="z")] == [1, 2]
    assert await store.scores.rounds("web:room", game="dazha", match="z") == []
    assert await store.scores.rounds("web:nobody") == []


async def test_a_long_book_is_read_by_the_page(store, monkeypatch):
    for number in range(5):
        await store.commit(played(f"m{number}", [(number, -number), (1, -1)], seats="AB"))
    whole = await store.scores.rounds("web:room")
    monkeypatch.setattr(totals, "PAGE", 2)
    assert await store.scores.rounds("web:room") == whole
    assert [(r.match, r.round) for r in whole] == [(f"m{m}", r) for m in range(5) for r in (1, 2)]


async def test_sums_go_by_person_not_by_seat(store):
    await store.commit(played("m1", [(2, -1, -1)], seats="ABC"))
    await store.commit(played("m2", [(10, -5, -5), (1, 1, -2)], seats="CA-"))
    await store.commit(played("m3", [(3, -3)], seats="AB", game="dazha"))

    assert await store.scores.game_totals("web:room") == [
        GameTotal("web:A", "A", "dazha", 3, 1),
        GameTotal("web:B", "B", "dazha", -3, 1),
        GameTotal("web:C", "C", "doudizhu", -1 + 10 + 1, 3),
        GameTotal("web:B", "B", "doudizhu", -1, 1),
        GameTotal("web:A", "A", "doudizhu", 2 - 5 + 1, 3),
    ]
    assert await store.scores.game_totals("web:other") == []


async def test_a_game_is_uneven_where_a_round_does_not_add_up(store):
    await store.commit(played("m1", [(2, -1, -1), (0, 0, 0)], seats="ABC"))
    await store.commit(played("m2", [(3, 4), (-3, -4)], seats="AB", game="matrix"))
    assert await store.scores.uneven_games("web:room") == {"matrix"}
    assert await store.scores.uneven_games("web:other") == set()


async def test_the_best_round_of_each_person(store):
    """Of this chat, this game and these options; computer players have none."""
    await store.commit(played("m1", [(2, 7, -1), (5, 1, 1)], seats="ABC"))
    await store.commit(played("m2", [(3, 9, 4)], seats="B-A", at=later(1), status=""))
    await store.commit(played("m3", [(99, 99, 99)], seats="ABC", game="dazha", at=later(2)))
    await store.commit(played("m4", [(99, 99, 99)], seats="ABC", chat="web:other", at=later(3)))

    first = await store.scores.best_rounds("web:room", "doudizhu", '{"o":1}')
    assert first == {"web:A": max(2, 4), "web:B": max(7, 3), "web:C": -1}
    later_ones = await store.scores.best_rounds("web:room", "doudizhu", "{}")
    assert later_ones == {"web:A": 5, "web:B": 1, "web:C": 1}
    assert await store.scores.best_rounds("web:room", "doudizhu", '{"o":2}') == {}
    assert await store.scores.best_rounds("web:nobody", "doudizhu", "{}") == {}


async def test_rounds_of_matches_that_are_on_or_were_stopped_count(store):
    await store.commit(played("m1", [(5, -5)], seats="AB", status="stopped"))
    await store.commit(played("m2", [(7, -7)], seats="AB", status=""))
    assert [t.points for t in await store.scores.game_totals("web:room")] == [5 + 7, -5 - 7]
    assert [(t.matches, t.rounds) for t in (await store.scores.sheet("web:room")).together] == [
        (0, 2),
        (0, 2),
    ]


async def test_the_newest_name_of_a_person_wins(store):
    named = [(SeatRow(0, "web:1", name), SeatRow(1, "web:2", "B")) for name in ("old", "new")]
    await store.commit(played("m2", [(1, -1)], seats=named[1], at=later(9)))
    await store.commit(played("m1", [(1, -1)], seats=named[0], at=NOW))
    await store.commit(played("m3", [(1, -1)], chat="web:other", seats=named[0], at=later(20)))

    assert [(t.user, t.name, t.points) for t in await store.scores.game_totals("web:room")] == [
        ("web:1", "new", 2),
        ("web:2", "B", -2),
    ]
    assert [t.name for t in (await store.scores.sheet("web:room")).together] == ["new", "B"]
    assert [r.seats[0].name for r in await store.scores.rounds("web:room")] == ["old", "new"]


async def test_two_people_of_one_name_stay_two(store):
    same = (SeatRow(0, "web:1", "X"), SeatRow(1, "discord:1", "X"))
    await store.commit(played("m", [(1, -1)], seats=same))
    totals = await store.scores.game_totals("web:room")
    assert [(t.user, t.points) for t in totals] == [("web:1", 1), ("discord:1", -1)]


async def test_together_counts_places_of_finished_matches(store):
    await store.commit(played("m1", [(48, 20, 10, 27), (0, 7, 0, 0)], seats="ABCD"))
    # Sums 48, 27, 10, 27: B and D share the second place, C is fourth.
    await store.commit(played("m2", [(5, 5, -10)], seats="ABC", game="dazha"))
    await store.commit(played("m3", [(-1, 1)], seats="A-", game="dazha"))
    await store.commit(played("m4", [(-9, 9)], seats="AB", status="stopped"))

    assert (await store.scores.sheet("web:room")).together == [
        Together("web:A", "A", 2, 4, 2, (2, 0, 0, 0)),  # with a computer player alone: no rank
        Together("web:B", "B", 2, 4, 1, (1, 1, 0, 0)),
        Together("web:D", "D", 1, 2, 0, (0, 1, 0, 0)),
        Together("web:C", "C", 2, 3, 0, (0, 0, 1, 1)),
    ]
    assert (await store.scores.sheet("web:other")).together == []


async def test_big_points_are_exact(store):
    big = 2**52 + 1
    await store.commit(played("m", [(big, -big), (big, -big)], seats="AB"))
    totals = await store.scores.game_totals("web:room")
    assert [(t.points, type(t.points)) for t in totals] == [(2 * big, int), (-2 * big, int)]


async def test_a_round_counts_once_however_often_it_is_told(store):
    await store.commit([*started("m", seats="AB"), RoundScored("m", 1, (1, -1), "[]", NOW)])
    await store.commit([RoundStarted("m", 2, "{}", NOW)])
    assert [t.points for t in await store.scores.game_totals("web:room")] == [1, -1]


MATCHES = st.lists(
    st.tuples(
        st.sampled_from(["doudizhu", "dazha"]),
        st.permutations("ABC-"),
        st.lists(st.tuples(*[st.integers(-50, 50)] * 4), min_size=1, max_size=3),
        st.sampled_from(["finished", "stopped", "void", ""]),
    ),
    max_size=6,
)


CHATS = itertools.count()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(MATCHES)
async def test_totals_are_the_sums_of_the_rounds(store, matches):
    chat = f"web:{next(CHATS)}"  # one database for all examples
    points, wins, ended = Counter(), Counter(), Counter()
    for number, (game, seats, rounds, status) in enumerate(matches):
        match = f"{chat}-{number}"
        await store.commit(played(match, rounds, chat, game, "".join(seats), status=status))
        sums = [sum(column) for column in zip(*rounds, strict=True)]
        for person, total, place in zip(seats, sums, places(sums), strict=True):
            points[f"web:{person}", game] += total
            wins[f"web:{person}"] += place == 1 and status == "finished"
            ended[f"web:{person}"] += status == "finished"

    totals = await store.scores.game_totals(chat)
    assert {(t.user, t.game): t.points for t in totals} == {
        key: value for key, value in points.items() if key[0] != "web:-"
    }
    counted = (await store.scores.sheet(chat)).together
    assert {t.user: (t.wins, t.matches) for t in counted} == {
        user: (wins[user], ended[user]) for user in ended if user != "web:-"
    }
    assert all(sum(t.places) == t.matches for t in counted)
    assert all(t.wins == sum(t.places[:1]) for t in counted)
