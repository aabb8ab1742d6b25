"""Hands as tallies: a bit for every card, the first of each rank, then every second one, and so on.

So of which ranks a hand holds so many is told by some of its bits as they are, without counting,
and that is what tables of plays are asked by. The tally of one pack is a number of sixty bits.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from engine.cards import Rank
from engine.kernels.climb.ranks import CHAIN, FIELD, ORDER, STRENGTH, WIDEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ROW = len(ORDER)
"""Bits from one card of a rank to the next."""

PLACES = tuple(STRENGTH.get(rank, 0) for rank in Rank)
"""By rank, its bit in a row: what is played together stands side by side."""

ANY = tuple(
    sum([1 << ROW * card + PLACES[rank] for card in range(WIDEST)]) if rank in STRENGTH else 0
    for rank in Rank
)
"""By rank, the bits of all its cards."""

Taking: TypeAlias = "tuple[tuple[int, int, int], ...]"
"""How cards are taken: by the number of each that goes, what is kept as it is, how far the other
bits are moved, and which of them then stay."""

_AT_ONCE = 3
_CHUNKS = tuple(
    (FIELD * rank, (1 << FIELD * ranks) - 1, PLACES[rank])
    for rank, ranks in (
        *((rank, _AT_ONCE) for rank in CHAIN[::_AT_ONCE]), (Rank.TWO, 1), (Rank.SMALL_JOKER, 2)
    )
)  # fmt: skip
"""Ranks that stand side by side in a weight as in a tally: where, as which bits, and where to."""


def bits(ranks: Iterable[Rank], width: int) -> int:
    """What a hand has if it holds ``width`` cards of each of some ranks, or more."""
    found = 0
    for rank in ranks:
        found |= 1 << ROW * (width - 1) + PLACES[rank]
    return found


def tally(weight: int) -> int:
    """A hand that is given by its weight."""
    found = 0
    for shift, most, place in _CHUNKS:
        chunk = weight >> shift & most
        if chunk:
            found |= _spread(chunk) << place
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
