"""What pictures are put together from, drawn once, in numbers of the palette.

A sprite is never changed after it is made, so that several threads may use it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from renderers.ink import cards, shapes
from renderers.ink.brush import OVER, Brush
from renderers.ink.lettering import Run, mask
from renderers.ink.palette import MIDDLE, darker, indexed, mix, nearest, ramp, shades
from renderers.theme import COATS, FELT, Colour, Ground

SHADOW = 8
"""Pixels around a card for its shadow."""

EDGE = 8
"""Pixels around the points of a bent line for its thickness."""

_VISIBLE = [0] * 24 + [255] * 232
"""What is covered less than by a tenth is left as it was."""


class Sprite(NamedTuple):
    """Numbers of the palette, and which of them are pasted; from its place on the canvas."""

    image: Image.Image
    mask: Image.Image
    left: int = 0
    top: int = 0


def _flattened(drawing: Image.Image, ground: Colour, *, on_card: bool = False) -> Sprite:
    """A drawing on a ground; its left half may lie on the card before it."""
    below = Image.new("RGBA", drawing.size, (*ground, 255))
    if on_card:
        below.paste((*FELT.cream_edge, 255), (0, 0, drawing.width // 2, drawing.height))
    below.alpha_composite(drawing)
    seen = drawing.getchannel("A").point(_VISIBLE, "1")
    return Sprite(indexed(below.convert("RGB")), seen)


@lru_cache(maxsize=6000)
def letters(run: Run, size: int, tone: Colour, ground: Colour) -> Sprite | None:
    """A run of a line in a colour; None where nothing is to be seen."""
    shape = mask(run, size)
    if shape is None:
        return None
    numbers = shape.image.point(ramp(ground, tone))
    return Sprite(numbers, shape.image.point(_VISIBLE, "1"), shape.left, shape.top)


@lru_cache(maxsize=900)
def card(look: cards.Look, ground: Colour, *, laps: bool = False) -> Sprite:
    """A card without its shadow; its corners are smooth on a ground, and on a card it laps."""
    drawing = cards.drawn(look)
    if look.dim:
        veil = Image.new("RGBA", drawing.size, (*FELT.felt_edge, 255))
        veil.putalpha(drawing.getchannel("A").point([v * 3 // 5 for v in range(256)]))
        drawing.alpha_composite(veil)
    return _flattened(drawing, mix(ground, FELT.deep, 0.4), on_card=laps)


@cache
def _shade(w: int, h: int, radius: int) -> Image.Image:
    """How strong the shadow of a card is, ``SHADOW`` pixels larger on every side."""
    image = Image.new("L", (w + 2 * SHADOW, h + 2 * SHADOW))
    ImageDraw.Draw(image).rounded_rectangle(
        (SHADOW, SHADOW + 2, SHADOW + w - 1, SHADOW + h + 1), radius, 100
    )
    return image.filter(ImageFilter.GaussianBlur(3))


@cache
def shadow(w: int, h: int, *, panel: bool) -> Image.Image:
    """The shadow of a card: numbers to add to the cloth's, or those of a panel with it."""
    shade = _shade(w, h, cards.corner(w))
    if not panel:
        return shade.point(darker(MIDDLE))
    number = shades().index(FELT.panel)
    return shade.point([number + steps for steps in darker(number)])


@lru_cache(maxsize=400)
def corners(ground: Ground, radius: int, around: Colour) -> tuple[Sprite, ...]:
    """The corners of a ground, ``radius`` pixels each way: upper left and right, lower ones."""
    coat = COATS[ground]
    brush = Brush(2 * radius, 2 * radius)
    brush.box((0, 0, 2 * radius, 2 * radius), radius, coat.fill, coat.line, coat.thick)
    whole = _flattened(brush.small(), around)
    places = [(x, y, x + radius, y + radius) for y in (0, radius) for x in (0, radius)]
    return tuple(Sprite(whole.image.crop(box), whole.mask.crop(box)) for box in places)


@lru_cache(maxsize=200)
def crown(w: int, h: int, ground: Colour) -> Sprite:
    """A golden crown."""
    brush = Brush(w, h)
    brush.shape(shapes.crown(), (0, 0, w, h), FELT.gold)
    return _flattened(brush.small(), ground)


@lru_cache(maxsize=100)
def stroke(w: int, h: int, *, down: bool) -> Sprite:
    """A golden line from corner to corner."""
    brush = Brush(w, h)
    ends = ((2.0, 2.0), (w - 2.0, h - 2.0)) if down else ((2.0, h - 2.0), (w - 2.0, 2.0))
    brush.stroke(ends, 5, FELT.gold)
    return _flattened(brush.small(), shades()[MIDDLE])


def curve(
    size: tuple[int, int], points: tuple[tuple[int, int], ...], tone: Colour, thick: int
) -> Sprite:
    """A bent line on a panel, as large as its box and ``EDGE`` pixels around, with a spot at
    its end.

    It is drawn in one colour, and its edges in what lies between that and the panel.
    """
    w, h = (side + 2 * EDGE for side in size)
    drawing = Image.new("L", (w * OVER, h * OVER))
    draw = ImageDraw.Draw(drawing)
    path = [((x + EDGE) * OVER, (y + EDGE) * OVER) for x, y in points]
    draw.line(path, 255, thick * OVER, joint="curve")
    (x, y), reach = path[-1], (thick + 2) * OVER
    draw.ellipse((x - reach, y - reach, x + reach, y + reach), 255)
    shape = drawing.resize((w, h), Image.Resampling.BOX)
    numbers = shape.point(ramp(FELT.panel, tone))
    return Sprite(numbers, shape.point(_VISIBLE, "1"), -EDGE, -EDGE)


def number(colour: Colour) -> int:
    """A colour's number."""
    return nearest(colour)
