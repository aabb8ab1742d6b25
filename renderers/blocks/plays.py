"""Plays on a sheet: those of a circle, and a showdown."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from renderers.blocks.cards import fan, gap_of, natural, tile
from renderers.blocks.parts import Context, chip, chip_of, crowned, face
from renderers.sheet import Part, below, beside, flow, framed, paragraph, words
from renderers.text import gained
from renderers.theme import STRIP, Ground, Tone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.view import Play, Trick

PASSES = 4
"""Lines of those who put down no cards, one below the other: about as high as a play."""

ROOMY = 14
"""Pixels from the edge of the play that is to be beaten to its words and cards."""


def trick(block: Trick, width: int, context: Context) -> Part:
    """What was put down, first to last; plays with points in lines of their own.

    What is to be beaten stands out, with whoever passed it beside; what it beat stands before it,
    or above where there is too little room.
    """
    title = context.label(context.voice(block.title), width)
    plays, gap = block.plays, context.scale.gap
    if any(play.points is not None for play in plays):
        return below([title, showdown(plays, width, context)], gap)
    ahead = max((i for i, play in enumerate(plays) if play.won and play.codes), default=-1)
    if ahead < 0:
        return below([title, _circle(plays, width, context)], gap)
    apart = _between(context)
    before, after = (
        _short(plays[:ahead], width, context),
        _short(plays[ahead + 1 :], width, context),
    )
    last = [_standing(plays[ahead], width, context), *map(_lowered, after)]
    if before and beside([*before, *last], apart).w <= width:
        before, last = [], [*map(_lowered, before), *last]
    rows = [flow(parts, width, apart, gap) for parts in (before, last)]
    return below([title, *rows], gap)


def _lowered(part: Part) -> Part:
    """A play beside the one in a frame: their words stand on one line."""
    return Part(part.w, part.h + ROOMY, part.at(0, ROOMY))


def _between(context: Context) -> int:
    """Pixels between plays side by side."""
    return context.scale.between + 8


def _circle(plays: Sequence[Play], width: int, context: Context) -> Part:
    """Plays of which none stands out, side by side."""
    parts = [_play(play, width, context) for play in plays]
    apart = _between(context)
    widest = max((part.w for part in parts), default=0)
    if len(parts) > 3 and widest <= width // 2 - apart:
        # In columns, so that names and cards stand below each other.
        wide = (width + apart) // ((width + apart) // (widest + apart)) - apart
        parts = [Part(wide, part.h, part.items) for part in parts]
    return flow(parts, width, apart, context.scale.gap)


def _short(plays: Sequence[Play], width: int, context: Context) -> list[Part]:
    """Plays as they are, and those who put down none in short lines below each other."""
    parts: list[Part] = []
    for laid, group in groupby(plays, key=lambda play: bool(play.codes)):
        run = list(group)
        if laid:
            parts += [_play(play, width, context) for play in run]
        else:
            starts = range(0, len(run), PASSES)
            parts += [_passes(run[i : i + PASSES], width // 3, context) for i in starts]
    return parts


def _passes(plays: Sequence[Play], width: int, context: Context) -> Part:
    """Who put down no cards, a line each: the name, and the word for it."""
    said = [_said(play, width // 2, context) for play in plays]
    room = width - max(part.w for part in said) - 12
    names = [context.text(context.voice.name(play.seat), room, Tone.LABEL) for play in plays]
    column = max(name.w for name in names) + 12
    lines = [
        beside([Part(column, name.h, name.items), word], 0)
        for name, word in zip(names, said, strict=True)
    ]
    return below(lines, 6)


def _said(play: Play, width: int, context: Context) -> Part:
    """What is said of a play without cards."""
    mark = _mark(play, width, context, large=True)
    return mark if mark.h else chip(_label(play, context), Ground.CHIP, width, context, large=True)


def _standing(play: Play, width: int, context: Context) -> Part:
    """The play that is to be beaten: its cards are as large as the table's, in a thin frame."""
    card, most = context.card, width - 2 * ROOMY
    # Some cards get a little smaller before they overlap.
    fitting = (most + gap_of(card, context.scale)) // len(play.codes) - gap_of(card, context.scale)
    card = min(card, fitting) if fitting >= card * 3 // 4 else card
    laid = fan([tile(code, card, context) for code in play.codes], most, context)
    room = max(laid.w, most // 2)
    words_ = context.label(_label(play, context), room // 2)
    mark = _mark(play, room // 2, context)
    name = context.text(context.voice.name(play.seat), room - words_.w - 16, Tone.GOLD)
    head = beside([part for part in (name, words_) if part.h], 16)
    return framed(below([head, laid, mark], 6), ROOMY, ground=Ground.ROW)


def _label(play: Play, context: Context) -> str:
    """What a play is called, in words."""
    return "" if play.label is None else context.voice(play.label)


def _mark(play: Play, width: int, context: Context, *, large: bool = False) -> Part:
    """How a play stands, on its colour."""
    said = "" if play.mark is None else context.voice(play.mark)
    return chip(said, chip_of(play.tint), width, context, large=large)


def _play(play: Play, width: int, context: Context) -> Part:
    card = max(60, round(context.card * 0.72))
    tiles = [tile(code, card, context) for code in play.codes]
    room = min(width, natural(5, card, context.scale))
    laid = fan(tiles, room, context)
    wide = min(width, max(laid.w, card * 3))
    mark = _mark(play, wide, context, large=not tiles)
    label = _label(play, context)
    if tiles or mark.h:
        said = paragraph(label, context.scale.small, wide, context.measure, Tone.LABEL, most=2)
    else:
        said = chip(label, Ground.CHIP, room, context, large=True)
    wide = max(wide if tiles else 0, said.w, mark.w, min(wide, card * 2))
    name = context.text(context.voice.name(play.seat), wide, Tone.GOLD if play.won else Tone.STRONG)
    return below([name, laid, mark, said], 6)


def showdown(plays: Sequence[Play], width: int, context: Context) -> Part:
    """A line for each: who and how, the cards, and the points; a winner's is framed in gold."""
    many = len(plays) > 6
    card = max(44, round(context.card * (0.5 if many else 0.66)))
    most = max((len(play.codes) for play in plays), default=0)
    pad = max(8, context.scale.pad - (8 if many else 4))
    inner = width - 2 * pad
    # The longest hand takes two rows at most, where there is the room.
    lapped = card + (-(-most // 2) - 1) * round(card * STRIP)
    wish = max(natural(min(most, 5), card, context.scale), lapped)
    room = min(wish, inner * (46 if most <= 20 else 58) // 100)
    points = max(_points(play, inner // 4, context).w for play in plays)
    left = inner - points - 2 * 16 - room
    parts = [_line(play, (left, room, points), card, context) for play in plays]
    framed_lines = [
        framed(part, pad, width=width, ground=Ground.WON if play.won else Ground.SEAT)
        for play, part in zip(plays, parts, strict=True)
    ]
    return below(framed_lines, max(6, context.scale.gap - 2))


def _points(play: Play, width: int, context: Context) -> Part:
    if play.points is None:
        return Part(0, 0)
    size = context.scale.number if play.won else 44 if context.scale.number >= 52 else 36
    good = play.won or play.points > 0
    tone = Tone.GOLD if good else Tone.DIM
    return words(gained(play.points), min(size, 52), width, context.measure, tone, bold=True)


def _line(play: Play, columns: tuple[int, int, int], card: int, context: Context) -> Part:
    left, room, points = columns
    name = context.voice.name(play.seat)
    side = context.scale.text * 2
    who = left - side - 12
    title = context.text(name, who, Tone.GOLD if play.won else Tone.STRONG)
    bits = [_mark(play, who, context), context.label(_label(play, context), who)]
    said = below([title, flow([bit for bit in bits if bit.h], who, 10, 4)], 6)
    head = face(name, side, Ground.FACE_GOLD if play.won else Ground.FACE, context)
    if play.won:
        head = crowned(head)
    laid = fan([tile(code, card, context) for code in play.codes], room, context)
    number = _points(play, points, context)
    h = max(said.h, head.h, laid.h, number.h)
    items = [*head.at(0, (h - head.h) // 2), *said.at(side + 12, (h - said.h) // 2)]
    items += laid.at(left + 16, (h - laid.h) // 2)
    x = left + 16 + room + 16 + points - number.w
    items += number.at(x, (h - number.h) // 2)
    return Part(left + room + points + 32, h, tuple(items))
