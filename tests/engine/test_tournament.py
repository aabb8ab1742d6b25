"""The knock-out: sizes of fields, draws, who goes on; by examples and by laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rng import Rng
from engine.tournament import Bracket, ahead, drawn, dumps, loads, scored, size, stages

SEED = b"s" * 32
FIELDS = st.sampled_from((4, 16, 64))
SCORES = st.lists(st.integers(-9, 9), min_size=4, max_size=4)


def played(players, seed, choose):
    """A tournament to its end, every table scored as chosen; the bracket after each table."""
    bracket = drawn(players, seed)
    yield bracket
    while bracket.winner is None:
        table = bracket.open[-1]
        bracket = scored(bracket, table, choose(bracket.stage, table))
        yield bracket


def test_a_field_is_the_largest_power_of_four():
    """比赛场 2: 4人:16人:64人:256人:1024人..."""
    sizes = {
        0: 0,
        3: 0,
        4: 4,
        5: 4,
        15: 4,
        16: 16,
        17: 16,
        255: 64,
        256: 256,
        1024: 1024,
        5000: 4096,
    }
    assert {n: size(n) for n in sizes} == sizes
    assert [stages(n) for n in (4, 16, 64, 256, 1024)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("players", [0, 1, 3, 5, 8, 32])
def test_no_other_number_can_play(players):
    with pytest.raises(ValueError, match="no field"):
        drawn(players, SEED)


def test_the_best_single_seat_goes_on_and_of_equals_the_earlier():
    """比赛场 4 and 6."""
    assert ahead((9, 2, 5, 7), (3, -1, 8, -10)) == 5
    assert ahead((9, 2, 5, 7), (8, -1, 8, -15)) == 5
    assert ahead((9, 2, 5, 7), (0, 0, 0, 0)) == 2


def test_equals_of_the_final_too_are_told_apart_by_registration():
    """比赛场 6: 决赛局最高分数相同时先报名者获得奖池里所有奖金."""
    *_, last = played(16, SEED, lambda stage, table: (5, 5, 5, 5))
    assert last.winner == 0


def test_scores_of_earlier_stages_count_for_nothing():
    """比赛场 4: 比分清零. Whoever won high is out by one point in the final."""
    bracket = drawn(16, SEED)
    for table in range(4):
        bracket = scored(bracket, table, (1000 * (table + 1), 0, 0, 0))
    final = bracket.stages[1][0].entrants
    bracket = scored(bracket, 0, (0, 0, 0, 1))
    assert bracket.winner == final[3]


def test_a_table_is_scored_once_and_by_four_scores():
    bracket = scored(drawn(16, SEED), 2, (1, 2, 3, 4))
    for table, scores in ((2, (0, 0, 0, 1)), (4, (0, 0, 0, 1)), (-1, (0, 0, 0, 1)), (1, (1, 2, 3))):
        with pytest.raises(ValueError, match=r"table|scores"):
            scored(bracket, table, scores)


def test_another_seed_draws_other_tables():
    assert drawn(64, SEED).stages != drawn(64, b"t" * 32).stages


@given(FIELDS, st.binary(min_size=32, max_size=32), st.data())
def test_laws_of_a_knock_out(players, seed, data):
    """Everybody sits once a stage; each stage is a quarter of the last; who is left won so far."""
    count = 0
    for bracket in played(players, seed, lambda *_: data.draw(SCORES)):
        assert loads(dumps(bracket)) == bracket
        for number, groups in enumerate(bracket.stages):
            seated = [e for group in groups for e in group.entrants]
            assert len(groups) == players // 4 ** (number + 1)
            if number == 0:
                assert sorted(seated) == list(range(players))
            else:
                assert sorted(seated) == sorted(g.ahead for g in bracket.stages[number - 1])
            for group in groups:
                best = max(group.scores, default=None)
                better = [
                    e for e, s in zip(group.entrants, group.scores, strict=False) if s == best
                ]
                assert group.ahead == (min(better) if better else None)
        assert len(bracket.left) == players - 3 * count
        count += 1
    assert bracket.left == {bracket.winner}
    assert bracket.stage == stages(players) - 1
    assert count == 1 + (players - 1) // 3


@given(st.permutations(range(16)))
def test_the_order_in_which_tables_end_changes_nothing(order):
    by_order: Bracket = drawn(64, SEED)
    for table in order:
        by_order = scored(by_order, table, Rng(SEED, "t", table).sample(range(99), 4))
    straight = drawn(64, SEED)
    for table in range(16):
        straight = scored(straight, table, Rng(SEED, "t", table).sample(range(99), 4))
    assert by_order == straight


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"players":4}', '{"players":5,"seed":"00"}'])
def test_what_is_no_bracket_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        loads(text)
