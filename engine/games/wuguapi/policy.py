"""The computer players: by rule of thumb, and by search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.wuguapi.trial import Ladders
from engine.kernels.draw.policy import POLICY
from engine.kernels.draw.search import thinker

if TYPE_CHECKING:
    from engine.bots import Budget

__all__ = ["POLICY", "THINKER"]


def THINKER(budget: Budget) -> Any:  # noqa: N802  (as the registry calls it)
    """The player of a level, by what it may spend."""
    return thinker(budget, Ladders)
