"""上饶打炸: what is paid. Expected scores are sums that can be followed, by seat."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Rank
from engine.core import Carry
from engine.games.dazha.pay import bonus, natural_bombs, penalised, unit
from engine.games.dazha.pay import shown as bombs_of
from engine.kernels.climb.state import OVER, Put
from tests.games.dazha_kit import GAME, chosen, ended, held, reading, say, shown, table


def paid(line, hand, **options):
    """Scores of a bomb alone: seat 0 plays it and is out, seat 2 too; the result pays nothing."""
    state = table(f"{hand}/7/9/8", team_base=0, **options)
    state = say(state, line)
    if state.public.turn != 2:
        state = say(state, *["过"] * 3)
    return GAME.outcome(say(state, "9")).scores


def pays(amount):
    return (3 * amount, -amount, -amount, -amount)


# 炸弹奖励.


@pytest.mark.parametrize(
    ("hand", "amount"),
    [
        ("3333", 0),
        ("8888x", 1),
        ("88888", 1),
        ("888888", 2),
        ("8888xx", 2),
        ("8888xxD", 4),
        ("88888888", 8),
        ("8888888xD", 16),
        ("88888888xxD", 16),
        ("2222", 1),
        ("22222", 2),
        ("2222xx", 4),
        ("7777", 0),
        ("xxDD", 8),
    ],
)
def test_what_a_bomb_is_paid(hand, amount):
    """§16: 5 to 9 cards pay 1, 2, 4, 8, 16; 2s one level more; 四王 played are 8 cards"""
    line = "出 " + " ".join({"x": "小王", "D": "大王"}.get(face, face) for face in hand)
    assert paid(line, hand) == (3 * amount, -amount, -amount, -amount)


@pytest.mark.parametrize(
    ("level", "by_cap"),
    [
        (4, (0, 0, 0, 0)),
        (5, (1, 1, 1, 1)),
        (8, (8, 8, 8, 8)),
        (9, (16, 16, 16, 16)),
        (10, (16, 20, 26, 16 * 2)),
        (11, (16, 20, 26, 16 * 2 * 2)),
        (12, (16, 20, 26, 16 * 2 * 2 * 2)),
    ],
)
def test_the_cap_is_an_option(level, by_cap):
    """§16"""
    assert tuple(unit(level, chosen(cap=cap)) for cap in (9, 20, 26, "none")) == by_cap


@pytest.mark.parametrize(("option", "amount"), [("off", 0), ("on", 1)])
@pytest.mark.parametrize("face", "7JKA")
def test_lucky_ranks_are_an_option(option, amount, face):
    """§16: 7777 pays as five cards"""
    assert paid(" ".join(face * 4), face * 4, lucky_ranks=option) == pays(amount)
    assert paid("6666", "6666", lucky_ranks=option) == pays(0)


@pytest.mark.parametrize(("option", "amount"), [("false", 1), ("true", 0)])
def test_a_double_finish_may_cancel_the_rewards(option, amount):
    """§16, §17: the fine stays: 1 joker, −3 and +1 to each other"""
    found = paid("88888", "88888", double_kou_cancels_bombs=option)
    assert found == pays(amount)
    state = table("88888/7/9/8x", team_base=0, double_kou_cancels_bombs=option)
    state = say(state, "88888", "过", "过", "过", "9")
    base = pays(amount)
    assert GAME.outcome(state).scores == (base[0] + 1, base[1] + 1, base[2] + 1, base[3] - 3)


def test_a_reward_is_told_when_it_falls():
    """§16"""
    state = table("8888x3/4/5/6")
    view = GAME.present(GAME.observe(say(state, "8888 小王"), None))
    assert view.blocks[2].plays[0].label.key == "climb-shape-bomb"


# The team's result.


def test_a_double_finish_played_out():
    """§14, §15: 4 = 2 × 2; eight K pay 8 from each"""
    state = table("KKKKKKKKTT/T/3/99")
    state = say(state, "K" * 8, "过", "过", "过", "TT", "过", "过", "过", "3")
    assert state.public.phase == OVER
    outcome = GAME.outcome(state)
    assert outcome.scores == (4 + 3 * 8, -4 - 8, 4 - 8, -4 - 8)
    assert outcome.reasons[1].key == "dazha-result-double"
    assert outcome.carry == Carry(), "partners are found anew"
    assert [m.key for row in GAME.present(GAME.observe(state, None)).blocks[0].rows
            for m in row.marks] == ["dazha-mark-out-1", "dazha-mark-out-2"]  # fmt: skip


@pytest.mark.parametrize(
    ("out", "points", "left", "winners", "amount", "key"),
    [
        ((0, 2), (100, 60, 0, 40), 0, (0, 2), 2 * 2, "double"),
        ((0, 2), (90, 60, 0, 40), 10, (0, 2), 2 * 2, "double"),
        ((0, 2), (90, 60, 0, 50), 0, (0, 2), 2, "doubleless"),
        ((0, 2), (0, 100, 0, 100), 0, (0, 2), 2, "doubleless"),
        ((0, 2), (150, 0, 40, 0), 10, (0, 2), 2 * 3, "all"),
        ((0, 1, 2), (60, 40, 60, 40), 0, (0, 2), 2, "more"),
        ((0, 1, 2), (40, 60, 40, 60), 0, (1, 3), 2, "more"),
        ((0, 1, 2), (40, 60, 50, 40), 10, (0, 2), 2, "more"),
        ((0, 1, 2), (50, 50, 50, 50), 0, (0, 2), 2, "more"),
        ((1, 0, 2), (50, 50, 50, 50), 0, (1, 3), 2, "more"),
        ((0, 1, 2), (0, 100, 0, 100), 0, (1, 3), 2 * 3, "all"),
        ((3, 0, 2), (100, 0, 100, 0), 0, (0, 2), 2 * 3, "all"),
    ],
)
def test_who_wins_by_points_and_how_much(out, points, left, winners, amount, key):
    """§14, §15: 双扣 4 or 2, the most points 2, 100 to 100 the first one out, all 200 points 6"""
    state = ended(out, points, left)
    outcome = GAME.outcome(state)
    assert sum(points) + left == 200
    assert outcome.scores == tuple(amount if s in winners else -amount for s in range(4))
    assert outcome.reasons[1].key == f"dazha-result-{key}"


@pytest.mark.parametrize("base", [0, 1, 2, 4])
def test_the_base_of_the_result_is_an_option(base):
    """§15: base 4: 4 × 1 = 4, +4, +4, −4, −4; base 0 counts bombs only"""
    more = GAME.outcome(ended((0, 1, 2), (60, 40, 60, 40), 0, team_base=base))
    assert more.scores == (base, -base, base, -base)
    both = GAME.outcome(ended((1, 3), (40, 60, 40, 60), 0, team_base=base))
    assert both.scores == (-2 * base, 2 * base, -2 * base, 2 * base)


@pytest.mark.parametrize(
    ("out", "leader", "stay"), [((0, 1, 2), 0, True), ((3, 0, 1), 3, True), ((0, 2), None, False)]
)
def test_the_first_one_out_leads_next_and_partners_stay_until_a_double_finish(out, leader, stay):
    """§2, §3"""
    carry = GAME.outcome(ended(out, (60, 40, 60, 40), 0)).carry
    teams = (frozenset({0, 2}), frozenset({1, 3}))
    assert (carry.leader, carry.teams) == (leader, teams if stay else ())


def test_the_worked_example_of_a_deal():
    """§15, §16: 2 + 1 × 3 = 5, 2 − 1 = 1, −2 − 1 = −3, twice"""
    bomb = Put(0, (held("8888x"),), reading("8888x"))
    outcome = GAME.outcome(ended((0, 1, 2), (60, 40, 60, 40), 0, more=(bomb,)))
    assert outcome.scores == (2 + 1 * 3, -2 - 1, 2 - 1, -2 - 1)


def test_jokers_alone_are_paid_for():
    """§11: −3 × 2 = −6, and 2 for each other"""
    state = table("4444xD/3/5TK/2289", team_base=0)
    state = say(state, "4444", *["过"] * 3, "小王 大王", "过", "5 10 K")
    assert state.public.phase == OVER
    assert GAME.outcome(state).scores == (-3 * 2, 2, 2, 2)


# 罚王 and 摊牌.


@pytest.mark.parametrize(
    ("hand", "count"),
    [("x345", 1), ("xD345", 2), ("xxD345", 3), ("xxDD345", 0), ("xxD3333", 0), ("3345", 0)],
)
def test_who_is_fined(hand, count):
    """§17"""
    assert penalised(held(hand), chosen()) == count


@pytest.mark.parametrize("showdown", ["kings_cap", "off"])
def test_a_fine_is_paid_after_a_deal_that_is_played(showdown):
    """§17, §18: 2 jokers, −3 × 2 = −6 and 2 for each other; it is not told before the end"""
    assert shown("xD345/6/7/8", showdown=showdown) is None
    state = table("QA/xD34/9/8", teams=(1, 2, 1, 2), team_base=0, showdown=showdown)
    state = say(state, "Q", "过", "过", "过", "A", "过", "过", "过", "9")
    assert GAME.outcome(state).scores == (2, -3 * 2, 2, 2)


@pytest.mark.parametrize(
    ("hand", "by_option"),
    [
        ("xxDD345", {"all", "kings_cap"}),
        ("x345", {"all"}),
        ("88888xxDD", {"all", "kings_cap"}),
        ("888888xxD", {"all", "kings_cap"}),
        ("22222xxD", {"all", "kings_cap"}),
        ("33333xxD", set()),
        ("33333333", set()),
        ("22222222", {"all", "kings_cap"}),
        ("8888xxD", set()),
        ("345", set()),
    ],
)
def test_what_ends_a_deal_at_once(hand, by_option):
    """§18: 5 + 4 = 9; 5 + 3 + 1 = 9"""
    options = ("all", "kings_cap", "off")
    found = {o for o in options if shown(f"{hand}/3/4/5", showdown=o) is not None}
    assert found == by_option


@pytest.mark.parametrize(("option", "ends"), [("on", True), ("off", False)])
def test_what_counts_one_level_higher_is_shown_earlier(option, ends):
    """§16, §18: 7s, by the option as 2s always: 5 + 3 + 1 = 9"""
    assert (shown("77777xxD/3/4/5", lucky_ranks=option) is not None) is ends


def sum_of(*rows):
    return tuple(map(sum, zip(*rows, strict=True)))


@pytest.mark.parametrize(
    ("hands", "rows"),
    [
        ("xxDD345/6/7/8", [pays(16)]),
        ("99999KKKKxxD/D/7/8", [pays(8), (1, -3, 1, 1)]),
        ("xD3/66666/2222/7", [(-6, 2, 2, 2), (-1, 3, -1, -1), (-1, -1, 3, -1)]),
        ("x3/xxD4/7/8", [(-3, 1, 1, 1), (3, -9, 3, 3)]),
        ("888888xxD/6666/7/8", [pays(16)]),
        ("8888888xxDD/6/7/8", [pays(16 + 4)]),
        ("88888888xxDD/7/6/5", [pays(8 + 16)]),
        ("22222222/6/7/8", [pays(16)]),
    ],
    ids=[
        "四王",
        "spread",
        "the example",
        "two fined",
        "9",
        "四王 beside seven",
        "四王 beside eight",
        "2s",
    ],
)
def test_what_a_showdown_pays(hands, rows):
    """§19: no team result, jokers where they pay most, 四王 as nine, fines besides"""
    outcome = shown(hands)
    assert outcome.scores == sum_of(*rows)
    assert not any(m.key.startswith("dazha-result") for m in outcome.reasons)


def test_after_a_showdown_the_same_player_leads_and_partners_stay():
    """§19"""
    carry = shown("x3/4/5/6", teams=(1, 2, 2, 1), leader=3).carry
    assert (carry.leader, carry.teams) == (3, (frozenset({0, 3}), frozenset({1, 2})))


def test_equal_ways_give_more_cards_to_the_higher_rank():
    """§19"""
    found = bombs_of(0, held("4444KKKKx"), chosen())
    assert [(b.cards[0].rank, b.level, b.unit) for b in found] == [(Rank.KING, 5, 1)]


HANDS = st.lists(st.integers(0, 8), min_size=3, max_size=3)


@given(HANDS, st.integers(0, 4), st.booleans())
def test_no_way_to_spread_the_jokers_pays_more(counts, jokers, lucky):
    """§19: counted by trying every joker on every bomb."""
    options = chosen(lucky_ranks="on" if lucky else "off")
    ranks = (Rank.FOUR, Rank.SEVEN, Rank.TWO)
    hand = held("4" * counts[0] + "7" * counts[1] + "2" * counts[2] + "xxDD"[:jokers])
    whole = [n for n, held_ in enumerate(counts) if held_ >= 4]
    best = 0
    for places in product(whole, repeat=jokers) if whole else [()]:
        sizes = Counter({n: counts[n] for n in whole}) + Counter(places)
        best = max(best, sum(unit(sizes[n] + bonus(ranks[n], options), options) for n in whole))
    if jokers == 4:
        apart = sum(unit(counts[n] + bonus(ranks[n], options), options) for n in whole)
        best = max(best, 16 + apart)
    assert sum(b.unit for b in bombs_of(0, hand, options)) == best
    assert len(list(natural_bombs(Counter(c.rank for c in hand)))) == len(whole)


# 12炸神.

TWELVE = {"mode": "twelve"}


@pytest.mark.parametrize(
    ("level", "amount"), [(5, 1), (9, 16), (10, 32), (11, 64), (12, 128), (13, 160), (15, 160)]
)
@pytest.mark.parametrize("cap", [9, "none"])
def test_levels_of_twelve_jokers(level, amount, cap):
    """§20: whatever the cap of the other mode"""
    assert unit(level, chosen(cap=cap, **TWELVE)) == amount


@pytest.mark.parametrize(
    ("hand", "amount"),
    [
        ("88888888xxxxx", 160),
        ("88888888xxxDD", 160),
        ("8888888xxxDDD", 160),
        ("22222222xxDD", 160),
        ("3333333333"[:8] + "xxxxxD", 160),
        ("xxxxxxDDDDDD", 160),
        ("4444xxxxxxDDDDDD", 160 + 0),
        ("55555xxxxxxDDDDDD", 160 + 1),
    ],
)
def test_a_showdown_of_twelve_jokers(hand, amount):
    """§20, §22: 160 × 3 = 480"""
    outcome = shown(f"{hand}/3/6/7", **TWELVE)
    assert outcome.scores == (3 * amount, -amount, -amount, -amount)
    godly = "dazha-paid-godly" in [m.key for m in outcome.reasons]
    assert godly is (hand.count("x") + hand.count("D") == 12), "炸神, also beside four cards"


def test_level_twelve_pays_three_times_128():
    """§20: 128 × 3 = 384; D is fined for one joker, which ends the deal"""
    outcome = shown("88888888xxxx/3/5/D9", **TWELVE)
    assert outcome.scores == (384 + 1, -128 + 1, -128 + 1, -128 - 3)


def test_jokers_beyond_thirteen_join_another_bomb():
    """§22: 8 + 5 = 13 and 4 + 2 = 6: 160 + 2 from each"""
    assert shown("888888884444xxxxDDD/3/5/6", **TWELVE).scores == pays(160 + 2)


@pytest.mark.parametrize(
    ("hand", "ends"),
    [
        ("88888888xxxx", False),
        ("88888888xxxxD", True),
        ("xxxxxx345", False),
        ("xxxDDD345", True),
        ("xxDD345", True),
        ("22222222xxxx", True),
    ],
)
def test_what_ends_a_deal_of_twelve_jokers(hand, ends):
    """§22: 13, not 9; jokers without a bomb, unless six of a colour; 四王 are none"""
    assert (shown(f"{hand}/3/4/5", **TWELVE) is not None) is ends
    assert shown(f"{hand}/3/4/5", showdown="off", **TWELVE) is None


@pytest.mark.parametrize(
    ("hand", "count"), [("xxxDDD3", 6), ("xxxxxx3", 0), ("xxxxxxD3", 0), ("D3", 1), ("D3333", 0)]
)
def test_who_is_fined_with_twelve_jokers(hand, count):
    """§22"""
    assert penalised(held(hand), chosen(**TWELVE)) == count


@pytest.mark.parametrize(
    ("cards", "shape"),
    [
        ("xxxxxx", "sixsmall"),
        ("DDDDDD", "sixbig"),
        ("xxxDDD", None),
        ("xxDD", None),
        ("xxxxxxx", None),
    ],
)
def test_six_jokers_of_a_colour(cards, shape):
    """§20, §21"""
    found = reading(cards, **TWELVE)
    assert (found.shape if found else None) == shape


def test_six_of_a_colour_are_above_all_bombs():
    """§21"""
    state = table("88888888xD9/xxxxxx9/DDDDDD9/4", **TWELVE)
    state = say(state, "8" * 8 + "小王", "小王" * 6, "大王" * 6)
    assert state.public.turn == 2, "nobody beats six big jokers"
    assert [what.reading.shape for what in state.public.past[0]] == ["bomb", "sixsmall", "sixbig"]


@pytest.mark.parametrize(("option", "each"), [("60", 60), ("60_total", 20)])
def test_what_six_of_a_colour_are_paid(option, each):
    """§21: 60 × 3 = 180, or 60 in all"""
    assert paid("小王" * 6, "xxxxxx", six_joker=option, **TWELVE) == pays(each)
    assert paid("大王" * 6, "DDDDDD", six_joker=option, **TWELVE) == pays(each)
    found = shown("xxxxxx7777/3/5/D9", six_joker=option, **TWELVE)
    best = max(each, 32)
    assert found.scores == sum_of(pays(best), (1, 1, 1, -3))
