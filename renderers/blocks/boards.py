"""Boards on a sheet: large with all that is said of their places, and small side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.view import Tint
from renderers.blocks.cards import height, tile
from renderers.blocks.parts import Context, chip_of, on, place_of
from renderers.sheet import Panel, Part, Stroke, below, flow, paragraph, words
from renderers.text import value
from renderers.theme import Ground, Tone

if TYPE_CHECKING:
    from engine.view import Boards, Cell, Grid
    from renderers.sheet import Item

FRAME = 8
"""Pixels from the cells of a complete line to its frame's outer edge."""

ABREAST = 3
"""Small boards side by side at most."""

LEAST, APART = 24, 4
"""Pixels of the narrowest cell of a small board, and between its cells."""


def grid(block: Grid, width: int, context: Context) -> Part:
    """A board of cards and places; its cells get smaller until it is narrow enough."""
    columns = max(1, block.columns)
    gap = max(10, context.scale.gap)
    card = max(24, min(context.scale.card, (width - 2 * FRAME + gap) // columns - gap))
    title = context.label(context.voice(block.title), width)
    cells = [_cell(cell, card, context) for cell in block.cells]
    board = _board(block, cells, (card, height(card)), gap)
    note = "" if block.note is None else context.voice(block.note)
    said = paragraph(note, context.scale.small, max(width, 1), context.measure, Tone.LABEL, most=2)
    return below([title, board, said], context.scale.gap)


def _board(block: Grid, cells: list[Part], size: tuple[int, int], gap: int) -> Part:
    """Cells in rows, and the frames and strokes of the complete lines."""
    (w, h), columns = size, max(1, block.columns)
    rows = -(-len(cells) // columns)
    inset = FRAME if block.lines else 0
    spots = [(inset + i % columns * (w + gap), inset + i // columns * (h + gap))
             for i in range(len(cells))]  # fmt: skip
    strokes: list[Item] = []
    frames: list[Item] = []
    for line in block.lines:
        (x, y), (x_too, y_too) = spots[line[0]], spots[line[-1]]
        if x == x_too or y == y_too:
            frames.append(
                Panel(min(x, x_too) - FRAME, min(y, y_too) - FRAME, abs(x_too - x) + w + 2 * FRAME,
                      abs(y_too - y) + h + 2 * FRAME, Ground.FRAME)
            )  # fmt: skip
        else:
            down = (x_too - x) * (y_too - y) > 0
            strokes.append(
                Stroke(min(x, x_too) + w // 2, min(y, y_too) + h // 2, abs(x_too - x),
                       abs(y_too - y), down)
            )  # fmt: skip
    laid = [item for (x, y), cell in zip(spots, cells, strict=True) for item in cell.at(x, y)]
    wide = 2 * inset + columns * (w + gap) - gap
    high = 2 * inset + rows * (h + gap) - gap
    return Part(wide, max(0, high), (*strokes, *laid, *frames))


def _cell(cell: Cell, card: int, context: Context) -> Part:
    h = height(card)
    mark = value(cell.badge if cell.code else cell.label, context.voice)
    if not cell.code:
        place = Panel(0, 0, card, h, place_of(cell.tint))
        tone = Tone.STRONG if cell.tint else Tone.DIM
        text = paragraph(mark, context.scale.small, card - 12, context.measure, tone, most=3)
        if not text.h or card < 40 or text.h > h:
            return Part(card, h, (place,))
        x, y = (card - text.w) // 2, (h - text.h) // 2
        return Part(card, h, (place, *text.at(x, y)))
    one = tile(cell.code, card, context, chosen=cell.lit, dim=cell.dim)
    tone = Tone.INK if cell.tint is Tint.GOLD else Tone.STRONG
    text = words(mark, context.scale.small, card - 22, context.measure, tone)
    if not text.h or card < 60:
        return Part(card, h, (one,))
    badge = on(text, chip_of(cell.tint), 6)
    return Part(card, h, (one, *badge.at(card - badge.w - 5, h - badge.h - 5)))


def boards(block: Boards, width: int, context: Context) -> Part:
    """Small boards side by side: titles, signs of cards, colours and lights."""
    title = context.label(context.voice(block.title), width)
    count = len(block.boards)
    if not count:
        return title
    apart = context.scale.between
    columns = max(max(1, board.columns) for board in block.boards)
    least = columns * (LEAST + APART) - APART  # the boards of one block may differ in shape
    abreast = max(1, min(ABREAST, count, (width + apart) // (least + apart)))
    wide = min(400, (width + apart) // abreast - apart)
    small = [_small(board, wide, context) for board in block.boards]
    return below([title, flow(small, width, apart, context.scale.gap)], context.scale.gap)


def _small(block: Grid, width: int, context: Context) -> Part:
    columns, gap = max(1, block.columns), APART
    w = max(LEAST, (width + gap) // columns - gap)
    h = max(24, min(46, round(w * 0.8)))
    cells = []
    for cell in block.cells:
        if cell.code:
            one = tile(cell.code, w, context, chosen=cell.lit, dim=cell.dim)
            cells.append(Part(w, h, (one._replace(h=h),)))
        else:
            cells.append(Part(w, h, (Panel(0, 0, w, h, place_of(cell.tint)),)))
    rows = [cells[i : i + columns] for i in range(0, len(cells), columns)]
    laid = [
        item
        for y, row in enumerate(rows)
        for x, cell in enumerate(row)
        for item in cell.at(x * (w + gap), y * (h + gap))
    ]
    board = Part(columns * (w + gap) - gap, max(0, len(rows) * (h + gap) - gap), tuple(laid))
    note = "" if block.note is None else context.voice(block.note)
    score = context.label(note, width // 2, Tone.GOLD)
    name = context.label(context.voice(block.title), width - score.w - 10, Tone.STRONG)
    head = Part(width, max(name.h, score.h), (*name.items, *score.at(width - score.w, 0)))
    both = below([head, board], 4)
    return Part(width, both.h, both.items)
