"""占格子: its rules, and that its matches have what it exists for."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from engine.cards import cards, codes, pack
from engine.core import Action, Carry, defaults
from engine.errors import AmbiguousAction, IllegalAction
from engine.games._trial import GAME
from engine.games._trial.position import Public, State, deal, paid, worths
from engine.match import Match, Rounds, act
from engine.match import deal as deal_round
from engine.rng import Rng
from tests.kit.laws import playout

BOARD = cards("S2 S3 S4 S5 SJ SQ SK SA")
HANDS = (cards("H3 H9"), cards("D6 D8"), cards("C4 CK"), cards("H5 D10"))
RNG = Rng(b"for a second deal")


def position(*marks, seats=4, leader=0, stake=0, stacks=(12, 12, 12, 12), again=False):
    used = {*BOARD, *(c for hand in HANDS[:seats] for c in hand)}
    deck = tuple(c for c in pack(jokers=False) if c not in used)
    known = Public(stacks[:seats], leader, "pair", (), BOARD, again=again, stake=stake)
    return State(known, HANDS[:seats], marks or (None,) * seats, deck)


def after(state, *moves):
    for seat, action in moves:
        state = GAME.apply(state, seat, action, RNG).state
    return state


def mark(cell):
    return Action("mark", number=cell)


def stake(chips):
    return Action("stake", number=chips)


def lead(text, reading=""):
    return Action("lead", cards(text), reading=reading)


def test_sides_sit_alternately():
    """§1"""
    view = GAME.present(GAME.observe(position(), None))
    assert [row.team for row in view.blocks[0].rows] == [1, 2, 1, 2]
    assert list(GAME.info.seats) == [2, 4]


def test_two_secret_cards_each_and_eight_open_ones_round_an_empty_cell():
    """§2"""
    state = GAME.setup(4, {"chips": 12, "open": "none"}, Carry(), Rng(b"a deal")).state
    grid = GAME.present(GAME.observe(state, None)).blocks[1]
    assert [len(hand) for hand in state.hands] == [2] * 4
    assert [bool(cell.code) for cell in grid.cells] == [True] * 4 + [False] + [True] * 4
    assert GAME.observe(state, 1).hands == ((), state.hands[1], (), ())


def test_the_pack_goes_on_and_is_shuffled_when_it_is_too_small():
    """§3"""
    deck = pack(jokers=False)
    enough, gone = deck[:16], deck[16:]
    kept = GAME.setup(4, defaults(GAME.info), Carry(deck=enough, gone=gone), Rng(b"x")).state
    fresh = GAME.setup(4, defaults(GAME.info), Carry(deck=enough[1:], gone=gone), Rng(b"x")).state
    assert (kept.public.board, kept.deck, kept.public.gone) == (enough[8:], (), gone)
    assert (len(fresh.deck), fresh.public.gone) == (52 - 8 - 8, ())


def test_cells_are_secret_and_changeable_until_the_last_one_is_chosen():
    """§4"""
    state = after(position(), (0, mark(3)), (1, mark(5)), (0, mark(8)), (2, mark(8)))
    assert state.marks == (8, 5, 8, None)
    assert GAME.observe(state, 0).marks == (8, None, None, None)
    assert GAME.prompt(GAME.observe(state, 0)).answered
    assert not GAME.prompt(GAME.observe(state, 3)).answered
    closed = after(state, (3, mark(0)))
    assert GAME.observe(closed, None).marks == (8, 5, 8, 0)
    with pytest.raises(IllegalAction, match="trial-refused"):
        after(closed, (0, mark(1)))


def test_if_nobody_stands_alone_the_cards_are_dealt_again_once():
    """§5"""
    again = after(position(), *((seat, mark(3)) for seat in range(4)))
    assert again.public.again
    assert again.marks == (None,) * 4
    assert GAME.inventory(again) == GAME.inventory(position())
    second = after(position(again=True), *((seat, mark(3)) for seat in range(4)))
    assert second.marks == (3, 3, 3, 3)


STAKES = [(1, True), (12, True), (13, False), (0, False), (-1, False)]


@pytest.mark.parametrize(("chips", "allowed"), STAKES, ids=[f"§6 {chips}" for chips, _ in STAKES])
def test_a_stake_is_one_chip_to_all_of_them(chips, allowed):
    """§6"""
    state = position(0, 1, 2, 3)
    assert (chips in GAME.prompt(GAME.observe(state, 0)).number.allowed) == allowed
    if allowed:
        assert after(state, (0, stake(chips))).public.stake == chips
    else:
        with pytest.raises(IllegalAction):
            after(state, (0, stake(chips)))


WORTHS = [
    ("S2", {"": 2}, "§7 one card counts its rank"),
    ("SA", {"": 14}, "§7 an ace counts 14"),
    ("S3 H9", {"sum": 12, "gap": 6}, "§7 two cards: sum or difference"),
    ("S5 H9", {"sum": 14, "gap": 4}, "§7 a sum of 14 counts"),
    ("S6 H9", {"gap": 3}, "§7 a sum above 14 does not"),
    ("S6 H6", {"sum": 12}, "§7 a difference of 0 does not"),
    ("SK HK", {}, "§7 two kings count nothing and cannot be led"),
]


@pytest.mark.parametrize(("led", "found", "why"), WORTHS, ids=[row[2] for row in WORTHS])
def test_what_a_lead_counts(led, found, why):
    assert worths(cards(led)) == found


def test_an_ambiguous_lead_comes_back_as_finished_actions():
    """§7"""
    state = position(0, 1, 2, 3, stake=2)
    with pytest.raises(AmbiguousAction) as refused:
        after(state, (0, lead("H3 H9")))
    both = refused.value.options
    assert both == (lead("H3 H9", "sum"), lead("H3 H9", "gap"))
    assert [after(state, (0, option)).public.worth for option in both] == [3 + 9, 9 - 3]


RESULTS = [
    # marks, lead, scores, why
    ((0, 3, 6, 2), "H9", (2, -2, 2, -2), "§8 9 against the 5 of cell 3"),
    ((0, 6, 5, 2), "H9", (-2, 2, -2, 2), "§8 9 against the queen of cell 6"),
    ((6, 6, 0, 2), "H9", (2, -2, 2, -2), "§4 a shared cell does not count: 9 against 4"),
    ((0, 1, 2, 1), "H3", (2, -2, 2, -2), "§4 partners who share have nothing: 3 against 0"),
    ((0, 1, 2, 1), "H9", (2, -2, 2, -2), "§8 9 against 0"),
    ((0, 1, 5, 1), "H3", (2, -2, 2, -2), "§8 3 against 0"),
    ((6, 1, 5, 0), "H3", (0, 0, 0, 0), "§8 3 against 3: nobody pays"),
]


@pytest.mark.parametrize(("marks", "led", "scores", "why"), RESULTS, ids=[r[3] for r in RESULTS])
def test_who_wins(marks, led, scores, why):
    state = after(position(*marks, stake=2), (0, lead(led)))
    assert GAME.outcome(state).scores == scores


def test_no_pair_of_seats_settles_more_than_the_poorer_one_has():
    """§9"""
    known = paid(Public((12, 5, 3, 9), 0, "pair", ()), 0, 7)
    assert known.won == (5, -5, 3, -3)  # min(7, 12, 5) and min(7, 3, 9)
    assert known.stacks == (12 + 5, 5 - 5, 3 + 3, 9 - 3)


OPENED = [
    ("pair", "S2 H2 D3 D9", (1, -1), "§10 a pair"),
    ("pair", "S2 H3 D3 D9", (), "§10 no pair"),
    ("suit", "S2 H3 D3 D9", (-1, 1), "§10 two of a suit"),
    ("pair", "S2 H2 D9 H9", (1, -1), "§10 the leader first"),
    ("none", "S2 H2 D9 H9", (), "§10 switched off"),
]


@pytest.mark.parametrize(("rule", "hands", "won", "why"), OPENED, ids=[row[3] for row in OPENED])
def test_a_round_that_ends_at_the_deal(rule, hands, won, why):
    deck = (*cards(hands), *BOARD)
    assert deal(Public((12, 12), 0, rule, ()), deck).state.public.won == won


def test_the_next_seat_leads_and_an_empty_stack_ends_the_match():
    """§11"""
    state = after(position(0, 6, 5, 2, stake=12), (0, lead("H9")))
    outcome = GAME.outcome(state)
    assert outcome.scores == (-12, 12, -12, 12)
    assert outcome.broke
    assert outcome.carry.leader == 1
    assert outcome.carry.stacks == (0, 24, 0, 24)
    assert set(outcome.carry.gone) == {*BOARD, *(c for hand in HANDS for c in hand)}


TIMEOUTS = [
    (position(), mark(0), "§12 the first cell"),
    (position(0, 1, 2, 3), stake(1), "§12 one chip"),
    (position(0, 1, 2, 3, stake=1), lead("H3"), "§12 the lowest card"),
]


@pytest.mark.parametrize(("state", "action", "why"), TIMEOUTS, ids=[row[2] for row in TIMEOUTS])
def test_time_out(state, action, why):
    assert GAME.on_timeout(GAME.observe(state, 0)) == action


def test_three_chips_do_not_go_with_two_of_a_suit():
    """§13"""
    poor = {"chips": 3, "open": "suit"}
    assert GAME.check(2, poor).key == "trial-check"
    assert GAME.check(2, {**poor, "chips": 12}) is None


def test_the_face_down_pack_is_on_no_screen():
    state = position(0, 1, 2, 3, stake=1)
    other = replace(state, deck=state.deck[::-1])
    for viewer in (0, 1, 2, 3, None):
        seen = GAME.observe(state, viewer)
        assert seen == GAME.observe(other, viewer)
    pile = GAME.present(GAME.observe(state, 0)).blocks[-1]
    assert (pile.codes, pile.hidden) == (codes(state.public.gone), len(state.deck))


def cases(played):
    """The special cases that a match ran into."""
    final = played.final
    at_once = [not round_.actions for round_ in played.log]
    found = {
        "ends at the deal": any(at_once),
        "twice in a row": (True, True) in pairwise(at_once),
        "dealt again": final.state.public.again,
        "broke": final.played[-1].broke,
        "a pack used on": any(o.carry.gone and o.carry.deck for o in final.played),
        "all in": final.state.public.stake == 12,
        "two cards": len(final.state.public.lead) == 2,
        "a reading": any(a.reading for round_ in played.log for _, a in round_.actions),
        "changed an answer": any(
            len({s for s, a in round_.actions if a.verb == "mark"})
            < sum(a.verb == "mark" for _, a in round_.actions)
            for round_ in played.log
        ),
    }
    return {name for name, met in found.items() if met}


def test_matches_have_what_the_game_is_for():
    met = set()
    for seed in range(120):
        options = {"open": "suit"} if seed % 3 else {"open": "none"}
        met |= cases(playout(GAME, 2 + 2 * (seed % 2), seed, options=options, laws=()))
    assert met == {
        "ends at the deal",
        "twice in a row",
        "dealt again",
        "broke",
        "a pack used on",
        "all in",
        "two cards",
        "a reading",
        "changed an answer",
    }


def test_a_second_deal_uses_the_stream_of_its_step():
    """The same match dealt again inside ``apply`` gives the same cards each time it is replayed."""
    state = position()
    fresh = Match(GAME, 4, bytes(32), defaults(GAME.info), Rounds(1))
    ends = []
    for _ in range(2):
        match, _ = deal_round(fresh)
        match = replace(match, state=state)
        for seat in (2, 0, 3, 1):
            match, _ = act(match, seat, mark(3))
        ends.append(match.state)
    assert ends[0] == ends[1]
    assert ends[0].hands != state.hands
