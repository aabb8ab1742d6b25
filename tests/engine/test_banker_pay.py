"""Who pays whom in games with a 莊, also where somebody has less than he owes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernels.banker.pay import Bill, paid


def owed(*amounts):
    """Bills of seats 1, 2, … against a 莊 in seat 0."""
    return [
        Bill(seat, (amount > 0) - (amount < 0), (1, abs(amount)))
        for seat, amount in enumerate(amounts, 1)
    ]


CASES = [
    # amounts, stacks, scores                             why
    ((-25, 125, -150), (1000,) * 4, (25 - 125 + 150, -25, 125, -150), "all can pay"),
    ((-25, 125, -150), (1000, 1000, 1000, 90), (25 - 125 + 90, -25, 125, -90), "a poor loser"),
    ((200,), (1000, 30), (-30, 30), "a poor winner wins what he has"),
    ((-1, 51, -11), (13, 99, 99, 99), (1 - 17 + 4, -1, 17, -4), "莊 owns 13: times 13/39"),
    ((-50, -50), (30, 99, 99), (30, -15, -15), "莊 wins no more than he owns"),
    ((-50, -50, -50), (10, 99, 99, 99), (4 + 4 + 4, -4, -4, -4), "or up to 2 more, by rounding"),
    ((100, 40), (0, 500, 500), (0, 0, 0), "莊 owns nothing"),
    ((0, 7), (100, 100, 100), (-7, 0, 7), "a draw pays nothing"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("amounts", "stacks", "wanted", "why"), CASES, ids=[case[-1] for case in CASES]
)
def test_payments(amounts, stacks, wanted, why):
    assert paid(owed(*amounts), stacks, 0).scores == wanted


def test_the_limits_are_named():
    found = paid(owed(-200, 300), (100, 50, 400), 0)
    assert found.capped == ((1, 50),)
    assert found.scaled == (50 - 300, 100)


@given(
    st.lists(
        st.tuples(st.integers(-5000, 5000), st.integers(0, 3000)), min_size=1, max_size=5
    ),
    st.integers(0, 3000),
)  # fmt: skip
def test_bet_05_nothing_is_made_or_lost(rows, owned):
    """BET-05: the sum is 0, nobody ends below 0, and 莊 wins less than one a seat too much."""
    amounts, stacks = zip(*rows, strict=True)
    scores = paid(owed(*amounts), (owned, *stacks), 0).scores

    assert sum(scores) == 0
    assert all(a + b >= 0 for a, b in zip((owned, *stacks), scores, strict=True))
    assert scores[0] < owned + len(rows)
    for amount, score, stack in zip(amounts, scores[1:], stacks, strict=True):
        assert abs(score) <= min(abs(amount), stack)
        assert score * amount >= 0
