"""What lies open in a deal of 锄大地 beside the cards played."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import card
from engine.core import Seat
from engine.kernels.climb.state import Public, Seen, State

DIAMOND_THREE = card("D3")
"""Whoever holds it leads, and plays it."""


@dataclass(frozen=True, slots=True)
class Deal:
    """``first`` is the 庄家: the seat that leads the deal."""

    first: Seat


ChudadiState = State[Deal]
ChudadiSeen = Seen[Deal]
ChudadiPublic = Public[Deal]
