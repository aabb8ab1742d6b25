"""Pictures: files of the right kind, equal for equal views, legible colours, a font for Chinese."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from io import BytesIO

import pytest
from PIL import Image

from engine.cards import codes, pack
from engine.view import Cards, View
from renderers import lettering, picture, sprites
from renderers.palette import MOST, colours
from renderers.sheet import Tile
from renderers.theme import FELT, SIZES, SMALLEST_TEXT
from tests.renderers.screens import FRIENDS, SCREENS, speaker, t

FEW_KB = 90


def light(colour) -> float:
    """Relative luminance as WCAG 2.2 defines it, 0..1."""
    parts = [v / 255 for v in colour]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one, other) -> float:
    """Contrast ratio as WCAG 2.2 defines it, 1..21."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


TEXTS = [
    (tone, ground)
    for tone in ("strong", "label", "gold", "dim", "red_on_felt")
    for ground in ("felt", "felt_edge", "panel")
] + [
    ("strong", "chip"),
    ("red_on_felt", "chip"),
    ("strong", "ink"),
    ("strong", "back"),
    ("ink", "gold"),
    ("ink", "cream"),
    ("red", "cream"),
]


@pytest.mark.parametrize(("tone", "ground"), TEXTS)
def test_words_stand_out_from_what_is_below_them(tone, ground):
    assert contrast(getattr(FELT, tone), getattr(FELT, ground)) >= 4.5


def test_the_palette_holds_every_colour_of_the_theme_that_words_and_cards_have():
    assert len(colours()) <= MOST
    for name in (
        "felt",
        "felt_edge",
        "panel",
        "strong",
        "label",
        "gold",
        "ink",
        "red",
        "cream",
        "back",
    ):
        assert getattr(FELT, name) in colours()


@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_is_a_png_of_the_sheets_size_and_not_large(name):
    view, people = SCREENS[name]
    painted = picture.paint(view, speaker(people))
    sheet = picture.sheet(view, speaker(people))

    with Image.open(BytesIO(painted)) as image:
        assert (image.format, image.size) == ("PNG", (sheet.width, sheet.height))
    assert len(painted) < FEW_KB * 1024


def test_equal_views_make_equal_bytes_in_two_threads_at_once():
    screens = list(SCREENS.values()) * 2
    alone = [picture.paint(view, speaker(people)) for view, people in screens]
    start = threading.Barrier(2)

    def paint_all() -> list[bytes]:
        start.wait()
        return [picture.paint(view, speaker(people)) for view, people in screens]

    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(paint_all) for _ in range(2)]
        assert [job.result() for job in both] == [alone, alone]


def test_no_two_faces_look_alike_and_their_indices_neither():
    say = speaker(FRIENDS)
    view = View(t("牌"), (Cards(t("牌"), codes(pack())),))
    tiles = [i for i in picture.sheet(view, say).items if isinstance(i, Tile)]
    faces = {sprites.card(i.face, i.word, i.w, i.h).tobytes() for i in tiles}
    strips = {
        sprites.card(i.face, i.word, i.w, i.h)
        .crop((0, 0, sprites.SHADOW + round(0.44 * i.w), i.h // 2 + sprites.SHADOW))
        .tobytes()
        for i in tiles
    }

    assert len(faces) == 54
    assert len(strips) == 54


def test_every_kind_of_screen_has_words_and_cards_in_it():
    view, people = SCREENS["hand"]
    with Image.open(BytesIO(picture.paint(view, speaker(people)))) as image:
        counted = {colour: n for n, colour in image.convert("RGB").getcolors(100_000)}

    near = {name: sum(n for c, n in counted.items() if _near(c, getattr(FELT, name))) for name in
            ("cream", "red", "ink", "gold", "back")}  # fmt: skip
    assert all(pixels > 1500 for pixels in near.values()), near


def _near(one, other) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 8


def test_the_font_travels_with_the_package_and_its_licence_too():
    folder = files("renderers.fonts")
    sizes = [len(folder.joinpath(name).read_bytes()) for name in
             ("PokertableSansSC-Regular.otf", "PokertableSansSC-Bold.otf")]  # fmt: skip
    assert sum(sizes) < 2_600_000
    assert "SIL OPEN FONT LICENSE Version 1.1" in folder.joinpath("OFL.txt").read_text("utf-8")


def test_the_font_has_all_of_gb2312():
    hanzi = [
        bytes((lead, trail)).decode("gb2312")
        for lead in range(0xB0, 0xF8)
        for trail in range(0xA1, 0xFF)
        if (lead, trail) < (0xD7, 0xFA) or lead > 0xD7
    ]
    assert len(hanzi) == 6763
    assert [char for char in hanzi if not lettering.has(char)] == []


def test_all_signs_we_use_are_in_the_font():
    assert [char for char in "♠♥♣♦−×·…→（）「」“”：，。、〓+" if not lettering.has(char)] == []
    assert min(SIZES) == SMALLEST_TEXT


def test_a_face_nobody_knows_is_drawn_with_its_word():
    sprite = sprites.card("TW", "白皮", 112, 158)
    assert sprite.size == (112 + 2 * sprites.SHADOW, 158 + 2 * sprites.SHADOW)
    assert sprite.tobytes() != sprites.card("TX", "五筒", 112, 158).tobytes()
