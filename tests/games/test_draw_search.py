"""The search of 七鬼: its core beside the rules, in whole deals, and what it keeps to."""

import pytest

from engine.bots import Budget
from engine.core import Action, Carry, defaults
from engine.kernels.climb.hints import action_of
from engine.kernels.climb.state import OVER
from engine.kernels.draw.deal import points, taken
from engine.kernels.draw.search import ENOUGH, Searcher, house
from engine.kernels.draw.worlds import numbers
from engine.registry import games, policy, thinker
from engine.rng import Rng
from tests.kit.tiers import DEEP

DEALS = 200 if DEEP else 8
VARIANTS = [
    ("qigui523", 4, {}), ("qigui523", 2, {"bombs": "true"}), ("qigui521", 3, {"end": "qiaodi"}),
    ("qigui521", 7, {"leftover": "none", "hand": 5}), ("qigui523", 4, {"end": "qiaodi", "hand": 5}),
    ("wuguapi", 4, {}), ("wuguapi", 2, {"leftover": "none"}),
]  # fmt: skip


def begun(game, seats, number, options):
    """A deal whose first card has been led."""
    luck = Rng(number.to_bytes(4, "big"), "draw")
    state = game.setup(seats, {**defaults(game.info), **options}, Carry(), luck).state
    return game.apply(state, state.public.turn, Action("play", (state.public.must,)), luck).state


@pytest.mark.parametrize(("name", "seats", "options"), VARIANTS, ids=str)
def test_whole_deals_go_alike_through_the_core_and_the_rules(name, seats, options):
    """Every play is legal where it is made; who is asked and what all win are the same."""
    game = games()[name]
    for number in range(DEALS):
        state = begun(game, seats, number, options)
        chosen = dict(state.public.options)
        reader = game.reader(chosen)
        order = {rank: at for at, rank in enumerate(reader.rules.order)}
        record = []
        trial = thinker(name, Budget(ENOUGH)).core(
            [sorted(numbers(hand, order)) for hand in state.hands],
            numbers(reversed(state.deck), order),
            house(game, chosen),
            [points(cards) for cards in taken(state.public)],
            0,
            record,
        )
        led = state.public.circle.top
        top, owner = (1, trial.strength(numbers(led.cards, order))), led.seat
        trial.pot = points(led.cards)
        won = trial.play(led.seat, top, owner)
        for seat, cards in record:
            top = state.public.circle.top
            if not cards and (top is None or state.public.phase == OVER):
                continue  # nothing beats what was played, so the rules asked nobody
            assert game.asked(state) == (seat,)
            action = Action("pass")
            if cards:
                hand = state.hands[seat]
                laid = tuple(c for c in hand if numbers((c,), order)[0] in cards)
                over, last = None if top is None else top.reading, len(laid) == len(hand)
                (reading,) = reader.readings(laid, last=last)[:1]
                action = action_of(laid, reading, reader, over, last=last)
            state = game.apply(state, seat, action, Rng(b"law")).state
        assert state.public.phase == OVER
        assert list(game.outcome(state).scores) == won


def test_the_same_seed_and_trials_give_the_same_answers_and_all_are_legal():
    game = games()["qigui523"]

    def actions():
        state, said = begun(game, 4, 5, {}), []
        while state.public.phase != OVER:
            (seat,) = game.asked(state)
            player = Searcher(Budget(3)) if len(said) % 3 == 0 else policy("qigui523")
            said.append(player.choose(game, game.observe(state, seat), None, Rng(b"same")))
            state = game.apply(state, seat, said[-1], Rng(b"same")).state
        return said

    assert actions() == actions()
