"""What the computer players that divide a hand into plays have in common.

They see a hand as counts by rank (``climb.ranks.count``) or by strength (``climb.ranks.counted``):
suits do not matter to them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.kernels.climb.ranks import CHAIN, STRENGTH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.cards import Rank
    from engine.kernels.climb.ranks import Sequence

Counts = tuple[int, ...]
"""Cards held by rank: ``counts[rank]``."""

Worth = tuple[int, int]
"""The value of a hand in points of no unit, and the turns in which it is played."""


def less(counts: Counts, ranks: tuple[Rank, ...]) -> Counts:
    """``counts`` without one card for each of ``ranks``, which are all held."""
    left = list(counts)
    for rank in ranks:
        left[rank] -= 1
    return tuple(left)


Run = tuple[int, int, tuple[int, ...]]
"""Strengths in a row: as bits, the cards of each, the strengths."""

Row = tuple[int, int, int]
"""A run that was taken out: the cards of each rank, how many ranks, the strength of the last."""

SINGLE, PAIR, TRIPLE = 1, 2, 3


def by_strength(sequences: Iterable[Sequence]) -> tuple[Run, ...]:
    """Ranks in a row as strengths in a row."""
    found = []
    for _, width, ranks in sequences:
        run = tuple(STRENGTH[rank] for rank in ranks)
        found.append((sum(1 << at for at in run), width, run))
    return tuple(found)


class Parts(NamedTuple):
    """A hand in parts, each weakest first; its bombs are not among them."""

    singles: list[int]
    pairs: list[int]
    triples: list[int]
    rows: list[Row]


def parted(
    left: list[int], runs: tuple[Run, ...], carried: int, groups: Callable[[list[int], int], int]
) -> Parts:
    """A hand in few plays: the run that saves most is taken out as long as one does.

    Args:
        left: counts by strength, without the bombs.
        runs: those that may be taken out.
        carried: how many places for wings each rank of a plane has.
        groups: of counts and of places for wings in planes, the plays that are left.
    """
    rows: list[Row] = []
    room = 0
    best = groups(left, 0)
    while True:
        masks = [0] * (TRIPLE + 1)
        for at in range(len(CHAIN)):
            for width in range(1, left[at] + 1):
                masks[width] |= 1 << at
        limit, found = best - 1, None
        for need, width, run in runs:
            if need & ~masks[width]:
                continue
            rest = left[:]
            for at in run:
                rest[at] -= width
            after = groups(rest, room + (carried * len(run) if width == TRIPLE else 0))
            if after < limit:
                limit, found = after, (rest, width, run)
        if found is None:
            break
        best = limit
        left, width, run = found
        rows.append((width, len(run), run[-1]))
        room += carried * len(run) if width == TRIPLE else 0
    singles, pairs, triples = (
        [at for at, held in enumerate(left) if held == width] for width in (SINGLE, PAIR, TRIPLE)
    )
    rows.sort(key=lambda row: row[2])
    return Parts(singles, pairs, triples, rows)


def in_rows(rows: Iterable[Row]) -> list[int]:
    """The cards of rows, as strengths."""
    return [at for width, length, head in rows for at in range(head - length + 1, head + 1)
            for _ in range(width)]  # fmt: skip
