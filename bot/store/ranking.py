"""Which rounds say something of the people who played them.

All of a chat's rounds count where people settle up, but for practice. Ranks, records and what
``/me`` tells are of ranked rounds alone: those in which people met people, and mostly decided for
themselves. It is decided once, by the log, when a round is scored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, case, func, literal_column, select

from bot.store.schema import actions, rounds, seat_changes, seats

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

DRIVEN = ("autopilot", "clock")
"""Who decides where a person does not: ``action.by``."""

COMPUTER = "computer"

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

    One person with computer players is not; one person at a game for one is. Nor is a round in
    which the autopilot or the clock took at least half of what persons had to decide. What is
    taken for somebody who had played in that round (``handed``) counts as theirs: nobody gets rid
    of a round that goes badly by handing it over.
    """
    taken = select(func.count()).where(seats.c.match == rounds.c.match)
    persons = taken.where(sitter(rounds.c.round) != _NOTHING)
    alone = and_(
        taken.correlate(rounds).scalar_subquery() > _ONE,
        persons.correlate(rounds).scalar_subquery() == _ONE,
    )
    others: list[ColumnElement[str]] = [literal_column(f"'{word}'") for word in DRIVEN]
    driven = func.coalesce(func.sum(case((actions.c.by.in_(others), _ONE), else_=_ZERO)), _ZERO)
    mostly = select(and_(func.count() > _ZERO, driven + driven >= func.count())).where(
        actions.c.match == rounds.c.match,
        actions.c.round == rounds.c.round,
        actions.c.by != literal_column(f"'{COMPUTER}'"),
    )
    return and_(~alone, ~mostly.correlate(rounds).scalar_subquery())
