"""Tables on a sheet: columns that share the width, and long ones beside themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from renderers.sheet import Panel, Part, below, beside, line_height, words
from renderers.text import value
from renderers.theme import TALL, Ground, Tone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.view import Table
    from renderers.blocks.parts import Context

MANY = 9
"""Columns from which on a table may be turned over."""

NARROW = 140
"""Pixels that words get at least in a table that is broken into parts side by side."""

ROOMY = 84
"""Width of a card on scales that leave room for lines between the rows of a long table."""

BESIDE = 48
"""Pixels between its halves."""

INSET = 12
"""Pixels from a row's ground to its words."""


def table(block: Table, width: int, context: Context) -> Part:
    """Rows under their heads: words from the left, numbers to the right.

    A row may be shorter or longer than the header. One with more columns than fit is turned over,
    one of a single row only where it must be.
    """
    title = context.text(context.voice(block.title), width)
    cells = [[value(cell, context.voice) for cell in row] for row in block.rows]
    heads = [context.voice(head) for head in block.header]
    columns = max([len(heads), *map(len, cells)], default=0)
    if not columns:
        return title
    in_one_row = len(block.rows) == 1 and natural(block, context) <= width
    if is_wide(block) and not in_one_row:
        heads, cells = _turned(heads, cells, columns)
        block, columns = replace(block, bright=(), dim=()), len(heads)
    right = [i > 0 and _is_numbers([row[i : i + 1] for row in cells]) for i in range(columns)]
    wanted = [_wanted(heads, cells, i, context) for i in range(columns)]
    if all(right[1:]):
        wanted[1:] = [max(wanted[1:], default=0)] * (columns - 1)  # Players, at equal distances.
    gap = max(context.scale.gap, 14)
    least = [want if right[i] else min(want, NARROW) for i, want in enumerate(wanted)]
    groups = _groups(len(cells), sum(least) + gap * (columns - 1) + 2 * INSET, width)
    each = max(1, -(-len(cells) // groups))
    wide = (width + BESIDE) // groups - BESIDE
    widths = shared(wanted, wide - gap * (columns - 1) - 2 * INSET)
    rows = _Rows(block, cells, (widths, right, gap), context)
    parts = [
        rows.lines(heads, range(start, min(start + each, len(cells))), wide)
        for start in range(0, max(1, len(cells)), each)
    ]
    return below([title, beside(parts, BESIDE)], max(3, context.scale.gap // 2))


def is_wide(block: Table) -> bool:
    """Whether it has so many more columns than rows that it is turned over."""
    return len(block.header) > max(MANY, len(block.rows) + 1)


def natural(block: Table, context: Context) -> int:
    """The width in which nothing of a table is cut off."""
    cells = [[value(cell, context.voice) for cell in row] for row in block.rows]
    heads = [context.voice(head) for head in block.header]
    columns = max([len(heads), *map(len, cells)], default=0)
    wanted = sum(_wanted(heads, cells, i, context) for i in range(columns))
    return wanted + max(context.scale.gap, 14) * max(0, columns - 1) + 2 * INSET


def _turned(
    heads: list[str], cells: list[list[str]], columns: int
) -> tuple[list[str], list[list[str]]]:
    """Columns as rows."""
    whole = [[*row, *[""] * (columns - len(row))] for row in [heads, *cells]]
    first, *rest = [list(column) for column in zip(*whole, strict=True)]
    return first, rest


def _groups(rows: int, whole: int, width: int) -> int:
    """How many parts a long table is broken into, side by side."""
    groups = 1
    while rows > TALL * groups and (whole + BESIDE) * (groups + 1) - BESIDE <= width:
        groups += 1
    return groups


def _wanted(heads: Sequence[str], cells: Sequence[Sequence[str]], i: int, context: Context) -> int:
    """Pixels that a column would like to have."""
    measure = context.measure
    numbers = _is_numbers([row[i : i + 1] for row in cells])
    widths = [measure(row[i], context.scale.text, numbers) for row in cells if i < len(row)]
    if i < len(heads):
        widths.append(measure(heads[i], context.scale.small, False))
    return round(max(widths, default=0.0)) + 1


def _is_numbers(column: Sequence[Sequence[str]]) -> bool:
    found = [cell for cells in column for cell in cells if cell]
    return bool(found) and all(cell.lstrip("+-−×").isdecimal() for cell in found)


class _Rows:
    """Makes the rows of a table."""

    def __init__(
        self,
        block: Table,
        cells: list[list[str]],
        columns: tuple[list[int], list[bool], int],
        context: Context,
    ) -> None:
        self._block, self._cells, self._desk = block, cells, context
        self._widths, self._right, self._gap = columns
        self._dense = len(cells) > context.scale.tall and context.scale.card < ROOMY

    def lines(self, heads: list[str], numbers: range, wide: int) -> Part:
        """Some of the rows under the heads, with lines between them where there is room."""
        parts: list[Part] = []
        ruled = False
        if any(heads):
            parts.append(self._line(heads, self._desk.scale.small, Tone.LABEL))
            ruled = True
        for i in numbers:
            framed = i in self._block.bright and not self._dense
            if ruled and not framed and not self._dense:
                parts.append(Part(wide, 2, (Panel(0, 0, wide, 2, Ground.RULE),)))
            parts.append(self._row(i, framed=framed))
            ruled = not framed
        return below(parts, 1 if self._dense else max(3, self._desk.scale.gap // 2))

    def _row(self, i: int, *, framed: bool) -> Part:
        """One row; a bright one has a golden edge."""
        tone = Tone.DIM if i in self._block.dim else Tone.STRONG
        bright = i in self._block.bright
        line = self._line(self._cells[i], self._desk.scale.text, tone, bright=bright)
        if not framed:
            return line
        air = self._desk.scale.gap // 3
        high = line.h + 2 * air
        return Part(line.w, high, (Panel(0, 0, line.w, high, Ground.ROW), *line.at(0, air)))

    def _line(self, cells: list[str], size: int, tone: Tone, *, bright: bool = False) -> Part:
        """Cells side by side; of a bright row the numbers stand in gold."""
        parts = []
        for i, room in enumerate(self._widths):
            said = cells[i] if i < len(cells) else ""
            gold = bright and self._right[i]
            used = Tone.GOLD if gold else tone
            cell = words(said, size, room, self._desk.measure, used, bold=gold)
            x = room - cell.w if self._right[i] else 0
            parts.append(Part(room, max(cell.h, line_height(size)), cell.at(x, 0)))
        inner = beside(parts, self._gap)
        return Part(inner.w + 2 * INSET, inner.h, inner.at(INSET, 0))


def shared(wanted: list[int], room: int) -> list[int]:
    """Widths of columns that fill ``room`` pixels.

    Space left over is given to all alike; where there is too little, the widest give way.

    >>> shared([100, 50], 190)
    [120, 70]
    >>> shared([300, 50, 60], 200)
    [90, 50, 60]
    """
    count = len(wanted)
    if sum(wanted) <= room:
        extra = (room - sum(wanted)) // count
        return [w + extra for w in wanted]
    left, widths = max(0, room), [0] * count
    for place, i in enumerate(sorted(range(count), key=lambda i: wanted[i])):
        most = left // (count - place)
        widths[i] = max(0, min(wanted[i], most))
        left -= widths[i]
    return widths
