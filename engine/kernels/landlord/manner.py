"""The manner in which somebody plays, by what was seen: who has shown not to be a ``Novice``.

Cards that are put down later were held before. Whoever led something else than its lowest card,
put down more than was needed, or passed though it could beat, has a reason for what it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.kernels.climb.ranks import ORDER, strengths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.state import Public

WIDEST = 2
"""Single cards and pairs are looked at; of larger plays the later ones say little."""


def skilled(public: Public[Any]) -> frozenset[Seat]:
    """The seats that have done what no novice does."""
    known = public.known or ((),) * public.seats
    later = [_counted(cards) for cards in known]
    found = set()
    for plays in (public.circle.plays, *reversed(public.past)):
        for at in range(len(plays) - 1, -1, -1):
            what = plays[at]
            over = next((p.reading for p in reversed(plays[:at]) if p.reading is not None), None)
            laid = _counted(what.cards)
            if _reasoned(what.reading, over, laid, later[what.seat]):
                found.add(what.seat)
            later[what.seat] = [a + b for a, b in zip(later[what.seat], laid, strict=True)]
    return frozenset(found)


def _counted(cards: Sequence[Any]) -> list[int]:
    counts = [0] * len(ORDER)
    for strength in strengths(cards):
        counts[strength] += 1
    return counts


def _reasoned(
    laid: Reading | None, over: Reading | None, cards: Sequence[int], later: Sequence[int]
) -> bool:
    """Whether a novice would have done something else, who held what it put down later as well."""
    if over is None:
        lowest = next((strength for strength, count in enumerate(cards) if count), 0)
        return any(later[:lowest])
    if over.tier or over.size > WIDEST:
        return False
    above = laid.head if laid is not None and not laid.tier else len(ORDER)
    return any(count >= over.size for count in later[over.head + 1 : above])
