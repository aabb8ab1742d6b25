"""Hands as tallies: a bit for every card, the first of each rank, then every second one, and so on.

So of which ranks a hand holds so many is told by some of its bits as they are, without counting,
and that is what tables of plays are asked by. The tally of one pack is a number of sixty bits.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from engine.cards import Rank
from engine.kernels.climb.ranks import FIELD, WIDEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LOWEST = int(Rank.TWO)

ROW = max(Rank) - LOWEST + 1
"""Bits from one card of a rank to the next."""

ANY = tuple(
    sum(1 << ROW * card + rank - LOWEST if rank >= LOWEST else 0 for card in range(WIDEST))
    for rank in Rank
)
"""By rank, the bits of all its cards."""

Taking: TypeAlias = "tuple[tuple[int, int, int], ...]"
"""How cards are taken: by the number of each that goes, what is kept as it is, how far the other
bits are moved, and which of them then stay."""

_AT_ONCE = 3
_CHUNK = (1 << _AT_ONCE * FIELD) - 1


def bits(ranks: Iterable[Rank], width: int) -> int:
    """What a hand has if it holds ``width`` cards of each of some ranks, or more."""
    found = 0
    for rank in ranks:
        found |= 1 << ROW * (width - 1) + rank - LOWEST
    return found


def tally(weight: int) -> int:
    """A hand that is given by its weight."""
    found = at = 0
    left = weight >> FIELD * LOWEST
    while left:
        chunk = left & _CHUNK
        if chunk:
            found |= _spread(chunk) << at
        left >>= _AT_ONCE * FIELD
        at += _AT_ONCE
    return found


@cache
def _spread(chunk: int) -> int:
    found = 0
    for rank in range(_AT_ONCE):
        for card in range(chunk >> FIELD * rank & (1 << FIELD) - 1):
            found |= 1 << ROW * card + rank
    return found


def taking(counts: Mapping[Rank, int]) -> Taking:
    """How so many cards of some ranks are taken from a tally that has them."""
    found = []
    for size in sorted(set(counts.values())):
        gone = sum(ANY[rank] for rank, count in counts.items() if count == size)
        found.append((~gone, ROW * size, gone))
    return tuple(found)
