"""A small, seeded part of ``tests.bench.blunders``, and whether its judges see what is wrong."""

import pytest

from bot.table.commands import NORMAL
from engine.core import Action
from engine.registry import games, policy
from tests.bench import blunders
from tests.bench.levels import player

POSITIONS = {"dazha": 2, "chudadi": 4, "sanliangyi": 4}
"""So many are tried, where they are rare or slow to come by; 10 elsewhere."""


class Careless:
    """Passes where it may, and leads its lowest card."""

    def choose(self, game, seen, prompt, rng):
        """What comes first to hand."""
        if seen.public.circle.top is not None:
            return Action("pass")
        return game.on_timeout(seen)


class Bomber:
    """Throws a bomb whenever it has one, and plays as the rule player does else."""

    def choose(self, game, seen, prompt, rng):
        """The last of the suggestions that is a bomb."""
        reader = game.reader(seen.options)
        if seen.public.circle.top is not None:
            for hint in reversed(game.hints(seen, 60)):
                if any(reading.tier for reading in reader.readings(hint.cards)):
                    return hint
        return policy(game.info.id).choose(game, seen, prompt, rng)


@pytest.mark.parametrize("name", blunders.GAMES)
def test_no_certain_win_is_missed(name):
    wanted = POSITIONS.get(name, 10)
    assert not blunders.missed(name, player(name, NORMAL, 40), wanted, "ci")


def test_a_win_that_is_let_go_is_seen():
    assert len(blunders.missed("doudizhu", Careless(), 12, "ci")) > 4


@pytest.mark.parametrize("name", ["doudizhu", "doudizhu4", "dazha"])
def test_a_needless_bomb_is_seen_and_told_with_its_reason(name):
    found = blunders.bombs(name, Bomber(), 2, "ci")
    assert found
    assert all(bomb.reason and " on " in bomb.line for bomb in found)


def test_the_rule_player_throws_none():
    assert not blunders.bombs("doudizhu", policy("doudizhu"), 3, "ci")
    assert set(blunders.GAMES) <= set(games())
