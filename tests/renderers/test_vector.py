"""The figures of the page: made of the same description as the pictures, and looking like them."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import bot.adapters.web
from renderers.ink import cards, figures, shapes, tiles, vector
from renderers.ink.brush import OVER, Brush
from renderers.theme import FELT
from tests.kit.browser import chromium

SHEET = Path(bot.adapters.web.__file__).with_name("cards.svg")
ALIKE = 9
"""Of 255, how far apart two drawings may lie on the average: their edges are smoothed unlike."""


def painted(name):
    """The figure of a symbol as the pictures have it, ``OVER`` times as large."""
    wide, high = vector.WIDE, vector.HIGH
    if name in ("J", "Q", "K"):
        return figures.court(name, *vector.COURT, figures.Dress(FELT.ink, FELT.red))
    if name in ("LJ", "BJ"):
        return figures.fool(wide, round(wide * 1.3), cards.motley(big=name == "BJ"))
    brush = Brush(wide, wide if name in "SHCD" else high)
    if name in tiles.FACES:
        tiles.paint(brush, name, wide, high)
    elif name == "back":
        cards.back(brush, wide, high)
    else:
        brush.shape(shapes.suit(name), (0, 0, wide, wide), FELT.ink)
    return brush.image


def names():
    return re.findall(r'id="card-(\w+)"', SHEET.read_text("utf-8"))


def test_the_committed_figures_are_what_the_description_makes():
    assert SHEET.read_text("utf-8") == vector.sheet(), "python -m renderers.ink.vector > cards.svg"
    assert set(names()) == {*"SHCDJQK", "LJ", "BJ", "back", *tiles.FACES}


def page(sizes):
    """Every figure in the colours of spades on cream, one below the other."""
    shown = "".join(
        f'<svg id="{name}" width="{w}" height="{h}"><use href="#card-{name}"/></svg>'
        for name, (w, h) in sizes.items()
    )
    ink, red = ("#{:02x}{:02x}{:02x}".format(*colour) for colour in (FELT.ink, FELT.red))
    style = f"body{{margin:0;background:#fff;color:{ink};--main:{ink};--other:{red}}}"
    return f"<style>{style} svg{{display:block}}</style>{SHEET.read_text('utf-8')}{shown}"


@pytest.mark.browser
async def test_the_figures_look_like_those_of_the_pictures():
    drawn = {name: painted(name) for name in names()}
    far = {}
    async with chromium() as browser:
        tab = await browser.new_page(viewport={"width": 500, "height": 700})
        await tab.set_content(page({name: image.size for name, image in drawn.items()}))
        for name, image in drawn.items():
            shot = await tab.locator(f"svg#{name}").screenshot()
            far[name] = apart(image, shot)
        swapped = apart(drawn["K"], await tab.locator("svg#Q").screenshot())
    assert OVER == 4
    assert {name: by for name, by in far.items() if by > ALIKE} == {}
    assert swapped > 2 * ALIKE, "another figure is told apart"


def apart(image, shot):
    """How far two drawings lie apart on the average, on white."""
    white = Image.new("RGBA", image.size, "white")
    white.alpha_composite(image)
    with Image.open(BytesIO(shot)) as other:
        differ = ImageChops.difference(white.convert("RGB"), other.convert("RGB"))
    return sum(ImageStat.Stat(differ).mean) / 3
