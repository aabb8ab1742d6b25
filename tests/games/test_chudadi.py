"""锄大地, rule by rule. Paragraphs are those of rules.zh.md."""

import pytest

from engine.cards import cards, pack
from engine.core import Action, Carry, defaults
from engine.errors import IllegalAction
from engine.games.chudadi.scoring import cost, scores, sum_of
from engine.games.chudadi.state import DIAMOND_THREE, Deal
from engine.kernels.climb.rules import beats
from engine.kernels.climb.state import OVER, PLAY, Public, State
from engine.match import Match, Rounds, act, deal
from engine.registry import games
from engine.rng import Rng
from engine.text import read

GAME = games()["chudadi"]
RNG = Rng(b"chudadi", "tests")
STRAIGHTS = ("top", "low2", "taiwan")
LOCKED = {"pass_lock": "true"}


def table(*hands, turn=0, must=None, **options):
    """A deal where everybody holds these cards, and ``turn`` leads."""
    chosen = {**defaults(GAME.info), **options}
    dealt = tuple(GAME.arranged(cards(text), chosen) for text in hands)
    public = Public(
        options=tuple(sorted(chosen.items())),
        phase=PLAY,
        turn=turn,
        counts=tuple(map(len, dealt)),
        extra=Deal(turn),
        known=((),) * len(dealt),
        must=must,
    )
    return State(public, dealt)


def say(state, *lines):
    """What the asked seats type in turn."""
    for line in lines:
        seat = GAME.asked(state)[0]
        prompt = GAME.prompt(GAME.observe(state, seat))
        state = GAME.apply(state, seat, read(line, GAME.info, prompt), RNG).state
    return state


def reading(text, straights="top"):
    """What some cards are; None if they are no play."""
    found = GAME.reader({"straights": straights}).readings(cards(text))
    assert len(found) <= 1, "a set of cards is one play"
    return found[0] if found else None


def dealt(seed=0, carry=None, **options):
    chosen = {**defaults(GAME.info), **options}
    return GAME.setup(4, chosen, carry or Carry(), Rng(bytes([seed]), "deal")).state


# The deal and the first lead.


def test_everybody_has_thirteen_cards_and_the_holder_of_the_three_of_diamonds_leads():
    """§1, §2"""
    for seed in range(5):
        state = dealt(seed)
        assert [len(hand) for hand in state.hands] == [13] * 4
        assert sorted(c for hand in state.hands for c in hand) == list(pack(jokers=False))
        assert DIAMOND_THREE in state.hands[state.public.turn]
        assert state.public.must == DIAMOND_THREE
        marks = GAME.present(GAME.observe(state, None)).blocks[0].rows[state.public.turn].marks
        assert [m.key for m in marks] == ["chudadi-mark-first"]


def test_the_first_hand_holds_the_three_of_diamonds():
    """§2: 4♦ is refused, 3♠ 3♦ accepted"""
    hands = ("D3 S3 D4 D5 D6 D7", "H4", "H5", "H6")
    state = table(*hands, must=DIAMOND_THREE)
    with pytest.raises(IllegalAction) as refused:
        say(state, "♦4")
    assert refused.value.msg.key == "climb-first"
    assert say(state, "♠3 ♦3").public.circle.top.reading.shape == "pair"
    assert say(state, "34567").public.circle.top.reading.shape == "straightflush"
    seen = GAME.observe(state, 0)
    assert all(DIAMOND_THREE in action.cards for action in GAME.suggest(seen, 20))
    assert GAME.on_timeout(seen).cards == (DIAMOND_THREE,)


@pytest.mark.parametrize("line", ["过", "45", "D3 D4"])
def test_a_refused_lead_is_told_of_the_three_of_diamonds(line):
    """§2: not any play will do"""
    state = table("D3 S3 D4 D5 D6 D7", "H4", "H5", "H6", must=DIAMOND_THREE)
    with pytest.raises(IllegalAction) as refused:
        say(state, line)
    need = dict(refused.value.msg.params)["need"]
    assert (need.key, dict(need.params)["card"].codes) == ("climb-need-first", ("D3",))
    later = say(state, "3", "过", "过", "过")
    with pytest.raises(IllegalAction) as refused:
        say(later, "过")
    assert dict(refused.value.msg.params)["need"].key == "climb-need-any"


def test_a_first_play_without_it_is_told_what_it_was():
    """§2"""
    state = table("D3 S3 D4 S4", "H4", "H5", "H6", must=DIAMOND_THREE)
    with pytest.raises(IllegalAction) as refused:
        say(state, "44")
    told = dict(refused.value.msg.params)
    assert (told["shape"].key, told["cards"].codes) == ("climb-shape-pair", ("D4", "S4"))


def test_the_last_winner_leads_the_next_deal_of_a_match():
    """§2"""
    chosen = {**defaults(GAME.info), "first_lead": "winner"}
    match, _ = deal(Match(GAME, 4, b"\1" * 32, chosen, Rounds(2)))
    assert match.state.public.must == DIAMOND_THREE
    while match.outcome is None:
        (seat,) = GAME.asked(match.state)
        match, _ = act(match, seat, GAME.on_timeout(GAME.observe(match.state, seat)))
    won = match.state.public.counts.index(0)
    match, _ = deal(match)
    assert (match.state.public.turn, match.state.public.must) == (won, None)


def test_the_last_winner_leads_by_the_option():
    """§2"""
    state = dealt(1, Carry(leader=2), first_lead="winner")
    assert (state.public.turn, state.public.must) == (2, None)
    assert state.public.known == ((),) * 4
    first = dealt(1, first_lead="winner")
    assert (first.public.must, DIAMOND_THREE in first.hands[first.public.turn]) == (
        DIAMOND_THREE,
        True,
    )
    usual = dealt(1, Carry(leader=2))
    assert DIAMOND_THREE in usual.hands[usual.public.turn]


# Plays.


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("S2", "single"), ("S5 D5", "pair"), ("S5 D5 H5", "trips"),
        ("H3 S4 S5 S6 S7", "straight"), ("S10 SJ SQ SK HA", "straight"),
        ("DK D3 D5 D7 D9", "flush"), ("DA D3 DJ DQ DK", "flush"),
        ("S3 H3 C3 D4 C4", "full"), ("S4 H4 C4 D4 C3", "four"),
        ("S3 S4 S5 S6 S7", "straightflush"), ("H10 HJ HQ HK HA", "straightflush"),
        ("HA H2 H3 H4 H5", "straightflush"), ("H2 H3 H4 H5 H6", "straightflush"),
    ],
)  # fmt: skip
def test_what_is_a_play(text, shape):
    """§4, §7"""
    for straights in STRAIGHTS:
        assert reading(text, straights).shape == shape


@pytest.mark.parametrize(
    "text",
    ["S4 H4 C4 D4", "S3 H3 S4 H4", "S3 S4 S5 S6", "S3 H4", "S3 H3 C3 D4", "S3 H3 C4 D4 C5",
     "S3 H3 C3 D4 C5", "H3 S4 S5 S6 S8", "S3 H4 S5 S6 S7 S8"],
)  # fmt: skip
def test_what_is_none(text):
    """§4"""
    for straights in STRAIGHTS:
        assert reading(text, straights) is None


@pytest.mark.parametrize(
    ("text", "good"),
    [("HA S2 S3 S4 S5", True), ("H2 S3 S4 S5 S6", True), ("S10 SJ SQ SK HA", True),
     ("HJ SQ SK SA S2", False), ("HQ SK SA S2 S3", False), ("HK SA S2 S3 S4", False)],
)  # fmt: skip
def test_rul_16_straights_do_not_go_round_the_corner(text, good):
    """§7"""
    assert all((reading(text, option) is not None) is good for option in STRAIGHTS)


@pytest.mark.parametrize(
    ("new", "old", "over"),
    [
        ("S5 D5", "H5 C5", True), ("H5 C5", "S5 D5", False), ("S5 D5", "D4", False),
        ("D4", "S3", True), ("S3", "H3", True), ("D2", "SA", True), ("C3", "D3", True),
        ("D4 C4 H4", "S3 H3 C3", True), ("DA D2 C3 C4 H5", "S10 SJ SQ SK HA", True),
        ("DA H2 C3 C4 H5", "D2 C3 C4 H5 H6", True), ("DA D2 C3 C4 H5", "H2 C3 C4 H5 H6", False),
        ("DK D3 D5 D7 D9", "SQ S3 S5 S7 S9", True), ("SK S3 S5 S7 S9", "DK D4 D6 D8 D10", True),
        ("D3 D4 D5 D6 D8", "SA HK SQ SJ S10", True), ("S3 H3 C3 D4 C4", "S2 SA SK SQ S9", True),
        ("S4 H4 C4 D4 C3", "SA HA CA DK CK", True), ("S3 S4 S5 S6 S7", "S2 H2 C2 D2 CA", True),
        ("S4 H4 C4 D3 C3", "S3 H3 C3 DA CA", True), ("S5 H5 C5 D5 C3", "S4 H4 C4 D4 S2", True),
        ("S9 S10 SJ SQ SK", "H9 H10 HJ HQ HK", True), ("D4 H5 H6 H7 H8", "S3 S4 S5 S6 H7", True),
        ("D3 H4 H5 H6 S7", "C3 S4 S5 S6 H7", True),
    ],
)  # fmt: skip
def test_what_beats_what(new, old, over):
    """§3, §5, §6, §7"""
    assert beats(reading(new), reading(old)) is over


@pytest.mark.parametrize(
    ("new", "old", "allowed"),
    [
        ("HA S2 S3 S4 S5", "H3 S4 S5 S6 S7", ("top",)),
        ("H2 S3 S4 S5 S6", "S10 SJ SQ SK HA", ("top", "taiwan")),
        ("H2 S3 S4 S5 S6", "HA C2 S3 S4 S5", ("top", "low2", "taiwan")),
        ("H2 S3 S4 S5 S6", "HA S2 S3 S4 S5", ("low2", "taiwan")),
        ("H3 S4 S5 S6 S7", "H2 S3 S4 S5 S6", ("low2",)),
        ("HA H2 H3 H4 S5", "SA S2 S3 S4 D5", ("low2", "taiwan")),
        ("S2 H3 S4 S5 D6", "H2 D3 D4 D5 S6", ("top", "taiwan")),
        ("C2 C3 C4 C5 C6", "H10 HJ HQ HK HA", ("top", "taiwan")),
        ("S10 SJ SQ SK SA", "HA H2 H3 H4 H5", ("low2", "taiwan")),
    ],
)  # fmt: skip
def test_the_two_in_a_straight_by_the_option(new, old, allowed):
    """§7, §8; RUL-01"""
    found = [s for s in STRAIGHTS if beats(reading(new, s), reading(old, s))]
    assert found == list(allowed)


# A round.


def test_a_circle_ends_when_the_three_others_have_passed():
    """§9"""
    state = table("D3 D9", "D4 DK", "D5 DQ", "D6 SA")
    state = say(state, "3", "过", "5", "过", "过", "K", "过", "过", "过")
    assert (state.public.turn, state.public.circle.top) == (1, None)


def test_who_has_passed_is_out_of_the_circle_by_the_option():
    """§9"""
    hands = ("D3 D9", "D4 DK", "D5 DQ", "D6 SA")
    state = say(table(*hands, **LOCKED), "3", "过", "5", "过", "过")
    assert (state.public.turn, state.public.circle.top) == (2, None)
    assert state.public.circle.locked == ()
    under_way = say(table(*hands, **LOCKED), "3", "过")
    marks = GAME.present(GAME.observe(under_way, None)).blocks[0].rows[1].marks
    assert "chudadi-mark-locked" in [m.key for m in marks]
    free = say(table(*hands), "3", "过", "5", "过", "过")
    assert (free.public.turn, free.public.circle.top.seat) == (1, 2)


@pytest.mark.parametrize(
    ("hand", "line"),
    [("S2 D3", "♠2"), ("S2 D2 D3", "22"), ("S2 D2 C2 D3", "222"), ("S2 S3 S4 S5 S6 D9", "23456")],
)  # fmt: skip
def test_nobody_is_asked_after_a_play_that_nothing_beats(hand, line):
    """§10"""
    after = say(table(hand, "H4 H5", "H6 H7", "H8 H9"), line)
    assert (after.public.turn, after.public.circle.top) == (0, None)


@pytest.mark.parametrize(
    ("hand", "unbeaten"),
    [
        ("S2 S3 S4 S5 S6", ("top", "taiwan")), ("SA S2 S3 S4 S5", ("top",)),
        ("S10 SJ SQ SK SA", ("low2",)), ("H2 H3 H4 H5 H6", ()), ("S9 S10 SJ SQ SK", ()),
        ("S2 H2 C2 D2 S3", ()),
    ],
)  # fmt: skip
def test_which_five_nothing_beats_by_the_option(hand, unbeaten):
    """§7, §8, §10"""
    found = []
    for straights in STRAIGHTS:
        state = table(f"{hand} D9", "H7 H8", "C7 C8", "C9 D8", straights=straights)
        if say(state, hand).public.circle.top is None:
            found.append(straights)
    assert found == list(unbeaten)


@pytest.mark.parametrize(
    ("line", "straights", "laid"),
    [
        ("A2345", "top", "2 A 5 4 3"), ("23456", "top", "2 6 5 4 3"), ("34567", "top", "7 6 5 4 3"),
        ("A2345", "low2", "5 4 3 2 A"), ("23456", "low2", "6 5 4 3 2"),
        ("A2345", "taiwan", "5 4 3 2 A"), ("23456", "taiwan", "2 6 5 4 3"),
        ("4 3 3 4 3", "top", "3 3 3 4 4"), ("D3 D5 DK D8 D9", "top", "K 9 8 5 3"),
    ],
)  # fmt: skip
def test_a_play_is_laid_down_with_the_card_that_decides_first(line, straights, laid):
    """§6, §7, §8"""
    hand = "DA S2 D3 H3 C3 S4 D4 C5 D5 S6 S7 D8 D9 DK"
    state = say(table(hand, "H7", "C7", "C9", straights=straights), line)
    assert [c.code[1:] for c in state.public.circle.top.cards] == laid.split()


def test_the_leader_may_not_pass():
    """§9"""
    with pytest.raises(IllegalAction) as refused:
        say(table("D3 D9", "D4", "D5", "D6"), "过")
    assert refused.value.msg.key == "climb-must-lead"


@pytest.mark.parametrize(
    ("table_play", "line", "key", "need"),
    [
        ("♦5", "♦4", "climb-too-low", "climb-need-same"),
        ("♦5", "66", "climb-other-shape", "climb-need-same"),
        ("♦5", "6 7", "climb-no-shape", "climb-need-same"),
        ("56789", "♦4♥5♥6♥7♥8", "climb-too-low", "climb-need-grade"),
        ("56789", "66", "climb-other-shape", "climb-need-grade"),
    ],
)
def test_a_refusal_says_what_would_beat(table_play, line, key, need):
    """§5, §6: there are no bombs, and none are spoken of"""
    state = table("D5 S6 S7 S8 S9 D9", "D4 H5 D6 H6 H7 H8 H9 C3 C4 C5 C6 C7", "H3", "D3")
    state = say(state, table_play)
    with pytest.raises(IllegalAction) as refused:
        say(state, line)
    assert refused.value.msg.key == key
    assert dict(refused.value.msg.params)["need"].key == need


def test_time_is_answered_with_caution():
    """§13"""
    state = table("S2 D9 C9", "D4 D5", "D6 D7 D8", "DJ DQ DK")
    assert [c.code for c in GAME.on_timeout(GAME.observe(state, 0)).cards] == ["D9"]
    state = say(state, "99")
    assert GAME.on_timeout(GAME.observe(state, 1)) == Action("pass")
    rows = GAME.present(GAME.observe(state, None)).blocks[0].rows
    assert ["climb-mark-few" in [m.key for m in row.marks] for row in rows] == [
        True, True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "expected"),
    [("♠3♦3", "S3 D3"), ("红桃5", "H5"), ("3", "D3"), ("３３", "D3 S3"), ("出 h5 d3", None)],
)
def test_rul_09_how_cards_are_typed(line, expected):
    """§14"""
    state = table("S3 D3 H5 S5 S9", "D4 D5", "D6 D7 D8", "DJ DQ DK")
    if expected is None:
        with pytest.raises(IllegalAction):
            say(state, line)
    else:
        assert set(say(state, line).public.circle.top.cards) == set(cards(expected))


# Scores.


@pytest.mark.parametrize(
    ("left", "points"),
    [(0, 0), (1, 1), (7, 7), (8, 8 * 2), (9, 9 * 2), (10, 10 * 3), (12, 12 * 3), (13, 13 * 4)],
)
def test_what_cards_left_cost(left, points):
    """§11"""
    without_twos = tuple(c for c in pack(jokers=False) if c.rank != 2)
    assert cost(without_twos[:left]) == points


@pytest.mark.parametrize(("two", "extra"), [("S2", 50), ("H2", 30), ("C2", 20), ("D2", 10)])
def test_what_a_two_left_costs(two, extra):
    """§11: 9 × 2 + 50 = 68"""
    hand = cards(f"{two} D3 D4 D5 D6 D7 D8 D9 D10")
    assert cost(hand) == 9 * 2 + extra
    assert sum_of(hand) == f"9 × 2 + {extra} = {9 * 2 + extra}"
    assert sum_of(hand[1:2]) == "1"


def left(count, twos=""):
    """So many cards, these twos among them."""
    plain = [c for c in pack(jokers=False) if c.rank != 2]
    held = cards(twos)
    return (*held, *plain[: count - len(held)])


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        ((left(0), left(7), left(9), left(12)),
         (61 - 0, 61 - 4 * 7, 61 - 4 * 9 * 2, 61 - 4 * 12 * 3)),
        ((left(0), left(3), left(8), left(13, "D2")),
         (81, 81 - 4 * 3, 81 - 4 * 8 * 2, 81 - 4 * (13 * 4 + 10))),
        ((left(1, "S2"), left(0), left(1), left(1)),
         (53 - 4 * (1 + 50), 53, 53 - 4, 53 - 4)),
        ((left(13, "S2 H2 C2 D2"), left(13), left(13), left(0)),
         (266 - 4 * (52 + 50 + 30 + 20 + 10), 266 - 4 * 52, 266 - 4 * 52, 266)),
    ],
    ids=["the formula", "the example", "the two of spades", "nobody played"],
)  # fmt: skip
def test_what_a_deal_pays(hands, expected):
    """§12"""
    total = sum(map(cost, hands))
    assert scores(hands) == expected
    assert sum(expected) == 0
    pairwise = [sum(cost(other) - cost(own) for other in hands) for own in hands]
    assert list(expected) == pairwise
    assert max(expected) == total


def test_a_deal_to_its_end_with_its_reasons():
    """§11, §12: costs 0, 1, 9 × 2 + 50 and 3"""
    state = table("D3 H9", "D4 DK", "D5 D6 D7 D8 DJ DQ C10 SA S2 C8", "D9 C4 C5")
    state = say(state, "3", "4", "5", "过", "9")
    assert state.public.phase == OVER
    outcome = GAME.outcome(state)
    total = 1 + 9 * 2 + 50 + 3
    assert outcome.scores == (total, total - 4, total - 4 * (9 * 2 + 50), total - 4 * 3)
    assert outcome.carry.leader == 0
    assert [m.key for m in outcome.reasons] == [
        "chudadi-total", "chudadi-out", "chudadi-left", "chudadi-left-twos", "chudadi-left",
    ]  # fmt: skip
    trick = GAME.present(GAME.observe(state, None)).blocks[1]
    assert [(play.points, play.won) for play in trick.plays] == [
        (total, True), (total - 4, False), (total - 4 * (9 * 2 + 50), False), (total - 12, False),
    ]  # fmt: skip


def test_rul_23_no_card_is_lost():
    state = dealt(3)
    while state.public.phase != OVER:
        seat = state.public.turn
        state = GAME.apply(state, seat, GAME.suggest(GAME.observe(state, seat), 1)[0], RNG).state
        assert GAME.inventory(state).cards == pack(jokers=False)


def test_the_hint_is_of_the_lowest_suit_that_will_do():
    state = table("D3 H9", "S4 D4 S6", "D5", "D9")
    state = say(state, "3")
    assert [c.code for c in GAME.suggest(GAME.observe(state, 1), 1)[0].cards] == ["S6"]
    assert [c.code for c in GAME.suggest(GAME.observe(state, 1), 3)[1].cards] == ["D4"]
