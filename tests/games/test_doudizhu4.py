"""四人斗地主, rule by rule. Paragraphs are those of rules.zh.md."""

from dataclasses import replace

import pytest

from engine.cards import card, pack
from engine.core import Action
from engine.errors import IllegalAction
from engine.kernels.climb.rules import beats
from engine.kernels.climb.state import OVER, PLAY
from engine.msg import msg
from engine.registry import games
from tests.games.landlord_kit import RNG, answer, dealt, held, say, table

GAME = games()["doudizhu4"]
READER = GAME.reader({})


def keys(text):
    return [reading.shape for reading in READER.readings(held(text))]


def order_from(state):
    first = state.public.extra.first
    return [(first + step) % 4 for step in range(4)]


# The auction.


def test_the_deal():
    """§1, §4"""
    state = dealt(GAME)
    assert [len(hand) for hand in state.hands] == [25] * 4
    assert len(state.deck) == 108 - 4 * 25 == 8
    assert GAME.observe(state, 0).public.extra.bottom == ()
    state = answer(GAME, state, 3)
    landlord = state.public.extra.landlord
    assert (state.public.phase, state.public.turn, state.public.must) == (PLAY, landlord, None)
    assert len(state.hands[landlord]) == 25 + 8
    for seat in (None, 0, 1, 2, 3):
        assert len(GAME.observe(state, seat).public.extra.bottom) == 8


@pytest.mark.parametrize(
    ("answers", "winner", "base"),
    [
        ((3,), 0, 3),
        ((0, 1, 2, 0), 2, 2),
        ((1, 2, 3), 2, 3),
        ((1, 0, 0, 0), 0, 1),
        ((0, 0, 0, 1), 3, 1),
        ((2, 0, 0, 0), 0, 2),
    ],
)
def test_the_highest_bid_of_one_lap_is_landlord(answers, winner, base):
    """§2"""
    state = dealt(GAME)
    order = order_from(state)
    state = answer(GAME, state, *answers)
    assert (state.public.extra.landlord, state.public.extra.stake.unit) == (order[winner], base)


def test_a_bid_must_exceed_those_before():
    """§2: pass, 1, then another 1 is refused and 2 is not"""
    state = answer(GAME, dealt(GAME), 0, 1)
    with pytest.raises(IllegalAction) as refused:
        answer(GAME, state, 1)
    assert refused.value.msg.key == "landlord-bid-more"
    assert answer(GAME, state, 2).public.extra.answers == (0, 1, 2)
    offered = [c.action.number for c in GAME.prompt(GAME.observe(state, state.public.turn)).choices]
    assert offered == [2, 3, 0]


def test_after_three_deals_that_nobody_wants_the_first_asked_is_landlord_with_base_1():
    """§3"""
    state = dealt(GAME)
    hands = state.hands
    for passed_out in (1, 2):
        state = answer(GAME, state, 0, 0, 0, 0)
        assert (state.public.phase, state.public.extra.passed_out) == ("auction", passed_out)
        assert state.hands != hands
    first = state.public.extra.first
    state = answer(GAME, state, 0, 0, 0, 0)
    deal = state.public.extra
    assert (deal.landlord, deal.stake.unit, deal.forced) == (first, 1, True)
    assert len(state.hands[first]) == 25 + 8


# Shapes.


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("3", "single"), ("x", "single"), ("33", "pair"), ("xx", "pair"), ("DD", "pair"),
        ("555", "triple"), ("222", "triple"), ("55577", "three2"), ("555xx", "three2"),
        ("34567", "straight"), ("TJQKA", "straight"), ("3456789TJQKA", "straight"),
        ("556677", "pairs"), ("555666", "plane"), ("888777666555", "plane"),
        ("777666555KKJJ99", "plane2"), ("555666DDKK", "plane2"),
        ("4444", "bomb"), ("66666", "bomb"), ("33333333", "bomb"), ("xxDD", "rocket4"),
    ],
)  # fmt: skip
def test_what_is_a_play(text, shape):
    """§5, §6"""
    assert keys(text) == [shape]


@pytest.mark.parametrize(
    "text",
    ["xD", "5557", "444456", "44445566", "3344", "3456", "222333", "2233AA", "333555",
     "777666555777799", "777666555KKKKJJ", "55566677", "555666KQ", "xxD", "xDD",
     "555666xxDD", "555xD", "33355546", "222AAA3344"],
)  # fmt: skip
def test_what_is_none(text):
    """§5, §6"""
    assert keys(text) == []


@pytest.mark.parametrize("text", ["JQKA2", "A2345", "23456", "AA2233", "QQKKAA22", "AAA22233KK"])
def test_rul_01_a_two_is_in_no_run(text):
    """§5"""
    assert keys(text) == []


@pytest.mark.parametrize("text", ["3335554466", "222AAA3344", "33355577KK", "KKKAAA2223344QQ"])
def test_rul_03_a_plane_has_triples_in_a_row_below_2(text):
    """§5"""
    assert keys(text) == []


def test_rul_04_no_cards_can_be_read_in_two_ways():
    """§6: wings are of other ranks and no bomb, so a set of cards is one play or none."""
    for text in ("33334444", "34445555", "333444555666", "3334445566", "55553333", "333444555"):
        assert len(keys(text)) <= 1
    assert keys("333444555666") == ["plane"]
    assert keys("4443335555") == []


@pytest.mark.parametrize(
    ("new", "old", "over"),
    [
        ("66666", "9999", True), ("9999", "66666", False), ("999999", "66666", True),
        ("AAAA", "KKKK", True), ("KKKK", "AAAA", False),
        ("xxDD", "33333333", True), ("33333333", "xxDD", False), ("22222222", "AAAAAAAA", True),
        ("xx", "22", True), ("DD", "xx", True), ("xx", "DD", False), ("x", "2", True),
        ("D", "x", True), ("2", "A", True), ("44455", "333AA", True), ("45678", "34567", True),
        ("456789", "34567", False), ("44", "3", False), ("444555", "333444", True),
        ("8887779966", "7776665544", True), ("888777", "7776665544", False),
    ],
)  # fmt: skip
def test_what_beats_what(new, old, over):
    """§7"""
    (a,), (b,) = READER.readings(held(new)), READER.readings(held(old))
    assert beats(a, b) is over


PLAIN = ["3", "33", "333", "33344", "34567", "334455", "333444", "3334445566", "DD", "D"]


@pytest.mark.parametrize("plain", PLAIN)
@pytest.mark.parametrize("bomb", ["3333", "88888", "22222222", "xxDD"])
def test_rul_07_a_bomb_beats_everything_else_and_nothing_else_beats_a_bomb(plain, bomb):
    """§7"""
    (a,), (b,) = READER.readings(held(bomb)), READER.readings(held(plain))
    assert beats(a, b)
    assert not beats(b, a)


# Play.


def test_a_circle_ends_when_the_three_others_have_passed():
    """§8: and who has passed may come back"""
    state = table(GAME, "34/89A/TJ/62")
    state = say(GAME, state, "3", "8", "10", "过", "过", "A", "过", "2", "过", "过")
    assert state.public.circle.top.seat == 3
    state = say(GAME, state, "过")
    assert (state.public.turn, state.public.circle.top) == (3, None)
    assert [what.seat for what in state.public.past[0]] == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2]


def test_the_leader_may_not_pass():
    """§8"""
    with pytest.raises(IllegalAction) as refused:
        say(GAME, table(GAME, "34/5/6/7"), "过")
    assert refused.value.msg.key == "climb-must-lead"


@pytest.mark.parametrize(
    ("line", "key"),
    [("4", "climb-too-low"), ("55", "climb-other-shape"), ("34", "climb-no-shape")],
)
def test_a_refusal_says_what_is_wrong(line, key):
    """§7"""
    state = say(GAME, table(GAME, "5K/34557/66/7"), "5")
    with pytest.raises(IllegalAction) as refused:
        say(GAME, state, line)
    assert refused.value.msg.key == key


def test_rul_08_the_rocket_leads_again_and_nothing_is_offered_against_it():
    """§7"""
    state = say(GAME, table(GAME, "3xxDD5/44444444/6/7"), "天王炸弹")
    assert (state.public.turn, state.public.circle.top) == (0, None)
    (rocket,) = READER.readings(held("xxDD"))
    assert READER.moves(held("44444444"), rocket) == []


@pytest.mark.parametrize(
    "line",
    ["天王炸弹", "四王", "小王小王大王大王", "大王 小王 大王 小王", "xdxd", "王炸王炸", "llrr"],
)
def test_rul_09_every_spelling_of_the_four_jokers(line):
    """§13"""
    state = table(GAME, "3xxDD/44/6/7")
    assert say(GAME, state, line).public.past[0][0].reading.shape == "rocket4"


@pytest.mark.parametrize(
    "line",
    [
        "叫 2",
        "叫2",
        "叫2分",
        "2分",
        "２ 分",
        "2",
        "两分",
        "叫两分",
        "二",
        "叫分 2",
        "bid 2",
        "Call 2",
    ],
)
def test_every_way_to_type_a_bid(line):
    """§13"""
    state = say(GAME, answer(GAME, dealt(GAME), 0, 1), line)
    assert state.public.extra.answers == (0, 1, 2)


@pytest.mark.parametrize("line", ["不叫", "不叫分", "不要", "过", "0", "叫 0", "no", "pass", "-"])
def test_every_way_to_type_no_bid(line):
    """§13"""
    assert say(GAME, answer(GAME, dealt(GAME), 1), line).public.extra.answers == (1, 0)


@pytest.mark.parametrize("line", ["叫 1", "4", "叫 4 分", "-1"])
def test_a_typed_bid_that_is_not_higher_is_refused_with_what_is(line):
    """§2"""
    with pytest.raises(IllegalAction) as refused:
        say(GAME, answer(GAME, dealt(GAME), 1), line)
    assert refused.value.msg == msg("landlord-bid-more", most=1)


@pytest.mark.parametrize("line", ["TTT", "10 10 10", "000", "十十十", "１０１０１０"])
def test_rul_09_three_tens(line):
    """§13"""
    state = table(GAME, "TTTT3/44/66/7")
    assert say(GAME, state, line).public.circle.top.reading.shape == "triple"


def test_rul_15_one_of_two_equal_cards_is_taken_and_the_other_stays():
    nine = card("S9")
    state = table(GAME, "99/44/6/7")
    state = replace(state, hands=((nine, nine), *state.hands[1:]))
    state = GAME.apply(state, 0, Action("play", cards=(nine,)), RNG).state
    assert state.hands[0] == (nine,)
    assert state.public.counts[0] == 1


def test_rul_23_no_card_is_lost():
    state = answer(GAME, dealt(GAME), 3)
    for _ in range(20):
        seat = state.public.turn
        action = GAME.suggest(GAME.observe(state, seat), 1)[0]
        state = GAME.apply(state, seat, action, RNG).state
        assert GAME.inventory(state).cards == pack(2)


def test_time_is_answered_with_caution():
    """§11"""
    state = dealt(GAME)
    assert GAME.on_timeout(GAME.observe(state, state.public.turn)) == Action("bid", number=0)
    lowest = GAME.on_timeout(GAME.observe(table(GAME, "2xD34/5/6/7"), 0))
    assert [c.code for c in lowest.cards] == ["D3"]
    state = say(GAME, table(GAME, "34/5/6/7"), "3")
    assert GAME.on_timeout(GAME.observe(state, 1)) == Action("pass")
    marks = GAME.present(GAME.observe(state, None)).blocks[0].rows[1].marks
    assert "climb-mark-few" in [m.key for m in marks]


def test_the_card_counter_counts_two_packs():
    """§12: 8 − 1 − 1 = 6"""
    state = say(GAME, table(GAME, "23/24/5/6", counter="on"), "2")
    counter = GAME.present(GAME.observe(state, 1)).blocks[-1]
    (twos,) = [one for one in counter.counts if one.label.key == "climb-rank-2"]
    assert twos.left == 8 - 1 - 1


# Settlement.


def scores(state):
    assert state.public.phase == OVER
    return GAME.outcome(state).scores


@pytest.mark.parametrize(
    ("base", "hands", "lines", "expected"),
    [
        (2, "3D/467/89/TT", ("3", "4", "过", "过", "大王"), (3 * 2, -2, -2, -2)),
        (2, "357/46/89/TT", ("3", "4", "过", "过", "5", "6"), (-3 * 2, 2, 2, 2)),
        (1, "34/567/89/TT", ("3", "过", "过", "过", "4"), (3 * 2, -2, -2, -2)),
        (1, "3T/445/89/QQ", ("3", "过", "8", "过", "过", "过", "9"), (-3 * 2, 2, 2, 2)),
        (1, "55553D/467/89/TT", ("5555", "过", "过", "过", "3", "4", "过", "过", "大王"),
         (3, -1, -1, -1)),
        (1, "555553D/467/89/TT", ("55555", "过", "过", "过", "3", "4", "过", "过", "大王"),
         (3, -1, -1, -1)),
        (1, "5555553D/467/89/TT", ("555555", "过", "过", "过", "3", "4", "过", "过", "大王"),
         (3 * 2, -2, -2, -2)),
        (3, "55555553D/467/89/TT", ("5555555", "过", "过", "过", "3", "4", "过", "过", "大王"),
         (3 * 3 * 2, -3 * 2, -3 * 2, -3 * 2)),
        (1, "555555553D/467/89/TT", ("55555555", "过", "过", "过", "3", "4", "过", "过", "大王"),
         (3 * 3, -3, -3, -3)),
        (3, "555555xxDD3D/467/89/TT",
         ("555555", "过", "过", "过", "四王", "3", "4", "过", "过", "大王"),
         (3 * 3 * 2 * 3, -3 * 2 * 3, -3 * 2 * 3, -3 * 2 * 3)),
        (1, "xxDD6666664/57/89/TT", ("四王", "666666", "过", "过", "过", "4"),
         (3 * 3 * 2 * 2, -3 * 2 * 2, -3 * 2 * 2, -3 * 2 * 2)),
        (1, "6/7777777A/89/TT", ("6",), (3 * 2, -2, -2, -2)),
    ],
    ids=["landlord", "farmers", "spring", "antispring", "bomb of 4", "of 5", "of 6", "of 7, bid 3",
         "of 8", "of 6 and the rocket", "all with spring", "left bombs do not count"],
)  # fmt: skip
def test_what_a_deal_pays(base, hands, lines, expected):
    """§9, §10"""
    assert scores(say(GAME, table(GAME, hands, base=base), *lines)) == expected


def test_a_farmers_bomb_counts_too_and_one_put_on_another_hand():
    """§10: 2 for the farmer's six, 3 for the eight"""
    state = table(GAME, "53T/4444446/J/22222222Q", base=1)
    state = say(GAME, state, "3", "444444", "过", "22222222", "过", "过", "过", "Q")
    assert scores(state) == (-3 * 2 * 3 * 2, 2 * 3 * 2, 2 * 3 * 2, 2 * 3 * 2)


def test_rul_13_spring_counts_hands_not_bids():
    """§10: the landlord played twice, so it is no 反春天; a farmer played, so it is no 春天."""
    state = say(GAME, table(GAME, "357/46/89/TT"), "3", "4", "过", "过", "5", "6")
    assert scores(state) == (-3, 1, 1, 1)
    state = answer(GAME, dealt(GAME), 1, 2, 3)
    assert state.public.played == ()


def test_the_reasons_add_up():
    """§9, §10"""
    state = table(GAME, "5555553D/467/89/TT", base=3)
    state = say(GAME, state, "555555", "过", "过", "过", "3", "过", "过", "过", "大王")
    outcome = GAME.outcome(state)
    assert outcome.scores == (3 * 3 * 2 * 2, -3 * 2 * 2, -3 * 2 * 2, -3 * 2 * 2)
    assert [m.key for m in outcome.reasons] == [
        "landlord-won", "landlord-factor-bomb6", "landlord-factor-spring", "landlord-unit",
    ]  # fmt: skip
    (product,) = (dict(m.params)["product"] for m in outcome.reasons if m.key == "landlord-unit")
    assert dict(product.params) == {"product": "3 × 2 × 2", "unit": 3 * 2 * 2}
