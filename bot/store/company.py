"""Where a person has played, and with whom: read from the seats of matches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import select, union

from bot.store.repository import Query, Repository
from bot.store.schema import matches, seat_changes, seats

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection, Select

LOOKED_AT = 2000
"""Rows that are looked at, the newest first: whoever has played more knows their people."""


@dataclass(frozen=True, slots=True)
class PlayedIn:
    """A chat in which somebody has played: the newest game there, how many matches, and when."""

    chat: str
    game: str
    matches: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Fellow:
    """Somebody who sat at the same tables: by their newest name, in how many matches, and when."""

    person: str
    name: str = field(repr=False)
    matches: int
    at: datetime


def sat_in(person: str) -> Select[tuple[str]]:
    """The matches in which a person had a seat at any time."""
    own = select(seats.c.match).where(seats.c.user == person)
    later = select(seat_changes.c.match).where(seat_changes.c.user == person)
    both = union(own, later).subquery()
    return select(both.c.match)


def places_of(connection: Connection, person: str, most: int) -> list[PlayedIn]:
    """Where a person has played, the newest first; what was played alone is no place."""
    query = (
        select(matches.c.chat, matches.c.game, matches.c.started)
        .where(matches.c.id.in_(sat_in(person)), matches.c.chat != "")
        .where(~matches.c.chat.startswith("alone:"))
        .order_by(matches.c.started.desc(), matches.c.id)
        .limit(LOOKED_AT)
    )
    found: dict[str, PlayedIn] = {}
    for chat, game, at in connection.execute(query):
        one = found.get(chat, PlayedIn(chat, game, 0, at))
        found[chat] = PlayedIn(chat, one.game, one.matches + 1, one.at)
    return list(found.values())[:most]


def fellows_of(connection: Connection, person: str, most: int) -> list[Fellow]:
    """With whom a person has played, most often first; nobody who is forgotten."""
    platform = person.partition(":")[0]
    found: dict[str, Fellow] = {}
    together: dict[str, set[str]] = {}
    for of in (seats, seat_changes):
        query = (
            select(of.c.user, of.c.name, of.c.match, matches.c.started)
            .join_from(of, matches, of.c.match == matches.c.id)
            .where(of.c.match.in_(sat_in(person)), of.c.user != person)
            .where(of.c.user.startswith(f"{platform}:"))
            .order_by(matches.c.started.desc(), of.c.match)
            .limit(LOOKED_AT)
        )
        for user, name, match, at in connection.execute(query):
            together.setdefault(user, set()).add(match)
            known = found.get(user)
            if known is None or at > known.at:
                found[user] = Fellow(user, name, 0, at)
    counted = [Fellow(user, one.name, len(together[user]), one.at) for user, one in found.items()]
    return sorted(counted, key=lambda one: (one.matches, one.at), reverse=True)[:most]


class Company(Repository):
    """Where people have played, and with whom."""

    places = Query(places_of)
    fellows = Query(fellows_of)
