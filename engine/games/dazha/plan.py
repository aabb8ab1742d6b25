"""In how many turns a hand of 上饶打炸 is played, and what it is worth to hold it.

A hand is divided greedily: bombs stay whole, runs are taken out as long as that saves turns,
triples carry two cards each. Numbers are in points of no unit; ``TURN`` is what a turn costs.
"""

from __future__ import annotations

from functools import lru_cache

from engine.cards import Rank
from engine.games.dazha.shapes import CHAIN, FOUR, JOKERS, ORDER
from engine.kernels.climb.ranks import sequences
from engine.kernels.division import Counts

TURN = 10
BOMB = 13
"""What a bomb in the hand is worth: it takes the lead when that is needed."""

SINGLE, PAIR, TRIPLE = 1, 2, 3
SHORTEST = {TRIPLE: 2, SINGLE: 5, PAIR: 2}
"""The least number of ranks of a run, by the cards of each."""

RUNS = sequences(CHAIN, SHORTEST)

NATURAL = tuple(rank for rank in ORDER if rank not in JOKERS)
CONTROL = {Rank.TWO: 5, Rank.ACE: 2}
"""What a group of these is worth beside the turn it takes: it may win the lead."""


@lru_cache(maxsize=1 << 16)
def turns(counts: Counts) -> int:
    """Turns for all but the bombs; ``counts`` are by rank, jokers left out."""
    left = [held if held < FOUR else 0 for held in counts]
    best, runs = _groups(left), 0
    while True:
        found = _best_run(left, best - 1)
        if found is None:
            return best + runs
        best, left = found
        runs += 1


def _best_run(left: list[int], limit: int) -> tuple[int, list[int]] | None:
    """The run after which the fewest groups are left, fewer than ``limit`` of them."""
    masks = [0] * (TRIPLE + 1)
    for rank in CHAIN:
        for width in range(1, left[rank] + 1):
            masks[width] |= 1 << rank
    best = None
    for need, width, ranks in RUNS:
        if need & ~masks[width]:
            continue
        rest = left.copy()
        for rank in ranks:
            rest[rank] -= width
        # The wings of a plane are counted as those of its triples.
        groups = _groups(rest, 2 * len(ranks) if width == TRIPLE else 0)
        if groups < limit:
            best, limit = (groups, rest), groups
    return best


def _groups(left: list[int], room: int = 0) -> int:
    """Groups of equal cards, less what triples carry: two cards each, and ``room`` more."""
    singles = left.count(SINGLE)
    pairs = left.count(PAIR)
    triples = left.count(TRIPLE)
    room += 2 * triples
    carried = min(singles, room)
    return triples + singles - carried + pairs - min(pairs, (room - carried) // 2)


def value(counts: Counts) -> int:
    """What a hand is worth: few turns, bombs, and groups that may win the lead."""
    worth = -TURN * turns(counts)
    for held in counts:
        if held >= FOUR:
            worth += BOMB + 3 * (held - FOUR)
    for rank, control in CONTROL.items():
        if 0 < counts[rank] < FOUR:
            worth += control
    return worth
