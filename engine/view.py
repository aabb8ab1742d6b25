"""A screen in blocks, without a pixel and without a sentence.

``present`` builds a ``View`` from what a seat knows; pictures, text and alt text are made from it.
Every block is frozen and hashable. Cells hold face codes (``S3``, ``BJ``); an empty code is an
empty place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.msg import Msg


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that lie somewhere.

    Attributes:
        title: what this place is.
        codes: open faces, in the order shown.
        hidden: how many more lie face down: a pile, whose number is shown.
        places: how many places there are; those not filled are drawn empty.
        chosen: positions in ``codes`` that stand out (a suggested discard, a winning card).
        note: a line below.
        pile: show only the topmost face and the count; the faces are listed on request.
        mine: it is the viewer's own hand.
    """

    title: Msg
    codes: tuple[str, ...] = ()
    hidden: int = 0
    places: int = 0
    chosen: tuple[int, ...] = ()
    note: Msg | None = None
    pile: bool = False
    mine: bool = False


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One player's line.

    Attributes:
        seat: whose; the name is put there by the catalogue.
        cards: how many cards are held; None where that says nothing.
        score: the number that stands large at the end, in points or chips.
        marks: short labels.
        asked: it is waited for now.
        team: 0 for none, else the number of the side.
    """

    seat: int
    cards: int | None = None
    score: int | None = None
    marks: tuple[Msg, ...] = ()
    asked: bool = False
    team: int = 0


@dataclass(frozen=True, slots=True)
class Seats:
    """All players, in seat order; ``me`` is the viewer's seat, None for a spectator."""

    rows: tuple[SeatRow, ...]
    me: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """What a seat put down: cards, or words where it put down none."""

    seat: int
    codes: tuple[str, ...] = ()
    label: Msg | None = None


@dataclass(frozen=True, slots=True)
class Trick:
    """The plays of a circle or of a showdown, first to last."""

    title: Msg
    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A board, left to right and top to bottom: ``len(cells)`` is a multiple of ``columns``.

    ``marks`` has one short word a cell, or is empty.
    """

    title: Msg
    columns: int
    cells: tuple[str, ...]
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of words and numbers under a header."""

    title: Msg
    header: tuple[Msg, ...]
    rows: tuple[tuple[Msg | str | int, ...], ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and the number or words that matter; ``good`` colours it."""

    label: Msg
    value: Msg | int
    good: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """The few numbers a player plays by."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """Sentences."""

    msgs: tuple[Msg, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """Blocks side by side, clearly apart."""

    blocks: tuple[Cards, ...]


Block: TypeAlias = Cards | Seats | Trick | Grid | Table | Facts | Lines | Row


@dataclass(frozen=True, slots=True)
class View:
    """One screen.

    Attributes:
        title: what is played, and where it stands.
        blocks: top to bottom.
        details: more to look at on request (the faces of a pile).
    """

    title: Msg
    blocks: tuple[Block, ...] = ()
    details: tuple[Cards, ...] = ()
