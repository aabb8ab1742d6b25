"""What a table's screens say of coins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.coinroom.queue import DEALS
from bot.table import stakes
from bot.table.state import Phase
from engine.msg import Msg, msg
from engine.view import Fact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.table.state import TableState
    from bot.table.table import Table
    from engine.core import GameInfo
    from engine.view import SeatRow


def terms(state: TableState, info: GameInfo) -> tuple[Fact, ...]:
    """What a lobby of a 金币场 says of coins beside what is set."""
    if not state.least or not stakes.plays_coins(state):
        return ()
    return (
        Fact(msg("coinroom-fee"), msg("coinroom-fee-value", coins=state.fee)),
        Fact(msg("coinroom-least"), msg("coinroom-coins", coins=state.least)),
        Fact(msg("coinroom-stake"), msg("coinroom-coins", coins=stakes.buy_in(state, info))),
    )


def titled(state: TableState, title: Msg) -> Msg:
    """A board's title, which says what coins are played for."""
    if state.cup:
        key = "cup-table-of-pool" if state.pool else "cup-table-of"
        return msg(key, title=title, pool=state.pool)
    return msg("board-title-coins", title=title) if state.stakes else title


def won(table: Table) -> tuple[int, ...]:
    """What each seat has won so far: coins that have moved, else points."""
    state = table.state
    if not state.stakes or table.game.info.stack:
        return table.sums
    return tuple(now - first for now, first in zip(state.stakes, state.bought, strict=True))


def score(table: Table, row: SeatRow, sums: Sequence[int]) -> int:
    """The number that stands large on a seat: the game's own, else what it has won so far.

    The points of a deal that is settled are what they moved, where losers could not cover them.
    """
    state = table.state
    if row.score is None:
        return sums[row.seat]
    settled = state.phase in (Phase.BETWEEN, Phase.FINISHED) and not table.game.info.stack
    return state.moved[row.seat] if settled and state.moved else row.score


def again(state: TableState) -> str:
    """The key of the button that plays once more."""
    return "button-again-coinroom" if state.least and state.quan == DEALS else "button-again"
