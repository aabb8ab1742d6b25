"""七鬼五二一, rule by rule. Paragraphs are those of rules.zh.md."""

from itertools import pairwise

import pytest

from engine.cards import cards, pack
from engine.core import Action
from engine.errors import IllegalAction
from engine.games.qigui521 import GAME
from engine.kernels.climb.rules import beats
from engine.kernels.climb.state import OVER, PLAY
from engine.kernels.draw.deal import points, taken
from tests.games.draw_kit import dealt, everything, reading, say, scores, table


def over(new, old, **options):
    """Whether a play beats another."""
    return beats(reading(GAME, new, **options), reading(GAME, old, **options))


def test_ranks_from_high_to_low():
    """§1"""
    row = cards("S7 BJ LJ S5 S2 SA SK SQ SJ S10 S9 S8 S6 S4 S3")
    assert all(over(high.code, low.code) for high, low in pairwise(row))
    assert over("SA", "SK") and over("S2", "SA")
    assert not any(over("D3", other.code) for other in pack())
    assert over("S3", "H3") and over("H3", "C3") and over("C3", "D3")


@pytest.mark.parametrize(("old", "wins"), [("S5 H5", True), ("D7 C7", False)])
def test_the_jokers_are_a_pair(old, wins):
    """§2"""
    assert over("LJ BJ", old) is wins
    assert over(old, "LJ BJ") is not wins


def test_nothing_beats_the_seven_of_spades():
    """§2"""
    state = say(GAME, table(GAME, "S7 D8/C9 S6", deck="D4"), "S7")
    assert (GAME.asked(state), state.public.circle.top) == ((0,), None)
    assert GAME.asked(say(GAME, table(GAME, "S7 D8/C9 S6", bombs="true"), "S7")) == (1,)


@pytest.mark.parametrize(("hand", "left"), [(7, 54 - 2 * 7), (5, 54 - 2 * 5)])
def test_hands_and_the_pile(hand, left):
    """§3"""
    state = dealt(GAME, 2, hand=hand)
    assert (state.public.counts, len(state.deck)) == ((hand, hand), left)
    assert everything(state) == list(pack())
    assert set(GAME.info.seats) == {2, 3, 4, 5, 6, 7}


def test_the_first_play_holds_the_lowest_card():
    """§4"""
    state = table(GAME, "D3 S3 S9/C6", must="D3")
    with pytest.raises(IllegalAction) as refused:
        say(GAME, state, "S9")
    assert refused.value.msg.key == "climb-first"
    assert [say(GAME, state, line).public.counts for line in ("D3", "D3 S3")] == [(2, 1), (1, 1)]


def test_kinds_and_how_they_compare():
    """§4"""
    shapes = [reading(GAME, text) for text in ("D8", "D8 S8", "D8 S8 C8", "D8 S8 C8 H8")]
    assert [found.shape for found in shapes] == ["single", "pair", "trips", "quad"]
    assert reading(GAME, "S8 S9 S10") is None
    assert over("S8 D8", "H8 C8") and not over("H8 C8", "S8 D8")


def test_who_passes_may_come_back_and_who_leads_may_not_pass():
    """§4"""
    state = table(GAME, "D8 SA/C9 S6/H9 S8", deck="D4 C4")
    with pytest.raises(IllegalAction):
        say(GAME, state, "过")
    assert GAME.asked(say(GAME, state, "D8", "过", "H9", "SA")) == (1,)


@pytest.mark.parametrize(("option", "wins"), [("false", False), ("true", True)])
def test_rul_12_bombs_by_the_option(option, wins):
    """§5"""
    assert over("S3 H3 C3", "S7 H7", bombs=option) is wins
    assert over("S3 H3 C3 D3", "S7 H7 C7", bombs=option) is wins


def test_points_go_to_the_last_hand_and_all_draw_from_there():
    """§6"""
    assert points(pack()) == 4 * 5 + 4 * 10 + 4 * 10
    state = table(GAME, "DK D8/C2 S6/D5 S8", deck="D4 C4 H4 S4 D6 C6 H6 C8 H8")
    state = say(GAME, state, "DK", "C2", "D5", "过", "过")
    assert [points(won) for won in taken(state.public)] == [0, 0, 10 + 0 + 5]
    assert GAME.asked(state) == (2,)
    assert state.public.counts == (1 + 9 - 6, 1, 1 + 6)


def test_without_a_pile_the_next_leads_for_a_winner_who_is_out():
    """§7"""
    state = say(GAME, table(GAME, "D8/S6 D4/D6 SJ"), "D8", "过", "过")
    assert (state.public.out, GAME.asked(state)) == ((0,), (1,))
    waiting = say(GAME, table(GAME, "D8/S6 D4/D6 SJ", deck="C4"), "D8", "过", "过")
    assert (waiting.public.out, GAME.asked(waiting)) == ((), (0,))


def test_closing_and_not():
    """§8"""
    hands, won = "D7/SK D8/S5 S8", "H10 S10 C10"
    closed = say(GAME, table(GAME, hands, won=won, end="qiaodi"), "D7", "过", "过")
    assert scores(GAME, closed) == (30 + 10 + 5, 0, 0)
    going_on = say(GAME, table(GAME, hands, won=won), "D7", "过", "过")
    assert (going_on.public.phase, GAME.asked(going_on)) == (PLAY, (1,))


@pytest.mark.parametrize(("option", "left"), [("last_hand", 5), ("none", 0)])
def test_points_left_in_hand(option, left):
    """§8"""
    state = say(GAME, table(GAME, "HK/S5 D4", leftover=option), "HK")
    assert scores(GAME, state) == (10 + left, 0)


@pytest.mark.parametrize(
    ("option", "expected"), [("false", (70, 30)), ("true", (2 * 70 - 100, 2 * 30 - 100))]
)
def test_scores(option, expected):
    """§9"""
    won = "SK HK CK DK S10 H10/C10 D10 S5 H5"
    state = table(GAME, "C5 D5/D4", won=won, zero_sum=option)
    assert scores(GAME, say(GAME, state, "C5 D5")) == expected


def test_out_of_time_and_typing():
    """§10"""
    state = table(GAME, "D3 S7/D6 D9", must="D3")
    assert GAME.on_timeout(GAME.observe(state, 0)) == Action("play", cards=cards("D3"))
    state = say(GAME, table(GAME, "LJ BJ S7 H7/D6 D9", deck="D4"), "对王")
    assert GAME.on_timeout(GAME.observe(state, 1)) == Action("pass")
    state = say(GAME, state, "过")
    assert state.public.counts == (2 + 1, 2)


def test_the_example():
    state = say(GAME, table(GAME, "SA S10/HK C3"), "S10", "HK", "SA")
    assert state.public.phase == OVER
    assert scores(GAME, state) == (10 + 10, 0)
