"""七鬼五二三, rule by rule. Paragraphs are those of rules.zh.md."""

from itertools import pairwise

import pytest

from engine.cards import Rank, card, cards, pack
from engine.core import Action
from engine.errors import IllegalAction
from engine.games.qigui523 import GAME
from engine.kernels.climb.rules import beats
from engine.kernels.climb.state import OVER, PLAY
from engine.kernels.draw.deal import points, taken
from engine.text import read
from tests.games.draw_kit import (
    RNG,
    dealt,
    everything,
    lowest_of,
    reading,
    say,
    scores,
    table,
    told,
)

BOMBS = {"bombs": "true"}


def over(new, old, **options):
    """Whether a play beats another."""
    return beats(reading(GAME, new, **options), reading(GAME, old, **options))


# Cards and points.


@pytest.mark.parametrize(("count", "hand", "left"), [(2, 7, 54 - 2 * 7), (7, 7, 5), (7, 5, 19)])
def test_hands_and_the_pile(count, hand, left):
    """§1"""
    state = dealt(GAME, count, hand=hand)
    assert state.public.counts == (hand,) * count
    assert (state.public.deck, len(state.deck)) == (left, left)
    assert everything(state) == list(pack())


def test_from_two_to_seven_play():
    """§1"""
    assert (min(GAME.info.seats), max(GAME.info.seats)) == (2, 7)


def test_ranks_from_high_to_low():
    """§2: the seed's row"""
    row = cards("S7 BJ LJ S5 S2 S3 SA SK SQ SJ S10 S9 S8 S6 S4")
    assert all(over(high.code, low.code) for high, low in pairwise(row))


def test_suits_decide_equal_ranks():
    """§2"""
    assert over("D7", "BJ")
    assert over("S5", "H5") and over("H5", "C5") and over("C5", "D5")


def test_a_pack_is_worth_a_hundred():
    """§3"""
    assert points(pack()) == 4 * 5 + 4 * 10 + 4 * 10
    assert points(cards("S5 H10 CK D7 BJ S2")) == 5 + 10 + 10


# Playing.


@pytest.mark.parametrize("seed", range(4))
def test_whoever_has_the_lowest_card_leads_and_must_play_it(seed):
    """§4"""
    state = dealt(GAME, 4, seed)
    lowest = lowest_of(GAME, state)
    first = min(range(4), key=lambda s: GAME.strength(lowest[s], {"bombs": "false"}))
    assert GAME.asked(state) == (first,)
    assert state.public.extra.lowest == tuple(lowest)
    other = next(c for c in state.hands[first] if c != lowest[first])
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, first, Action("play", cards=(other,)), RNG)
    assert refused.value.msg.key == "climb-first"
    after = GAME.apply(state, first, Action("play", cards=(lowest[first],)), RNG).state
    assert after.public.circle.top.cards == (lowest[first],)


def test_the_first_play_may_hold_more():
    """§4"""
    state = table(GAME, "D4 S4 S9/C6", must="D4")
    with pytest.raises(IllegalAction):
        say(GAME, state, "S9")
    assert len(say(GAME, state, "D4 S4").public.circle.top.cards) == 2


@pytest.mark.parametrize(
    ("text", "shape"),
    [("S8", "single"), ("S8 D8", "pair"), ("LJ BJ", "pair"), ("S8 D8 H8", "trips"),
     ("S8 D8 H8 C8", "quad")],
)  # fmt: skip
def test_kinds_of_plays(text, shape):
    """§5"""
    assert reading(GAME, text).shape == shape


@pytest.mark.parametrize("text", ["S7 S8 S9", "S8 S9", "S8 D8 S9 D9", "S7 LJ", "S8 D8 H8 S9"])
def test_there_are_no_straights_and_nothing_is_carried(text):
    """§5"""
    assert reading(GAME, text) is None
    assert reading(GAME, text, **BOMBS) is None


@pytest.mark.parametrize(
    ("new", "old", "wins"),
    [
        ("LJ BJ", "S5 H5", True),
        ("D7 C7", "LJ BJ", True),
        ("LJ BJ", "D7 C7", False),
        ("S9 H9 C9", "S8 H8 C8", True),
        ("S8 D8", "H8 C8", True),
        ("H8 C8", "S8 D8", False),
        ("S8 H8 C8 D8", "S6 H6 C6", False),
        ("S8 H8 C8", "S6", False),
        ("S8 H8 C8", "S6 H6", False),
    ],
)
def test_only_the_same_kind_beats(new, old, wins):
    """§5, §6"""
    assert over(new, old) is wins


def test_rul_07_bombs_by_the_option_beat_all_but_higher_bombs():
    """§7"""
    singles_and_pairs = ["D4", "S7", "BJ", "S7 H7", "LJ BJ"]
    triples = ["S4 H4 C4", "S7 H7 C7"]
    quad = "S4 H4 C4 D4"
    for weak in singles_and_pairs:
        assert all(over(bomb, weak, **BOMBS) for bomb in (*triples, quad))
        assert not any(over(weak, bomb, **BOMBS) for bomb in (*triples, quad))
        assert not any(over(bomb, weak) for bomb in (*triples, quad))
    assert over(quad, "S7 H7 C7", **BOMBS) and not over(quad, "S7 H7 C7")
    assert over("S6 H6 C6", "S4 H4 C4", **BOMBS)
    assert not over("S4 H4 C4", "S6 H6 C6", **BOMBS)


def test_rul_12_the_option_reaches_advice_and_refusals():
    """§7"""
    for option, advice in (("false", "pass"), ("true", "play")):
        state = say(GAME, table(GAME, "S7 D4/S4 H4 C4 D9", deck="D6 D8", bombs=option), "D4")
        seen = GAME.observe(state, 1)
        verbs = [a.verb for a in GAME.suggest(seen, 9) if len(a.cards) in (0, 3)]
        assert (verbs[0], len(verbs)) == (advice, 1 if option == "false" else 2)
    assert not over("S4 H4 C4", "D4")


def test_a_pass_is_not_for_good_and_a_lead_is_no_pass():
    """§8"""
    state = table(GAME, "D8 SA/C9 S6/H9 S8", deck="D4 C4")
    with pytest.raises(IllegalAction) as refused:
        say(GAME, state, "过")
    assert refused.value.msg.key == "climb-must-lead"
    state = say(GAME, state, "D8", "过", "H9", "SA")
    assert GAME.asked(state) == (1,)


def test_nothing_beats_the_seven_of_spades():
    """§8"""
    state = say(GAME, table(GAME, "S7 D8/C9 S6", deck="D4"), "S7")
    assert (GAME.asked(state), state.public.circle.top, len(state.public.past)) == ((0,), None, 1)
    assert state.public.counts == (2, 2), "and hands are filled up"
    beatable = say(GAME, table(GAME, "S7 D8/C9 S6", deck="D4", bombs="true"), "S7")
    assert GAME.asked(beatable) == (1,)


# Points and drawing.


def test_the_last_hand_of_a_circle_takes_its_points():
    """§9"""
    state = table(GAME, "DK D8/C2 S6/D5 S8", deck="D4 C4")
    state = say(GAME, state, "DK", "C2", "D5", "过", "过")
    assert [points(cards_) for cards_ in taken(state.public)] == [0, 0, 10 + 0 + 5]
    assert GAME.asked(state) == (2,)


def test_points_of_passes_and_rounds_add_up():
    """§9"""
    state = table(GAME, "DK D6/C2 S6/D5 S8", won="S5 H5/C10/SK")
    state = say(GAME, state, "DK", "过", "D5", "过", "过")
    assert [points(cards_) for cards_ in taken(state.public)] == [5 + 5, 10, 10 + 10 + 5]


def test_drawing_begins_with_the_winner_and_goes_round():
    """§10"""
    five = "SA HA CA DA S7/SQ HQ CQ DQ D8"
    state = say(GAME, table(GAME, five, deck="D4 C4 H4"), "S7")
    assert state.public.counts == (4 + 3, 5)
    state = say(GAME, table(GAME, "SA HA CA DA SK S7/SQ HQ CQ DQ D8", deck="D4 C4 H4"), "S7")
    assert state.public.counts == (5 + 2, 5 + (3 - 2))
    assert set(cards("D4 C4")) <= set(state.hands[0]) and card("H4") in state.hands[1]
    assert (state.deck, state.public.deck) == ((), 0)


def test_what_is_drawn_is_told_without_faces():
    """§10"""
    state = table(GAME, "SA S7/SQ D8", deck="D4 C4 H4")
    assert told(GAME, state, "S7") == ["climb-played", "draw-drew", "climb-leads"]


def test_without_cards_one_waits_for_the_pile():
    """§11"""
    state = table(GAME, "D8/C9 S6/D6 SJ", deck="D4 C4 H4 S4", hand=5)
    state = say(GAME, state, "D8")
    assert state.public.phase == PLAY and state.public.out == ()
    state = say(GAME, state, "C9", "过")
    assert GAME.asked(state) == (1,), "the leader without cards was not asked"
    assert state.public.counts == (0, 1 + 4, 2)
    assert state.public.out == (0,), "the pile ended before he could draw"


@pytest.mark.parametrize(
    ("deck", "key"), [("D4 C4", "climb-played"), ("", "climb-played-last")], ids=["pile", "none"]
)
def test_nobody_is_said_to_be_out_while_there_is_a_pile(deck, key):
    """§11"""
    assert told(GAME, table(GAME, "D8/C9 S6/D6 SJ", deck=deck), "D8")[0] == key


def test_who_finds_the_pile_used_up_is_said_to_be_out():
    """§11"""
    state = say(GAME, table(GAME, "D8/C9 S6/D6 SJ", deck="D4 C4 H4", hand=5), "D8", "C9")
    assert told(GAME, state, "过") == ["climb-passed", "draw-drew", "draw-out", "climb-leads"]


def test_those_out_at_once_stand_in_the_order_in_which_they_put_down_their_last_cards():
    """§11: 0 before 2, though 2 comes first where all draw from 1 on"""
    state = table(GAME, "D8/S7 D6 C6/D10/D9 S9", deck="D4")
    state = say(GAME, state, "D8", "过", "D10", "过", "S7")
    assert (state.public.counts, state.public.deck) == ((0, 3, 0, 2), 0)
    assert state.public.out == (0, 2)


def test_out_in_order_and_the_next_leads_for_a_winner_without_cards():
    """§11"""
    state = say(GAME, table(GAME, "D8/C9/D6 SJ/S6 SQ"), "D8", "C9", "过", "过")
    assert state.public.out == (0, 1)
    assert GAME.asked(state) == (2,)


# The end.


def test_the_deal_ends_when_one_has_cards():
    """§12"""
    state = say(GAME, table(GAME, "HK/S5 D4", won="S10 H10 C10 D10"), "HK")
    assert state.public.phase == OVER
    assert scores(GAME, state) == (40 + 10 + 5, 0)


def test_rul_20_points_left_in_hand_may_be_nobodys():
    """§12"""
    state = table(GAME, "HK/S5 D4", won="S10 H10 C10 D10", leftover="none")
    assert scores(GAME, say(GAME, state, "HK")) == (40 + 10, 0)


def test_with_a_pile_nobody_is_out():
    """§12"""
    state = say(GAME, table(GAME, "HK/S5 D4", deck="D6"), "HK")
    assert state.public.phase == PLAY
    assert GAME.asked(state) == (1,)


def test_closing_takes_what_is_left_in_all_hands():
    """§13"""
    state = table(GAME, "D7/SK D8/S5 S8", won="H10 S10 C10", end="qiaodi")
    state = say(GAME, state, "D7", "过", "过")
    assert state.public.phase == OVER
    assert scores(GAME, state) == (30 + 10 + 5, 0, 0)


def test_closing_with_two_may_be_answered():
    """§13"""
    state = say(GAME, table(GAME, "D7/S7 D8", end="qiaodi"), "D7")
    assert state.public.phase == PLAY
    state = say(GAME, state, "S7")
    assert state.public.phase == OVER, "one holds cards, and has won the circle"
    assert state.public.out == (0,)


def test_a_winner_with_cards_does_not_close():
    """§13"""
    state = table(GAME, "D7 D4/SK D8/S5 S8", end="qiaodi")
    state = say(GAME, state, "D7", "过", "过")
    assert state.public.phase == PLAY
    assert GAME.asked(state) == (0,)


def test_closing_and_points_for_nobody_do_not_go_together():
    """§13"""
    chosen = {"end": "qiaodi", "leftover": "none"}
    assert GAME.check(2, chosen).key == "draw-closing-takes-all"
    assert GAME.check(2, {**chosen, "end": "one_left"}) is None


def test_scores_that_add_up_to_nothing():
    """§14"""
    won = "SK HK CK DK S10/H10 C10 D10/S5 H5 C5"
    state = say(GAME, table(GAME, "D4/D5 D8/S6", won=won, zero_sum="true"), "D4", "过", "S6")
    assert scores(GAME, state) == (3 * 50 - 100, 3 * 30 - 100, 3 * (15 + 5) - 100)
    plain = say(GAME, table(GAME, "D4/D5 D8/S6", won=won), "D4", "过", "S6")
    assert scores(GAME, plain) == (50, 30, 15 + 5)


def test_the_reasons_say_what_was_taken():
    """§14"""
    state = table(GAME, "HK/S5 D4", won="S10 H10", zero_sum="true")
    keys = [line.key for line in GAME.outcome(say(GAME, state, "HK")).reasons]
    assert keys == ["draw-took", "draw-left", "draw-order", "draw-zero"]


# Out of time, and typing.


def test_out_of_time():
    """§15"""
    state = table(GAME, "D4 S4 S7/D6 D9", must="D4", deck="C4")
    assert GAME.on_timeout(GAME.observe(state, 0)) == Action("play", cards=cards("D4"))
    state = say(GAME, state, "D4 S4")
    assert GAME.on_timeout(GAME.observe(state, 1)) == Action("pass")
    state = table(GAME, "C4 S7 D9/D6")
    assert GAME.on_timeout(GAME.observe(state, 0)) == Action("play", cards=cards("C4"))


@pytest.mark.parametrize(
    ("line", "expected"),
    [("出 ♠7", "S7"), ("黑桃7", "S7"), ("77", "D7 S7"), ("对王", "LJ BJ"), ("大鬼小鬼", "LJ BJ"),
     ("出 十十十", "D10 H10 S10"), ("TTT", "D10 H10 S10"), ("000", "D10 H10 S10"),
     ("10 10 10", "D10 H10 S10"), ("１０１０", "D10 H10")],
)  # fmt: skip
def test_rul_09_spellings(line, expected):
    """§16"""
    state = table(GAME, "S7 D7 LJ BJ D10 H10 S10/D4")
    action = read(line, GAME.info, GAME.prompt(GAME.observe(state, 0)))
    assert sorted(action.cards) == sorted(cards(expected))


def test_the_example():
    state = table(GAME, "S7 D6/HK C4")
    state = say(GAME, state, "S7", "D6")
    assert state.public.phase == OVER
    assert scores(GAME, state) == (0 + 0 + 10, 0)
    assert state.hands[1][0].rank is Rank.KING
