"""How a pack is dealt, in piles: what a deal in writing is laid out by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Pile

if TYPE_CHECKING:
    from collections.abc import Iterable


def in_turn(counts: Iterable[int], *rest: tuple[str, int]) -> tuple[Pile, ...]:
    """The piles of a pack of which each seat in turn gets so many, and then the others so many.

    >>> [pile.at for pile in in_turn((2, 0, 2), ("stock", 3))]
    [range(0, 2), range(2, 4), range(4, 7)]
    """
    piles: list[Pile] = []
    at = 0
    for seat, count in enumerate(counts):
        if count:
            piles.append(Pile("hand", range(at, at + count), seat))
        at += count
    for name, count in rest:
        if count:
            piles.append(Pile(name, range(at, at + count)))
        at += count
    return tuple(piles)
