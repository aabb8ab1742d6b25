"""Who stands how in a chat, and one person everywhere: read from sums that are kept up.

A window begins and ends in the middle of a day. Whole days are read from the chat's sums; what
was played on the days of its two ends is counted again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, cast, func, select, union_all

from bot.store.counted import inside
from bot.store.preferences import keys_of
from bot.store.rows import GameTotal, Together
from bot.store.schema import matches, micros, rounds, seat_changes, seats
from bot.store.scorebook import EVER, PersonTotal, Window
from bot.store.sums import (
    ALWAYS,
    DAY,
    ENDED,
    PLAYED,
    RANKED,
    SAT,
    UNEVEN,
    UNRANKED,
    chat_sums,
    match_sums,
    rounds_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sqlalchemy import Column, ColumnElement, Connection, Select, Subquery

_PARTS = ("game", "what", "user", "times", "points")


def _one_of(column: Column[str], keys: Sequence[str]) -> ColumnElement[bool]:
    """Whether a chat's key is one of its keys; most have one, for which an index does more."""
    return column == keys[0] if len(keys) == 1 else column.in_(keys)


def _day(at: datetime) -> int:
    return micros(at) // DAY


def _midnight(day: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=day)


def _whole(window: Window) -> tuple[int, int | None, list[Window]]:
    """The days that are whole in a window, from one until before another, and what is left of it.

    What is left is of one day each.
    """
    first = 0 if window.since is None else -(-micros(window.since) // DAY)
    last = None if window.until is None else _day(window.until)
    if last is not None and first > last:
        return first, last, [window]
    begun, over = _midnight(first), None if last is None else _midnight(last)
    left = []
    if window.since is not None and window.since < begun:
        left.append(Window(window.since, begun))
    if over is not None and over != window.until:
        left.append(Window(over, window.until))
    return first, last, left


def summed(keys: Sequence[str], window: Window) -> Subquery:
    """The sums of a chat in a window by game, person and what was counted, in several parts."""
    of = chat_sums.c
    whole = select(*(of[name] for name in _PARTS)).where(_one_of(of.chat, keys))
    if window == EVER:
        return whole.where(of.day == ALWAYS).subquery()
    first, last, left = _whole(window)
    days = whole.where(of.day >= first, *([] if last is None else [of.day < last]))
    return union_all(days, *(part for one in left for part in _part_day(keys, one))).subquery()


def _part_day(keys: Sequence[str], window: Window) -> list[Select[Any]]:
    """What is in a part of one day, counted from the matches that have something in that day."""
    of = match_sums.c
    day = _day(window.since or _midnight(0))

    def on(what: str) -> Select[tuple[str]]:
        here = (_one_of(of.chat, keys), of.what == what, of.user == "", of.day == day)
        return select(of.match).where(*here)

    scored = [part.subquery() for part in rounds_of(window, matches.c.id.in_(on(PLAYED)))]
    places = (
        select(*(of[name] for name in _PARTS))
        .join_from(match_sums, matches, matches.c.id == of.match)
        .where(of.match.in_(on(ENDED)), *inside(matches.c.ended, window))
        .where(of.what.not_in([RANKED, UNRANKED, UNEVEN, PLAYED, ENDED, SAT]))
    )
    return [*(select(*(part.c[name] for name in _PARTS)) for part in scored), places]


def _total(column: ColumnElement[int]) -> ColumnElement[int]:
    return cast(func.coalesce(func.sum(column), 0), BigInteger)


def _cells(connection: Connection, keys: Sequence[str], window: Window) -> list[Any]:
    """The sums of a chat in a window, as rows with ``_PARTS``."""
    each = summed(keys, window)
    by = [each.c[name] for name in _PARTS[:3]]
    query = select(*by, _total(each.c.times).label("times"), _total(each.c.points).label("points"))
    return list(connection.execute(query.group_by(*by)))


# A chat.


@dataclass(frozen=True, slots=True)
class Sheet:
    """How everybody in a chat stands in a window.

    Attributes:
        totals: each person's sum in each game, game by game, the most points first.
        together: each person over all games, the most wins first.
        unranked: how many finished rounds are settled and have no rank.
    """

    totals: list[GameTotal]
    together: list[Together]
    unranked: int


def sheet(connection: Connection, chat: str, window: Window = EVER) -> Sheet:
    """Who stands how by ranked rounds.

    A match counts once it is finished, in the window in which it was.
    """
    keys = keys_of(connection, chat)
    cells, names = _cells(connection, keys, window), _names(connection, keys)
    unranked = sum(one.times for one in cells if one.what == UNRANKED and not one.user)
    return Sheet(_totals(cells, names, (RANKED,)), _together(cells, names), unranked)


def game_totals(connection: Connection, chat: str, window: Window = EVER) -> list[GameTotal]:
    """Each person's sum in each game of all rounds, game by game, the most points first."""
    keys = keys_of(connection, chat)
    cells = _cells(connection, keys, window)
    return _totals(cells, _names(connection, keys), (RANKED, UNRANKED))


def _totals(
    cells: Sequence[Any], names: Mapping[str, str], whats: Collection[str]
) -> list[GameTotal]:
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for one in cells:
        if one.user and one.what in whats:
            points, times = sums.get((one.game, one.user), (0, 0))
            sums[one.game, one.user] = (points + one.points, times + one.times)
    found = [
        GameTotal(user, names.get(user, ""), game, points, times)
        for (game, user), (points, times) in sums.items()
    ]
    return sorted(found, key=lambda total: (total.game, -total.points, total.user))


def _together(cells: Sequence[Any], names: Mapping[str, str]) -> list[Together]:
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    played: Counter[str] = Counter()
    for one in cells:
        if one.user and one.what == RANKED:
            played[one.user] += one.times
        elif one.what.isdecimal():
            counts[one.user][int(one.what)] += one.times
    last = max((place for by_place in counts.values() for place in by_place), default=0)
    found = []
    for user, number in played.items():
        places = tuple(counts[user][place] for place in range(1, last + 1))
        wins = counts[user][1]
        found.append(Together(user, names.get(user, ""), sum(places), number, wins, places))
    return sorted(found, key=lambda one: (tuple(-times for times in one.places), one.user))


def uneven_games(connection: Connection, chat: str, window: Window = EVER) -> set[str]:
    """Games whose points are not all won from each other: a round of them does not add up to 0."""
    each = summed(keys_of(connection, chat), window)
    return set(connection.scalars(select(each.c.game).where(each.c.what == UNEVEN).distinct()))


def best_rounds(connection: Connection, chat: str, game: str, options: str) -> dict[str, int]:
    """The most points that each person has got in a ranked round of a game with these options."""
    of = match_sums.c
    query = (
        select(of.user, func.max(of.best))
        .where(_one_of(of.chat, keys_of(connection, chat)), of.what == RANKED)
        .where(of.game == game, of.options == options)
        .group_by(of.user)
    )
    return dict(connection.execute(query).all())


def players(connection: Connection, chat: str, since: datetime) -> list[str]:
    """Who has finished a round in a chat since a time, by their keys."""
    each = summed(keys_of(connection, chat), Window(since))
    query = select(each.c.user).where(each.c.user != "", each.c.what.in_([RANKED, UNRANKED]))
    return list(connection.scalars(query.distinct().order_by(each.c.user)))


def _names(connection: Connection, keys: Sequence[str]) -> dict[str, str]:
    """What the people of a chat were called last, who have played a round that counts."""
    of, total = match_sums.c, chat_sums.c
    people = (
        select(total.user)
        .where(_one_of(total.chat, keys), total.day == ALWAYS, total.user != "")
        .distinct()
        .subquery()
    )
    last = (
        select(func.max(of.day))
        .where(_one_of(of.chat, keys), of.what == SAT, of.user == people.c.user)
        .correlate(people)
        .scalar_subquery()
    )
    lately = select(people.c.user, last.label("day")).subquery()
    sat = (
        select(of.match, of.user)
        .join_from(lately, match_sums, (of.user == lately.c.user) & (of.day == lately.c.day))
        .where(_one_of(of.chat, keys), of.what == SAT)
        .subquery()
    )
    called = union_all(
        *(
            select(by.c.user, by.c.name, matches.c.id, at.label("at"))
            .join_from(sat, by, (by.c.match == sat.c.match) & (by.c.user == sat.c.user))
            .join(matches, matches.c.id == sat.c.match)
            for by, at in ((seats, matches.c.started), (seat_changes, seat_changes.c.at))
        )
    ).subquery()
    newest = func.row_number().over(
        partition_by=called.c.user, order_by=(called.c.at.desc(), called.c.id.desc())
    )
    ranked = select(called.c.user, called.c.name, newest.label("age")).subquery()
    query = select(ranked.c.user, ranked.c.name).where(ranked.c.age == 1)
    return dict(connection.execute(query).all())


def latest_match(
    connection: Connection, chat: str, window: Window = EVER, person: str = ""
) -> str | None:
    """The match whose round was finished last in a chat, of all or of those of a person.

    Without a chat: wherever that person played.
    """
    of, mine = match_sums.c, match_sums.alias()
    here = [_one_of(of.chat, keys_of(connection, chat))] if chat else []
    here += [of.what == PLAYED, of.user == ""]
    if person or not chat:
        theirs = select(mine.c.match).where(mine.c.user == person, mine.c.what == SAT)
        here.append(of.match.in_(theirs))
    if window.since is not None:
        here.append(of.day >= _day(window.since))
    last = None if window.until is None else _day(window.until)
    while True:  # on the first and the last day there may be none that is inside
        until = [] if last is None else [of.day <= last]
        day = connection.scalar(select(func.max(of.day)).where(*here, *until))
        if day is None:
            return None
        query = (
            select(rounds.c.match)
            .join_from(rounds, matches, rounds.c.match == matches.c.id)
            .where(matches.c.id.in_(select(of.match).where(*here, of.day == day)))
            .where(*inside(rounds.c.scored, window))
            .order_by(rounds.c.scored.desc(), matches.c.started.desc(), rounds.c.match)
            .limit(1)
        )
        found: str | None = connection.scalar(query)
        if found is not None:
            return found
        last = day - 1


# A person.


def person_totals(connection: Connection, person: str, chat: str = "") -> list[PersonTotal]:
    """One person's sums game by game, in one chat or (empty) in all, the most rounds first."""
    of, each = chat_sums.c, match_sums.c
    keys = keys_of(connection, chat) if chat else []
    sums = select(of.game, of.what, _total(of.times), _total(of.points)).where(
        of.user == person, of.day == ALWAYS, *([_one_of(of.chat, keys)] if chat else [])
    )
    most = select(each.game, func.max(each.best)).where(
        each.user == person, each.what == RANKED, *([_one_of(each.chat, keys)] if chat else [])
    )
    best = dict(connection.execute(most.group_by(each.game)).all())
    counts: dict[str, dict[str, tuple[int, int]]] = {}
    for game, what, times, points in connection.execute(sums.group_by(of.game, of.what)):
        counts.setdefault(game, {})[what] = (times, points)
    nothing = (0, 0)
    found = [
        PersonTotal(
            game=game,
            rounds=by.get(RANKED, nothing)[0],
            points=by.get(RANKED, nothing)[1],
            best=best.get(game, 0),
            matches=sum(times for what, (times, _) in by.items() if what.isdecimal()),
            wins=by.get("1", nothing)[0],
            unranked=by.get(UNRANKED, nothing)[0],
        )
        for game, by in counts.items()
    ]
    return sorted(found, key=lambda total: (-total.rounds, -total.unranked, total.game))
