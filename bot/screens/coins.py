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

    from bot.table.machine import Table
    from bot.table.state import TableState
    from engine.core import GameInfo
    from engine.view import SeatRow

BUY_INS = (50, 100, 200, 500, 1000)
"""What the settings button offers; any number can be typed."""


def terms(state: TableState, info: GameInfo) -> tuple[Fact, ...]:
    """What a lobby says of coins; nothing where chips are played for."""
    if not stakes.plays_coins(state):
        return ()
    brought = msg("coinroom-coins", coins=stakes.buy_in(state, info))
    money = Fact(msg("settings-money"), msg("settings-money-coins"), good=True)
    if not state.least:
        return (money, Fact(msg("settings-buyin"), brought, good=True))
    return (
        money,
        Fact(msg("coinroom-fee"), msg("coinroom-fee-value", coins=state.fee)),
        Fact(msg("coinroom-least"), msg("coinroom-coins", coins=state.least)),
        Fact(msg("coinroom-stake"), brought),
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


def can_play_coins(table: Table) -> bool:
    """Whether the host may choose coins here."""
    state, info = table.state, table.game.info
    return state.place is not None and table.purses and stakes.even(info, table.options)


def next_buy_in(state: TableState, info: GameInfo) -> int:
    """What the button of the buy-in sets after the present one."""
    now = stakes.buy_in(state, info)
    offered = sorted({*BUY_INS, info.stack or stakes.BUY_IN})
    offered = [n for n in offered if n >= max(stakes.BUY_INS[0], info.stack // stakes.PART)]
    return next((n for n in offered if n > now), offered[0])
