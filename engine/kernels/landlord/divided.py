"""A hand of one pack divided into the plays it will leave in: what trial games are played with.

Ranks are strengths here, from 0 (a 3) to 14 (the big joker), and a hand is its counts by strength.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from engine.kernels.landlord.plan import (
    BIG,
    PAIR,
    SINGLE,
    SMALL,
    STRENGTHS,
    TRIPLE,
    TWO,
    Row,
    best,
    key,
    without,
)

if TYPE_CHECKING:
    from engine.kernels.division import Counts

QUAD = 4
"""So many cards are a bomb."""

HIGH = 11
"""An ace and what is above it."""

ROCKET_HEAD = STRENGTHS
"""王炸 as a bomb: above every other."""


Laid = tuple[int, int, int, int, tuple[int, ...]]
"""A play: width, length, head, wing, and the strengths of the wings."""


class Divided:
    """A hand on its way out; trial games use it up.

    Attributes:
        singles: strengths of single cards, weakest first; likewise ``pairs`` and ``triples``.
        bombs: strengths of bombs; ``ROCKET_HEAD`` is 王炸.
        rows: straights, pairs in a row, planes.
        count: how many cards.
    """

    __slots__ = ("bombs", "count", "pairs", "rows", "singles", "triples")

    def __init__(
        self, singles: list[int], pairs: list[int], triples: list[int], bombs: list[int],
        rows: list[Row], count: int,
    ) -> None:  # fmt: skip
        self.singles, self.pairs, self.triples = singles, pairs, triples
        self.bombs, self.rows, self.count = bombs, rows, count

    def copy(self) -> Divided:
        """One more, that can be used up."""
        return Divided(
            self.singles[:], self.pairs[:], self.triples[:], self.bombs[:], self.rows[:], self.count
        )

    def turns(self) -> int:
        """In how many plays the hand leaves, triples carrying what they can."""
        small = len(self.singles) + len(self.pairs)
        room = len(self.triples)
        for row in self.rows:
            if row.width == TRIPLE:
                room += row.length
        plays = len(self.triples) + len(self.bombs) + len(self.rows)
        return plays + (small - room if small > room else 0)

    def answers(self, width: int, length: int, head: int) -> bool:
        """Whether it can beat a body without a bomb."""
        if length > 1:
            return any(
                row.width == width and row.length >= length and row.head > head for row in self.rows
            )
        if self.triples and self.triples[-1] > head:
            return True
        if width < TRIPLE and self.pairs and self.pairs[-1] > head:
            return True
        if width > SINGLE:
            return False
        if self.singles and self.singles[-1] > head:
            return True
        return any(row.head > head and row.width == SINGLE for row in self.rows)

    def take_triple(self, at: int) -> Laid:
        head = self.triples.pop(at)
        single = self.singles[0] if self.singles else 99
        pair = self.pairs[0] if self.pairs else 99
        if single <= pair + 2:
            if single < SMALL and (single < TWO or self.count == 4):
                return (TRIPLE, 1, head, 1, (self.singles.pop(0),))
        elif pair < HIGH or self.count == 5:
            return (TRIPLE, 1, head, 2, (self.pairs.pop(0),) * 2)
        return (TRIPLE, 1, head, 0, ())

    def take_row(self, at: int) -> Laid:
        row = self.rows.pop(at)
        if row.width == TRIPLE:
            low = row.head - row.length
            wings = _small(self.singles, row.length, low, row.head)
            if wings:
                return (TRIPLE, row.length, row.head, 1, wings)
            wings = _small(self.pairs, row.length, low, row.head)
            if wings and row.length < 5:
                return (TRIPLE, row.length, row.head, 2, tuple(s for s in wings for _ in (1, 2)))
            self.pairs += wings
            self.pairs.sort()
        return (row.width, row.length, row.head, 0, ())

    def take(self, source: list[int] | list[Row], at: int, row: Row, wing: int) -> Laid | None:
        """A body with wings of the size that is asked for; None if there are none to spare."""
        if not wing:
            del source[at]
            return (row.width, row.length, row.head, 0, ())
        low = row.head - row.length
        if wing == SINGLE:
            wings = _small(self.singles, row.length, low, row.head)
            if not wings:
                wings = self._torn(row.length, low, row.head)
        else:
            wings = _small(self.pairs, row.length, low, row.head)
        if not wings:
            return None
        del source[at]
        if wing == PAIR:
            wings = tuple(s for s in wings for _ in (1, 2))
        return (row.width, row.length, row.head, wing, wings)

    def take_highest(self, head: int) -> Laid | None:
        """The strongest card that no row needs, if it beats; not one of 王炸, which stops too."""
        best, source = head, 0
        if self.singles and self.singles[-1] > best:
            best, source = self.singles[-1], 1
        if self.pairs and self.pairs[-1] > best:
            best, source = self.pairs[-1], 2
        if self.triples and self.triples[-1] > best:
            best, source = self.triples[-1], 3
        if source == 1:
            self.singles.pop()
        elif source == 2:
            self.pairs.pop()
            insort(self.singles, best)
        elif source == 3:
            self.triples.pop()
            insort(self.pairs, best)
        else:
            return None
        return (1, 1, best, 0, ())

    def _torn(self, count: int, low: int, head: int) -> tuple[int, ...]:
        """A pair taken apart for a wing."""
        if count == 1:
            for at, pair in enumerate(self.pairs):
                if pair < HIGH and not low < pair <= head:
                    self.pairs.pop(at)
                    insort(self.singles, pair)
                    return (pair,)
        return ()


def divided(counts: Counts) -> Divided:
    """The best division of a hand, by strength."""
    rows: list[Row] = []
    place = best(counts, 0, 0)[2]
    room = 0
    while place is not None:
        rows.append(place)
        counts = without(counts, place)
        room += place.length if place.width == TRIPLE else 0
        place = best(counts, key(place), room)[2]
    groups: list[list[int]] = [[], [], [], [], []]
    bombs = groups[4]
    top = STRENGTHS
    if counts[SMALL] and counts[BIG]:
        bombs.append(ROCKET_HEAD)
        top = SMALL
    for strength in range(top):
        if counts[strength]:
            groups[counts[strength]].append(strength)
    bombs.sort()
    count = sum(counts) + sum(row.width * row.length for row in rows)
    return Divided(groups[1], groups[2], groups[3], bombs, rows, count)


def _small(held: list[int], count: int, low: int, head: int) -> tuple[int, ...]:
    """The weakest different groups that may be wings, taken; none if there are too few.

    Two jokers are no wings together, nor is a rank beside the body.
    """
    found: list[int] = []
    for strength in held:
        if low <= strength <= head + 1 and count > 1:
            continue
        if strength in found or strength == low + 1 == head:
            continue
        if strength == BIG and SMALL in found:
            break
        found.append(strength)
        if len(found) == count:
            for one in found:
                held.remove(one)
            return tuple(found)
    return ()
