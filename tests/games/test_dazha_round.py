"""上饶打炸: how a round goes, and what the table shows. Paragraphs are those of rules.zh.md."""

import pytest

from engine.core import Action
from tests.games.dazha_kit import GAME, RNG, held, say, step, table, told

# A round.


def test_a_round_is_collected_by_its_last_player():
    """§12: 5 + 10 + 10 + 10 = 35"""
    state = table("53K/T6/K7/TJ")
    state = say(state, "5", "10", "K", "过")
    facts = GAME.present(GAME.observe(state, None)).blocks[1].facts
    assert [fact.value for fact in facts] == [0, 0, 5 + 10 + 10]
    state = say(table("559/TT6/KK7/AAJ"), "55", "TT", "KK", "AA", "过", "过")
    found = step(state, "过")
    assert found.state.open.turn == 3
    takes = next(e.msg for e in found.events if e.msg.key == "dazha-takes")
    assert dict(takes.params)["points"] == 2 * (5 + 10 + 10)
    facts = GAME.present(GAME.observe(found.state, None)).blocks[1].facts
    assert [fact.value for fact in facts] == [0, 2 * (5 + 10 + 10), 0]


def test_the_partner_leads_for_a_player_who_is_out():
    """§12: 接风"""
    state = table("A/34/56/78", teams=(1, 2, 1, 2))
    state = say(state, "A", "过", "过", "过")
    assert state.open.turn == 2
    state = say(table("A/34/56/78", teams=(1, 2, 2, 1)), "A", "过", "过", "过")
    assert state.open.turn == 3


def test_the_leader_may_not_pass_and_who_has_passed_may_come_back():
    """§12"""
    state = say(table("3K/4A/56/78"), "3", "过", "5", "7", "K", "A")
    assert state.open.circle.top.seat == 1


def test_ten_cards_are_announced_once():
    """§13"""
    state = table("3344556677JJ/4/5/6")
    assert "dazha-few" in told(state, "33")
    state = say(state, "33", "过", "过", "过")
    assert "dazha-few" not in told(state, "44")
    marks = GAME.present(GAME.observe(state, None)).blocks[0].rows[0].marks
    assert [m.key for m in marks] == ["climb-mark-few"]


# Out of time, and the counter.


@pytest.mark.parametrize(
    ("hand", "played"), [("xD543", "3"), ("x", "x"), ("xD", "xD"), ("xxDD", "xxDD")]
)
def test_time_is_answered_with_caution(hand, played):
    """§23"""
    state = table(f"{hand}/4/5/6")
    action = GAME.on_timeout(GAME.observe(state, 0))
    assert [c.rank for c in sorted(action.cards)] == [c.rank for c in sorted(held(played))]
    assert GAME.apply(state, 0, action, RNG)
    state = say(table("34/5/6/7"), "3")
    assert GAME.on_timeout(GAME.observe(state, 1)) == Action("pass")


def test_the_card_counter_counts_what_the_others_hold():
    """§24: 8 − 1 − 1 = 6"""
    state = say(table("23/24/5/6", counter="on"), "2")
    counter = GAME.present(GAME.observe(state, 1)).blocks[-1]
    at = [m.key for m in counter.header].index("climb-rank-2")
    assert counter.rows[0][at] == 8 - 1 - 1
