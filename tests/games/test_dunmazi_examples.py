"""The examples in the rules of 蹲麻子, played: what each option changes (TXT-04)."""

from __future__ import annotations

import pytest

from engine.cards import cards
from engine.games.dunmazi.scoring import Rules, hand_score, is_mazi, may_knock
from engine.games.dunmazi.state import Phase
from tests.games.dunmazi_kit import JUNK, play, scores, table

OPENERS = [
    # 手牌, rules, its points, may it knock, is it 麻子                    why
    ("SA SK S9 S8 S4", Rules(), 11 + 10 + 9 + 8 + 4, True, False, "§2: the first example"),
    ("SA SK SQ S9 S6", Rules(target=45), 45 + 1, True, False, "§5: 46 at 45"),
    ("SA SK SQ S9 S6", Rules(target=50), 46, False, True, "§5: 46 at 50"),
    ("SA SK S9 S8 S2", Rules(), 40, True, False, "§13: exactly the target"),
    ("SA SK S9 S8 S2", Rules(strict=True), 40, False, False, "§13: no knock, but no 麻子"),
    ("SA SK S9 S8 S3", Rules(strict=True), 40 + 1, True, False, "§13: one more"),
    ("SA SK SQ S6 S4 S2", Rules(size=6), 43, True, False, "§23: six cards"),
    ("BJ SK SQ SJ S5", Rules(), 45, True, False, "§24: a joker is 10"),
    ("BJ SK SQ SJ S5", Rules(joker_score=True), 45 + 1, True, False, "§24: a joker as A"),
]


@pytest.mark.parametrize(
    ("hand", "rules", "points", "knocks", "mazi", "why"), OPENERS, ids=[r[-1] for r in OPENERS]
)
def test_txt_04_hands_of_the_examples(hand, rules, points, knocks, mazi, why):
    hand = cards(hand)
    found = hand_score(hand, rules), may_knock(hand, rules), is_mazi(hand, rules)
    assert found == (points, knocks, mazi)


TWINS = "SA SK SQ SJ S2"
JOKER, ACE = "BJ SK S9 S8 S6", "SA SQ SJ S7 S5"
KNOCKS = [
    # knocker's and challenger's hand, rules, points                     why
    (TWINS, TWINS, Rules(decks=2), [3 + 3, 0], "§23: wholly equal, the knocker wins"),
    (JOKER, ACE, Rules(), [0, 3 + 3], "§24: A beats 大王"),
    (JOKER, ACE, Rules(joker_rank=True), [3 + 3, 0], "§24: 大王 as A, then K beats Q"),
]


@pytest.mark.parametrize(
    ("knocker", "other", "rules", "points", "why"), KNOCKS, ids=[r[-1] for r in KNOCKS]
)
def test_txt_04_knocks_of_the_examples(knocker, other, rules, points, why):
    state = table(f"{knocker} / {other}", "D2 D3 D4 D5", pile="D6", rules=rules)
    assert list(scores(play(state, "knock", "call"))) == points


def test_txt_04_a_flush_of_exactly_the_target_keeps_nothing():
    """§13: under 必须超过 it may 随, for 40 − 40."""
    rules = Rules(strict=True)
    state = table("HA HK HQ H9 H8 / SA SK S9 S8 S2", "D2 D3", pile="D6", rules=rules)
    assert list(scores(play(state, "knock", "fold"))) == [48 - 40, 40 - 40]


FLUSH, ZONE = "HA HK HQ HJ H2", "D2 D3 D4 D6 D9"
SHOWDOWNS = [
    (Rules(), [43, 0], "§18: 手牌分"),
    (Rules(sudden_full=False), [43 - 40, 0], "§18: 基础分"),
]


@pytest.mark.parametrize(("rules", "points", "why"), SHOWDOWNS, ids=[r[-1] for r in SHOWDOWNS])
def test_txt_04_forced_showdowns_of_the_example(rules, points, why):
    state = table(f"{FLUSH} / {JUNK}", ZONE, pile="", rules=rules, dry=0)
    assert list(scores(play(state, *["pass"] * (2 * 2)))) == points


@pytest.mark.parametrize(("laps", "turns"), [(6, 6 * 3), (4, 4 * 3)])
def test_txt_04_swapping_for_ever_ends_when_the_example_says(laps, turns):
    """§19: for three players 18 turns, or 12."""
    rules = Rules(stall_laps=laps)
    state = table(f"{FLUSH} / {JUNK} / H5 C6 D7 H8 C9", ZONE, pile="D8", rules=rules)
    done = 0
    while state.public.phase is not Phase.OVER:
        mine, theirs = state.hands[state.public.turn][-1], state.public.zone[-1]
        state = play(state, f"swap {mine.code} <- {theirs.code}")
        done += 1
    assert done == turns
