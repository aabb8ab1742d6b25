"""What lines are worth in 扑克矩阵; paragraphs (§) are those of rules.zh.md."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest
import treys
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Rank, cards
from engine.games.matrix.scoring import (
    BY_LINE,
    BY_SUIT,
    COLLECTION,
    DIAGONALS,
    KEY,
    LINES,
    PACK,
    PLAIN,
    POINTS,
    RANKS,
    SIDE,
    SUITED,
    THROUGH,
    WEIGHTS,
    Kind,
    judged,
    kinds_in,
    plain_score,
    value,
)
from engine.games.matrix.state import PLAIN_BOARD, Board
from engine.games.matrix.tally import tally
from engine.rng import Rng
from tests.bench.matrix import TREYS, their_code


def test_cards_have_1_2_3_or_5_points():
    """§6"""
    worth = {}
    for rank, points in POINTS.items():
        worth.setdefault(points, []).append(rank)
    assert worth == {
        1: [Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX],
        2: [Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN],
        3: [Rank.JACK, Rank.QUEEN, Rank.KING],
        5: [Rank.ACE],
    }
    assert sum(POINTS[c.rank] for c in cards("SA S10 SQ HK HJ")) == 5 + 2 + 3 + 3 + 3


KINDS = [
    ("S2 H4 C6 D8 S10", Kind.HIGH, 0),
    ("S2 H2 C6 D8 S10", Kind.PAIR, (1 + 1 + 1 + 2 + 2) * 1),
    ("S2 H2 C6 D6 S10", Kind.TWO_PAIRS, (1 + 1 + 1 + 1 + 2) * 3),
    ("S2 H2 C2 D6 S10", Kind.TRIPLE, (1 + 1 + 1 + 1 + 2) * 6),
    ("SA S10 SQ HK HJ", Kind.STRAIGHT, (5 + 2 + 3 + 3 + 3) * 12),
    ("SA H2 C3 D4 S5", Kind.STRAIGHT, (5 + 1 + 1 + 1 + 1) * 12),
    ("S6 H7 C8 D9 S10", Kind.STRAIGHT, (1 + 2 + 2 + 2 + 2) * 12),
    ("SQ HK CA D2 S3", Kind.HIGH, 0),
    ("SJ HQ CK DA S2", Kind.HIGH, 0),
    ("S2 S4 S6 S8 S10", Kind.FLUSH, (1 + 1 + 1 + 2 + 2) * 5),
    ("HQ HK HA H2 H3", Kind.FLUSH, (3 + 3 + 5 + 1 + 1) * 5),
    ("SA HA CA D6 S6", Kind.FULL_HOUSE, (5 + 5 + 5 + 1 + 1) * 10),
    ("SA HA CA DA SK", Kind.FOUR, (5 * 4 + 3) * 16),
    ("SA S2 S3 S4 S5", Kind.STRAIGHT_FLUSH, (5 + 1 + 1 + 1 + 1) * 30),
    ("D10 DJ DQ DK DA", Kind.STRAIGHT_FLUSH, (2 + 3 + 3 + 3 + 5) * 30),
]


@pytest.mark.parametrize(("faces", "kind", "points"), KINDS, ids=[row[0] for row in KINDS])
def test_kinds_and_their_points(faces, kind, points):
    """§7, RUL-16, RUL-17: A2345 and 10JQKA are straights, nothing goes round the corner."""
    held = cards(faces)
    for order in (held, held[::-1], (held[2], held[0], held[4], held[1], held[3])):
        assert judged(order) is kind
        assert value(sum(KEY[c] for c in order)) % 2**16 == points


def test_bet_13_four_cards_of_a_suit_are_no_flush_and_equal_hands_are_worth_the_same():
    """§7, BET-13: suits count only where all five are of one."""
    four, mixed = cards("S2 S4 S6 S8 H10"), cards("S2 H4 C6 D8 S10")
    assert judged(four) is judged(mixed) is Kind.HIGH
    one, two = (sum(KEY[c] for c in cards(text)) for text in ("SA HA C6 D8 S10", "CA DA S6 S8 S10"))
    assert value(one) == value(two)


def test_all_hands_are_as_many_as_in_a_book_of_probabilities():
    """§7: the 2,598,960 hands of five by kind, as they are known; counted by their tables."""
    found = Counter()
    for ranks in combinations_with_replacement(range(len(BY_LINE)), SIDE):
        held = Counter(ranks)
        if max(held.values()) <= 4:
            ways = 1
            for count in held.values():
                ways *= (4, 6, 4, 1)[count - 1]
            suited = 4 if len(held) == SIDE else 0
            key = sum(BY_LINE[rank] for rank in ranks)
            found[PLAIN[key] >> 16] += ways - suited
            if suited:
                found[SUITED[key] >> 16] += suited
    counted = [found[0], *(found[16**n] for n in range(8))]
    assert counted == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
    assert sum(counted) == 52 * 51 * 50 * 49 * 48 // (1 * 2 * 3 * 4 * 5)


def test_no_two_lines_share_a_number():
    """§7: 13 ranks, at most four of each: 6,175 lines by rank, and five of one suit."""
    wanted = sum(
        max(ranks.count(rank) for rank in ranks) <= 4
        for ranks in combinations_with_replacement(range(len(BY_LINE)), SIDE)
    )
    assert len(PLAIN) == wanted == 6175
    sums = Counter(sum(five) for five in combinations_with_replacement(BY_SUIT.values(), SIDE))
    assert all(sums[SIDE * suit] == 1 for suit in BY_SUIT.values())
    assert len(set(KEY.values())) == len(PACK) == 52


def test_twelve_lines():
    """§8: five rows, five columns, two diagonals, the diagonals twice."""
    assert len(LINES) == 12
    assert LINES[0] == (0, 1, 2, 3, 4)
    assert LINES[9] == (4, 9, 14, 19, 24)
    assert LINES[10:] == DIAGONALS == ((0, 6, 12, 18, 24), (4, 8, 12, 16, 20))
    assert WEIGHTS == (1,) * 10 + (2,) * 2
    assert [len(lines) for lines in THROUGH] == [
        3, 2, 2, 2, 3,
        2, 3, 2, 3, 2,
        2, 2, 4, 2, 2,
        2, 3, 2, 3, 2,
        3, 2, 2, 2, 3,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("kinds", "points"), [(0, 0), (4, 0), (5, 100), (6, 200), (7, 400), (8, 800)]
)
def test_collection(kinds, points):
    """§9"""
    assert COLLECTION[kinds] == points
    total = sum(1 << 16 + 4 * kind for kind in range(kinds)) + 500
    assert kinds_in(total) == kinds
    assert kinds_in(total + 3 * (1 << 16) * (kinds > 0)) == kinds


@given(st.permutations(PACK))
def test_the_quick_score_is_the_slow_one(deck):
    """§10: without special cells."""
    board = Board(cells=tuple(deck[:25]))
    assert plain_score(KEY[c] for c in deck[:25]) == tally(board, PLAIN_BOARD).total


KINDS_OF_TREYS = {
    0: Kind.STRAIGHT_FLUSH, 1: Kind.STRAIGHT_FLUSH, 2: Kind.FOUR, 3: Kind.FULL_HOUSE,
    4: Kind.FLUSH, 5: Kind.STRAIGHT, 6: Kind.TRIPLE, 7: Kind.TWO_PAIRS, 8: Kind.PAIR, 9: Kind.HIGH,
}  # fmt: skip


def test_another_evaluator_finds_the_same_kinds():
    """§7: treys, on boards drawn from few ranks, so that every kind is there."""
    rng, found = Rng(b"kinds"), set()
    for _ in range(400):
        few = rng.sample(RANKS, 5)
        held = rng.sample([c for c in PACK if c.rank in few], 5)
        theirs = TREYS.evaluate([], [treys.Card.new(their_code(c)) for c in held])
        kind = judged(held)
        assert KINDS_OF_TREYS[TREYS.get_rank_class(theirs)] is kind
        found.add(kind)
    assert len(found) >= 6


def test_the_quick_score_counts_every_line_and_all_kinds():
    """§10: a board whose columns are of one suit and whose rows are four alike and one more."""
    faces = "SA HA CA DA SK S2 H2 C2 D2 HK S3 H3 C3 D3 CK S4 H4 C4 D4 DK S5 H5 C5 D5 SQ"
    held = cards(faces)
    rows = (4 * 5 + 3) * 16 + 3 * (4 * 1 + 3) * 16 + (4 * 1 + 3) * 16
    columns = 4 * (5 + 1 + 1 + 1 + 1) * 30 + (3 + 3 + 3 + 3 + 3) * 16
    down = (5 + 1 + 1 + 1 + 3) * 0
    up = (3 + 1 + 1 + 1 + 1) * 0
    kinds = {judged([held[cell] for cell in line]) for line in LINES} - {Kind.HIGH}
    assert kinds == {Kind.FOUR, Kind.STRAIGHT_FLUSH}
    assert plain_score(KEY[c] for c in held) == rows + columns + 2 * down + 2 * up


def test_every_pair_of_cells_lies_in_one_line_at_most():
    """§8"""
    pairs = Counter(pair for line in LINES for pair in combinations(line, 2))
    assert max(pairs.values()) == 1
