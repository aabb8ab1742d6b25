"""Reading back what was asked for in a chat, and its seasons."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlalchemy import select

from bot.store.preferences import keys_of
from bot.store.schema import proposals, seasons, voices
from bot.store.scorebook import OPEN, Proposal

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection


def stored_proposal(connection: Connection, proposal: str) -> Proposal | None:
    """A proposal with its answers; None if it is not stored, or not whole."""
    found = connection.execute(select(proposals).where(proposals.c.id == proposal)).one_or_none()
    points = _points(found.points) if found is not None else None
    if found is None or points is None:
        return None
    answers = (
        select(voices.c.person, voices.c.yes)
        .where(voices.c.motion == proposal)
        .order_by(voices.c.at, voices.c.person)
    )
    return Proposal(
        proposal=found.id,
        chat=found.chat,
        kind=found.kind,
        match=found.match,
        round=found.round,
        points=points,
        by=found.by,
        at=found.opened,
        status=found.status,
        voices=tuple((person, yes) for person, yes in connection.execute(answers)),
        thread=found.thread,
    )


def _points(stored: str) -> tuple[int, ...] | None:
    """A proposal's points; None where they cannot be read."""
    try:
        return tuple(int(points) for points in json.loads(stored))
    except (ValueError, TypeError):
        return None


def open_proposal(
    connection: Connection,
    chat: str,
    kind: str,
    since: datetime,
    of: tuple[str, int] | None = None,
) -> Proposal | None:
    """The newest proposal in a chat, about a round if it is given, open and made after a time."""
    query = (
        select(proposals.c.id)
        .where(
            proposals.c.chat.in_(keys_of(connection, chat)), proposals.c.kind == kind,
            proposals.c.status == OPEN, proposals.c.opened >= since,
        )
        .order_by(proposals.c.opened.desc(), proposals.c.id)
    )  # fmt: skip
    if of is not None:
        query = query.where(proposals.c.match == of[0], proposals.c.round == of[1])
    found = connection.scalars(query).first()
    return None if found is None else stored_proposal(connection, found)


def season_starts(connection: Connection, chat: str) -> list[datetime]:
    """When a chat's second season began, its third, and so on."""
    keys = keys_of(connection, chat)
    query = select(seasons.c.started).where(seasons.c.chat.in_(keys)).distinct()
    return list(connection.scalars(query.order_by(seasons.c.started)))
