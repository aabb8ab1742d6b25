"""Lessons of games: what is asked can be done, and whatever else is done is explained."""

from unittest import mock

import pytest

from bot.i18n.catalogue import Catalogue
from bot.records.reader import read
from bot.table import lesson
from bot.table.answers import foreseen
from bot.table.commands import Autopilot, Tick
from bot.table.state import Phase, dumps, loads
from engine import registry
from engine.registry import games
from tests.kit import lessons
from tests.kit.lessons import TAUGHT, complaints, others_play, taught
from tests.kit.tables import NOW, ROOM, user

THESE = {"doudizhu", "chudadi", "dunmazi", "matrix"}


def test_the_four_games_are_taught():
    assert set(TAUGHT) == THESE


@pytest.mark.parametrize("game_id", TAUGHT)
def test_whatever_is_done_in_a_lesson_is_explained_and_only_the_right_move_goes_on(game_id):
    assert list(complaints(games()[game_id])) == []


def planted(game_id, *changed, words=lessons.CATALOGUES):
    """What the law says of a lesson in which something is wrong."""
    game, text = games()[game_id], registry.lesson(game_id)
    for right, wrong in changed:
        assert text.count(right) == 1
        text = text.replace(right, wrong)
    with mock.patch.object(lesson, "lesson", return_value=text):
        return list(complaints(game, words))


class Wordless(Catalogue):
    """A catalogue in which the second step of every lesson is missing."""

    def has(self, key):
        return not key.endswith("-lesson-2") and super().has(key)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        # 2 answers the straight with a pair.
        ([("2 过, 3 过\n1 出 ♠Q", "2 出 ♠6 ♥6, 3 过\n1 出 ♠Q")], "it cannot be begun"),
        # A card is in two hands.
        ([("♣9 ♦10 ♠Q ♥Q ♣Q ♠A", "♣9 ♦10 ♠Q ♥Q ♣Q ♠K")], "it cannot be begun"),
        # Nobody has said how it ends.
        ([("1 出 ♠2 ♥2 ♣2 ♠J\n", ""), ("得分: +4 -2 -2\n", "")], "the round is not over"),
        # All of it is played before anybody is asked.
        ([("从: 1\n", "")], "it has 0 steps"),
    ],
)
def test_the_law_finds_a_lesson_that_cannot_be_played(changed, told):
    assert told in planted("doudizhu", *changed)[0]


def test_the_law_finds_a_step_without_words():
    found = planted("doudizhu", words=(Wordless("en", strict=True),))
    assert found == ["step 2: no words in en: doudizhu-lesson-2"]


def test_the_law_finds_a_move_that_is_taken_though_another_is_asked_for():
    with mock.patch.object(lesson, "alike", lambda game, action, right: len(action.cards) == 1):
        assert any("is taken" in told for told in complaints(games()["chudadi"]))


@pytest.mark.parametrize("game_id", TAUGHT)
def test_a_lesson_is_worked_out_again_from_what_was_played(game_id):
    """It has no state of its own but the mark that it is one."""
    table = taught(games()[game_id])
    now = others_play(table, NOW)
    before = lesson.ask(table, lesson.LEARNER)
    table.state = loads(dumps(table.state))
    assert lesson.ask(table, lesson.LEARNER) == before
    assert now >= NOW


def test_of_a_lesson_from_another_version_the_moves_are_still_told():
    """Its table keeps what it began with; the words of another lesson would not fit."""
    table = taught(games()["doudizhu"])
    with mock.patch.object(lesson, "lesson", return_value="another"):
        told = dict(lesson.ask(table, lesson.LEARNER).params)
    assert told["why"].key == "lesson-any"
    assert told["todo"].key == "lesson-press"


def test_whoever_hands_over_sees_the_lesson_to_its_end():
    table = taught(games()["doudizhu"])
    table.handle(Autopilot(user(0), on=True), NOW)
    now = NOW
    while table.state.phase is Phase.PLAYING and table.next_wake() is not None:
        now = max(now, table.next_wake())
        table.handle(Tick(), now)
        if table.state.suspended_at is not None:
            break
    written = read(registry.lesson("doudizhu").replace("从: 1\n", "")).log[0].actions
    done = table.log[0].actions
    assert done == written[: len(done)]


@pytest.mark.parametrize("place", [None, ROOM])
def test_what_is_ready_made_is_not_taken_without_a_word(place):
    """Any legal play stands on a button, and most of them are not what is asked for."""
    table = taught(games()["doudizhu"], place)
    assert not foreseen(table, user(0), table.state.questions[0].number)
