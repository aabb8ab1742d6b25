"""Reading back what was asked for in a chat, its seasons, and one person's sums."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, cast, func, select

from bot.store.preferences import keys_of
from bot.store.schema import matches, proposals, rounds, seasons, seat_changes, seats, voices
from bot.store.scorebook import EVER, OPEN, PersonTotal, Proposal, Window
from bot.store.totals import counted, inside, placed

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection


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


def _of(person: str) -> ColumnElement[bool]:
    """Whether somebody has sat in a match."""
    return matches.c.id.in_(
        select(seats.c.match)
        .where(seats.c.user == person)
        .union(select(seat_changes.c.match).where(seat_changes.c.user == person))
    )


def latest_match(
    connection: Connection, chat: str, window: Window = EVER, person: str = ""
) -> str | None:
    """The match whose round was finished last in a chat, of all or of those of a person.

    Without a chat: wherever that person played.
    """
    here = [matches.c.chat.in_(keys_of(connection, chat))] if chat else []
    query = (
        select(rounds.c.match)
        .join_from(rounds, matches, rounds.c.match == matches.c.id)
        .where(*here, *inside(rounds.c.scored, window))
        .where(*([_of(person)] if person or not chat else []))
        .order_by(rounds.c.scored.desc(), matches.c.started.desc(), rounds.c.match)
        .limit(1)
    )
    return connection.scalar(query)


def season_starts(connection: Connection, chat: str) -> list[datetime]:
    """When a chat's second season began, its third, and so on."""
    keys = keys_of(connection, chat)
    query = select(seasons.c.started).where(seasons.c.chat.in_(keys)).distinct()
    return list(connection.scalars(query.order_by(seasons.c.started)))


def players(connection: Connection, chat: str, since: datetime) -> list[str]:
    """Who has finished a round in a chat since a time, by their keys."""
    each = counted(Window(since), matches.c.chat.in_(keys_of(connection, chat)))
    query = select(each.c.user).where(each.c.user != "").distinct().order_by(each.c.user)
    return list(connection.scalars(query))


def person_totals(connection: Connection, person: str, chat: str = "") -> list[PersonTotal]:
    """One person's sums game by game, in one chat or (empty) in all, the most rounds first."""
    where = [_of(person)]
    where += [matches.c.chat.in_(keys_of(connection, chat))] if chat else []
    each = counted(EVER, *where)
    one = (
        select(
            matches.c.game,
            each.c.ranked,
            cast(func.sum(each.c.points), BigInteger).label("points"),
            func.max(each.c.rounds).label("rounds"),
        )
        .join_from(each, matches, matches.c.id == each.c.match)
        .where(each.c.user == person)
        .group_by(each.c.match, each.c.round, matches.c.game, each.c.ranked)
        .subquery()
    )
    sums = select(
        one.c.game, one.c.ranked, cast(func.sum(one.c.rounds), BigInteger),
        cast(func.sum(one.c.points), BigInteger), func.max(one.c.points),
    ).group_by(one.c.game, one.c.ranked)  # fmt: skip
    ranks = placed(*where)
    won = (
        select(matches.c.game, func.count(), func.count().filter(ranks.c.place == 1))
        .join_from(ranks, matches, matches.c.id == ranks.c.match)
        .where(ranks.c.user == person)
        .group_by(matches.c.game)
    )
    ended = {game: (number, wins) for game, number, wins in connection.execute(won)}
    counts: dict[str, tuple[int, int, int]] = {}
    beside: dict[str, int] = {}
    for game, ranked, number, points, best in connection.execute(sums):
        if ranked:
            counts[game] = (number, points, best)
        else:
            beside[game] = number
    found = [
        PersonTotal(
            game, *counts.get(game, (0, 0, 0)), *ended.get(game, (0, 0)), beside.get(game, 0)
        )
        for game in counts.keys() | beside.keys()
    ]
    return sorted(found, key=lambda total: (-total.rounds, -total.unranked, total.game))
