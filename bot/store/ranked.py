"""Which rounds say something of the people who played them.

All of a chat's rounds count where people settle up, but for practice. Ranks, records and what
``/me`` tells are of ranked rounds alone: those in which people met people, and mostly decided for
themselves. It is decided once, by the log, when a round is scored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, case, func, literal_column, or_, select

from bot.store.schema import actions, rounds, seat_changes, seats

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

DRIVEN = ("autopilot", "clock")
"""Who decides where a person does not: ``action.by``."""

COMPUTER = "computer"
HANDED = "handed"

_NOTHING: ColumnElement[str] = literal_column("''")
_ZERO: ColumnElement[int] = literal_column("0")
_ONE: ColumnElement[int] = literal_column("1")
# Statements that write are compiled once, and have no other parameters than a row's values.


def sitter(until: ColumnElement[int] | None = None) -> ColumnElement[str]:
    """Who sat at a seat of ``seats`` up to a round of it, or (None) at the end."""
    changed = select(seat_changes.c.user).where(
        seat_changes.c.match == seats.c.match, seat_changes.c.seat == seats.c.seat
    )
    if until is not None:
        changed = changed.where(seat_changes.c.round <= until)
    last = changed.order_by(seat_changes.c.round.desc()).limit(_ONE).offset(_ZERO)
    return func.coalesce(last.correlate_except(seat_changes).scalar_subquery(), seats.c.user)


def ranked() -> ColumnElement[bool]:
    """Whether a round of ``rounds`` is ranked: two rules, and both must hold.

    One person with computer players is not; one person at a game for one is. Nor is a round at
    which all persons but one were away: everything they had to decide was decided for them. Nor one
    in which the autopilot or the clock took at least half of what persons had to decide, or in
    which nobody decided anything. What is taken for somebody who was there when it was dealt
    (``handed``) counts as theirs: nobody gets rid of a round that goes badly by handing it over,
    or by doing nothing.
    """
    taken = select(func.count()).where(seats.c.match == rounds.c.match)
    persons = taken.where(sitter(rounds.c.round) != _NOTHING)
    alone = and_(
        taken.correlate(rounds).scalar_subquery() > _ONE,
        persons.correlate(rounds).scalar_subquery() == _ONE,
    )
    others: list[ColumnElement[str]] = [literal_column(f"'{word}'") for word in DRIVEN]
    driven = func.coalesce(func.sum(case((actions.c.by.in_(others), _ONE), else_=_ZERO)), _ZERO)
    away: list[ColumnElement[str]] = [literal_column(f"'{word}'") for word in (*DRIVEN, HANDED)]
    given = func.coalesce(func.sum(case((actions.c.by.in_(away), _ONE), else_=_ZERO)), _ZERO)
    nobody = or_(driven + driven >= func.count(), given >= func.count())
    mostly = select(and_(func.count() > _ZERO, nobody)).where(
        actions.c.match == rounds.c.match,
        actions.c.round == rounds.c.round,
        actions.c.by != literal_column(f"'{COMPUTER}'"),
    )
    there = persons.correlate(rounds).scalar_subquery() - _away()
    deserted = and_(persons.correlate(rounds).scalar_subquery() > _ONE, there <= _ONE)
    return and_(~alone, ~deserted, ~mostly.correlate(rounds).scalar_subquery())


def _away() -> ColumnElement[int]:
    """How many persons had something to decide in a round of ``rounds``, and did none of it."""
    others: list[ColumnElement[str]] = [literal_column(f"'{word}'") for word in DRIVEN]
    own = case((actions.c.by.in_(others), _ZERO), else_=_ONE)
    each = (
        select(actions.c.seat)
        .where(
            actions.c.match == rounds.c.match,
            actions.c.round == rounds.c.round,
            actions.c.by != literal_column(f"'{COMPUTER}'"),
        )
        .group_by(actions.c.seat)
        .having(func.sum(own) == _ZERO)
        .correlate(rounds)
        .subquery()
    )
    return select(func.count()).select_from(each).scalar_subquery()
