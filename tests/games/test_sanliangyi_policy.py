"""What the computer player of 三两一 does."""

import pytest

from engine.core import Action
from engine.games.sanliangyi import GAME
from engine.games.sanliangyi.plan import worth
from engine.games.sanliangyi.policy import POLICY
from engine.kernels.climb.ranks import count
from tests.bench.sanliangyi_policy import play
from tests.games.landlord_kit import RNG, held, say
from tests.games.test_sanliangyi import table


def chosen(state):
    """The faces that it plays in a position, sorted; empty for a pass."""
    (seat,) = GAME.asked(state)
    seen = GAME.observe(state, seat)
    action = POLICY.choose(GAME, seen, GAME.prompt(seen), RNG)
    return "".join(sorted(c.code[1:] for c in action.cards))


@pytest.mark.parametrize(
    ("text", "turns"),
    [("3", 1), ("33445", 2), ("333445", 1), ("3344556", 1), ("3456789", 1), ("33334", 1),
     ("44455566", 2), ("3334447", 1), ("A23", 1), ("KA2", 1), ("35799", 4), ("", 0)],
)  # fmt: skip
def test_a_hand_is_divided_into_the_fewest_turns(text, turns):
    found = worth(count(held(text)))[1]
    assert found == turns


@pytest.mark.parametrize(
    ("hands", "expected"),
    [("333445/6/7/89", "333445"), ("3456789/6T/7T/89", "3456789"), ("2/34/56/78", "2")],
)
def test_it_leaves_in_one_turn_where_it_can(hands, expected):
    assert chosen(table(hands)) == expected


def test_it_leads_what_cannot_be_beaten_before_the_last():
    assert chosen(table("23/44/55/66")) == "2"


def test_a_last_card_is_not_fed():
    assert chosen(table("3366T/9/77/88")) in ("33", "66", "3366")


def test_whoever_is_about_to_leave_is_stopped():
    state = say(GAME, table("TK/AA89/55577/66688"), "T")
    assert chosen(state) == "A"


def test_the_lowest_card_is_led_when_it_must_be():
    state = table("3345/67/89/TJ", must=held("3")[0])
    (seat,) = GAME.asked(state)
    seen = GAME.observe(state, seat)
    action = POLICY.choose(GAME, seen, GAME.prompt(seen), RNG)
    assert held("3")[0] in action.cards


def test_it_passes_where_it_cannot_beat():
    state = say(GAME, table("2K/AA89/55577/66688", lock="round"), "K")
    assert POLICY.choose(GAME, GAME.observe(state, 2), None, RNG) == Action("pass")


def test_it_wins_more_than_the_basic_player():
    """Two seats each, both sides of the same deals."""
    found = [play(n, ours) for n in range(24) for ours in ({0, 2}, {1, 3})]
    assert sum(won for _, won in found) > len(found) / 2
    assert sum(points for points, _ in found) > 0
