"""Views as data: the blocks of a screen with its words, for whoever draws them elsewhere.

A scene is what ``json.dumps`` takes: dicts by name, lists, strings, numbers and truth. Words are
said already, in the reader's language and with names made harmless. It is made from a ``View``
alone, which is made from what ``observe`` gave its reader, and holds no face that the picture of
the same view does not show. Numbers stand twice: as such, and as people write them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from engine.msg import Msg, msg
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
)
from renderers.faces import is_suited, word
from renderers.speech import Voice
from renderers.text import gained, signed, value, whose_turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.view import Block, Cell, Play, SeatRow, View

Scene: TypeAlias = dict[str, Any]


def scene(view: View, say: Callable[[Msg], str]) -> Scene:
    """A view as data: ``title``, ``turn`` (whose it is, or empty) and ``blocks``, top to bottom.

    Every block has its ``kind``, which is the name of its class in small letters.
    """
    voice = Voice(say)
    return {
        "title": voice(view.title),
        "turn": whose_turn(view, voice),
        "blocks": [_block(block, voice) for block in view.blocks],
    }


def _block(block: Block, voice: Voice) -> Scene:
    kind = type(block).__name__.lower()
    match block:
        case Cards():
            parts = _cards(block, voice)
        case Seats():
            parts = {
                "me": block.me,
                "rows": [_seat(row, voice) for row in block.rows],
                "free": block.free,
                "vacant": voice(Msg("render-free")) if block.free else "",
            }
        case Trick():
            parts = _trick(block, voice)
        case Grid():
            parts = _grid(block, voice)
        case Boards():
            boards = [_grid(board, voice) for board in block.boards]
            parts = {"title": voice(block.title), "boards": boards}
        case Table():
            parts = _table(block, voice)
        case Tally():
            counts = [
                {"label": value(one.label, voice), "left": one.left, "all": one.all}
                for one in block.counts
            ]
            parts = {"title": voice(block.title), "counts": counts}
        case Course():
            parts = {
                "title": voice(block.title),
                "names": [value(name, voice) for name in block.names],
                "points": [list(after) for after in block.points],
                "me": block.me,
            }
        case Lamps():
            labels = [value(label, voice) for label in block.labels]
            parts = {"title": voice(block.title), "labels": labels, "lit": block.lit}
        case Facts():
            parts = {"facts": [_fact(f.label, f.value, voice, good=f.good) for f in block.facts]}
        case Lines():
            parts = {"lines": [voice(line) for line in block.msgs]}
        case Stage():
            tables = [[_seat(row, voice) for row in rows] for rows in block.tables]
            parts = {"title": voice(block.title), "tables": tables}
        case Row():
            parts = {"blocks": [_block(cards, voice) for cards in block.blocks]}
        case _:
            assert_never(block)
    return {"kind": kind, **parts}


def _faces(codes: Iterable[str], voice: Voice) -> list[Scene]:
    """Faces in their order; ``label`` is a word where a face is not a suit and a rank."""
    return [{"face": code, "label": "" if is_suited(code) else word(code, voice)} for code in codes]


def _cards(block: Cards, voice: Voice) -> Scene:
    """Faces, backs and empty places in this order; of a pile the topmost alone.

    ``stack`` is how many lie in a pile, 0 where it is none; ``count`` says what is not seen.
    """
    held = len(block.codes) + block.hidden
    hides = block.hidden > 0 and not block.codes and not block.places and not block.mine
    pile = block.pile or hides
    codes = block.codes[-1:] if pile else block.codes
    # A hand that its owner has not looked at lies side by side; what else is hidden is a pile.
    backs = block.hidden if block.mine else min(block.hidden, 1)
    chosen = () if pile else block.chosen
    count = ""
    if pile and held:
        count = voice(msg("render-count" if block.codes else "render-left", n=held))
    elif block.hidden and not block.mine:
        count = voice(msg("render-hidden" if block.codes else "render-left", n=block.hidden))
    return {
        "title": voice(block.title),
        "cards": _faces(codes, voice),
        "backs": (0 if codes else backs) if pile else backs,
        "places": 0 if pile else max(0, block.places - held),
        "chosen": [at for at in chosen if 0 <= at < len(codes)],
        "stack": held if pile else 0,
        "pile": pile,
        "count": count,
        "note": "" if block.note is None else voice(block.note),
        "nothing": "" if held or block.places else voice(Msg("render-nothing")),
        "mine": block.mine,
    }


def _seat(row: SeatRow, voice: Voice) -> Scene:
    return {
        "seat": row.seat,
        "name": voice.name(row.seat),
        "cards": row.cards,
        "held": "" if row.cards is None else voice(msg("render-count", n=row.cards)),
        "score": "" if row.score is None else gained(row.score),
        "ahead": (row.score or 0) > 0,
        "marks": [voice(mark) for mark in row.marks],
        "team": voice(msg("render-team", n=row.team)) if row.team else "",
        "asked": row.asked,
        "won": row.won,
        "dim": row.dim,
    }


def _trick(block: Trick, voice: Voice) -> Scene:
    """``beat`` is the position of the play that is to be beaten, -1 for none."""
    ahead = [at for at, play in enumerate(block.plays) if play.won and play.codes]
    settled = any(play.points is not None for play in block.plays)
    return {
        "title": voice(block.title),
        "plays": [_play(play, voice) for play in block.plays],
        "beat": -1 if settled or not ahead else ahead[-1],
        "settled": settled,
    }


def _play(play: Play, voice: Voice) -> Scene:
    return {
        "seat": play.seat,
        "name": voice.name(play.seat),
        "cards": _faces(play.codes, voice),
        "label": "" if play.label is None else voice(play.label),
        "mark": "" if play.mark is None else voice(play.mark),
        "tint": str(play.tint),
        "points": "" if play.points is None else gained(play.points),
        "won": play.won,
    }


def _grid(block: Grid, voice: Voice) -> Scene:
    return {
        "title": voice(block.title),
        "columns": block.columns,
        "cells": [_cell(cell, voice) for cell in block.cells],
        "lines": [list(line) for line in block.lines],
        "note": "" if block.note is None else voice(block.note),
    }


def _cell(cell: Cell, voice: Voice) -> Scene:
    """``words`` are its label while nothing lies there, else the badge of the card."""
    faces = _faces((cell.code,), voice) if cell.code else []
    return {
        "card": faces[0] if faces else None,
        "words": value(cell.badge if cell.code else cell.label, voice),
        "tint": str(cell.tint),
        "lit": cell.lit,
        "dim": cell.dim,
    }


def _table(block: Table, voice: Voice) -> Scene:
    """``numbers`` are the columns that hold nothing but numbers."""
    width = max((len(row) for row in block.rows), default=0)
    numbers = [
        column
        for column in range(width)
        if all(_counts(row[column]) for row in block.rows if column < len(row))
    ]
    return {
        "title": voice(block.title),
        "header": [voice(head) for head in block.header],
        "rows": [[value(cell, voice) for cell in row] for row in block.rows],
        "numbers": numbers,
        "bright": list(block.bright),
        "dim": list(block.dim),
    }


def _counts(cell: Msg | str | int) -> bool:
    """Whether a cell is a number, or nothing."""
    return isinstance(cell, int) or cell == ""


def _fact(label: Msg, found: Msg | int, voice: Voice, *, good: bool) -> Scene:
    number = isinstance(found, int)
    said = signed(found) if isinstance(found, int) else voice(found)
    return {"label": voice(label), "value": said, "number": number, "good": good}
