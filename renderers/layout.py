"""A view as a sheet: which block stands where. Pure and exact.

A screen is laid out top to bottom on the largest scale on which it is no longer than the longest
side; what does not fit on the smallest one is left out, the least important first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from engine.msg import Msg
from engine.view import (
    Boards,
    Cards,
    Course,
    Facts,
    Grid,
    Lamps,
    Lines,
    Row,
    Seats,
    Stage,
    Table,
    Tally,
    Trick,
    View,
)
from renderers.blocks import boards, cards, counts, courses, info, plays, seats, stages, tables
from renderers.blocks.parts import Context
from renderers.sheet import Part, Sheet, below, framed
from renderers.theme import LONGEST_SIDE, SCALES, Ground

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.view import Block
    from renderers.sheet import Item, Measure
    from renderers.speech import Voice

APART = 36
"""Pixels between blocks of a row at least."""

NUMBERS = 0.28
"""The part of a hand's panel that the numbers beside it want."""

_LEAST_FIRST = (
    *(Lines, Boards, Table, Course, Tally, Lamps),
    *(Trick, Row, Cards, Facts, Stage, Grid, Seats),
)
"""What is left out first where a screen is too full; a hand goes last of all."""


_CIRCLE, _LAST = 8, 4
"""Plays and sentences that are kept where a screen is too full."""

_FEW = 8
"""Rows of a table that are kept before another block is left out."""


def lay_out(view: View, voice: Voice, measure: Measure) -> Sheet:
    """The sheet of a view: at most 1280 pixels high and wide."""
    private = any(isinstance(block, Cards) and block.mine for block in view.blocks)
    for scale in SCALES:
        sheet = _sheet(view, Context(voice, scale, measure, private))
        if sheet.height <= LONGEST_SIDE:
            return sheet
    context = Context(voice, SCALES[-1], measure, private)
    less = _trimmed(view)
    while True:
        sheet = _sheet(less, context, note=voice(Msg("render-more")))
        if sheet.height <= LONGEST_SIDE or not less.blocks:
            return sheet
        less = _shorter(less, sheet.height - LONGEST_SIDE) or _without_one(less)


def _trimmed(view: View) -> View:
    """The same with the last sentences and plays only."""
    blocks: list[Block] = []
    for block in view.blocks:
        match block:
            case Lines(msgs):
                blocks.append(Lines(msgs[-_LAST:]))
            case Trick():
                blocks.append(replace(block, plays=block.plays[-_CIRCLE:]))
            case _:
                blocks.append(block)
    return replace(view, blocks=tuple(blocks))


def _shorter(view: View, excess: int) -> View | None:
    """The same with some rows less of its longest table, to save ``excess`` pixels."""
    lengths = [(_length(b), -i) for i, b in enumerate(view.blocks) if isinstance(b, Table)]
    rows, at = max(lengths, default=(0, 0))
    if rows <= _FEW:
        return None
    block = view.blocks[-at]
    assert isinstance(block, Table)  # noqa: S101  (it was just found)
    left = max(_FEW, rows - max(1, excess // SCALES[-1].text))
    return replace(view, blocks=(*view.blocks[:-at], _ends(block, left), *view.blocks[-at + 1 :]))


def _length(block: Table) -> int:
    """How many rows a table has when it is drawn."""
    return len(block.header) - 1 if tables.is_wide(block) else len(block.rows)


def _ends(block: Table, left: int) -> Table:
    """Some rows of a table: of one that ends in a sum the first and the last, else the first."""
    if tables.is_wide(block):
        rows = tuple(row[: left + 1] for row in block.rows)
        return replace(block, header=block.header[: left + 1], rows=rows)
    count = len(block.rows)
    sums = count - 1 in block.bright and 0 not in block.bright
    kept = (0, *range(count - left + 1, count)) if sums else tuple(range(left))
    return replace(
        block,
        rows=tuple(block.rows[i] for i in kept),
        bright=tuple(at for at, i in enumerate(kept) if i in block.bright),
        dim=tuple(at for at, i in enumerate(kept) if i in block.dim),
    )


def _without_one(view: View) -> View:
    def weight(index: int) -> tuple[int, int, int]:
        block = view.blocks[index]
        mine = isinstance(block, Cards) and block.mine
        return mine, _LEAST_FIRST.index(type(block)), -index

    gone = min(range(len(view.blocks)), key=weight)
    return replace(view, blocks=view.blocks[:gone] + view.blocks[gone + 1 :])


def _sheet(view: View, context: Context, *, note: str = "") -> Sheet:
    scale = context.scale
    width = scale.page - 2 * scale.margin
    parts = [info.heading(view, width, context, note=note)]
    parts += stacked(view.blocks, width, context)
    body = below(parts, scale.between)
    items: tuple[Item, ...] = body.at(scale.margin, scale.margin)
    return Sheet(scale.page, body.h + 2 * scale.margin, items, whole=not note)


def stacked(blocks: Sequence[Block], width: int, context: Context) -> list[Part]:
    """Blocks from top to bottom; some that belong together stand side by side."""
    parts: list[Part] = []
    i = 0
    while i < len(blocks):
        block = blocks[i]
        following = blocks[i + 1] if i + 1 < len(blocks) else None
        if isinstance(block, Cards) and block.mine:
            numbers = following if isinstance(following, Facts) else None
            parts.append(hand(block, numbers, width, context))
            i += 2 if numbers else 1
        elif isinstance(block, Grid):
            board, used = _board(block, blocks[i + 1 :], width, context)
            parts.append(board)
            i += 1 + used
        else:
            parts.append(single(block, width, context))
            i += 1
    return parts


def single(block: Block, width: int, context: Context) -> Part:
    """One block in the whole width."""
    pad = context.scale.pad
    match block:
        case Cards():
            if block.mine:
                return hand(block, None, width, context)
            return cards.cards(block, width, context)
        case Seats():
            return seats.seats(block, width, context)
        case Trick():
            return plays.trick(block, width, context)
        case Grid():
            return boards.grid(block, width, context)
        case Boards():
            return boards.boards(block, width, context)
        case Lamps():
            return _panel(info.lamps(block, width - 2 * pad, context), width, pad)
        case Tally():
            return _panel(counts.tally(block, width - 2 * pad, context), width, pad)
        case Course():
            return _panel(courses.course(block, width - 2 * pad, context), width, pad)
        case Table():
            return _panel(tables.table(block, width - 2 * pad, context), width, pad)
        case Facts():
            return _panel(info.facts(block, width - 2 * pad, context), width, pad)
        case Lines():
            return _panel(info.lines(block, width - 2 * pad, context), width, pad)
        case Stage():
            return stages.stage(block, width, context)
        case Row():
            return row(block, width, context)
        case _:
            assert_never(block)


def _panel(part: Part, width: int, pad: int) -> Part:
    return framed(part, pad, width=width, ground=Ground.PANEL) if part.h else part


def hand(block: Cards, numbers: Facts | None, width: int, context: Context) -> Part:
    """The viewer's cards on a panel, with the numbers to play by at their right or below."""
    pad = context.scale.pad
    inner = width - 2 * pad
    if numbers is None:
        return _panel(cards.cards(block, inner, context), width, pad)
    count = max(len(block.codes), block.places, 1)
    most = inner - APART - round(inner * NUMBERS)
    # A few cards get a little smaller before the numbers have to stand below them.
    least = round(context.scale.hand * 0.8)
    card = min(context.scale.hand, (most + context.scale.gap) // count - context.scale.gap)
    under = _over(block, numbers, inner, context)
    if card < least:
        return _panel(under, width, pad)
    left = cards.cards(block, most, context, card=card)
    taken = max(left.w, inner // 3)
    right = info.facts(numbers, inner - taken - APART, context)
    high = max(left.h, right.h)
    if under.h <= high:
        return _panel(under, width, pad)
    items = (*left.items, *right.at(taken + APART, 0))
    return _panel(Part(inner, high, items), width, pad)


def _over(block: Cards, numbers: Facts, inner: int, context: Context) -> Part:
    """The viewer's cards, as large as a few can be, over the numbers to play by."""
    count = max(len(block.codes), block.places, 1)
    fitting = (inner + context.scale.gap) // count - context.scale.gap
    largest = round(context.scale.hand * 1.15)
    card = min(largest, fitting) if fitting >= context.scale.hand else 0
    both = [cards.cards(block, inner, context, card=card), info.facts(numbers, inner, context)]
    return below(both, context.scale.gap)


def row(block: Row, width: int, context: Context) -> Part:
    """Blocks side by side with all the room between them; one a line where there is too little."""
    wishes = [cards.wish(one, context) for one in block.blocks]
    if not wishes:
        return Part(0, 0)
    room = width - APART * (len(wishes) - 1)
    if sum(wishes) > room:
        small = [min(wish, context.card * 3) for wish in wishes]
        if sum(small) > room:
            singles = [cards.cards(one, width, context) for one in block.blocks]
            return below(singles, context.scale.between)
        wishes = tables.shared(wishes, room)
    spare = max(0, room - sum(wishes))
    # A title may be wider than its cards: it gets a part of the space around it.
    extra = spare // (2 * len(wishes))
    parts = [
        cards.cards(one, wish + extra, context)
        for one, wish in zip(block.blocks, wishes, strict=True)
    ]
    taken = [max(part.w, wish) for part, wish in zip(parts, wishes, strict=True)]
    gap = (width - sum(taken)) // max(1, len(taken) - 1) if len(taken) > 1 else 0
    items: list[Item] = []
    x = 0
    for part, wide in zip(parts, taken, strict=True):
        items += part.at(x, 0)
        x += wide + gap
    return Part(width, max(part.h for part in parts), tuple(items))


def _board(
    block: Grid, following: Sequence[Block], width: int, context: Context
) -> tuple[Part, int]:
    """A board, with the blocks that follow at its right as far down as the board goes.

    Returns:
        The part, and how many of the following blocks are in it.
    """
    first = following[0] if following else None
    # The board gives way a little, so that a row of cards beside it need not overlap.
    wish = cards.wish(first, context) if isinstance(first, Cards) and not first.mine else 0
    room = width - APART - wish if 0 < wish < width // 2 else width
    board = boards.grid(block, room, context)
    rest = width - board.w - APART
    if rest < width * 0.3:
        return board, 0
    column: list[Part] = []
    for other in following:
        if isinstance(other, Seats | Grid) or (isinstance(other, Cards) and other.mine):
            break
        if (
            isinstance(other, Table)
            and tables.natural(other, context) > rest - 2 * context.scale.pad
        ):
            break
        part = single(other, rest, context)
        before = below(column, context.scale.between).h
        reaches = below([*column, part], context.scale.between).h
        # It may reach below the board where that costs less than a place of its own.
        cost = reaches - max(board.h, before)
        if part.w > rest or cost > single(other, width, context).h * 3 // 4:
            break
        column.append(part)
    side = below(column, context.scale.between)
    items = (*board.items, *side.at(board.w + APART, 0))
    return Part(width, max(board.h, side.h), items), len(column)
