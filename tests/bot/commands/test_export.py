"""A file of a long book holds its newest rounds, and says so."""

import csv
import gc
import io
import tracemalloc
from dataclasses import replace

import pytest

from bot.commands import scores
from bot.store import pages
from tests.bot.commands.test_scores import ROOM, keep, seats
from tests.kit.stored import played
from tests.kit.tiers import chosen


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
    monkeypatch.setattr(pages, "PAGE", page)
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


@pytest.mark.parametrize("page", [1, 2, 3, 5, 64])
async def test_a_page_ends_anywhere(house, monkeypatch, page):
    """Pages end within matches, and matches that began at one moment are taken by their ids."""
    for match in ("b", "a", "c"):
        await keep(house, match, [(number, -number) for number in range(1, 6)], "甲-")
    monkeypatch.setattr(scores, "MOST_ROUNDS", 12)
    monkeypatch.setattr(pages, "PAGE", page)
    text, found = await points(house)
    assert found == ["4", "5", "1", "2", "3", "4", "5", "1", "2", "3", "4", "5"]
    assert "最近的 12 圈" in text


async def _long(house, matches, rounds, at_once=50):
    """A long book, without a log."""
    at = house.clock.now()
    for begin in range(0, matches, at_once):
        rows = []
        for number in range(begin, min(begin + at_once, matches)):
            name, won = f"m{number:05}", [(number % 9, -(number % 9))] * rounds
            rows += played(name, won, ROOM, "_specimen", seats("甲-"), at)
        await house.store.commit(
            [replace(row, reasons="[]") if hasattr(row, "reasons") else row for row in rows]
        )


async def _peak(house):
    """Bytes of the file, and the most that was held beside what was held before."""
    await house.forward(4)
    gc.collect()
    tracemalloc.start()
    try:
        message = (await house.say("甲", "/export")).message
        return len(message.file.data), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


MB = 2**20
ROUNDS = 100_000


@pytest.mark.parametrize("rounds", chosen([50, 200], 1, "a long book"))
async def test_a_book_of_a_hundred_thousand_rounds_costs_its_file_and_a_page(house, rounds):
    await _long(house, ROUNDS // rounds, rounds)
    await _peak(house)  # what is read once, and compiled once
    size, peak = await _peak(house)
    assert size > 100 * scores.MOST_ROUNDS
    assert peak < size + 4 * MB, f"{peak / MB:.1f} MB for a file of {size / MB:.1f}"
