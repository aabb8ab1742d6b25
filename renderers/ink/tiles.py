"""The faces of mahjong tiles: 一筒 to 九筒, and 白板 with its frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderers.ink.brush import Brush
from renderers.theme import FELT

if TYPE_CHECKING:
    from renderers.ink.brush import Canvas
    from renderers.theme import Colour

BLANK = "TW"
FACES = frozenset((BLANK, *(f"T{n}" for n in range(1, 10))))

_R, _G, _B = FELT.red, FELT.green, FELT.blue
_LEFT, _MIDDLE, _RIGHT = 0.18, 0.5, 0.82

DOTS: dict[int, tuple[tuple[float, float, Colour], ...]] = {
    1: ((0.5, 0.5, _R),),
    2: ((0.5, 0.26, _G), (0.5, 0.74, _B)),
    3: ((_LEFT, 0.16, _B), (_MIDDLE, 0.5, _R), (_RIGHT, 0.84, _G)),
    4: ((0.26, 0.24, _B), (0.74, 0.24, _G), (0.26, 0.76, _G), (0.74, 0.76, _B)),
    5: ((0.2, 0.18, _B), (0.8, 0.18, _G), (0.5, 0.5, _R), (0.2, 0.82, _G), (0.8, 0.82, _B)),
    6: tuple((x, y, c) for y, c in ((0.16, _G), (0.54, _R), (0.84, _R)) for x in (0.26, 0.74)),
    7: ((_LEFT, 0.1, _G), (_MIDDLE, 0.22, _G), (_RIGHT, 0.34, _G),
        *((x, y, _R) for y in (0.62, 0.88) for x in (0.28, 0.72))),
    8: tuple((x, y, _B) for y in (0.12, 0.37, 0.63, 0.88) for x in (0.27, 0.73)),
    9: tuple((x, y, c) for y, c in ((0.16, _G), (0.5, _R), (0.84, _B))
             for x in (_LEFT, _MIDDLE, _RIGHT)),
}  # fmt: skip
"""Where the dots of a tile are, in parts of its field, and their colours."""

_SIZES = {1: 0.46, 2: 0.28, 3: 0.2, 4: 0.21, 5: 0.18, 9: 0.15}
_SMALL = 0.165
"""Radius of a dot, in widths of the field."""


def body(w: int, h: int, radius: int, *, chosen: bool) -> Brush:
    """A tile that stands: its face, its ivory side, and the bamboo below."""
    brush = Brush(w, h)
    thick = h * 0.085
    edge = FELT.gold if chosen else FELT.cream_edge
    brush.box((0, thick, w, h), radius, FELT.green)
    brush.box((0, thick * 0.5, w, h - thick * 0.5), radius, FELT.cream_edge)
    brush.box((0, 0, w, h - thick), radius, FELT.cream, edge, max(4, w * 0.045) if chosen else 1)
    return brush


def paint(brush: Canvas, face: str, w: float, h: float) -> None:
    """What is on a face, right of its number."""
    left, top, wide, high = w * 0.36, h * 0.07, w * 0.58, h * 0.77
    if face == BLANK:
        for inset, line in ((0.0, 0.035), (0.09, 0.018)):
            box = (
                left + wide * inset,
                top + wide * inset,
                left + wide * (1 - inset),
                top + high - wide * inset,
            )
            brush.box(box, w * 0.04, None, FELT.blue, max(1.0, w * line))
        return
    number = int(face[1])
    radius = wide * _SIZES.get(number, _SMALL)
    for x, y, colour in DOTS[number]:
        _dot(brush, left + x * wide, top + y * high, radius, colour)


def _dot(brush: Canvas, x: float, y: float, radius: float, colour: Colour) -> None:
    """A ring around a spot."""
    for part, shade in ((1.0, colour), (0.74, FELT.cream), (0.5, colour), (0.18, FELT.cream)):
        brush.disc(x, y, radius * part, shade)
