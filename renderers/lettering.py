"""The fonts: how wide a text is, which characters can be drawn, and how a text is drawn."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from PIL import ImageFont

from renderers.speech import MISSING, clean

if TYPE_CHECKING:
    from PIL import ImageDraw

_REGULAR = "PokertableSansSC-Regular.otf"
_BOLD = "PokertableSansSC-Bold.otf"
_NO_CHARACTER = "\uffff"
_SKIN = range(0x1F3FB, 0x1F400)


@cache
def font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The font of a size in pixels; the bold one has ASCII and few signs more.

    Basic layout: the same on every machine, and it never changes the direction of writing.
    """
    with as_file(files("renderers.fonts").joinpath(_BOLD if bold else _REGULAR)) as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=20_000)
def has(char: str, *, bold: bool = False) -> bool:
    """Whether the font can draw a character."""
    if char in " 　":
        return True
    face = font(28, bold=bold)
    return bytes(face.getmask(char)) != _missing(bold)


@cache
def _missing(bold: bool) -> bytes:
    return bytes(font(28, bold=bold).getmask(_NO_CHARACTER))


@lru_cache(maxsize=4096)
def legible(text: str) -> str:
    """The text in characters the font has.

    Fancy letters become plain ones; what cannot be drawn becomes one 〓 for all of it in a row.
    """
    shown: list[str] = []
    for char in clean(text):
        if char == "\u200d" or ord(char) in _SKIN:
            continue
        if has(char):
            shown.append(char)
            continue
        plain = clean(unicodedata.normalize("NFKC", char))
        base = unicodedata.normalize("NFD", char)[0]
        if plain and all(map(has, plain)):
            shown.append(plain)
        elif has(base):
            shown.append(base)
        elif shown[-1:] != [MISSING]:
            shown.append(MISSING)
    return "".join(shown)


@lru_cache(maxsize=50_000)
def _advance(char: str, size: int, bold: bool) -> float:
    return float(font(size, bold=bold).getlength(char))


def is_bold(text: str, *, wanted: bool) -> bool:
    """Whether a text that should be bold can be."""
    return wanted and all(has(char, bold=True) for char in text)


def width(text: str, size: int, bold: bool = False) -> float:
    """Pixels from the first character's origin to where the next one would stand."""
    heavy = is_bold(text, wanted=bold)
    return sum(_advance(char, size, heavy) for char in text)


def write(
    draw: ImageDraw.ImageDraw,
    place: tuple[float, float],
    text: str,
    size: int,
    colour: tuple[int, int, int],
    red: tuple[int, int, int],
    *,
    bold: bool = False,
) -> None:
    """Draw a line from its left end, on its base line; ♥ and ♦ stand in ``red``."""
    heavy = is_bold(text, wanted=bold)
    face = font(size, bold=heavy)
    x, y = place
    for run in _runs(text):
        draw.text((x, y), run, colour if run not in "♥♦" else red, face, anchor="ls")
        x += sum(_advance(char, size, heavy) for char in run)


def _runs(text: str) -> list[str]:
    runs: list[str] = []
    for char in text:
        if runs and char not in "♥♦" and runs[-1] not in ("♥", "♦"):
            runs[-1] += char
        else:
            runs.append(char)
    return runs
