"""Which hands of 炸金花 beat which: §10 to §13 of its rules.zh.md."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import cards, codes
from engine.games.zhajinhua.policy import place
from engine.games.zhajinhua.scoring import Kind, beats, is_special, strength
from engine.games.zhajinhua.settle import netted
from engine.games.zhajinhua.state import PACK

LADDER = [
    "SA HA DA", "S2 H2 D2", "SA SK SQ", "SA S2 S3", "SA SK SJ", "S5 S3 S2", "SA HK DQ", "SK HQ DJ",
    "S4 H3 D2", "SA H2 D3", "SA HA DK", "S2 H2 D3", "SA HK DJ", "S6 H3 D2", "S5 H3 D2",
]  # fmt: skip
"""From the strongest to the weakest, the first and last of every kind; 豹子 against 235 apart."""


def test_the_ladder():
    """§10 §11 §13: each beats all below it, save that 235 beats 豹子 (§12)."""
    for high, low in combinations(LADDER, 2):
        one, two = cards(high), cards(low)
        special = is_special(two) and strength(one).kind is Kind.TRIPLE
        assert beats(one, two) is not special, (high, low)
        assert beats(two, one) is special, (high, low)


STRAIGHTS = [
    ("SA HK DQ", (14, 13, 12), "§11: AKQ"),
    ("SA H2 D3", (3, 2, 1), "§11: A23 is the lowest"),
    ("S4 H3 D2", (4, 3, 2), "§11: 432"),
]


@pytest.mark.parametrize(("hand", "ranks", "why"), STRAIGHTS, ids=[row[-1] for row in STRAIGHTS])
def test_rul_16_straights(hand, ranks, why):
    """RUL-16: the low A is a straight."""
    assert strength(cards(hand))[:2] == (Kind.STRAIGHT, ranks)


@pytest.mark.parametrize("hand", ["SK HA D2", "SQ HA D2", "SA H3 D4"])
def test_rul_16_nothing_wraps(hand):
    """§11, RUL-16: KA2 is no straight."""
    assert strength(cards(hand)).kind is Kind.HIGH


def test_rul_16_a23_may_be_second():
    """§11, RUL-16: by option A23 stands between AKQ and KQJ."""
    top, low, next_, last = (cards(h) for h in ("SA HK DQ", "SA H2 D3", "SK HQ DJ", "S4 H3 D2"))
    assert beats(top, low, low=False)
    assert beats(low, next_, low=False)
    assert beats(low, last, low=False)
    assert not beats(low, last)


@pytest.mark.parametrize(("low", "wins"), [(True, False), (False, True)])
def test_the_suit_of_equal_a23(low, wins):
    """§13: that of the 3; where A23 is second, that of the A, its highest card."""
    assert beats(cards("SA H2 D3"), cards("HA D2 S3"), low=low) is wins


SPECIAL = [
    ("S2 H3 D5", "S7 H7 D7", True, "§12: beats 777"),
    ("S2 H3 D5", "SA HA DA", True, "§12: beats AAA"),
    ("SA HA DA", "S2 H3 D5", False, "§12: 豹子 as the challenger loses too"),
    ("S2 H3 D5", "C2 C3 D6", False, "§12: loses to a 6"),
    ("S2 H3 D5", "C2 D2 S3", False, "§12: loses to the lowest pair"),
    ("S2 H3 D5", "SA SK SQ", False, "§12: loses to a straight flush"),
    ("S2 S3 S5", "SA HA DA", False, "§12: of one suit it is a flush, and loses to AAA"),
    ("S2 S3 S5", "SA HK DQ", True, "§12: but beats a straight"),
]


@pytest.mark.parametrize(("ours", "theirs", "wins", "why"), SPECIAL, ids=[r[-1] for r in SPECIAL])
def test_235(ours, theirs, wins, why):
    assert beats(cards(ours), cards(theirs)) is wins


EQUAL = [
    ("SA HA DK", "CA DA SK", "§13: equal pairs: the one with ♠"),
    ("SA HK DJ", "HA SK CJ", "§13: the suit of the highest card"),
    ("S8 S7 S6", "H8 H7 H6", "§13: of a straight flush too"),
    ("CA S3 D2", "SA H3 C2", "§13: of A23 that of the 3"),
    ("SA HA D9", "CA DA S8", "§13: before that the single card"),
]


@pytest.mark.parametrize(("high", "low", "why"), EQUAL, ids=[row[-1] for row in EQUAL])
def test_equal_kinds(high, low, why):
    assert beats(cards(high), cards(low))
    assert not beats(cards(low), cards(high))


@pytest.mark.parametrize(("high", "low", "why"), EQUAL[:4], ids=[row[-1] for row in EQUAL[:4]])
def test_bet_03_without_suits_the_challenger_loses(high, low, why):
    """§13, BET-03: 比花色 = 不比."""
    assert not beats(cards(high), cards(low), suits=False)
    assert not beats(cards(low), cards(high), suits=False)


def independent(hand):
    """A number by which hands are ordered, from the letters of their codes (BET-12)."""
    faces = "23456789TJQKA"
    ranks = sorted((faces.index(code[1:].replace("10", "T")) for code in codes(hand)), reverse=True)
    text = "".join(faces[rank] for rank in ranks)
    straight = text in faces[::-1] or text == "A32"
    flush = len({code[0] for code in codes(hand)}) == 1
    groups = sorted(Counter(ranks).values())
    if text == "A32":
        ranks = [1, 0, -1]
    if groups == [3]:
        level = 5
    elif straight:
        level = 4 if flush else 2
    elif flush:
        level = 3
    else:
        level = 1 if groups == [1, 2] else 0
    if level == 1:
        ranks = sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
    return level, *ranks


def test_bet_12_all_hands_against_another_evaluator():
    """§10 §11, BET-12: all 22,100 hands in the same order."""
    hands = list(combinations(PACK, 3))
    assert len(hands) == 52 * 51 * 50 // 6
    ours = sorted(hands, key=lambda hand: strength(hand)[:2])
    levels = [independent(hand) for hand in ours]
    assert all(one <= two for one, two in pairwise(levels))
    assert len(set(levels)) == len({strength(hand)[:2] for hand in hands})
    kinds = Counter(strength(hand).kind for hand in hands)
    assert kinds == {
        Kind.TRIPLE: 13 * 4,
        Kind.STRAIGHT_FLUSH: 12 * 4,
        Kind.FLUSH: (13 * 12 * 11 // 6 - 12) * 4,
        Kind.STRAIGHT: 12 * 64 - 12 * 4,
        Kind.PAIR: 13 * 6 * 12 * 4,
        Kind.HIGH: (13 * 12 * 11 // 6 - 12) * (64 - 4),
    }


HAND_PAIRS = st.lists(st.sampled_from(PACK), min_size=6, max_size=6, unique=True)


@given(HAND_PAIRS)
def test_bet_03_somebody_wins(six):
    """§13, BET-03: by suits there are no ties, whoever asks."""
    one, two = tuple(six[:3]), tuple(six[3:])
    assert beats(one, two) is not beats(two, one)


@given(
    st.lists(st.tuples(st.integers(-500, 500), st.integers(0, 400)), min_size=2, max_size=5),
)
def test_bet_05_bonuses_add_up(rows):
    """§15, BET-05: the sum is 0, nobody pays more than he has, no winner gets more than owed."""
    owed, stacks = (list(column) for column in zip(*rows, strict=True))
    owed[0] -= sum(owed)
    paid = netted(owed, stacks)
    assert sum(paid) == 0
    for net, stack, got in zip(owed, stacks, paid, strict=True):
        assert got >= -stack
        assert 0 <= got <= net if net > 0 else net <= got <= 0


def test_how_often_a_hand_wins_is_counted():
    """The best hand beats nearly all, the worst nearly none; the mean of all is a half."""
    assert place(cards("SA HA DA"), low=True) > 0.999
    assert place(cards("S5 H3 D2"), low=True) < 0.002
    places = sorted(place(hand, low=True) for hand in combinations(PACK, 3))
    assert abs(sum(places) / len(places) - 0.5) < 1e-9
