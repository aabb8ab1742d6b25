"""斗地主, rule by rule. Paragraphs are those of rules.zh.md."""

from dataclasses import replace

import pytest

from bot.i18n.catalogue import Catalogue
from engine.core import Action, defaults
from engine.errors import IllegalAction, NotYourTurn
from engine.kernels.climb.state import OVER, PLAY, State
from engine.msg import SeatArg, msg
from engine.registry import games
from engine.text import read
from engine.view import Facts, Seats
from tests.games.landlord_kit import RNG, answer, dealt, held, say, table

GAME = games()["doudizhu"]


def order_from(state):
    first = state.public.extra.first
    return [(first + step) % 3 for step in range(3)]


# The auction.


@pytest.mark.parametrize(
    ("answers", "winner", "unit"),
    [
        (("no", "no", "no"), 0, 1),
        (("yes", "no", "no"), 0, 1),
        (("no", "yes", "no"), 1, 1),
        (("no", "no", "yes"), 2, 1),
        (("yes", "yes", "no", "yes"), 0, 2 * 2),
        (("yes", "yes", "no", "no"), 1, 2),
        (("yes", "no", "yes", "no"), 2, 2),
        (("yes", "yes", "yes", "yes"), 0, 2 * 2 * 2),
        (("yes", "yes", "yes", "no"), 2, 2 * 2),
        (("no", "yes", "yes", "yes"), 1, 2 * 2),
        (("no", "yes", "yes", "no"), 2, 2),
    ],
)
def test_who_is_landlord_by_calling_and_grabbing(answers, winner, unit):
    """§3, §4"""
    state = dealt(GAME)
    order = order_from(state)
    state = answer(GAME, state, *answers)
    deal = state.public.extra
    assert (state.public.phase, deal.landlord, state.public.turn) == (
        PLAY, order[winner], order[winner],
    )  # fmt: skip
    assert deal.stake.unit == unit
    assert len(state.hands[order[winner]]) == 17 + 3
    assert set(deal.bottom) <= set(state.hands[order[winner]])


SAID = [
    (("no", "yes"), ["不叫", "叫地主", ""]),
    (("yes", "no"), ["叫地主", "不抢", ""]),
    (("yes", "yes"), ["叫地主", "抢地主", ""]),
    (("yes", "no", "yes"), ["叫地主", "不抢", "抢地主"]),
]


@pytest.mark.parametrize(("answers", "marks"), SAID)
def test_a_seat_shows_what_it_answered_to_what_it_was_asked(answers, marks):
    """§3, §4: before somebody calls it is 叫 or not, from then on 抢 or not."""
    state = dealt(GAME)
    order = order_from(state)
    state = answer(GAME, state, *answers)
    (seats,) = [b for b in GAME.present(GAME.observe(state, None)).blocks if isinstance(b, Seats)]
    say = Catalogue(strict=True).say
    shown = [" ".join(say(mark) for mark in seats.rows[seat].marks) for seat in order]
    assert shown == marks


@pytest.mark.parametrize(
    ("answers", "winner", "base"),
    [((1, 2, 3), 2, 3), ((3,), 0, 3), ((1, 0, 0), 0, 1), ((0, 2, 0), 1, 2), ((0, 0, 1), 2, 1)],
)
def test_who_is_landlord_by_points(answers, winner, base):
    """§5"""
    state = dealt(GAME, auction="score")
    order = order_from(state)
    state = answer(GAME, state, *answers)
    assert (state.public.extra.landlord, state.public.extra.stake.unit) == (order[winner], base)


def test_a_bid_must_be_higher():
    """§5"""
    state = answer(GAME, dealt(GAME, auction="score"), 2)
    with pytest.raises(IllegalAction) as refused:
        answer(GAME, state, 2)
    assert refused.value.msg.key == "landlord-bid-more"
    assert answer(GAME, state, 3).public.phase == PLAY


SCORE = {"auction": "score"}
REFUSED = [
    ({}, (), Action("play", held("3")), "还没开始出牌。要叫地主吗？"),
    ({}, (), Action("bid", number=2), "要叫地主吗？写“叫地主”或“不叫”，也可以点按钮。"),
    ({}, ("yes",), Action("bid"), "要抢地主吗？抢一次翻一倍。写“抢地主”或“不抢”，也可以点按钮。"),
    (SCORE, (), Action("yes"), "可以叫 1 到 3 分，或者不叫。"),
    (SCORE, (2,), Action("yes"), "现在只能叫 3 分，或者不叫。"),
]


@pytest.mark.parametrize(("options", "answers", "action", "said"), REFUSED)
def test_a_refusal_before_the_first_lead_says_what_is_asked(options, answers, action, said):
    """§3, §5"""
    state = answer(GAME, dealt(GAME, **options), *answers)
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, state.public.turn, action, RNG)
    assert Catalogue(strict=True).say(refused.value.msg) == said


@pytest.mark.parametrize(
    "options", [{"auction": "score"}, {"no_call": "redeal"}], ids=["points", "calls"]
)
def test_after_three_deals_that_nobody_wants_the_first_asked_is_landlord(options):
    """§5"""
    state = dealt(GAME, **options)
    hands = state.hands
    for passed_out in (1, 2):
        state = answer(GAME, state, "no", "no", "no")
        assert (state.public.phase, state.public.extra.passed_out) == ("auction", passed_out)
        assert state.hands != hands
    first = state.public.extra.first
    state = answer(GAME, state, "no", "no", "no")
    assert (state.public.extra.landlord, state.public.extra.stake.unit) == (first, 1)


def test_doubling_is_secret_until_both_have_said_it():
    """§11"""
    state = answer(GAME, dealt(GAME, auction="score", redouble="true"), 3)
    landlord = state.public.extra.landlord
    farmers = state.public.extra.farmers
    assert GAME.asked(state) == farmers
    state = GAME.apply(state, farmers[1], Action("yes"), RNG).state
    assert GAME.asked(state) == farmers[:1]
    assert GAME.observe(state, farmers[0]).public.extra.doubles == (1, 1, 1)
    assert GAME.observe(state, farmers[1]).secret == "yes"
    state = GAME.apply(state, farmers[0], Action("no"), RNG).state
    assert GAME.asked(state) == (landlord,)
    state = GAME.apply(state, landlord, Action("yes"), RNG).state
    assert state.public.phase == PLAY
    assert state.public.extra.doubles[farmers[1]] == 2 * 2
    assert state.public.extra.doubles[farmers[0]] == 1


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "en"])
@pytest.mark.parametrize(
    ("options", "answers", "doubled"),
    [
        ({}, (), 0),
        ({}, ("yes",), 0),
        ({"auction": "score"}, (), 0),
        ({"auction": "score", "redouble": "true"}, (3,), 0),
        ({"auction": "score", "redouble": "true"}, (3,), 2),
    ],
    ids=["call", "grab", "bid", "double", "redouble"],
)
def test_what_a_button_says_before_the_first_lead_can_be_typed(options, answers, doubled, language):
    """§3, §5, §11"""
    state = answer(GAME, dealt(GAME, **options), *answers)
    for _ in range(doubled):
        state = GAME.apply(state, GAME.asked(state)[0], Action("yes"), RNG).state
    seat = GAME.asked(state)[0]
    prompt = GAME.prompt(GAME.observe(state, seat))
    for choice in prompt.choices:
        label = Catalogue(language, strict=True).say(choice.label)
        typed = GAME.apply(state, seat, read(label, GAME.info, prompt), RNG)
        assert typed.state == GAME.apply(state, seat, choice.action, RNG).state, label


def test_the_landlord_takes_what_is_left_over_and_leads_with_anything():
    """§1, §2"""
    state = dealt(GAME)
    assert [len(hand) for hand in state.hands] == [17, 17, 17]
    assert len(state.deck) == 54 - 3 * 17 == 3
    assert GAME.observe(state, 0).public.extra.bottom == ()
    state = answer(GAME, state, "no", "no", "no")
    leader = state.public.turn
    prompt = GAME.prompt(GAME.observe(state, leader))
    assert (prompt.ask.key, state.public.must) == ("climb-ask-lead", None)
    assert GAME.observe(state, (leader + 1) % 3).public.extra.bottom == state.public.extra.bottom


def test_time_is_answered_with_caution():
    """§12"""
    state = dealt(GAME)
    for _ in range(3):
        seen = GAME.observe(state, GAME.asked(state)[0])
        assert GAME.on_timeout(seen) == Action("no")
        state = answer(GAME, state, "no")
    lowest = GAME.on_timeout(GAME.observe(table(GAME, "2xD34/5/6"), 0))
    assert [c.code for c in lowest.cards] == ["D3"]
    state = say(GAME, table(GAME, "34/5/6"), "3")
    assert GAME.on_timeout(GAME.observe(state, 1)) == Action("pass")


def test_the_last_card_of_a_hand_is_announced_and_marked():
    """§12: fewer than two"""
    state = table(GAME, "335/446/7")
    step = GAME.apply(state, 0, Action("play", cards=state.hands[0][1:]), RNG)
    assert msg("landlord-few", seat=SeatArg(0), count=1) in [e.msg for e in step.events]
    state = say(GAME, table(GAME, "3567/446/7"), "3")
    marks = [row.marks for row in GAME.present(GAME.observe(state, None)).blocks[0].rows]
    assert [msg("climb-mark-few", count=1) in shown for shown in marks] == [False, False, True]


def test_the_card_counter_counts_what_the_others_hold():
    """§13: 4 − 1 − 1 = 2"""
    state = say(GAME, table(GAME, "23/24/5", counter="on"), "2")
    view = GAME.present(GAME.observe(state, 1))
    counter = view.blocks[-1]
    (twos,) = [one for one in counter.counts if one.label.key == "climb-rank-2"]
    assert twos.left == 4 - 1 - 1
    hidden = GAME.present(GAME.observe(state, None))
    assert all(getattr(b, "title", None) != counter.title for b in hidden.blocks)


def test_doubling_goes_with_bidding_only():
    """§11"""
    options = defaults(GAME.info)
    assert GAME.check(3, options) is None
    assert GAME.check(3, {**options, "redouble": "true", "auction": "score"}) is None
    assert GAME.check(3, {**options, "redouble": "true"}) == msg("landlord-redouble-needs-score")


def test_out_of_time_nobody_doubles():
    """§12"""
    state = answer(GAME, dealt(GAME, auction="score", redouble="true"), 0, 1, 0)
    farmers = state.public.extra.farmers
    assert GAME.on_timeout(GAME.observe(state, farmers[0])) == Action("no")
    for farmer, said in zip(farmers, ("no", "yes"), strict=True):
        state = GAME.apply(state, farmer, Action(said), RNG).state
    assert GAME.on_timeout(GAME.observe(state, state.public.turn)) == Action("no")


@pytest.mark.parametrize(
    ("options", "answers", "shown"),
    [
        ({}, (), "1"),
        ({}, ("no", "yes"), "1"),
        ({}, ("yes", "yes"), "1 × 2 = 2"),
        ({}, ("yes", "yes", "yes"), "1 × 2 × 2 = 4"),
        ({}, ("yes", "yes", "yes", "no"), "1 × 2 × 2 = 4"),
        ({}, ("yes", "yes", "yes", "yes"), "1 × 2 × 2 × 2 = 8"),
        ({"auction": "score"}, (1,), "1"),
        ({"auction": "score"}, (1, 2), "2"),
        ({"auction": "score"}, (1, 2, 3), "3"),
    ],
)
def test_the_board_shows_the_stake_from_the_first_answer_on(options, answers, shown):
    """§10"""
    state = answer(GAME, dealt(GAME, **options), *answers)
    blocks = GAME.present(GAME.observe(state, None)).blocks
    (stake,) = [fact for b in blocks if isinstance(b, Facts) for fact in b.facts]
    assert Catalogue(strict=True).say(stake.value) == shown


# Play.


def test_a_circle_ends_when_both_others_have_passed():
    """§8"""
    state = table(GAME, "345679/888/TTJ")
    state = say(GAME, state, "3", "8", "10", "过", "过")
    assert (state.public.turn, state.public.circle.top) == (2, None)
    assert [what.seat for what in state.public.past[0]] == [0, 1, 2, 0, 1]


def test_who_has_passed_may_come_back():
    """§8"""
    state = say(GAME, table(GAME, "3569/88A/TTJ"), "3", "过", "10", "过", "A")
    assert state.public.circle.top.seat == 1


def test_the_rocket_leads_again_at_once():
    """§7"""
    state = say(GAME, table(GAME, "3xD5/44/66"), "王炸")
    assert (state.public.turn, state.public.circle.top) == (0, None)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("4", "climb-too-low"),
        ("55", "climb-other-shape"),
        ("34", "climb-no-shape"),
        ("999", "text-not-there"),
    ],
)
def test_a_refusal_says_what_is_wrong(line, key):
    """§6, §7"""
    state = say(GAME, table(GAME, "5K/34557/66"), "5")
    with pytest.raises(IllegalAction) as refused:
        say(GAME, state, line)
    assert refused.value.msg.key == key


def test_the_leader_may_not_pass():
    """§8"""
    with pytest.raises(IllegalAction) as refused:
        say(GAME, table(GAME, "34/5/6"), "过")
    assert refused.value.msg.key == "climb-must-lead"


def test_only_the_asked_seat_plays():
    with pytest.raises(NotYourTurn):
        GAME.apply(table(GAME, "34/5/6"), 1, Action("pass"), RNG)


@pytest.mark.parametrize(
    "line", ["王炸", "小王大王", "大王 小王", "xd", "DX", "火箭", "jokers", "大小王"]
)
def test_rul_09_every_spelling_of_the_rocket(line):
    """§14"""
    state = table(GAME, "3xD/44/66")
    assert say(GAME, state, line).public.past[0][0].reading.shape == "rocket"


@pytest.mark.parametrize(
    "line", ["TTT", "10 10 10", "000", "十十十", "１０１０１０", "♠10♥️10♦10", "出：十十十"]
)
def test_rul_09_three_tens(line):
    state = table(GAME, "TTTT3/44/66")
    assert say(GAME, state, line).public.circle.top.reading.shape == "triple"


# Settlement.


def scores(state):
    assert state.public.phase == OVER
    return GAME.outcome(state).scores


@pytest.mark.parametrize(
    ("hands", "lines", "expected"),
    [
        ("357/46/89", ("3", "4", "过", "5", "6"), (-2, 1, 1)),
        ("3D/467/89", ("3", "4", "过", "大王"), (2, -1, -1)),
        ("34/567/89", ("3", "过", "过", "4"), (2 * 2, -2, -2)),
        ("3T/445/89", ("3", "过", "8", "过", "过", "9"), (-2 * 2, 2, 2)),
        ("3444432/56/789", ("3", "5", "过", "2", "过", "过", "4444", "过", "过", "3"),
         (2 * 2, -2, -2)),
    ],
    ids=["farmers", "landlord", "spring", "antispring", "empty bomb"],
)  # fmt: skip
def test_what_a_deal_pays(hands, lines, expected):
    """§9, §10"""
    assert scores(say(GAME, table(GAME, hands), *lines)) == expected


@pytest.mark.parametrize(("factor", "unit"), [(2, 2), (1, 1)])
def test_an_empty_bomb_counts_by_the_option(factor, unit):
    """§10"""
    state = table(GAME, "344442/56/789", empty_bomb_factor=factor)
    state = say(GAME, state, "4444")
    assert state.public.extra.stake.unit == unit


def test_a_bomb_on_another_hand_always_counts():
    """§10"""
    state = say(GAME, table(GAME, "53/44442/789", empty_bomb_factor=1), "3", "4444")
    assert state.public.extra.stake.unit == 2


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        (("3", "4", "过", "大王"), (8, -4, -4)),
        (("3", "过", "过", "大王"), (16, -8, -8)),
    ],
    ids=["plain", "spring"],
)
def test_a_bid_of_two_and_one_bomb(played, expected):
    """§10, example: 2 × 2 = 4, with 春天 8"""
    state = table(GAME, "55553D/467/89", base=2)
    state = say(GAME, state, "5555", "过", "过", *played)
    assert scores(state) == expected


def test_who_doubled_and_was_redoubled_pays_for_it():
    """§11: base 3, 甲 doubles and 乙 does not, 地主 redoubles and wins: 3 × 2 × 2, 3, and both"""
    state = answer(GAME, dealt(GAME, auction="score", redouble="true"), 3)
    landlord, (first, second) = state.public.extra.landlord, state.public.extra.farmers
    for seat, said in ((first, "yes"), (second, "no"), (landlord, "yes")):
        state = GAME.apply(state, seat, Action(said), RNG).state
    played = table(GAME, "3D/467/89")
    hands = tuple(played.hands[(seat - landlord) % 3] for seat in range(3))
    public = replace(state.public, counts=tuple(map(len, hands)), known=((),) * 3)
    state = say(GAME, State(public, hands, secrets=("",) * 3), "3", "4", "过", "大王")
    outcome = GAME.outcome(state)
    expected = {first: -3 * 2 * 2, second: -3, landlord: 3 * 2 * 2 + 3}
    assert outcome.scores == tuple(expected[seat] for seat in range(3))
    say_ = Catalogue(strict=True).speaker(("甲", "乙", "丙"))
    assert say_(outcome.reasons[-1]).endswith("加倍：3 × 4 = 12 分")


def test_bids_do_not_count_as_plays_for_the_spring():
    """RUL-13"""
    state = answer(GAME, dealt(GAME), "yes", "yes", "yes", "no")
    assert state.public.played == ()


# What is offered.


def test_rul_08_nothing_is_offered_against_the_rocket():
    state = table(GAME, "3xD5/4444/66")
    state = say(GAME, state, "王炸", "3")
    seen = GAME.observe(state, 1)
    assert GAME.suggest(seen, 9)[-1].verb == "pass"
    reader = GAME.reader(seen.options)
    (rocket,) = reader.readings(held("xD"))
    assert reader.moves(held("4444"), rocket) == []


def test_who_cannot_beat_is_only_asked_to_pass():
    """§8"""
    state = say(GAME, table(GAME, "2A/3/4"), "2")
    prompt = GAME.prompt(GAME.observe(state, 1))
    assert (prompt.picks, [c.action.verb for c in prompt.choices]) == ((), ["pass"])
    assert prompt.ask.key == "climb-ask-none"


def test_hints_are_of_different_bodies():
    seen = GAME.observe(table(GAME, "333456789T/4/5"), 0)
    reader = GAME.reader(seen.options)
    found = [reader.readings(hint.cards)[0].key for hint in GAME.suggest(seen, 25)]
    assert len(found) > 5
    assert len(set(found)) == len(found)


def test_every_typed_hint_is_what_it_says():
    state = say(GAME, table(GAME, "337/4455/66"), "33")
    seen = GAME.observe(state, 1)
    for action in GAME.suggest(seen, 5):
        GAME.apply(state, 1, action, RNG)
    assert read("过", GAME.info, GAME.prompt(seen)).verb == "pass"
