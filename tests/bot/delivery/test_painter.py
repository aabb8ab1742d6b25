"""Screens as messages: the picture as its reader wants it, and the same in words without one."""

import asyncio
import threading
from dataclasses import replace

import pytest

from bot.delivery.painter import AT_ONCE, KEPT, Painter, without_picture
from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.players.computer import Computers
from bot.ports.messages import Outgoing
from bot.screens.screen import Screen
from bot.support.clock import SystemClock
from bot.users.preferences import Taste
from engine.msg import msg
from engine.view import Cards, SeatRow, Seats, View
from renderers import text
from tests.kit.actors import begin
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform
from tests.kit.world import until

PNG = b"\x89PNG"
VIEW = View(
    msg("scores-title", game=msg("specimen-name")),
    (Seats((SeatRow(0), SeatRow(1))), Cards(msg("sheet-round"), ("S3", "H10", "DA", "CK"))),
)
SCREEN = Screen(VIEW, ("小明", "小雅"), Outgoing("轮到小明", title="群"))


class Brush:
    """Counts what it paints."""

    def __init__(self):
        self.painted = []

    def __call__(self, view, say, *, four=False):
        self.painted.append((say(view.title), four))
        return f"{say(view.title)} {four}".encode()


def made_with(*paint):
    return Painter(Catalogue(strict=True), Computers(SystemClock()), *paint)


@pytest.fixture
def brush():
    return Brush()


@pytest.fixture
def painter(brush):
    return made_with(brush)


def taste(**wanted):
    return replace(SCREEN, taste=Taste(**wanted))


async def test_a_picture_comes_with_its_twin_in_words(painter):
    message = await painter.message(SCREEN)
    assert message.picture
    assert "小明" in message.alt
    assert "♠3" in message.alt
    assert message.text == "轮到小明"


async def test_where_the_table_is_drawn_it_is_painted_only_for_whoever_keeps_the_picture(
    painter, brush
):
    words = Outgoing("小明 出 ♠3\n人机对打\n轮到 小雅", title="群")
    said = replace(
        SCREEN, message=words, drawn=("小明 出 ♠3",), turns=("轮到 小雅",),
        course=((0, 0), (1, -1)),
    )  # fmt: skip
    message = await painter.message(said, scenes=True, table="t")
    assert message.picture is None and brush.painted == []
    assert message.scene["table"] == "t" and message.scene["course"] == [[0, 0], [1, -1]]
    assert message.scene["who"] == list(SCREEN.names)
    assert (message.told, message.text, message.turns) == (
        "小明 出 ♠3",
        said.message.text,
        "轮到 小雅",
    )
    kept = await message.paint()
    assert kept == (await painter.message(said)).picture
    assert await message.paint() == kept
    assert len(brush.painted) == 1, "painted once, however often it is kept"


async def test_a_picture_that_cannot_be_painted_leaves_the_table_that_is_drawn(caplog):
    def bad(view, say, *, four=False):
        raise OSError(28, "No space left on device")

    message = await made_with(bad).message(SCREEN, scenes=True)
    assert message.scene is not None and message.text == SCREEN.message.text
    assert await message.paint() == b""
    assert "picture failed" in caplog.text


NO_PICTURE = [
    # screen, limits, why
    (SCREEN, {"pictures": False}, "the platform shows none"),
    (taste(pictures=False), {}, "its reader wants none"),
]


@pytest.mark.parametrize(("screen", "limits", "why"), NO_PICTURE, ids=[r[2] for r in NO_PICTURE])
async def test_words_stand_in_for_a_picture(painter, brush, screen, limits, why):
    with_picture = await painter.message(SCREEN)
    message = await painter.message(screen, **limits)
    assert message == without_picture(with_picture)
    assert message.text == f"{with_picture.alt}\n\n轮到小明"
    assert len(brush.painted) == 1


def test_without_a_picture_nothing_changes():
    assert without_picture(Outgoing("words", alt="")) == Outgoing("words", alt="")


FAULTS = [OSError(28, "No space left on device: S3 H10"), MemoryError(), ValueError("S3 H10")]


@pytest.mark.parametrize("fault", FAULTS, ids=[type(fault).__name__ for fault in FAULTS])
async def test_img_02_a_picture_that_cannot_be_made_is_said(brush, caplog, fault):
    async def good():
        return without_picture(await made_with(brush).message(SCREEN))

    def bad(view, say, *, four=False):
        raise fault

    assert await made_with(bad).message(SCREEN) == await good()
    (line,) = [r for r in caplog.records if r.levelname == "ERROR"]
    assert "S3" not in line.getMessage()  # nor any card


async def test_img_02_the_game_goes_on_in_words(tmp_path):
    def bad(view, say, *, four=False):
        raise OSError(28, "No space left on device")

    platform = MemoryPlatform(pictures=True)
    async with service(tmp_path / "t.db", platform=platform, paint=bad) as house:
        await begin(house, "比大小", quan=2)
        hand = platform.private("甲")
        assert hand.picture is None
        assert hand.text.startswith(hand.alt)
        assert hand.pickers
        for who in "甲乙":
            picker = platform.private(who).pickers[0]
            await house.press(who, picker.token, [picker.groups[0].options[0].value])
        assert house.table.match.outcome is not None
        board = platform.board()
        assert board.picture is None
        assert board.text.startswith(board.alt)


async def test_equal_screens_are_painted_once_for_everybody_of_one_taste(painter, brush):
    for language in LANGUAGES:
        for four in (False, True):
            for _ in range(2):
                await painter.message(taste(language=language, four=four))
    await painter.message(replace(SCREEN, names=("小明", "阿强")))
    assert len(brush.painted) == 3 * 2 + 1
    assert [four for _, four in brush.painted[:2]] == [False, True]


async def test_a_picture_is_in_its_readers_words(painter, brush):
    alts = [(await painter.message(taste(language=language))).alt for language in LANGUAGES]
    assert [word in alt for word, alt in zip(("战绩", "戰績", "scores"), alts, strict=True)] == [
        True
    ] * 3
    assert len({said for said, _ in brush.painted}) == 3
    assert len(set(alts)) == 3


async def test_old_pictures_are_forgotten(painter, brush):
    for number in range(KEPT + 1):
        await painter.message(replace(SCREEN, names=(str(number), "乙")))
    await painter.message(replace(SCREEN, names=(str(KEPT), "乙")))
    assert len(brush.painted) == KEPT + 1
    await painter.message(replace(SCREEN, names=("0", "乙")))
    assert len(brush.painted) == KEPT + 2


async def test_a_core_is_left_to_the_loop_and_none_is_painted_on_it():
    together, most, here = 0, 0, threading.get_ident()
    lock, gate = threading.Lock(), threading.Event()

    def slow(view, say, *, four=False):
        nonlocal together, most
        assert threading.get_ident() != here
        with lock:
            together += 1
            most = max(most, together)
        gate.wait(5)
        with lock:
            together -= 1
        return PNG

    painter = made_with(slow)
    screens = [replace(SCREEN, names=(str(n), "乙")) for n in range(6)]
    painted = [asyncio.create_task(painter.message(screen)) for screen in screens]
    await until(lambda: most == AT_ONCE)
    gate.set()
    messages = await asyncio.gather(*painted)
    assert [message.picture for message in messages] == [PNG] * 6
    assert most == AT_ONCE


async def test_words_are_found_by_the_threads_that_paint_and_by_no_more(painter, monkeypatch):
    """Each thread more that wants to go on makes the loop wait longer."""
    seen, real = set(), text.render

    def watched(*what):
        seen.add(threading.get_ident())
        return real(*what)

    monkeypatch.setattr(text, "render", watched)
    screens = [replace(SCREEN, names=(str(n), "乙")) for n in range(8)]
    screens += [replace(screen, taste=Taste(pictures=False)) for screen in screens]
    await asyncio.gather(*map(painter.message, screens))
    assert 1 <= len(seen) <= AT_ONCE
    assert threading.get_ident() not in seen


async def test_real_pictures_differ_by_taste():
    painter = made_with()
    pictures = [
        (await painter.message(taste(language=language, four=four))).picture
        for language in LANGUAGES
        for four in (False, True)
    ]
    assert all(picture.startswith(PNG) for picture in pictures)
    assert len(set(pictures)) == 6
