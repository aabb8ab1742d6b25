"""斗地主拓展版, rule by rule. Paragraphs are those of rules.zh.md."""

import pytest

from engine.errors import AmbiguousAction, IllegalAction
from engine.kernels.climb.state import OVER
from engine.registry import games
from tests.games.landlord_kit import RNG, held, say, table

EXT = games()["doudizhu_ext"]


def test_an_ambiguous_lead_is_asked_with_ready_answers():
    """§3"""
    state = table(EXT, "333344445/5/6")
    with pytest.raises(AmbiguousAction) as which:
        say(EXT, state, "33334444")
    found = [option.reading.partition("-")[0] for option in which.value.options]
    assert found == ["plane1", "four22", "four22"]
    for option in which.value.options:
        after = EXT.apply(state, 0, option, RNG).state
        assert after.public.circle.top.reading.key == option.reading


@pytest.mark.parametrize(
    ("line", "shape", "body"),
    [("444333+4+3", "plane1", 2), ("4444+33+33", "four22", 1), ("3333＋44＋44", "four22", 1)],
)
def test_a_plus_sign_says_which(line, shape, body):
    """§3"""
    state = say(EXT, table(EXT, "333344445/5/6"), line)
    reading = state.public.circle.top.reading
    assert (reading.shape, len(reading.body)) == (shape, body)
    assert state.public.circle.top.cards[0].code[1:] == line[0]


def test_a_wrong_plus_sign_is_refused():
    """§3"""
    with pytest.raises(IllegalAction) as refused:
        say(EXT, table(EXT, "333344445/5/6"), "44433+3+3+4")
    assert refused.value.msg.key == "climb-not-so"


def test_the_table_settles_what_it_can():
    """§3"""
    state = table(EXT, "55556677A/333344449/6")
    state = say(EXT, state, "55556677")
    with pytest.raises(IllegalAction):
        say(EXT, state, "33334444")
    state = table(EXT, "5554446T9/777788889/6")
    state = say(EXT, state, "5554446T")
    state = say(EXT, state, "77778888")
    assert state.public.circle.top.reading.shape == "plane1"


@pytest.mark.parametrize(("option", "count"), [("false", 1), ("true", 2)])
def test_four_equal_cards_may_be_three_and_one_by_an_option(option, count):
    """§4"""
    reader = EXT.reader({"quad_as_3_1": option})
    found = [r.shape for r in reader.readings(held("4444"))]
    assert found == ["bomb", "triple1"][:count]


def test_the_rest_is_as_in_the_standard_game():
    """§1: a bomb and a spring"""
    state = say(EXT, table(EXT, "5555D/67/89"), "5555", "过", "过", "大王")
    assert state.public.phase == OVER
    assert EXT.outcome(state).scores == (2 * 1 * 2 * 2, -1 * 2 * 2, -1 * 2 * 2)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("44433355", "plane1"),
        ("4443335555", "plane2"),
        ("444455", "four2"),
        ("333444xD", "plane1"),
        ("34445555", "plane1"),
    ],
)
def test_wings_have_no_limits(text, shape):
    """§2"""
    reader = EXT.reader({"quad_as_3_1": "false"})
    assert [r.shape for r in reader.readings(held(text))] == [shape]


@pytest.mark.parametrize("text", ["44xD5", "333xD"])
def test_two_jokers_are_no_pair(text):
    """§2"""
    reader = EXT.reader({"quad_as_3_1": "false"})
    assert reader.readings(held(text)) == ()


def test_rul_11_four_with_both_jokers_is_no_bomb():
    """§5"""
    state = table(EXT, "44567/3333xD9/89")
    state = say(EXT, state, "44")
    with pytest.raises(IllegalAction) as refused:
        say(EXT, state, "3333xD")
    assert refused.value.msg.key == "climb-other-shape"
    state = say(EXT, table(EXT, "3333xD9/4/5"), "3333xD")
    assert state.public.extra.stake.unit == 1


def test_the_button_of_a_reading_says_what_it_is():
    """§3"""
    with pytest.raises(AmbiguousAction) as which:
        say(EXT, table(EXT, "333344445/5/6"), "33334444")
    assert [label.key for label in which.value.labels] == ["climb-as"] * 3
