"""Mahjong tiles, and a hand that its owner has not looked at."""

from __future__ import annotations

import pytest

from bot.i18n.catalogue import LANGUAGES, Catalogue
from engine.cards import TILES, codes
from engine.msg import msg
from engine.view import Cards, View
from renderers import picture, text
from renderers.faces import word
from renderers.ink import tiles
from renderers.ink.cards import Look, drawn
from renderers.sheet import Tile
from renderers.theme import FELT
from tests.renderers.screens import speaker

FACES = codes(TILES)


def test_all_tiles_are_drawn():
    assert set(FACES) == tiles.FACES


@pytest.mark.parametrize("width", [56, 74, 112])
def test_tiles_are_unlike_each_other_and_drawn_once(width):
    """Also as small as they are at a full table."""
    looks = [Look(face, face, width, round(width * 1.41)) for face in FACES]
    images = [drawn(look) for look in looks]
    assert len({image.tobytes() for image in images}) == len(FACES)
    assert all(drawn(look) is image for look, image in zip(looks, images, strict=True))


@pytest.mark.parametrize("number", range(1, 10))
def test_a_tile_has_as_many_dots_as_it_says(number):
    """And none touches another or the rim."""
    dots = tiles.DOTS[number]
    assert len(dots) == number
    wide, high = 0.58, 0.77 * 1.41
    radius = wide * tiles._SIZES.get(number, tiles._SMALL)
    spots = [(x * wide, y * high) for x, y, _ in dots]
    for at, (x, y) in enumerate(spots):
        assert radius * 0.9 <= x + 0.04 and x + radius <= wide + 0.06
        for other_x, other_y in spots[:at]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 > (1.75 * radius) ** 2


def test_a_chosen_tile_has_a_golden_edge():
    plain, chosen = (drawn(Look("T5", "五筒", 74, 104, c)) for c in (False, True))
    assert plain.getpixel((37, 1))[:3] != FELT.gold
    assert chosen.getpixel((37, 1))[:3] == FELT.gold


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_have_names(language):
    say = Catalogue(language, strict=True).say
    names = [word(code, say) for code in FACES]
    assert len(set(names)) == len(FACES)
    assert all(names)


def test_tiles_are_read_out():
    block = Cards(msg("banker-showdown"), ("T2", "TW"))
    lines = text.render(View(msg("erbagang-name"), (block,)), speaker(("甲",)))
    assert "二筒 白板" in lines


def test_an_unseen_hand_lies_side_by_side():
    """Three backs for 炸金花; another hidden pile stays one card."""
    title = msg("zhajinhua-hand")
    say = speaker(("甲",))
    for mine, count in ((True, 3), (False, 1)):
        view = View(msg("zhajinhua-name"), (Cards(title, hidden=3, mine=mine),))
        backs = [i for i in picture.sheet(view, say).items if isinstance(i, Tile)]
        assert [back.face for back in backs] == ["back"] * count
        assert len({back.x for back in backs}) == count
        assert ("暗牌 3 张" in text.render(view, say)) is mine
