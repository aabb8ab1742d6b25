"""What must hold for whatever a name is made of, from its text to the pixels of a picture.

A name is somebody else's text: every character of Unicode may stand in it, alone and beside
others. What a font lacks it draws as a frame of its own, without saying so; so the frame is looked
for in what was drawn.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from renderers.ink import lettering
from renderers.ink.lettering import BOX, CHAIN, ONE_SIZE, legible, mask, placed, width
from renderers.speech import newer

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZE = 28
HAN, LATIN = "汉", "x"

_NONE = "\uffff"
_HIGH = 4 * ONE_SIZE

OVER = SIZE * 0.6
"""Pixels: letters and marks may hang over by so many."""

UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}
HOLLOW = frozenset(
    "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f\ufffc\U00013441\U00013442"
    "\U00016fe4\U0001d159"
)
"""Letters, signs and marks of which nothing is to be seen, by the standard or in every font."""

SKIN = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
"""The colour of the emoji before: pictures have one colour."""


def assigned() -> Iterator[str]:
    """Every character of Unicode but private ones, surrogates, and what is none."""
    for code in range(0x110000):
        char = chr(code)
        if newer(char) or unicodedata.category(char) not in ("Cn", "Co", "Cs"):
            yield char


def visible(char: str) -> bool:
    """Whether something must be drawn for a character, wherever it stands.

    Marks of no script in particular are left out on purpose: they are what people pile up.
    """
    if newer(char):
        return True
    name = unicodedata.name(char, "")
    piled = name.startswith("COMBINING") or "VARIATION SELECTOR" in name
    category = unicodedata.category(char)
    return not (category in UNSEEN or char in HOLLOW or char in SKIN or piled)


def complaints(raw: str) -> Iterator[str]:
    """What is wrong with how a text is drawn, each in a few words."""
    try:
        text = legible(raw)
        drawn = [(x, run, mask(run, SIZE)) for x, run in placed(text, SIZE)]
    except Exception as error:  # noqa: BLE001  (that nothing is raised is what is looked for)
        yield f"raises {type(error).__name__}"
        return
    if legible(text) != text:
        yield "is not the same when it is made legible twice"
    if sorted("".join(run.text for run in lettering.runs(text))) != sorted(text):
        yield "is lost between the text and its runs"
    for char in unicodedata.normalize("NFC", raw):
        kept = {char, *unicodedata.normalize("NFKC", char)}
        if visible(char) and not any(c in text for c in kept if visible(c)):
            yield "is lost when the text is made legible"
    for _, run, shape in drawn:
        if run.font != BOX and _framed(run):
            yield "is the frame of a font that lacks it"
        if shape is None or shape.image.getbbox() is None:
            if any(map(visible, run.text)):
                yield "leaves no trace"
        elif shape.top < -SIZE or shape.top + shape.image.height > round(SIZE * 0.3):
            yield "leaves its line"
    yield from _astray(text, drawn)


def _astray(
    text: str, drawn: list[tuple[float, lettering.Run, lettering.Mask | None]]
) -> Iterator[str]:
    end = width(text, SIZE)
    for x, _, shape in drawn:
        if shape is None:
            continue
        if x + shape.left < -OVER or x + shape.left + shape.image.width > end + OVER:
            yield "reaches into what stands beside it"


@cache
def _frame(number: int) -> tuple[bytes, int]:
    columns = _columns(number, _NONE, "ltr")
    inked = [i for i, column in enumerate(columns) if any(column)]
    return b"".join(columns[inked[0] : inked[-1] + 1]), len(columns[0])


def _columns(number: int, text: str, way: str | None) -> list[bytes]:
    """What a font draws, column by column."""
    face = _face(number)
    wide = int(face.getlength(text)) + 2 * ONE_SIZE
    image = Image.new("L", (wide, _HIGH))
    way = way if number > 0 and lettering._SHAPED else None
    where = (ONE_SIZE, _HIGH // 2)
    ImageDraw.Draw(image).text(where, text, 255, face, anchor="ls", direction=way)
    turned = image.transpose(Image.Transpose.TRANSPOSE).tobytes()
    return [turned[i : i + _HIGH] for i in range(0, len(turned), _HIGH)]


@cache
def _face(number: int) -> ImageFont.FreeTypeFont:
    return lettering._file(CHAIN[number].name, ONE_SIZE)


def _framed(run: lettering.Run) -> bool:
    """Whether the frame for a character that a font lacks stands in what it draws."""
    if not run.text.strip() or run.font < 0:
        return False
    if run.font == 0:  # it is never shaped: a character is one shape of the font, or none
        return not all(c == " " or lettering._draws(c, 0) for c in run.text)
    frame, high = _frame(run.font)
    found = b"".join(_columns(run.font, run.text, "rtl" if run.leftwards else None))
    at = found.find(frame)
    while at >= 0 and at % high:
        at = found.find(frame, at + 1)
    return at >= 0
