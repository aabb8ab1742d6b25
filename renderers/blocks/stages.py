"""Stages of a knock-out on a sheet: small tables side by side, or one in the size of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.view import Seats
from renderers.blocks.seats import seats
from renderers.sheet import Panel, Part, below, flow, line_height, words
from renderers.text import gained
from renderers.theme import Ground, Tone

if TYPE_CHECKING:
    from engine.view import SeatRow, Stage
    from renderers.blocks.parts import Context

ABREAST = 4
"""Tables side by side: their names keep six Chinese characters and more."""

INSET = 8
"""Pixels from a line's edge to its words."""


def stage(block: Stage, width: int, context: Context) -> Part:
    """The tables of a stage under its title; a single one with faces and crowns."""
    title = context.label(context.voice(block.title), width)
    if len(block.tables) == 1:
        tables = seats(Seats(block.tables[0]), width, context)
    else:
        gap = context.scale.gap
        wide = (width + gap) // ABREAST - gap
        tables = flow([_table(rows, wide, context) for rows in block.tables], width, gap, gap)
    return below([title, tables], 6)


def _table(rows: tuple[SeatRow, ...], width: int, context: Context) -> Part:
    pad = context.scale.gap // 2
    lines = below([_line(row, width - 2 * pad, context) for row in rows], 2)
    h = lines.h + 2 * pad
    ground = Ground.SEAT if any(row.won for row in rows) else Ground.PANEL
    return Part(width, h, (Panel(0, 0, width, h, ground), *lines.at(pad, pad)))


def _line(row: SeatRow, width: int, context: Context) -> Part:
    """A name and its score; whoever goes on stands on gold, whoever is out is dim."""
    size = context.scale.small
    tone = Tone.INK if row.won else Tone.DIM if row.dim else Tone.STRONG
    inner = width - 2 * INSET
    said = "" if row.score is None else gained(row.score)
    score = words(said, size, inner // 2, context.measure, tone, bold=row.won)
    room = inner - score.w - (INSET if score.w else 0)
    name = words(context.voice.name(row.seat), size, room, context.measure, tone, bold=row.won)
    h = line_height(size)
    items = (*name.at(INSET, 0), *score.at(INSET + inner - score.w, 0))
    if row.won:
        items = (Panel(0, 0, width, h, Ground.CHIP_GOLD), *items)
    return Part(width, h, items)
