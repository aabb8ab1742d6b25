"""The players on a sheet: boxes with faces, or a list where they are many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.msg import Msg
from renderers.blocks.parts import Context, chip, crowned, face, vacant
from renderers.sheet import Panel, Part, below, flow, framed, line_height, words
from renderers.text import gained
from renderers.theme import COATS, Ground, Tone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.view import SeatRow, Seats

CROWD = 12
"""More players than this stand in a list."""

ROOMY = 96
"""Width of a card on scales that leave room for two lines of players where one is too narrow."""


def seats(block: Seats, width: int, context: Context) -> Part:
    """All players in boxes of one size; a gold frame is around those waited for."""
    count = len(block.rows) + block.free
    if not count:
        return Part(0, 0)
    if count > CROWD:
        return _crowd(block, width, context)
    columns = _columns(block, count, width, context)
    gap, pad = context.scale.gap, _pad(context)
    wide = (width + gap) // columns - gap
    inner = wide - 2 * pad
    longest = max((_name_width(row, context) for row in block.rows), default=0.0)
    faces = longest <= _room(inner, context) or columns < 4
    tall = not faces and longest > inner
    said = [
        _said(
            row, row.seat == block.me, _room(inner, context) if faces else inner, context, tall=tall
        )
        for row in block.rows
    ]
    boxes = _with_faces(block, said, context) if faces else said
    high = max((box.h for box in boxes), default=2 * context.scale.text) + 2 * pad
    placed = [
        framed(box, pad, width=wide, height=high, ground=_ground(row))
        for row, box in zip(block.rows, boxes, strict=True)
    ]
    placed += [_free(wide, high, pad, context)] * block.free
    return flow(placed, width, gap, gap)


def _pad(context: Context) -> int:
    """Pixels from a box's edge to its words: they never touch a golden frame."""
    return max(context.scale.pad - 6, COATS[Ground.ASKED].thick + 3)


def _ground(row: SeatRow) -> Ground:
    if row.won:
        return Ground.WON
    return Ground.ASKED if row.asked else Ground.SEAT


def _columns(block: Seats, count: int, width: int, context: Context) -> int:
    """How many stand side by side: as many as leave room for their names."""
    if count > 4:
        return 3 if count in (5, 6, 9) else 4
    gap, pad = context.scale.gap, _pad(context)
    inner = (width + gap) // count - gap - 2 * pad
    longest = max((_name_width(row, context) for row in block.rows), default=0.0)
    return 2 if count == 4 and context.scale.card >= ROOMY and longest > inner else count


def _name_width(row: SeatRow, context: Context) -> float:
    return context.measure(context.voice.name(row.seat), context.scale.text, False) + (
        _score(row, 200, context).w + 10
    )


def _room(inner: int, context: Context) -> int:
    """Pixels beside a face."""
    return inner - 2 * context.scale.text - 12


def _score(row: SeatRow, width: int, context: Context) -> Part:
    if row.score is None:
        return Part(0, 0)
    size = 32 if context.scale.text >= 28 else 28
    tone = Tone.GOLD if row.score > 0 else Tone.LABEL
    return words(gained(row.score), size, width, context.measure, tone, bold=True)


def _said(row: SeatRow, mine: bool, room: int, context: Context, *, tall: bool) -> Part:
    """What is said of a player; the score below a long name, if ``tall``."""
    name = context.voice.name(row.seat)
    score = _score(row, room // 2, context)
    beside = room - score.w - 10 if score.w else room
    title = context.text(name, room if tall else beside, _tone(row))
    number = score.at(room - score.w, 0)
    bits = _bits(row, mine, room, context)
    if not tall:
        line = Part(room, max(title.h, score.h), (*title.items, *number))
        return below([line, flow(bits, room, 8, 6)], 4)
    few = len(bits)
    while few and sum(bit.w + 8 for bit in bits[:few]) > beside + 8:
        few -= 1  # The score stands at the right of the first; the others have a line below.
    first = flow(bits[:few], beside, 8, 6)
    line = Part(room, max(first.h, score.h), (*first.items, *number))
    return below([title, line, flow(bits[few:], room, 8, 6)], 4)


def _with_faces(block: Seats, said: Sequence[Part], context: Context) -> list[Part]:
    """What is said of players beside their faces: a name alone stands in the middle of its face."""
    side = 2 * context.scale.text
    upper = line_height(context.scale.text) + 4 + line_height(context.scale.small)
    upper = max(side, min(upper, max((part.h for part in said), default=0)))
    boxes = []
    for row, words_ in zip(block.rows, said, strict=True):
        ground = Ground.FACE_GOLD if row.asked or row.won else Ground.FACE
        head = face(context.voice.name(row.seat), side, ground, context)
        head = crowned(head) if row.won else head
        y, y_words = (max(0, (upper - part.h) // 2) for part in (head, words_))
        items = (*head.at(0, y), *words_.at(side + 12, y_words))
        boxes.append(Part(side + 12 + words_.w, max(y + head.h, y_words + words_.h), items))
    return boxes


def _free(width: int, height: int, pad: int, context: Context) -> Part:
    """A seat that somebody may still take."""
    side = 2 * context.scale.text
    word = context.text(context.voice(Msg("render-free")), width - 2 * pad - side - 12, Tone.DIM)
    if height < side + 2 * pad or not word.h:
        return vacant(width, height, context, "render-free")
    ring = Panel(pad, (height - side) // 2, side, side, Ground.LAMP)
    plus = context.text("+", side, Tone.DIM)
    items = (
        Panel(0, 0, width, height, Ground.PLACE),
        ring,
        *plus.at(pad + (side - plus.w) // 2, (height - plus.h) // 2),
        *word.at(pad + side + 12, (height - word.h) // 2),
    )
    return Part(width, height, items)


def _tone(row: SeatRow) -> Tone:
    if row.asked or row.won:
        return Tone.GOLD
    return Tone.DIM if row.dim else Tone.STRONG


def _bits(row: SeatRow, mine: bool, room: int, context: Context) -> list[Part]:
    """What is said of a player below the name, the shortest first."""
    bits: list[Part] = []
    if row.cards is not None:
        bits.append(context.label(context.say("render-count", row.cards), room))
    if mine:
        bits.append(chip(context.voice(Msg("render-you")), Ground.CHIP_GOLD, room, context))
    if row.team:
        bits.append(chip(context.say("render-team", row.team), Ground.CHIP_BLACK, room, context))
    bits += [chip(context.voice(mark), Ground.CHIP, room, context) for mark in row.marks]
    return [bit for bit in bits if bit.h]


def _crowd(block: Seats, width: int, context: Context) -> Part:
    """A line each: the name, one mark where there is room, and the score."""
    columns, gap, pad = 3, 8, 8
    wide = (width + gap) // columns - gap
    inner = wide - 2 * pad
    high = line_height(context.scale.small)
    lines = []
    for row in block.rows:
        score = words(
            "" if row.score is None else gained(row.score), context.scale.small, inner // 3,
            context.measure, Tone.GOLD, bold=True,
        )  # fmt: skip
        room = inner - score.w - (10 if score.w else 0)
        name = context.label(context.voice.name(row.seat), room, _tone(row))
        items = [*name.items, *score.at(inner - score.w, 0)]
        for bit in _bits(row, row.seat == block.me, room, context)[:1]:
            if name.w + 8 + bit.w <= room:
                items += bit.at(room - bit.w, 0)
        line = Part(inner, high, tuple(items))
        lines.append(framed(line, pad, width=wide, ground=_ground(row)))
    h = high + 2 * pad
    lines += [vacant(wide, h, context, "render-free")] * block.free
    return flow(lines, width, gap, 6)
