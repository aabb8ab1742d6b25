"""上饶打炸: the deal, what may be put down, and a round. Paragraphs are those of rules.zh.md."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import card, pack
from engine.core import Action, Carry
from engine.errors import IllegalAction, RuleError
from engine.games.dazha.deal import partners
from engine.kernels.climb.rules import beats
from engine.kernels.climb.state import OVER
from engine.match import Match, Rounds, act, deal, totals
from engine.rng import Rng
from tests.games.dazha_kit import (
    GAME,
    RNG,
    chosen,
    held,
    reading,
    say,
    step,
    table,
)

FIRST = Carry()


def dealt(seed, carry=FIRST, **options):
    return GAME.setup(4, chosen(**options), carry, Rng(seed.to_bytes(4, "big"), "deal"))


def beat(new, old, **options):
    return beats(reading(new, **options), reading(old, **options))


# The deal.


@pytest.mark.parametrize(("mode", "count"), [("base", 108), ("twelve", 108 + 8)])
def test_all_cards_are_dealt_evenly(mode, count):
    """§1, §20: 108 / 4 = 27, 116 / 4 = 29"""
    state = dealt(1, mode=mode).state
    assert [len(hand) for hand in state.hands] == [count // 4] * 4
    jokers = sum(c.is_joker for hand in state.hands for c in hand)
    assert jokers == {"base": 4, "twelve": 12}[mode]


def test_rul_15_identical_cards_are_distinct_cards():
    """§1: one of two equal cards is played, and the other stays."""
    state = table("S3 S3 H4/5/6/7")
    state = say(state, "黑桃3")
    assert [c.code for c in state.hands[0]] == ["H4", "S3"]


@pytest.mark.parametrize(
    ("order", "teams", "leader"),
    [
        ("S3 H4 S3 H5", (1, 2, 1, 2), 0),
        ("H4 S3 S3 H5", (1, 2, 2, 1), 1),
        ("H4 H5 S3 S3", (1, 1, 2, 2), 2),
        ("H4 S3 H5 H6 H7 S3", (1, 2, 1, 2), 1),
        ("H4 H5 S3 H6 H7 H8 S3 H9", (1, 2, 1, 2), 2),
    ],
    ids=["opposite", "neighbours", "others", "both in one hand", "both again"],
)
def test_the_owners_of_spade_three_are_partners(order, teams, leader):
    """§2, §3"""
    assert partners(held(order)) == (teams, leader)


def test_who_has_spade_three_is_public_in_a_first_deal_only():
    """§2"""
    first = dealt(3, showdown="off")
    holders = [seat for seat, hand in enumerate(first.state.hands) if card("S3") in hand]
    public = first.state.public
    assert [seat for seat, known in enumerate(public.known) if known] == holders
    assert first.events[0].msg.key == "dazha-partners-new"
    later = dealt(3, Carry(2, (frozenset({0, 3}), frozenset({1, 2}))), showdown="off")
    assert later.state.public.known == ((),) * 4
    assert later.state.public.extra.teams == (1, 2, 2, 1)
    assert (later.state.public.turn, later.events[0].msg.key) == (2, "dazha-partners")


def test_the_first_play_need_not_hold_spade_three():
    """§3"""
    state = say(table("S3 H4/5/6/7", known=True), "4")
    assert state.public.circle.top.cards == held("H4 ")


def test_who_is_replaced_begins_anew():
    """§2: after a change of people ♠3 says who are partners and who leads; points stay."""
    kept = Carry(2, (frozenset({0, 3}), frozenset({1, 2})))
    match = Match(GAME, 4, b"\3" * 32, chosen(showdown="off"), Rounds(2), kept)
    match, _ = deal(match)
    while match.outcome is None:
        (seat,) = GAME.asked(match.state)
        match, _ = act(match, seat, GAME.suggest(GAME.observe(match.state, seat), 1)[0])
    assert match.outcome.carry.teams == kept.teams, "the same partners, were nobody new"

    same, _ = deal(match)
    new, events = deal(match, anew=True)

    assert (same.state.public.extra.teams, same.state.public.extra.fresh) == ((1, 2, 2, 1), False)
    public = new.state.public
    order = Rng(match.seed, "deal", 2).shuffled(GAME.pack(match.options))
    assert (
        (public.extra.teams, public.turn)
        == partners(order)
        != ((1, 2, 2, 1), same.state.public.turn)
    )
    assert public.extra.fresh and events[0].msg.key == "dazha-partners-new"
    assert totals(new) == totals(same) != (0, 0, 0, 0)


# What may be put down.


@pytest.mark.parametrize(
    ("cards", "shape"),
    [
        ("3", "single"),
        ("33", "pair"),
        ("3344", "pairs"),
        ("QQKKAA", "pairs"),
        ("TJQKA", "straight"),
        ("3456789TJQKA", "straight"),
        ("333", "triple"),
        ("33344", "three2"),
        ("33345", "three2"),
        ("22234", "three2"),
        ("3334445678", "planes2"),
        ("333444555678999", "planes2"),
        ("3333", "bomb"),
        ("33333333", "bomb"),
        ("3333x", "bomb"),
        ("3333xxDD", "bomb"),
        ("D5 C10 HK", "wskmixed"),
        ("S5 S10 SK", "wsksuited"),
        ("xxDD", "fourkings"),
    ],
)
def test_what_is_a_play(cards, shape):
    """§4, §5, §6, §7, §8"""
    assert reading(cards).shape == shape


@pytest.mark.parametrize(
    "cards",
    [
        "AA22", "JQKA2", "A2345", "23456", "3456", "34", "334455667", "333x4", "333xx", "333x",
        "x", "xx", "xD", "xxD", "5Tx", "5TTK", "333555", "3334", "333444567", "33x",
    ],
)  # fmt: skip
def test_rul_01_rul_03_what_is_none(cards):
    """§4, §6, §7: no 2 in a run, no triples that are not in a row, no joker but in a bomb."""
    assert reading(cards) is None


def test_triples_in_a_row_below_two():
    """§6, RUL-01: AAA222 is no body, though three of them may be carried."""
    found = reading("222AAA3456")
    assert found is None
    assert reading("333AA").shape == "three2"


@pytest.mark.parametrize(
    ("cards", "body"), [("33334", "3"), ("3334445556", "45"), ("4444333356", "34")]
)
def test_rul_04_the_highest_body_counts(cards, body):
    """§6: 33334 = 333 + 3 + 4; 444555 + 3 + 3 + 3 + 6"""
    found = GAME.reader(chosen()).readings(held(cards))
    assert [str(int(rank)) for rank in found[0].body] == list(body)


def test_a_set_that_is_a_bomb_is_only_a_bomb():
    """§7"""
    for text in ("3333", "33333", "333333", "33333333"):
        found = GAME.reader(chosen()).readings(held(text), last=True)
        assert [r.shape for r in found] == ["bomb"]


@pytest.mark.parametrize(
    ("new", "old", "does"),
    [
        ("33333333", "2222222", True),
        ("2222222", "33333333", False),
        ("4444", "5555", False),
        ("3333", "3333", False),
        ("22222", "AAAAA", True),
        ("2222", "33333", False),
        ("3333x", "2222", True),
        ("S5 S10 SK", "D5 C10 HK", True),
        ("D5 C10 HK", "S5 S10 SK", False),
        ("D5 C10 HK", "D5 C10 SK", False),
        ("S5 S10 SK", "H5 H10 HK", False),
        ("3333", "D5 C10 HK", True),
        ("3333", "S5 S10 SK", True),
        ("D5 C10 HK", "3333", False),
        ("D5 C10 HK", "TJQKA", True),
        ("D5 C10 HK", "2", True),
        ("xxDD", "22222222", True),
        ("22222222", "xxDD", False),
        ("33333333x", "xxDD", True),
        ("xxDD", "33333333x", False),
        ("xxDD", "S5 S10 SK", True),
        ("4444333356", "3334445678", False),
        ("44455", "333AA", True),
        ("45678", "34567", True),
        ("45678", "345678", False),
        ("44", "3", False),
    ],
)
def test_what_beats_what(new, old, does):
    """§9"""
    assert beat(new, old) is does


PLAIN = ["2", "22", "222", "AAKK", "TJQKA", "222AA", "KKKAAA2222"]
BOMBS = ["3333", "3333x", "33333333xxDD", "xxDD"]


@pytest.mark.parametrize("plain", PLAIN)
@pytest.mark.parametrize("bomb", [*BOMBS, "D5 C10 HK", "S5 S10 SK"])
def test_rul_07_a_bomb_beats_every_other_play(plain, bomb):
    """§9: always, and never the other way round."""
    assert beat(bomb, plain)
    assert not beat(plain, bomb)


@pytest.mark.parametrize("bomb", BOMBS)
def test_rul_08_a_bomb_on_a_bomb(bomb):
    """§9: what is offered against the largest bomb is only to pass."""
    state = table("33333333xxDD4/55557/6/7")
    state = say(state, "3" * 8 + "小王小王大王大王")
    assert beat("xxDD", "3333")
    assert not beat(bomb, "33333333xxDD")
    assert GAME.suggest(GAME.observe(state, 1), 8) == (Action("pass"),)


@pytest.mark.parametrize(
    "line", ["10 10 10 10", "TTTT", "0000", "十十十十", "１０ １０ １０ １０", "♦10 ♣10 ♥10 ♠10"]
)
def test_rul_09_every_spelling_of_four_tens(line):
    """§25"""
    state = say(table("TTTT3/4/5/6"), line)
    assert state.public.circle.top.reading.shape == "bomb"


@pytest.mark.parametrize("line", ["8888 小王", "8888lj", "出 8888 小鬼", "play 8888l"])
def test_rul_09_a_joker_in_words(line):
    """§7, §25"""
    assert say(table("8888x3/4/5/6"), line).public.circle.top.reading.size == 5


@pytest.mark.parametrize(
    ("hand", "line", "key"),
    [
        ("88895", "888", "dazha-triple-lead"),
        ("888x9", "888 小王", "dazha-jokers"),
        ("x3", "小王", "dazha-jokers"),
        ("5Tx34", "5 10 小王", "dazha-jokers"),
        ("3457", "345", "climb-no-shape"),
        ("3457", "过", "climb-must-lead"),
        ("3457", "888", "text-not-there"),
    ],
)
def test_a_refusal_says_what_is_wrong(hand, line, key):
    """§5, §7, §12"""
    with pytest.raises(IllegalAction) as refused:
        say(table(f"{hand}/4/5/6"), line)
    assert refused.value.msg.key == key


def test_a_triple_is_led_with_fewer_than_five_cards():
    """§5"""
    state = say(table("8889/999345/5/6"), "888")
    assert state.public.circle.top.reading.shape == "triple"
    state = say(state, "999")
    assert state.public.circle.top.seat == 1
    offered = GAME.suggest(GAME.observe(table("88895/4/5/6"), 0), 40)
    assert held("888") not in [action.cards for action in offered]


@pytest.mark.parametrize(("answer", "taken"), [("free", True), ("strict", False)])
def test_rul_20_what_answers_a_triple(answer, taken):
    """§5: an option, told on and off by rules, hints and refusals alike."""
    state = say(table("8889/5TK33336/5/6", triple_answer=answer), "888")
    fifty = Action("play", held("5TK"))
    offered = [set(a.cards) for a in GAME.suggest(GAME.observe(state, 1), 40)]
    assert (set(fifty.cards) in offered) is taken
    if taken:
        assert GAME.apply(state, 1, fifty, RNG).state.public.circle.top.seat == 1
    else:
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(state, 1, fifty, RNG)
        assert refused.value.msg.key == "dazha-triple-answer"
    assert say(state, "3333").public.circle.top.seat == 1


def test_rul_12_without_fifty_k():
    """§8: the option takes them out of shapes and hints."""
    assert reading("5TK", wsk="off") is None
    assert reading("S5 S10 SK", wsk="off") is None
    for wsk, count in (("on", 1), ("off", 0)):
        seen = GAME.observe(table("5TK/4/5/6", wsk=wsk), 0)
        assert sum(len(a.cards) == 3 for a in GAME.suggest(seen, 40)) == count


def test_a_hint_leaves_no_joker_behind_the_last_bomb():
    """§7"""
    state = say(table("2/4444xD579/5/6"), "2")
    assert set(GAME.suggest(GAME.observe(state, 1), 1)[0].cards) == set(held("4444xD"))


def test_rul_11_four_and_two_jokers_are_a_bomb_of_six():
    """§7: and nothing else: there is no four and two"""
    assert (reading("3333xD").shape, reading("3333xD").size) == ("bomb", 4 + 2)
    assert reading("333344") is None


@pytest.mark.parametrize("cards", ["A2345", "QKA23", "KA234", "2345", "AA2233"])
def test_rul_16_no_run_goes_through_the_two(cards):
    """§4"""
    assert reading(cards) is None
    assert reading("TJQKA").head > reading("9TJQK").head


@pytest.mark.parametrize("line", ["a", "all", "jack of", "8 8 8 8 x9", "王王"])
def test_rul_21_what_cannot_be_read_is_not_guessed(line):
    """§25: the position stays, and the player is told"""
    state = table("8888x93/4/5/6")
    with pytest.raises(RuleError):
        step(state, line)


# The last hand.


@pytest.mark.parametrize(
    ("cards", "shape"),
    [("8889", "three2"), ("888999", "planes2"), ("8889993", "planes2"), ("333444555", "planes2")],
)
def test_a_last_hand_may_carry_too_little(cards, shape):
    """§10"""
    assert reading(cards, last=True).shape == shape
    assert reading(cards) is None


def test_a_short_hand_beats_and_is_beaten_by_its_body():
    """§10"""
    state = table("55567J/8889/999344/TTT")
    state = say(state, "555+6+7", "888+9", "999+3+4", "TTT")
    assert state.public.circle.top.seat == 3
    assert state.public.out == (1, 3)
    assert not beats(reading("888999", last=True), reading("55567"))
    assert not beats(reading("4449", last=True), reading("55567"))


def test_a_bare_triple_that_leads_is_a_triple():
    """§5, §10"""
    state = say(table("888/99945/TTT7/6"), "888")
    with pytest.raises(IllegalAction):
        say(state, "999+4+5")
    assert say(state, "999").public.circle.top.seat == 1


# Nothing but jokers left.


def test_a_hand_of_jokers_is_led_at_once_and_beaten_by_bombs():
    """§11: −3 × 2 = −6, and 2 for each other"""
    state = table("xD/3333/5TK/2289", teams=(1, 1, 2, 2))
    found = step(state, "小王 大王")
    assert [e.msg.key for e in found.events][:2] == ["climb-played-last", "dazha-lone"]
    state = found.state
    assert {len(a.cards) for a in GAME.suggest(GAME.observe(state, 1), 9)} == {4, 0}
    state = say(state, "过", "5 10 K", "过")
    assert state.public.circle.top.seat == 2
    with pytest.raises(IllegalAction):
        say(table("xx/3/4/5"), "小王")


def test_a_hand_of_jokers_waits_for_its_turn_to_lead():
    """§11"""
    state = say(table("34/xD/5/6"), "3")
    assert GAME.suggest(GAME.observe(state, 1), 5) == (Action("pass"),)
    with pytest.raises(IllegalAction):
        say(state, "出 小王 大王")


@pytest.mark.parametrize(("option", "allowed"), [("none", False), ("penalty", True)])
def test_rul_20_single_jokers(option, allowed):
    """§11: −3 for a joker, by the option"""
    state = say(table("23/x4/D6/7", single_joker=option), "2")
    offered = any(a.cards and a.cards[0].is_joker for a in GAME.suggest(GAME.observe(state, 1), 9))
    assert offered is allowed
    if not allowed:
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(state, 1, Action("play", held("x")), RNG)
        assert refused.value.msg.key == "dazha-jokers"
        return
    state = say(state, "小王", "大王")
    assert state.public.circle.top.seat == 2
    assert reading("xD", single_joker=option) is None


# Properties.

TWO_PACKS = pack(2)


@given(st.lists(st.integers(0, len(TWO_PACKS) - 1), unique=True, min_size=1, max_size=14))
def test_rul_03_every_accepted_play_is_what_it_says(numbers):
    """§4, §6, §7: counted again, from the cards alone."""
    cards = tuple(TWO_PACKS[n] for n in numbers)
    jokers = sum(c.is_joker for c in cards)
    counts = Counter(c.rank for c in cards if not c.is_joker)
    for found in GAME.reader(chosen()).readings(cards):
        if found.shape == "bomb":
            assert len(counts) == 1
            assert next(iter(counts.values())) >= 4
            continue
        assert not jokers or found.shape == "fourkings"
        assert all(counts[rank] >= found.width for rank in found.body if rank in counts)
        if len(found.body) > 1 and not found.tier:
            values = sorted(int(rank) for rank in found.body)
            assert values == list(range(values[0], values[-1] + 1))
            assert values[0] >= 3


@given(st.integers(0, 2**32 - 1), st.sampled_from(["base", "twelve"]))
def test_suggestions_are_plays_that_beat_the_table(seed, mode):
    """§12: whatever is offered is taken; RUL-23: no card appears or is lost."""
    state = dealt(seed, mode=mode, showdown="off").state
    rng = Rng(seed.to_bytes(4, "big"), "suggest")
    whole = GAME.inventory(state)
    for _ in range(6):
        if state.public.phase == OVER:
            break
        seat = GAME.asked(state)[0]
        action = rng.choice(GAME.suggest(GAME.observe(state, seat), 60))
        state = GAME.apply(state, seat, action, RNG).state
        assert GAME.inventory(state) == whole
