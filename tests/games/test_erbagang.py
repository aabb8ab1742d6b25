"""二八杠, paragraph by paragraph: the numbers after § are those of its rules.zh.md."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb

import pytest

from engine.cards import TILES, cards, codes
from engine.core import Action, Carry, defaults, waiting
from engine.errors import IllegalAction, UnreadableAction
from engine.games.erbagang import GAME, policy
from engine.games.erbagang.game import PACK, limit
from engine.games.erbagang.scoring import Kind, compared, strength
from engine.kernels.banker.state import Phase
from engine.match import act, deal, totals
from engine.rng import Rng
from tests.games.banker_kit import RNG, answer, fresh, laid, say, scores, staked

# The pack and the chips.


def test_five_deals_use_the_whole_pack():
    """§1: 4 × 2 × 5 = 40 tiles, none twice; what is left stays hidden, what was shown does not."""
    match, shown = fresh(GAME, rounds=1), Counter()
    for number in range(1, 6):
        before = match.state.public.gone
        assert Counter(before) == shown
        assert len(match.state.deck) == 40 - 8 * (number - 1)
        match = answer(answer(match, 0, 0, 0, 0), *_lowest(match))
        shown += Counter(tile for hand in match.state.public.hands for tile in hand)
        if number < 5:
            match, _ = deal(match)
    assert shown == Counter(PACK) == Counter(TILES * 4)
    assert match.over
    with pytest.raises(ValueError, match="no round"):
        deal(match)


def _lowest(match):
    """A bet of 1 for all but 莊, once there is one."""
    banker = answer(match, 0, 0, 0, 0).state.public.banker
    return [None if seat == banker else 1 for seat in range(4)]


def test_the_next_round_has_a_fresh_pack():
    """§1: the sixth deal of two rounds is dealt from 40 again."""
    match = fresh(GAME, rounds=2)
    for _ in range(5):
        match, _ = deal(answer(answer(match, 0, 0, 0, 0), *_lowest(match)))
    assert (match.round, len(match.state.deck), match.state.public.gone) == (6, 40, ())


def test_what_is_not_dealt_is_not_known():
    """§1: equal screens, whatever order the rest of the pack public in."""
    match = fresh(GAME)
    match, _ = deal(answer(answer(match, 0, 0, 0, 0), *_lowest(match)))
    seen = GAME.observe(match.state, 0)
    turned = GAME.imagine(seen, Rng(b"other"))
    assert turned.deck != match.state.deck
    assert GAME.observe(turned, 0) == seen
    assert repr(match.state).count("Card(") == len(seen.public.gone)


ENDS = [
    ((9, 991, 1000, 2000), 10, True, "§2: 9 are not enough for a base of 10"),
    ((9, 991, 1000, 2000), 5, False, "§2: but for one of 5"),
    ((0, 1000, 1000, 2000), 1, True, "§2: nothing at all"),
]


@pytest.mark.parametrize(("stacks", "base", "over", "why"), ENDS, ids=[row[-1] for row in ENDS])
def test_the_match_ends_when_chips_run_short(stacks, base, over, why):
    match = fresh(GAME, carry=Carry(stacks=stacks), base=base)
    assert match.over is over
    if over:
        assert match.outcome.scores == (0, 0, 0, 0)
        assert match.outcome.carry.stacks == stacks


def test_a_round_that_ruins_somebody_is_the_last():
    """§2: seat 1 owned 60 and lost them; the plan had four more deals."""
    hands = "T9 T9/T1 T4/T1 T5/T1 T6"
    state = staked(GAME, hands, multiple=200, stacks=(1000, 60, 1000, 1000))
    for seat, stake in ((1, 60), (2, 1), (3, 1)):
        state = GAME.apply(state, seat, Action("stake", number=stake), RNG).state
    outcome = GAME.outcome(state)
    assert outcome.scores == (60 + 1 + 1, -60, -1, -1)
    assert outcome.broke
    assert outcome.carry.stacks == (1000 + 62, 1000 - 1000, 999, 999)


# 搶莊 and 下倍.


def test_any_bidder_may_become_banker():
    """§3: a lot among the bidders, whatever they bid; 莊倍 is his own bid."""
    found = Counter()
    for seed in range(60):
        match = answer(fresh(GAME, seed=seed), 200, 3, 0, 0)
        public = match.state.public
        found[public.banker] += 1
        assert public.multiple == (200, 3)[public.banker]
        assert public.how == "lot"
    assert set(found) == {0, 1}
    assert min(found.values()) > 15


def test_the_highest_bidder_is_banker_by_option():
    """§3: 谁坐庄 = 抢得最高的."""
    for seed in range(8):
        public = answer(fresh(GAME, seed=seed, banker="highest"), 200, 3, 0, 0).state.public
        assert (public.banker, public.multiple, public.how) == (0, 200, "highest")
    tied = {answer(fresh(GAME, seed=s, banker="highest"), 9, 9, 3, 0).state.public.banker
            for s in range(16)}  # fmt: skip
    assert tied == {0, 1}


def test_nobody_bids():
    """§3: 莊 is drawn from all, 莊倍 is 3, and a 閒 can bet 1."""
    bankers = set()
    for seed in range(40):
        match = answer(fresh(GAME, seed=seed), 0, 0, 0, 0)
        public = match.state.public
        bankers.add(public.banker)
        assert (public.multiple, public.how) == (3, "nobody")
        asked = GAME.asked(match.state)[0]
        assert GAME.prompt(GAME.observe(match.state, asked)).number.allowed == range(1, 2)
    assert bankers == {0, 1, 2, 3}


LIMITS = [
    (200, 66, "§4: a third of 200, rounded down"),
    (3, 1, "§4: a third of 3"),
    (5, 1, "§4: 5 ÷ 3 is 1 and a rest"),
    (2, 1, "§4: at least 1"),
]


@pytest.mark.parametrize(("multiple", "most", "why"), LIMITS, ids=[row[-1] for row in LIMITS])
def test_the_highest_bet(multiple, most, why):
    assert limit(multiple) == most


def test_a_bet_above_the_limit_is_refused():
    """§4: of a 莊倍 of 200, 66 is taken and 67 is not; the refusal says what would be right."""
    state = staked(GAME, "T1 T2/T1 T3/T1 T4/T1 T5", multiple=200)
    assert GAME.apply(state, 1, Action("stake", number=66), RNG).state.answers[1] == 66
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, 1, Action("stake", number=67), RNG)
    rule = dict(refused.value.msg.params)["rule"]
    assert dict(rule.params) == {"least": 1, "most": 66}


BIDS = [
    ("0", IllegalAction, "a bid of 0 is typed 不抢 or pressed"),
    ("-5", IllegalAction, "below 0"),
    ("−5", UnreadableAction, "another minus sign"),
    ("1e9", UnreadableAction, "an exponent"),
    ("3.5", UnreadableAction, "a fraction"),
    ("2", IllegalAction, "below 3"),
    ("1001", IllegalAction, "more than is owned"),
    ("999999999", IllegalAction, "far more than is owned"),
]


@pytest.mark.parametrize(("line", "error", "why"), BIDS[1:], ids=[row[-1] for row in BIDS[1:]])
def test_bet_05_bad_numbers_are_refused(line, error, why):
    """§11, BET-05: nothing below, between or above is taken, and nothing changes."""
    match = fresh(GAME)
    before = match.state
    with pytest.raises(error):
        say(match, 0, f"抢 {line}" if line == "2" else line)
    assert match.state == before


@pytest.mark.parametrize(("line", "number"), [("５", 5), ("抢 200", 200), ("1000", 1000),
                                               ("不抢", 0), ("过", 0), ("no", 0)])  # fmt: skip
def test_what_may_be_typed(line, number):
    """§11, BET-05: full-width digits are digits."""
    assert say(fresh(GAME), 0, line).state.answers[0] == number


def test_what_a_third_of_all_can_be_asked_for():
    """§3: at most chips ÷ base; with fewer than 3 of them one can only pass."""
    match = fresh(GAME, carry=Carry(stacks=(2, 29, 30, 3939)), base=1)
    allowed = [GAME.prompt(GAME.observe(match.state, seat)).number.allowed for seat in range(4)]
    assert allowed[0] == (0,)
    assert allowed[1] == range(3, 30)
    assert allowed[3][-1] == 3939


def test_answers_are_kept_until_all_are_there():
    """§3 §4, BET-09: who has answered is seen, what is not, and it cannot be changed."""
    match = fresh(GAME)
    match, events = act(match, 2, Action("bid", number=200))
    assert waiting(GAME, match.state) == (0, 1, 3)
    other = act(fresh(GAME), 2, Action("bid", number=0))[0]
    for viewer in (0, 1, 3, None):
        assert GAME.observe(match.state, viewer) == GAME.observe(other.state, viewer)
    assert [event.msg.key for event in events] == ["banker-bid-said"]
    with pytest.raises(ValueError, match="not asked"):
        act(match, 2, Action("bid", number=3))


# The ladder.

LADDER = [
    "TW TW", "T9 T9", "T8 T8", "T5 T5", "T1 T1", "T2 T8", "T9 TW", "T4 T5", "T8 TW", "T3 T5",
    "T1 TW", "T5 T6", "T6 T4",
]  # fmt: skip
"""Hands from strongest to weakest."""


@pytest.mark.parametrize(("high", "low"), list(combinations(LADDER, 2)))
def test_the_ladder(high, low):
    """§5 §6: 天王, 寶牌, 二八杠, then points."""
    one, two = cards(high), cards(low)
    assert compared(one, two, "high_tile") == 1
    assert compared(two, one, "high_tile") == -1


POINTS = [
    ("T9 TW", Fraction(19, 2), "§6: 9½"),
    ("T5 T8", 5 + 8 - 10, "§6: 13 is 3"),
    ("T6 T4", 6 + 4 - 10, "§6: 10 is 0"),
    ("T3 TW", 3 + Fraction(1, 2), "§6: 3½"),
    ("T9 T1", 0, "§6: 0"),
]


@pytest.mark.parametrize(("hand", "points", "why"), POINTS, ids=[row[-1] for row in POINTS])
def test_points(hand, points, why):
    assert strength(cards(hand)) == (Kind.POINTS, 2 * points)


def test_two_and_eight_are_no_points():
    """§6: 二八杠 is not 0 points."""
    assert strength(cards("T8 T2"))[0] is Kind.GANG


def independent(hand):
    """The place of a hand in the list of the 55, written out: a second opinion."""
    low, high = sorted("W123456789".index(code[1]) for code in codes(hand))
    order = [(0, 0), *((n, n) for n in range(9, 0, -1)), (2, 8)]
    for points in range(19, -1, -1):
        for top in range(9, 0, -1):
            for other in range(top):
                half = 2 * top + 1 if other == 0 else 2 * ((top + other) % 10)
                if half == points and (other, top) not in order:
                    order.append((other, top))
    return -order.index((low, high))


def test_bet_12_all_pairs_against_another_evaluator():
    """§5 §6 §7, BET-12: all 55 kinds against each other."""
    kinds = list(combinations_with_replacement(TILES, 2))
    assert len(kinds) == 55
    for one in kinds:
        for two in kinds:
            wanted = 1 if independent(one) > independent(two) else -1
            assert compared(one, two, "high_tile") == wanted, (codes(one), codes(two))


TIES = [
    # ours, theirs, by higher tile, 莊 wins, nobody pays     why
    ("T8 T1", "T6 T3", 1, -1, 0, "§7: 9 points each, 8 is more than 6"),
    ("T6 T3", "T8 T1", -1, -1, 0, "§7: and the other way round"),
    ("TW T1", "T1 TW", -1, -1, 0, "§7: wholly equal"),
    ("T9 T9", "T9 T9", -1, -1, 0, "§7: equal 寶牌"),
    ("TW TW", "TW TW", -1, -1, 0, "§7: two 天王"),
    ("T9 T1", "T7 T3", 1, -1, 0, "§7: 0 points each"),
]


@pytest.mark.parametrize(
    ("ours", "theirs", "high", "banker", "push", "why"), TIES, ids=[row[-1] for row in TIES]
)
def test_bet_03_ties(ours, theirs, high, banker, push, why):
    """§7, BET-03: each option of 点数相同."""
    for tie, wanted in (("high_tile", high), ("banker", banker), ("push", push)):
        found = scores(GAME, f"{theirs}/{ours}", stakes=(0, 5), tie=tie)
        assert found == (-5 * wanted, 5 * wanted)


# Settlement.

SETTLED = [
    ((0, 5, 25, 30), (25 - 125 + 150, -5 * 5, 5 * 25, -5 * 30), "§8: +50 for 莊"),
    ((0, 3, 30, 25), (15 - 150 + 125, -5 * 3, 5 * 30, -5 * 25), "§8: −10 for 莊"),
]


@pytest.mark.parametrize(("stakes", "wanted", "why"), SETTLED, ids=[row[-1] for row in SETTLED])
def test_settlements(stakes, wanted, why):
    hands = "T4 T5/T1 T2/T9 T9/T5 T6"
    assert scores(GAME, hands, stakes=stakes, multiple=100, base=5) == wanted


def test_short_of_chips():
    """§9: raw −1, +51, −11, 莊 owns 13."""
    hands = "T4 T5/T1 T2/T9 T9/T5 T6"
    found = scores(GAME, hands, stakes=(0, 1, 51, 11), stacks=(13, 99, 99, 99), multiple=153)
    assert found == (1 - 17 + 4, -1, 17, -4)


def test_three_bets_at_the_limit_cost_the_banker_his_bid_at_most():
    """§4 §8: 莊 who bids all he has can pay."""
    hands = "T4 T6/T1 T2/T9 T9/T5 T6"
    for owned in range(3, 60):
        most = limit(owned)
        lost = scores(GAME, hands, stakes=(0, most, most, most), stacks=(owned, 99, 99, 99))[0]
        assert -lost == 3 * most <= owned


def test_a_settlement_gives_its_reasons():
    """§8: a line for each 閒 and one for 莊, and the points are those of the stacks."""
    state = staked(GAME, "T4 T5/T1 T2/T9 T9/T5 T6", multiple=90, base=5)
    for seat, stake in ((1, 5), (2, 25), (3, 30)):
        state = GAME.apply(state, seat, Action("stake", number=stake), RNG).state
    outcome = GAME.outcome(state)
    assert outcome.scores == (50, -25, 125, -150)
    assert outcome.carry.stacks == (1050, 975, 1125, 850)
    keys = ["banker-loses", "banker-wins", "banker-loses", "banker-net"]
    assert [reason.key for reason in outcome.reasons] == keys
    assert dict(outcome.reasons[-1].params)["sum"] == "25 −125 +150"


# Time, hints, screens.


def test_time_is_up():
    """§10: 不抢, and a bet of 1."""
    match = fresh(GAME)
    assert GAME.on_timeout(GAME.observe(match.state, 0)) == Action("bid", number=0)
    state = staked(GAME, "T1 T2/T1 T3/T1 T4/T1 T5", multiple=200)
    assert GAME.on_timeout(GAME.observe(state, 1)) == Action("stake", number=1)


def test_tiles_are_shown_as_tiles():
    """§1: what was shown lies on the table in the next deal, by tile codes."""
    match = fresh(GAME)
    match = answer(answer(match, 0, 0, 0, 0), *_lowest(match))
    shown = sorted(tile for hand in match.state.public.hands for tile in hand)
    match, _ = deal(match)
    last = GAME.present(GAME.observe(match.state, None)).blocks[-1]
    assert last.codes == codes(shown)
    assert set(last.codes) <= {tile.code for tile in TILES}


def test_the_computer_player_bids_and_bets_what_it_can_bear():
    """It bids a part of what it owns; ahead it bets a small part of it, behind a larger one."""
    match = fresh(GAME, carry=Carry(stacks=(1000, 400, 1600, 1000)))
    choose = policy.POLICY.choose
    seen = GAME.observe(match.state, 1)
    assert choose(GAME, seen, GAME.prompt(seen), RNG) == Action("bid", number=400 // policy.BANK)
    state = staked(GAME, "T1 T2/T1 T3/T1 T4/T1 T5", multiple=200, stacks=(1000, 360, 1600, 1040))
    bets = [choose(GAME, s, GAME.prompt(s), RNG).number
            for s in (GAME.observe(state, 1), GAME.observe(state, 2))]  # fmt: skip
    assert bets == [360 // policy.BEHIND, 1600 // policy.AHEAD]


def test_totals_count_the_difference():
    """§2: 1000 fresh chips each, and the totals are what was won or lost."""
    match = fresh(GAME)
    match = answer(answer(match, 0, 0, 0, 0), *_lowest(match))
    assert sum(totals(match)) == 0
    stacks = match.outcome.carry.stacks
    assert [own - 1000 for own in stacks] == list(totals(match))


def test_a_deal_needs_no_more_than_its_options():
    """The example of a table is made of the same parts as a deal."""
    public = laid(GAME, "T1 T2/T3 T4")
    assert dict(public.options) == defaults(GAME.info)
    assert public.phase is Phase.OVER


EDGES = [("high_tile", -0.0119), ("banker", -0.0539), ("push", 0.0)]


@pytest.mark.parametrize(("tie", "edge"), EDGES)
def test_what_a_bet_is_worth(tie, edge):
    """§7: all pairs of hands from a full pack, each as often as it comes; 莊 has what is equal."""
    left, total, net = Counter(dict.fromkeys(TILES, 4)), 0, 0
    for ours in combinations_with_replacement(TILES, 2):
        rest = left - Counter(ours)
        for theirs in combinations_with_replacement(TILES, 2):
            weight = _ways(ours, left) * _ways(theirs, rest)
            total += weight
            net += weight * compared(ours, theirs, tie)
    assert total == comb(40, 2) * comb(38, 2)
    assert abs(net / total - edge) < 0.0001


def _ways(hand, left):
    one, two = hand
    return comb(left[one], 2) if one == two else left[one] * left[two]
