"""A view as a sheet: which block stands where. Pure and exact.

A screen is laid out top to bottom on the largest scale on which it is no longer than the longest
side; what does not fit on the smallest one is left out, the least important first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from engine.msg import Msg
from engine.view import Cards, Facts, Grid, Lines, Row, Seats, Table, Trick, View
from renderers import cardparts, infoparts
from renderers.cardparts import Desk
from renderers.sheet import Part, Sheet, below, framed
from renderers.theme import LONGEST_SIDE, SCALES, Ground

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.view import Block
    from renderers.sheet import Item, Measure
    from renderers.speech import Voice

APART = 36
"""Pixels between blocks of a row at least."""

_LEAST_FIRST = (Lines, Table, Trick, Row, Cards, Facts, Grid, Seats)
"""What is left out first where a screen is too full; a hand goes last of all."""


def lay_out(view: View, voice: Voice, measure: Measure) -> Sheet:
    """The sheet of a view: at most 1280 pixels high and wide."""
    for scale in SCALES:
        sheet = _sheet(view, Desk(voice, scale, measure))
        if sheet.height <= LONGEST_SIDE:
            return sheet
    desk = Desk(voice, SCALES[-1], measure)
    less = _trimmed(view)
    while True:
        sheet = _sheet(less, desk, note=voice(Msg("render-more")))
        if sheet.height <= LONGEST_SIDE or not less.blocks:
            return sheet
        less = _without_one(less)


def _trimmed(view: View) -> View:
    """The same with the last sentences and the first rows and plays only."""
    blocks: list[Block] = []
    for block in view.blocks:
        match block:
            case Lines(msgs):
                blocks.append(Lines(msgs[-4:]))
            case Table():
                blocks.append(replace(block, rows=block.rows[:12]))
            case Trick():
                blocks.append(replace(block, plays=block.plays[-8:]))
            case _:
                blocks.append(block)
    return replace(view, blocks=tuple(blocks))


def _without_one(view: View) -> View:
    def weight(index: int) -> tuple[int, int, int]:
        block = view.blocks[index]
        mine = isinstance(block, Cards) and block.mine
        return mine, _LEAST_FIRST.index(type(block)), -index

    gone = min(range(len(view.blocks)), key=weight)
    return replace(view, blocks=view.blocks[:gone] + view.blocks[gone + 1 :])


def _sheet(view: View, desk: Desk, *, note: str = "") -> Sheet:
    scale = desk.scale
    width = scale.page - 2 * scale.margin
    parts = [infoparts.heading(view, width, desk, note=note)]
    parts += stacked(view.blocks, width, desk)
    body = below(parts, scale.between)
    items: tuple[Item, ...] = body.at(scale.margin, scale.margin)
    return Sheet(scale.page, body.h + 2 * scale.margin, items)


def stacked(blocks: Sequence[Block], width: int, desk: Desk) -> list[Part]:
    """Blocks from top to bottom; some that belong together stand side by side."""
    parts: list[Part] = []
    i = 0
    while i < len(blocks):
        block = blocks[i]
        following = blocks[i + 1] if i + 1 < len(blocks) else None
        if isinstance(block, Cards) and block.mine:
            numbers = following if isinstance(following, Facts) else None
            parts.append(hand(block, numbers, width, desk))
            i += 2 if numbers else 1
        elif isinstance(block, Grid):
            board, used = _board(block, blocks[i + 1 :], width, desk)
            parts.append(board)
            i += 1 + used
        else:
            parts.append(single(block, width, desk))
            i += 1
    return parts


def single(block: Block, width: int, desk: Desk) -> Part:
    """One block in the whole width."""
    pad = desk.scale.pad
    match block:
        case Cards():
            if block.mine:
                return hand(block, None, width, desk)
            return cardparts.cards(block, width, desk)
        case Seats():
            return infoparts.seats(block, width, desk)
        case Trick():
            return cardparts.trick(block, width, desk)
        case Grid():
            return cardparts.grid(block, width, desk)
        case Table():
            return _panel(infoparts.table(block, width - 2 * pad, desk), width, pad)
        case Facts():
            return _panel(infoparts.facts(block, width - 2 * pad, desk), width, pad)
        case Lines():
            return _panel(infoparts.lines(block, width - 2 * pad, desk), width, pad)
        case Row():
            return row(block, width, desk)
        case _:
            assert_never(block)


def _panel(part: Part, width: int, pad: int) -> Part:
    return framed(part, pad, width=width, ground=Ground.PANEL) if part.h else part


def hand(block: Cards, numbers: Facts | None, width: int, desk: Desk) -> Part:
    """The viewer's cards on a panel, with the numbers to play by at their right or below."""
    pad = desk.scale.pad
    inner = width - 2 * pad
    if numbers is None:
        return _panel(cardparts.cards(block, inner, desk), width, pad)
    wanted = max(inner // 3, cardparts.wish(block, desk))
    if inner - wanted - APART < inner // 4:
        # Cards may overlap by a third to let the numbers stand beside them.
        least = round(desk.scale.card * (1 + 0.67 * max(0, len(block.codes) - 1)))
        wanted = min(wanted, max(least, inner * 6 // 10))
    rest = inner - wanted - APART
    if rest < inner // 4:
        both = [cardparts.cards(block, inner, desk), infoparts.facts(numbers, inner, desk)]
        return _panel(below(both, desk.scale.gap), width, pad)
    left = cardparts.cards(block, wanted, desk)
    right = infoparts.facts(numbers, rest, desk)
    items = (*left.items, *right.at(wanted + APART, 0))
    return _panel(Part(inner, max(left.h, right.h), items), width, pad)


def row(block: Row, width: int, desk: Desk) -> Part:
    """Blocks side by side with all the room between them; one a line where there is too little."""
    wishes = [cardparts.wish(cards, desk) for cards in block.blocks]
    if not wishes:
        return Part(0, 0)
    room = width - APART * (len(wishes) - 1)
    if sum(wishes) > room:
        small = [min(wish, desk.scale.card * 3) for wish in wishes]
        if sum(small) > room:
            singles = [cardparts.cards(cards, width, desk) for cards in block.blocks]
            return below(singles, desk.scale.between)
        wishes = infoparts.shared(wishes, room)
    spare = max(0, room - sum(wishes))
    # A title may be wider than its cards: it gets a part of the space around it.
    extra = spare // (2 * len(wishes))
    parts = [
        cardparts.cards(cards, wish + extra, desk)
        for cards, wish in zip(block.blocks, wishes, strict=True)
    ]
    taken = [max(part.w, wish) for part, wish in zip(parts, wishes, strict=True)]
    gap = (width - sum(taken)) // max(1, len(taken) - 1) if len(taken) > 1 else 0
    items: list[Item] = []
    x = 0
    for part, wide in zip(parts, taken, strict=True):
        items += part.at(x, 0)
        x += wide + gap
    return Part(width, max(part.h for part in parts), tuple(items))


def _board(block: Grid, following: Sequence[Block], width: int, desk: Desk) -> tuple[Part, int]:
    """A board, with the blocks that follow at its right as far down as the board goes.

    Returns:
        The part, and how many of the following blocks are in it.
    """
    board = cardparts.grid(block, width, desk)
    rest = width - board.w - APART
    if rest < width * 0.3:
        return board, 0
    column: list[Part] = []
    for other in following:
        if isinstance(other, Seats | Grid) or (isinstance(other, Cards) and other.mine):
            break
        part = single(other, rest, desk)
        if below([*column, part], desk.scale.between).h > board.h or part.w > rest:
            break
        column.append(part)
    side = below(column, desk.scale.between).at(board.w + APART, 0)
    return Part(width, board.h, (*board.items, *side)), len(column)
