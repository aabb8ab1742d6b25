"""What a round moves where nobody can pay more than he has, and what a correction moves then."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.economy.ledger import owed, settle


@pytest.mark.parametrize(
    ("scores", "held", "moved"),
    [
        ((30, -10, -20), (5, 100, 100), (30, -10, -20)),  # all can pay
        ((30, 10, -40), (0, 0, 20), (15, 5, -20)),  # in proportion
        ((2, 1, -3), (0, 0, 2), (2, 0, -2)),  # rounded down, the rest to the largest winner
        ((5, 5, -10), (0, 0, 7), (4, 3, -7)),  # of several to who sits first
        ((7, -3, -4), (0, 0, 9), (4, 0, -4)),  # who has nothing pays nothing
        ((0, 0), (3, 4), (0, 0)),
        ((9, -9), (0, 0), (0, 0)),
    ],
)
def test_nobody_pays_more_than_he_has(scores, held, moved):
    """Rulebook, decision 10."""
    assert settle(scores, held) == moved


def test_points_that_do_not_sum_to_zero_move_nothing():
    with pytest.raises(ValueError, match="sum to zero"):
        settle((1, 0), (5, 5))


@given(
    st.lists(
        st.tuples(st.integers(-(10**6), 10**6), st.integers(0, 10**5)), min_size=2, max_size=10
    )
)
def test_a_settlement_is_even_and_leaves_nobody_below_zero(seats):
    _, *others = [score for score, _ in seats]
    scores = (-sum(others), *others)
    held = [coins for _, coins in seats]
    moved = settle(scores, held)
    assert sum(moved) == 0
    for score, coins, by in zip(scores, held, moved, strict=True):
        assert coins + by >= 0
        assert min(0, score) <= by <= max(0, score), "nobody wins or loses more than was scored"
    if all(coins + score >= 0 for score, coins in zip(scores, held, strict=True)):
        assert moved == scores


ENTRIES = [
    ("buyin", 0, "A", 50),
    ("buyin", 0, "B", 50),
    ("round", 1, "A", 20),
    ("round", 1, "B", -20),
    ("round", 2, "A", 30),  # B lost 90 points, and had 30
    ("round", 2, "B", -30),
]


def test_a_correction_moves_the_difference_to_what_the_round_has_moved():
    assert owed(ENTRIES, 2, ["A", "B"], (10, -10)) == {"A": -20, "B": 20}
    assert owed(ENTRIES, 2, ["A", "B"], (70, -70)) == {"A": 0, "B": 0}, "B had no more to lose"
    assert owed(ENTRIES, 1, ["A", "B"], (-60, 60)) == {"A": -70, "B": 70}, "A had 50 then"
    again = [*ENTRIES, ("correction", 2, "A", -20), ("correction", 2, "B", 20)]
    assert owed(again, 2, ["A", "B"], (90, -90)) == {"A": 20, "B": -20}
    assert owed([], 2, ["A", "B"], (10, -10)) == {}, "chips"
