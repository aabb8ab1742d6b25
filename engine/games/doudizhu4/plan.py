"""How a hand of two packs is divided into plays, and what it is worth.

As in one pack every play is worth more the higher it is and costs the turn it takes; but bombs are
common, nothing carries single cards, and 33 cards have too many divisions to try them all. So runs
are taken out one by one, each time the one that gains most, from a few beginnings.
"""

from __future__ import annotations

from functools import lru_cache

from engine.cards import Rank
from engine.kernels.division import Counts, Worth
from engine.kernels.landlord import plan
from engine.kernels.landlord.plan import MIDDLE, PAIR, SHORTEST, TRIPLE, TURN
from engine.kernels.landlord.shapes import CHAIN, ORDER

BOMB = 4

BOMB_VALUE, EACH_MORE = 6, 4
"""What a bomb of four is worth beside its strength, and every card more."""

ROCKET = 30

BEGINNINGS = 3
"""So many first runs are tried."""

MOST = 8
"""So many equal cards there are."""

RUNS = tuple(
    (need, width, ranks, ORDER.index(ranks[-1]) - MIDDLE + 1 - TURN)
    for need, width, ranks in plan.RUNS
)
"""Every run: its ranks as bits, the cards of each, its ranks, its value."""


def _alone(rank: Rank, held: int) -> int:
    """What equal cards are worth by themselves."""
    if not held:
        return 0
    cost = ORDER.index(rank) - MIDDLE - TURN
    if held < BOMB:
        return cost
    return cost + MIDDLE + BOMB_VALUE + EACH_MORE * (held - BOMB)


ALONE = tuple(
    tuple(_alone(Rank(rank), held) if rank >= Rank.TWO else 0 for held in range(MOST + 1))
    for rank in range(max(Rank) + 1)
)


@lru_cache(maxsize=1 << 16)
def worth(counts: Counts) -> Worth:
    """The best division found: its value and its turns; ``(0, 0)`` if the hand is empty."""
    best = _loose(counts, 0)
    firsts = sorted(_gains(counts), reverse=True)[:BEGINNINGS]
    for _, place in firsts:
        found = _taken(counts, place)
        if (found[0], -found[1]) > (best[0], -best[1]):
            best = found
    return best


def _gains(counts: Counts) -> list[tuple[int, int]]:
    """By how much each run in the hand betters it, where it does, and which run it is."""
    have = [0] * (TRIPLE + 1)
    for width in SHORTEST:
        have[width] = sum(1 << rank for rank in CHAIN if counts[rank] >= width)
    found = []
    for place, (need, width, ranks, value) in enumerate(RUNS):
        if need & ~have[width]:
            continue
        gain = value
        for rank in ranks:
            row, held = ALONE[rank], counts[rank]
            gain += row[held - width] - row[held]
        if gain > 0:
            found.append((gain, place))
    return found


def _taken(counts: Counts, place: int) -> Worth:
    """A division that begins with a run."""
    value = turns = room = 0
    while True:
        _, width, ranks, alone = RUNS[place]
        left = list(counts)
        for rank in ranks:
            left[rank] -= width
        counts = tuple(left)
        value, turns = value + alone, turns + 1
        room += len(ranks) if width == TRIPLE else 0
        gains = _gains(counts)
        if not gains:
            rest, more = _loose(counts, room)
            return value + rest, turns + more
        place = max(gains)[1]


def _loose(counts: Counts, room: int) -> Worth:
    """A hand without runs: triples, and planes with ``room``, carry the weakest pairs."""
    value = turns = 0
    pairs: list[int] = []
    rocket = counts[Rank.SMALL_JOKER] == counts[Rank.BIG_JOKER] == PAIR
    if rocket:
        value, turns = ROCKET - TURN, 1
    for rank in ORDER[:-2] if rocket else ORDER:
        held = counts[rank]
        if not held:
            continue
        cost = ALONE[rank][held]
        value, turns = value + cost, turns + 1
        if held == PAIR:
            pairs.append(cost)
        elif held == TRIPLE:
            room += 1
    carried = [cost for cost in sorted(pairs)[:room] if cost < 0]
    return value - sum(carried), turns - len(carried)
