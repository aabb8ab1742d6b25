"""Random rounds of 蹲麻子 to the end, under all options; screens, words and typed lines."""

from __future__ import annotations

from itertools import product

import pytest
from fluent.syntax import FluentParser, ast
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.catalogue import Catalogue, sources
from engine.bots import answer
from engine.cards import cards, codes
from engine.core import Action, Carry, PickCards, defaults
from engine.errors import RuleError
from engine.games.dunmazi import GAME
from engine.games.dunmazi.scoring import Rules, may_knock
from engine.games.dunmazi.state import End, Phase, Stand
from engine.rng import Rng
from engine.text import read
from engine.view import Cards, Facts, Lines, Row, Seats, Trick
from tests.games.dunmazi_kit import JUNK, dealt, play, table

NAMES = ("甲", "乙", "丙", "丁")
WORDS = Catalogue(strict=True)
CHOSEN = st.fixed_dictionaries({o.key: st.sampled_from(o.values) for o in GAME.info.options})


def say(message):
    return WORDS.say(message, NAMES)


def played(seats, options, rng):
    """All states of a random round in which 扣 is chosen whenever it is offered late enough."""
    state = GAME.setup(seats, options, Carry(), rng).state
    states = [state]
    while GAME.outcome(state) is None:
        (seat,) = GAME.asked(state)
        prompt = GAME.prompt(GAME.observe(state, seat))
        knocks = [c.action for c in prompt.choices if c.action.verb == "knock"]
        action = knocks[0] if knocks and len(states) > 20 else answer(prompt, rng)
        state = GAME.apply(state, seat, action, rng).state
        states.append(state)
        assert len(states) < 1500
    return states


VALUES = dict(zip("23456789", range(2, 10), strict=True)) | {"10": 10, "J": 10, "Q": 10, "K": 10}
LETTERS = "DCHS"


def judged(hand):
    """Points and suit of a hand by its codes alone; None for no flush. Jokers are 10."""
    natural = [code for code in codes(hand) if code not in ("LJ", "BJ")]
    suits = {code[0] for code in natural}
    points = sum((VALUES | {"A": 11})[code[1:]] for code in natural)
    points += 10 * (len(hand) - len(natural))
    return (points, LETTERS.index(suits.pop())) if len(suits) == 1 else None


def expected(state, options):
    """The scores of a round without a tie in points and suit, found in another way."""
    target = options["target"]
    hands = [judged(hand) for hand in state.hands]
    basic = [hand[0] - target if hand and hand[0] >= target else None for hand in hands]
    if state.public.end is not End.KNOCK:
        extra = (
            target if state.public.end is End.SUDDEN and options["sudden_death"] == "hand" else 0
        )
        return tuple(0 if points is None else points + extra for points in basic)
    inside = [
        s for s, stand in enumerate(state.public.stands) if stand in (Stand.KNOCK, Stand.CALL)
    ]
    best = max(inside, key=lambda s: hands[s])
    pot = sum(basic[s] for s in inside)
    return tuple(
        (pot if s == best else 0) if s in inside else (points or 0)
        for s, points in enumerate(basic)
    )


@pytest.mark.slow
@given(seats=st.integers(2, 4), options=CHOSEN, seed=st.integers(0, 2**32))
def test_rounds_end_and_pay_what_a_second_reckoning_says(seats, options, seed):
    options = options | {"joker_score": "ten", "joker_rank": "joker"}
    last = played(seats, options, Rng(seed.to_bytes(5), "play"))[-1]

    wanted = expected(last, options)
    best = [judged(hand) for hand in last.hands]
    if last.public.end is not End.KNOCK or len(set(best)) == len(best):
        assert GAME.outcome(last).scores == wanted
    assert len(GAME.outcome(last).reasons) == seats + (last.public.end is not End.KNOCK)


@pytest.mark.slow
@given(seats=st.integers(2, 4), options=CHOSEN, seed=st.integers(0, 2**32))
def test_a_guess_looks_like_what_is_seen_and_keeps_the_rules(seats, options, seed):
    """§14 §20: who knocked or was asked has a hand that is worth it, in every guess as well."""
    rng = Rng(seed.to_bytes(5), "guess")
    for state in played(seats, options, rng)[::7]:
        for viewer in (*range(seats), None):
            seen = GAME.observe(state, viewer)
            guess = GAME.imagine(seen, rng)
            assert GAME.observe(guess, viewer) == seen
            assert GAME.asked(guess) == GAME.asked(state)
            assert GAME.inventory(guess) == GAME.inventory(state)
            if state.public.knocker is not None:
                assert may_knock(guess.hands[state.public.knocker], state.public.rules)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_can_be_said_in_every_phase(seats):
    phases = set()
    for seed in range(4):
        rng = Rng(bytes([seed]), "say", seats)
        for state in played(seats, defaults(GAME.info), rng):
            phases.add(state.public.phase)
            for viewer in (0, None):
                view = GAME.present(GAME.observe(state, viewer))
                assert say(view.title)
            for seat in GAME.asked(state):
                assert say(GAME.prompt(GAME.observe(state, seat)).ask)
    assert phases >= {Phase.FIRST, Phase.TURN, Phase.PUT, Phase.OVER}


def test_the_words_parse_and_the_lobby_has_them_all():
    text = sources()["dunmazi"]
    found = FluentParser().parse(text).body
    keys = {entry.id.name for entry in found if isinstance(entry, ast.Message)}

    assert not [entry for entry in found if isinstance(entry, ast.Junk)]
    assert all(key.startswith("dunmazi-") for key in keys)
    wanted = {f"dunmazi-option-{o.key.replace('_', '-')}" for o in GAME.info.options}
    wanted |= {
        f"dunmazi-value-{o.key.replace('_', '-')}-{value}"
        for o in GAME.info.options
        for value in o.values
        if isinstance(value, str)
    }
    wanted |= {f"dunmazi-verb-{verb}" for _, verb in GAME.info.words}
    assert wanted | {"dunmazi-name", "dunmazi-note-sudden-death"} <= keys


REASONS = [
    ("SA SK SQ SJ S9/HK HQ HJ H10 H8", "knock call", "甲 扣 ♠50 胜 乙 砸 ♥48：10 + 8 = 18"),
    ("SA SK SQ SJ S9/HK HQ HJ H10 H8", "knock call", "乙 砸 ♥48 输给 甲（50 分大于 48 分）：0"),
    ("SA SK SQ SJ S9/HK HQ HJ H10 H8", "knock fold", "甲 扣 ♠50，没有人砸：50 − 40 = 10"),
    ("SA SK SQ SJ S9/HK HQ HJ H10 H8", "knock fold", "乙 随 ♥48：48 − 40 = 8"),
    ("SA SK SQ S9 S5/HA HK HQ H9 H5", "knock call", "乙 砸 ♥45 输给 甲（同分，花色 ♠ 大于 ♥）：0"),
    ("SA SK SQ SJ S9/H2 H3 H4 H5 H6", "knock",
     "乙 麻子（♥ 同花只有 20 分，要 40 分，差 20 分）：0"),
    ("SA SK SQ SJ S9/H2 H3 H4 H5 D6", "knock", "乙 麻子（没有同花，♥ 以外还有 1 张（♦6））：0"),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "moves", "line"), REASONS, ids=[row[-1] for row in REASONS])
def test_reasons_can_be_checked(hands, moves, line):
    """§16: in the result, and on the last screen."""
    state = play(table(hands, "C2", "C3"), *moves.split())
    lines = GAME.present(GAME.observe(state, None)).blocks[-1]

    assert line in [say(reason) for reason in GAME.outcome(state).reasons]
    assert lines == Lines(GAME.outcome(state).reasons)


def shown(state, viewer):
    return {type(block): block for block in GAME.present(GAME.observe(state, viewer)).blocks}


def test_the_table_keeps_three_places_apart_and_reckons_for_the_player():
    state = table("BJ SA SK S8 H5/H6 H7 H8 H9 H10", "S9 HQ D4 C10", discard="C3 H3")

    blocks = shown(state, 0)
    pile, zone, discard = blocks[Row].blocks
    hand = blocks[Cards]
    facts = [(say(f.label), f.value if isinstance(f.value, int) else say(f.value), f.good)
             for f in blocks[Facts].facts]  # fmt: skip

    assert pile.hidden == 54 - 10 - 4 - 2
    assert (zone.codes, zone.places) == (("S9", "HQ", "D4", "C10"), 5)
    assert (discard.codes, discard.pile) == (("C3", "H3"), True)
    assert (hand.codes, hand.chosen, hand.mine) == (("BJ", "SA", "SK", "S8", "H5"), (4,), True)
    assert facts == [
        ("手牌分", 10 + 11 + 10 + 8 + 5, True),
        ("花色", "♠ 还缺 1 张：换掉 ♥5", False),
        ("距离目标", "分数够了，还要同花", True),
    ]
    assert GAME.present(GAME.observe(state, 0)).details[0].codes == ("C3", "H3")
    assert Cards not in shown(state, None)
    assert Facts not in shown(state, None)


def test_the_response_has_a_screen_of_its_own():
    """§14: who stands how; 麻子 with cards, the others without."""
    state = play(table("S10 S9 S8 S7 S6/H2 H3 H4 H5 H6/CA CK CQ CJ C9", "C2"), "knock")

    blocks = shown(state, 2)
    stakes = [say(fact.value) for fact in blocks[Facts].facts if not isinstance(fact.value, int)]

    assert [(p.seat, len(p.codes), say(p.mark)) for p in blocks[Trick].plays] == [
        (0, 0, "扣"), (1, 5, "麻子"), (2, 0, "未表态"),
    ]  # fmt: skip
    assert "稳得 10 分" in stakes
    assert Row not in blocks
    assert [row.asked for row in blocks[Seats].rows] == [False, False, True]


def test_what_is_offered():
    """§8 §13: 扣 only when it is allowed; every question about the hand is private."""
    part, full = "C9 D9 H9", "CA CK CQ CJ C10"
    offers = []
    for hand, zone, pile in product((JUNK, "S10 S9 S8 S7 S6"), (part, full), (None, "")):
        state = table(f"{hand}/H5 H6 H7 H8 H10", zone, pile)
        prompt = GAME.prompt(GAME.observe(state, 0))
        assert prompt.private
        offers.append((" ".join(c.action.verb for c in prompt.choices), len(prompt.picks)))

    assert offers == [
        ("draw", 1), ("pass", 1), ("clear", 2), ("pass", 2),
        ("draw knock", 1), ("knock pass", 1), ("clear knock", 2), ("knock pass", 2),
    ]  # fmt: skip


def test_picks_of_a_swap():
    """§10 §11."""
    part = GAME.prompt(GAME.observe(table(f"{JUNK}/H5 H6 H7 H8 H9", "C9 D9 S9"), 0))
    assert part.picks[0].least == part.picks[0].most == 3
    full = GAME.prompt(GAME.observe(table(f"{JUNK}/H5 H6 H7 H8 H9", "CA CK CQ CJ C10"), 0))
    assert full.picks[1] == PickCards(
        "swap", cards("CA CK CQ CJ C10"), 1, 5, slot="take", same_as="cards"
    )


TYPED = [
    ("扣", Action("knock")), ("knock", Action("knock")), ("摸牌", Action("draw")),
    ("draw", Action("draw")), ("清场", Action("clear")), ("不换", Action("pass")),
    ("过", Action("pass")), ("砸", Action("call")), ("call", Action("call")),
    ("随", Action("fold")), ("fold", Action("fold")), ("打 ♠2", Action("put", cards("S2"))),
    ("出 黑桃2", Action("put", cards("S2"))), ("put s2", Action("put", cards("S2"))),
    ("换 ♠2 红桃3 取 ♣A 梅花K", Action("swap", cards("S2 H3"), cards("CA CK"))),
    ("swap s2 h3 => ca ck", Action("swap", cards("S2 H3"), cards("CA CK"))),
    ("换 2 3 取 A K", Action("swap", cards("S2 H3"), cards("CA CK"))),
]  # fmt: skip


@pytest.mark.parametrize(("line", "action"), TYPED, ids=[row[0] for row in TYPED])
def test_typed(line, action):
    state = table(f"{JUNK}/H5 H6 H7 H8 H9", "CA CK CQ CJ C10")

    assert read(line, GAME.info, GAME.prompt(GAME.observe(state, 0))) == action


VERBS = st.sampled_from(["put", "draw", "clear", "swap", "knock", "pass", "fold", "call", "", "x"])
ODD = st.one_of(st.sampled_from(cards("S2 H3 C4 SA BJ D9 CA")), st.tuples(st.integers(-1, 20)))
ACTIONS = st.builds(
    Action,
    VERBS,
    st.lists(ODD, max_size=7).map(tuple),
    st.lists(ODD, max_size=7).map(tuple),
    st.none() | st.integers(-5, 5),
    st.none() | st.integers(-5, 5),
    st.sampled_from(["", "odd"]),
)
SPOTS = [
    table(f"{JUNK}/H5 H6 H7 H8 H9", "CA CK CQ CJ C10"),
    table(f"{JUNK}/H5 H6 H7 H8 H9", "CA D9"),
    table(f"{JUNK} D9/H5 H6 H7 H8 H9", "CA", phase=Phase.PUT),
    play(table("CK CQ CJ C10 C9/HA HK HQ HJ H9", "CA"), "knock"),
]


@given(spot=st.sampled_from(SPOTS), seat=st.integers(-1, 2), action=ACTIONS)
def test_any_action_is_played_or_refused_by_a_rule(spot, seat, action):
    try:
        after = GAME.apply(spot, seat, action, Rng(b"odd"))
    except RuleError as refused:
        words, after = say(refused.msg), spot
    else:
        words, after = say(after.events[-1].msg), after.state
    assert words
    assert GAME.inventory(after) == GAME.inventory(spot)


def test_private_news_is_for_the_one_who_drew():
    """§20."""
    state = table(f"{JUNK}/H5 H6 H7 H8 H9", "C9", "D9 D8")
    step = GAME.apply(state, 0, Action("draw"), Rng(b"odd"))

    assert [(e.to, say(e.msg)) for e in step.events] == [(frozenset({0}), "你摸到 ♦9。")]


def test_rules_read_from_options():
    assert dealt(2, target=50, hand_size=6, decks=2).state.public.rules == Rules(
        target=50, size=6, decks=2
    )
