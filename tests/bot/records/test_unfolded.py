"""Records as they come in messages: among other words, and with their lines joined."""

from __future__ import annotations

import pytest

from bot.records.places import Misread
from bot.records.reader import read
from bot.records.unfolded import in_message, unfolded
from bot.records.writer import write
from tests.kit import written


@pytest.mark.parametrize("language", [0, 1], ids=["zh", "en"])
@pytest.mark.parametrize("name", written.FILES)
def test_a_record_is_read_whose_lines_were_joined(name, language):
    """As a field of a slash command does it: the ends of lines become blanks."""
    fresh, log, _ = written.playthrough(name)
    text = write(fresh, log, language=language)
    found = read(unfolded(" ".join(text.split())))
    assert found.log == log
    assert write(found.fresh, found.log, language=language) == text


@pytest.mark.parametrize(
    "text",
    [
        "1: ♠3 ♠4 | 2: ♥3", "1: ♠3; 1 出 ♠3", "牌谱 1: 斗地主\n1: ♠3", "", "斗地主",
        "地主: 大王 ♠2 10 9", "1: 3 4 5 6 7 8 9 10", "总分: 12 -3 5",
    ],
)  # fmt: skip
def test_what_needs_no_mending_stays_as_it_is(text):
    assert unfolded(text) == text


def test_a_mistake_is_told_where_its_writer_sees_it():
    """What is mended keeps its length, and lines above a record stay lines."""
    line = "牌谱 1: 斗地主 1: ♠3 ♠4 ♠3 其余: 随机"
    with pytest.raises(Misread) as found:
        read(unfolded(line))
    assert line[found.value.column - 1 :].startswith("♠3 其余")
    with pytest.raises(Misread) as found:
        read(in_message(f"看这副牌：\n\n```\n{line.replace(' 1: ♠', chr(10) + '1: ♠')}\n```"))
    assert found.value.line == 5


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("好牌：\n牌谱 1: 斗地主\n1: ♠3", "\n牌谱 1: 斗地主\n1: ♠3"),
        ("/deal 斗地主 1: ♠3", "      斗地主 1: ♠3"),
        ("Record 1: doudizhu", "Record 1: doudizhu"),
        ("", ""),
    ],
)
def test_words_around_a_record_are_not_read(message, kept):
    assert in_message(message) == kept
