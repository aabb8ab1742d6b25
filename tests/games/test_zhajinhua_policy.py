"""The computer player of 炸金花: better than habits, and it does not peep."""

from __future__ import annotations

import pytest

from engine.core import Action
from engine.errors import IllegalAction
from engine.games.zhajinhua import GAME, policy
from engine.rng import Rng
from tests.bench.betting import RIVALS, measured
from tests.games.zhajinhua_kit import act, table

FOUR = "SA HA DA/SK HK D3/SQ HJ D9/S2 H3 D5"

RULES = {"base": 10, "unit": 10, "paid": (10, 10, 10)}


def chosen(state, seed=0):
    seen = GAME.observe(state, state.public.turn)
    return policy.POLICY.choose(GAME, seen, GAME.prompt(seen), Rng(b"policy", seed))


@pytest.mark.slow
@pytest.mark.parametrize("rival", RIVALS["zhajinhua"])
@pytest.mark.parametrize("seats", [3, 5])
def test_it_wins_against_habits(rival, seats):
    """150 deals each, the same ones every time; the bench plays 20,000."""
    mean, _ = measured("zhajinhua", RIVALS["zhajinhua"][rival], 150, seats=seats)
    assert mean > 0.5


def test_it_does_not_look_at_what_it_has_not_looked_at():
    """The same choice with the best and the worst cards, and no cards in what it is given."""
    for number in (1, 2):
        good, poor = (
            [chosen(table(hands, number=number, **RULES), seed) for seed in range(40)]
            for hands in ("SA HA DA/S4 H6 D9/C4 C7 D9", "S5 H3 D2/S4 H6 D9/C4 C7 D9")
        )
        assert good == poor
        assert {action.verb for action in good} == {"call", "look"}, "it has no habit either"


@pytest.mark.parametrize(
    ("hand", "verbs"),
    [
        ("SA HA DA", {"raise", "call"}),
        ("SA SK SQ", {"raise", "call"}),
        ("S7 H4 D2", {"fold", "raise"}),
    ],
)
def test_what_it_does_with_what_it_has(hand, verbs):
    """A sure winner raises, or lies in wait; nothing folds, or bluffs: a raise may be either."""
    state = table(f"{hand}/SK HJ D9/C4 C7 D9", number=2, looked=(0, 1, 2), **RULES)
    assert {chosen(state, seed).verb for seed in range(60)} == verbs


def test_how_often_it_bluffs():
    """About one hopeless hand in eight, only early, and never against who has not looked."""
    hands = "S7 H4 D2/SK HJ D9/C4 C7 D9"
    state = table(hands, number=2, looked=(0, 1, 2), **RULES)
    raises = sum(chosen(state, seed).verb == "raise" for seed in range(1200))
    assert 110 < raises < 200
    late = table(hands, number=policy.EARLY + 1, looked=(0, 1, 2), **RULES)
    blind = table(hands, number=2, looked=(0, 1), **RULES)
    for other in (late, blind):
        assert {chosen(other, seed).verb for seed in range(60)} <= {"fold", "compare"}


def test_short_of_chips_it_counts_what_it_can_win():
    """With nothing left to lose it goes all in; with a poor hand and much to lose it folds."""
    hands = "S7 H4 D2/SK HJ D9/C4 C7 D9"
    free = table(hands, stacks=(0, 500, 500), number=2, looked=(0, 1, 2), **RULES)
    assert chosen(free) == Action("allin")
    dear = table(hands, stacks=(90, 500, 500), number=2, looked=(0, 1, 2), base=10, unit=50,
                 paid=(60, 60, 60))  # fmt: skip
    assert chosen(dear) == Action("fold")


@pytest.mark.parametrize(
    "player", [policy.POLICY, policy.BEGINNER, policy.Plain()], ids=["best", "newcomer", "plain"]
)
def test_by_option_a_comparison_waits_for_the_fourth_round(player):
    """§7: refused in round 3, also to computers; in round 4 who has not looked pays the stake."""
    for number in (1, 2, 3):
        state = table(FOUR, number=number, looked=(0,), compare=4)
        with pytest.raises(IllegalAction, match="zhajinhua-too-early"):
            act(state, ("compare", 1))
        seen = GAME.observe(state, 0)
        prompt = GAME.prompt(seen)
        assert all(choice.action.verb != "compare" for choice in prompt.choices)
        said = [player.choose(GAME, seen, prompt, Rng(bytes([n]), "duels")) for n in range(20)]
        assert all(action.verb != "compare" for action in said)
        assert all(action.verb != "compare" for action in GAME.suggest(seen, 9))
    state = act(table(FOUR, number=4, unit=2, compare=4), ("compare", 1))
    assert state.public.paid[0] == 1 + 2
