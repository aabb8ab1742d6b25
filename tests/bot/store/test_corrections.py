"""Corrections beside the rounds, seasons, windows, and one person's sums."""

import itertools
from collections import Counter
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.store.rows import Acted, MatchEnded, SeatTaken, StepTaken, Together
from bot.store.scorebook import (
    AGREED,
    CORRECTION,
    OPEN,
    REFUSED,
    Corrected,
    Correction,
    Forgotten,
    PersonTotal,
    ProposalEnded,
    ProposalOpened,
    SeasonBegun,
    Traces,
    Voiced,
    Window,
)
from tests.kit.stored import NOW, later, played

WEEK = timedelta(days=7)


def motion(ident="n", match="m", round_=1, points="[1,-1]", by="web:A", at=NOW, chat="web:room"):
    return ProposalOpened(ident, chat, CORRECTION, match, round_, points, by, at)


def corrected(changes, ident="n", match="m", round_=1, at=NOW, chat="web:room"):
    """A motion that was agreed, with what it changes."""
    return [
        motion(ident, match, round_, at=at, chat=chat),
        ProposalEnded(ident, AGREED, at),
        Corrected(ident, match, round_, changes),
    ]


async def test_sco_01_a_correction_is_an_entry_of_its_own_and_every_sum_has_it(store, raw):
    await store.commit(played("m", [(6, -6), (1, -1), (-4, 4)], seats="AB"))
    scored = raw("SELECT * FROM round_score")
    await store.commit(corrected((-5, 5), round_=3, at=later(5)))

    assert raw("SELECT * FROM round_score") == scored, "nothing is overwritten"
    third = (await store.scores.rounds("web:room"))[2]
    assert (third.scores, third.dealt) == ((-4 - 5, 4 + 5), (-4, 4))
    assert third.corrections == (Correction("web:A", later(5), (-5, 5)),)
    totals = {t.user: (t.points, t.rounds) for t in await store.scores.game_totals("web:room")}
    assert totals == {"web:A": (6 + 1 - 4 - 5, 3), "web:B": (-6 - 1 + 4 + 5, 3)}
    wins = {t.user: t.wins for t in (await store.scores.sheet("web:room")).together}
    assert wins == {"web:A": 0, "web:B": 1}, "ranks are recomputed"


async def test_sco_01_a_round_corrected_twice_keeps_its_whole_history(store):
    await store.commit(played("m", [(6, -6)], seats="AB"))
    await store.commit(corrected((-5, 5), "z", at=later(1)))
    await store.commit(corrected((2, -2), "a", at=later(2)))

    (scored,) = await store.scores.rounds("web:room")
    assert [c.changes for c in scored.corrections] == [(-5, 5), (2, -2)]
    assert (scored.scores, scored.dealt) == ((6 - 5 + 2, -6 + 5 - 2), (6, -6))
    best = await store.scores.best_rounds("web:room", "doudizhu", '{"o":1}')
    assert best == {"web:A": 3, "web:B": -3}


async def test_a_motion_is_read_back_with_its_answers(store):
    await store.commit(played("m", [(6, -6)], seats="AB"))
    await store.commit([motion(points="[3,-3]"), Voiced("n", "web:A", True, NOW)])
    await store.commit(
        [Voiced("n", "web:B", False, later(1)), ProposalEnded("n", REFUSED, later(1))]
    )

    found = await store.scores.proposal("n")
    assert (found.points, found.status) == ((3, -3), REFUSED)
    assert found.voices == (("web:A", True), ("web:B", False))
    assert await store.scores.proposal("no") is None


async def test_an_answer_counts_once_and_an_ended_motion_stays_ended(store):
    await store.commit(played("m", [(6, -6)], seats="AB"))
    await store.commit([motion(), Voiced("n", "web:A", True, NOW)])
    with pytest.raises(StepTaken):
        await store.commit([Voiced("n", "web:A", False, NOW)])
    await store.commit([ProposalEnded("n", REFUSED, NOW)])
    await store.commit([ProposalEnded("n", AGREED, NOW)])
    assert (await store.scores.proposal("n")).status == REFUSED


async def test_only_the_newest_open_motion_is_found(store):
    await store.commit(played("m", [(6, -6)], seats="AB"))
    await store.commit([motion("old", at=NOW), motion("new", at=later(5))])
    await store.commit([motion("done", at=later(9)), ProposalEnded("done", REFUSED, later(9))])
    await store.commit([motion("far", chat="web:other", at=later(9))])
    assert (await store.scores.open_proposal("web:room", CORRECTION, NOW)).proposal == "new"
    assert (await store.scores.proposal("new")).status == OPEN
    assert await store.scores.open_proposal("web:room", CORRECTION, later(6)) is None


async def test_a_season_begins_and_the_one_before_stays_readable(store):
    await store.commit(played("m1", [(6, -6)], seats="AB", at=NOW))
    await store.commit([SeasonBegun("web:room", later(10))])
    await store.commit(played("m2", [(2, -2)], seats="AB", at=later(10)))

    (start,) = await store.scores.seasons("web:room")
    assert start == later(10)
    before, now = Window(until=start), Window(since=start)
    for window, points in ((before, 6), (now, 2), (Window(), 6 + 2)):
        assert [t.points for t in await store.scores.game_totals("web:room", window)] == [
            points,
            -points,
        ]
        rounds = await store.scores.rounds("web:room", window=window)
        assert sum(r.scores[0] for r in rounds) == points
    assert await store.scores.seasons("web:other") == []


async def test_sco_07_a_window_has_only_those_who_played_in_it(store):
    await store.commit(played("old", [(9, -9)], seats="AB", at=NOW - 2 * WEEK))
    await store.commit(played("new", [(1, -1)], seats="BC", at=NOW))
    week = Window(since=NOW - WEEK)
    assert [t.user for t in await store.scores.game_totals("web:room", week)] == ["web:B", "web:C"]
    assert (await store.scores.sheet("web:room", week)).together == [
        Together("web:B", "B", 1, 1, 1, (1, 0)),
        Together("web:C", "C", 1, 1, 0, (0, 1)),
    ]
    assert await store.scores.players("web:room", NOW - WEEK) == ["web:B", "web:C"]


async def test_a_match_over_the_end_of_a_window_counts_where_it_ended(store):
    rows = played("m", [(5, -5), (1, -1)], seats="AB", at=NOW)
    await store.commit(rows[:4])
    await store.commit([SeasonBegun("web:room", later(1))])
    await store.commit(rows[4:-1])
    await store.commit([type(rows[-1])("m", "finished", later(9))])
    before, now = Window(until=later(1)), Window(since=later(1))
    assert [t.matches for t in (await store.scores.sheet("web:room", before)).together] == [0, 0]
    assert [
        t.matches for t in (await store.scores.sheet("web:room", now)).together
    ] == []  # all rounds are older
    assert sum(t.rounds for t in await store.scores.game_totals("web:room", before)) == 4


async def test_stk_26_how_much_was_decided_for_people(store):
    by = [("player", 1), ("autopilot", 2), ("clock", 0), ("computer", 1), ("player", 0)]
    await store.commit(played("m", [(5, -5, 0), (1, -1, 0)], seats="AB-"))
    await store.commit(
        [Acted("m", 2, step, seat, "{}", "", who, NOW) for step, (who, seat) in enumerate(by, 1)]
    )
    assert [r.driven for r in await store.scores.rounds("web:room")] == [0.0, 2 / 4]


async def test_one_persons_sums_over_all_chats_and_in_one(store):
    await store.commit(played("m1", [(6, -6), (-1, 1)], seats="AB"))
    await store.commit(played("m2", [(2, -2)], seats="BA", chat="web:other"))
    await store.commit(played("m3", [(7, -7)], seats="A-", game="dazha", status="stopped"))
    await store.commit(corrected((3, -3), "n", "m1", 2))

    everywhere = await store.scores.person_totals("web:A")
    assert everywhere == [
        PersonTotal("doudizhu", 3, 6 + (-1 + 3) - 2, 6, 2, 1),
        PersonTotal("dazha", 0, 0, 0, 0, 0, unranked=1),  # with a computer player alone
    ]
    (here,) = await store.scores.person_totals("web:A", "web:other")
    assert here == PersonTotal("doudizhu", 1, -2, -2, 1, 0)
    assert await store.scores.person_totals("web:Z") == []


async def test_a_season_that_begins_twice_is_one_that_is_there_already(store):
    """Not a database that refuses to write: a key may be a time."""
    await store.commit([SeasonBegun("web:room", NOW)])
    with pytest.raises(StepTaken):
        await store.commit([SeasonBegun("web:room", NOW)])
    assert not store.refusing
    assert await store.scores.seasons("web:room") == [NOW]


async def test_pol_04_a_seat_that_was_taken_is_forgotten_too_and_can_come_back(store, raw):
    await store.commit(played("m", [(6, -6), (2, -2)], seats="AB"))
    await store.commit([SeatTaken("m", 1, 2, "web:C", "C", NOW)])
    before = {t.user: t.points for t in await store.scores.game_totals("web:room")}
    traces = await store.people.traces("web:C", "", "alone:web:C")
    gone = Forgotten("anon:1", "web:C", "", NOW, traces)
    await store.people.forget(gone, "alone:web:C")
    after = {t.user: t.points for t in await store.scores.game_totals("web:room")}
    assert after == {"web:A": 6 + 2, "web:B": -6, "anon:1": -2}
    (found,) = await store.people.forgotten("web:C")
    assert found == gone
    await store.people.remember(found, "alone:web:C")
    assert {t.user: t.points for t in await store.scores.game_totals("web:room")} == before
    assert raw("SELECT user, name FROM seat_change") == [("web:C", "C")]


async def test_what_cannot_be_read_any_more_is_still_forgotten_for_good(store, raw):
    await store.people.forget(Forgotten("anon:1", "web:C", "", NOW, Traces()), "alone:web:C")
    raw("UPDATE forgotten SET traces = '{'")
    assert await store.people.purge(later(1)) == 1
    assert raw("SELECT count(*) FROM forgotten") == [(0,)]


NUMBERS = itertools.count()
CHANGES = st.lists(st.tuples(st.integers(0, 2), st.integers(-9, 9)), max_size=6)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(CHANGES)
async def test_sco_01_sums_are_those_of_the_corrected_rounds(store, changes):
    """Whatever is corrected however often: the same as if it had been scored so at once."""
    number = next(NUMBERS)
    chat, name = f"web:c{number}", f"c{number}"
    rounds = [[4, -4], [1, -1], [-7, 7]]
    await store.commit(played(name, [tuple(r) for r in rounds], chat, seats="AB"))
    for at, (round_, by) in enumerate(changes):
        rows = corrected((by, -by), f"{name}-{at}", name, round_ + 1, later(at), chat)
        await store.commit(rows)
        rounds[round_][0] += by
        rounds[round_][1] -= by
    totals = Counter({t.user: t.points for t in await store.scores.game_totals(chat)})
    assert totals == {"web:A": sum(r[0] for r in rounds), "web:B": sum(r[1] for r in rounds)}
    found = await store.scores.rounds(chat)
    assert [list(r.scores) for r in found] == rounds
    assert [r.dealt for r in found] == [(4, -4), (1, -1), (-7, 7)]


async def test_a_seat_that_changes_hands_gives_each_round_to_whoever_sat_there(store):
    rows = played("m", [(6, -6), (2, -2), (1, -1)], seats="A-", status="")
    await store.commit([*rows, SeatTaken("m", 1, 2, "web:B", "B", later(1))])
    await store.commit([SeatTaken("m", 0, 3, "web:X", "X", later(2))])
    await store.commit(
        [SeatTaken("m", 0, 3, "web:C", "C", later(3)), MatchEnded("m", "finished", NOW)]
    )
    await store.commit(corrected((-10, 10), round_=2))

    sums = {t.user: (t.points, t.rounds) for t in await store.scores.game_totals("web:room")}
    assert sums == {"web:A": (6 + 2 - 10, 2), "web:B": (-2 + 10 - 1, 2), "web:C": (1, 1)}
    assert [[s.name for s in r.seats] for r in await store.scores.rounds("web:room")] == [
        ["A", "computer"], ["A", "B"], ["C", "B"],
    ]  # fmt: skip
    wins = {t.user: (t.matches, t.wins) for t in (await store.scores.sheet("web:room")).together}
    assert wins == {"web:A": (0, 0), "web:B": (1, 1), "web:C": (1, 0)}
    best = await store.scores.best_rounds("web:room", "doudizhu", "{}")
    assert best == {"web:A": 2 - 10, "web:B": -2 + 10, "web:C": 1}
    assert [t.rounds for t in await store.scores.person_totals("web:B")] == [2]
    assert await store.scores.players("web:room", NOW) == ["web:A", "web:B", "web:C"]
