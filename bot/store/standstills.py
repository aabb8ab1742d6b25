"""What is stored of it when the service stood still.

Tables, queues and tournaments remember how many standstills their times have been moved by, and
catch up when they are next looked at. What is read from rows of its own is moved with the entry.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, bindparam, literal_column, type_coerce, update

from bot.store.db import upsert
from bot.store.lines import Kind, Put, once
from bot.store.schema import forgotten, heartbeats, micros, proposals, standstills
from bot.store.scorebook import OPEN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ClauseElement

    from bot.store.lines import Line
    from bot.store.rows import StoodStill

BEAT = Put(heartbeats, upsert)

_BY = bindparam("_by", type_=BigInteger)

STATEMENTS: Mapping[Kind, ClauseElement] = {
    Kind.PROPOSALS_LATER: update(proposals)
    .where(proposals.c.status == literal_column(f"'{OPEN}'"))
    .values(opened=type_coerce(proposals.c.opened, BigInteger) + _BY),
    Kind.FORGOTTEN_LATER: update(forgotten).values(
        at=type_coerce(forgotten.c.at, BigInteger) + _BY
    ),
}


def lines(row: StoodStill) -> list[Line]:
    """What a standstill writes."""
    by = (row.until - row.since) // timedelta(microseconds=1)
    stood = {
        "number": row.number, "since": micros(row.since), "until": micros(row.until),
        "away": row.away,
    }  # fmt: skip
    later: list[Line] = [(Kind.PROPOSALS_LATER, {"_by": by})]
    if not row.away or by < 0:
        later.append((Kind.FORGOTTEN_LATER, {"_by": by}))
    beat = {"id": 1, "at": micros(row.until)}  # by the clock as it is from here on
    return [(Put(standstills, once), stood), (BEAT, beat), *(later if by else ())]
