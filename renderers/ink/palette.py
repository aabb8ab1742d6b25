"""The 256 colours of every picture: the theme's, and what lies between two that touch.

A picture is painted in numbers of this palette from the start. The first numbers are the cloth's
shades from its light to the deepest shadow, so that a shadow is nothing but higher numbers, and
what lies on the cloth has higher ones still.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product

from PIL import Image

from renderers.theme import COATS, FELT, Colour

MOST = 256

_LIKE = 60
"""Squared distance below which two colours of a ramp need not both be kept."""

FELT_STEPS = 29
"""Shades of the cloth, from its middle to its edge; the panel's and deeper ones follow."""


def mix(a: Colour, b: Colour, part: float) -> Colour:
    """A colour between two; ``part`` runs from 0 to 1."""
    r, g, b_ = (round(x + (y - x) * part) for x, y in zip(a, b, strict=True))
    return r, g, b_


def between(a: Colour, b: Colour, steps: int) -> list[Colour]:
    """``steps`` colours from ``a`` to ``b``, both included."""
    return [mix(a, b, i / max(1, steps - 1)) for i in range(steps)]


@cache
def shades() -> tuple[Colour, ...]:
    """The cloth in the light, its edge, the panel, the deepest shadow: darker one by one."""
    found = between(FELT.felt, FELT.felt_edge, FELT_STEPS)
    found += between(FELT.felt_edge, FELT.panel, 6)[1:]
    found += between(FELT.panel, FELT.deep, 20)[1:]
    return tuple(found)


MIDDLE = FELT_STEPS // 2
"""The shade that stands for the cloth where one must."""


def _flat() -> list[Colour]:
    named = [getattr(FELT, name) for name in FELT.__dataclass_fields__]
    coats = [c for coat in COATS.values() for c in (coat.fill, coat.line) if c]
    return [colour for colour in (*named, *coats) if colour not in shades()]


def _ramps() -> list[tuple[Colour, Colour, int]]:
    """Pairs of colours that touch in a picture, with the steps between, the needed ones first."""
    t = FELT
    cloth, panel = shades()[MIDDLE], t.panel
    found = [(t.cream, t.ink, 14), (t.cream, t.red, 12)]
    found += [(ground, tone, 9) for ground, tone in product((cloth, panel), (t.strong, t.gold))]
    found += [(ground, t.label, 7) for ground in (cloth, panel)]
    found += [(t.cream, t.blue, 8), (t.cream, t.green, 8), (t.gold, t.ink, 8)]
    found += [(panel, t.dim, 6), (t.chip, t.strong, 7), (t.place_gold, t.strong, 6)]
    found += [(place, t.strong, 6) for place in (t.place_red, t.place_black, t.place_blue)]
    found += [(place, t.strong, 5) for place in (t.place_green, t.place_violet)]
    found += [(t.field, t.ink, 5), (t.field, t.red, 5), (t.gold, t.bronze, 5), (t.gold, t.cream, 5)]
    found += [(t.navy, t.navy_line, 6), (t.navy, t.cream, 6), (t.navy, t.gold, 5)]
    found += [(t.skin, t.hair, 5), (t.gold, t.red, 4), (t.cream_edge, cloth, 5)]
    found += [(ground, t.line, 4) for ground in (cloth, panel)]
    for ground, sign in product((cloth, panel), (t.red_on_felt, t.blue_on_felt, t.green_on_felt)):
        found.append((ground, sign, 5))
    found += [(t.cream_edge, panel, 4), (t.chip, t.red_on_felt, 4), (t.cream, t.cream_edge, 4)]
    found += [(t.bronze, t.ink, 4), (t.hair, t.ink, 3), (t.skin, t.red, 3), (t.navy, t.ink, 3)]
    return found


def _far(a: Colour, b: Colour) -> int:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))


@cache
def colours() -> tuple[Colour, ...]:
    """At most 256 colours: the shades, the flat ones, then ramps for smooth edges."""
    found = [*shades(), *dict.fromkeys(_flat())]
    for one, other, steps in _ramps():
        for colour in between(one, other, steps):
            if min(_far(colour, kept) for kept in found) >= _LIKE:
                found.append(colour)
    return tuple(found[:MOST])


@cache
def values() -> bytes:
    """The palette as an image wants it."""
    return bytes(value for colour in colours() for value in colour)


@lru_cache(maxsize=20_000)
def nearest(colour: Colour) -> int:
    """The number of the colour in the palette that is most like this one."""
    found = colours()
    return min(range(len(found)), key=lambda i: _far(colour, found[i]))


@lru_cache(maxsize=400)
def ramp(ground: Colour, tone: Colour) -> tuple[int, ...]:
    """The numbers for every part of ``tone`` on ``ground``, from 0 to 255."""
    levels = [nearest(mix(ground, tone, level / 15)) for level in range(16)]
    return tuple(levels[(value + 8) * 15 // 255 if value < 247 else 15] for value in range(256))


def indexed(picture: Image.Image) -> Image.Image:
    """A picture in true colours as numbers of the palette, to be pasted into others."""
    # A new palette each time: Pillow keeps what it looks up in it, and threads do not share that.
    palette = Image.new("P", (1, 1))
    palette.putpalette(values())
    few = picture.quantize(palette=palette, dither=Image.Dither.NONE)
    return Image.frombytes("L", few.size, few.tobytes())


@cache
def _light() -> Image.Image:
    """The cloth's numbers on a small square: a soft light in the middle."""
    last = FELT_STEPS - 1
    shades_ = [min(last, v * FELT_STEPS * 3 // 4 // 256) for v in range(256)]
    return Image.radial_gradient("L").point(shades_)


@lru_cache(maxsize=4)
def cloth(width: int, height: int) -> Image.Image:
    """The bare cloth as numbers: the square made larger, in steps that no eye can see.

    Lines that are equal to the one above cost next to nothing in the file.
    """
    return _light().resize((width, height), Image.Resampling.NEAREST)


@cache
def darker(ground: int) -> tuple[int, ...]:
    """How many numbers higher a shadow of each strength (0..255) is, on a shade of the cloth."""
    found = shades()
    light = found[ground][1]
    wanted = [light - light * value / 255 for value in range(256)]
    steps = [
        min(range(ground, len(found)), key=lambda i: abs(found[i][1] - green)) - ground
        for green in wanted
    ]
    return tuple(steps)
