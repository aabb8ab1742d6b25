"""A hand of two packs divided into the plays it will leave in: what trial games are played with.

Ranks are strengths here, from 0 (a 3) to 14 (a big joker), and a hand is its counts by strength.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.doudizhu4.plan import BOMB
from engine.kernels.landlord import plan
from engine.kernels.landlord.plan import PAIR, SINGLE, TRIPLE
from engine.kernels.landlord.shapes import ORDER

if TYPE_CHECKING:
    from engine.kernels.division import Counts

TWO, ACE = 12, 11
SMALL, BIG = 13, 14

FORCE = 16
"""A bomb is its cards, and below them its strength."""

ROCKET = 9 * FORCE
"""天王炸弹: above every other bomb."""

_STRENGTH = {rank: at for at, rank in enumerate(ORDER)}

_RUNS = tuple(
    (sum(1 << _STRENGTH[rank] for rank in ranks), width, tuple(_STRENGTH[rank] for rank in ranks))
    for _, width, ranks in plan.RUNS
)

Row = tuple[int, int, int]
"""Ranks in a row: the cards of each, how many ranks, the strength of the last."""


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
        found = [*self.singles, *self.pairs * 2, *self.triples * 3]
        for width, length, head in self.rows:
            found += [head - at for at in range(length)] * width
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
    rows: list[Row] = []
    room = 0
    best = _groups(left, 0)
    while True:
        masks = [0, 0, 0, 0]
        for at in range(TWO):
            for width in range(1, left[at] + 1):
                masks[width] |= 1 << at
        limit, found = best - 1, None
        for need, width, run in _RUNS:
            if need & ~masks[width]:
                continue
            rest = left[:]
            for at in run:
                rest[at] -= width
            groups = _groups(rest, room + (len(run) if width == TRIPLE else 0))
            if groups < limit:
                limit, found = groups, (rest, width, run)
        if found is None:
            break
        best = limit
        left, width, run = found
        rows.append((width, len(run), run[-1]))
        room += len(run) if width == TRIPLE else 0
    singles, pairs, triples = (
        [at for at, held in enumerate(left) if held == width] for width in (SINGLE, PAIR, TRIPLE)
    )
    rows.sort(key=lambda row: row[2])
    return Divided(singles, pairs, triples, rows, bombs, sum(counts))


def _groups(left: list[int], room: int) -> int:
    """Groups of equal cards, less the pairs that triples and planes with ``room`` carry."""
    pairs = left.count(PAIR)
    triples = left.count(TRIPLE)
    room += triples
    return left.count(SINGLE) + triples + (pairs - room if pairs > room else 0)
