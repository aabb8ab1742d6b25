"""复式: who sits where, what is compared, and the places."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from engine.duplicate import (
    DEALS,
    TABLES,
    Board,
    board_points,
    drawn,
    dumps,
    loads,
    match_points,
    neuberg,
    percent,
    scored,
    seated,
    voided,
)

SEED = b"s" * 32
SIZES = [(2, 3), (2, 4), (3, 3), (4, 3), (4, 4), (5, 2), (7, 5), (16, 4)]


def played(tables, seats, deals, score, void=()):
    """A session to its end: ``score`` says what a seat of a table has in a deal."""
    session = drawn(tables, seats, deals, SEED)
    for deal in range(deals):
        for table in range(tables):
            if (deal, table) in void:
                session = voided(session, table)
            else:
                scores = tuple(score(deal, table, seat) for seat in range(seats))
                session = scored(session, table, scores)
    return session


@pytest.mark.parametrize(("tables", "seats"), SIZES)
def test_everybody_sits_once_in_each_deal_and_turns_through_all_seats(tables, seats):
    chairs = [Counter() for _ in range(tables * seats)]
    for deal in range(3 * seats):
        boards = seated(tables, seats, deal)
        assert sorted(place for table in boards for place in table) == list(range(tables * seats))
        for seat, table in product(range(seats), range(tables)):
            chairs[boards[table][seat]][seat] += 1
        for chair in chairs:
            counts = [chair[seat] for seat in range(seats)]
            assert max(counts) - min(counts) <= 1, "no seat is had twice before all were had"


@pytest.mark.parametrize(("tables", "seats"), [size for size in SIZES if size[0] <= 7])
def test_people_meet_others_and_are_compared_with_other_lines(tables, seats):
    met, compared = Counter(), Counter()
    for deal in range(tables * seats):
        boards = seated(tables, seats, deal)
        met.update(pair for table in boards for pair in combinations(sorted(table), 2))
        for same in zip(*boards, strict=True):
            compared.update(combinations(sorted(same), 2))
    people = range(tables * seats)
    # Nobody is compared with somebody at their own table only, and nobody with their line alone.
    for one in people:
        lines = {other % seats for pair in compared if one in pair for other in pair}
        assert len(lines) > 1
        tables_met = {other for pair in met if one in pair for other in pair} - {one}
        assert len(tables_met) > seats - 1


def test_match_points_are_two_for_a_lower_score_and_one_for_an_equal_one():
    """Law 78 A: worked by hand for five tables."""
    assert match_points((420, 450, 420, -50, 450)) == (3, 7, 3, 0, 7)
    assert match_points((1,)) == (0,)


@pytest.mark.parametrize("scores", [(5, 5, 5), (1, 2, 3, 4), (0, 9, 0, 9, 3)])
def test_match_points_of_a_deal_are_always_as_many(scores):
    count = len(scores)
    assert sum(match_points(scores)) == count * (count - 1)


def test_a_table_without_a_result_has_the_average_and_the_others_are_brought_to_the_full_number():
    boards = (
        Board((0, 1), (10, -10)), Board((2, 3), (4, -4)), Board((4, 5), (4, -4)),
        Board((6, 7), void=True),
    )  # fmt: skip
    points = board_points(boards)
    assert points[6] == points[7] == 3, "half of 6"
    assert points[0] == neuberg(4, 4, 3) == Fraction(17, 3)
    assert points[2] == points[4] == neuberg(1, 4, 3) == Fraction(5, 3)
    assert sum(points[n] for n in (0, 2, 4, 6)) == 12, "as many as with four results"
    alone = (Board((0,), (7,)), Board((1,), void=True))
    assert board_points(alone) == {0: 1, 1: 1}, "nobody to compare with: half for both"


def test_equal_totals_share_a_place_and_the_first_is_had_by_all_who_are_equal():
    session = played(2, 2, 2, lambda deal, table, seat: 5)
    assert session.places == (1, 1, 1, 1)
    assert session.winners == (0, 1, 2, 3)
    assert session.winner == 0
    assert session.totals == (Fraction(2),) * 4
    assert percent(session.totals[0], 2, 2) == 50


def test_the_luck_of_the_deal_is_gone():
    """However different the seats of a deal are, whoever does best in the same seat is first."""
    best = 3

    def score(deal, table, seat):
        entrant = drawn_boards[deal][table].entrants[seat]
        return 100 * seat * (deal + 1) + (entrant == best)

    empty = played(4, 3, 8, lambda *_: 0)
    drawn_boards = empty.stages
    session = played(4, 3, 8, score)
    assert session.winners == (best,)
    assert percent(session.totals[best], 4, 8) == 100


def test_nothing_is_compared_before_the_last_table_has_played():
    session = drawn(3, 2, 2, SEED)
    with pytest.raises(ValueError, match="still played"):
        board_points(session.stages[0])
    for table, scores in ((2, (9, -9)), (0, (1, -1))):
        session = scored(session, table, scores)
        assert session.compared == ()
        assert session.totals == (0,) * 6
        assert session.stage == 0
    session = voided(session, 1)
    assert session.stage == 1
    assert len(session.compared) == 1
    assert session.winners == ()
    assert session.left == frozenset(range(6))


def test_what_is_stored_is_the_seed_and_the_scores():
    session = played(4, 3, 5, lambda *at: sum(at) % 4, void={(2, 1), (4, 3)})
    assert session.over
    assert loads(dumps(session)) == session
    begun = scored(drawn(2, 3, 4, SEED), 1, (1, 2, -3))
    assert loads(dumps(begun)) == begun
    for wrong in ("{}", '{"seed": 1}', "[]"):
        with pytest.raises(ValueError, match=r".*"):
            loads(wrong)


@pytest.mark.parametrize(
    ("tables", "deals"), [(1, 8), (17, 8), (2, 0), (2, 33), (TABLES[-1] + 1, DEALS[-1])]
)
def test_sessions_that_are_none(tables, deals):
    with pytest.raises(ValueError, match="no session"):
        drawn(tables, 3, deals, SEED)


def test_a_table_is_told_once_and_with_all_its_seats():
    session = scored(drawn(2, 3, 1, SEED), 0, (1, 2, 3))
    for table, scores in ((0, (1, 2, 3)), (5, (1, 2, 3)), (1, (1, 2))):
        with pytest.raises(ValueError, match=r"not played|2 scores"):
            scored(session, table, scores)
