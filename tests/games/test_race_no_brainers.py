"""Positions with the answer that any good player gives, where everybody plays for themselves."""

import pytest

from bot.players.computer import BUDGETS
from bot.table.commands import HARD, NORMAL
from engine.bots import Budget
from engine.registry import games, policy, thinker
from engine.rng import Rng
from tests.games.race_kit import lines, position, right
from tests.kit.tiers import DEEP

LINES = [(name, line) for name in ("chudadi", "sanliangyi") for line in lines(name)]
DEALS = 12 if DEEP else 1


@pytest.mark.parametrize("name", ["chudadi", "sanliangyi"])
def test_there_are_enough(name):
    found = lines(name)
    assert len(found) >= 40
    assert len({tuple(line.split("|")[:4]) for line in found}) == len(found)


@pytest.mark.parametrize("level", [NORMAL, HARD] if DEEP else [NORMAL])
@pytest.mark.parametrize(("name", "line"), LINES, ids=lambda text: "-".join(text.split()[:9]))
def test_a_level_from_normal_on_gives_the_answer(name, line, level):
    game = games()[name]
    for deal in range(DEALS):
        state, answers = position(game, line, Rng(bytes([deal]), line))
        seen = game.observe(state, 0)
        for player in (thinker(name, Budget(BUDGETS[level][0])), policy(name)):
            action = player.choose(game, seen, game.prompt(seen), Rng(bytes([deal])))
            assert right(action, answers), f"{action}, {line}"
