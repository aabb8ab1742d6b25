"""How a hand of 三两一 is best divided into plays, and what it is worth.

Every play of a division is worth more the higher it is, and costs the turn it takes. Numbers are in
points of no unit.
"""

from __future__ import annotations

from functools import lru_cache

from engine.games.sanliangyi.shapes import ORDER, PLAIN
from engine.kernels.climb.reader import Reader
from engine.kernels.division import Counts, Worth

TURN = 8
"""What a turn costs."""

MIDDLE = 8
"""The strength (of a J) from which on a play is more likely to win the lead than to lose it."""

RARE = 3
"""What a run, and four of a kind, is worth beside its strength: few can answer it."""

PAIR, TRIPLE, QUAD = 2, 3, 4
CARRIES = {PAIR: 3, TRIPLE: 2, QUAD: 2}
"""By the cards of each rank of a run, from how many ranks on it carries a card."""

RUNS = tuple(
    (sum(1 << rank for rank in run.reading.body), run.reading.width, run.reading.body,
     run.reading.head)
    for run in Reader(PLAIN).runs
    if len(run.reading.body) > 1 and not run.groups
)  # fmt: skip
"""Every run: its ranks as bits, the cards of each, its ranks, its strength."""


def worth(counts: Counts) -> Worth:
    """The best division of a hand: its value and turns; ``(0, 0)`` if it is empty.

    ``counts`` are by rank.
    """
    return best(counts, 0, 0)[:2]


@lru_cache(maxsize=1 << 16)
def best(counts: Counts, start: int, room: int) -> tuple[int, int, int | None]:
    """Value and turns of the best division whose runs are not before the ``start``-th, and its run.

    ``room`` single cards may be carried by runs taken out already.
    """
    value, turns = _loose(counts, room)
    first: int | None = None
    have = [sum(1 << rank for rank in ORDER if counts[rank] >= width) for width in range(5)]
    for place in range(start, len(RUNS)):
        need, width, ranks, head = RUNS[place]
        if need & ~have[width]:
            continue
        more = room + carries(width, len(ranks))
        found, took, _ = best(without(counts, place), place, more)
        found += head - MIDDLE + RARE - TURN
        if (found, -took - 1) > (value, -turns):
            value, turns, first = found, took + 1, place
    return value, turns, first


def carries(width: int, length: int) -> bool:
    """Whether a run of ``length`` ranks, ``width`` cards each, may carry a card."""
    return width in CARRIES and length >= CARRIES[width]


def without(counts: Counts, place: int) -> Counts:
    """A hand without a run."""
    _, width, ranks, _ = RUNS[place]
    rest = list(counts)
    for rank in ranks:
        rest[rank] -= width
    return tuple(rest)


def _loose(counts: Counts, room: int) -> Worth:
    """A hand without runs: three carry a pair and a card, four a card, the weakest first."""
    value = turns = triples = 0
    singles: list[int] = []
    pairs: list[int] = []
    for strength, rank in enumerate(ORDER):
        held = counts[rank]
        if not held:
            continue
        cost = strength - MIDDLE - TURN + (RARE if held == QUAD else 0)
        value += cost
        turns += 1
        if held == QUAD:
            room += 1
        elif held == TRIPLE:
            triples += 1
        else:
            (pairs if held == PAIR else singles).append(cost)
    carried = pairs[:triples]
    carried += singles[: room + len(carried)]
    return value - sum(carried), turns - len(carried)
