"""A file of a long book holds its newest rounds, and says so."""

import csv
import io

import pytest

from bot.commands import scores
from bot.store import store as stores
from tests.bot.commands.test_scores import keep


@pytest.fixture
async def house(world):
    async with world.house() as house:
        yield house


async def points(house):
    """The text, and the first person's points in each round of the file."""
    await house.forward(4)  # else it was only just shown
    message = (await house.say("甲", "/export")).message
    rows = csv.reader(io.StringIO(message.file.data.decode("utf-8-sig")))
    return message.text, [row[6] for row in rows if row[4] == "1"]


@pytest.mark.parametrize("page", [1, 2, 64])
async def test_the_newest_rounds_are_in_the_file_and_the_words_say_so(house, monkeypatch, page):
    monkeypatch.setattr(scores, "MOST_ROUNDS", 4)
    monkeypatch.setattr(stores, "PAGE", page)
    for number in range(1, 4):
        await keep(house, f"m{number}", [(number, -number)], "甲-")
    await keep(house, "m4", [(4, -4)], "甲-")
    text, found = await points(house)
    assert found == ["1", "2", "3", "4"]
    assert "最近" not in text

    await keep(house, "m5", [(5, -5), (6, -6)], "甲-")
    text, found = await points(house)
    assert found == ["3", "4", "5", "6"]
    assert "最近的 4 圈" in text
