"""Reading back house rules: those of a chat, and those by which matches were played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from bot.store.house_rows import HouseRules, house_rules
from bot.store.lines import read_back
from bot.store.preferences import keys_of
from bot.store.repository import Query, Repository
from bot.store.schema import matches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from bot.store.house_rows import Named


def of_chat(connection: Connection, chat: str) -> list[HouseRules]:
    """The sets of a chat, the one that was kept last first."""
    c = house_rules.c
    mine = c.chat.in_(keys_of(connection, chat))
    return read_back(connection, HouseRules, mine, ~c.dropped, order=(c.at.desc(), c.id))


def of_match(connection: Connection, match: str) -> tuple[str, str]:
    """By which rules a match was begun, as (id, name of a chat's own set); empty: as usual."""
    query = (
        select(matches.c.rules, house_rules.c.name)
        .join_from(matches, house_rules, matches.c.rules == house_rules.c.id, isouter=True)
        .where(matches.c.id == match)
    )
    found = connection.execute(query).one_or_none()
    return ("", "") if found is None else (found.rules, found.name or "")


def newest_options(connection: Connection, chat: str, game: str) -> str:
    """The options of the newest match of a game in a chat, as JSON; empty: there is none."""
    of = matches.c
    here = (of.chat.in_(keys_of(connection, chat)), of.game == game, of.deal == "")
    query = select(of.options).where(*here).order_by(of.started.desc(), of.id).limit(1)
    return connection.scalar(query) or ""


def by_person(connection: Connection, person: str, chats: Sequence[str] = ()) -> list[HouseRules]:
    """The sets that a person has kept, in some chats or (none named) in all, in order."""
    c = house_rules.c
    here = [c.chat.in_(chats)] if chats else []
    return read_back(connection, HouseRules, c.by == person, *here, order=(c.at, c.id))


def named_by(connection: Connection, person: str, chats: Sequence[str]) -> tuple[Named, ...]:
    """What names a person in the sets that they have kept."""
    return tuple((one.ident, one.name, one.author) for one in by_person(connection, person, chats))


class Houses(Repository):
    """House rules of chats."""

    chat = Query(of_chat)
    match = Query(of_match)
    newest = Query(newest_options)
    person = Query(by_person)
