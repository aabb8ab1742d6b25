"""Which games there are, and what their folders hold."""

from __future__ import annotations

import pytest

from engine.core import Game
from engine.registry import games, policy, rules


def test_lobbies_do_not_list_the_test_games():
    assert not [name for name in games() if name.startswith("_")]
    assert {"_specimen", "_trial"} <= set(games(tests_too=True))
    assert set(games()) < set(games(tests_too=True))


def test_games_are_listed_in_order_under_their_ids():
    found = games(tests_too=True)
    assert list(found) == sorted(found)
    assert all(isinstance(game, Game) and game.info.id == name for name, game in found.items())


def test_rules_fall_back_to_chinese():
    assert rules("_trial").startswith("# 占格子")
    assert rules("_trial", "xx") == rules("_trial")


def test_a_game_without_a_policy_has_none():
    assert policy("_specimen") is None
    assert all(policy(name) is None or policy(name).choose for name in games())


def test_the_list_of_games_is_shared_and_cannot_be_changed():
    assert games() is games()
    with pytest.raises(TypeError):
        games()["_specimen"] = games(tests_too=True)["_specimen"]
