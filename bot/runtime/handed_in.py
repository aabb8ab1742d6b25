"""A record that somebody hands in: it can be replayed as a match that nobody played.

It is in the book of what its owner plays alone, counts nowhere, and goes with that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ports.refs import alone_key
from bot.records.writer import write
from bot.store.rows import Acted, MatchEnded, MatchStarted, RoundStarted, SeatRow, SeatTaken
from bot.table.state import dump_options
from engine.codec import dump_carry, dumps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from bot.ports.refs import UserRef
    from bot.records.reader import Record
    from bot.runtime.context import Context
    from bot.store.rows import Row
    from engine.replay import RoundLog


async def hand_in(
    context: Context, user: UserRef, record: Record, name: Callable[[int], str]
) -> str:
    """Store a record; the match that it is now.

    Args:
        context: the leaves.
        user: whose it is.
        record: what was read.
        name: what whoever sits in a seat is called.

    Raises:
        NotSaved: it was not stored.
    """
    match, now, fresh = context.ids.id(), context.clock.now(), record.fresh
    # In the first seat its owner: so it is among what is kept of them, and what is forgotten.
    owners = (user.key, *("" for _ in range(fresh.seats - 1)))
    seats = tuple(SeatRow(seat, key, name(seat + 1)) for seat, key in enumerate(owners))
    info = fresh.game.info
    begun = MatchStarted(
        match, "", alone_key(user), info.id, info.version, context.ids.seed(),
        dump_options(dict(fresh.options)), max(1, len(record.log)), dump_carry(fresh.carry), seats,
        now, rated=False, deal=write(fresh, record.log),
    )  # fmt: skip
    rows: list[Row] = [begun]
    for number, round_ in enumerate(record.log, 1):
        rows += _round(match, number, round_, seats, now)
    await context.store.commit([*rows, MatchEnded(match, "finished", now)])
    return match


def _round(
    match: str, number: int, round_: RoundLog, seats: tuple[SeatRow, ...], now: datetime
) -> Iterator[Row]:
    if round_.anew:
        yield SeatTaken(match, 0, number, seats[0].user, seats[0].name, now)
    yield RoundStarted(match, number, dump_options(dict(round_.options)), now)
    for step, (seat, action) in enumerate(round_.actions, 1):
        yield Acted(match, number, step, seat, dumps(action), "", "player", now)
