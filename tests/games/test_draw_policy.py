"""What the computer player of the games with a pile does, and never does."""

import pytest

from engine.cards import cards
from engine.core import Action
from engine.games import qigui521, qigui523, wuguapi
from engine.kernels.climb.state import OVER
from engine.kernels.draw.policy import POLICY
from engine.rng import Rng
from tests.bench.draw_policy import share
from tests.games.draw_kit import dealt, say, table

GAMES = [qigui523.GAME, qigui521.GAME, wuguapi.GAME]


def chosen(game, state, seed=0):
    """What it does in a position."""
    (seat,) = game.asked(state)
    seen = game.observe(state, seat)
    return POLICY.choose(game, seen, game.prompt(seen), Rng(b"policy", seed))


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.info.id)
@pytest.mark.parametrize("seats", [2, 7])
def test_it_plays_a_deal_to_its_end(game, seats):
    state = dealt(game, seats, 3)
    steps = 0
    while state.public.phase != OVER:
        (seat,) = game.asked(state)
        state = game.apply(state, seat, chosen(game, state, steps), Rng(b"unused")).state
        steps += 1
        assert steps < 400


@pytest.mark.parametrize("option", [{"bombs": "true"}, {"end": "qiaodi"}, {"hand": 5}])
def test_it_plays_by_the_options(option):
    state = dealt(qigui523.GAME, 3, 1, **option)
    while state.public.phase != OVER:
        (seat,) = qigui523.GAME.asked(state)
        action = chosen(qigui523.GAME, state)
        state = qigui523.GAME.apply(state, seat, action, Rng(b"unused")).state
    assert sum(qigui523.GAME.outcome(state).scores) == 100


def test_it_plays_the_card_that_must_be_played():
    state = table(qigui523.GAME, "S7 H7 D4/D9 D8 S6", must="D4", deck="C8 C9")
    assert cards("D4")[0] in chosen(qigui523.GAME, state).cards


def test_it_takes_many_points_with_what_nothing_beats():
    state = table(qigui523.GAME, "SK HK D8/S7 H7 D6/D9 D4", deck="C8 C9")
    state = say(qigui523.GAME, state, "SK HK")
    assert chosen(qigui523.GAME, state).cards == cards("H7 S7")


def test_it_does_not_spend_its_best_card_on_nothing():
    state = table(qigui523.GAME, "D4 D8 H8 SJ/S7 D6 C9 HQ/D9 S4 HJ CA", deck="C8 S9 C4 H4")
    state = say(qigui523.GAME, state, "D4")
    assert chosen(qigui523.GAME, state).cards != cards("S7")


def test_it_passes_where_it_cannot_beat():
    state = say(wuguapi.GAME, table(wuguapi.GAME, "S5 D6/C9 D8/H9 S8", deck="D7"), "S5")
    assert chosen(wuguapi.GAME, state) == Action("pass")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES[::2], ids=lambda g: g.info.id)
def test_it_wins_more_than_the_basic_player(game):
    """Both play the same deals from both sides: more than half of the points are its own."""
    found = share(game, 6, 4)
    assert sum(found) / len(found) > 0.5
