"""How a hand of 斗地主 is best divided into plays, and what it is worth.

Every play of a division is worth more the higher it is, and costs the turn it takes: a hand that
leaves quickly and keeps the lead on the way is worth most. Numbers are in points of no unit.
"""

from __future__ import annotations

from functools import lru_cache

from engine.cards import Rank
from engine.kernels.climb.ranks import sequences
from engine.kernels.division import Counts, Worth
from engine.kernels.landlord.shapes import CHAIN, ORDER

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


def worth(counts: Counts) -> Worth:
    """The best division of a hand: its value and turns; ``(0, 0)`` if it is empty.

    ``counts`` are by rank, as ``reader.count`` makes them.
    """
    return _divided(counts, 0, 0)


@lru_cache(maxsize=1 << 17)
def _divided(counts: Counts, start: int, room: int) -> Worth:
    """The best division whose runs are not before the ``start``-th.

    ``room`` single cards or pairs may be carried by planes taken out already.
    """
    best = _loose(counts, room)
    have = [0] * (TRIPLE + 1)
    for width in SHORTEST:
        have[width] = sum(1 << rank for rank in CHAIN if counts[rank] >= width)
    for place in range(start, len(RUNS)):
        need, width, ranks = RUNS[place]
        if need & ~have[width]:
            continue
        rest = list(counts)
        for rank in ranks:
            rest[rank] -= width
        more = room + (len(ranks) if width == TRIPLE else 0)
        value, turns = _divided(tuple(rest), place, more)
        value += ORDER.index(ranks[-1]) - MIDDLE + 1 - TURN
        if (value, -turns - 1) > (best[0], -best[1]):
            best = (value, turns + 1)
    return best


def _loose(counts: Counts, room: int) -> Worth:
    """A hand without runs: triples, and planes with ``room``, carry the weakest cards."""
    value = turns = 0
    small: list[int] = []
    rocket = counts[Rank.SMALL_JOKER] and counts[Rank.BIG_JOKER]
    if rocket:
        value, turns = ROCKET - TURN, 1
    for strength, rank in enumerate(ORDER[:-2] if rocket else ORDER):
        held = counts[rank]
        if not held:
            continue
        cost = strength - MIDDLE - TURN
        value += cost + (BOMB + MIDDLE if held > TRIPLE else 0)
        turns += 1
        if held <= PAIR:
            small.append(cost)
        elif held == TRIPLE:
            room += 1
    carried = [cost for cost in sorted(small)[:room] if cost < 0]
    return value - sum(carried), turns - len(carried)
