"""The rounds that a person played lately, with what the others at the table had in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import select

from bot.store.company import sat_in
from bot.store.forgetting import ANONYMOUS
from bot.store.matches import changes_of, seats_of
from bot.store.schema import corrections, matches, rounds, scores
from bot.store.totals import as_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from bot.store.rows import SeatRow

MOST = 500
"""Rounds that are looked at, the newest: a line that goes further back says no more."""


@dataclass(frozen=True, slots=True)
class Against:
    """Somebody else's points in a round, and what they were called in it."""

    person: str
    name: str = field(repr=False)
    points: int


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A ranked round of one person, with the points that count now.

    ``others``: the persons who sat there too; no computer, and nobody who is forgotten.
    """

    game: str
    points: int
    others: tuple[Against, ...]


def lately(connection: Connection, person: str, most: int = MOST) -> list[OwnRound]:
    """A person's newest ranked rounds over all chats, the oldest of them first."""
    query = (
        select(rounds.c.match, rounds.c.round, matches.c.game)
        .join_from(rounds, matches, rounds.c.match == matches.c.id)
        .where(rounds.c.match.in_(sat_in(person)))
        .where(matches.c.rated, rounds.c.ranked, rounds.c.scored.is_not(None))
        .order_by(
            rounds.c.scored.desc(), matches.c.started.desc(), rounds.c.match, rounds.c.round.desc()
        )
        .limit(most)
    )
    found = connection.execute(query).all()[::-1]
    ids = list({row.match for row in found})
    sitting, changed = seats_of(connection, ids), changes_of(connection, ids)
    points = _points(connection, ids)
    made = []
    for match, number, game in found:
        seats = as_of(number, sitting.get(match, ()), changed.get(match, ()))
        mine = [row for row in seats if row.user == person]
        if not mine:
            continue  # somebody else sat there in this round
        own = sum(points[match, number, row.seat] for row in mine)
        others = tuple(
            Against(row.user, row.name, points[match, number, row.seat])
            for row in seats
            if _is_named(row) and row.user != person
        )
        made.append(OwnRound(game, own, others))
    return made


def _is_named(row: SeatRow) -> bool:
    return bool(row.user and row.name) and not row.user.startswith(ANONYMOUS)


def _points(connection: Connection, ids: list[str]) -> Counter[tuple[str, int, int]]:
    """The points of every seat in every round, as they are corrected."""
    found = Counter[tuple[str, int, int]]()
    for of in (scores, corrections):
        query = select(of.c.match, of.c.round, of.c.seat, of.c.points).where(of.c.match.in_(ids))
        for match, number, seat, points in connection.execute(query):
            found[match, number, seat] += points
    return found
