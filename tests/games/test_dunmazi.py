"""蹲麻子, paragraph by paragraph: the numbers after § are those of its rules.zh.md."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import card, cards, pack, without
from engine.core import Action, Carry, defaults
from engine.games.dunmazi import GAME
from engine.games.dunmazi.scoring import (
    Rules,
    arranged,
    flush_suit,
    hand_score,
    is_mazi,
    may_knock,
)
from engine.games.dunmazi.state import Open, Phase, Stand, State
from engine.rng import Rng

RNG = Rng(b"dunmazi", "tests")
USUAL = Rules()


def table(hands, zone="", pile=None, *, discard="", turn=0, phase=Phase.TURN, rules=USUAL, **more):
    """A round in the middle; hands are divided by /, and the pile is the rest of the pack."""
    held = tuple(arranged(cards(hand)) for hand in hands.split("/"))
    gone = [*cards(zone), *cards(discard), *(c for hand in held for c in hand)]
    deck = cards(pile) if pile is not None else without(pack(rules.decks), gone)
    lies = Open(
        rules=rules,
        starter=0,
        turn=turn,
        phase=phase,
        pile=len(deck),
        known=((),) * len(held),
        stands=(Stand.OPEN,) * len(held),
        zone=cards(zone),
        discard=cards(discard),
        **more,
    )
    return State(lies, deck, held)


def play(state, *moves):
    """Play moves in turn: ``knock``, ``swap S3 H4 <- D9 C2``."""
    for move in moves:
        verb, _, rest = move.partition(" ")
        given, _, taken = rest.partition("<-")
        action = Action(verb, cards=cards(given), take=cards(taken))
        state = GAME.apply(state, state.open.turn, action, RNG).state
    return state


HANDS = [
    # hand, its flush, 手牌分, 麻子 (target 40)                     why
    ("SA SK SQ SJ S9", "SPADE", 11 + 10 + 10 + 10 + 9, False, "§2: A 11, K Q J 10"),
    ("S2 S3 S4 S5 S6", "SPADE", 2 + 3 + 4 + 5 + 6, True, "§4: a flush below the target"),
    ("S2 S3 S4 S5 H6", None, 2 + 3 + 4 + 5 + 6, True, "§4: no flush"),
    ("BJ LJ SA SK S2", "SPADE", 10 + 10 + 11 + 10 + 2, False, "§3: example 6, two jokers"),
    ("BJ LJ SA SK H2", None, 10 + 10 + 11 + 10 + 2, True, "§3: two jokers and two suits"),
    ("BJ LJ HA HK H2", "HEART", 10 + 10 + 11 + 10 + 2, False, "§3: two jokers are not ♠"),
    ("D10 D9 D8 D7 D6", "DIAMOND", 10 + 9 + 8 + 7 + 6, False, "§4: exactly the target"),
    ("BJ BJ LJ LJ D2", "DIAMOND", 10 + 10 + 10 + 10 + 2, False, "§3: four jokers of two packs"),
    ("BJ BJ LJ LJ", "SPADE", 10 + 10 + 10 + 10, False, "§3: nothing but jokers is ♠"),
]


@pytest.mark.parametrize(
    ("hand", "suit", "score", "mazi", "why"), HANDS, ids=[h[-1] for h in HANDS]
)
def test_hands(hand, suit, score, mazi, why):
    found = flush_suit(cards(hand))

    assert (found and found.name) == suit
    assert hand_score(cards(hand), USUAL) == score
    assert is_mazi(cards(hand), USUAL) is mazi


def test_example_1():
    state = table("SA SK SQ SJ S9/HK HQ HJ H10 H8/C2 C3 C4 D2 D3/DK DQ DJ D10 D2", "C9")
    end = play(state, "knock", "call", "fold")

    assert GAME.outcome(end).scores == (10 + 8, 0, 0, 42 - 40)


def test_strict_over_needs_more_than_the_target():
    hand = cards("D10 D9 D8 D7 D6")
    assert may_knock(hand, USUAL)
    assert not may_knock(hand, replace(USUAL, strict=True))


def test_a_dealt_table():
    state = GAME.setup(4, defaults(GAME.info), Carry(), RNG).state
    assert sorted(map(len, state.hands)) == [5, 5, 5, 6]
    assert card("BJ") in GAME.inventory(state).cards
