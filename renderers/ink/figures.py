"""Court figures and jokers: half a figure in a box, drawn from plain shapes.

Places are given in hundredths of the box's width, from its upper left corner. Of a court card the
same half is shown twice, the lower one turned round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image

from renderers.ink import shapes
from renderers.ink.brush import OVER, Brush
from renderers.theme import FELT

if TYPE_CHECKING:
    from renderers.ink.brush import Canvas
    from renderers.ink.shapes import Outline, Point
    from renderers.theme import Colour


@dataclass(frozen=True, slots=True)
class Dress:
    """The colours of a figure: its suit's, and another that goes with it."""

    main: Colour
    other: Colour


class _Pen:
    """Draws in hundredths of the width of a box."""

    def __init__(self, canvas: Canvas, w: float) -> None:
        self.brush = canvas
        self._unit = w / 100

    def fill(self, points: Outline, colour: Colour) -> None:
        """An outline, filled."""
        unit = self._unit
        self.brush.shape([tuple((x / 100, y / 100) for x, y in points)],
                         (0, 0, 100 * unit, 100 * unit), colour)  # fmt: skip

    def both(self, points: Outline, colour: Colour) -> None:
        """An outline and its mirror image."""
        self.fill(points, colour)
        self.fill(tuple((100 - x, y) for x, y in points), colour)

    def spot(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """A round spot."""
        unit = self._unit
        self.brush.disc(x * unit, y * unit, radius * unit, colour)

    def oval(self, x: float, y: float, rx: float, ry: float, colour: Colour) -> None:
        """An upright or lying oval."""
        self.fill(
            tuple((x + rx * (px - 0.5) * 2, y + ry * (py - 0.5) * 2) for px, py in _ROUND), colour
        )

    def line(self, points: Outline, thick: float, colour: Colour) -> None:
        """A bent line."""
        unit = self._unit
        self.brush.stroke([(x * unit, y * unit) for x, y in points], thick * unit, colour)


_ROUND = shapes.circle(0.5, 0.5, 0.5, 40)


def _bend(*points: Point) -> Outline:
    """A smooth line: every second point pulls it."""
    found: list[Point] = [points[0]]
    for i in range(1, len(points) - 1, 2):
        found += shapes.curve(points[i - 1], points[i], points[i + 1], 10)[1:]
    return tuple(found)


def court(rank: str, w: int, h: int, dress: Dress) -> Image.Image:
    """A king, queen or knave, above and upside down below, ``OVER`` times as large."""
    brush = Brush(w, -(-h // 2))
    half_court(brush, rank, w, dress)
    half = brush.image
    whole = Image.new("RGBA", (w * OVER, h * OVER), (*FELT.field, 255))
    for image, y in ((half, 0), (half.rotate(180), h * OVER - half.height)):
        part = Image.new("RGBA", whole.size, (0, 0, 0, 0))
        part.paste(image, (0, y))
        whole.alpha_composite(part)
    return whole


def half_court(canvas: Canvas, rank: str, w: float, dress: Dress) -> None:
    """The upper half of a king, queen or knave, ``w`` wide."""
    {"K": _king, "Q": _queen, "J": _knave}[rank](_Pen(canvas, w), dress)


def _body(pen: _Pen, dress: Dress) -> None:
    """Shoulders in the suit's colour, with golden seams."""
    shoulders = (*_bend((-2, 130), (-2, 92), (24, 86), (40, 84), (50, 84)), (50, 130))
    pen.both(shoulders, FELT.gold)
    inner = (*_bend((2, 130), (4, 97), (26, 90), (42, 88), (50, 88)), (50, 130))
    pen.both(inner, dress.main)


def _face(pen: _Pen, dress: Dress, *, lips: bool) -> None:
    pen.fill(((42, 66), (58, 66), (60, 90), (40, 90)), FELT.skin)
    pen.oval(50, 55, 17, 20, FELT.skin)
    for x in (43, 57):
        pen.oval(x, 53, 2.6, 2.2, FELT.ink)
    pen.line(((38.5, 48), (43, 46), (47, 47.5)), 1.8, FELT.hair)
    pen.line(((61.5, 48), (57, 46), (53, 47.5)), 1.8, FELT.hair)
    pen.line(((50, 52), (48, 60), (51, 61)), 1.6, FELT.hair)
    if lips:
        pen.oval(50, 67, 4, 1.9, FELT.red)


def _king(pen: _Pen, dress: Dress) -> None:
    pen.both(_bend((33, 40), (22, 56), (27, 72), (32, 78), (38, 70), (38, 50), (36, 40)), FELT.hair)
    _body(pen, dress)
    ermine = ((30, 88), (50, 130), (50, 112), (40, 86))
    pen.both(ermine, FELT.cream)
    for x, y in ((37, 94), (42, 103), (47, 113)):
        pen.spot(x, y, 1.7, FELT.ink)
        pen.spot(100 - x, y, 1.7, FELT.ink)
    _face(pen, dress, lips=False)
    beard = _bend(
        (33, 58), (32, 84), (50, 98), (68, 84), (67, 58), (62, 68), (50, 66), (38, 68), (33, 58)
    )
    pen.fill(beard, FELT.hair)
    pen.both(_bend((50, 64), (42, 60), (36, 68), (44, 70), (50, 67)), FELT.hair)
    pen.oval(50, 71, 4.5, 1.6, FELT.red)
    pen.fill(((28, 32), (24, 8), (38, 22), (50, 3), (62, 22), (76, 8), (72, 32)), FELT.gold)
    pen.fill(((34, 30), (32, 20), (40, 28)), dress.main)
    pen.fill(((66, 30), (68, 20), (60, 28)), dress.main)
    pen.fill(((43, 29), (50, 14), (57, 29)), dress.main)
    pen.fill(_bend((28, 32), (50, 28), (72, 32)) + _bend((72, 40), (50, 36), (28, 40)), FELT.gold)
    pen.line(_bend((28, 41), (50, 37), (72, 41)), 1.6, FELT.bronze)
    for x, y in ((24, 8), (50, 4), (76, 8)):
        pen.spot(x, y, 3.6, dress.other)
    for x in (38, 50, 62):
        pen.spot(x, 34.5 + abs(x - 50) / 12, 2.2, dress.other)
    _sceptre(pen, dress)


def _sceptre(pen: _Pen, dress: Dress) -> None:
    pen.line(((90, 130), (88, 44)), 4.2, FELT.bronze)
    pen.line(((90, 130), (88, 44)), 2.4, FELT.gold)
    pen.spot(88, 38, 6.5, FELT.gold)
    pen.spot(88, 38, 3.4, dress.other)
    pen.oval(88, 100, 8, 6.5, FELT.skin)


def _queen(pen: _Pen, dress: Dress) -> None:
    pen.both(
        _bend((50, 26), (20, 26), (24, 62), (26, 92), (14, 104), (34, 108), (50, 104)), FELT.bronze
    )
    _body(pen, dress)
    pen.fill(_bend((36, 86), (38, 108), (50, 110), (62, 108), (64, 86)), FELT.cream)
    pen.fill(_bend((39, 84), (40, 104), (50, 105), (60, 104), (61, 84)), FELT.skin)
    _face(pen, dress, lips=True)
    pen.both(
        _bend((50, 33), (34, 34), (32, 62), (25, 50), (30, 34), (36, 26), (50, 26)), FELT.bronze
    )
    for x, y in ((41, 91), (44, 96), (50, 98.5), (56, 96), (59, 91)):
        pen.spot(x, y, 2.1, FELT.gold)
    pen.spot(50, 102, 2.9, dress.other)
    tips = ((26, 14), (38, 9), (50, 5), (62, 9), (74, 14))
    crown = ((30, 33), tips[0], (34, 23), tips[1], (44, 21), tips[2], (56, 21), tips[3], (66, 23),
             tips[4], (70, 33))  # fmt: skip
    pen.fill(crown, FELT.gold)
    pen.line(_bend((30, 34), (50, 29), (70, 34)), 2.6, FELT.bronze)
    for x, y in tips:
        pen.spot(x, y, 3.3, dress.other)
    pen.spot(50, 25, 3, dress.main)
    _flower(pen, dress)


def _flower(pen: _Pen, dress: Dress) -> None:
    pen.line(_bend((84, 116), (90, 100), (86, 78)), 2.4, FELT.green)
    pen.fill(_bend((88, 96), (98, 92), (98, 84), (90, 86), (88, 96)), FELT.green)
    for dx, dy in ((0, -6), (5.7, -1.8), (3.5, 4.8), (-3.5, 4.8), (-5.7, -1.8)):
        pen.spot(86 + dx, 72 + dy, 4.6, dress.main)
    pen.spot(86, 72, 3.4, FELT.gold)
    pen.oval(84, 106, 7, 5.5, FELT.skin)


def _knave(pen: _Pen, dress: Dress) -> None:
    hair = _bend(
        (50, 28), (26, 30), (26, 58), (24, 78), (32, 80), (42, 80), (42, 60), (42, 40), (50, 36)
    )
    pen.both(hair, FELT.gold)
    _body(pen, dress)
    for x in (12, 28, 72, 88):
        upper = x + (50 - x) / 8
        pen.fill(((x - 4, 130), (upper - 2, 92), (upper + 2, 92), (x + 4, 130)), dress.other)
    _face(pen, dress, lips=True)
    lower = ((30, 86), (38, 98), (50, 99), (62, 98), (70, 86))
    pen.fill(_bend(*lower, (60, 84), (50, 88), (40, 84), (30, 86)), FELT.cream)
    pen.line(_bend(*lower), 1.6, FELT.bronze)
    _cap(pen, dress)
    _spear(pen, dress)


def _cap(pen: _Pen, dress: Dress) -> None:
    """A knave's fringe, and the cap with a feather on it."""
    fringe = _bend(
        (33, 46), (32, 36), (40, 34), (50, 38), (60, 34), (68, 36), (67, 46), (70, 30), (50, 28),
        (30, 30), (33, 46)
    )  # fmt: skip
    pen.fill(fringe, FELT.gold)
    cap = _bend(
        (22, 33), (20, 12), (46, 10), (78, 8), (80, 28), (82, 34), (74, 34), (50, 26), (22, 33)
    )
    pen.fill(cap, dress.main)
    pen.line(_bend((23, 33), (50, 26), (78, 33)), 3.4, FELT.gold)
    feather = _bend((66, 28), (70, 2), (96, 2), (100, 20), (72, 30), (68, 30), (66, 28))
    pen.fill(feather, dress.other)
    pen.line(_bend((67, 28), (76, 10), (94, 6)), 1.4, FELT.cream)
    pen.spot(67, 28, 3.2, FELT.gold)


def _spear(pen: _Pen, dress: Dress) -> None:
    """What a knave holds, and the hand."""
    pen.line(((12, 130), (12, 46)), 4.4, FELT.bronze)
    pen.line(((12, 130), (12, 46)), 2.4, FELT.gold)
    pen.fill(((12, 30), (18, 48), (12, 54), (6, 48)), dress.other)
    pen.oval(12, 104, 7.5, 6, FELT.skin)


def fool(w: int, h: int, dress: Dress) -> Image.Image:
    """A joker's head with cap, bells and ruff, ``OVER`` times as large."""
    brush = Brush(w, h)
    fools_head(brush, w, dress)
    return brush.image


def fools_head(canvas: Canvas, w: float, dress: Dress) -> None:
    """A joker's head with cap, bells and ruff, ``w`` wide and a third higher."""
    pen = _Pen(canvas, w)
    left = _bend((50, 44), (24, 16), (8, 44), (6, 50), (14, 52), (22, 44), (32, 62), (50, 62))
    pen.fill(left, dress.main)
    pen.fill(tuple((100 - x, y) for x, y in left), dress.other)
    middle = _bend((34, 60), (36, 30), (50, 8), (64, 30), (66, 60))
    pen.fill(middle, FELT.gold)
    pen.fill((*_bend((50, 8), (64, 30), (66, 60)), (50, 60)), FELT.bronze)
    ruff = [(50 + 40 * dx, 116 + 8 * abs(dx)) for dx in (-1, -0.6, -0.2, 0.2, 0.6, 1)]
    for i, (x, y) in enumerate(ruff):
        pen.fill(((50, 92), (x - 10, y), (x + 10, y)), (dress.main, FELT.gold)[i % 2])
        pen.spot(x, y, 4, dress.other)
    pen.oval(50, 78, 21, 24, FELT.skin)
    pen.fill(_bend((29, 70), (50, 46), (71, 70), (50, 60), (29, 70)), dress.main)
    for x in (42, 58):
        pen.oval(x, 76, 3, 3.6, FELT.ink)
        pen.line(((x - 5, 70), (x, 68), (x + 5, 70)), 1.8, FELT.hair)
        pen.spot(x + (x - 50), 86, 3.6, FELT.red if dress.main == FELT.red else FELT.cream_edge)
    pen.line(_bend((39, 88), (50, 100), (61, 88)), 2.8, FELT.red)
    pen.spot(50, 82, 2.6, FELT.hair)
    for x, y in ((7, 52), (93, 52), (50, 8)):
        pen.spot(x, y, 6, FELT.gold)
        pen.spot(x, y + 1.5, 2, FELT.bronze)
