"""Drawing smoothly: everything is drawn four times as large and reduced.

What can be drawn is a ``Canvas``: a figure that is drawn on one is drawn alike on any other, as on
a picture of outlines (renderers.ink.vector).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from renderers.ink.shapes import Outline
    from renderers.theme import Colour

OVER = 4
"""Times a drawing is larger while it is made."""

Box = tuple[float, float, float, float]


class Canvas(Protocol):
    """Something to draw on, in units from the upper left corner."""

    def box(
        self,
        box: Box,
        radius: float,
        fill: Colour | None,
        line: Colour | None = None,
        thick: float = 1,
    ) -> None:
        """A rectangle (left, top, right, bottom) with round corners."""

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """A round spot."""

    def shape(self, outlines: Iterable[Outline], box: Box, fill: Colour) -> None:
        """Outlines of the unit square, stretched to a box (left, top, width, height)."""

    def stroke(self, points: Iterable[tuple[float, float]], thick: float, fill: Colour) -> None:
        """A bent line through some points, round at its ends."""

    def inset(self, box: Box, draw: Callable[[Canvas], None]) -> None:
        """What ``draw`` draws on an equal canvas, as far as it lies in a box (left, top, right,
        bottom)."""


class Brush:
    """Draws on a large canvas in the units of the small one."""

    def __init__(self, w: int, h: int) -> None:
        self.image = Image.new("RGBA", (w * OVER, h * OVER), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self.image)

    def box(
        self,
        box: Box,
        radius: float,
        fill: Colour | None,
        line: Colour | None = None,
        thick: float = 1,
    ) -> None:
        """A rectangle (left, top, right, bottom) with round corners."""
        left, top, right, bottom = (side * OVER for side in box)
        self._draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1), radius * OVER, fill, line, round(thick * OVER)
        )

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """A round spot."""
        sides = (x - radius, y - radius, x + radius, y + radius)
        self._draw.ellipse([side * OVER for side in sides], fill)

    def shape(self, outlines: Iterable[Outline], box: Box, fill: Colour) -> None:
        """Outlines of the unit square, stretched to a box (left, top, width, height)."""
        left, top, w, h = (side * OVER for side in box)
        for outline in outlines:
            self._draw.polygon([(left + x * w, top + y * h) for x, y in outline], fill)

    def stroke(self, points: Iterable[tuple[float, float]], thick: float, fill: Colour) -> None:
        """A bent line through some points, round at its ends."""
        path = [(x * OVER, y * OVER) for x, y in points]
        self._draw.line(path, fill, max(1, round(thick * OVER)), joint="curve")

    def inset(self, box: Box, draw: Callable[[Canvas], None]) -> None:
        """What ``draw`` draws on an equal canvas, as far as it lies in a box."""
        w, h = self.image.size
        other = Brush(w // OVER, h // OVER)
        draw(other)
        left, top, right, bottom = (round(side * OVER) for side in box)
        self.image.paste(other.image.crop((left, top, right, bottom)), (left, top))

    def small(self) -> Image.Image:
        """The drawing at its true size."""
        w, h = self.image.size
        return self.image.resize((w // OVER, h // OVER), Image.Resampling.BOX)
