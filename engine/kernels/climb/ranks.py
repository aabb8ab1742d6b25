"""Cards counted by rank: what reading, generating and computer players work with."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.cards import Rank, pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.cards import Card

CHAIN: tuple[Rank, ...] = tuple(rank for rank in Rank if Rank.THREE <= rank <= Rank.ACE)
"""3 to A: the ranks that may stand in runs where a 2 is above them."""

ORDER: tuple[Rank, ...] = (*CHAIN, Rank.TWO, Rank.SMALL_JOKER, Rank.BIG_JOKER)
"""All ranks of such a game, weakest first; where a rank stands is its strength."""

STRENGTH = {rank: strength for strength, rank in enumerate(ORDER)}

SLOTS = max(Rank) + 1
"""Length of a vector of counts; ``counts[rank]`` cards of a rank are held."""

WIDEST = 20
"""No shape has more equal cards, wild ones included."""

FIELD = 6
"""Bits of a rank in the weight of a hand: five count its cards, the sixth is left free."""

MARKS = tuple(1 << FIELD * rank + FIELD - 1 for rank in range(SLOTS))
"""The free bit of every rank: sets of ranks are sums of these."""

ALL = sum(MARKS)
"""The marks of all ranks."""

STEPS = tuple(
    width * sum(1 << FIELD * rank for rank in range(SLOTS)) for width in range(WIDEST + 1)
)
"""By width, so many cards of every rank: what ``at_least`` takes from a hand."""

_weight = {c: 1 << FIELD * c.rank for c in pack()}.__getitem__


def weigh(cards: Iterable[Card]) -> int:
    """Cards by rank, as one number: equal for hands that differ in suits alone."""
    return sum(map(_weight, cards))


def at_least(weight: int, width: int) -> int:
    """The ranks of which ``width`` cards are held, as marks: all ranks are compared at once."""
    return (weight | ALL) - STEPS[width] & ALL


def strengths(cards: Iterable[Card]) -> list[int]:
    """Cards as strengths, in their order."""
    return [STRENGTH[card.rank] for card in cards]


def counted(held: Iterable[int]) -> tuple[int, ...]:
    """Strengths as the counts of a hand: ``counts[strength]`` cards are held."""
    counts = [0] * len(ORDER)
    for strength in held:
        counts[strength] += 1
    return tuple(counts)


Sequence = tuple[int, int, tuple[Rank, ...]]
"""Ranks in a row: as bits, the cards of each, the ranks."""


def sequences(chain: tuple[Rank, ...], shortest: Mapping[int, int]) -> tuple[Sequence, ...]:
    """Every sequence of a chain of ranks, for the players that divide hands.

    ``shortest``: the least number of ranks, by the cards of each; the order of its keys is kept.
    """
    return tuple(
        (sum(1 << rank for rank in chain[at : at + length]), width, chain[at : at + length])
        for width, least in shortest.items()
        for length in range(least, len(chain) + 1)
        for at in range(len(chain) - length + 1)
    )


@lru_cache(maxsize=1 << 14)
def counts_of(weight: int) -> tuple[int, ...]:
    """The cards of a weight by rank: ``SLOTS`` numbers."""
    return tuple([weight >> FIELD * rank & (1 << FIELD - 1) - 1 for rank in range(SLOTS)])


def count(cards: Iterable[Card]) -> tuple[int, ...]:
    """Cards by rank: ``SLOTS`` numbers."""
    return counts_of(weigh(cards))
