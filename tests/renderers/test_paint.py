"""Pictures: files of the right kind and size, equal for equal views, with faces told apart."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from math import ceil

import pytest
from PIL import Image

from engine.cards import codes, pack
from engine.view import Cards, View
from renderers import picture
from renderers.ink import palette
from renderers.ink.cards import Look, drawn
from renderers.ink.palette import MOST, colours, darker, shades
from renderers.ink.sprites import card
from renderers.sheet import Tile
from renderers.theme import FELT, SIZES, SMALLEST_TEXT
from tests.renderers.screens import FRIENDS, SCREENS, speaker, t

FEW_KB = 90


def test_the_palette_is_large_enough():
    assert len(colours()) <= MOST
    assert min(SIZES) == SMALLEST_TEXT


def test_no_shadow_is_darker_than_the_palette():
    deepest = max(darker(palette.MIDDLE)[:101])
    assert palette.FELT_STEPS - 1 + deepest < len(shades())
    assert shades().index(FELT.panel) + max(darker(shades().index(FELT.panel))) < len(shades())


@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_is_a_png_of_the_sheets_size_and_not_large(name):
    view, people = SCREENS[name]
    painted = picture.paint(view, speaker(people))
    sheet = picture.sheet(view, speaker(people))

    with Image.open(BytesIO(painted)) as image:
        assert (image.format, image.mode, image.size) == ("PNG", "P", (sheet.width, sheet.height))
    assert len(painted) < FEW_KB * 1024


def test_four_colours_change_suits_and_nothing_else():
    view, people = SCREENS["hand"]
    two, four = (
        Image.open(BytesIO(picture.paint(view, speaker(people), four=four))).convert("RGB")
        for four in (False, True)
    )
    red, blue, green = (FELT.red, FELT.blue, FELT.green)
    counts = [
        {c: n for n, c in image.getcolors(100_000) if c in (red, blue, green)}
        for image in (two, four)
    ]
    assert counts[0].get(blue, 0) == 0 < counts[1][blue]
    assert counts[1][red] < counts[0][red]
    assert two.size == four.size


def test_equal_views_make_equal_bytes_in_two_threads_at_once():
    screens = list(SCREENS.values())
    alone = [picture.paint(view, speaker(people)) for view, people in screens]
    start = threading.Barrier(2)

    def paint_all() -> list[bytes]:
        start.wait()
        return [picture.paint(view, speaker(people)) for view, people in screens]

    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(paint_all) for _ in range(2)]
        assert [job.result() for job in both] == [alone, alone]


@pytest.mark.parametrize("width", [60, 112])
def test_no_two_faces_look_alike_and_their_indices_neither(width):
    say = speaker(FRIENDS)
    view = View(t("牌"), (Cards(t("牌"), codes(pack())),))
    tiles = [i for i in picture.sheet(view, say).items if isinstance(i, Tile)]
    height = round(width * 1.41)
    cards = [drawn(Look(i.face, i.word, width, height)) for i in tiles]
    strips = {card.crop((0, 0, round(0.44 * width), height // 2)).tobytes() for card in cards}

    assert len({card.tobytes() for card in cards}) == 54
    assert len(strips) == 54


def _marked(look: Look) -> set[tuple[int, int]]:
    """The pixels that are not cream of what a covered card shows, inside its edge."""
    image = drawn(look).convert("RGB")
    edge = max(4, ceil(look.w * 0.045)) if look.chosen else 1
    # The frame of a court card and the cap of a joker begin a little before the next card does.
    end = round(look.w * (0.36 if "J" in look.face else 0.4))
    strip = ((x, y) for x in range(edge, end) for y in range(look.w // 12, look.h // 2))
    return {at for at in strip if _far_from(image.getpixel(at), FELT.cream)}


def _far_from(one, other) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) > 40


INDEXED = [("S10", ""), ("HQ", ""), ("CK", ""), ("DA", ""), ("BJ", "大王"), ("LJ", "小王")]


@pytest.mark.parametrize(("face", "word"), INDEXED)
@pytest.mark.parametrize(("width", "chosen"), [(58, False), (72, False), (72, True), (133, True)])
def test_an_index_keeps_clear_of_its_cards_edge(face, word, width, chosen):
    marked = _marked(Look(face, word, width, round(width * 1.41), chosen))
    edge = max(4, ceil(width * 0.045)) if chosen else 1

    assert marked
    assert min(x for x, _ in marked) > edge


@pytest.mark.parametrize("rank", ["Q", "J", "10", "7"])
@pytest.mark.parametrize("width", [48, 58, 72, 90, 133])
def test_a_rank_keeps_clear_of_the_suit_below_it(rank, width):
    """The tail of a Q is the longest."""
    rows = {y for _, y in _marked(Look(f"H{rank}", "", width, round(width * 1.41)))}

    assert rows
    assert set(range(min(rows), max(rows))) - rows


def test_small_signs_are_told_apart_too():
    signs = {drawn(Look(code, "", 56, 44)).tobytes() for code in codes(pack(jokers=False))}
    assert len(signs) == 52


def test_every_kind_of_screen_has_words_and_cards_in_it():
    view, people = SCREENS["hand"]
    with Image.open(BytesIO(picture.paint(view, speaker(people)))) as image:
        counted = {colour: n for n, colour in image.convert("RGB").getcolors(100_000)}

    near = {name: sum(n for c, n in counted.items() if _near(c, getattr(FELT, name))) for name in
            ("cream", "red", "ink", "gold", "navy", "skin")}  # fmt: skip
    assert all(pixels > 400 for pixels in near.values()), near


def _near(one, other) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 8


def test_a_face_nobody_knows_is_drawn_with_its_word():
    one, other = (
        drawn(Look(code, word, 112, 158)) for code, word in (("TW", "白皮"), ("TX", "筒"))
    )
    assert one.size == (112, 158)
    assert one.tobytes() != other.tobytes()


def test_a_card_that_does_not_count_is_darker():
    looks = [Look("S7", "", 112, 158, dim=dim) for dim in (False, True)]
    most = [max(card(look, FELT.panel).image.getcolors())[1] for look in looks]
    bright, dim = (sum(colours()[number]) for number in most)
    assert dim < bright
