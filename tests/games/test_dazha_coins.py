"""上饶打炸 in 金币场: what its rules say of coins. Paragraphs are those of rules.zh.md.

The rooms themselves are tested in tests/bot/runtime/test_coinrooms.py and tests/bot/coinroom.
"""

from datetime import timedelta

import pytest

from bot.coinroom import queue as coinroom
from bot.economy.ledger import settle
from engine.core import defaults
from engine.games.dazha import GAME
from engine.match import Match, act, deal, plan_of
from engine.registry import policy
from engine.rng import Rng

SETTLED = [
    # points, coins held, moved, why
    ((30, 10, -25, -15), (500, 500, 5, 15), (15, 5, -5, -15), "§27: 5 + 15 = 20, shared 30 to 10"),
    ((6, -2, -2, -2), (50, 50, 50, 50), (6, -2, -2, -2), "§27: a point is a coin"),
    ((2, 2, -2, -2), (9, 9, 1, 0), (1, 0, -1, 0), "§27: what is left over, to the first of equals"),
]


@pytest.mark.parametrize(
    ("points", "held", "moved", "why"), SETTLED, ids=[row[3] for row in SETTLED]
)
def test_points_are_coins(points, held, moved, why):
    assert settle(points, held) == moved


def test_what_a_room_costs_and_how_long_it_is():
    """§26, and §28: fewer than 50 close it"""
    terms = (coinroom.LEAST, coinroom.STAKE, coinroom.FEE, coinroom.DEALS, coinroom.SEATS)
    assert terms == (50, 500, 1, 10, 4)


def test_everything_else_is_the_default_and_nobody_waits_for_ever():
    """§29"""
    assert defaults(GAME.info) | dict(coinroom.OPTIONS) == defaults(GAME.info)
    assert coinroom.PATIENCE == timedelta(minutes=30)


def test_ten_deals_give_and_take_the_same():
    """§26, §27: a room plays ten deals, and each moves coins between its four alone"""
    options = defaults(GAME.info)
    match = Match(GAME, 4, b"room" * 8, options, plan_of(options, coinroom.DEALS))
    held, step = (coinroom.STAKE,) * 4, 0
    while not match.over:
        match, _ = deal(match)
        while match.outcome is None:
            (seat,) = GAME.asked(match.state)
            seen = GAME.observe(match.state, seat)
            rng = Rng(b"room", "step", step := step + 1)
            action = policy("dazha").choose(GAME, seen, GAME.prompt(seen), rng)
            match, _ = act(match, seat, action)
        moved = settle(match.outcome.scores, held)
        held = tuple(map(sum, zip(held, moved, strict=True)))
        assert sum(held) == 4 * coinroom.STAKE and min(held) >= 0
    assert len(match.played) == 10
