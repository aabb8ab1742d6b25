"""Lessons on every platform: whoever presses only what a sentence names comes to their end."""

import re

import pytest

from bot.table import lesson
from bot.table.state import Phase
from tests.kit.lessons import TAUGHT
from tests.kit.roads import ROADS
from tests.kit.tiers import chosen

PRESS = re.compile(r"步：.*请按“(?P<label>.+)”。")
PICK = re.compile(r"步：.*请选(?:手牌)? (?P<cards>[^，]+?)，再按“(?P<verb>.+)”。", re.DOTALL)

CARDS = re.compile(r"[♠♥♣♦]\ufe0e?(?:10|[2-9JQKA])|[大小]王")
"""Discord's suits are followed by a sign that keeps them from being pictures."""

WRONG = 2
"""Other answers that are pressed at each step."""

CASES = [
    (game, platform) for platform in ROADS for game in chosen(TAUGHT, 1, f"a lesson on {platform}")
]
"""One game a commit on each platform, all of them where ``DEEP`` is set."""


def named(text):
    """What a lesson's sentence names: a button, or cards."""
    if found := PRESS.search(text):
        return found["label"].split()
    return CARDS.findall(PICK.search(text)["cards"])


def fits(label, wanted):
    """Whether a button is what is named: by its whole label, or by all the cards on it."""
    cards = CARDS.findall(label)
    return label.split() == wanted or (bool(cards) and sorted(cards) == sorted(wanted))


def asks(road, message):
    """Whether a message asks what the table asks now."""
    state = road.table.state
    begins = f"g1:{state.id}:{state.questions[0].number}:"
    asked = any(token.startswith(begins) for token, _ in road.labels(message))
    return asked and "步：" in road.words(message)


def others(road, message, right):
    """The tokens of all other answers on a message."""
    state = road.table.state
    answer = re.compile(f"g1:{state.id}:{state.questions[0].number}:[cnp][0-9].*")
    return [t for t, _ in road.labels(message) if answer.fullmatch(t) and t != right]


def test_a_sentence_names_a_button_or_cards():
    assert named("第 1 步，共 6 步：你有好牌。请按“叫地主”。") == ["叫地主"]
    assert named("第 4 步，共 5 步：换来。请选手牌 ♦4 和公共区的 ♠10，再按“换牌”。") == [
        "♦4",
        "♠10",
    ]
    assert fits("换牌 ♦4 → ♠10", ["♦4", "♠10"])
    assert not fits("♦4", ["♦4", "♠10"])


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "platform"), CASES)
async def test_a_lesson_is_played_by_its_sentences_alone(tmp_path, game_id, platform):
    async with ROADS[platform](tmp_path / "t.db", 1) as road:
        await road.command(0, f"teach {game_id}")
        (runner,) = road.service.running.tables.running.values()
        road.table = table = runner.table
        tried = 0
        for _ in range(100):
            if table.state.phase is not Phase.PLAYING:
                break
            sight = [m for m in road.own(0) if asks(road, m)] if road.asked() else []
            if not sight:
                await road.wait()
                continue
            wanted = named(road.words(sight[0]))
            found = [t for t, label in road.labels(sight[0]) if fits(label, wanted)]
            assert found, (wanted, road.labels(sight[0]))
            before = table.match
            for token in others(road, sight[0], found[0])[:WRONG]:
                await road.press(0, sight[0], token)
                assert table.match == before, "a wrong move has changed something"
                tried += 1
            await road.press(0, sight[0], found[0])
            assert table.match is not before
        assert table.state.phase is Phase.FINISHED
        assert table.state.lesson
        assert lesson.due(table) is None
        assert tried > 1
