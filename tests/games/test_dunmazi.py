"""蹲麻子, paragraph by paragraph: the numbers after § are those of its rules.zh.md."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import Suit, cards, codes, pack
from engine.core import Carry, Outcome, defaults
from engine.games.dunmazi import GAME
from engine.games.dunmazi.scoring import (
    Rules,
    flush_suit,
    hand_score,
    is_mazi,
    may_knock,
    strength,
)
from engine.games.dunmazi.settle import pool_winner
from engine.games.dunmazi.state import End, Phase
from engine.match import Circles, Match, Rounds, deal, places, plan_of, totals
from tests.games.dunmazi_kit import JUNK, USUAL, dealt, play, scores, table

# The deal.


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_deal(seats):
    """§1 §6: six cards for 起始玩家, five for the others, and nothing on the table."""
    state = dealt(seats).state
    public = state.public

    assert [len(hand) for hand in state.hands] == [5 + (s == public.starter) for s in range(seats)]
    assert public.pile == len(state.deck) == 54 - 5 * seats - 1
    assert (public.zone, public.discard) == ((), ())
    assert GAME.asked(state) == (public.starter,)
    assert GAME.inventory(state).cards == pack()


STARTERS = [
    # last round, totals, who may start, the event                why
    ((), (), {0, 1, 2}, "dunmazi-starts-lot", "§6: the first round by lot"),
    ((18, 0, 2), (18, 9, 2), {1}, "dunmazi-starts-last", "§6: the lowest of the last round"),
    ((0, 0, 2), (9, 7, 2), {1}, "dunmazi-starts-total", "§6: then the lower total"),
    ((0, 5, 0), (9, 0, 9), {0, 2}, "dunmazi-starts-tied", "§6: then a lot between those alone"),
    ((0, 0, 0), (3, 3, 3), {0, 1, 2}, "dunmazi-starts-tied", "§6: a lot between all"),
]


@pytest.mark.parametrize(
    ("last", "points", "wanted", "key", "why"), STARTERS, ids=[r[-1] for r in STARTERS]
)
def test_starters(last, points, wanted, key, why):
    deals = [dealt(3, seed, Carry(last=last, totals=points)) for seed in range(40)]

    assert {step.state.public.starter for step in deals} == wanted
    assert {step.events[0].msg.key for step in deals} == {key}


# Hands.

HANDS = [
    # hand, its flush, 手牌分, 麻子 at 40                            why
    ("SA SK SQ SJ S9", Suit.SPADE, 11 + 10 + 10 + 10 + 9, False, "§2: A 11, K Q J 10"),
    ("S2 S3 S4 S5 S6", Suit.SPADE, 2 + 3 + 4 + 5 + 6, True, "§4: a flush below the target"),
    ("S2 S3 S4 S5 H6", None, 2 + 3 + 4 + 5 + 6, True, "§4: no flush"),
    ("SA SK SQ SJ H10", None, 11 + 10 + 10 + 10 + 10, True, "§4: no flush, however many points"),
    ("D10 D9 D8 D7 D6", Suit.DIAMOND, 10 + 9 + 8 + 7 + 6, False, "§4: exactly the target"),
    ("D10 D9 D8 D7 D5", Suit.DIAMOND, 10 + 9 + 8 + 7 + 5, True, "§4: one point short"),
    ("BJ LJ SA SK S2", Suit.SPADE, 10 + 10 + 11 + 10 + 2, False, "§3: example 6, two jokers"),
    ("BJ LJ SA SK H2", None, 10 + 10 + 11 + 10 + 2, True, "§3: example 6, ♥2 for ♠2"),
    ("BJ LJ HA HK H2", Suit.HEART, 10 + 10 + 11 + 10 + 2, False, "§3: two jokers are not ♠"),
    ("BJ BJ LJ LJ D2", Suit.DIAMOND, 10 + 10 + 10 + 10 + 2, False, "§3: four jokers and one card"),
    ("BJ BJ LJ LJ", Suit.SPADE, 10 + 10 + 10 + 10, False, "§3: nothing but jokers is ♠"),
]


@pytest.mark.parametrize(
    ("hand", "suit", "score", "mazi", "why"), HANDS, ids=[h[-1] for h in HANDS]
)
def test_hands(hand, suit, score, mazi, why):
    assert flush_suit(cards(hand)) is suit
    assert hand_score(cards(hand), USUAL) == score
    assert is_mazi(cards(hand), USUAL) is mazi
    assert may_knock(cards(hand), USUAL) is not mazi


TARGETS = [
    (35, "D10 D9 D8 D6 D2", 10 + 9 + 8 + 6 + 2, "§5: 35"),
    (45, "D10 D9 D8 DJ D8", 10 + 9 + 8 + 10 + 8, "§5: 45"),
    (50, "DA DK DQ DJ D9", 11 + 10 + 10 + 10 + 9, "§5: 50"),
]


@pytest.mark.parametrize(("target", "hand", "score", "why"), TARGETS, ids=[r[-1] for r in TARGETS])
def test_other_targets(target, hand, score, why):
    rules = Rules(target=target)

    assert score == target
    assert may_knock(cards(hand), rules)
    assert is_mazi(cards(hand), Rules(target=target + 1))


def test_the_host_may_change_the_target_and_nothing_else_between_rounds():
    """§5."""
    assert [o.key for o in GAME.info.options if o.between] == ["target"]


def test_strict_over_asks_the_knocker_alone_for_more_than_the_target():
    """§13: the option; a hand at the target is still no 麻子."""
    rules = Rules(strict=True)
    at, over = cards("D10 D9 D8 D7 D6"), cards("D10 D9 D8 D7 DQ")

    assert (may_knock(at, rules), may_knock(over, rules)) == (False, True)
    assert not is_mazi(at, rules)


REPRESENTED = [
    # hand, what the jokers stand for as points                    why
    ("BJ SK SQ SJ S9", 11 + 10 + 10 + 10 + 9, "§24: 大王 as A, the seed's case four"),
    ("BJ SA SQ SJ S9", 10 + 11 + 10 + 10 + 9, "§24: A is held, so K"),
    ("BJ LJ SA SK S2", 10 + 10 + 11 + 10 + 2, "§24: Q and J"),
    ("BJ LJ SK SQ S2", 11 + 10 + 10 + 10 + 2, "§24: 大王 A, 小王 J"),
    ("LJ SA SK SQ S2", 10 + 11 + 10 + 10 + 2, "§24: 小王 as J"),
]


@pytest.mark.parametrize(("hand", "score", "why"), REPRESENTED, ids=[r[-1] for r in REPRESENTED])
def test_jokers_that_count_as_what_they_stand_for(hand, score, why):
    assert hand_score(cards(hand), Rules(joker_score=True)) == score


BETTER = [
    # better, worse, rules                                         why
    ("D10 DK DQ DJ DA", "SK SQ SJ S10 S9", USUAL, "§15: points before suits"),
    ("S10 S9 S8 S7 S6", "HK H9 H8 H7 H6", USUAL, "§15: ♠ over ♥"),
    ("H10 H9 H8 H7 H6", "CK C9 C8 C7 C6", USUAL, "§15: ♥ over ♣"),
    ("C10 C9 C8 C7 C6", "DK D9 D8 D7 D6", USUAL, "§15: ♣ over ♦"),
    ("BJ S10 S9 S8 S3", "LJ HK H9 H8 H3", USUAL, "§15: jokers take the suit of the hand"),
    ("SA SK S8 S7 S5", "BJ LJ S9 S6 S6", USUAL, "§15: A over 大王"),
    ("BJ S10 S9 S8 S3", "LJ SK SQ S6 S4", USUAL, "§15: 大王 over 小王"),
    ("LJ S10 S9 S8 S3", "SK SQ SJ S6 S4", USUAL, "§15: 小王 over K"),
    ("SK S10 S9 S8 S3", "SQ SJ S9 S7 S4", USUAL, "§15: K over Q"),
    ("SK SQ S9 S8 S3", "SK SJ S9 S8 S3", USUAL, "§15: the second card decides"),
    ("SQ SJ S9 S8 S3", "SQ S10 S9 S8 S3", USUAL, "§15: J over 10"),
    ("SQ S9 S8 S8 S5", "SQ S9 S8 S7 S6", USUAL, "§15: the fourth card decides"),
    ("BJ SQ SJ S10 S9", "SA SQ SJ S10 S7", Rules(joker_score=True), "§24: 大王 as A scores 11"),
    ("BJ SQ SJ S9 S4", "SK SQ SJ S9 S4", Rules(joker_rank=True), "§24: 大王 as A over K"),
]  # fmt: skip


@pytest.mark.parametrize(("better", "worse", "rules", "why"), BETTER, ids=[r[-1] for r in BETTER])
def test_comparison(better, worse, rules, why):
    high, low = strength(cards(better), rules), strength(cards(worse), rules)
    if "points" not in why and "11" not in why and "fourth" not in why:
        assert high.score == low.score
    assert high > low


def test_a_joker_is_the_card_that_it_stands_for():
    """§24 §15: the seed's case four, hands that are wholly equal."""
    rules = Rules(joker_score=True, joker_rank=True)
    natural, joker = cards("SA SK SQ SJ S9"), cards("BJ SK SQ SJ S9")

    assert strength(natural, rules) == strength(joker, rules)
    assert strength(natural, USUAL) > strength(joker, USUAL)


def test_no_strength_without_a_flush():
    """§15."""
    with pytest.raises(ValueError, match="no flush"):
        strength(cards(JUNK), USUAL)


# Who gets what.

SETTLED = [
    # hands, the answers after 扣, target, scores                    why
    ("SA SK SQ SJ S9/HK HQ HJ H10 H8/C2 C3 C4 D2 D3/DK DQ DJ D10 D4",
     "call fold", 40, (10 + 8, 0, 0, 44 - 40), "§16: 砸 loses, 随 keeps, 麻子 gets nothing"),
    ("SA SK SQ SJ S9/HK HQ HJ H10 H8/C2 C3 C4 D3 D4/DK DQ DJ D10 D2",
     "call fold", 40, (10 + 8, 0, 0, 42 - 40), "§16: seed, case one"),
    ("SA SK SQ SJ S9/HA HK HQ HJ H8/CK CQ CJ C10 C8",
     "call call", 40, (10 + 9 + 8, 0, 0), "§16: seed, case two"),
    ("SA SK SQ S9 S5/HA HK HQ H9 H5", "call", 40, (5 + 5, 0), "§15 §16: seed, case three"),
    ("HA HK HQ H9 H5/SA SK SQ S9 S5", "call", 40, (0, 5 + 5), "§16: the knocker may lose"),
    ("SA SK SQ SJ S9/H2 H3 H4 H5 H6", "", 40, (50 - 40, 0), "§16: nobody can 砸"),
    ("SA SK SQ SJ S9/HA HK HQ HJ H8", "fold", 40, (50 - 40, 49 - 40), "§16: nobody did 砸"),
    ("SA SK SQ SJ S4/HA HK HQ HJ H10/CA CK CQ CJ C5",
     "call fold", 45, (0, 0 + 6, 46 - 45), "§5 §16: 基础分 counts from the target"),
    ("D10 D9 D8 D7 D6/H2 H3 H4 H5 H6", "", 40, (40 - 40, 0), "§13: 扣 for nothing"),
    ("SA SK S8 S7 S5/BJ LJ S9 S6 S6", "call", 40, (1 + 1, 0), "§15: A over 大王 decides"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hands", "answers", "target", "points", "why"), SETTLED, ids=[r[-1] for r in SETTLED]
)
def test_settlement(hands, answers, target, points, why):
    state = table(hands, pile="D2", rules=Rules(target=target))

    end = play(state, "knock", *answers.split())

    assert scores(end) == points
    assert end.public.end is End.KNOCK


def test_wholly_equal_hands_go_to_the_knocker_then_to_the_first_who_answered():
    """§15: seed, case four; two packs are needed for it."""
    hand, weak = "SA SK SQ SJ S9", "D10 D9 D8 D7 D6"
    rules = Rules(decks=2)
    order = {seat: strength(cards(hand), USUAL) for seat in (2, 0, 1)}

    assert pool_winner((2, 0, 1), order) == 2
    assert scores(play(table(f"{hand}/{hand}", "H2", rules=rules), "knock", "call")) == (20, 0)
    third = play(table(f"{weak}/{hand}/{hand}", "H2", rules=rules), "knock", "call", "call")
    assert scores(third) == (0, 0 + 10 + 10, 0)


def test_four_rounds_add_up():
    """§21: the seed's match."""
    rounds = ((18, 0, 2, 0), (10, 15, 0, 5), (0, 12, 8, 0), (20, 0, 0, 10))
    played = tuple(Outcome(points) for points in rounds)
    match = Match(GAME, 4, bytes(32), defaults(GAME.info), Rounds(4), round=4, played=played)

    assert totals(match) == (18 + 10 + 0 + 20, 0 + 15 + 12 + 0, 2 + 0 + 8 + 0, 0 + 5 + 0 + 10)
    assert places(totals(match)) == (1, 2, 4, 3)
    assert match.over


def test_how_many_deals_make_a_match():
    """§21."""
    assert GAME.info.rounds == 4
    assert plan_of(defaults(GAME.info), 4) == Rounds(4)
    assert plan_of({"quan": "lap"}, 4) == Circles(4)


def test_the_next_round_is_led_by_the_lowest_score():
    """§6 §21: through a match."""
    match, _ = deal(Match(GAME, 3, bytes(32), defaults(GAME.info), Rounds(4)))
    match, _ = deal(replace(match, played=(Outcome((3, 0, 5)),)))

    assert match.state.public.starter == 1


# Options.


def test_six_cards_a_hand():
    """§23: every 5 is a 6."""
    state = dealt(3, hand_size=6).state
    assert sorted(map(len, state.hands)) == [6, 6, 7]

    rules = Rules(size=6, target=50)
    full = table("SA SK SQ SJ S9 S8/H2 H3 H4 H5 H6 H7", "CA CK CQ CJ C10 C9", rules=rules)
    assert play(full, "swap S8 S9 <- CA CK").public.full
    part = table("SA SK SQ SJ S9 S8/H2 H3 H4 H5 H6 H7", "CA CK CQ CJ C10", rules=rules)
    assert len(play(part, "swap SK SQ SJ S9 S8").public.zone) == 5
    assert play(part, "draw").public.phase is Phase.PUT
    assert scores(play(part, "knock")) == (11 + 10 + 10 + 10 + 9 + 8 - 50, 0)


def test_two_packs():
    """§23."""
    state = dealt(4, decks=2).state

    assert GAME.inventory(state).cards == pack(2)
    assert len(pack(2)) == 108
    twins = table("SA SA SK SQ S9/H2 H3 H4 H5 H6", "SA", rules=Rules(decks=2), pile="D2")
    assert codes(play(twins, "swap SA").hands[0]) == ("SA", "SA", "SK", "SQ", "S9")


OFFERED = [
    ("target", (40, 45, 50, 35), "§5"),
    ("sudden_death", ("hand", "basic"), "§18"),
    ("stall_laps", (6, 4, 8), "§19"),
    ("strict_over", ("false", "true"), "§13"),
    ("joker_score", ("ten", "represented"), "§24"),
    ("joker_rank", ("joker", "represented"), "§24"),
    ("hand_size", (5, 6), "§23"),
    ("decks", (1, 2), "§23"),
    ("quan", ("deal", "lap"), "§21"),
    ("final_tie", ("joint", "playoff"), "§21"),
]


def test_the_options_in_the_lobbys_order():
    """The costly surprise, §18, comes second."""
    assert [(o.key, o.values) for o in GAME.info.options] == [row[:2] for row in OFFERED]
