"""What a table's screens say of coins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.coinroom.queue import DEALS
from bot.table import stakes
from engine.msg import msg
from engine.view import Fact

if TYPE_CHECKING:
    from bot.table.state import TableState
    from engine.core import GameInfo


def terms(state: TableState, info: GameInfo) -> tuple[Fact, ...]:
    """What a lobby of a 金币场 says of coins beside what is set."""
    if not state.least or not stakes.plays_coins(state):
        return ()
    return (
        Fact(msg("coinroom-fee"), msg("coinroom-fee-value", coins=state.fee)),
        Fact(msg("coinroom-least"), msg("coinroom-coins", coins=state.least)),
        Fact(msg("coinroom-stake"), msg("coinroom-coins", coins=stakes.buy_in(state, info))),
    )


def again(state: TableState) -> str:
    """The key of the button that plays once more."""
    return "button-again-coinroom" if state.least and state.quan == DEALS else "button-again"
