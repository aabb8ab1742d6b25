"""What lies open in a deal of 三两一 beside the cards played."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import card
from engine.core import Seat
from engine.kernels.climb.state import Public, Seen, State

DIAMOND_THREE = card("D3")
"""Whoever holds it leads, and plays it."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Who began, and who would still be out of it.

    Attributes:
        first: 庄家: the seat that led the deal.
        locked: seats that had passed when the last circle ended; with the lock for a round they
            stay out of a circle that goes on from it.
    """

    first: Seat
    locked: tuple[Seat, ...] = ()


SanliangyiState = State[Deal]
SanliangyiSeen = Seen[Deal]
SanliangyiPublic = Public[Deal]
