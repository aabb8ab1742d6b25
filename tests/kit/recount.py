"""A book counted again from everything that is stored: what kept-up sums must be equal to.

The same questions as in ``bot.store.standings``, and each reads every round of a chat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, cast, func, select, union_all

from bot.store.counted import counted, inside, placed
from bot.store.preferences import keys_of
from bot.store.rows import GameTotal, Together
from bot.store.schema import matches, rounds, seat_changes, seats
from bot.store.scorebook import EVER, PersonTotal, Window
from bot.store.standings import Sheet

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection


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


def sheet(connection: Connection, chat: str, window: Window = EVER) -> Sheet:
    """Who stands how by ranked rounds."""
    return Sheet(
        game_totals(connection, chat, window, ranked=True),
        together(connection, chat, window),
        unranked_rounds(connection, chat, window),
    )


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
