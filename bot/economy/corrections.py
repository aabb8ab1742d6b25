"""Coins are put right: after a corrected round, and where a table is wrong about what it holds."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.economy import ledger as coins
from bot.store.purse import Posted
from bot.store.rows import MatchEnded
from bot.support.errors import Refused, log_bug
from engine.msg import chained, msg

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.store.rows import Overdrawn, Row, ScoredRound
    from bot.store.scorebook import Proposal
    from bot.store.store import Store

log = logging.getLogger(__name__)


async def overdrawn(
    store: Store, rows: Sequence[Row], now: datetime, table: str, error: Overdrawn
) -> None:
    """The ledger refuses the rows of a table: its match ends with what the ledger holds.

    Raises:
        StoreError: no match ends in them, and nothing is stored.
    """
    instead = await as_it_lies(store, rows, now)
    if not instead:
        raise error
    log_bug(log, "coins of a table are not those of the ledger", error, table=table)
    await store.commit(instead)


async def as_it_lies(store: Store, rows: Sequence[Row], now: datetime) -> list[Row]:
    """The rows of a match's end with what the ledger says is locked for it going back.

    For a table that believes something else, which only a fault of the program can bring about:
    it must not stay open for ever. Nothing where no match ends.
    """
    ended = next((row.match for row in rows if isinstance(row, MatchEnded)), "")
    chat = next((row.chat for row in rows if isinstance(row, Posted)), "")
    if not ended:
        return []
    back = coins.returned(chat, ended, await store.coins.locks(ended), now)
    kept: list[Row] = [
        row for row in rows if not isinstance(row, Posted) or row.kind == coins.FEE_BACK
    ]
    return kept if back is None else [*kept, back]


async def coins_of(
    store: Store, proposal: Proposal, scored: ScoredRound, now: datetime
) -> list[Posted]:
    """The entry of a correction that is agreed; none where chips were played for.

    Raises:
        Refused: somebody cannot pay, or the points no longer sum to zero; it says so.
    """
    people = [seat.user for seat in scored.seats]
    try:
        moves = coins.owed(
            await store.coins.by_round(proposal.match), proposal.round, people, proposal.points
        )
    except ValueError:
        raise Refused("stakes-correction-uneven", private=True) from None
    if not any(moves.values()):
        return []
    purses = await store.coins.purses(proposal.chat, list(moves))
    names = {seat.user: seat.name for seat in scored.seats}
    poor = [
        msg("stakes-lacks", name=names[person], has=free, lacks=-by - free)
        for person, by in moves.items()
        if (free := purses[person].free) + by < 0
    ]
    if poor:
        raise Refused("stakes-correction-short", who=chained("render-list", poor), private=True)
    entry = coins.corrected(
        proposal.chat, proposal.match, proposal.round, proposal.proposal, moves, now
    )
    return [entry] if entry is not None else []
