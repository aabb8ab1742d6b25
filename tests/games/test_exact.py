"""Exact play says what trying everything says, in every game that has it."""

from __future__ import annotations

import pytest

from engine.registry import games, solver
from engine.rng import Rng
from tests.kit.brute import LUCK, Brute, TooLarge
from tests.kit.small import SOLVED, position
from tests.kit.tiers import DEEP

EACH = 2000 if DEEP else 6
"""Small positions of each game."""


def wrong(game_id: str, number: int) -> list[str]:
    """What exact play says otherwise of a small position."""
    game, state = position(game_id, Rng(number.to_bytes(32, "big"), game_id))
    exact = solver(game, state)
    assert exact is not None
    found = exact.analyse(state, lambda looked: False)
    brute = Brute(game, found.side)
    try:
        if brute.worth(state) != found.worth:
            return [f"{number}: {found.worth} for {brute.worth(state)}"]
        said = [
            f"{number}: {rated}"
            for rated in found.plays
            if brute.worth(game.apply(state, found.seat, rated.action, LUCK).state) != rated.worth
        ]
    except TooLarge:
        return []
    ended = state
    for seat, action in found.line:
        assert game.asked(ended) == (seat,)
        ended = game.apply(ended, seat, action, LUCK).state
    outcome = game.outcome(ended)
    paid = sum(outcome.scores[seat] for seat in found.side) if outcome is not None else None
    return said if paid == found.worth else [*said, f"{number}: its line ends with {paid}"]


@pytest.mark.parametrize("game_id", SOLVED)
def test_exact_play_agrees_with_trying_everything(game_id: str) -> None:
    assert [line for number in range(EACH) for line in wrong(game_id, number)] == []


def test_who_solves_says_which_games_have_it() -> None:
    have = [game_id for game_id in games() if game_id in SOLVED]
    assert have == sorted(SOLVED)


def test_what_is_not_found_out_in_time_is_not_said() -> None:
    game, state = position("doudizhu", Rng(bytes(32), "late"), full=True)
    exact = solver(game, state)
    assert exact is not None
    found = exact.analyse(state, lambda looked: True)
    assert not found.solved
    assert found.worth is None
    assert found.line == ()
    assert exact.value(state, lambda looked: True) is None
    # What was given up leaves the deal as it was: asked again with time, it answers.
    assert {rated.action.verb for rated in found.plays} == {"play"}
