"""The computer player of 蹲麻子: its bar, its manners, and when it stops."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots import Greedy
from engine.cards import SUITS, cards, without
from engine.core import Action, Carry, defaults
from engine.games.dunmazi import GAME
from engine.games.dunmazi.policy import POLICY, SECOND, collects, ranked
from engine.games.dunmazi.scoring import POINTS, Rules, misfits
from engine.games.dunmazi.state import Phase
from engine.registry import policy
from engine.rng import Rng
from tests.bench.dunmazi_policy import Collector, duel
from tests.games.dunmazi_kit import JUNK, RNG, play, table

CHOSEN = st.fixed_dictionaries({o.key: st.sampled_from(o.values) for o in GAME.info.options})
BASIC = Rules(sudden_full=False)


def choice(state):
    seen = GAME.observe(state, state.public.turn)
    return POLICY.choose(GAME, seen, GAME.prompt(seen), RNG)


def test_it_is_found_and_hints_are_its_own_moves():
    assert policy("dunmazi") is POLICY
    seen = GAME.observe(table(f"{JUNK}/H5 H6 H7 H8 H9", "CA CK CQ CJ C10"), 0)
    assert Greedy().choose(GAME, seen, GAME.prompt(seen), RNG) == next(ranked(seen))


@pytest.mark.slow
@pytest.mark.parametrize("sudden_death", ["hand", "basic"])
@pytest.mark.parametrize(("seats", "matches"), [(2, 60), (4, 40)])
def test_it_scores_half_as_much_again_as_one_who_collects_and_knocks(sudden_death, seats, matches):
    """Measured over 400 and 200 matches: 2.0 to 2.4 times, 0.3 ms a move."""
    mine, rest = duel(seats, matches, sudden_death=sudden_death)

    assert mine.rounds == 4 * matches
    assert mine.points / mine.rounds >= 1.5 * rest.points / rest.rounds
    assert mine.spent / mine.moves < 0.020


@pytest.mark.slow
@given(seats=st.integers(2, 4), options=CHOSEN, seed=st.integers(0, 2**32))
def test_it_gives_away_no_card_of_its_suit_for_a_lower_one_of_another(seats, options, seed):
    """In rounds against a player of another kind, under all options."""
    rng = Rng(seed.to_bytes(5), "manners")
    state = GAME.setup(seats, options, Carry(), rng).state
    other = Collector()
    moves = 0
    while GAME.outcome(state) is None:
        moves += 1
        assert moves < 1500
        seat = state.public.turn
        seen = GAME.observe(state, seat)
        ours = (seed + seat) % 2 == 0
        action = (POLICY if ours else other).choose(GAME, seen, GAME.prompt(seen), rng)
        if ours:
            polite(seen, action)
        state = GAME.apply(state, seat, action, rng).state


def polite(seen, action):
    """A card of the suit that is collected leaves the hand only where no useless one could; and the
    suit is not made poorer for more than what the second one counts."""
    if action.verb == "put":
        suit = collects(seen.hand)
        useless = misfits(seen.hand, suit)
        assert not useless or action.cards[0] in useless
    if action.verb == "swap":
        full = seen.public.full
        take = action.take if full else seen.public.zone
        kept = without(seen.hand, action.cards)
        suit = collects((*kept, *take))
        given = [c for c in action.cards if c.suit is suit or c.is_joker]
        foreign = misfits(take, suit)
        after = (*kept, *take)
        second = max(in_suit(after, other) for other in SUITS if other is not suit)
        assert in_suit(after, suit) >= in_suit(seen.hand, collects(seen.hand)) - SECOND * second
        assert not given or not misfits(kept, suit)
        if full:
            assert not any(POINTS[g] > POINTS[t] for g in given for t in foreign)


def in_suit(hand, suit):
    return sum(POINTS[c] for c in hand) - sum(POINTS[c] for c in misfits(hand, suit))


MOVES = [
    # hand, zone, what it does                                       why
    ("SA SK SQ H3 D2", "SJ", "swap D2", "it takes the last card but one for its worst"),
    ("SA SK SQ SJ D2", "C3 H4 D5 C6", "draw", "it does not break four of a suit for four others"),
    ("SA SK SQ H3 D2", "SJ S10 C3 H4 D5", "swap H3 D2 <- SJ S10", "it fills its suit"),
    ("SA SK SQ S9 H3", "BJ C4 H4 D5 C2", "swap H3 <- BJ", "a joker fits every suit"),
    ("SA SK SQ SJ H3", "C4 H4 D5 C2 D3", "clear", "it clears what nobody of its suit can use"),
]


@pytest.mark.parametrize(("hand", "zone", "move", "why"), MOVES, ids=[row[-1] for row in MOVES])
def test_moves(hand, zone, move, why):
    verb, _, rest = move.partition(" ")
    given, _, taken = rest.partition("<-")

    action = choice(table(f"{hand}/H5 H6 H7 H8 H9", zone))

    assert action == Action(verb, cards(given), cards(taken))


STOPS = [
    # hand, cards left, rules, 扣                                     why
    ("SA SK SQ SJ S10", 40, Rules(), True, "the best hand there is, early"),
    ("SA SK SQ SJ S10", 40, BASIC, True, "the same where 强制结算 pays little"),
    ("SA SK SQ SJ S10", 4, Rules(), False, "late, 手牌分 is worth waiting for"),
    ("SA SK SQ SJ S10", 4, BASIC, True, "late, 基础分 is not"),
    ("SA SK SQ SJ S10", 0, Rules(), False, "the pile is used up: wait"),
    ("D10 D9 D8 D7 D6", 40, Rules(), False, "扣 for nothing"),
    ("D10 D9 D8 D7 D6", 40, BASIC, False, "扣 for nothing, there as well"),
]


@pytest.mark.parametrize(
    ("hand", "left", "rules", "knocks", "why"), STOPS, ids=[row[-1] for row in STOPS]
)
def test_when_it_knocks(hand, left, rules, knocks, why):
    hands = f"{hand}/HA HK H10 H6 H4"
    full = table(hands, "C2", rules=rules)
    pile = " ".join(c.code for c in full.deck[:left])
    gone = " ".join(c.code for c in full.deck[left:])
    state = table(hands, "C2", pile, discard=gone, rules=rules)

    assert (choice(state).verb == "knock") is knocks


ANSWERS = [
    ("SA SK SQ SJ S9", "call", "50 is beaten by 51 alone"),
    ("D10 D9 D8 D7 D6", "call", "基础分 0: nothing to lose"),
    ("DA D10 D9 D7 D4", "fold", "41 beats little"),
]


@pytest.mark.parametrize(("hand", "verb", "why"), ANSWERS, ids=[row[-1] for row in ANSWERS])
def test_answers(hand, verb, why):
    state = play(table(f"HA HK HQ H5 H6/{hand}", "C2"), "knock")

    assert choice(state).verb == verb


def test_what_the_knocker_took_from_the_zone_counts():
    """§20: with ♥9 ♥8 ♥7 ♥6 in sight it has 30 + 11 at most, and 42 is sure to win."""
    state = play(table("H10 H9 H8 H7 H6/DA D10 D9 D8 D4", "C2"), "knock")
    known = replace(state.public, known=(cards("H9 H8 H7 H6"), ()))

    assert choice(state).verb == "fold"
    assert choice(replace(state, public=known)).verb == "call"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rounds_among_themselves_end(seats):
    for seed in range(6):
        rng = Rng(bytes([seed]), "alone", seats)
        state = GAME.setup(seats, defaults(GAME.info), Carry(), rng).state
        phases = []
        while GAME.outcome(state) is None:
            phases.append(state.public.phase)
            state = GAME.apply(state, state.public.turn, choice(state), rng).state
        assert phases[0] is Phase.FIRST
        assert len(phases) < 60 * seats
