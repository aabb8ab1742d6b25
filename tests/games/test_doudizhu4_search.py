"""The search of 四人斗地主: its core beside the rules, and what it keeps to."""

from collections import Counter

import pytest

from engine.bots import Budget
from engine.core import Action, Carry, defaults
from engine.games.doudizhu4.divided import divided
from engine.games.doudizhu4.search import Search, Searcher, top_of
from engine.games.doudizhu4.trial import LEAD, Trial
from engine.kernels.climb.ranks import STRENGTH, counted, strengths
from engine.kernels.climb.state import OVER, PLAY
from engine.registry import games, policy
from engine.rng import Rng
from tests.kit.tiers import DEEP

GAME = games()["doudizhu4"]
DEALS = 200 if DEEP else 10


def begun(number):
    """A deal whose first asked seat is the landlord."""
    rng = Rng(number.to_bytes(4, "big"), "four")
    state = GAME.setup(4, defaults(GAME.info), Carry(), rng).state
    while state.public.phase != PLAY:
        bid = Action("bid", number=0 if any(state.public.extra.answers) else 3)
        state = GAME.apply(state, GAME.asked(state)[0], bid, rng).state
    return state


def laid(hand, before, after):
    """The cards of a play of the core."""
    wanted = Counter(before) - Counter(after)
    cards = []
    for card in hand:
        if wanted[STRENGTH[card.rank]]:
            wanted[STRENGTH[card.rank]] -= 1
            cards.append(card)
    return tuple(cards)


def test_whole_deals_go_alike_through_the_core_and_the_rules():
    """Every play is legal where it is made; who is asked and who wins are the same."""
    for number in range(DEALS):
        state = begun(number)
        hands = [divided(counted(strengths(hand))) for hand in state.hands]
        for made, hand in zip(hands, state.hands, strict=True):
            assert made.cards() == sorted(strengths(hand))
            assert made.count == len(hand)
        record = []
        trial = Trial(hands, state.public.extra.landlord, record)
        first = trial.play(state.public.turn, LEAD, state.public.turn)
        for at, (turn, before, play) in enumerate(record):
            after = next((b for t, b, _ in record[at + 1 :] if t == turn), hands[turn].cards())
            if play is None and state.public.circle.top is None:
                continue  # nothing beats what was played, so the rules asked nobody
            assert state.public.turn == turn
            action = Action("pass")
            if play is not None:
                cards = laid(state.hands[turn], before, after)
                found = GAME.reader({}).readings(cards, last=len(cards) == len(before))
                meant = next(r for r in found if top_of(r) == play[0])
                action = Action("play", cards=cards, reading=meant.key if len(found) > 1 else "")
            state = GAME.apply(state, turn, action, Rng(b"law")).state
        assert state.public.phase == OVER
        assert state.public.counts[first] == 0


def test_the_same_seed_and_trials_give_the_same_answers():
    def actions():
        state, said = begun(3), []
        while state.public.phase != OVER:
            (seat,) = GAME.asked(state)
            seen = GAME.observe(state, seat)
            if len(said) % 8 == 0:
                said.append(Searcher(Budget(4)).choose(GAME, seen, None, Rng(b"same")))
                assert len(Search(GAME, seen).ideas()) <= 10
            else:
                said.append(policy("doudizhu4").choose(GAME, seen, None, Rng(b"same")))
            state = GAME.apply(state, seat, said[-1], Rng(b"same")).state
        return said

    assert actions() == actions()


@pytest.mark.parametrize("number", range(max(1, DEALS // 8)))
def test_what_it_answers_is_legal_to_the_end(number):
    state, rng = begun(number), Rng(b"whole")
    while state.public.phase != OVER:
        (seat,) = GAME.asked(state)
        action = Searcher(Budget(1)).choose(GAME, GAME.observe(state, seat), None, rng)
        state = GAME.apply(state, seat, action, rng).state
    assert 0 in state.public.counts
