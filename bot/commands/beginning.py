"""What begins a match at a table: a fresh seed, and what its people bring along."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.economy.wallets import purses
from bot.table.commands import Start
from bot.table.shuffle import sealable
from bot.table.stakes import plays_coins
from bot.table.state import dump_options

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.runtime.table_runner import TableRunner
    from bot.table.table import Table


async def begin_of(request: Request, runner: TableRunner) -> Start:
    """The command that begins a match, with a fresh seed."""
    table, ids = runner.table, request.context.ids
    chat, game, options = table.state.chat_key, table.state.game, dump_options(table.options)
    best = await request.context.store.scores.best_rounds(chat, game, options)
    known, admin = tuple(best.items()), request.incoming.admin
    free = await _purses(request, table)
    start = Start(request.user, ids.id(), ids.seed(), known, admin, free)
    beacon = request.context.beacon
    if beacon is None or not sealable(table) or table.state.seal is not None:
        return start
    named = await beacon.name()
    return replace(start, beacon=named, silent=named is None)


async def _purses(request: Request, table: Table) -> tuple[tuple[str, int], ...]:
    """What is free in the purses of those who sit here, where coins are played for."""
    if not plays_coins(table.state):
        return ()
    people = [s.user.key for s in table.state.players if s.user is not None]
    now = request.context.clock.now()
    found = await purses(request.context.store, table.state.chat_key, people, now)
    return tuple((person, purse.free) for person, purse in found.items())
