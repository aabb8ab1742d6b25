"""What a chat's people have won, always summed anew over the finished rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, cast, func, select

from bot.store.matches import seats_of
from bot.store.rows import GameTotal, ScoredRound, Together
from bot.store.schema import matches, rounds, scores, seats
from bot.store.writes import FINISHED

if TYPE_CHECKING:
    from sqlalchemy import Connection


def scored_rounds(
    connection: Connection, chat: str, game: str | None, match: str | None
) -> list[ScoredRound]:
    """The finished rounds of a chat, oldest match first."""
    query = (
        select(rounds.c.match, matches.c.game, rounds.c.round, rounds.c.reasons, rounds.c.scored)
        .join_from(rounds, matches, rounds.c.match == matches.c.id)
        .where(matches.c.chat == chat, rounds.c.scored.is_not(None))
        .order_by(matches.c.started, rounds.c.match, rounds.c.round)
    )
    points = (
        select(scores.c.match, scores.c.round, scores.c.points)
        .join_from(scores, matches, scores.c.match == matches.c.id)
        .where(matches.c.chat == chat)
        .order_by(scores.c.match, scores.c.round, scores.c.seat)
    )
    if game is not None:
        query, points = query.where(matches.c.game == game), points.where(matches.c.game == game)
    if match is not None:
        query, points = query.where(matches.c.id == match), points.where(matches.c.id == match)
    by_round: dict[tuple[str, int], list[int]] = {}
    for of, number, value in connection.execute(points):
        by_round.setdefault((of, number), []).append(value)
    found = connection.execute(query).all()
    sitting = seats_of(connection, list({row.match for row in found}))
    return [
        ScoredRound(
            match=row.match,
            game=row.game,
            round=row.round,
            seats=sitting.get(row.match, ()),
            scores=tuple(by_round.get((row.match, row.round), ())),
            reasons=row.reasons,
            at=row.scored,
        )
        for row in found
    ]


def game_totals(connection: Connection, chat: str) -> list[GameTotal]:
    """Each person's sum in each game, game by game, the most points first."""
    points = cast(func.sum(scores.c.points), BigInteger).label("points")
    query = (
        select(seats.c.user, matches.c.game, points, func.count().label("rounds"))
        .join_from(matches, seats, seats.c.match == matches.c.id)
        .join(scores, (scores.c.match == seats.c.match) & (scores.c.seat == seats.c.seat))
        .where(matches.c.chat == chat, seats.c.user != "")
        .group_by(seats.c.user, matches.c.game)
        .order_by(matches.c.game, points.desc(), seats.c.user)
    )
    names = _names(connection, chat)
    return [
        GameTotal(row.user, names[row.user], row.game, row.points, row.rounds)
        for row in connection.execute(query)
    ]


def together(connection: Connection, chat: str) -> list[Together]:
    """Each person over all games, the most wins first, then the best places.

    A match counts once it is finished; its places go by the points of all its rounds, computer
    players included, and equal points share a place.
    """
    in_match = (
        select(seats.c.user, func.sum(scores.c.points).label("points"), seats.c.match)
        .join_from(matches, seats, seats.c.match == matches.c.id)
        .join(scores, (scores.c.match == seats.c.match) & (scores.c.seat == seats.c.seat))
        .where(matches.c.chat == chat, matches.c.status == FINISHED)
        .group_by(seats.c.match, seats.c.seat, seats.c.user)
        .subquery()
    )
    placed = select(
        in_match.c.user,
        func.rank()
        .over(partition_by=in_match.c.match, order_by=in_match.c.points.desc())
        .label("place"),
    ).subquery()
    query = (
        select(placed.c.user, placed.c.place, func.count())
        .where(placed.c.user != "")
        .group_by(placed.c.user, placed.c.place)
    )
    counts: dict[str, dict[int, int]] = {}
    for user, place, times in connection.execute(query):
        counts.setdefault(user, {})[place] = times
    last = max((place for by_place in counts.values() for place in by_place), default=0)
    played: dict[str, int] = {}
    for total in game_totals(connection, chat):
        played[total.user] = played.get(total.user, 0) + total.rounds
    names = _names(connection, chat)
    found = []
    for user, number in played.items():
        by_place = counts.get(user, {})
        places = tuple(by_place.get(place, 0) for place in range(1, last + 1))
        wins = by_place.get(1, 0)
        found.append(Together(user, names[user], sum(places), number, wins, places))
    found.sort(key=lambda one: (tuple(-times for times in one.places), one.user))
    return found


def _names(connection: Connection, chat: str) -> dict[str, str]:
    """What the people of a chat were called last."""
    newest = func.row_number().over(
        partition_by=seats.c.user, order_by=(matches.c.started.desc(), matches.c.id.desc())
    )
    ranked = (
        select(seats.c.user, seats.c.name, newest.label("age"))
        .join_from(seats, matches, seats.c.match == matches.c.id)
        .where(matches.c.chat == chat, seats.c.user != "")
        .subquery()
    )
    query = select(ranked.c.user, ranked.c.name).where(ranked.c.age == 1)
    return dict(connection.execute(query).all())
