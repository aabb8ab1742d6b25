"""Sums that are kept up, so that nobody has to read a whole book: those of a match and of a chat.

What is stored of a match is the truth, and its sums are made anew from that whenever it changes, in
the same transaction; a chat's differ by what its match's differ by. A test holds both equal to
what counting everything again gives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    Table,
    Text,
    bindparam,
    case,
    cast,
    delete,
    func,
    literal,
    literal_column,
    select,
    type_coerce,
    union_all,
)

from bot.store.counted import counted, inside, placed
from bot.store.db import insert_into
from bot.store.lines import Kind, Put
from bot.store.schema import (
    corrections,
    matches,
    metadata,
    rounds,
    scores,
    seat_changes,
    seats,
)
from bot.store.scorebook import EVER
from bot.store.statements import FINISHED

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ClauseElement, ColumnElement, Select

    from bot.store.lines import Step, Values
    from bot.store.scorebook import Window

RANKED, UNRANKED = "ranked", "unranked"
"""Rounds that somebody played; without a user: rounds, whoever played them."""

UNEVEN = "uneven"
"""Rounds whose points do not add up to 0."""

PLAYED, ENDED, SAT = "played", "ended", "sat"
"""Not summed up: a match has finished rounds, practice too; it is finished; somebody sat in it."""

# A number, as text: so many matches in which somebody came first, second …

DAY = 24 * 60 * 60 * 1_000_000
"""Microseconds; days are counted from 1970, in UTC."""

ALWAYS = -1
"""The day of a chat's sums over all days."""

match_sums = Table(
    "match_sum",
    metadata,
    Column("match", Text, primary_key=True),
    Column("what", Text, primary_key=True),
    Column("user", Text, primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("options", Text, primary_key=True),
    Column("chat", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("times", BigInteger, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("best", BigInteger, nullable=False),
    Index("ix_match_sum_chat", "chat", "what", "user", "day"),
    Index("ix_match_sum_user", "user", "what"),
)
"""What one match adds, by day. ``best``: the most points in one round; ``options``: of those
rounds, where they are ranked."""

chat_sums = Table(
    "chat_sum",
    metadata,
    Column("chat", Text, primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("what", Text, primary_key=True),
    Column("user", Text, primary_key=True),
    Column("times", BigInteger, nullable=False),
    Column("points", BigInteger, nullable=False),
    Index("ix_chat_sum_user", "user", "day"),
    sqlite_with_rowid=False,
)
"""The sums of all matches of a chat: of each day, and (``day`` -1) of all."""

_nothing = chat_sums.c.times == literal_column("0")
Index(
    "ix_chat_sum_nothing",
    chat_sums.c.chat,
    sqlite_where=_nothing,
    postgresql_where=_nothing,
)

due = Table("sum_due", metadata, Column("match", Text, primary_key=True), sqlite_with_rowid=False)
"""Matches whose sums are to be made anew: empty, but in the middle of a transaction."""


BESIDE = (PLAYED, ENDED, SAT)


def day_of(column: ColumnElement[datetime]) -> ColumnElement[int]:
    """The day of a stored time."""
    day: ColumnElement[int] = type_coerce(column, BigInteger).op("/")(literal_column(str(DAY)))
    return cast(day, Integer)


# What a match adds, counted from what is stored of it.

_ZERO: ColumnElement[int] = literal_column("0")
_ONE: ColumnElement[int] = literal_column("1")
_NOTHING: ColumnElement[str] = literal_column("''")


def _row(
    match: ColumnElement[str],
    what: ColumnElement[str],
    user: ColumnElement[str],
    day: ColumnElement[int],
    options: ColumnElement[str] = _NOTHING,
    times: ColumnElement[int] = _ONE,
    points: ColumnElement[int] = _ZERO,
    best: ColumnElement[int] = _ZERO,
) -> Select[Any]:
    """A row as ``match_sums`` has it."""
    of = (matches.c.chat, matches.c.game)
    values: list[ColumnElement[Any]] = [match, what, user, day, options, *of, times, points, best]
    names = match_sums.c.keys()
    return select(*(value.label(name) for name, value in zip(names, values, strict=True)))


def rounds_of(window: Window, *where: ColumnElement[bool]) -> list[Select[Any]]:
    """Rounds by person, those without a rank, and those that do not add up; as ``match_sums``."""
    each = counted(window, *where)
    one = (
        select(
            each.c.match, each.c.round, each.c.user,
            func.sum(each.c.points).label("points"), func.max(each.c.rounds).label("rounds"),
        )
        .where(each.c.user != _NOTHING)
        .group_by(each.c.match, each.c.round, each.c.user)
        .subquery()
    )  # fmt: skip
    options = case((rounds.c.ranked, rounds.c.options), else_=_NOTHING)
    what = case((rounds.c.ranked, literal(RANKED)), else_=literal(UNRANKED))
    day = day_of(rounds.c.scored)
    times, points = _big(func.sum(one.c.rounds)), _big(func.sum(one.c.points))
    best = _big(func.max(one.c.points))
    persons = (
        _row(one.c.match, what, one.c.user, day, options, times, points, best)
        .join_from(one, rounds, (rounds.c.match == one.c.match) & (rounds.c.round == one.c.round))
        .join(matches, matches.c.id == one.c.match)
        .group_by(
            one.c.match, rounds.c.ranked, one.c.user, day, options, matches.c.chat, matches.c.game
        )
    )
    beside = _rounds(UNRANKED).where(
        matches.c.rated, ~rounds.c.ranked, *where, *inside(rounds.c.scored, window)
    )
    odd = (
        select(each.c.match, each.c.round)
        .group_by(each.c.match, each.c.round)
        .having(func.sum(each.c.points) != _ZERO)
        .subquery()
    )
    same = (odd.c.match == rounds.c.match) & (odd.c.round == rounds.c.round)
    return [persons, beside, _rounds(UNEVEN).join(odd, same)]


def _rounds(what: str) -> Select[Any]:
    """Rounds as such, by match and day."""
    day = day_of(rounds.c.scored)
    return (
        _row(rounds.c.match, literal(what), _NOTHING, day, times=func.count())
        .join_from(rounds, matches, rounds.c.match == matches.c.id)
        .group_by(rounds.c.match, day, matches.c.chat, matches.c.game)
    )


def made(*where: ColumnElement[bool]) -> list[Select[Any]]:
    """All that some matches add, as rows of ``match_sums``."""
    of = (matches.c.chat, matches.c.game)
    ranks, over = placed(*where), day_of(matches.c.ended)
    place = cast(ranks.c.place, Text)
    places = (
        _row(ranks.c.match, place, ranks.c.user, over, times=func.count())
        .join_from(ranks, matches, matches.c.id == ranks.c.match)
        .where(ranks.c.user != _NOTHING, matches.c.ended.is_not(None))
        .group_by(ranks.c.match, ranks.c.place, ranks.c.user, over, *of)
    )
    finished = _row(matches.c.id, literal(ENDED), _NOTHING, over).where(
        matches.c.status == literal(FINISHED), matches.c.ended.is_not(None), *where
    )
    scored = _rounds(PLAYED).where(*where, rounds.c.scored.is_not(None))
    sitting = union_all(
        *(
            select(of_.c.match, of_.c.user, at.label("at"))
            .join_from(of_, matches, of_.c.match == matches.c.id)
            .where(of_.c.user != _NOTHING, *where)
            for of_, at in ((seats, matches.c.started), (seat_changes, seat_changes.c.at))
        )
    ).subquery()
    sat = (
        _row(sitting.c.match, literal(SAT), sitting.c.user, day_of(func.max(sitting.c.at)))
        .join_from(sitting, matches, matches.c.id == sitting.c.match)
        .group_by(sitting.c.match, sitting.c.user, *of)
    )
    return [*rounds_of(EVER, *where), places, finished, scored, sat]


def _big(value: ColumnElement[Any]) -> ColumnElement[int]:
    return cast(value, BigInteger)


# Kept up.

_MATCH = "match"
CHANGING: Mapping[object, tuple[str, str]] = {
    **dict.fromkeys((seats, seat_changes, scores, corrections), (_MATCH, "match")),
    **dict.fromkeys((Kind.SCORED, Kind.RANKED, Kind.ENDED), (_MATCH, "_match")),
    **dict.fromkeys((Kind.SEAT_NAMED, Kind.CHANGE_NAMED), (_MATCH, "_match")),
    **dict.fromkeys((Kind.SEATS_BACK, Kind.CHANGES_BACK), ("user", "_user")),
    Kind.BOOK_MOVED: ("chat", "_chat"),
}
"""What is written to which matches are due: those of an id, or whose sums have this user or chat,
and the value that says it."""


def changed(lines: Sequence[tuple[Step, list[Values]]]) -> dict[str, list[str]]:
    """What lines change that is summed up: ids of matches, users, chats, by that word."""
    found: dict[str, set[str]] = {}
    for step, values in lines:
        by = CHANGING.get(step.table if isinstance(step, Put) else step)
        if by is not None:
            found.setdefault(by[0], set()).update(one[by[1]] for one in values)
    return {by: sorted(values) for by, values in found.items()}


def marking(dialect: str) -> Mapping[str, ClauseElement]:
    """The statements that note which matches are due, by the words of ``changed``."""
    other = {
        by: insert_into(dialect, due)
        .from_select(
            ["match"],
            select(match_sums.c.match).where(match_sums.c[by] == bindparam(by)).distinct(),
        )
        .on_conflict_do_nothing()
        for by in ("user", "chat")
    }
    return {_MATCH: insert_into(dialect, due).on_conflict_do_nothing(), **other}


def renewal(dialect: str) -> list[ClauseElement]:
    """The statements that make the sums of all matches anew that are due; none has a parameter."""
    these = select(due.c.match)
    return [
        _added(dialect, -1),
        delete(match_sums).where(match_sums.c.match.in_(these)),
        insert_into(dialect, match_sums).from_select(
            [column.name for column in match_sums.c], union_all(*made(matches.c.id.in_(these)))
        ),
        _added(dialect, 1),
        delete(chat_sums).where(_nothing),
        delete(due),
    ]


def _added(dialect: str, sign: int) -> ClauseElement:
    """The chats' sums with what the matches that are due add, or (-1) without it."""
    by = (match_sums.c.game, match_sums.c.what, match_sums.c.user)
    days: tuple[ColumnElement[int], ...] = (match_sums.c.day, literal_column(str(ALWAYS)))
    parts = [
        select(
            match_sums.c.chat, day, *by,
            _big(func.sum(match_sums.c.times) * literal_column(str(sign))),
            _big(func.sum(match_sums.c.points) * literal_column(str(sign))),
        )
        .where(match_sums.c.match.in_(select(due.c.match)))
        .where(match_sums.c.what.not_in(BESIDE))
        .group_by(match_sums.c.chat, *by, *([day] if day is match_sums.c.day else []))
        for day in days
    ]  # fmt: skip
    both = union_all(*parts).subquery()
    statement = insert_into(dialect, chat_sums).from_select(
        [column.name for column in chat_sums.c], select(both).where(literal_column("1 = 1"))
    )
    return statement.on_conflict_do_update(
        index_elements=list(chat_sums.primary_key),
        set_={c: chat_sums.c[c] + statement.excluded[c] for c in ("times", "points")},
    )
