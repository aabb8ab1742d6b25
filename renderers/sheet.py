"""A sheet: what is drawn where, in pixels from the upper left corner; and text that fits.

No pixel is drawn here, so a test can prove that nothing overlaps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from renderers.theme import ELLIPSIS, SIZES, SMALLEST_TEXT, Ground, Tone

Measure: TypeAlias = Callable[[str, int, bool], float]
"""Width in pixels of a text of a size, bold or not."""

_NOT_FIRST = "，。、；：！？）」』”’…·)]}!?,.;:％%"
_NOT_LAST = "（「『“‘([{"


class Panel(NamedTuple):
    """A ground with round corners; a frame lets through what is below it."""

    x: int
    y: int
    w: int
    h: int
    ground: Ground = Ground.PANEL


class Tile(NamedTuple):
    """A card, or its back (``back``); one that is less high than wide is drawn as a small sign.

    Attributes:
        face: code of the card.
        word: what the face is called where it is not a suit and a rank.
        stack: cards that peep out below it, for a pile.
        chosen: stands out.
        dim: does not count.
        seen: pixels from its left edge that the next card leaves free.
        laps: it lies partly on the card before.
    """

    x: int
    y: int
    w: int
    h: int
    face: str
    word: str = ""
    stack: int = 0
    chosen: bool = False
    dim: bool = False
    seen: int = 0
    laps: bool = False


class Words(NamedTuple):
    """One line of text; it fills its box from the left."""

    x: int
    y: int
    w: int
    h: int
    text: str
    size: int
    tone: Tone = Tone.STRONG
    bold: bool = False


class Crown(NamedTuple):
    """A golden crown."""

    x: int
    y: int
    w: int
    h: int


class Stroke(NamedTuple):
    """A golden line between two corners of its box: downwards to the right, or upwards."""

    x: int
    y: int
    w: int
    h: int
    down: bool


class Curve(NamedTuple):
    """A bent line on a panel, through points from its box's upper left corner.

    ``line`` says which of the lines it is (``theme.LINES``); its end has a spot.
    """

    x: int
    y: int
    w: int
    h: int
    points: tuple[tuple[int, int], ...]
    line: int
    thick: int = 4


Item: TypeAlias = Panel | Tile | Words | Crown | Stroke | Curve


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture before it is painted; items are drawn in their order.

    ``whole`` is whether everything of the view is on it.
    """

    width: int
    height: int
    items: tuple[Item, ...]
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Part:
    """Some of a sheet, from its own upper left corner."""

    w: int
    h: int
    items: tuple[Item, ...] = ()

    def at(self, x: int, y: int) -> tuple[Item, ...]:
        """Its items, moved to a place on the sheet."""
        if not (x or y):
            return self.items
        return tuple(type(item)(x + item[0], y + item[1], *item[2:]) for item in self.items)


def beside(parts: Iterable[Part], gap: int) -> Part:
    """Parts from left to right, their upper edges on one line."""
    items: list[Item] = []
    x, h = 0, 0
    for part in parts:
        items += part.at(x, 0)
        x += part.w + gap
        h = max(h, part.h)
    return Part(max(0, x - gap), h, tuple(items))


def below(parts: Iterable[Part], gap: int) -> Part:
    """Parts from top to bottom, their left edges on one line; those without height are left out."""
    items: list[Item] = []
    w, y = 0, 0
    for part in parts:
        if part.h:
            items += part.at(0, y)
            y += part.h + gap
            w = max(w, part.w)
    return Part(w, max(0, y - gap), tuple(items))


def broken(parts: Iterable[Part], width: int, gap: int) -> list[list[Part]]:
    """Parts in lines, each as long as fits."""
    lines: list[list[Part]] = []
    used = 0
    for part in parts:
        if lines and used + gap + part.w <= width:
            lines[-1].append(part)
            used += gap + part.w
        else:
            lines.append([part])
            used = part.w
    return lines


def flow(parts: Iterable[Part], width: int, gap: int, line_gap: int) -> Part:
    """Parts from left to right, in as many lines as they need."""
    return below([beside(line, gap) for line in broken(parts, width, gap)], line_gap)


def framed(part: Part, pad: int, *, width: int = 0, height: int = 0, ground: Ground) -> Part:
    """A part on a panel with ``pad`` around it, at least ``width`` by ``height``."""
    w, h = max(width, part.w + 2 * pad), max(height, part.h + 2 * pad)
    return Part(w, h, (Panel(0, 0, w, h, ground), *part.at(pad, pad)))


def line_height(size: int) -> int:
    """Height of the box of a line: CJK characters, and Latin ones from accents to descenders."""
    return round(size * 1.3)


def cut(text: str, size: int, width: float, measure: Measure, bold: bool = False) -> str:
    """As much of the text as fits, with … where some is missing."""
    if measure(text, size, bold) <= width:
        return text
    fits, too_long = 0, len(text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if measure(text[:middle].rstrip() + ELLIPSIS, size, bold) <= width:
            fits = middle
        else:
            too_long = middle
    return text[:fits].rstrip() + ELLIPSIS


def words(
    text: str,
    size: int,
    width: int,
    measure: Measure,
    tone: Tone = Tone.STRONG,
    *,
    bold: bool = False,
) -> Part:
    """One line: smaller if need be, then cut off; nothing where there is no text or no room.

    Its base line and its height stay those of the size wished for.
    """
    least = min(measure(ELLIPSIS, SMALLEST_TEXT, bold), measure(text, SMALLEST_TEXT, bold))
    if not text or width < least:
        return Part(0, 0)
    used, wide = size, measure(text, size, bold)
    for smaller in SIZES:
        if wide <= width:
            break
        # Nothing can fit that is far from fitting: widths grow with the size.
        if smaller < used and wide * smaller / used < width * 1.1:
            used, wide = smaller, measure(text, smaller, bold)
    shown = text
    if wide > width:
        used = min(size, SMALLEST_TEXT)
        shown = cut(text, used, width, measure, bold)
        wide = measure(shown, used, bold)
    w = min(width, -int(-wide // 1))
    line = Words(0, size - used, w, line_height(used), shown, used, tone, bold)
    return Part(w, line_height(size), (line,))


def wrapped(text: str, size: int, width: int, measure: Measure, most: int) -> list[str]:
    """The text in lines no wider than ``width``; at most ``most`` of them, the last one cut off."""
    lines: list[str] = []
    rest = text
    while rest and len(lines) < most - 1 and measure(rest, size, False) > width:
        end = _break(rest, size, width, measure)
        lines.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return [*lines, cut(rest, size, width, measure)] if rest else lines


def _break(text: str, size: int, width: float, measure: Measure) -> int:
    """How many characters go on this line: at least one."""
    end, used = 0, 0.0
    while end < len(text) and used + (step := measure(text[end], size, False)) <= width:
        used += step
        end += 1
    best = end
    while best > max(1, end - 12) and not _may_break(text, best):
        best -= 1
    return best if best > 1 and _may_break(text, best) else max(1, end)


def _may_break(text: str, at: int) -> bool:
    if at >= len(text):
        return True
    before, after = text[at - 1], text[at]
    if after in _NOT_FIRST or before in _NOT_LAST or before in "♠♥♣♦":
        return False
    return not (before.isascii() and before != " " and after.isascii() and after != " ")


def paragraph(
    text: str,
    size: int,
    width: int,
    measure: Measure,
    tone: Tone = Tone.STRONG,
    *,
    most: int = 3,
) -> Part:
    """A sentence in one line or several."""
    lines = wrapped(text, size, width, measure, most)
    return below([words(line, size, width, measure, tone) for line in lines], 2)
