"""How a hand of 斗地主 is best divided into plays, and what it is worth.

Every play of a division is worth more the higher it is, and costs the turn it takes: a hand that
leaves quickly and keeps the lead on the way is worth most. Numbers are in points of no unit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.kernels.climb.ranks import sequences
from engine.kernels.landlord.shapes import CHAIN, ORDER, STANDARD

if TYPE_CHECKING:
    from engine.kernels.division import Counts, Worth

TURN = 7
"""What a turn costs."""

ROCKET = 20
BOMB = 9
"""A bomb is worth so much and its strength."""

MIDDLE = 7
"""The strength (of a 10) from which on a play is more likely to win the lead than to lose it."""

SINGLE, PAIR, TRIPLE = 1, 2, 3
SHORTEST = {SINGLE: 5, PAIR: 3, TRIPLE: 2}
"""The least number of ranks of a run, by the cards of each."""

RUNS = sequences(CHAIN, SHORTEST)

STRENGTHS = len(ORDER)
TWO, SMALL, BIG = STRENGTHS - 3, STRENGTHS - 2, STRENGTHS - 1
"""The strengths of a 2 and of the jokers."""


class Row(NamedTuple):
    """``length`` ranks in a row, of ``width`` cards each, up to ``head``; and their worth."""

    width: int
    length: int
    head: int
    need: int
    worth: int


def _rows(width: int) -> tuple[Row, ...]:
    lengths = sorted(
        {
            run
            for shape in STANDARD.shapes
            if shape.width == width and shape.wings is None and not shape.tier
            for run in shape.run
            if run > 1
        }
    )
    return tuple(
        Row(width, length, head, (1 << length) - 1 << head - length + 1, head - MIDDLE + 1 - TURN)
        for length in lengths
        for head in range(length - 1, len(CHAIN))
    )


ROWS = {width: _rows(width) for width in (SINGLE, PAIR, TRIPLE)}


@lru_cache(maxsize=1 << 14)
def _fitting(width: int, held: int) -> tuple[Row, ...]:
    """The rows of which all ranks are held."""
    return tuple(row for row in ROWS[width] if not row.need & ~held)


def worth(counts: Counts) -> Worth:
    """The best division of a hand: its value and turns; ``(0, 0)`` if it is empty.

    ``counts`` are by rank, as ``reader.count`` makes them.
    """
    return best(by_strength(counts), 0, 0)[:2]


def by_strength(counts: Counts) -> Counts:
    """Counts by rank as counts by strength."""
    return tuple([counts[rank] for rank in ORDER])


def key(row: Row) -> int:
    """Where a row stands among all rows."""
    return row.width << 8 | row.length << 4 | row.head


def without(counts: Counts, row: Row) -> Counts:
    """A hand without a row."""
    rest = list(counts)
    for strength in range(row.head - row.length + 1, row.head + 1):
        rest[strength] -= row.width
    return tuple(rest)


@lru_cache(maxsize=1 << 17)
def best(counts: Counts, start: int, room: int) -> tuple[int, int, Row | None]:
    """Value and turns of the best division whose rows are not before ``start``, and its next row.

    ``room``: so many single cards or pairs may be carried by planes taken out already.
    """
    value, turns = _loose(counts, room)
    first: Row | None = None
    one = two = three = 0
    bit = 1
    for held in counts[: len(CHAIN)]:
        if held:
            one |= bit
            if held > 1:
                two |= bit
                if held > 2:
                    three |= bit
        bit <<= 1
    for width, mask in ((SINGLE, one), (PAIR, two), (TRIPLE, three)):
        for row in _fitting(width, mask):
            if row.width << 8 | row.length << 4 | row.head < start:
                continue
            more = room + row.length if width == TRIPLE else room
            found, took, _ = best(without(counts, row), key(row), more)
            found += row.worth
            if found > value or (found == value and took + 1 < turns):
                value, turns, first = found, took + 1, row
    return value, turns, first


def _loose(counts: Counts, room: int) -> tuple[int, int]:
    """A hand without rows: triples, and planes with ``room``, carry the weakest cards."""
    value = turns = 0
    small: list[int] = []
    top = STRENGTHS
    if counts[SMALL] and counts[BIG]:
        value, turns, top = ROCKET - TURN, 1, SMALL
    for strength in range(top):
        held = counts[strength]
        if not held:
            continue
        cost = strength - MIDDLE - TURN
        turns += 1
        if held > TRIPLE:
            value += cost + BOMB + MIDDLE
            continue
        value += cost
        if held == TRIPLE:
            room += 1
        elif cost < 0:
            small.append(cost)
    if room and small:
        small.sort()
        carried = small[:room]
        return value - sum(carried), turns - len(carried)
    return value, turns
