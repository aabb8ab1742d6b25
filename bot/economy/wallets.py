"""A first purse for everybody, and when the next day's coins are there. See ``bot.coins``."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.economy import ledger as coins
from bot.store.purse import purse_of
from bot.store.rows import StepTaken

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.store.purse import Purse
    from bot.store.store import Store


async def purses(
    store: Store, chat: str, persons: Sequence[str], now: datetime
) -> dict[str, Purse]:
    """What each of some people has in a chat; whoever has no purse yet is given the first.

    Raises:
        NotSaved: the database refuses to write.
    """
    found = await store.coins.purses(chat, persons)
    new = [person for person in found if not found[person].granted]
    for person in new:
        try:
            await store.commit([coins.granted(chat, person, now)])
        except StepTaken:  # by another request of the same person, just now
            continue
    return await store.coins.purses(chat, persons) if new else found


async def aside(store: Store, chat: str, person: str) -> int:
    """What a person has forgotten in a chat and can still take back: it is theirs as long."""
    gone = await store.people.forgotten(person)
    return sum([await store.coins.held(chat, purse_of(one.alias)) for one in gone])


def tomorrow(at: datetime) -> datetime:
    """When the next day's coins can be had.

    >>> from datetime import UTC, datetime
    >>> tomorrow(datetime(2026, 11, 28, 15, 59, tzinfo=UTC)).isoformat()
    '2026-11-28T16:00:00+00:00'
    """
    here = at + coins.DAYS_BEGIN
    midnight = here.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + timedelta(days=1) - coins.DAYS_BEGIN
