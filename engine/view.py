"""A screen in blocks, without a pixel and without a sentence.

``present`` builds a ``View`` from what a seat knows; pictures, text and alt text are made from it.
Every block is frozen and hashable. Faces are codes (``S3``, ``BJ``); an empty code is an empty
place.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.frozen import quick
from engine.msg import Msg


class Tint(StrEnum):
    """Colours by name, for places and marks; words always say the same as the colour."""

    PLAIN = ""
    GOLD = "gold"
    RED = "red"
    BLACK = "black"
    BLUE = "blue"
    GREEN = "green"
    VIOLET = "violet"


@quick
@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that lie somewhere.

    Attributes:
        title: what this place is.
        codes: open faces, in the order shown.
        hidden: how many more lie face down: a pile, whose number is shown; of the viewer's own
            hand each of them, side by side.
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


@quick
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
        won: it has won: shown in gold.
        dim: it is out, or has lost.
    """

    seat: int
    cards: int | None = None
    score: int | None = None
    marks: tuple[Msg, ...] = ()
    asked: bool = False
    team: int = 0
    won: bool = False
    dim: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Seats:
    """All players, in seat order.

    Attributes:
        rows: one a seat that is taken.
        me: the viewer's seat; None for a spectator.
        free: seats that somebody may still take, drawn as places.
    """

    rows: tuple[SeatRow, ...]
    me: int | None = None
    free: int = 0


@quick
@dataclass(frozen=True, slots=True)
class Play:
    """What a seat put down: cards, or words where it put down none.

    Attributes:
        mark: how it stands, in a word or two (扣, 砸, 庄家), on ``tint``.
        points: what it won or lost by them; one that has points is drawn as a line of its own.
        won: it has won: shown in gold.
    """

    seat: int
    codes: tuple[str, ...] = ()
    label: Msg | None = None
    mark: Msg | None = None
    tint: Tint = Tint.PLAIN
    points: int | None = None
    won: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Trick:
    """The plays of a circle or of a showdown, first to last."""

    title: Msg
    plays: tuple[Play, ...]


@quick
@dataclass(frozen=True, slots=True)
class Cell:
    """A place of a board.

    Attributes:
        code: the face that lies there; empty: none.
        label: what the place is called or gives, shown while nothing lies there.
        badge: the same in a word or two, shown on the card that lies there.
        tint: its colour, seen whole while nothing lies there, and below the badge after that.
        lit: it stands out: just filled, or just scored.
        dim: it does not count.
    """

    code: str = ""
    label: Msg | str = ""
    badge: Msg | str = ""
    tint: Tint = Tint.PLAIN
    lit: bool = False
    dim: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Grid:
    """A board, left to right and top to bottom: ``len(cells)`` is a multiple of ``columns``.

    Attributes:
        lines: rows, columns and diagonals that are complete, each as positions in ``cells``;
            they are framed in gold.
        note: a line below.
    """

    title: Msg
    columns: int
    cells: tuple[Cell, ...]
    lines: tuple[tuple[int, ...], ...] = ()
    note: Msg | None = None


@quick
@dataclass(frozen=True, slots=True)
class Boards:
    """Boards side by side, small: 9 at most. Of their cells, faces, tints and lights are drawn."""

    title: Msg
    boards: tuple[Grid, ...]


@quick
@dataclass(frozen=True, slots=True)
class Table:
    """Rows of words and numbers under a header; columns of numbers stand at the right.

    Attributes:
        header: one word or two a column; empty: the columns need none.
        bright: positions in ``rows`` that stand out in gold: what has scored, who has won.
        dim: positions of rows that do not count, or not yet.
    """

    title: Msg
    header: tuple[Msg, ...]
    rows: tuple[tuple[Msg | str | int, ...], ...]
    bright: tuple[int, ...] = ()
    dim: tuple[int, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Lamps:
    """A row of lamps, the first ``lit`` of them on; a lamp may have a label."""

    title: Msg
    labels: tuple[Msg | str, ...]
    lit: int = 0


@quick
@dataclass(frozen=True, slots=True)
class Count:
    """How many of a kind there still are: ``left`` of ``all``."""

    label: Msg | str
    left: int
    all: int


@quick
@dataclass(frozen=True, slots=True)
class Tally:
    """What is still out, kind by kind; a kind that is whole stands out, one that is gone is dim."""

    title: Msg
    counts: tuple[Count, ...]


@quick
@dataclass(frozen=True, slots=True)
class Course:
    """Points over time, a line each.

    Attributes:
        names: one a line.
        points: what each line had first, and after each round, in the order of ``names``.
        me: which line is the viewer's own.
    """

    title: Msg
    names: tuple[Msg | str, ...]
    points: tuple[tuple[int, ...], ...]
    me: int | None = None


@quick
@dataclass(frozen=True, slots=True)
class Fact:
    """A label and the number or words that matter; ``good`` colours it."""

    label: Msg
    value: Msg | int
    good: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Facts:
    """The few numbers a player plays by."""

    facts: tuple[Fact, ...]


@quick
@dataclass(frozen=True, slots=True)
class Lines:
    """Sentences."""

    msgs: tuple[Msg, ...]


@quick
@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a knock-out.

    Attributes:
        tables: the players of each table; who goes on has ``won``, who is out is ``dim``.
    """

    title: Msg
    tables: tuple[tuple[SeatRow, ...], ...]


@quick
@dataclass(frozen=True, slots=True)
class Row:
    """Blocks side by side, clearly apart."""

    blocks: tuple[Cards, ...]


Block: TypeAlias = (
    Cards
    | Seats
    | Trick
    | Grid
    | Boards
    | Table
    | Tally
    | Course
    | Lamps
    | Facts
    | Lines
    | Stage
    | Row
)


@quick
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
    details: tuple[Block, ...] = ()
