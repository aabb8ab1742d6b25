"""The search of 上饶打炸: its core beside the rules, what it imagines, what it keeps to."""

from collections import Counter

import pytest

from engine.bots import Budget
from engine.cards import BIG_JOKER, SMALL_JOKER, without
from engine.core import Action, Carry
from engine.games.dazha import settle
from engine.games.dazha.deal import full_pack
from engine.games.dazha.divided import FORCE, JOKER, divided, house
from engine.games.dazha.policy import POLICY
from engine.games.dazha.search import KINDS, Search, Searcher, top_of
from engine.games.dazha.trial import NOTHING, Trial
from engine.games.dazha.worlds import Worlds
from engine.kernels.climb.ranks import STRENGTH, counted, strengths
from engine.kernels.climb.state import OVER
from engine.rng import Rng
from tests.games.dazha_kit import GAME, chosen, table
from tests.kit.tiers import DEEP

DEALS = 200 if DEEP else 8
VARIANTS = (
    {}, {"mode": "twelve"}, {"wsk": "off"}, {"triple_answer": "strict", "showdown": "off"},
    {"mode": "twelve", "showdown": "off"}, {"showdown": "off", "cap": "none", "lucky_ranks": "on"},
)  # fmt: skip


def begun(number, **options):
    """A deal that is played."""
    while True:
        luck = Rng(number.to_bytes(4, "big"), "dazha")
        state = GAME.setup(4, chosen(**options), Carry(), luck).state
        if state.public.phase != OVER:
            return state
        number += 1000


def laid(hand, before, after, play):
    """The cards of a play of the core; six jokers of a colour stay together while they can."""
    wanted = Counter(before) - Counter(after)
    cards = []
    six = {90: (SMALL_JOKER,), 91: (BIG_JOKER,)}.get(play[2] // FORCE)
    whole = [j for j in (SMALL_JOKER, BIG_JOKER) if hand.count(j) == 6]
    for card in sorted(hand, key=lambda c: c in whole if six is None else c not in six):
        strength = min(STRENGTH[card.rank], JOKER)
        if wanted[strength]:
            wanted[strength] -= 1
            cards.append(card)
    return tuple(cards)


def replayed(state, trial, record):
    """The end of a deal in which the rules are told what the core has done."""
    for at, (turn, before, play) in enumerate(record):
        after = next((b for t, b, _ in record[at + 1 :] if t == turn), trial.hands[turn].cards())
        top = state.public.circle.top
        if play is None and top is None:
            continue  # nothing beats what was played, so the rules asked nobody
        assert state.public.turn == turn
        action = Action("pass")
        if play is not None:
            action = Action("play", cards=laid(state.hands[turn], before, after, play))
        state = GAME.apply(state, turn, action, Rng(b"law")).state
        if play is not None:
            reading = (state.public.circle.plays or state.public.past[-1])[-1].reading
            if reading.shape in (*KINDS, "bomb"):
                assert top_of(reading) == play[:3]
    return state


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_whole_deals_go_alike_through_the_core_and_the_rules(options):
    """Every play is legal where it is made; who is asked, who wins, what is paid are the same."""
    for number in range(DEALS):
        state = begun(number, **options)
        rules = house(dict(state.public.options))
        hands = [divided(counted(strengths(hand)), rules) for hand in state.hands]
        teams = tuple(team - 1 for team in state.public.extra.teams)
        record = []
        trial = Trial(hands, teams, rules, [0, 0], 0, [], record)
        won = trial.play(state.public.turn, NOTHING, state.public.turn)
        end = replayed(state, trial, record)
        assert end.public.phase == OVER
        found = settle.result(end.public, end.hands)
        assert (found.team - 1, found.sums) == (won, tuple(trial.taken))
        assert tuple(trial.out) == end.public.out
        paid = [0, 0]
        for bomb in settle.bombs(end.public):
            paid[teams[bomb.seat]] += bomb.unit
        assert trial.paid == paid


def test_a_division_holds_the_cards_of_its_hand():
    for number in range(DEALS):
        for options in VARIANTS:
            state = begun(number, **options)
            for hand in state.hands:
                made = divided(counted(strengths(hand)), house(dict(state.public.options)))
                wanted = sorted(min(STRENGTH[card.rank], JOKER) for card in hand)
                assert made.cards() == made.copy().cards() == wanted
                assert made.count == len(hand)


def seen_in(number, **options):
    """What is seen at the turns of a deal that rule players play."""
    state = begun(number, **options)
    while state.public.phase != OVER:
        (seat,) = GAME.asked(state)
        seen = GAME.observe(state, seat)
        yield seen
        state = GAME.apply(state, seat, POLICY.choose(GAME, seen, None, Rng(b"")), Rng(b"")).state


@pytest.mark.parametrize("mode", ["base", "twelve"])
def test_what_it_imagines_agrees_with_what_was_seen(mode):
    for seen in [*seen_in(1, mode=mode)][::5]:
        public = seen.public
        hands = Worlds(seen, Rng(b"worlds")).draw()
        assert [sum(hand) for hand in hands] == list(public.counts)
        assert hands[seen.seat] == counted(strengths(seen.hand))
        for seat, known in enumerate(public.known):
            assert all(a <= b for a, b in zip(counted(strengths(known)), hands[seat], strict=True))
        gone = counted(strengths(card for what in public.played for card in what.cards))
        everything = tuple(map(sum, zip(gone, *hands, strict=True)))
        assert everything == counted(strengths(full_pack(seen.options)))


def test_the_same_seed_and_trials_give_the_same_answers():
    positions = [*seen_in(2)][::9]
    answers = [
        [Searcher(Budget(6)).choose(GAME, seen, None, Rng(b"same")) for seen in positions]
        for _ in range(2)
    ]
    assert answers[0] == answers[1]


def test_nothing_but_what_is_seen_decides():
    one = table("3579JKA2/44668/TTQQ/888")
    other = table("3579JKA2/TTQQ8/4466/888")
    answers = {
        Searcher(Budget(20)).choose(GAME, GAME.observe(state, 0), None, Rng(b"same"))
        for state in (one, other)
    }
    assert len(answers) == 1


@pytest.mark.parametrize("mode", ["base", "twelve"])
def test_what_it_answers_is_legal_and_ideas_are_few(mode):
    for number in range(max(1, DEALS // 8)):
        state = begun(number, mode=mode)
        rng = Rng(b"whole")
        while state.public.phase != OVER:
            (seat,) = GAME.asked(state)
            seen = GAME.observe(state, seat)
            assert len(Search(GAME, seen).ideas()) <= 10
            action = Searcher(Budget(1)).choose(GAME, seen, None, rng)
            state = GAME.apply(state, seat, action, rng).state
        assert without(full_pack(chosen(mode=mode)), GAME.inventory(state).cards) == ()
