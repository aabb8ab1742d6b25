"""Rounds and matches counted from what is stored: who got how many points, and came which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, literal_column, select, union_all

from bot.store.ranked import sitter
from bot.store.schema import corrections, matches, rounds, scores, seats
from bot.store.scorebook import EVER
from bot.store.statements import FINISHED

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Select, Subquery, Table

    from bot.store.scorebook import Window


def inside(column: ColumnElement[datetime], window: Window) -> list[ColumnElement[bool]]:
    """Whether a time is in a window."""
    found: list[ColumnElement[bool]] = [column.is_not(None)]
    found += [column >= window.since] if window.since is not None else []
    found += [column < window.until] if window.until is not None else []
    return found


def counted(window: Window, *where: ColumnElement[bool]) -> Subquery:
    """Points by match, round and seat: as scored (``rounds`` 1) and as corrected (``rounds`` 0).

    Practice does not count.
    ``user`` is who sat there in that round; ``ranked``: see ``bot.store.ranked``. ``where``: which
    matches and rounds; the window is that in which a round was scored.
    """

    def part(of: Table, number: int) -> Select[Any]:
        same = (rounds.c.match == of.c.match) & (rounds.c.round == of.c.round)
        return (
            select(
                of.c.match, of.c.round, of.c.seat, of.c.points,
                literal_column(str(number)).label("rounds"), sitter(of.c.round).label("user"),
                rounds.c.ranked,
            )
            .join_from(of, matches, of.c.match == matches.c.id)
            .join(rounds, same)
            .join(seats, (seats.c.match == of.c.match) & (seats.c.seat == of.c.seat))
            .where(matches.c.rated, *where, *inside(rounds.c.scored, window))
        )  # fmt: skip

    return union_all(part(scores, 1), part(corrections, 0)).subquery("counted")


def placed(*where: ColumnElement[bool]) -> Subquery:
    """The place of every seat in finished matches; equal points share one.

    It goes by the points of the ranked rounds of a match, computer players included, and belongs to
    whoever sat there at its end. A match without such a round has no places.
    """
    each = counted(EVER, matches.c.status == FINISHED, rounds.c.ranked, *where)
    in_match = (
        select(sitter().label("user"), func.sum(each.c.points).label("points"), seats.c.match)
        .join_from(each, seats, (each.c.match == seats.c.match) & (each.c.seat == seats.c.seat))
        .group_by(seats.c.match, seats.c.seat, seats.c.user)
        .subquery()
    )
    return select(
        in_match.c.user,
        in_match.c.match,
        func.rank()
        .over(partition_by=in_match.c.match, order_by=in_match.c.points.desc())
        .label("place"),
    ).subquery()
