"""Coins at a table: put down at the start, moved with every round, given back at the end.

A table plays chips (a fresh stack for each match) or coins (a buy-in from everybody's purse). What
lies in front of the seats is part of the table's state, and every change of it is an entry of the
ledger in the same transaction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.economy import ledger
from bot.support.errors import Refused
from bot.table.state import Phase
from engine.msg import Msg, SeatArg, chained, msg
from renderers.text import gained

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from bot.table.state import TableState
    from bot.table.table import Table
    from engine.core import GameInfo, Options

CHIPS, COINS = "chips", "coins"

BUY_IN = 100
"""Coins that everybody puts down where a game has no stacks of its own."""

BUY_INS = range(10, 100_001)

STEPS = (50, 100, 200, 500, 1000)

PART = 10
"""A buy-in is at least so much of a game's own stack, so that bets can be paid."""


def plays_coins(state: TableState) -> bool:
    """Whether coins are played for, and not chips."""
    return state.money == COINS


def buy_in(state: TableState, info: GameInfo) -> int:
    """What everybody puts down; with ``least``, at most."""
    return state.buy_in or info.stack or BUY_IN


# Setting.


def check_money(table: Table, value: str | None) -> None:
    """Refuse coins where they cannot be played for.

    Raises:
        Refused: it says why.
    """
    if value == COINS:
        need_people(table)


def check_buy_in(table: Table, value: int | None) -> None:
    """Refuse a buy-in where chips are played for.

    Raises:
        Refused: it says what to set first.
    """
    if not plays_coins(table.state):
        raise Refused("stakes-chips", private=True)


def can_be_set(table: Table) -> bool:
    """Whether the host may choose between chips and coins here, or has chosen coins."""
    state, info = table.state, table.game.info
    able = state.place is not None and table.purses and even(info, table.options)
    return able or plays_coins(state)


def buys_in(table: Table) -> bool:
    """Whether everybody puts down what the host has set."""
    return plays_coins(table.state) and not table.state.least


def buy_ins(table: Table) -> range:
    """What everybody may be asked to put down: enough that the game's bets can be paid."""
    return range(max(BUY_INS[0], table.game.info.stack // PART), BUY_INS[-1] + 1)


def buy_in_steps(table: Table) -> list[int]:
    """What the button of the buy-in offers; any number can be typed."""
    steps = {*STEPS, table.game.info.stack or BUY_IN}
    return sorted(step for step in steps if step in buy_ins(table))


def need_people(table: Table) -> None:
    """Refuse coins where somebody here cannot have a purse, or points are not won from others.

    Raises:
        Refused: it says why.
    """
    if table.state.place is None:
        raise Refused("stakes-no-chat", private=True)
    if not table.purses:
        raise Refused("stakes-no-purses", private=True)
    if any(not player.person for player in table.state.players):
        raise Refused("stakes-computers", private=True)
    if not even(table.game.info, table.options):
        zero_sum = any(option.key == "zero_sum" for option in table.game.info.options)
        raise Refused("stakes-uneven-option" if zero_sum else "stakes-uneven", private=True)


def even(info: GameInfo, options: Options) -> bool:
    """Whether the points of a round are won from each other."""
    return info.zero_sum or options.get("zero_sum") == "true"


# The start.


def checked(table: Table, purses: Mapping[str, int]) -> tuple[int, ...]:
    """What everybody who sits here puts down; nothing where chips are played for.

    Args:
        table: a lobby.
        purses: what is free in people's purses, by their keys.

    Raises:
        Refused: somebody has too little; it names who, and how much is missing.
    """
    state = table.state
    if not plays_coins(state):
        return ()
    need_people(table)
    most = buy_in(state, table.game.info)
    needs = state.least or most + state.fee
    has = [
        purses.get(player.user.key, 0) if player.user is not None else 0 for player in state.players
    ]
    poor = [
        msg("stakes-lacks", name=player.name, has=coins, lacks=needs - coins)
        for player, coins in zip(state.players, has, strict=True)
        if coins < needs
    ]
    if poor:
        who = chained("render-list", poor)
        if state.least:
            raise Refused("coinroom-short", who=who, needs=needs)
        raise Refused("stakes-short", private=True, who=who, needs=needs)
    return tuple(min(coins - state.fee, most) for coins in has)


def put_down(table: Table, stakes: tuple[int, ...], now: datetime) -> None:
    """Lock everybody's coins and charge the fee."""
    if not stakes:
        return
    state, people = table.state, _people(table)
    by_person = dict(zip(people, stakes, strict=True))
    table.store(ledger.bought_in(state.chat_key, state.match, by_person, now))
    if state.fee:
        table.store(ledger.charged(state.chat_key, state.match, 1, people, state.fee, now))
    table.change(stakes=stakes, bought=stakes, moved=())


def _people(table: Table) -> tuple[str, ...]:
    """The keys of the people by seat."""
    return tuple(s.user.key if s.user is not None else "" for s in table.state.players)


# Rounds.


def score(table: Table, scores: Sequence[int], now: datetime) -> None:
    """Move coins from those who lost the finished round to those who won it."""
    state = table.state
    if not state.stakes:
        return
    moved = ledger.settle(scores, state.stakes)
    by_person = dict(zip(_people(table), moved, strict=True))
    match = table.match
    number = match.round if match is not None else 0
    entry = ledger.moved(state.chat_key, state.match, number, by_person, now)
    if entry is not None:
        table.store(entry)
    stakes = tuple(coins + by for coins, by in zip(state.stakes, moved, strict=True))
    table.change(stakes=stakes, moved=moved)


def undecided(table: Table) -> bool:
    """Whether a deal is on that moves coins once it is finished."""
    return bool(table.state.stakes) and table.state.phase is Phase.PLAYING


def short(table: Table) -> tuple[int, ...]:
    """The seats that have too little left, so that the match ends.

    Where bets are paid from stacks the game itself says who sits out.
    """
    state = table.state
    least = state.least or (0 if table.game.info.stack else 1)
    return tuple(seat for seat, coins in enumerate(state.stakes) if coins < least)


def give_back(table: Table, now: datetime) -> None:
    """Give everybody what lies in front of them: the match is over, however that came."""
    state = table.state
    by_person = dict(zip(_people(table), state.stakes, strict=False))
    entry = ledger.returned(state.chat_key, state.match, by_person, now)
    if entry is not None:
        table.store(entry)
    paid = dict.fromkeys(_people(table), state.fee) if fee_is_due_back(table) else {}
    fees = ledger.fee_back(state.chat_key, state.match, paid, now)
    if fees is not None:
        table.store(fees)


def fee_is_due_back(table: Table) -> bool:
    """Whether everybody gets the fee back: no deal was finished for it."""
    state, match = table.state, table.match
    return bool(state.fee and state.stakes) and (match is None or not match.played)


# Words.


def begin_lines(table: Table) -> tuple[Msg, ...]:
    """What everybody has put down, and what was charged."""
    state = table.state
    if len(set(state.bought)) == 1:
        told = [msg("stakes-all", coins=state.bought[0])]
    else:
        told = [
            msg("stakes-one", seat=SeatArg(seat), coins=coins)
            for seat, coins in enumerate(state.bought)
        ]
    fee = [msg("stakes-fee", coins=state.fee)] if state.fee and told else []
    return (*told, *fee)


def round_lines(table: Table, scores: Sequence[int]) -> tuple[Msg, ...]:
    """What the last round moved, and what now lies in front of everybody.

    ``scores``: the round's points; where losers could not cover them, that is told.
    """
    state = table.state
    told = tuple(
        msg("stakes-round", seat=SeatArg(seat), moved=gained(by), held=coins)
        for seat, (by, coins) in enumerate(zip(state.moved, state.stakes, strict=True))
    )
    return told if tuple(scores) == state.moved else (*told, msg("stakes-capped"))


def end_lines(table: Table) -> tuple[Msg, ...]:
    """What everybody takes home, and by how much it is more than they brought."""
    state = table.state
    fee = (msg("stakes-fee-back", coins=state.fee),) if fee_is_due_back(table) else ()
    back = tuple(
        msg("stakes-back", seat=SeatArg(seat), coins=coins, won=gained(coins - first))
        for seat, (coins, first) in enumerate(zip(state.stakes, state.bought, strict=True))
    )
    return (*back, *fee)


def short_lines(table: Table) -> tuple[Msg, ...]:
    """Why it ends before its time, where somebody has too little left."""
    seats, least = short(table), table.state.least
    if not seats:
        return ()
    names = chained("render-list", (SeatArg(seat) for seat in seats))
    if least:
        return (msg("coinroom-closed", names=names, least=least),)
    return (msg("stakes-broke", names=names),)
