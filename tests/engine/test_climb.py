"""Reading and generating plays. Paragraphs are those of the rules of 斗地主 and 斗地主拓展版."""

from collections import Counter
from dataclasses import fields, replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Rank, Suit, cards, pack
from engine.kernels.climb.reader import Reader
from engine.kernels.climb.rules import ClimbRules, Shape, Wings, beats, parts
from engine.kernels.climb.state import Circle, Public, onward, swept
from engine.kernels.climb.suits import plays
from engine.kernels.landlord.shapes import EXTENDED, ORDER, STANDARD

STANDARD_READER, EXTENDED_READER = Reader(STANDARD), Reader(EXTENDED)
FACES = {**{str(n): Rank(n) for n in range(2, 10)}, "T": Rank.TEN, "J": Rank.JACK,
         "Q": Rank.QUEEN, "K": Rank.KING, "A": Rank.ACE}  # fmt: skip
SMALL, BIG = cards("LJ BJ")


def held(text):
    """Cards by rank, the suits in turn: ``333xD`` with x and D for the jokers."""
    used = Counter()
    found = []
    for face in text:
        if face in "xD":
            found.append(SMALL if face == "x" else BIG)
            continue
        rank = FACES[face]
        suit = (Suit.DIAMOND, Suit.CLUB, Suit.HEART, Suit.SPADE)[used[rank]]
        used[rank] += 1
        found.append(next(c for c in pack() if c.rank is rank and c.suit is suit))
    return tuple(found)


def keys(reader, text):
    return [r.key for r in reader.readings(held(text))]


def strength(face):
    return ORDER.index(FACES[face])


@pytest.mark.parametrize(
    ("text", "shape", "head"),
    [
        ("34567", "straight", "7"),
        ("TJQKA", "straight", "A"),
        ("334455", "pairs", "5"),
        ("333444", "plane", "4"),
        ("3334", "triple1", "3"),
        ("333x", "triple1", "3"),
        ("33344", "triple2", "3"),
        ("33344469", "plane1", "4"),
        ("33344455", "plane1", "4"),
        ("3334446699", "plane2", "4"),
        ("333444D5", "plane1", "4"),
        ("999888777222", "plane1", "9"),
        ("333444555666", "plane", "6"),
        ("444456", "four2", "4"),
        ("444455", "four2", "4"),
        ("44445566", "four22", "4"),
        ("4444", "bomb", "4"),
    ],
)
def test_one_reading_in_the_standard_game(text, shape, head):
    assert keys(STANDARD_READER, text) == [f"{shape}-{strength(head)}"]


@pytest.mark.parametrize(
    "text",
    ["3456", "JQKA2", "A2345", "23456", "AA2233", "3344", "AAA22235", "33355546", "222AAA34",
     "333444xD", "3333xD", "44443333", "55553333", "4443335555", "444333556", "xD3",
     "4445556667778883"],
)  # fmt: skip
def test_no_reading_in_the_standard_game(text):
    assert keys(STANDARD_READER, text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("44433355", [("plane1", "4")]),
        ("4443335555", [("plane2", "4")]),
        ("444455", [("four2", "4")]),
        ("4444", [("bomb", "4")]),
        ("44443333", [("plane1", "4"), ("four22", "4"), ("four22", "3")]),
        ("55553333", [("four22", "5"), ("four22", "3")]),
        ("333444xD", [("plane1", "4")]),
        ("3333xD", [("four2", "3")]),
        ("34445555", [("plane1", "5")]),
        ("333444555666", [("plane", "6"), ("plane1", "6"), ("plane1", "5")]),
        ("4445556667778889", [("plane1", "8"), ("plane1", "7")]),
        ("33344455566677778888", [("plane1", "8"), ("plane1", "7"), ("plane2", "6")]),
        ("333444D5", [("plane1", "4")]),
        ("55533366", []),
    ],
)
def test_readings_of_the_extended_game_in_the_order_offered(text, expected):
    assert keys(EXTENDED_READER, text) == [f"{s}-{strength(h)}" for s, h in expected]


@pytest.mark.parametrize(
    ("new", "old", "over"),
    [
        ("xD", "2222", True), ("2222", "xD", False), ("3333", "34567", True),
        ("34567", "3333", False), ("x", "2", True), ("D", "x", True), ("44", "33", True),
        ("44", "3", False), ("5555", "4444", True), ("4444", "5555", False),
        ("45678", "34567", True), ("456789", "34567", False), ("44455", "333AA", True),
        ("8888", "22", True), ("22", "8888", False),
    ],
)  # fmt: skip
def test_what_beats_what(new, old, over):
    (a,) = STANDARD_READER.readings(held(new))
    (b,) = STANDARD_READER.readings(held(old))
    assert beats(a, b) is over


def laid(text, reader, key):
    reading = next(r for r in reader.readings(held(text)) if r.key == key)
    return "+".join(
        "".join("小大"[c.rank - 15] if c.is_joker else c.code[1:] for c in group)
        for group in parts(held(text), reading, reader.rules)
    )


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        ("33344456", f"plane1-{strength('4')}", "444333+6+5"),
        ("44443333", f"plane1-{strength('4')}", "444333+4+3"),
        ("44443333", f"four22-{strength('3')}", "3333+44+44"),
        ("4443335555", f"plane2-{strength('4')}", "444333+55+55"),
        ("333D", f"triple1-{strength('3')}", "333+大"),
    ],
)
def test_a_play_is_laid_out_body_first(text, key, expected):
    assert laid(text, EXTENDED_READER, key) == expected


def by_rank(reader, hand):
    """Every (ranks, key) of a hand by trying all its subsets."""
    found = set()
    for size in range(1, len(hand) + 1):
        for some in combinations(hand, size):
            ranks = tuple(sorted(c.rank for c in some))
            found |= {(ranks, r) for r in reader.readings(some, last=size == len(hand))}
    return found


HANDS = st.lists(st.sampled_from(pack()), unique=True, min_size=1, max_size=10).map(tuple)
CLOSE = st.lists(
    st.sampled_from([c for c in pack() if c.rank <= Rank.SEVEN or c.is_joker]),
    unique=True, min_size=8, max_size=11,
).map(tuple)  # fmt: skip


@given(HANDS | CLOSE, st.sampled_from([STANDARD_READER, EXTENDED_READER]))
def test_the_generator_yields_what_the_reader_reads_each_once(hand, reader):
    moves = [(tuple(sorted(m.ranks)), m.reading) for m in reader.moves(hand)]
    assert len(moves) == len(set(moves))
    assert set(moves) == by_rank(reader, hand)


@given(HANDS | CLOSE, st.data())
def test_following_yields_just_the_leads_that_beat(hand, data):
    table = data.draw(HANDS | CLOSE)
    old = data.draw(st.sampled_from([m.reading for m in STANDARD_READER.moves(table)]))
    leads = [m for m in STANDARD_READER.moves(hand) if beats(m.reading, old)]
    assert STANDARD_READER.moves(hand, old) == leads


BIG_TWO = ClimbRules(
    order=(*(r for r in Rank if Rank.THREE <= r <= Rank.ACE), Rank.TWO),
    chain=(Rank.ACE, Rank.TWO, *(r for r in Rank if Rank.THREE <= r <= Rank.ACE)),
    suits=True,
    run_value=lambda run: max(BIG_TWO.order.index(rank) for rank in run),
    shapes=(
        Shape("single"), Shape("pair", 2), Shape("triple", 3),
        Shape("straight", 1, run=range(5, 6), grade=1),
        Shape("flush", 5, suited=True, any_rank=True, grade=2),
        Shape("full", 3, wings=Wings((2,)), grade=3),
        Shape("four", 4, wings=Wings((1,)), grade=4),
        Shape("straightflush", 1, run=range(5, 6), suited=True, grade=5),
    ),
)  # fmt: skip
BIG_TWO_READER = Reader(BIG_TWO)


@pytest.mark.parametrize(
    ("new", "old", "over"),
    [
        ("DA D2 C3 C4 H5", "S10 SJ SQ SK HA", True),
        ("DA H2 C3 C4 H5", "D2 C3 C4 H5 H6", True),
        ("DK D3 D5 D7 D9", "SQ S3 S5 S7 S9", True),
        ("SK S3 S5 S7 S9", "DK D4 D6 D8 D10", True),
        ("S3 H3 C3 D4 C4", "DA D3 D5 D7 D9", True),
        ("S4 H4 C4 D4 C3", "SA HA CA DK CK", True),
        ("S3 S4 S5 S6 S7", "S2 H2 C2 D2 CA", True),
        ("S5 D5", "H5 C5", True),
        ("H5 C5", "S5 D5", False),
        ("S5 D5", "D4", False),
    ],
)
def test_suits_and_grades_of_five_cards(new, old, over):
    (a,) = BIG_TWO_READER.readings(cards(new))
    (b,) = BIG_TWO_READER.readings(cards(old))
    assert beats(a, b) is over


@pytest.mark.parametrize("text", ["HJ SQ SK SA S2", "HQ SK SA S2 S3", "HK SA S2 S3 S4"])
def test_no_straight_goes_round_the_corner(text):
    assert BIG_TWO_READER.readings(cards(text)) == ()


SUITED = [c for c in pack(jokers=False) if c.rank <= Rank.SEVEN or c.rank is Rank.ACE]


@given(st.lists(st.sampled_from(SUITED), unique=True, min_size=1, max_size=8), st.data())
def test_where_suits_count_the_plays_are_all_the_readable_sets(hand, data):
    hand = tuple(hand)
    table = data.draw(st.lists(st.sampled_from(SUITED), unique=True, min_size=5, max_size=6))
    old = data.draw(st.sampled_from([None, *(r for _, r in plays(BIG_TWO_READER, tuple(table)))]))
    found = list(plays(BIG_TWO_READER, hand, old))
    expected = {
        tuple(sorted(some))
        for size in range(1, len(hand) + 1)
        for some in combinations(hand, size)
        for r in BIG_TWO_READER.readings(some)
        if old is None or beats(r, old)
    }
    assert len(found) == len({c for c, _ in found})
    assert {c for c, _ in found} == expected


def test_what_a_step_does_not_change_stays_as_it_is():
    """``onward`` and ``swept`` say what ``dataclasses.replace`` would."""
    values = {field.name: object() for field in fields(Public)}
    public = Public(**{**values, "past": ((),), "circle": Circle((1,), 1)})
    under_way = Circle((2,), 2)
    assert onward(public, 1, under_way) == replace(public, turn=1, circle=under_way)
    after = {"counts": (1,), "out": (2,), "known": ((),)}
    assert onward(public, 1, under_way, **after) == replace(
        public, turn=1, circle=under_way, **after
    )
    past = (*public.past, public.circle.plays)
    assert swept(public, 2) == replace(public, turn=2, circle=Circle(), past=past)
