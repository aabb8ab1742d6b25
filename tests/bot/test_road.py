"""ARCHITECTURE.md names the files through which one play goes: a play is followed through them."""

import re
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

from tests.kit.discord import club

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text("utf-8")

MOST_FILES = 85
"""Files of ``bot/`` that a play enters. It may only fall."""

NOT_ENTERED = ("<module>", "<genexpr>", "<lambda>")


def listed():
    """The files of the page's list, in its order."""
    return re.findall(r"^\d+\. `(bot/[\w/]+\.py)`", PAGE, re.MULTILINE)


@contextmanager
def followed(house):
    """The files of ``bot/`` that are entered, each once, in the order of the first time."""
    entered = {}
    names = {}

    def note(frame, event, _):
        if event != "call" or frame.f_code.co_name in NOT_ENTERED:
            return
        file = frame.f_code.co_filename
        if file not in names:
            path = Path(file)
            ours = path.is_relative_to(ROOT / "bot")
            names[file] = path.relative_to(ROOT).as_posix() if ours else ""
        if names[file]:
            entered.setdefault(names[file])

    quiet = house.quiet

    def unseen():  # the test's own questions are no part of the road
        sys.setprofile(None)
        try:
            return quiet()
        finally:
            sys.setprofile(note)

    house.quiet = unseen
    sys.setprofile(note)
    threading.setprofile(note)
    try:
        yield entered
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        house.quiet = quiet


async def test_a_play_goes_the_road_of_the_page(tmp_path):
    async with club(tmp_path / "x.db") as c:
        await c.begin()
        ((who, seat),) = c.asked()
        table = c.house.table
        card = table.game.observe(table.match.state, seat).hand[0]
        before = len(table.log[-1].actions)
        with followed(c.house) as entered:
            await c.slash(who, "play", cards=str(card.code))
        assert len(c.house.table.log[-1].actions) == before + 1
    order = list(entered)
    road = listed()
    assert len(road) >= 15
    assert [file for file in road if file not in order] == []
    assert [file for file in order if file in road] == road
    assert len(order) <= MOST_FILES, order


def test_every_package_of_the_page_is_there_and_says_its_sentence():
    named = set(re.findall(r"`bot/(\w+)/`", PAGE))
    there = {path.parent.name for path in (ROOT / "bot").glob("*/__init__.py")}
    assert named == there


def test_every_file_that_a_page_names_is_there():
    for page in ("ARCHITECTURE.md", "CONTRIBUTING.md"):
        text = (ROOT / page).read_text("utf-8")
        paths = re.findall(r"`((?:bot|engine|renderers|tests)/[\w/.]+)`", text)
        assert paths
        assert [path for path in paths if not (ROOT / path).exists()] == []
