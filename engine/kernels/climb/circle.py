"""Whose turn it is in a circle, and when it ends."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.kernels.climb.state import Circle, Put

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat


def after(circle: Circle, turn: Seat, counts: Sequence[int]) -> Seat | None:
    """Who is asked after ``turn``; None: everybody else has passed, the circle is over.

    Whoever holds no cards or is locked is passed over.
    """
    owner = circle.top.seat if circle.top is not None else turn
    locked, last = circle.locked, len(counts) - 1
    seat = turn
    for _ in counts:
        seat = seat + 1 if seat < last else 0
        if seat == owner:
            return None
        if counts[seat] and seat not in locked:
            return seat
    return None


def laid_down(circle: Circle, what: Put) -> Circle:
    """The circle with one more hand, which is now the one to beat."""
    return Circle((*circle.plays, what), what, circle.locked)


def passed(circle: Circle, seat: Seat, *, lock: bool) -> Circle:
    """The circle after a seat has passed."""
    locked = (*circle.locked, seat) if lock else circle.locked
    return Circle((*circle.plays, _pass(seat)), circle.top, locked)


@cache
def _pass(seat: Seat) -> Put:
    return Put(seat)


def next_with_cards(seat: Seat, counts: Sequence[int]) -> Seat | None:
    """The first seat after ``seat`` that holds cards: 接风."""
    around = [(seat + step) % len(counts) for step in range(1, len(counts))]
    return next((other for other in around if counts[other]), None)
