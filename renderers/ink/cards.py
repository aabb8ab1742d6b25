"""The faces and the back of cards and tiles, in true colours."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw

from renderers.faces import is_suited
from renderers.ink import figures, shapes, tiles
from renderers.ink.brush import OVER, Brush
from renderers.ink.lettering import font, legible, mask, placed
from renderers.theme import FELT, STRIP, SUITS, SUITS_FOUR, Colour

if TYPE_CHECKING:
    from renderers.ink.brush import Canvas

INDEX = 0.36
"""Size of the rank in the corner, in widths of a card."""

AIR = 0.03
"""Between an index and its card's edge, and the next card, in widths of a card: 2 px at least."""

MIDDLE = 0.205
"""Where the middle of an index stands, in widths of a card."""

NARROWEST = 0.7
"""A sign of an index is never made narrower than this part of its width."""


class Look(NamedTuple):
    """What a card is drawn from: its face (or ``back``), what that is called, and its size."""

    face: str
    word: str
    w: int
    h: int
    chosen: bool = False
    dim: bool = False
    four: bool = False


def corner(width: float) -> int:
    """The radius of a card's corners."""
    return max(5, round(width * 0.085))


def _rim(look: Look) -> float:
    """How many pixels wide a card's edge is."""
    return max(4, look.w * 0.045) if look.chosen else 1


def ink(face: str, *, four: bool) -> Colour:
    """The colour of a face's signs."""
    if face == "BJ":
        return FELT.red
    return (
        (SUITS_FOUR if four else SUITS).get(face[:1], (FELT.ink,))[0]
        if is_suited(face)
        else FELT.ink
    )


@lru_cache(maxsize=64)
def drawn(look: Look) -> Image.Image:
    """A card without its shadow."""
    w, h = look.w, look.h
    if look.face in tiles.FACES and h > w:
        return _tile(look)
    brush = Brush(w, h)
    edge = FELT.gold if look.chosen else FELT.cream_edge
    brush.box((0, 0, w, h), corner(w), FELT.cream, edge, _rim(look))
    if look.face == "back":
        back(brush, w, h)
        return brush.small()
    if h <= w:
        return _sign(brush, look)
    if is_suited(look.face):
        return _suited(brush, look)
    return _called(brush, look)


def _tile(look: Look) -> Image.Image:
    """A mahjong tile, with its number in the corner."""
    w, h, face = look.w, look.h, look.face
    brush = tiles.body(w, h, corner(w), chosen=look.chosen)
    tiles.paint(brush, face, w, h)
    image = brush.small()
    if face == tiles.BLANK:
        _word(image, (look.word or face)[:1], look, FELT.blue)
    else:
        _index(image, face[1:], look, FELT.ink)
    return image


def _suited(brush: Brush, look: Look) -> Image.Image:
    w, h, colour = look.w, look.h, ink(look.face, four=look.four)
    sign, rank = shapes.suit(look.face[0]), look.face[1:]
    small = w * 0.26
    brush.shape(sign, (w * MIDDLE - small / 2, _below_index(w, h), small, small), colour)
    if rank in ("J", "Q", "K"):
        _court(brush, look, colour)
    else:
        pip = w * (0.6 if rank == "A" else 0.5)
        brush.shape(sign, (w * 0.9 - pip + w * 0.02, h - pip - w * 0.1, pip, pip), colour)
    image = brush.small()
    _index(image, rank, look, colour)
    return image


def _court(brush: Brush, look: Look, colour: Colour) -> None:
    w, h = look.w, look.h
    left, top = round(w * 0.41), round(h * 0.055)
    wide, high = round(w * 0.53), h - 2 * top
    other = FELT.navy if colour == FELT.red else FELT.red
    art = figures.court(look.face[1:], wide, high, figures.Dress(colour, other))
    brush.image.paste(art, (left * OVER, top * OVER))
    line = max(1.0, w * 0.014)
    brush.box((left, top, left + wide, top + high), w * 0.02, None, colour, line)


def _size(w: int) -> int:
    """The size of the rank in the corner."""
    return max(25, round(w * INDEX))


def _base(w: int) -> int:
    """The base line of the rank, from the card's upper edge."""
    return round(w * 0.06 + _size(w) * 0.76)


def _below_index(w: int, h: int) -> float:
    """Where the suit's sign begins: below every rank, the tail of a Q too."""
    tail = font(_size(w), bold=True).getbbox("Q", anchor="ls")[3]
    return max(h * 0.285, _base(w) + tail + 2)


def _index(image: Image.Image, rank: str, look: Look, colour: Colour) -> None:
    """The rank in the corner, bold; 10 is set tight so that it fits beside the next card."""
    size = _size(look.w)
    face = font(size, bold=True)
    whole = Image.new("L", (2 * size, 2 * size))
    for i, sign in enumerate(rank):
        ImageDraw.Draw(whole).text((i * size * 0.47, size), sign, 255, face, anchor="ls")
    left, top, right, bottom = whole.getbbox() or (0, 0, 1, 1)
    shape = whole.crop((left, top, right, bottom))
    _in_strip(image, shape, _base(look.w) + top - size, look, colour)


def _in_strip(image: Image.Image, shape: Image.Image, y: int, look: Look, colour: Colour) -> None:
    """A sign on what a covered card shows, clear of its edge: narrower where it would not fit."""
    edge, air = ceil(_rim(look)), max(2, round(look.w * AIR))
    room = round(look.w * STRIP) - edge - 2 * air
    if shape.width > room:
        narrow = max(room, round(shape.width * NARROWEST))
        shape = shape.resize((narrow, shape.height), Image.Resampling.LANCZOS)
    x = max(round(look.w * MIDDLE - shape.width / 2), edge + air)
    image.paste(Image.new("RGBA", shape.size, (*colour, 255)), (x, y), shape)


def _called(brush: Brush, look: Look) -> Image.Image:
    """A joker, or a face that only has a word."""
    w, h, colour = look.w, look.h, ink(look.face, four=look.four)
    if look.face in ("LJ", "BJ"):
        big = look.face == "BJ"
        left, wide = round(w * 0.36), round(w * 0.6)
        high = round(wide * 1.3)
        art = figures.fool(wide, high, motley(big=big))
        brush.image.alpha_composite(art, (left * OVER, (h - high - round(h * 0.06)) * OVER))
    image = brush.small()
    _word(image, look.word or look.face, look, colour)
    return image


def motley(*, big: bool) -> figures.Dress:
    """What a joker wears."""
    return figures.Dress(FELT.red, FELT.navy) if big else figures.Dress(FELT.ink, FELT.cream_edge)


def _word(image: Image.Image, word: str, look: Look, colour: Colour) -> None:
    """A short word in the corner, one character below the other; of Latin ones their initials."""
    shown = legible(word)
    if shown.isascii():
        shown = "".join(part[0] for part in shown.split()).upper() or shown
    size = max(25, round(look.w * 0.29))
    for i, char in enumerate(shown[:3] or "?"):
        (_, run), *_ = placed(char, size, bold=True)
        shape = mask(run, size)
        if shape is not None:
            y = round(look.h * 0.045 + size * (0.9 + i * 1.1)) + shape.top
            _in_strip(image, shape.image, y, look, colour)


def _sign(brush: Brush, look: Look) -> Image.Image:
    """A card so small that it is a rank beside its suit, or a word."""
    w, h, colour = look.w, look.h, ink(look.face, four=look.four)
    if not is_suited(look.face):
        image = brush.small()
        (_, run), *_ = placed(legible(look.word or look.face)[:1] or "?", 25)
        shape = mask(run, 25)
        if shape is not None:
            place = ((w - shape.image.width) // 2, (h - shape.image.height) // 2)
            image.paste(Image.new("RGBA", shape.image.size, (*colour, 255)), place, shape.image)
        return image
    face, rank = font(25, bold=True), look.face[1:]
    wide = float(face.getlength(rank))
    pip = min(h * 0.46, w * 0.36, w - wide - 8)
    left = (w - wide - pip - 2) / 2
    brush.shape(shapes.suit(look.face[0]), (left + wide + 2, (h - pip) / 2, pip, pip), colour)
    image = brush.small()
    ImageDraw.Draw(image).text((left, h / 2 + 9), rank, colour, face, anchor="ls")
    return image


def back(brush: Canvas, w: float, h: float) -> None:
    """Waves in rows, in a golden frame, with the four suits in the middle."""
    rim = max(4.0, w * 0.05)
    brush.box((rim, rim, w - rim, h - rim), corner(w) * 0.6, FELT.navy)
    inner = rim + w * 0.055

    def waves(pattern: Canvas) -> None:
        radius = (w - 2 * inner) / 6
        rows = int((h - 2 * inner) / (radius * 0.5)) + 3
        for row in range(rows):
            y = inner + row * radius * 0.5
            for column in range(-1, 5):
                x = inner + (column * 2 + row % 2) * radius
                for part, colour in ((1.0, FELT.navy_line), (0.86, FELT.navy),
                                     (0.62, FELT.navy_line), (0.48, FELT.navy),
                                     (0.24, FELT.navy_line)):  # fmt: skip
                    pattern.disc(x, y, radius * part, colour)

    brush.inset((inner, inner, w - inner, h - inner), waves)
    brush.box((inner, inner, w - inner, h - inner), 2, None, FELT.gold, max(1.0, w * 0.016))
    x, y, r = w / 2, h / 2, w * 0.23
    brush.disc(x, y, r, FELT.gold)
    brush.disc(x, y, r * 0.9, FELT.navy)
    pip = r * 0.62
    for letter, dx, dy in (("S", -1, -1), ("H", 0, -1), ("D", -1, 0), ("C", 0, 0)):
        place = (x + dx * pip + dx * 2 + 1, y + dy * pip + dy * 2 + 1, pip, pip)
        brush.shape(shapes.suit(letter), place, FELT.gold)
