"""Players of every level, mixed at one table: under all options the rules accept what they do."""

import pytest

from engine.bots import Budget
from engine.core import Carry, defaults
from engine.registry import beginner, games, policy, thinker
from engine.rng import Rng

GAMES = sorted(games())
MOST, STEPS = 5, 900
"""Seats at the larger tables; no deal takes so many answers there."""

FIRST_OF = 3
"""Deals are tried until one is played: in 打炸 some are over as they are dealt."""


def tables():
    """Every game with the first and the last value of its options, with few and with more seats."""
    for name in GAMES:
        info = games()[name].info
        last = {option.key: option.values[-1] for option in info.options}
        yield name, min(info.seats), defaults(info)
        yield name, min(MOST, max(info.seats)), last


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [*tables()],
    ids=[f"{n}-{w}" for n in GAMES for w in ("first", "last")],
)
def test_what_any_level_does_is_accepted(name, seats, options):
    game = games()[name]
    levels = (beginner(name), thinker(name, Budget(16)), policy(name))
    played = 0
    for number in range(FIRST_OF):
        luck = Rng(b"levels", name, number)
        state = game.setup(seats, options, Carry(), luck).state
        for _ in range(STEPS):
            if not (asked := game.asked(state)):
                break
            seat = asked[luck.below(len(asked))]
            seen = game.observe(state, seat)
            player = levels[(seat + played) % len(levels)]
            action = player.choose(game, seen, game.prompt(seen), luck)
            state = game.apply(state, seat, action, luck).state
            played += 1
        assert game.outcome(state) is not None
        if played:
            return
    raise AssertionError("no deal was played")
