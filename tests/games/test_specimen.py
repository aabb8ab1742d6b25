"""比大小: one test for each paragraph of its rules."""

from __future__ import annotations

import pytest

from engine.cards import cards, codes, pack
from engine.core import Action, Carry
from engine.errors import IllegalAction
from engine.games._specimen import GAME
from engine.games._specimen.game import State
from engine.rng import Rng

HANDS = (cards("S2 H9 DA"), cards("C2 S9 HK"), cards("D3 C9 SK"))
RNG = Rng(b"unused")


def play(state, seat, code):
    return GAME.apply(state, seat, Action("play", cards(code)), RNG).state


def showdown(*played):
    state = State(HANDS, (None,) * 3)
    for seat, code in enumerate(played):
        state = play(state, seat, code)
    return GAME.outcome(state)


@pytest.mark.parametrize("seats", GAME.info.seats)
def test_three_different_cards_each_and_no_jokers(seats):
    """§1"""
    state = GAME.setup(seats, {}, Carry(), Rng(b"any", seats)).state
    held = [c for hand in state.hands for c in hand]
    assert [len(hand) for hand in state.hands] == [3] * seats
    assert len(set(held)) == 3 * seats
    assert set(held) <= set(pack(jokers=False))


def test_cards_are_secret_until_all_have_played():
    """§2"""
    state = play(play(State(HANDS, (None,) * 3), 0, "H9"), 2, "SK")
    assert GAME.observe(state, 1).chosen == ()
    assert GAME.observe(state, None).answered == (True, False, True)
    assert GAME.asked(state) == (1,)
    assert codes(GAME.observe(play(state, 1, "HK"), None).chosen) == ("H9", "HK", "SK")


REFUSED = [
    (Action("play", cards("C2")), "§2 a card of somebody else"),
    (Action("play", cards("S2 H9")), "§2 two cards"),
    (Action("play"), "§2 no card"),
    (Action("play", cards("S2"), number=1), "§2 a card and a number"),
    (Action("swap", cards("S2")), "§2 another verb"),
]


@pytest.mark.parametrize(("action", "why"), REFUSED, ids=[row[1] for row in REFUSED])
def test_refused(action, why):
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(State(HANDS, (None,) * 3), 0, action, RNG)
    assert refused.value.msg.key == "specimen-one-of-your-cards"


WINNERS = [
    (("DA", "HK", "SK"), (2, -1, -1), "§3 the ace is highest, §4 one point from each other"),
    (("S2", "C2", "D3"), (-1, -1, 2), "§3 the two is lowest"),
    (("H9", "S9", "C9"), (-1, 2, -1), "§3 equal ranks: spades win"),
    (("S2", "HK", "SK"), (-1, -1, 2), "§3 equal kings: spades win over hearts"),
]


@pytest.mark.parametrize(("played", "scores", "why"), WINNERS, ids=[row[2] for row in WINNERS])
def test_scores(played, scores, why):
    assert showdown(*played).scores == scores


def test_who_is_late_plays_the_lowest_card():
    """§5"""
    seen = GAME.observe(State(HANDS, (None,) * 3), 2)
    assert GAME.on_timeout(seen) == Action("play", cards("D3"))
