"""What a board is worth, line by line; numbers in brackets are those of rules.zh.md."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.cards import Card, Suit
from engine.games.matrix.scoring import (
    CELLS,
    COLLECTION,
    KIND_POINTS,
    LINES,
    POINTS,
    WEIGHTS,
    Kind,
    judged,
)
from engine.games.matrix.state import Special, complete

if TYPE_CHECKING:
    from engine.games.matrix.state import Board, Layout

CELL_POINTS = 20
"""For each 卡牌点数 of a card of the right colour in a 奖励格 (§11)."""

COLOURS = {
    Special.RED: (Suit.HEART, Suit.DIAMOND),
    Special.BLACK: (Suit.SPADE, Suit.CLUB),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A complete line: ``cards`` × ``pattern`` × ``times`` = ``points`` (§8).

    Attributes:
        index: in ``LINES``.
        kind: its 牌型.
        cards: 卡牌点数总和.
        times: 倍数.
    """

    index: int
    kind: Kind
    cards: int
    times: int

    @property
    def pattern(self) -> int:
        """牌型点数."""
        return KIND_POINTS[self.kind]

    @property
    def points(self) -> int:
        """What the line pays."""
        return self.cards * self.pattern * self.times


@dataclass(frozen=True, slots=True)
class Bonus:
    """A card in a 奖励格 of its colour: 20 × ``card_points`` (§11)."""

    cell: int
    card: Card

    @property
    def card_points(self) -> int:
        """卡牌点数 of the card."""
        return POINTS[self.card.rank]

    @property
    def points(self) -> int:
        """What the cell pays."""
        return CELL_POINTS * self.card_points


@dataclass(frozen=True, slots=True)
class Tally:
    """Everything a board has earned (§10).

    Attributes:
        lines: those that are complete.
        bonuses: cards in 奖励格 of their colour.
        kinds: how many different kinds there are, 高牌 not counted (§9).
        of_lines, of_cells, collection: what all lines, all cells and the different kinds pay.
    """

    lines: tuple[Line, ...]
    bonuses: tuple[Bonus, ...]
    kinds: int
    of_lines: int
    of_cells: int
    collection: int
    total: int

    @property
    def extra(self) -> int:
        """奖励分: what is not paid by lines (§9, §11)."""
        return self.of_cells + self.collection


def line_of(board: Board, index: int) -> Line:
    """One complete line of a board."""
    cards = [card for cell in LINES[index] if (card := board.cells[cell]) is not None]
    points = sum(POINTS[card.rank] for card in cards)
    return Line(index, judged(cards), points, WEIGHTS[index] + (index in board.doubled))


@lru_cache(maxsize=1024)
def tally(board: Board, layout: Layout) -> Tally:
    """What a board has earned so far."""
    lines = tuple(
        line_of(board, index) for index in range(len(LINES)) if complete(board.cells, index)
    )
    bonuses = tuple(
        Bonus(cell, card)
        for cell in range(CELLS)
        if (card := board.cells[cell]) is not None and card.suit in COLOURS.get(layout[cell], ())
    )
    kinds = len({line.kind for line in lines} - {Kind.HIGH})
    of_lines = sum(line.points for line in lines)
    of_cells = sum(bonus.points for bonus in bonuses)
    total = of_lines + of_cells + COLLECTION[kinds]
    return Tally(lines, bonuses, kinds, of_lines, of_cells, COLLECTION[kinds], total)
