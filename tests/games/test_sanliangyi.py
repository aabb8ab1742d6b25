"""三两一, rule by rule. Paragraphs are those of rules.zh.md."""

from itertools import combinations, pairwise

import pytest

from engine.cards import card, cards, pack
from engine.core import Action, Carry, defaults
from engine.errors import AmbiguousAction, IllegalAction
from engine.games.sanliangyi import GAME
from engine.games.sanliangyi.shapes import CHAIN, ORDER
from engine.games.sanliangyi.state import Deal
from engine.games.sanliangyi.view import penalty
from engine.kernels.climb.rules import beats
from engine.kernels.climb.state import OVER, PLAY, Public, State
from engine.rng import Rng
from engine.text import read
from tests.games.landlord_kit import RNG, held, say

COVERS = {"straight3_beats_321": "true"}
RANK = {face: at for at, face in enumerate("3456789TJQKA2")}


def table(hands, *, turn=0, must=None, **options):
    """A deal where everybody holds these cards, divided by /, and ``turn`` leads."""
    used = dict.fromkeys(RANK, 0)
    chosen = {**defaults(GAME.info), **options}
    dealt = tuple(GAME.arranged(held(text, used), chosen) for text in hands.split("/"))
    public = Public(
        options=tuple(sorted(chosen.items())),
        phase=PLAY,
        turn=turn,
        counts=tuple(map(len, dealt)),
        extra=Deal(turn),
        known=((),) * len(dealt),
        must=must,
    )
    return State(public, dealt)


def readings(text, **options):
    """What cards are read as: shapes with the faces of their heads."""
    reader = GAME.reader({**defaults(GAME.info), **options})
    found = reader.readings(held(text))
    return [(r.shape, "3456789TJQKA2"[r.head]) for r in found]


def over(new, old, **options):
    """Whether the first reading of some cards beats that of others."""
    reader = GAME.reader({**defaults(GAME.info), **options})
    return beats(reader.readings(held(new))[0], reader.readings(held(old))[0])


# Cards and plays.


def test_the_pack_and_the_ranks():
    """§1"""
    state = GAME.setup(4, defaults(GAME.info), Carry(), Rng(b"any")).state
    assert [len(hand) for hand in state.hands] == [52 // 4] * 4
    assert sorted(c for hand in state.hands for c in hand) == list(pack(jokers=False))
    faces = "3456789TJQKA2"
    assert all(over(high, low) for low, high in pairwise(faces))
    assert list(GAME.info.seats) == [4]


@pytest.mark.parametrize("seed", range(4))
def test_the_three_of_diamonds_leads(seed):
    """§2"""
    state = GAME.setup(4, defaults(GAME.info), Carry(), Rng(b"deal", seed)).state
    (seat,) = GAME.asked(state)
    assert card("D3") in state.hands[seat]
    assert (state.public.must, state.public.extra.first) == (card("D3"), seat)
    assert all(card("D3") in a.cards for a in GAME.suggest(GAME.observe(state, seat), 50))


@pytest.mark.parametrize(("line", "legal"), [("3", True), ("33", True), ("345", True),
                                             ("456", False)])  # fmt: skip
def test_the_first_play_holds_it(line, legal):
    """§2"""
    state = table("3334567/9/T/J", must=card("D3"))
    if legal:
        assert card("D3") in say(GAME, state, line).public.played[0].cards
    else:
        with pytest.raises(IllegalAction) as refused:
            say(GAME, state, line)
        assert refused.value.msg.key == "climb-first"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3", ("single", "3")),
        ("33", ("pair", "3")),
        ("333", ("trips", "3")),
        ("3333", ("quad", "3")),
        ("345", ("straight", "5")),
        ("3344", ("pairs", "4")),
        ("33334444", ("quads", "4")),
        ("3344556677", ("pairs", "7")),
        ("KKAA22", ("pairs", "2")),
        ("33344", ("threetwo", "3")),
        ("333445", ("threetwoone", "3")),
        ("33334", ("quadone", "3")),
        ("3344556", ("pairsone", "5")),
        ("3334445", ("triplesone", "4")),
        ("333344445", ("quadsone", "4")),
        ("3333444455556", ("quadsone", "5")),
        ("444433", ("threetwoone", "4")),
        ("4444333", ("triplesone", "4")),
        ("3334455", ("pairsone", "5")),
    ],
)
def test_rul_04_what_cards_are(text, expected):
    """§3, §4, §6"""
    assert readings(text) == [expected]


@pytest.mark.parametrize("text", ["34", "3355", "3334", "33445", "444435", "333555777", "KA23"])
def test_what_is_no_play(text):
    """§4, §5, §6"""
    assert readings(text) == []


def test_four_of_a_kind_is_no_bomb():
    """§3"""
    assert over("9999", "8888")
    assert not over("9999", "888")
    assert not over("9999", "3") and not over("9999", "33344")


@pytest.mark.parametrize(
    ("text", "head"),
    [("A23", "3"), ("234", "4"), ("JQK", "K"), ("QKA", "A"), ("KA2", "2"), ("A2345", "5"),
     ("AA22", "2"), ("AAAA2222", "2"), ("2233", "3"), ("3456789TJQKA2", "2")],
)  # fmt: skip
def test_rul_16_where_runs_end(text, head):
    """§5"""
    assert [found[1] for found in readings(text)] == [head]


def test_rul_16_triples_at_the_ends_of_the_line():
    """§5, §8"""
    assert readings("222333")[0] == ("triples", "3")
    assert readings("AAA222") == [("triples", "2"), ("threetwoone", "2"), ("threetwoone", "A")]


def test_rul_03_every_run_has_ranks_in_a_row():
    """§4, §5: all sets of two to five ranks"""
    rows = {frozenset(CHAIN[at : at + n]) for n in range(2, 6) for at in range(len(CHAIN) - n + 1)}
    for size in (2, 3, 4, 5):
        for ranks in combinations("3456789TJQKA2", size):
            text = "".join(ranks)
            in_row = frozenset(ORDER[RANK[face]] for face in ranks) in rows
            assert bool(readings("".join(f + f for f in text))) is in_row, text
            assert bool(readings(text)) is (in_row and size > 2), text


@pytest.mark.parametrize(
    ("new", "old", "wins"),
    [
        ("456", "A23", True),
        ("345", "A23", True),
        ("44455", "333446", False),
        ("444335", "333556", True),
        ("3344556", "A223344", True),
        ("2233445", "334455A", False),
        ("4455667", "3344559", True),
    ],
)
def test_the_same_kind_beats_by_its_body(new, old, wins):
    """§5, §7"""
    assert over(new, old) is wins


def test_rul_04_a_lead_with_several_readings_is_asked():
    """§8"""
    state = table("4443339/5/6/7")
    with pytest.raises(AmbiguousAction) as which:
        say(GAME, state, "444333")
    found = [option.reading.partition("-")[0] for option in which.value.options]
    assert found == ["triples", "threetwoone", "threetwoone"]
    heads = []
    for option in which.value.options:
        after = GAME.apply(state, 0, option, RNG).state
        heads.append(after.public.circle.top.reading.head)
    assert heads == [RANK["4"], RANK["4"], RANK["3"]]


@pytest.mark.parametrize(("line", "head"), [("444+33+3", "4"), ("333+44+4", "3")])
def test_a_plus_sign_says_which(line, head):
    """§8, §16"""
    state = say(GAME, table("4443339/5/6/7"), line)
    reading = state.public.circle.top.reading
    assert (reading.shape, reading.head) == ("threetwoone", RANK[head])


def test_the_table_settles_what_it_can():
    """§8"""
    state = table("44466K9/5553338/6/7")
    state = say(GAME, state, "44466K", "555333")
    reading = state.public.circle.top.reading
    assert (reading.shape, reading.head) == ("threetwoone", RANK["5"])


def test_rul_12_triples_on_three_two_one_by_the_option():
    """§9"""
    hands = "444778K/5556669/9/T"
    plain = say(GAME, table(hands), "444778", "555+66+6")
    assert plain.public.circle.top.reading.shape == "threetwoone"
    with pytest.raises(AmbiguousAction) as which:
        say(GAME, table(hands), "444778", "555666")
    assert [o.reading.partition("-")[0] for o in which.value.options] == ["threetwoone"] * 2
    with pytest.raises(AmbiguousAction) as which:
        say(GAME, table(hands, **COVERS), "444778", "555666")
    readings_ = [o.reading.partition("-")[0] for o in which.value.options]
    assert readings_ == ["triples", "threetwoone", "threetwoone"]


@pytest.mark.parametrize(
    ("line", "key", "shape"),
    [
        ("777888", "climb-too-low", "threetwoone"),
        ("888+77+7", "climb-too-low", "threetwoone"),
        ("777+88+8", "climb-too-low", "threetwoone"),
        ("777888+", "climb-other-shape", "triples"),
        ("77788", "climb-other-shape", "threetwo"),
    ],
)
def test_a_refusal_names_the_reading_that_was_meant(line, key, shape):
    """§8: what was declared, or else what the table asks for"""
    state = say(GAME, table("9993345/777888TTT3/5/6"), "999+33+4")
    with pytest.raises(IllegalAction) as refused:
        say(GAME, state, line)
    assert refused.value.msg.key == key
    assert dict(refused.value.msg.params)["shape"].key == f"climb-shape-{shape}"


def test_three_two_one_never_beats_triples():
    """§9"""
    reader = GAME.reader(COVERS)
    triples, three = reader.readings(held("444333"))[0], reader.readings(held("999887"))[0]
    assert not beats(three, triples)
    assert beats(triples, reader.readings(held("333447"))[0])
    assert not beats(triples, reader.readings(held("555447"))[0])
    assert not beats(
        GAME.reader(defaults(GAME.info)).readings(held("444333"))[0],
        reader.readings(held("333447"))[0],
    )


def test_a_two_is_not_advised_as_a_low_card():
    """§5"""
    state = table("2233456/6/7/8")
    first = GAME.suggest(GAME.observe(state, 0), 1)[0]
    assert first.cards and not {"2", "3"} <= {c.code[1:] for c in first.cards}


# In turn.


def test_who_has_passed_is_out_of_the_circle():
    """§10"""
    state = table("5K2/6A7/9TJ/8Q4")
    state = say(GAME, state, "5", "过", "9", "过", "K")
    assert GAME.asked(state) == (2,), "1 and 3 are locked"
    state = say(GAME, state, "过")
    assert (GAME.asked(state), state.public.circle.locked) == ((0,), ())
    with pytest.raises(IllegalAction):
        say(GAME, state, "过")
    lowest = say(GAME, table("5K23/6A7/9TJ/8Q4"), "5", "过", "9", "过", "K", "过", "3")
    assert GAME.asked(lowest) == (1,), "all may answer again"


def run_on(option, *lines):
    """A wins with a K over three who pass, and leads once more."""
    state = table("KA233/57/68/9T", lock=option)
    return say(GAME, state, "K", "过", "过", "过", *lines)


def test_rul_20_the_lock_for_a_circle_and_for_a_round():
    """§11"""
    assert GAME.asked(run_on("circle", "A")) == (1,)
    alone = run_on("round", "A")
    assert (GAME.asked(alone), alone.public.circle.top) == ((0,), None)
    assert len(alone.public.past) == 2


def test_another_lead_begins_a_new_round():
    """§11"""
    assert GAME.asked(run_on("round", "33")) == (1,)
    assert GAME.asked(run_on("round", "A", "33")) == (1,)
    assert GAME.asked(run_on("round", "3")) == (1,)


@pytest.mark.parametrize("line", ["2", "22", "KA2", "AA22", "QKA2"])
def test_what_ends_in_a_two_is_unbeatable(line):
    """§12"""
    state = say(GAME, table("QKAA223/567/678/89T"), line)
    assert (GAME.asked(state), state.public.circle.top) == ((0,), None)


# Winning.


@pytest.mark.parametrize(
    ("left", "lost"),
    [(1, 0), (2, 1), (5, 1), (6, 2), (9, 2), (10, 3), (12, 3), (13, 5), (0, 0)],
)
def test_what_cards_left_cost(left, lost):
    """§13"""
    assert penalty(left) == lost


def test_the_winner_gets_what_the_others_lose():
    """§13"""
    state = say(GAME, table("2/3/456789/456789TJQKA33"), "2")
    assert state.public.phase == OVER
    assert GAME.outcome(state).scores == (0 + 2 + 5, 0, -2, -5)


def test_thirteen_in_a_row_end_the_deal():
    """§14"""
    others = "456789TJQKA24/56789TJQKA235/6789TJQKA2346"
    state = table(f"3456789TJQKA2/{others}", must=card("D3"))
    state = say(GAME, state, "3456789TJQKA2")
    assert state.public.phase == OVER
    assert GAME.outcome(state).scores == (5 + 5 + 5, -5, -5, -5)


# Out of time, and typing.


def test_out_of_time():
    """§15"""
    state = table("3345/67/89/TJ", must=card("D3"))
    assert GAME.on_timeout(GAME.observe(state, 0)) == Action("play", cards=cards("D3"))
    state = say(GAME, state, "3")
    assert GAME.on_timeout(GAME.observe(state, 1)) == Action("pass")
    state = say(GAME, state, "过", "过", "过")
    assert GAME.on_timeout(GAME.observe(state, 0)).cards[0].code[1:] == "3"
    marks = [row.marks for row in GAME.present(GAME.observe(state, 0)).blocks[0].rows]
    assert [mark.key for mark in marks[1]] == ["climb-mark-few"]


@pytest.mark.parametrize(
    ("line", "faces"),
    [("出 ♦3", "3"), ("345", "345"), ("33344", "33344"), ("333 44", "33344"), ("TTT", "TTT"),
     ("000", "TTT"), ("十十十", "TTT"), ("10 10 10", "TTT"), ("３４５", "345")],
)  # fmt: skip
def test_rul_09_spellings(line, faces):
    """§16"""
    state = table("33344455TTT/6/7/8")
    action = read(line, GAME.info, GAME.prompt(GAME.observe(state, 0)))
    assert sorted(ORDER.index(c.rank) for c in action.cards) == sorted(RANK[f] for f in faces)


def test_the_example():
    state = table("3457TTJJJJQQQ/KA288889/45667799TTKKA/56789", must=card("D3"))
    state = say(GAME, state, "345", "KA2")
    assert GAME.asked(state) == (1,)
    state = say(GAME, state, "88889")
    assert state.public.phase == OVER
    assert GAME.outcome(state).scores == (-3, 3 + 5 + 1, -5, -1)
