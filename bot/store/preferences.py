"""Reading back what people and chats have set, who cannot be reached, and which chats moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from bot.store.repository import Query, Repository
from bot.store.rows import Unreachable
from bot.store.schema import aliases, person_settings, reaches, settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection


def keys_of(connection: Connection, chat: str) -> list[str]:
    """All keys that a chat has had, whichever of them is given; the newest comes first."""
    newest, seen = chat, {chat}
    while True:
        new = connection.scalar(select(aliases.c.new).where(aliases.c.old == newest))
        if new is None or new in seen:  # a platform that takes a move back must not hold us here
            break
        newest = new
        seen.add(new)
    keys = [newest]
    for key in keys:
        olds = select(aliases.c.old).where(aliases.c.new == key).order_by(aliases.c.old)
        keys += [old for old in connection.scalars(olds) if old not in keys]
    return keys


def chat_settings(connection: Connection, chat: str) -> dict[str, str]:
    """What a chat remembers; under its newer key where it has had several."""
    found: dict[str, str] = {}
    for key in reversed(keys_of(connection, chat)):
        query = select(settings.c.key, settings.c.value).where(settings.c.chat == key)
        found |= dict(connection.execute(query).all())
    return {key: value for key, value in found.items() if value}


def settings_of_chats(connection: Connection, chats: Sequence[str]) -> dict[str, dict[str, str]]:
    """What each of some chats remembers, by the keys that were given."""
    moved = {
        key
        for column in (aliases.c.old, aliases.c.new)
        for key in connection.scalars(select(column).where(column.in_(chats)))
    }
    found = {chat: chat_settings(connection, chat) if chat in moved else {} for chat in chats}
    query = select(settings.c.chat, settings.c.key, settings.c.value).where(
        settings.c.chat.in_([chat for chat in chats if chat not in moved]),
        settings.c.value != "",
    )
    for chat, key, value in connection.execute(query):
        found[chat][key] = value
    return found


def settings_of(connection: Connection, key: str) -> list[str]:
    """What all chats remember under keys ``<key>:…``, where it is something."""
    query = select(settings.c.value).where(settings.c.key.startswith(f"{key}:"))
    return [value for value in connection.scalars(query.order_by(settings.c.chat)) if value]


def chats_with(
    connection: Connection, key: str, also: Sequence[str] = ()
) -> dict[str, dict[str, str]]:
    """The chats that remember something under ``key``, by their newest keys: it, and ``also``."""
    wanted = (key, *also)
    having = select(settings.c.chat).where(settings.c.key == key)
    moved = select(aliases.c.old).union(select(aliases.c.new))
    query = select(settings.c.chat, settings.c.key, settings.c.value).where(
        settings.c.key.in_(wanted), settings.c.chat.in_(having), settings.c.chat.not_in(moved)
    )
    found: dict[str, dict[str, str]] = {}
    for chat, name, value in connection.execute(query):
        if value:
            found.setdefault(chat, {})[name] = value
    for chat in connection.scalars(having.where(settings.c.chat.in_(moved))).all():
        remembered = chat_settings(connection, chat)
        newest = keys_of(connection, chat)[0]
        found[newest] = {name: value for name, value in remembered.items() if name in wanted}
    return {chat: kept for chat, kept in found.items() if key in kept}


def settings_of_people(connection: Connection, people: Sequence[str]) -> dict[str, dict[str, str]]:
    """What each of some people has set; nothing for those who have set nothing."""
    query = select(person_settings).where(
        person_settings.c.person.in_(people), person_settings.c.value != ""
    )
    found: dict[str, dict[str, str]] = {person: {} for person in people}
    for person, key, value in connection.execute(query):
        found[person][key] = value
    return found


def watchers(connection: Connection, chat: str) -> list[tuple[str, str]]:
    """Who wants to be told of tables in a chat, and until when."""
    keys = [f"open:{key}" for key in keys_of(connection, chat)]
    query = select(person_settings.c.person, person_settings.c.value).where(
        person_settings.c.key.in_(keys), person_settings.c.value != ""
    )
    return [(person, until) for person, until in connection.execute(query)]


def solvers(connection: Connection, chat: str) -> list[tuple[str, str]]:
    """What is kept of those who solve the problems of a chat, as (person, what)."""
    keys = [f"puzzle:{key}" for key in keys_of(connection, chat)]
    query = select(person_settings.c.person, person_settings.c.value).where(
        person_settings.c.key.in_(keys), person_settings.c.value != ""
    )
    return [(person, value) for person, value in connection.execute(query)]


def settings_under(connection: Connection, key: str) -> list[tuple[str, str, str]]:
    """What all persons have set under keys ``<key>:…``, as (person, key, value)."""
    query = select(person_settings.c.person, person_settings.c.key, person_settings.c.value).where(
        person_settings.c.key.startswith(f"{key}:"), person_settings.c.value != ""
    )
    return [(person, at, value) for person, at, value in connection.execute(query)]


def unreachable(connection: Connection, person: str = "") -> dict[str, Unreachable]:
    """Everybody at whom private messages do not arrive, or a person if they do not arrive there."""
    query = select(reaches).where(reaches.c.reason != "")
    if person:
        query = query.where(reaches.c.person == person)
    return {row.person: Unreachable(row.reason, row.at) for row in connection.execute(query)}


def moved(connection: Connection) -> dict[str, str]:
    """Every key that a chat no longer has, and the one it has got instead."""
    return dict(connection.execute(select(aliases.c.old, aliases.c.new)).all())


class Preferences(Repository):
    """What chats and people have set, and which chats moved."""

    chat = Query(chat_settings)
    chats = Query(settings_of_chats)
    of_chats = Query(settings_of)
    chats_with = Query(chats_with)
    people = Query(settings_of_people)
    watchers = Query(watchers)
    solvers = Query(solvers)
    of_people = Query(settings_under)
    moved = Query(moved)
