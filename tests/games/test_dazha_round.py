"""上饶打炸: how a round goes, and what the table shows. Paragraphs are those of rules.zh.md."""

import pytest

from engine.core import Action
from engine.errors import IllegalAction
from tests.games.dazha_kit import GAME, RNG, held, laid_open, say, step, table, told

# A round.


def test_a_round_is_collected_by_its_last_player():
    """§12: 5 + 10 + 10 + 10 = 35"""
    state = table("53K/T6/K7/TJ")
    state = say(state, "5", "10", "K", "过")
    facts = GAME.present(GAME.observe(state, None)).blocks[1].facts
    assert [fact.value for fact in facts] == [0, 0, 5 + 10 + 10]
    state = say(table("559/TT6/KK7/AAJ"), "55", "TT", "KK", "AA", "过", "过")
    found = step(state, "过")
    assert found.state.public.turn == 3
    takes = next(e.msg for e in found.events if e.msg.key == "dazha-takes")
    assert dict(takes.params)["points"] == 2 * (5 + 10 + 10)
    facts = GAME.present(GAME.observe(found.state, None)).blocks[1].facts
    assert [fact.value for fact in facts] == [0, 2 * (5 + 10 + 10), 0]


def test_the_partner_leads_for_a_player_who_is_out():
    """§12: 接风"""
    state = table("A/34/56/78", teams=(1, 2, 1, 2))
    state = say(state, "A", "过", "过", "过")
    assert state.public.turn == 2
    state = say(table("A/34/56/78", teams=(1, 2, 2, 1)), "A", "过", "过", "过")
    assert state.public.turn == 3


def test_the_leader_may_not_pass_and_who_has_passed_may_come_back():
    """§12"""
    state = say(table("3K/4A/56/78"), "3", "过", "5", "7", "K", "A")
    assert state.public.circle.top.seat == 1


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
    (twos,) = [one for one in counter.counts if one.label.key == "climb-rank-2"]
    assert twos.left == 8 - 1 - 1


# 摊牌 on the table.


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("345", "none"),
        ("6666345", "four"),
        ("66667777", "four"),
        ("66666", "bomb"),
        ("666667777", "bomb"),
        ("2222", "bomb"),
        ("D345", "penalty"),
    ],
)
def test_every_hand_that_is_shown_says_what_it_is_worth(hand, worth):
    """§16, §19: a bomb of four cards is a bomb, though it is not paid"""
    state = laid_open(f"x3/{hand}/9/8")
    title = GAME.present(GAME.observe(state, None)).blocks[2].title
    assert dict(title.params)["worth"].key == f"dazha-worth-{worth}"


# What is said of jokers that cannot be played.


@pytest.mark.parametrize(
    ("hand", "line", "options", "words"),
    [
        ("xxD34", "小王 小王 大王", {}, {"whole": "four", "single": "none"}),
        ("xxD34", "小王", {}, {"whole": "four", "single": "none"}),
        ("xxD34", "小王 小王", {"single_joker": "penalty"}, {"single": "penalty"}),
        ("xxxDDD34", "小王 小王 小王 大王 大王 大王", {"mode": "twelve"}, {"whole": "six"}),
    ],
)
def test_a_refusal_of_jokers_says_what_they_are_good_for(hand, line, options, words):
    """§7, §11, §21"""
    with pytest.raises(IllegalAction) as refused:
        say(table(f"{hand}/4/5/6", **options), line)
    assert refused.value.msg.key == "dazha-jokers"
    assert words.items() <= dict(refused.value.msg.params).items()


@pytest.mark.parametrize("single", ["none", "penalty"])
def test_who_has_jokers_alone_is_told_to_put_them_all_down(single):
    """§11: all at once; one by one only where single jokers are allowed"""
    state = table("xxD/4/5/6", single_joker=single)
    with pytest.raises(IllegalAction) as refused:
        say(state, "小王 小王")
    assert refused.value.msg.key == "dazha-jokers-all"
    if single == "penalty":
        assert say(state, "小王").public.counts[0] == 2
    assert say(state, "小王 小王 大王").public.counts[0] == 0
