"""What the computer players that divide a hand into plays have in common.

They see a hand as counts by rank (``climb.ranks.count``): suits do not matter to them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.cards import Rank

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
