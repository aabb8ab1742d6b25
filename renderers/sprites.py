"""Cards drawn once: faces, backs and grounds, smooth at their edges, with a soft shadow.

Everything is drawn four times as large and reduced. A sprite is never changed after it is made,
so that several threads may use it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFilter

from renderers import shapes
from renderers.faces import is_suited
from renderers.lettering import font, is_bold, legible
from renderers.theme import FELT, Colour, Ground

if TYPE_CHECKING:
    from collections.abc import Iterable

    from renderers.shapes import Outline

OVER = 4
"""Times a sprite is larger while it is drawn."""

SHADOW = 8
"""Pixels around a card's sprite for its shadow."""

PATCH = 24
"""Pixels of a large ground's corner: more than its radius."""

LOZENGE = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))

CLEAR = (0, 0, 0, 0)


class Brush:
    """Draws on a large canvas in the units of the small one."""

    def __init__(self, w: int, h: int) -> None:
        self.image = Image.new("RGBA", (w * OVER, h * OVER), CLEAR)
        self._draw = ImageDraw.Draw(self.image)

    def box(
        self,
        box: tuple[float, float, float, float],
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

    def shape(
        self, outlines: Iterable[Outline], box: tuple[float, float, float, float], fill: Colour
    ) -> None:
        """Outlines of the unit square, stretched to a box (left, top, width, height)."""
        left, top, w, h = (side * OVER for side in box)
        for outline in outlines:
            self._draw.polygon([(left + x * w, top + y * h) for x, y in outline], fill)

    def small(self) -> Image.Image:
        """The sprite at its true size."""
        w, h = self.image.size
        return self.image.resize((w // OVER, h // OVER), Image.Resampling.BOX)


@cache
def _shadow(w: int, h: int, radius: int) -> Image.Image:
    mask = Image.new("L", (w + 2 * SHADOW, h + 2 * SHADOW))
    ImageDraw.Draw(mask).rounded_rectangle(
        (SHADOW, SHADOW + 2, SHADOW + w - 1, SHADOW + h + 1), radius, 105
    )
    soft = mask.filter(ImageFilter.GaussianBlur(3))
    shadow = Image.new("RGBA", mask.size, CLEAR)
    shadow.putalpha(soft)
    return shadow


def _on_shadow(card: Image.Image, radius: int) -> Image.Image:
    sprite = _shadow(card.width, card.height, radius).copy()
    sprite.alpha_composite(card, (SHADOW, SHADOW))
    return sprite


def corner(width: int) -> int:
    """The radius of a card's corners."""
    return max(4, round(width * 0.085))


@lru_cache(maxsize=600)
def card(face: str, word: str, width: int, height: int, *, chosen: bool = False) -> Image.Image:
    """A card with its shadow: ``SHADOW`` pixels larger on every side.

    Args:
        face: a face code, or ``back``.
        word: what the face is called, where it is neither a suit's nor a back.
        width: of the card, in pixels.
        height: of the card, in pixels.
        chosen: with a golden edge.
    """
    brush = Brush(width, height)
    radius = corner(width)
    edge = FELT.gold if chosen else FELT.cream_edge
    brush.box(
        (0, 0, width, height), radius, FELT.cream, edge, max(3, width * 0.035) if chosen else 1
    )
    if face == "back":
        _back(brush, width, height)
        return _on_shadow(brush.small(), radius)
    red = face[:1] in ("H", "D") or face == "BJ"
    colour = FELT.red if red else FELT.ink
    if is_suited(face):
        _suited(brush, face, width, height, colour)
        small = brush.small()
        _index(small, face[1:], width, colour)
    else:
        if face in ("LJ", "BJ"):
            cloth, gold = shapes.fool()
            place = (width * 0.36, height * 0.5, width * 0.56, width * 0.56)
            brush.shape(cloth, place, colour)
            brush.shape(gold, place, FELT.gold)
        small = brush.small()
        _called(small, word or face, width, height, colour)
    return _on_shadow(small, radius)


def _suited(brush: Brush, face: str, width: int, height: int, colour: Colour) -> None:
    sign, rank = shapes.suit(face[0]), face[1:]
    small = width * 0.25
    brush.shape(sign, (width * 0.085, height * 0.285, small, small), colour)
    if rank in ("J", "Q", "K"):
        left, top, right, bottom = width * 0.4, height * 0.27, width * 0.92, height * 0.945
        brush.box(
            (left, top, right, bottom), width * 0.05, FELT.field, colour, max(1, width * 0.012)
        )
        w = right - left
        wide = w * 0.72
        brush.shape(
            shapes.crown(rank), (left + (w - wide) / 2, top + w * 0.16, wide, wide), FELT.gold
        )
        pip = w * 0.62
        brush.shape(sign, (left + (w - pip) / 2, bottom - w * 0.12 - pip, pip, pip), colour)
    else:
        pip = width * 0.5
        brush.shape(sign, (width * 0.42, height - pip - width * 0.11, pip, pip), colour)


def _index(small: Image.Image, rank: str, width: int, colour: Colour) -> None:
    """The rank in the corner, bold; 10 is set tight so that it fits beside the next card."""
    size = max(22, round(width * 0.35))
    face = font(size, bold=True)
    draw = ImageDraw.Draw(small)
    base = round(width * 0.06 + size * 0.78)
    if rank == "10":
        x = width * 0.035
        draw.text((x, base), "1", colour, face, anchor="ls")
        draw.text((x + size * 0.485, base), "0", colour, face, anchor="ls")
    else:
        draw.text((width * 0.21, base), rank, colour, face, anchor="ms")


def _called(small: Image.Image, word: str, width: int, height: int, colour: Colour) -> None:
    """A short word in the corner, one character below the other."""
    shown = legible(word)[:4] or "?"
    bold = is_bold(shown, wanted=True)
    size = max(18, round(width * (0.29 if len(shown) <= 2 else 0.21)))
    face = font(size, bold=bold)
    draw = ImageDraw.Draw(small)
    for i, char in enumerate(shown):
        place = (width * 0.21, height * 0.05 + size * (0.9 + i * 1.08))
        draw.text(place, char, colour, face, anchor="ms")


def _back(brush: Brush, width: int, height: int) -> None:
    """A lattice in a frame, and a medallion with the four suits."""
    rim = max(4, round(width * 0.055))
    brush.box((rim, rim, width - rim, height - rim), corner(width) * 0.7, FELT.back)
    left, top = rim + width * 0.05, rim + width * 0.05
    w, h = width - 2 * left, height - 2 * top
    across, down = 5, 7
    for i in range(across):
        for j in range(down):
            x, y = left + i * w / across, top + j * h / down
            outer = (x, y, w / across, h / down)
            inner = (x + w * 0.05, y + h * 0.036, w / across - w * 0.1, h / down - h * 0.072)
            brush.shape([LOZENGE], outer, FELT.back_line)
            brush.shape([LOZENGE], inner, FELT.back)
    brush.box((left, top, left + w, top + h), 3, None, FELT.back_line, max(1, width * 0.014))
    cx, cy, r = width / 2, height / 2, width * 0.25
    medal = (cx - r, cy - r, 2 * r, 2 * r)
    brush.shape([shapes.circle(0.5, 0.5, 0.5)], medal, FELT.gold)
    brush.shape([shapes.circle(0.5, 0.5, 0.45)], medal, FELT.back)
    pip = r * 0.62
    for letter, dx, dy in (("S", -1, -1), ("H", 0, -1), ("D", -1, 0), ("C", 0, 0)):
        place = (cx + dx * pip + dx * 2 + 1, cy + dy * pip + dy * 2 + 1, pip, pip)
        brush.shape(shapes.suit(letter), place, FELT.cream)


def lay_ground(
    canvas: Image.Image, kind: Ground, place: tuple[int, int], size: tuple[int, int]
) -> None:
    """A panel, a frame or a chip on the canvas.

    A large one is put together from the corners and edges of a small one, so that no large sprites
    are kept.
    """
    (x, y), (w, h) = place, size
    if min(w, h) < 2 * PATCH:
        sprite = _ground(kind, w, h)
        canvas.paste(sprite, (x, y), sprite)
        return
    across, down = (
        ((0, PATCH), (PATCH, w - 2 * PATCH), (w - PATCH, PATCH)),
        ((0, PATCH), (PATCH, h - 2 * PATCH), (h - PATCH, PATCH)),
    )
    for i, (left, wide) in enumerate(across):
        for j, (top, high) in enumerate(down):
            if wide and high:
                patch = _patches(kind)[i][j].resize((wide, high), Image.Resampling.NEAREST)
                canvas.paste(patch, (x + left, y + top), patch)


@cache
def _patches(kind: Ground) -> tuple[tuple[Image.Image, ...], ...]:
    """Corners, edges of one pixel and the middle of a small ground, by column and row."""
    whole = _ground(kind, 2 * PATCH, 2 * PATCH)
    cuts = ((0, PATCH), (PATCH, PATCH + 1), (PATCH, 2 * PATCH))
    return tuple(
        tuple(whole.crop((left, top, right, bottom)) for top, bottom in cuts)
        for left, right in cuts
    )


@lru_cache(maxsize=600)
def _ground(kind: Ground, width: int, height: int) -> Image.Image:
    brush = Brush(width, height)
    radius = min(14, height / 2)
    box = (0, 0, width, height)
    match kind:
        case Ground.PANEL:
            brush.box(box, 18, FELT.panel, FELT.line, 1)
        case Ground.SEAT:
            brush.box(box, radius, FELT.felt_edge, FELT.line, 1)
        case Ground.ASKED:
            brush.box(box, radius, FELT.panel, FELT.gold, 4)
        case Ground.PLACE:
            brush.box(box, 10, FELT.felt_edge, FELT.line, 2)
        case Ground.CHIP:
            brush.box(box, 8, FELT.chip)
        case Ground.CHIP_GOLD:
            brush.box(box, 8, FELT.gold)
        case Ground.CHIP_DARK:
            brush.box(box, 8, FELT.ink)
        case Ground.CHIP_BLUE:
            brush.box(box, 8, FELT.back)
        case Ground.RULE:
            brush.box(box, 0, FELT.chip)
    return brush.small()
