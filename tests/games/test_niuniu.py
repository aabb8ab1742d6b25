"""搶莊牛牛, paragraph by paragraph: the numbers after § are those of its rules.zh.md."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise, permutations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Suit, card, cards, codes, pack
from engine.core import Action, Carry
from engine.errors import IllegalAction
from engine.games.niuniu import GAME, policy
from engine.games.niuniu.game import PACK
from engine.games.niuniu.scoring import (
    MULTIPLIERS,
    Kind,
    arranged,
    kind,
    special,
    split,
    strength,
    value,
)
from engine.kernels.banker.state import Phase
from engine.match import act
from engine.rng import Rng
from engine.text import read
from tests.games.banker_kit import RNG, answer, fresh, say, scores, staked

# Hands.

HANDS = [
    ("S2 H3 S5 S9 SJ", 9, "§4: 2 + 3 + 5, then 9 + 10"),
    ("S2 H3 S5 S9 H9", 8, "§4: 2 + 3 + 5, then 9 + 9"),
    ("SA H8 S4 SK H7", Kind.NONE, "§4: no three make ten"),
    ("S3 H7 SK S10 HJ", Kind.NIU, "§4: 3 + 7 + 10, then 10 + 10"),
    ("S2 H8 SJ S6 H3", 9, "§4: 2 + 8 + 10, then 6 + 3"),
    ("S10 HJ SQ SK DJ", Kind.FOUR, "§5: four courts and a 10"),
    ("SJ HQ SK HK DQ", Kind.FIVE, "§5: five courts"),
    ("S10 H10 SJ HQ SK", Kind.NIU, "§5: two tens are 牛牛 only"),
    ("S9 HJ SQ SK DJ", 9, "§5: four courts and a 9 are 牛九"),
    ("SA HA S2 H2 S4", Kind.SMALL, "§5: 1 + 1 + 2 + 2 + 4 = 10"),
    ("SA H2 S3 S4 H4", 4, "§5: 1 + 2 + 3 + 4 + 4 = 14 is not small"),
    ("S3 H3 D3 C3 SA", Kind.BOMB, "§5: 13 is not small"),
    ("S10 H10 D10 C10 SJ", Kind.BOMB, "§6: rather than 牛牛"),
    ("SA HA DA CA S3", Kind.SMALL, "§6: 1 + 1 + 1 + 1 + 3 = 7, rather than a bomb"),
    ("SA HA S2 H2 S5", Kind.NONE, "§5: a 5 is not below 5"),
]


@pytest.mark.parametrize(("hand", "wanted", "why"), HANDS, ids=[row[-1] for row in HANDS])
def test_hands(hand, wanted, why):
    assert kind(cards(hand)) == wanted


LADDER = [
    "SA HA S2 H2 S4", "S3 H3 D3 C3 SA", "SJ HQ SK HK DQ", "S10 HJ SQ SK DJ", "S3 H7 SK S10 HJ",
    "S2 H3 S5 S9 SJ", "S2 H3 S5 S9 H9", "S2 H3 S5 S9 H8", "S2 H3 S5 S9 H7", "S2 H3 S5 S9 H6",
    "S2 H3 S5 S9 D5", "S2 H3 S5 S9 H4", "S2 H3 S5 SJ D2", "S2 H3 S5 SJ HA", "SA H8 S4 SK H7",
]  # fmt: skip
"""One hand of each kind, from 五小牛 to 沒牛."""


def test_the_ladder():
    """§6: each kind beats the next one."""
    kinds = [kind(cards(hand)) for hand in LADDER]
    assert kinds == [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert all(strength(cards(a)) > strength(cards(b)) for a, b in pairwise(LADDER))


EQUAL = [
    ("DK H2 S8 S3 C2", "SQ H2 S8 S3 D2", "§7: both 牛五, K against Q"),
    ("CK H2 S8 S3 C2", "DK H2 S8 S3 D2", "§7: both K, ♣ against ♦"),
    ("S4 H4 D4 C4 SA", "S3 H3 D3 C3 SK", "§7: bombs by their four alone"),
    ("SA HA DA CA SK", "S2 H2 D2 C2 S9", "§7: but A is the lowest"),
]


@pytest.mark.parametrize(("high", "low", "why"), EQUAL[:3], ids=[row[-1] for row in EQUAL[:3]])
def test_the_same_kind(high, low, why):
    assert kind(cards(high)) == kind(cards(low))
    assert strength(cards(high)) > strength(cards(low))


def test_a_is_the_lowest_bomb():
    """§7: A is below 2, also among bombs."""
    assert strength(cards(EQUAL[3][0])) < strength(cards(EQUAL[3][1]))


def independent(hand):
    """Which kind it is, from all orders of its codes: a second opinion (BET-12)."""
    faces = {"A": 1, "J": 11, "Q": 12, "K": 13}
    ranks = [faces.get(code[1:]) or int(code[1:]) for code in codes(hand)]
    if max(ranks) <= 4 and sum(ranks) <= 10:
        return 14
    if 4 in Counter(ranks).values():
        return 13
    if min(ranks) > 10:
        return 12
    if sorted(ranks)[:2][0] == 10 and sorted(ranks)[1] > 10:
        return 11
    best = 0
    for a, b, c, d, e in permutations(min(rank, 10) for rank in ranks):
        if (a + b + c) % 10 == 0:
            best = max(best, (d + e) % 10 or 10)
    return best


def by_rank():
    """One hand of each of the multisets of ranks that five cards can have."""
    faces = ("A", *map(str, range(2, 11)), "J", "Q", "K")
    for five in combinations_with_replacement(faces, 5):
        if five[0] != five[-1]:
            yield tuple(card("SHCD"[five[:at].count(face)] + face) for at, face in enumerate(five))


def test_bet_08_every_multiset_of_ranks_has_one_kind():
    """§4 §5 §6, BET-08, BET-12: 6,175 hands by rank; suits never change a kind."""
    hands = list(by_rank())
    assert len(hands) == comb(13 + 4, 5) - 13 == 6175
    for hand in hands:
        assert kind(hand) == independent(hand), codes(hand)


@given(st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True))
def test_bet_08_the_best_of_ten_splits(hand):
    """§4, BET-08: what is found is a split, and there is no other last digit."""
    hand = tuple(hand)
    found = split(hand)
    digits = {sum(map(value, hand)) % 10 for t in combinations(hand, 3) if not _rest(t)}
    assert (found is not None) == bool(digits)
    if found is not None and not special(hand):
        rest = [c for c in hand if c not in found]
        assert (sum(map(value, rest)) % 10 or Kind.NIU) == kind(hand)
    assert sorted(arranged(hand)) == sorted(hand)
    if found is not None and not special(hand):
        assert not _rest(arranged(hand)[:3])


def _rest(three):
    return sum(map(value, three)) % 10


@given(st.lists(st.sampled_from(PACK), min_size=10, max_size=10, unique=True))
def test_bet_03_there_are_no_ties(both):
    """§7, BET-03: with one pack somebody always wins."""
    assert strength(tuple(both[:5])) != strength(tuple(both[5:]))


# 搶莊 and 下倍.


def test_the_highest_bid_banks():
    """§2: 2, 3, 不搶: the second is 莊, and 莊倍 is 3."""
    public = answer(fresh(GAME, 3), 2, 3, 0).state.public
    assert (public.banker, public.multiple, public.how, public.phase) == (
        1,
        3,
        "highest",
        Phase.STAKE,
    )
    assert GAME.asked(answer(fresh(GAME, 3), 2, 3, 0).state) == (0, 2)


def test_equal_bids_are_drawn():
    """§2: a lot among the highest alone."""
    found = {answer(fresh(GAME, seed=s), 2, 3, 3, 1).state.public.banker for s in range(20)}
    assert found == {1, 2}


def test_nobody_bids():
    """§2: a lot among all, and 莊倍 is 1."""
    opened = [answer(fresh(GAME, seed=s), 0, 0, 0, 0).state.public for s in range(40)]
    assert {public.banker for public in opened} == {0, 1, 2, 3}
    assert {(public.multiple, public.how) for public in opened} == {(1, "nobody")}


MULTIPLES = [(3, (1, 2, 3)), (5, (1, 2, 3, 4, 5)), (10, (1, 2, 3, 5, 10))]


@pytest.mark.parametrize(("most", "allowed"), MULTIPLES)
def test_multiples(most, allowed):
    """§2 §3: 抢庄最高倍 and 下注最高倍."""
    match = fresh(GAME, 2, bids=most, bets=most)
    assert GAME.prompt(GAME.observe(match.state, 0)).number.allowed == (0, *allowed)
    match = answer(match, allowed[-1], 0)
    assert GAME.prompt(GAME.observe(match.state, 1)).number.allowed == allowed
    with pytest.raises(IllegalAction) as refused:
        act(match, 1, Action("stake", number=allowed[-1] + 1))
    assert refused.value.msg.key == "banker-not-so"


def test_bet_09_a_bet_stands():
    """§3, BET-09: what was bet cannot be changed, and is not seen before all have bet."""
    match = answer(fresh(GAME, 3), 3, 0, 0)
    one, two = (act(match, 1, Action("stake", number=n))[0] for n in (1, 3))
    assert all(GAME.observe(one.state, v) == GAME.observe(two.state, v) for v in (0, 2, None))
    assert GAME.observe(two.state, 1).answer == 3
    with pytest.raises(ValueError, match="not asked"):
        act(one, 1, Action("stake", number=2))


def test_cards_are_dealt_after_the_bets():
    """§3: nobody has a card while he can still bet; then all hands lie open."""
    match = answer(fresh(GAME, 3), 3, 0, 0)
    assert GAME.observe(match.state, 1).hand == ()
    match = answer(match, None, 1, 2)
    assert [len(hand) for hand in match.state.public.hands] == [5, 5, 5]
    assert match.outcome is not None


def test_bet_04_who_cannot_pay_the_base_looks_on():
    """§1, BET-04: 9 chips are no base of 10; the others play, and he wins nothing."""
    match = fresh(GAME, carry=Carry(stacks=(9, 10, 500, 481)))
    assert GAME.asked(match.state) == (1, 2, 3)
    match = answer(match, None, 0, 3, 0)
    match = answer(match, None, 1, None, 1)
    assert match.outcome.scores[0] == 0
    assert match.state.hands[0] == ()
    assert sum(match.outcome.carry.stacks) == 9 + 10 + 500 + 481


def test_two_must_be_able_to_pay():
    """§1: with one player left the match is over at once."""
    match = fresh(GAME, 3, carry=Carry(stacks=(9, 2991, 0)))
    assert match.over
    assert match.outcome.scores == (0, 0, 0)


FINISHED = [
    ("auto", {0}, {0, 2}, {0, 1, 2}, "after the bets nothing is asked"),
    ("manual", {0}, {0}, {0}, "all are asked again to arrange"),
]


@pytest.mark.parametrize(
    ("arrange", "bidding", "betting", "bet", "why"), FINISHED, ids=[row[-1] for row in FINISHED]
)
def test_who_has_nothing_more_to_say(arrange, bidding, betting, bet, why):
    """§1 §3 §8: who cannot pay the base; at the last question 莊, and who has answered."""
    stacks = Carry(stacks=(9, 1000, 1000, 1000))
    match = fresh(GAME, 4, carry=stacks, arrange=arrange)
    assert GAME.finished(match.state) == bidding
    match = answer(match, None, 0, 3, 0)
    assert GAME.finished(match.state) == betting
    match, _ = act(match, 1, Action("stake", number=1))
    assert GAME.finished(match.state) == bet


def test_who_has_arranged_has_finished():
    """§8: the last question."""
    state = GAME.apply(arranging(), 1, Action("none"), RNG).state
    assert GAME.finished(state) == {1}


# 組牌.

MANUAL = "S3 H7 SK S10 HJ/SA H8 S4 CK D7/SJ HQ DK HK DQ"


def arranging():
    state = staked(GAME, MANUAL, arrange="manual")
    for seat in (1, 2):
        state = GAME.apply(state, seat, Action("stake", number=1), RNG).state
    return state


def test_everybody_arranges():
    """§8: hands are private until the last one has answered."""
    state = arranging()
    assert GAME.asked(state) == (0, 1, 2)
    seen = GAME.observe(state, 0)
    assert codes(sorted(seen.hand)) == codes(sorted(cards(MANUAL.split("/")[0])))
    assert not GAME.observe(state, None).hand
    assert not state.public.hands
    assert GAME.prompt(seen).picks[0].most == 3
    three = Action("split", cards=cards("S3 H7 SK"))
    state = GAME.apply(state, 0, three, RNG).state
    assert not state.public.hands
    state = GAME.apply(state, 1, Action("none"), RNG).state
    state = GAME.apply(state, 2, Action("show"), RNG).state
    assert state.public.paid.scores == (10 * 3 * 3 - 10 * 3 * 4, -10 * 3 * 3, 10 * 3 * 4)


def test_a_bull_that_is_not_found_is_none():
    """§8: 3 7 K 10 J said to be 沒牛 is compared as 沒牛; 五花牛 needs no finding."""
    state = arranging()
    for seat, verb in ((0, "none"), (1, "none"), (2, "none")):
        state = GAME.apply(state, seat, Action(verb), RNG).state
    public = state.public
    assert GAME.kind(public, 0).key == "niuniu-kind-none"
    assert GAME.kind(public, 2).key == "niuniu-kind-five"
    assert public.paid.scores[2] == 10 * 3 * 4


WRONG = [
    (Action("split", cards=cards("S3 H7 S10")), None, "20 is a multiple of 10"),
    (Action("split", cards=cards("S3 SK S10")), "niuniu-not-ten", "23 is none"),
    (Action("split", cards=cards("S3 H7")), "niuniu-now-arrange", "two cards"),
    (Action("split", cards=cards("S3 H7 D10")), "niuniu-now-arrange", "a card of others"),
    (Action("show"), "niuniu-now-arrange", "no special hand"),
    (Action("bid", number=1), "niuniu-now-arrange", "the bids are over"),
]


@pytest.mark.parametrize(("action", "key", "why"), WRONG, ids=[row[-1] for row in WRONG])
def test_arrangements(action, key, why):
    """§8: three of one's own five, and a multiple of 10."""
    state = arranging()
    if key is None:
        assert GAME.apply(state, 0, action, RNG).state.answers[0] == 1
        return
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, 0, action, RNG)
    assert refused.value.msg.key == key


# Settlement.

BULL = "S3 H7 SK S10 HJ/SA H8 S4 CK D7"
"""莊 has 牛牛, the other nothing."""

FACTORS = [
    ({}, 10 * 3 * 3 * 3, "§9: the example, 270"),
    ({"base": 20}, 20 * 3 * 3 * 3, "§9: a base of 20"),
    ({"base": 50}, 50 * 3 * 3 * 3, "§9: a base of 50, but he has only 1000"),
    ({"multipliers": "steep"}, 10 * 3 * 3 * 4, "§9: 牛牛 ×4"),
    ({"multipliers": "flat"}, 10 * 3 * 3 * 1, "§9: all ×1"),
    ({"multipliers": "each"}, 10 * 3 * 3 * 10, "§9: 牛牛 ×10"),
]


@pytest.mark.parametrize(("options", "amount", "why"), FACTORS, ids=[row[-1] for row in FACTORS])
def test_what_is_paid(options, amount, why):
    paid = min(amount, 1000)
    assert scores(GAME, BULL, multiple=3, stakes=(0, 3), **options) == (paid, -paid)


def test_bet_07_multipliers_are_tables():
    """§9, BET-07: what each kind multiplies by, from 沒牛 to 五小牛."""
    assert MULTIPLIERS["usual"] == (1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 4, 4, 4)
    assert MULTIPLIERS["steep"] == (1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4, 5, 5, 6, 8)
    assert MULTIPLIERS["flat"] == (1,) * 15
    assert MULTIPLIERS["each"] == (1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)


def test_the_example_of_another_table():
    """§11: base 5, 莊倍 2: the winning hand's multiple counts, and 莊 pays and is paid."""
    hands = "S2 H3 S5 S9 SJ/C2 D3 H5 C9 H9/D2 C3 C5 D9 SK"
    found = scores(GAME, hands, multiple=2, stakes=(0, 6, 4), base=5)
    assert found == (120 - 80, -5 * 2 * 6 * 2, 5 * 2 * 4 * 2)
    found = scores(GAME, hands, multiple=2, stakes=(0, 13, 15), base=5)
    assert found == (260 - 300, -5 * 2 * 13 * 2, 5 * 2 * 15 * 2)


def test_short_of_chips():
    """§10: a 閒 who owns 100 loses no more, and wins no more."""
    assert scores(GAME, BULL, multiple=3, stakes=(0, 3), stacks=(1000, 100)) == (100, -100)
    turned = "/".join(reversed(BULL.split("/")))
    assert scores(GAME, turned, multiple=3, stakes=(0, 3), stacks=(1000, 100)) == (-100, 100)
    assert scores(GAME, turned, multiple=3, stakes=(0, 3), stacks=(60, 1000)) == (-60, 60)


def test_who_wins_says_why():
    """§9 §10: the factors, the limit, and the sum of 莊."""
    state = staked(GAME, BULL, multiple=3, stacks=(1000, 100))
    outcome = GAME.outcome(GAME.apply(state, 1, Action("stake", number=3), RNG).state)
    keys = ["banker-loses", "banker-capped", "banker-net"]
    assert [reason.key for reason in outcome.reasons] == keys
    factors = dict(dict(outcome.reasons[0].params)["sum"].params)
    assert factors == {"a": 10, "b": 3, "c": 3, "d": 3}
    assert outcome.carry.stacks == (1100, 0)
    assert outcome.broke


# Time, words, the computer player.


def test_time_is_up():
    """§12: 不搶, a bet of 1, the best arrangement."""
    match = fresh(GAME, 2)
    assert GAME.on_timeout(GAME.observe(match.state, 0)) == Action("bid", number=0)
    match = answer(match, 3, 0)
    assert GAME.on_timeout(GAME.observe(match.state, 1)) == Action("stake", number=1)
    state = arranging()
    moves = [GAME.on_timeout(GAME.observe(state, seat)) for seat in range(3)]
    assert [move.verb for move in moves] == ["split", "none", "show"]
    assert not _rest(moves[0].cards)


def test_typing():
    """§13: 抢 3, 不抢, 下 2, 组 3 7 10, 没牛."""
    match = say(say(fresh(GAME, 2, arrange="manual"), 0, "搶莊 3"), 1, "不抢")
    assert match.state.public.banker == 0
    match = say(match, 1, "下 2")
    assert match.state.public.phase is Phase.ARRANGE
    assert say(match, 0, "没牛").state.answers[0] == 0
    seen = GAME.observe(arranging(), 0)
    typed = read("组 3 7 k", GAME.info, GAME.prompt(seen))
    assert typed == Action("split", cards=cards("S3 H7 SK"))


@pytest.mark.parametrize("line", ["亮牌", "亮", "五花牛", "show"])
def test_a_special_hand_is_shown(line):
    """§8 §13"""
    seen = GAME.observe(arranging(), 2)
    assert read(line, GAME.info, GAME.prompt(seen)) == Action("show")


@pytest.mark.parametrize("manner", [policy.EXPERT, policy.USUAL], ids=["高手", "普通"])
def test_the_computer_player_risks_what_it_can_bear(manner):
    """It mostly bids 0 while it leads; behind, it bets more the more it owns."""
    player = policy.Banker(manner)
    match = fresh(GAME, 3, carry=Carry(stacks=(1800, 900, 300)), base=10)
    usual, mixed = [], []
    for seat in range(3):
        seen = GAME.observe(match.state, seat)
        bids = Counter(
            player.choose(GAME, seen, GAME.prompt(seen), Rng(b"bids", seed)).number
            for seed in range(200)
        )
        usual.append(max(bids, key=bids.__getitem__))
        mixed.append(len(bids))
        own = match.state.public.stacks[seat]
        if own // manner.daring >= 3 * policy.risk(seen):
            assert min(bids[bid] for bid in range(4)) > 5, "each bid is made now and then"
        assert max(bids) * policy.risk(seen) <= max(own // manner.daring, usual[-1])
        assert bids == Counter(
            player.choose(GAME, seen, GAME.prompt(seen), Rng(b"bids", seed)).number
            for seed in range(200)
        ), "the same chance, the same bid"
    assert usual[0] == 0 and usual[1] >= usual[2]
    assert usual[1] == (0 if manner is policy.EXPERT else 3)
    assert min(mixed[:2]) > 1, "nobody can tell a bid before it is made"


def test_the_pack():
    """§1: 52 cards, no jokers."""
    assert pack(jokers=False) == PACK
    assert all(c.suit is not Suit.NONE for c in PACK)
    assert GAME.inventory(fresh(GAME, 2).state).cards == PACK
