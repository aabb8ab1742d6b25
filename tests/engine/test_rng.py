"""The deterministic randomness: fixed for ever, fair, and separate for each label."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rng import SEED_BYTES, Rng, commitment

SEED = bytes(range(SEED_BYTES))

# Golden numbers: computed once with this very code. If one of them changes, no stored match can be
# replayed any more, so a change of rng.py that changes them must not be made.
GOLDEN = [
    (("deal", 1), 52, [51, 1, 27, 25, 20, 45, 0, 3]),
    (("deal", 2), 52, [0, 13, 44, 8, 33, 12, 28, 18]),
    (("apply", 1, 1), 6, [1, 3, 4, 3, 3, 4, 4, 2]),
    ((), 1000, [47, 960, 177, 563, 459, 528, 382, 167]),
]


@pytest.mark.parametrize(("labels", "limit", "drawn"), GOLDEN, ids=[str(r[0]) for r in GOLDEN])
def test_a_stream_is_the_same_for_ever(labels, limit, drawn):
    rng = Rng(SEED, *labels)
    assert [rng.below(limit) for _ in drawn] == drawn


def test_a_shuffle_is_the_same_for_ever():
    assert Rng(SEED, "deal", 1).shuffled(range(10)) == (0, 5, 6, 8, 9, 3, 2, 1, 4, 7)


def test_the_stream_is_sha256_in_counter_mode():
    """Said once more in other words, so that anybody can check a deal with a page of code."""
    key = hashlib.sha256(SEED + b"\x00" + b"str:deal\x00int:1").digest()
    first = hashlib.sha256(key + (0).to_bytes(8, "big")).digest()
    second = hashlib.sha256(key + (1).to_bytes(8, "big")).digest()
    rng = Rng(SEED, "deal", 1)
    assert [rng.below(128) for _ in range(64)] == [byte % 128 for byte in first + second]


@pytest.mark.parametrize("limit", [1, 2, 3, 52, 255, 256, 257, 54 * 54, 2**40])
def test_numbers_stay_below_their_limit(limit):
    rng = Rng(SEED, "limit", limit)
    drawn = [rng.below(limit) for _ in range(200)]
    assert 0 <= min(drawn) <= max(drawn) < limit


@pytest.mark.parametrize("limit", [0, -1])
def test_nothing_is_below_nothing(limit):
    with pytest.raises(ValueError, match="no number"):
        Rng(SEED).below(limit)


@pytest.mark.parametrize("limit", [2, 3, 6, 10, 52])
def test_all_numbers_are_equally_likely(limit):
    """Each count within five standard deviations; the bias of a byte modulo 52 would be six."""
    draws = 60_000
    rng = Rng(SEED, "fair", limit)
    counts = Counter(rng.below(limit) for _ in range(draws))
    mean = draws / limit
    deviation = (mean * (1 - 1 / limit)) ** 0.5
    assert len(counts) == limit
    assert all(abs(count - mean) < 5 * deviation for count in counts.values())


def test_every_order_of_three_is_equally_likely():
    rng = Rng(SEED, "orders")
    counts = Counter(rng.shuffled("abc") for _ in range(6_000))
    assert len(counts) == 6
    assert all(abs(count - 1000) < 5 * (1000 * 5 / 6) ** 0.5 for count in counts.values())


LABELS = [
    (("deal", 1), ("deal", 2)),
    (("deal", 1), ("deal", "1")),
    (("deal", 11), ("deal", 1, 1)),
    (("deal",), ("apply",)),
    (("a", "b"), ("ab",)),
    ((), ("",)),
]


@pytest.mark.parametrize(("one", "two"), LABELS, ids=str)
def test_other_labels_are_another_stream(one, two):
    first, second = Rng(SEED, *one), Rng(SEED, *two)
    assert [first.below(256) for _ in range(16)] != [second.below(256) for _ in range(16)]


def test_another_seed_is_another_stream():
    other = SEED[:-1] + b"\x00"
    assert Rng(SEED, "deal").shuffled(range(52)) != Rng(other, "deal").shuffled(range(52))


def test_streams_do_not_disturb_each_other():
    alone = Rng(SEED, "deal")
    expected = [alone.below(52) for _ in range(10)]
    mixed, other = Rng(SEED, "deal"), Rng(SEED, "apply")
    found = []
    for _ in range(10):
        other.below(7)
        found.append(mixed.below(52))
    assert found == expected


@given(items=st.lists(st.integers(), max_size=30), salt=st.integers(0, 99))
def test_a_shuffle_keeps_what_it_is_given(items, salt):
    assert sorted(Rng(SEED, salt).shuffled(items)) == sorted(items)


@given(count=st.integers(0, 10), salt=st.integers(0, 99))
def test_a_sample_has_nothing_twice(count, salt):
    drawn = Rng(SEED, salt).sample(range(10), count)
    assert len(drawn) == count == len(set(drawn))


def test_repr_tells_nothing():
    rng = Rng(SEED, "deal", 1)
    before = repr(rng)
    rng.below(52)
    assert before == repr(rng) == "<Rng>"


def test_a_commitment_can_be_checked_afterwards():
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert commitment(SEED) != commitment(bytes(SEED_BYTES))
