"""Cards, packs and codes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    BIG_JOKER,
    SMALL_JOKER,
    SUITS,
    Card,
    Rank,
    Suit,
    card,
    cards,
    codes,
    holds,
    pack,
    without,
)

CODES = [
    ("S3", Card(Rank.THREE, Suit.SPADE)),
    ("H10", Card(Rank.TEN, Suit.HEART)),
    ("DA", Card(Rank.ACE, Suit.DIAMOND)),
    ("CJ", Card(Rank.JACK, Suit.CLUB)),
    ("LJ", SMALL_JOKER),
    ("BJ", BIG_JOKER),
]


@pytest.mark.parametrize(("code", "meant"), CODES, ids=[row[0] for row in CODES])
def test_codes(code, meant):
    assert card(code) == meant
    assert meant.code == code


@pytest.mark.parametrize("code", ["", "s3", "S1", "S11", "XJ", "JB", "S", "10", "♠3", "S3 "])
def test_what_is_no_code(code):
    with pytest.raises(ValueError, match="no card has the code"):
        card(code)


def test_every_card_has_a_code_of_its_own():
    assert len({c.code for c in pack()}) == 54
    assert cards(" ".join(codes(pack()))) == pack()


PACKS = [
    (1, True, 54, "13 x 4 + 2"),
    (1, False, 52, "13 x 4"),
    (2, True, 108, "two packs"),
    (0, True, 0, "no pack"),
]


@pytest.mark.parametrize(("count", "jokers", "size", "why"), PACKS, ids=[r[3] for r in PACKS])
def test_packs(count, jokers, size, why):
    held = pack(count, jokers=jokers)
    assert len(held) == size
    assert held == tuple(sorted(held))
    assert all(held.count(c) == count for c in held)
    assert any(c.is_joker for c in held) == (jokers and count > 0)


def test_suits_are_named_strongest_first():
    assert [suit.name for suit in SUITS] == ["SPADE", "HEART", "CLUB", "DIAMOND"]
    assert list(SUITS) == sorted(SUITS, reverse=True)


HOLDS = [
    ("S3 S3 H4", "S3 S3", True, "two of two"),
    ("S3 H4", "S3 S3", False, "two of one"),
    ("S3 H4", "", True, "nothing is always held"),
    ("", "S3", False, "nothing holds nothing"),
    ("S3 H4", "H4 S3", True, "in any order"),
]


@pytest.mark.parametrize(("held", "wanted", "does", "why"), HOLDS, ids=[r[3] for r in HOLDS])
def test_holds(held, wanted, does, why):
    assert holds(cards(held), cards(wanted)) == does


def test_without_takes_one_for_one_and_keeps_the_order():
    assert codes(without(cards("H4 S3 BJ S3"), cards("S3"))) == ("H4", "BJ", "S3")
    with pytest.raises(ValueError, match="not in"):
        without(cards("H4 S3"), cards("S3 S3"))


@given(held=st.lists(st.sampled_from(pack()), max_size=20), data=st.data())
def test_what_is_taken_and_what_is_left_make_the_whole(held, data):
    count = data.draw(st.integers(0, len(held)))
    gone = held[:count]
    left = without(tuple(held), gone)
    assert sorted((*left, *gone)) == sorted(held)
    assert holds(held, gone)
