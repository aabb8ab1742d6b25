"""A chat's finished rounds, with their points as they were scored and as they are corrected."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, and_, case, cast, func, or_, select

from bot.store.counted import counted, inside
from bot.store.matches import changes_of, seats_of
from bot.store.preferences import keys_of
from bot.store.ranked import COMPUTER, DRIVEN
from bot.store.rows import ScoredRound
from bot.store.schema import (
    actions,
    corrections,
    matches,
    proposals,
    rounds,
)
from bot.store.scorebook import EVER, Correction

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Table

    from bot.store.rows import SeatRow
    from bot.store.scorebook import Window

PAGE = 64
"""Matches whose rounds are read at once, so that no query is asked for thousands of them."""


def rated_matches(
    connection: Connection, chat: str, game: str | None = None, match: str | None = None
) -> list[str]:
    """The matches of a chat that count, of one game or one alone if it is given, oldest first."""
    where: list[ColumnElement[bool]] = [matches.c.chat.in_(keys_of(connection, chat))]
    where += [matches.c.rated.is_(True)]
    where += [matches.c.game == game] if game is not None else []
    where += [matches.c.id == match] if match is not None else []
    query = select(matches.c.id).where(*where).order_by(matches.c.started, matches.c.id)
    return list(connection.scalars(query))


def scored(
    connection: Connection,
    chat: str,
    game: str | None = None,
    match: str | None = None,
    window: Window = EVER,
) -> list[ScoredRound]:
    """The finished rounds of a chat in order, of one game or match."""
    found: list[ScoredRound] = []
    of = rated_matches(connection, chat, game, match)
    for begin in range(0, len(of), PAGE):
        found += scored_rounds(connection, of[begin : begin + PAGE], window)
    return found


def scored_rounds(
    connection: Connection,
    of: Sequence[str],
    window: Window = EVER,
    edges: tuple[tuple[str, int], tuple[str, int]] | None = None,
) -> list[ScoredRound]:
    """The finished rounds of some matches that count, oldest match first.

    ``edges``: the first match and the last with the first round and the last that are wanted.
    """
    where = and_(matches.c.id.in_(of), *_between(rounds, edges))
    query = (
        select(
            rounds.c.match, matches.c.game, rounds.c.round, rounds.c.reasons, rounds.c.scored,
            rounds.c.ranked,
        )
        .join_from(rounds, matches, rounds.c.match == matches.c.id)
        .where(where, *inside(rounds.c.scored, window))
        .order_by(matches.c.started, rounds.c.match, rounds.c.round)
    )  # fmt: skip
    points = counted(window, where)
    sums = (
        select(
            points.c.match, points.c.round,
            cast(func.sum(points.c.points), BigInteger).label("points"),
        )
        .group_by(points.c.match, points.c.round, points.c.seat)
        .order_by(points.c.match, points.c.round, points.c.seat)
    )  # fmt: skip
    by_round: dict[tuple[str, int], list[int]] = defaultdict(list)
    for match, number, value in connection.execute(sums):
        by_round[match, number].append(value)
    found = connection.execute(query).all()
    ids = list({row.match for row in found})
    sitting, changed = seats_of(connection, ids), changes_of(connection, ids)
    history = _history(connection, ids, *_between(corrections, edges))
    driven = _driven(connection, ids, *_between(actions, edges))
    return [
        ScoredRound(
            match=row.match,
            game=row.game,
            round=row.round,
            seats=as_of(row.round, sitting.get(row.match, ()), changed.get(row.match, ())),
            scores=tuple(by_round[row.match, row.round]),
            reasons=row.reasons,
            at=row.scored,
            corrections=tuple(history.get((row.match, row.round), ())),
            driven=driven.get((row.match, row.round), 0.0),
            ranked=row.ranked,
        )
        for row in found
    ]


def as_of(
    number: int, first: tuple[SeatRow, ...], changed: Sequence[tuple[int, SeatRow]]
) -> tuple[SeatRow, ...]:
    """The seats in a round: as they were at first, and what has changed until then."""
    found = {row.seat: row for row in first}
    found |= {row.seat: row for since, row in changed if since <= number}
    return tuple(row for _, row in sorted(found.items()))


def _between(
    of: Table, edges: tuple[tuple[str, int], tuple[str, int]] | None
) -> list[ColumnElement[bool]]:
    if edges is None:
        return []
    (first, begin), (last, end) = edges
    return [
        or_(of.c.match != first, of.c.round >= begin),
        or_(of.c.match != last, of.c.round <= end),
    ]


def _history(
    connection: Connection, ids: Collection[str], *where: ColumnElement[bool]
) -> dict[tuple[str, int], list[Correction]]:
    """The corrections of rounds, each round's oldest first."""
    query = (
        select(
            corrections.c.match, corrections.c.round, corrections.c.motion,
            proposals.c.by, proposals.c.settled, corrections.c.points,
        )
        .join_from(corrections, proposals, corrections.c.motion == proposals.c.id)
        .where(corrections.c.match.in_(ids), *where)
        .order_by(proposals.c.settled, corrections.c.motion, corrections.c.seat)
    )  # fmt: skip
    changes: dict[tuple[str, int, str, str, datetime], list[int]] = defaultdict(list)
    for *key, points in connection.execute(query):
        of, number, motion, by, at = key
        changes[of, number, motion, by, at].append(points)
    found: dict[tuple[str, int], list[Correction]] = defaultdict(list)
    for (of, number, _, by, at), values in changes.items():
        found[of, number].append(Correction(by, at, tuple(values)))
    return found


def _driven(
    connection: Connection, ids: Collection[str], *where: ColumnElement[bool]
) -> dict[tuple[str, int], float]:
    """How much of what persons had to decide in a round was decided for them."""
    person = case((actions.c.by != COMPUTER, 1), else_=0)
    query = (
        select(
            actions.c.match, actions.c.round,
            func.sum(person), func.sum(case((actions.c.by.in_(DRIVEN), 1), else_=0)),
        )
        .where(actions.c.match.in_(ids), *where)
        .group_by(actions.c.match, actions.c.round)
    )  # fmt: skip
    return {
        (match, number): by_others / decided
        for match, number, decided, by_others in connection.execute(query)
        if decided
    }
