"""The computer players of 四人斗地主: by rule of thumb, and by search."""

from __future__ import annotations

from typing import Any

from engine.games.doudizhu4.search import Searcher
from engine.games.doudizhu4.turn import BIDS, FourTurn, power
from engine.kernels.landlord.policy import Landlord


class FourPlayers(Landlord):
    """The computer player that does not search."""

    turn = FourTurn
    power = staticmethod(power)
    bids = BIDS


POLICY: Any = FourPlayers()
THINKER = Searcher
