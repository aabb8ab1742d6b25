"""The figures of cards and tiles as outlines, from the same description as the pictures.

``python -m renderers.ink.vector`` writes them as SVG, each a symbol under the name of its face:
suits, court figures, jokers, the back, and what is on a tile. Colours that hang on the suit are
left open: ``currentColor`` for a suit's sign, ``--main`` and ``--other`` for what a court figure
wears.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from renderers.ink import cards, figures, shapes, tiles
from renderers.theme import FELT, UPRIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from renderers.ink.brush import Box, Canvas
    from renderers.ink.shapes import Outline
    from renderers.theme import Colour

FINE = 10
"""Units of a drawing for one of the description: no point needs to be finer."""

WIDE, HIGH = 100, round(100 * UPRIGHT)
"""A card."""

COURT = (53, HIGH - 2 * round(HIGH * 0.055))
"""The field of a court figure on it (renderers.ink.cards)."""

_OWN, _MAIN, _OTHER = (0, 0, 1), (0, 0, 2), (0, 0, 3)
"""Stand for colours that are left open; none of the theme is one of them."""

_OPEN = {_OWN: "currentColor", _MAIN: "var(--main)", _OTHER: "var(--other)"}


class Drawing:
    """A ``Canvas`` of which every stroke becomes an element."""

    def __init__(self, w: float, h: float) -> None:
        self.size = (w, h)
        self.elements: list[str] = []

    def box(
        self,
        box: Box,
        radius: float,
        fill: Colour | None,
        line: Colour | None = None,
        thick: float = 1,
    ) -> None:
        """A rectangle (left, top, right, bottom) with round corners; its line lies inside."""
        half = 0.0 if line is None else thick / 2
        left, top, right, bottom = box
        places = (left + half, top + half, right - left - 2 * half, bottom - top - 2 * half, radius)
        x, y, w, h, r = map(_unit, places)
        edge = "" if line is None else f' stroke="{_hue(line)}" stroke-width="{_unit(thick)}"'
        inside = "none" if fill is None else _hue(fill)
        self._add(
            f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}" fill="{inside}"{edge}/>'
        )

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """A round spot."""
        cx, cy, r = map(_unit, (x, y, radius))
        self._add(f'<circle cx="{cx}" cy="{cy}" r="{r}" fill="{_hue(fill)}"/>')

    def shape(self, outlines: Iterable[Outline], box: Box, fill: Colour) -> None:
        """Outlines of the unit square, stretched to a box (left, top, width, height)."""
        left, top, w, h = box
        paths = (
            _path((left + x * w, top + y * h) for x, y in outline) + "z" for outline in outlines
        )
        self._add(f'<path d="{"".join(paths)}" fill="{_hue(fill)}"/>')

    def stroke(self, points: Iterable[tuple[float, float]], thick: float, fill: Colour) -> None:
        """A bent line through some points."""
        self._add(
            f'<path d="{_path(points)}" fill="none" stroke="{_hue(fill)}"'
            f' stroke-width="{_unit(thick)}" stroke-linejoin="round"/>'
        )

    def inset(self, box: Box, draw: Callable[[Canvas], None]) -> None:
        """What ``draw`` draws on an equal canvas, as far as it lies in a box."""
        other = Drawing(*self.size)
        draw(other)
        left, top, right, bottom = box
        x, y, w, h = map(_unit, (left, top, right - left, bottom - top))
        self._add(
            f'<svg x="{x}" y="{y}" width="{w}" height="{h}" viewBox="{x} {y} {w} {h}">'
            f"{other.inside()}</svg>"
        )

    def inside(self) -> str:
        """All elements."""
        return "".join(self.elements)

    def symbol(self, name: str) -> str:
        """The drawing as a symbol of this name."""
        w, h = map(_unit, self.size)
        return f'<symbol id="card-{name}" viewBox="0 0 {w} {h}">{self.inside()}</symbol>'

    def turned(self, element: str) -> None:
        """An element, and once more upside down."""
        w, h = map(_unit, self.size)
        self._add(element)
        self._add(f'<g transform="rotate(180 {w / 2:g} {h / 2:g})">{element}</g>')

    def _add(self, element: str) -> None:
        self.elements.append(element)


def _unit(length: float) -> int:
    return round(length * FINE)


def _hue(colour: Colour) -> str:
    return _OPEN.get(colour) or "#{:02x}{:02x}{:02x}".format(*colour)


def _path(points: Iterable[tuple[float, float]]) -> str:
    """A path through some points, each told by its distance from the one before."""
    told, x, y = "", 0, 0
    for at, (px, py) in enumerate(points):
        nx, ny = _unit(px), _unit(py)
        if at == 0:
            told = f"M{nx} {ny}l"
        elif (nx, ny) != (x, y):
            told += f"{nx - x} {ny - y} ".replace(" -", "-")
        x, y = nx, ny
    return told.strip()


def _court(rank: str) -> Drawing:
    w, h = COURT
    half = Drawing(w, -(-h // 2))
    figures.half_court(half, rank, w, figures.Dress(_MAIN, _OTHER))
    drawing = Drawing(w, h)
    drawing.box((0, 0, w, h), 0, FELT.field)
    wide, high = map(_unit, half.size)
    drawing.turned(
        f'<svg width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">{half.inside()}</svg>'
    )
    return drawing


def _symbols() -> Iterator[str]:
    for letter in "SHCD":
        drawing = Drawing(WIDE, WIDE)
        drawing.shape(shapes.suit(letter), (0, 0, WIDE, WIDE), _OWN)
        yield drawing.symbol(letter)
    for rank in "JQK":
        yield _court(rank).symbol(rank)
    for face, big in (("LJ", False), ("BJ", True)):
        drawing = Drawing(WIDE, WIDE * 1.3)
        figures.fools_head(drawing, WIDE, cards.motley(big=big))
        yield drawing.symbol(face)
    drawing = Drawing(WIDE, HIGH)
    cards.back(drawing, WIDE, HIGH)
    yield drawing.symbol("back")
    for face in sorted(tiles.FACES):
        drawing = Drawing(WIDE, HIGH)
        tiles.paint(drawing, face, WIDE, HIGH)
        yield drawing.symbol(face)


def sheet() -> str:
    """All figures as one SVG document, a symbol a line."""
    symbols = "\n".join(_symbols())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


if __name__ == "__main__":
    sys.stdout.write(sheet())
