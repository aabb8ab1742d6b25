"""Everything on a sheet but cards: the title, the players, facts, tables and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.msg import Msg
from renderers.cardparts import Desk, chip
from renderers.sheet import (
    Panel,
    Part,
    below,
    beside,
    flow,
    framed,
    line_height,
    paragraph,
    words,
)
from renderers.text import signed, value, whose_turn
from renderers.theme import SIZES, Ground, Tone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.view import Fact, Facts, Lines, SeatRow, Seats, Table, View

ABREAST = 4
"""Players side by side at most."""


def heading(view: View, width: int, desk: Desk, *, note: str = "") -> Part:
    """The title, and whose turn it is in gold."""
    said = desk.voice(view.title)
    sizes = [s for s in SIZES if desk.scale.text <= s <= desk.scale.title]
    one_line = (s for s in sizes if desk.measure(said, s, False) <= width)
    title = paragraph(said, next(one_line, sizes[-1]), width, desk.measure, most=2)
    turn = words(whose_turn(view, desk.voice), desk.scale.text, width, desk.measure, Tone.GOLD)
    more = words(note, desk.scale.small, width, desk.measure, Tone.DIM)
    return below([title, turn, more], 2)


def seats(block: Seats, width: int, desk: Desk) -> Part:
    """All players in boxes of one size; a gold frame is around those waited for."""
    count = len(block.rows)
    if not count:
        return Part(0, 0)
    lines = -(-count // ABREAST)
    columns = -(-count // lines)
    gap, pad = desk.scale.gap, desk.scale.pad - 4
    wide = (width + gap) // columns - gap
    inner = wide - 2 * pad
    tall = any(_crowded(row, inner, desk) for row in block.rows)
    boxes = [_seat(row, row.seat == block.me, inner, desk, tall=tall) for row in block.rows]
    h = max(box.h for box in boxes) + 2 * pad
    framed_boxes = [
        framed(box, pad, width=wide, height=h, ground=Ground.ASKED if row.asked else Ground.SEAT)
        for row, box in zip(block.rows, boxes, strict=True)
    ]
    return flow(framed_boxes, width, gap, gap)


def _score(row: SeatRow, inner: int, desk: Desk) -> Part:
    if row.score is None:
        return Part(0, 0)
    text = f"+{row.score}" if row.score > 0 else signed(row.score)
    size = 32 if desk.scale.text >= 26 else 28
    tone = Tone.GOLD if row.score > 0 else Tone.LABEL
    return words(text, size, inner // 2, desk.measure, tone, bold=True)


def _crowded(row: SeatRow, inner: int, desk: Desk) -> bool:
    """Whether the name needs a line for itself."""
    score = _score(row, inner, desk)
    room = inner - (score.w + desk.scale.gap if score.w else 0)
    return desk.measure(desk.voice.name(row.seat), desk.scale.text, False) > room


def _seat(row: SeatRow, mine: bool, inner: int, desk: Desk, *, tall: bool) -> Part:
    scale, measure = desk.scale, desk.measure
    score = _score(row, inner, desk)
    beside_score = inner - score.w - scale.gap if score.w else inner
    name = words(desk.voice.name(row.seat), scale.text, inner if tall else beside_score, measure)
    room = beside_score if tall else inner
    bits = _bits(row, mine, inner, desk)
    few = len(bits)
    while tall and few and sum(bit.w + 8 for bit in bits[:few]) > room + 8:
        few -= 1  # The score stands at the right of the first; the others have a line below.
    line = max(line_height(min(24, scale.small)), score.h if tall else 0)
    first = flow(bits[:few], room, 8, 6)
    second = Part(inner, max(first.h, line), first.items)
    rest = flow(bits[few:], inner, 8, 6)
    if not score.h:
        return below([name, second, rest], 4)
    number = score.at(inner - score.w, 0)
    if tall:
        return below([name, Part(inner, second.h, (*second.items, *number)), rest], 4)
    top = Part(inner, max(name.h, score.h), (*name.items, *number))
    return below([top, second], 4)


def _bits(row: SeatRow, mine: bool, inner: int, desk: Desk) -> list[Part]:
    """What is said of a player beside name and score, the shortest first."""
    bits: list[Part] = []
    if row.cards is not None:
        held = desk.say("render-count", row.cards)
        bits.append(words(held, min(24, desk.scale.small), inner, desk.measure, Tone.LABEL))
    if mine:
        bits.append(chip(desk.voice(Msg("render-you")), Ground.CHIP_GOLD, inner, desk))
    if row.team:
        bits.append(chip(desk.say("render-team", row.team), Ground.CHIP_DARK, inner, desk))
    bits += [chip(desk.voice(mark), Ground.CHIP, inner, desk) for mark in row.marks]
    return [bit for bit in bits if bit.h]


def facts(block: Facts, width: int, desk: Desk) -> Part:
    """Labels with the number that matters below each of them."""
    return flow(
        [_fact(fact, width, desk) for fact in block.facts],
        width,
        desk.scale.between + 20,
        desk.scale.gap,
    )


def _fact(fact: Fact, width: int, desk: Desk) -> Part:
    label = words(desk.voice(fact.label), desk.scale.small, width, desk.measure, Tone.LABEL)
    tone = Tone.GOLD if fact.good else Tone.STRONG
    if isinstance(fact.value, int):
        size = desk.scale.number
        said = words(signed(fact.value), size, width, desk.measure, tone, bold=True)
    else:
        said = paragraph(desk.voice(fact.value), desk.scale.text, width, desk.measure, tone, most=4)
    return below([label, said], 2)


def lines(block: Lines, width: int, desk: Desk) -> Part:
    """Sentences."""
    said = [
        paragraph(desk.voice(message), desk.scale.text, width, desk.measure)
        for message in block.msgs
    ]
    return below(said, max(4, desk.scale.gap - 4))


def table(block: Table, width: int, desk: Desk) -> Part:
    """Rows under their heads, all of the width used: words from the left, numbers to the right.

    A row may be shorter or longer than the header.
    """
    scale, measure = desk.scale, desk.measure
    title = words(desk.voice(block.title), scale.text, width, measure, Tone.STRONG)
    cells = [[value(cell, desk.voice) for cell in row] for row in block.rows]
    heads = [desk.voice(head) for head in block.header]
    columns = max([len(heads), *map(len, cells)], default=0)
    if not columns:
        return title
    right = [i > 0 and _is_numbers([row[i : i + 1] for row in block.rows]) for i in range(columns)]
    wanted = [
        max(
            [measure(row[i], scale.text, False) for row in cells if i < len(row)]
            + [measure(heads[i], scale.small, False) if i < len(heads) else 0.0]
        )
        for i in range(columns)
    ]
    gap = max(scale.gap, 16)
    widths = shared([round(w) + 1 for w in wanted], width - gap * (columns - 1))
    rows = [_row(heads, widths, right, gap, scale.small, Tone.LABEL, desk)] if any(heads) else []
    rows += [_row(row, widths, right, gap, scale.text, Tone.STRONG, desk) for row in cells]
    parts: list[Part] = [title]
    for number, row in enumerate(rows):
        if number:
            parts.append(Part(width, 2, (Panel(0, 0, width, 2, Ground.RULE),)))
        parts.append(row)
    return below(parts, max(3, scale.gap // 2))


def _is_numbers(column: Sequence[Sequence[Msg | str | int]]) -> bool:
    found = [cell for cells in column for cell in cells]
    return bool(found) and all(
        isinstance(cell, int) or (isinstance(cell, str) and cell.lstrip("+-−×").isdecimal())
        for cell in found
        if cell != ""
    )


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
    left, widths = room, [0] * count
    for place, i in enumerate(sorted(range(count), key=lambda i: wanted[i])):
        most = left // (count - place)
        widths[i] = max(0, min(wanted[i], most))
        left -= widths[i]
    return widths


def _row(
    cells: Sequence[str],
    widths: Sequence[int],
    right: Sequence[bool],
    gap: int,
    size: int,
    tone: Tone,
    desk: Desk,
) -> Part:
    parts = []
    for i, room in enumerate(widths):
        cell = words(cells[i] if i < len(cells) else "", size, room, desk.measure, tone)
        x = room - cell.w if right[i] else 0
        parts.append(Part(room, max(cell.h, line_height(size)), cell.at(x, 0)))
    return beside(parts, gap)
