"""A record as it looks once people, messengers and word processors have had it in their hands."""

from __future__ import annotations

import pytest

from bot.records.reader import read
from bot.records.story import ALL
from bot.records.writer import write
from tests.bot.records.test_spoiled import refused
from tests.kit import written
from tests.kit.tiers import chosen

WIDE = {ord(sign): chr(ord(sign) + 0xFEE0) for sign in ",:|;+-=0123456789ABCDEFJKQ"}
SUITS = str.maketrans("♠♥♣♦", "♤♡♧♢")
FACES = {ord(suit): f"{suit}\ufe0f" for suit in "♠♥♣♦"}

DISGUISES = {
    "in full width": lambda text: text.translate(WIDE | {ord(" "): "\u3000"}),
    "with Chinese signs": lambda text: text.replace(", ", "、").replace("\n", "。\n"),
    "with the lines of Windows": lambda text: text.replace("\n", "\r\n"),
    "with the lines of old": lambda text: text.replace("\n", "\r"),
    "with marks of its bytes": lambda text: f"\ufeff{text}",
    "with letters that nobody sees": lambda text: text.replace(" ", "\u200b \u2060\u200e"),
    "with blanks that do not break": lambda text: text.replace(" ", "\xa0"),
    "with tabulators": lambda text: text.replace(" ", "\t"),
    "with dashes": lambda text: text.replace("-", "\u2013"),
    "with a minus": lambda text: text.replace("-", "\u2212"),
    "with outlined suits": lambda text: text.translate(SUITS),
    "with suits in colour": lambda text: text.translate(FACES),
    "in capitals": str.upper,
    "in small letters": str.lower,
    "quoted": lambda text: "> " + text.replace("\n", "\n> "),
    "between fences": lambda text: f"```text\n{text}```\n",
    "between fences on its own lines": lambda text: f"```{text}```",
    "with remarks": lambda text: "# 好牌\n" + text.replace("\n", "  // 好\n／／ 牌\n"),
    "with room": lambda text: "\n\n" + text.replace("\n", "  \n\n"),
    "on one line": lambda text: text.replace("\n", " | "),
}


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_record_is_read_in_every_disguise(disguise):
    """Law: whatever the game and the language, it tells the same match."""
    for name in chosen(written.FILES, 4, disguise):
        fresh, log, _ = written.playthrough(name)
        for language in (0, 1):
            found = read(DISGUISES[disguise](write(fresh, log, ALL, language)))
            assert (found.log, found.filled) == (log, 0), name


@pytest.mark.parametrize(
    ("text", "line", "column", "word"),
    [
        ("\ufeff牌谱 1: 斗地主\n1: ♠3 ♠4 ♠3", 2, 10, "♠3"),
        ("```\n牌谱 1: 斗地主\n```1: ♠3\u200b ♠4 ♠3", 3, 14, "♠3"),
        ("> 牌谱 1: 斗地主\n> 1：♠３　♠４　♠３", 2, 11, "♠3"),
        ("# 牌\r\n牌谱 1: 斗地主\r\n1: ♠3 ♠4 ♠3 // ♠3", 3, 10, "♠3"),
        ("牌谱 1: 斗地主。1: ♠3 ♠4 ♠3", 1, 20, "♠3"),
        ("牌谱 7: 斗地主", 1, 4, "7"),
    ],
)
def test_a_mistake_in_a_disguise_is_told_where_its_writer_sees_it(text, line, column, word):
    error = refused(text)
    assert (error.line, error.column, error.word) == (line, column, word)


@pytest.mark.parametrize("name", ["erbagang.txt", "_trial.txt"])
def test_a_record_of_many_deals_is_one_record(name):
    """Its deals come one after the other; a second heading is a second record."""
    fresh, log, _ = written.playthrough(name)
    text = write(fresh, log, ALL)
    assert len(log) > 1 and read(text).log == log
    error = refused(text + text)
    assert error.msg.key == "notation-another"
    assert (error.line, error.column) == (len(text.splitlines()) + 1, 1)
    lines = text.splitlines(keepends=True)
    second = next(at for at, line in enumerate(lines) if line.startswith("第 2 副"))
    error = refused("".join((*lines[:second], lines[second].replace("2", "3"))))
    assert (error.line, error.msg.key) == (second + 1, "notation-round-number")
