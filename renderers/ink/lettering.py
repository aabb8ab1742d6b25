"""The fonts: which of them draws a character, how wide a text is, and its shape as a mask.

A text is cut into runs of one font. What is written from right to left is one run with all that
stands inside it, so that nothing around a name changes its place. A character that no font has
becomes a box with its number.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import as_file, files
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

from renderers.speech import clean
from renderers.theme import ELLIPSIS

BOLD = -1
BOX = -2
"""In place of a number in ``CHAIN``: the bold font, and no font at all."""

ONE_SIZE = 64
"""Pixels: all fonts but the first are opened in one size, and their masks are reduced."""

SAMPLE = 28
"""Pixels: in this size it is looked whether a font has a character."""


@dataclass(frozen=True, slots=True)
class Font:
    """A file, what part of Unicode it is asked for, and how large it is drawn beside the first."""

    name: str
    first: int = 0
    last: int = 0x10FFFF
    scale: float = 1.0


CHAIN = (
    Font("SansSC-Regular.otf"),
    Font("Rare.woff2", 0x20000, 0x323AF),
    Font("Sans.woff2", 0x180, 0xA7FF),
    Font("Arabic.woff2", 0x600, 0x6FF, 0.9),
    Font("Hebrew.woff2", 0x590, 0x5FF),
    Font("Thai.woff2", 0xE00, 0xE7F, 0.9),
    Font("Devanagari.woff2", 0x900, 0x97F, 0.9),
    Font("Hangul.woff2", 0xAC00, 0xD7AF),
    Font("Emoji.woff2", 0x203C, 0x1FAFF, 0.8),
    Font("Last.woff2", 0, 0xFFFF),
)

_POOR = (BOX, len(CHAIN) - 1)
"""What is only used where nothing else is left."""

_SHAPED = features.check("raqm")
_NO_CHARACTER = "\uffff"
_SKIN = range(0x1F3FB, 0x1F400)
SUIT_SIGNS = frozenset("♠♥♣♦")


class Run(NamedTuple):
    """Characters drawn at once by one font: its number in ``CHAIN``, ``BOLD`` or ``BOX``."""

    text: str
    font: int
    leftwards: bool = False


@cache
def _file(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A font in a size in pixels.

    The first has basic layout, the same on every machine; the others may have letters that change
    beside others, where the machine can do that.
    """
    return _opened(name, size, shaped=_SHAPED and not name.startswith("SansSC"))


@cache
def _opened(name: str, size: int, *, shaped: bool) -> ImageFont.FreeTypeFont:
    engine = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    with as_file(files("renderers.fonts").joinpath(f"Pokertable{name}")) as path:
        return ImageFont.truetype(str(path), size, layout_engine=engine)


def font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The Chinese font in a size in pixels; the bold one has ASCII and few signs more."""
    return _file("SansSC-Bold.otf" if bold else CHAIN[0].name, size)


@cache
def _sample(number: int) -> ImageFont.FreeTypeFont:
    """A font that draws one character as one shape.

    Shaping takes some characters apart, or hides them: two shapes that are missing, or none, are
    not the one that stands for what is missing.
    """
    name = "SansSC-Bold.otf" if number == BOLD else CHAIN[number].name
    return _opened(name, SAMPLE, shaped=False)


@cache
def _missing(number: int) -> bytes:
    return bytes(_sample(number).getmask(_NO_CHARACTER))


def _draws(char: str, number: int) -> bool:
    try:
        shape = _sample(number).getmask(char)
    except OSError:  # an outline that FreeType does not take
        return False
    return bytes(shape) != _missing(number)


@lru_cache(maxsize=20_000)
def font_of(char: str) -> int:
    """The first font of the chain that has a character, or ``BOX``."""
    if char in " 　":
        return 0
    code = ord(char)
    asked = (i for i, f in enumerate(CHAIN) if f.first <= code <= f.last)
    return next((i for i in asked if _draws(char, i)), BOX)


@lru_cache(maxsize=2_000)
def in_bold(char: str) -> bool:
    """Whether the bold font has a character."""
    return char == " " or _draws(char, BOLD)


@lru_cache(maxsize=4096)
def legible(text: str) -> str:
    """The text as it can be drawn.

    Fancy letters become plain ones, and emoji and flags fall into their parts.
    """
    shown: list[str] = []
    for char in clean(text):
        if char == "\u200d" or ord(char) in _SKIN:
            continue
        number = font_of(char)
        plain = clean(unicodedata.normalize("NFKC", char)) if number in _POOR else ""
        shown.append(plain if plain and all(font_of(c) not in _POOR for c in plain) else char)
    return clean("".join(shown))  # marks that came apart have an order, and may pile up


def _leftwards(char: str) -> bool:
    return unicodedata.bidirectional(char) in ("R", "AL")


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def _alone(char: str) -> bool:
    """Whether a character makes a run of its own: the same masks come again and again."""
    return char == " " or char in SUIT_SIGNS or ord(char) >= 0x2E80


@lru_cache(maxsize=8192)
def runs(text: str, *, bold: bool = False) -> tuple[Run, ...]:
    """A line in runs, from left to right. Bold where all of the text can be."""
    if bold and all(map(in_bold, text)):
        return (Run(text, BOLD),)
    found: list[Run] = []
    start = 0
    while start < len(text):
        end = _end(text, start)
        if _leftwards(text[start]):
            found += reversed(_by_font(text[start:end]))
        else:
            found += _by_font(text[start:end])
        start = end
    return tuple(found)


def _end(text: str, start: int) -> int:
    """Where the stretch ends that is written in one direction."""
    if not _leftwards(text[start]):
        return next((i for i in range(start, len(text)) if _leftwards(text[i])), len(text))
    end = start
    for i in range(start, len(text)):
        # What shows that a name was cut off stands at that name's end, which is its left.
        hangs_on = text[i] == ELLIPSIS or _is_mark(text[i])
        if _leftwards(text[i]) or (hangs_on and end == i):
            end = i + 1
        elif unicodedata.bidirectional(text[i]) == "L":
            break
    return end


def _by_font(text: str) -> list[Run]:
    """The runs of a stretch. A mark on nothing, or on a letter of another font, becomes a box."""
    found: list[Run] = []
    for char in text:
        number = font_of(char)
        last = found[-1] if found else None
        joins = last is not None and last.font == number != BOX
        if _is_mark(char):
            number = number if joins and number != 0 else BOX
            joins = number != BOX
        elif last is not None:
            joins = joins and not (_alone(char) or _alone(last.text[0]))
        if last is not None and joins:
            found[-1] = Run(last.text + char, number, last.leftwards or _leftwards(char))
        else:
            found.append(Run(char, number, _leftwards(char)))
    return found


def _backwards(run: Run) -> Run:
    """Where nothing shapes letters, they are at least put in the order they are read in."""
    return run if _SHAPED or not run.leftwards else Run(run.text[::-1], run.font)


@lru_cache(maxsize=50_000)
def _advance(run: Run, size: int) -> float:
    if run.font == BOX:
        return size * 1.05
    if run.font in (0, BOLD):
        return float(font(size, bold=run.font == BOLD).getlength(run.text))
    chosen = CHAIN[run.font]
    face = _file(chosen.name, ONE_SIZE)
    way = "rtl" if run.leftwards and _SHAPED else None
    return float(face.getlength(run.text, direction=way)) * chosen.scale * size / ONE_SIZE


@lru_cache(maxsize=50_000)
def width(text: str, size: int, bold: bool = False) -> float:
    """Pixels from the first character's origin to where the next one would stand."""
    return sum(_advance(run, size) for run in runs(text, bold=bold))


def placed(text: str, size: int, *, bold: bool = False) -> list[tuple[float, Run]]:
    """The runs of a line, each with its distance from the line's left end in pixels."""
    found, x = [], 0.0
    for run in runs(text, bold=bold):
        found.append((x, run))
        x += _advance(run, size)
    return found


class Mask(NamedTuple):
    """How much of each pixel a run covers, from its origin on the base line."""

    image: Image.Image
    left: int
    top: int


def mask(run: Run, size: int) -> Mask | None:
    """The shape of a run; None where nothing is to be seen.

    It never reaches above or below the box of its line, whatever marks are piled up in it.
    """
    if not run.text.strip():
        return None
    if run.font == BOX:
        return _box(run.text, size)
    found = (
        _drawn(font(size, bold=run.font == BOLD), run)
        if run.font in (0, BOLD)
        else _reduced(run, size)
    )
    if found is None:
        return None
    top, bottom = max(found.top, -size), min(found.top + found.image.height, round(size * 0.3))
    if bottom <= top:
        return None
    part = found.image.crop((0, top - found.top, found.image.width, bottom - found.top))
    return Mask(part, found.left, top)


def _drawn(face: ImageFont.FreeTypeFont, run: Run) -> Mask | None:
    way = "rtl" if run.leftwards and _SHAPED else None
    text = _backwards(run).text
    left, top, right, bottom = map(round, face.getbbox(text, direction=way, anchor="ls"))
    if right <= left or bottom <= top:
        return None
    image = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(image).text((-left, -top), text, 255, face, anchor="ls", direction=way)
    return Mask(image, left, top)


def _reduced(run: Run, size: int) -> Mask | None:
    chosen = CHAIN[run.font]
    large = _drawn(_file(chosen.name, ONE_SIZE), run)
    if large is None:
        return None
    part = chosen.scale * size / ONE_SIZE
    w, h = (max(1, round(side * part)) for side in large.image.size)
    small = large.image.resize(
        (w, h), Image.Resampling.BOX if run.font == len(CHAIN) - 1 else Image.Resampling.LANCZOS
    )
    return Mask(small, round(large.left * part), round(large.top * part))


def _box(char: str, size: int) -> Mask:
    """A frame with the number of the character in it, three digits above each other's."""
    number = f"{ord(char):04X}"
    image = _frame(size).copy()
    for i, digits in enumerate((number[: len(number) // 2], number[len(number) // 2 :])):
        row = _digits(digits, size)
        middle = round(size * (0.29 + 0.42 * i))
        image.paste(255, ((size - row.width) // 2, middle - row.height // 2), row)
    return Mask(image, 0, -round(size * 0.86))


_FINER = 4
"""Boxes are drawn so many times as large as they are shown."""


@lru_cache(maxsize=64)
def _frame(size: int) -> Image.Image:
    side = size * _FINER
    image = Image.new("L", (side, side))
    corners = (_FINER, _FINER, side - _FINER, side - _FINER)
    line = _FINER + _FINER // 2
    ImageDraw.Draw(image).rounded_rectangle(corners, side // 10, None, 255, line)
    return image.resize((size, size), Image.Resampling.BOX)


@lru_cache(maxsize=4096)
def _digits(digits: str, size: int) -> Image.Image:
    wide, high = size, round(size * 0.42)
    image = Image.new("L", (wide * _FINER, high * _FINER))
    face = font(round(size * 0.4) * _FINER, bold=True)
    middle = (image.width / 2, image.height / 2)
    ImageDraw.Draw(image).text(middle, digits, 255, face, anchor="mm")
    return image.resize((wide, high), Image.Resampling.BOX)
