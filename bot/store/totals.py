"""A chat's points: always sums over its rounds and their corrections, never counted up."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, and_, case, cast, func, literal_column, or_, select, union_all

from bot.store.matches import changes_of, seats_of
from bot.store.preferences import keys_of
from bot.store.ranked import COMPUTER, DRIVEN, sitter
from bot.store.rows import GameTotal, ScoredRound, Together
from bot.store.schema import (
    actions,
    corrections,
    matches,
    proposals,
    rounds,
    scores,
    seat_changes,
    seats,
)
from bot.store.scorebook import EVER, Correction
from bot.store.statements import FINISHED

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Select, Subquery, Table

    from bot.store.rows import SeatRow
    from bot.store.scorebook import Window

PAGE = 64
"""Matches whose rounds are read at once, so that no query is asked for thousands of them."""


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


def unranked_rounds(connection: Connection, chat: str, window: Window = EVER) -> int:
    """How many finished rounds of a chat are settled and have no rank."""
    query = (
        select(func.count())
        .select_from(rounds)
        .join(matches, rounds.c.match == matches.c.id)
        .where(matches.c.chat.in_(keys_of(connection, chat)), matches.c.rated.is_(True))
        .where(rounds.c.ranked.is_(False), *inside(rounds.c.scored, window))
    )
    return connection.scalar(query) or 0


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
            seats=_as_of(row.round, sitting.get(row.match, ()), changed.get(row.match, ())),
            scores=tuple(by_round[row.match, row.round]),
            reasons=row.reasons,
            at=row.scored,
            corrections=tuple(history.get((row.match, row.round), ())),
            driven=driven.get((row.match, row.round), 0.0),
            ranked=row.ranked,
        )
        for row in found
    ]


def _as_of(
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


def game_totals(
    connection: Connection, chat: str, window: Window = EVER, *, ranked: bool = False
) -> list[GameTotal]:
    """Each person's sum in each game, game by game, the most points first.

    ``ranked``: of ranked rounds alone.
    """
    keys = keys_of(connection, chat)
    each = counted(window, matches.c.chat.in_(keys), *([rounds.c.ranked] if ranked else []))
    points = cast(func.sum(each.c.points), BigInteger).label("points")
    query = (
        select(
            each.c.user, matches.c.game, points,
            cast(func.sum(each.c.rounds), BigInteger).label("rounds"),
        )
        .join_from(each, matches, matches.c.id == each.c.match)
        .where(each.c.user != "")
        .group_by(each.c.user, matches.c.game)
        .order_by(matches.c.game, points.desc(), each.c.user)
    )  # fmt: skip
    names = _names(connection, keys)
    return [
        GameTotal(row.user, names[row.user], row.game, row.points, row.rounds)
        for row in connection.execute(query)
    ]


def uneven_games(connection: Connection, chat: str, window: Window = EVER) -> set[str]:
    """Games whose points are not all won from each other: a round of them does not add up to 0."""
    each = counted(window, matches.c.chat.in_(keys_of(connection, chat)))
    query = (
        select(matches.c.game)
        .join_from(each, matches, matches.c.id == each.c.match)
        .group_by(each.c.match, each.c.round, matches.c.game)
        .having(func.sum(each.c.points) != 0)
    )
    return set(connection.scalars(query))


def best_rounds(connection: Connection, chat: str, game: str, options: str) -> dict[str, int]:
    """The most points that each person has got in a ranked round of a game with these options."""
    keys = keys_of(connection, chat)
    each = counted(
        EVER, matches.c.chat.in_(keys), matches.c.game == game, rounds.c.options == options,
        rounds.c.ranked,
    )  # fmt: skip
    one = (
        select(each.c.user, cast(func.sum(each.c.points), BigInteger).label("points"))
        .where(each.c.user != "")
        .group_by(each.c.match, each.c.round, each.c.user)
        .subquery()
    )
    query = select(one.c.user, func.max(one.c.points)).group_by(one.c.user)
    return dict(connection.execute(query).all())


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


def together(connection: Connection, chat: str, window: Window = EVER) -> list[Together]:
    """Each person over all games, by ranked rounds, the most wins first, then the best places.

    A match counts once it is finished, in the window in which it was.
    """
    keys = keys_of(connection, chat)
    ranks = placed(matches.c.chat.in_(keys), *inside(matches.c.ended, window))
    query = (
        select(ranks.c.user, ranks.c.place, func.count())
        .where(ranks.c.user != "")
        .group_by(ranks.c.user, ranks.c.place)
    )
    counts: dict[str, dict[int, int]] = {}
    for user, place, times in connection.execute(query):
        counts.setdefault(user, {})[place] = times
    last = max((place for by_place in counts.values() for place in by_place), default=0)
    played: dict[str, int] = {}
    for total in game_totals(connection, chat, window, ranked=True):
        played[total.user] = played.get(total.user, 0) + total.rounds
    names = _names(connection, keys)
    found = []
    for user, number in played.items():
        by_place = counts.get(user, {})
        places = tuple(by_place.get(place, 0) for place in range(1, last + 1))
        wins = by_place.get(1, 0)
        found.append(Together(user, names[user], sum(places), number, wins, places))
    found.sort(key=lambda one: (tuple(-times for times in one.places), one.user))
    return found


def _names(connection: Connection, keys: list[str]) -> dict[str, str]:
    """What the people of a chat were called last."""
    called = union_all(
        select(seats.c.user, seats.c.name, matches.c.id, matches.c.started.label("at"))
        .join_from(seats, matches, seats.c.match == matches.c.id)
        .where(matches.c.chat.in_(keys), seats.c.user != ""),
        select(seat_changes.c.user, seat_changes.c.name, matches.c.id, seat_changes.c.at)
        .join_from(seat_changes, matches, seat_changes.c.match == matches.c.id)
        .where(matches.c.chat.in_(keys), seat_changes.c.user != ""),
    ).subquery()
    newest = func.row_number().over(
        partition_by=called.c.user, order_by=(called.c.at.desc(), called.c.id.desc())
    )
    ranked = select(called.c.user, called.c.name, newest.label("age")).subquery()
    query = select(ranked.c.user, ranked.c.name).where(ranked.c.age == 1)
    return dict(connection.execute(query).all())
