"""A hand of two packs divided into the plays it will leave in: what trial games are played with.

Ranks are strengths here, from 0 (a 3) to 14 (a big joker), and a hand is its counts by strength.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.doudizhu4.plan import BOMB
from engine.kernels.division import PAIR, SINGLE, TRIPLE, by_strength, in_rows, parted
from engine.kernels.landlord import plan

if TYPE_CHECKING:
    from engine.kernels.division import Counts, Row

TWO, ACE = 12, 11
SMALL, BIG = 13, 14

FORCE = 16
"""A bomb is its cards, and below them its strength."""

ROCKET = 9 * FORCE
"""天王炸弹: above every other bomb."""

_RUNS = by_strength(plan.RUNS)


class Divided:
    """A hand on its way out; trial games use it up.

    Attributes:
        singles: strengths of single cards, weakest first; likewise ``pairs`` and ``triples``.
        rows: straights, pairs in a row, and planes.
        bombs: weakest first.
        count: how many cards.
    """

    __slots__ = ("bombs", "count", "pairs", "rows", "singles", "triples")

    def __init__(
        self, singles: list[int], pairs: list[int], triples: list[int], rows: list[Row],
        bombs: list[int], count: int,
    ) -> None:  # fmt: skip
        self.singles, self.pairs, self.triples = singles, pairs, triples
        self.rows, self.bombs, self.count = rows, bombs, count

    def copy(self) -> Divided:
        """One more, that can be used up."""
        return Divided(
            self.singles[:], self.pairs[:], self.triples[:], self.rows[:], self.bombs[:],
            self.count,
        )  # fmt: skip

    def turns(self) -> int:
        """In how many plays all but the bombs leaves, triples carrying a pair each."""
        room = len(self.triples)
        for row in self.rows:
            if row[0] == TRIPLE:
                room += row[1]
        pairs = len(self.pairs)
        rest = pairs - room if pairs > room else 0
        return len(self.singles) + len(self.triples) + len(self.rows) + rest

    def cards(self) -> list[int]:
        """All its cards, weakest first."""
        found = [*self.singles, *self.pairs * 2, *self.triples * 3, *in_rows(self.rows)]
        for bomb in self.bombs:
            size, strength = divmod(bomb, FORCE)
            found += [SMALL, SMALL, BIG, BIG] if bomb == ROCKET else [strength] * size
        return sorted(found)


def divided(counts: Counts) -> Divided:
    """A hand in few plays: bombs whole, runs where they save a play."""
    left = [held if held < BOMB else 0 for held in counts]
    bombs = sorted(held * FORCE + at for at, held in enumerate(counts) if held >= BOMB)
    if counts[SMALL] == counts[BIG] == PAIR:
        left[SMALL] = left[BIG] = 0
        bombs.append(ROCKET)
    return Divided(*parted(left, _RUNS, 1, _groups), bombs, sum(counts))


def _groups(left: list[int], room: int) -> int:
    """Groups of equal cards, less the pairs that triples and planes with ``room`` carry."""
    pairs = left.count(PAIR)
    triples = left.count(TRIPLE)
    room += triples
    return left.count(SINGLE) + triples + (pairs - room if pairs > room else 0)
