"""Reading tournaments, and how the matches of their tables ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, and_, cast, func, select

from bot.store.cuprows import EndedMatch, EntrySaved, StoredCup
from bot.store.schema import cup_entries, cups, matches, scores, seats
from bot.store.wishes import keys_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Select

PLAYING = "playing"

_CUP = select(cups.c.id, cups.c.chat, cups.c.state, cups.c.at)


def live_cups(connection: Connection) -> list[StoredCup]:
    """Every tournament that still has something to do, the one longest untouched first."""
    return _read(connection, _CUP.where(cups.c.live).order_by(cups.c.at, cups.c.id))


def stored_cup(connection: Connection, cup: str) -> StoredCup | None:
    """A tournament, over or not; None if it is not stored."""
    return next(iter(_read(connection, _CUP.where(cups.c.id == cup))), None)


def last_cup(connection: Connection, chat: str) -> StoredCup | None:
    """The newest tournament of a chat; None without one."""
    here = _CUP.where(cups.c.chat.in_(keys_of(connection, chat)))
    return next(iter(_read(connection, here.order_by(cups.c.at.desc()).limit(1))), None)


def _read(connection: Connection, query: Select[Any]) -> list[StoredCup]:
    found = []
    for cup, chat, state, at in connection.execute(query).all():
        entries = (
            select(cup_entries)
            .where(cup_entries.c.tournament == cup)
            .order_by(cup_entries.c.number)
        )
        rows = tuple(EntrySaved(*row) for row in connection.execute(entries))
        found.append(StoredCup(cup, chat, state, at, rows))
    return found


def ended(connection: Connection, ids: Sequence[str]) -> list[EndedMatch]:
    """Those of some matches that are over."""
    points = cast(func.coalesce(func.sum(scores.c.points), 0), BigInteger)
    query = (
        select(matches.c.id, matches.c.status, points, func.count(scores.c.round))
        .join_from(matches, seats, matches.c.id == seats.c.match)
        .join(
            scores,
            and_(scores.c.match == seats.c.match, scores.c.seat == seats.c.seat),
            isouter=True,
        )
        .where(matches.c.id.in_(ids), matches.c.status != PLAYING)
        .group_by(matches.c.id, matches.c.status, seats.c.seat)
        .order_by(matches.c.id, seats.c.seat)
    )
    found: dict[str, EndedMatch] = {}
    for match, status, sum_, rounds in connection.execute(query):
        before = found[match].scores if match in found else ()
        found[match] = EndedMatch(match, status, (*before, sum_), rounds)
    return list(found.values())
