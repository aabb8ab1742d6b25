"""The computer players of 四人斗地主: by rule of thumb, and by search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.doudizhu4.search import Searcher
from engine.games.doudizhu4.turn import BIDS, FourTurn, power
from engine.kernels.climb.beginner import BEGINNER
from engine.kernels.landlord.policy import Landlord

__all__ = ["BEGINNER", "POLICY", "THINKER"]

if TYPE_CHECKING:
    from engine.bots import Budget


class FourPlayers(Landlord):
    """The computer player that does not search."""

    turn = FourTurn
    power = staticmethod(power)
    bids = BIDS


POLICY: Any = FourPlayers()

ENOUGH = 40
"""With fewer trials the rule of thumb plays better."""


def THINKER(budget: Budget) -> Any:  # noqa: N802  (as the registry calls it)
    """The player that searches, where there are trials enough."""
    return Searcher(budget) if budget.trials >= ENOUGH else POLICY
