"""The 256 colours of every picture: the theme's, and what lies between two that touch.

A picture in a palette is less than half as large, and is written six times as fast.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING

from PIL import Image, ImageChops

from renderers.theme import FELT, Theme

if TYPE_CHECKING:
    from renderers.theme import Colour

MOST = 256

FELT_STEPS = 29
"""Shades of the cloth, from its middle to its edge: the first colours of the palette."""


def between(a: Colour, b: Colour, steps: int) -> list[Colour]:
    """``steps`` colours from ``a`` to ``b``, both included."""
    last = max(1, steps - 1)
    return [
        (mix(a[0], b[0], i / last), mix(a[1], b[1], i / last), mix(a[2], b[2], i / last))
        for i in range(steps)
    ]


def mix(a: int, b: int, part: float) -> int:
    """A value between two; ``part`` runs from 0 to 1."""
    return round(a + (b - a) * part)


def colours(theme: Theme = FELT) -> list[Colour]:
    """At most 256 colours: flat ones first, then ramps for smooth edges, light and shadow."""
    found: list[Colour] = between(theme.felt, theme.felt_edge, FELT_STEPS)
    middle = found[FELT_STEPS // 2]
    grounds = (middle, theme.panel, theme.chip)
    for ground, tone in product(grounds, (theme.strong, theme.label, theme.gold)):
        found += between(ground, tone, 9)
    for ground in (middle, theme.panel):
        found += between(ground, theme.red_on_felt, 6)
        found += between(ground, theme.line, 4)
        found += between(ground, (7, 28, 23), 6)
        found += between(ground, theme.cream_edge, 5)
    found += between(theme.chip, theme.red_on_felt, 4)
    found += between(theme.cream, theme.ink, 12)
    found += between(theme.cream, theme.red, 12)
    found += between(theme.gold, theme.ink, 8)
    found += between(theme.gold, theme.cream, 5)
    found += between(theme.field, theme.gold, 5)
    found += between(theme.field, theme.ink, 6)
    found += between(theme.field, theme.red, 6)
    found += between(theme.gold, theme.red, 4)
    found += between(theme.back, theme.back_line, 6)
    found += between(theme.back, theme.cream, 8)
    found += between(theme.back, theme.gold, 4)
    found += between(theme.cream, theme.cream_edge, 3)
    found += between(theme.cream_edge, theme.felt_edge, 4)
    found += between(theme.ink, theme.strong, 6)
    return list(dict.fromkeys(found))[:MOST]


@cache
def _values() -> list[int]:
    return [value for colour in colours() for value in colour]


def _palette() -> Image.Image:
    """A new one each time: Pillow keeps what it looks up in it, and threads do not share that."""
    image = Image.new("P", (1, 1))
    image.putpalette(_values())
    return image


@lru_cache(maxsize=16)
def _cloth(width: int, height: int) -> Image.Image:
    """The palette's number of the cloth at each pixel: a soft light in the middle."""
    light = Image.radial_gradient("L").resize((width, height), Image.Resampling.BILINEAR)
    shades = [min(FELT_STEPS - 1, v * FELT_STEPS * 3 // 4 // 256) for v in range(256)]
    image = light.point(shades)
    image.putpalette(_values())
    return image


@lru_cache(maxsize=16)
def felt(width: int, height: int) -> Image.Image:
    """The cloth, in true colours; not to be changed."""
    return _cloth(width, height).convert("RGB")


def reduced(picture: Image.Image) -> Image.Image:
    """A picture on the cloth in the palette's colours.

    Pillow looks a colour up by its first five bits or so, which would make rings of the soft
    light; so the bare cloth is taken as it was.
    """
    few = picture.quantize(palette=_palette(), dither=Image.Dither.NONE)
    changed = ImageChops.difference(picture, felt(*picture.size)).convert("L")
    few.paste(_cloth(*picture.size), (0, 0), changed.point([255] + [0] * 255))
    return few
