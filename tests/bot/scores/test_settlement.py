"""结账: the fewest payments, in points."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.scores.settlement import EXACT, Payment, payments

SUMS = st.lists(st.integers(-20, 20), min_size=1, max_size=8)


def balanced(sums):
    """People whose points add up to 0: the last one has what is left."""
    return dict(zip("ABCDEFGHI", [*sums, -sum(sums)], strict=False))


def fewest(balances):
    """People less the most groups that cancel out, by trying all of them."""
    people = [person for person, points in balances.items() if points]

    def groups(left):
        if not left:
            return 0
        first, *rest = left
        found = 0
        for size in range(len(rest) + 1):
            for others in combinations(rest, size):
                if balances[first] + sum(balances[p] for p in others) == 0:
                    found = max(found, 1 + groups([p for p in rest if p not in others]))
        return found

    return len(people) - groups(people)


@given(SUMS)
def test_everybody_is_even_after_the_fewest_payments(sums):
    balances = balanced(sums)
    left = Counter(balances)
    found = payments(balances)
    for payment in found:
        assert payment.points > 0
        left[payment.by] += payment.points
        left[payment.to] -= payment.points
    assert not any(left.values())
    assert len(found) == fewest(balances)


def test_pairs_that_cancel_out_settle_between_themselves():
    """Largest against largest would take four payments; there are two pairs and a trio."""
    balances = {"A": 7, "B": -4, "C": -3, "D": 5, "E": -5, "F": 6, "G": -6}
    found = {(p.by, p.to, p.points) for p in payments(balances)}
    assert found == {("B", "A", 4), ("C", "A", 3), ("E", "D", 5), ("G", "F", 6)}


def test_many_people_settle_with_one_payment_fewer_than_they_are_at_most():
    balances = {f"P{n:02}": n for n in range(1, EXACT + 10)}
    balances["bank"] = -sum(balances.values())
    found = payments(balances)
    assert len(found) == len(balances) - 1
    assert found[0] == Payment("bank", "P23", 23)


def test_what_does_not_add_up_is_not_settled():
    with pytest.raises(ValueError, match="not what is due"):
        payments({"A": 1, "B": -2})


def test_who_is_even_pays_nothing():
    assert payments({"A": 0, "B": 0}) == ()
