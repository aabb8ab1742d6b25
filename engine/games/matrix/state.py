"""Where a round of 扑克矩阵 stands, what a seat knows of it, and a guess at the rest.

Numbers in brackets are those of rules.zh.md.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.cards import Card
from engine.core import put
from engine.games.matrix.scoring import CELLS, LINES, PACK, THROUGH

if TYPE_CHECKING:
    from engine.core import Options, Seat
    from engine.rng import Rng

AHEAD = 2
"""Cards that are shown before it is their turn (§4)."""

LETTERS = tuple("abcdefghijklmnopqrstuvwxy")
"""What the cells are called, row by row (§2)."""


class Special(StrEnum):
    """What a cell does when it is filled (§11 to §13)."""

    NONE = ""
    RED = "red"
    BLACK = "black"
    DOUBLE = "double"
    SKIP = "skip"


Layout = tuple[Special, ...]
SPECIALS = (Special.RED, Special.BLACK, Special.DOUBLE, Special.SKIP, Special.SKIP)
"""The special cells of a board (§3)."""

PLAIN_BOARD: Layout = (Special.NONE,) * CELLS


@dataclass(frozen=True, slots=True)
class Board:
    """One player's cards.

    Attributes:
        cells: the card in each cell; None: it is empty.
        doubled: lines that were completed by filling the 加倍格.
        rests: it sits out the current round.
        last: the cell filled last.
    """

    cells: tuple[Card | None, ...] = (None,) * CELLS
    doubled: tuple[int, ...] = ()
    rests: bool = False
    last: int | None = None

    @property
    def empty(self) -> tuple[int, ...]:
        """The cells that a card may be put into."""
        return tuple(cell for cell, card in enumerate(self.cells) if card is None)

    @property
    def asked(self) -> bool:
        """Whether a card has to be put down in this round."""
        return not self.rests and None in self.cells


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody may know.

    Attributes:
        layout: what each cell does, the same for all.
        by_rank: points for the match are by rank (§15).
        best: by seat, its best round so far; empty where nothing is known.
        round: from 1; one more than there are when all are over.
        shown: the cards shown so far, in their order: those played, the current one, the next ones.
        boards: by seat, as they were when this round began.
    """

    layout: Layout
    by_rank: bool
    best: tuple[int, ...]
    round: int
    shown: tuple[Card, ...]
    boards: tuple[Board, ...]

    @property
    def rounds(self) -> int:
        """How many rounds there are: one a cell, and one more for each 过牌格 (§5)."""
        return CELLS + self.layout.count(Special.SKIP)

    @property
    def over(self) -> bool:
        """Whether all cards have been played."""
        return self.round > self.rounds

    @property
    def card(self) -> Card:
        """The card of this round."""
        return self.shown[self.round - 1]

    @property
    def coming(self) -> tuple[Card, ...]:
        """The cards that are shown before it is their turn."""
        return self.shown[self.round :]


@dataclass(frozen=True, slots=True)
class State:
    """A whole round.

    Attributes:
        public: what lies open.
        deck: the cards not shown yet, next card first.
        answers: by seat, the cell chosen for the current card; it may still be changed.
    """

    public: Public
    deck: tuple[Card, ...] = field(repr=False)
    answers: tuple[int | None, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Seen:
    """What ``seat`` (None: a spectator) knows.

    Attributes:
        answer: the cell it has chosen for the current card.
        answered: by seat, whether a cell was chosen.
    """

    seat: Seat | None
    public: Public
    answer: int | None
    answered: tuple[bool, ...]

    @property
    def board(self) -> Board:
        """The viewer's board, with the card it has chosen a cell for."""
        assert self.seat is not None  # noqa: S101  (a spectator has none; for the type checker)
        board = self.public.boards[self.seat]
        if self.answer is None:
            return board
        return filled(board, self.answer, self.public.card, self.public.layout)


def layout_of(options: Options, rng: Rng) -> Layout:
    """Where the special cells are: five different ones by lot, or none at all (§3)."""
    if options["special"] == "off":
        return PLAIN_BOARD
    drawn = dict(zip(rng.sample(range(CELLS), len(SPECIALS)), SPECIALS, strict=True))
    return tuple(drawn.get(cell, Special.NONE) for cell in range(CELLS))


def filled(board: Board, cell: int, card: Card, layout: Layout) -> Board:
    """The board with a card in one of its empty cells."""
    cells = put(board.cells, cell, card)
    doubled = board.doubled
    if layout[cell] is Special.DOUBLE:
        doubled = tuple(line for line in THROUGH[cell] if complete(cells, line))
    return replace(
        board, cells=cells, doubled=doubled, rests=layout[cell] is Special.SKIP, last=cell
    )


def complete(cells: tuple[Card | None, ...], line: int) -> bool:
    """Whether all five cells of a line are filled."""
    return all(cells[cell] is not None for cell in LINES[line])


def asked(public: Public) -> tuple[Seat, ...]:
    """The seats that put a card down in this round."""
    if public.over:
        return ()
    return tuple(seat for seat, board in enumerate(public.boards) if board.asked)


def observe(state: State, seat: Seat | None) -> Seen:
    """What a seat knows: that others have answered, but not what."""
    return Seen(
        seat,
        state.public,
        answer=None if seat is None else state.answers[seat],
        answered=tuple(answer is not None for answer in state.answers),
    )


def imagine(seen: Seen, rng: Rng) -> State:
    """A random round that looks like ``seen`` from there."""
    public = seen.public
    answers = [
        rng.choice(board.empty) if there else None
        for board, there in zip(public.boards, seen.answered, strict=True)
    ]
    if seen.seat is not None:
        answers[seen.seat] = seen.answer
    rest = Counter(PACK)
    rest.subtract(public.shown)
    return State(public, rng.shuffled(rest.elements()), tuple(answers))
