"""A table that cannot be opened again is closed, and its chat told; the others go on."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.economy.ledger import fee_back, returned
from bot.ports.refs import place_of
from bot.store.rows import MatchEnded, StoreError, TableSaved

if TYPE_CHECKING:
    from datetime import datetime

    from bot.runtime.context import Context
    from bot.runtime.loading import Unreadable
    from bot.store.rows import Row, StoredTable
    from bot.store.store import Store

log = logging.getLogger(__name__)


async def close_unreadable(context: Context, stored: StoredTable, error: Unreadable) -> None:
    """Close the table, and say so where it was."""
    log.error("table not opened table=%s reason=%s", stored.table, error)
    state, now = error.state, context.clock.now()
    try:
        status = "void" if state is not None and state.tournament else "stopped"
        ended = await _ended(context.store, stored.table, status, now)
        closed = TableSaved(stored.table, stored.place, False, stored.state, now)
        await context.store.commit([closed, *ended])
    except StoreError:
        log.exception("table not closed table=%s", stored.table)
    if state is not None and state.over:
        return
    chat = state.place if state is not None else place_of(stored.place)
    if chat is None:
        return
    outbox = context.outboxes.open(stored.table, chat)
    await context.preferences.know((), (chat.key,))
    reader = context.reader.of(context.preferences.chat(chat))
    text, others = reader.each(outbox.kept_in, lambda one: one.say("table-unreadable"))
    outbox.say(text, others=others)


async def _ended(store: Store, table: str, status: str, now: datetime) -> list[Row]:
    """The matches that were on there end, and the coins that lie there go back.

    They are found by the table's id, as its state may say nothing any more.
    """
    rows: list[Row] = []
    for match, chat in await store.matches.playing(table):
        rows.append(MatchEnded(match, status, now))
        back = returned(chat, match, await store.coins.locks(match), now)
        fees = fee_back(chat, match, await store.coins.fees_due(match), now)
        rows += [entry for entry in (back, fees) if entry is not None]
    return rows
