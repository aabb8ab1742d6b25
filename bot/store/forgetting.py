"""A person becomes an alias in all that is stored, can take it back for a while, and then not.

Points stay where they are: the others' totals do not change, and what an alias has won or lost can
still be read. A match that is being played keeps its names; it can be forgotten once it is over.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import TypeAdapter
from sqlalchemy import bindparam, delete, literal_column, null, select, update

from bot.store import cupforgetting, letters
from bot.store.coins import accounts_of
from bot.store.kinds import Kind
from bot.store.ledger import Forgotten, Sat, Traces
from bot.store.schema import (
    actions,
    forgotten,
    matches,
    micros,
    motions,
    postings,
    reaches,
    seat_changes,
    seats,
    settings,
    tables,
    voices,
    wishes,
)
from bot.store.wishes import keys_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import ClauseElement, Connection

    from bot.store.kinds import Line

ANONYMOUS = "anon:"
"""How the key of somebody begins who is forgotten."""

PLAYING = "playing"

_TRACES = TypeAdapter(Traces)

STATEMENTS: Mapping[Kind, ClauseElement] = {
    Kind.REMEMBER: delete(forgotten).where(forgotten.c.alias == bindparam("_alias")),
    Kind.SEAT_NAMED: update(seats)
    .where(seats.c.match == bindparam("_match"), seats.c.seat == bindparam("_seat"))
    .values(user=bindparam("user"), name=bindparam("name")),
    Kind.CHANGE_NAMED: update(seat_changes)
    .where(seat_changes.c.match == bindparam("_match"), seat_changes.c.seat == bindparam("_seat"))
    .where(seat_changes.c.round == bindparam("_round"))
    .values(user=bindparam("user"), name=bindparam("name")),
    Kind.BOOK_MOVED: update(matches)
    .where(matches.c.id == bindparam("_match"))
    .values(chat=bindparam("chat")),
    Kind.UNWISH: delete(wishes).where(wishes.c.person == bindparam("_person")),
    Kind.UNREACH: delete(reaches).where(reaches.c.person == bindparam("_person")),
    Kind.UNSET: delete(settings).where(settings.c.chat == bindparam("_chat")),
    Kind.MOTION_BY: update(motions)
    .where(motions.c.id == bindparam("_motion"))
    .values(by=bindparam("by")),
    Kind.VOICE_BY: update(voices)
    .where(voices.c.motion == bindparam("_motion"), voices.c.person == bindparam("_person"))
    .values(person=bindparam("person")),
    Kind.ACCOUNT_NAMED: update(postings)
    .where(postings.c.account == bindparam("_account"), postings.c.chat == bindparam("_chat"))
    .values(account=bindparam("account")),
    Kind.ENTRY_NAMED: update(postings)
    .where(postings.c.entry == bindparam("_entry"))
    .values(entry=bindparam("entry")),
    Kind.UNSOURCED: update(actions)
    .where(actions.c.match == bindparam("_match"), actions.c.seat == bindparam("_seat"))
    .values(source=null()),
    Kind.SCRUBBED: update(tables)
    .where(tables.c.table == bindparam("_table"), tables.c.live.is_(False))
    .values(state=literal_column("'{}'"), place=literal_column("''")),
    **cupforgetting.STATEMENTS,
}
"""``_`` begins the name of what a row is found by."""


# Reading.


def traces(connection: Connection, person: str, chat: str, book: str) -> Traces:
    """What is stored of a person in one chat, or (empty) in all; ``book``: their own chat key."""
    keys = keys_of(connection, chat) if chat else []
    here = [matches.c.chat.in_(keys)] if chat else []
    found = []
    for of, since in ((seats, literal_column("0")), (seat_changes, seat_changes.c.round)):
        sat = (
            select(of.c.match, of.c.seat, of.c.name, matches.c.chat, since)
            .join_from(of, matches, of.c.match == matches.c.id)
            .where(of.c.user == person, matches.c.status != PLAYING, *here)
            .order_by(matches.c.started, of.c.match)
        )
        found += [Sat(*row) for row in connection.execute(sat)]
    asked = select(motions.c.id).where(motions.c.by == person)
    answered = (
        select(motions.c.id)
        .join_from(voices, motions, voices.c.motion == motions.c.id)
        .where(voices.c.person == person)
    )
    if chat:
        asked = asked.where(motions.c.chat.in_(keys))
        answered = answered.where(motions.c.chat.in_(keys))
    common = Traces(
        seats=tuple(found),
        motions=tuple(connection.scalars(asked)),
        voices=tuple(connection.scalars(answered)),
        accounts=accounts_of(connection, person, keys if chat else None),
        entered=cupforgetting.entered(connection, person, keys if chat else None),
    )
    if chat:
        return common
    wished = select(wishes.c.key, wishes.c.value).where(wishes.c.person == person)
    reach = select(reaches.c.reason, reaches.c.at).where(reaches.c.person == person)
    row = connection.execute(reach).one_or_none()
    own = select(settings.c.key, settings.c.value).where(settings.c.chat == book)
    return replace(
        common,
        alone=tuple(one.match for one in found if one.chat == book),
        wishes=tuple((key, value) for key, value in connection.execute(wished)),
        reach=(row.reason, micros(row.at)) if row is not None else None,
        book=tuple((key, value) for key, value in connection.execute(own)),
    )


def forgotten_of(connection: Connection, person: str) -> list[Forgotten]:
    """What a person can still take back, the newest first."""
    query = select(forgotten).where(forgotten.c.person == person)
    return _read(connection, query.order_by(forgotten.c.at.desc(), forgotten.c.alias))


def due(connection: Connection, before: datetime) -> list[Forgotten]:
    """What was to be forgotten before a time and is not forgotten for good."""
    return _read(connection, select(forgotten).where(forgotten.c.at < before))


def _read(connection: Connection, query: object) -> list[Forgotten]:
    rows = connection.execute(query).all()  # type: ignore[call-overload]
    return [
        Forgotten(row.alias, row.person, row.chat, row.at, _traces_of(row.traces)) for row in rows
    ]


def _traces_of(stored: str) -> Traces:
    """What can be taken back; nothing where it cannot be read, so that it is forgotten in time."""
    try:
        return _TRACES.validate_json(stored)
    except ValueError:
        return Traces()


def entries_named(connection: Connection, gone: Forgotten) -> list[str]:
    """The entries whose names still tell who the alias was."""
    mine = [_renamed_account(account, gone) for _, account in gone.traces.accounts]
    query = select(postings.c.entry).where(postings.c.account.in_(mine)).distinct()
    return sorted(entry for entry in connection.scalars(query) if _without(entry, gone) != entry)


def _without(entry: str, gone: Forgotten) -> str:
    """An entry's name with the alias where it named the person."""
    return f"{entry}:".replace(f":{gone.person}:", f":{gone.alias}:")[:-1]


def closed_tables(connection: Connection, gone: Forgotten) -> list[str]:
    """Tables that are over and in whose last state the person is still written."""
    ids = {one.match for one in gone.traces.seats}
    query = select(matches.c.table).where(matches.c.id.in_(ids))
    found = set(connection.scalars(query))
    if not gone.chat:
        name = gone.person.partition(":")[2]
        named = select(tables.c.table).where(
            tables.c.live.is_(False), tables.c.state.contains(f'"{name}"', autoescape=True)
        )
        found |= set(connection.scalars(named))
    return sorted(found)


# Writing.


def forget(gone: Forgotten, book: str) -> list[Line]:
    """The lines by which a person becomes an alias; ``book``: the chat key named after them."""
    kept = {
        "alias": gone.alias, "person": gone.person, "chat": gone.chat, "at": micros(gone.at),
        "traces": _TRACES.dump_json(gone.traces).decode(),
    }  # fmt: skip
    lines: list[Line] = [(Kind.FORGET, kept), *_renamed(gone, gone.person, gone.alias)]
    lines += [_seat(one, gone.alias, "") for one in gone.traces.seats]
    lines += cupforgetting.named(gone, alias=True)
    lines += [(Kind.BOOK_MOVED, {"_match": m, "chat": gone.alias}) for m in gone.traces.alone]
    if not gone.chat:
        lines += [
            (Kind.UNWISH, {"_person": gone.person}),
            (Kind.UNREACH, {"_person": gone.person}),
            (Kind.UNSET, {"_chat": book}),
            *letters.named(gone.person, gone.alias),
        ]
    return lines


def remember(gone: Forgotten, book: str, wished: Mapping[str, str]) -> list[Line]:
    """The lines that take it back; settings made since (``wished``) stay as they are."""
    lines: list[Line] = [
        (Kind.REMEMBER, {"_alias": gone.alias}),
        *_renamed(gone, gone.alias, gone.person),
    ]
    lines += [_seat(one, gone.person, one.name) for one in gone.traces.seats]
    lines += cupforgetting.named(gone, alias=False)
    lines += letters.named(gone.alias, gone.person)
    lines += [(Kind.BOOK_MOVED, {"_match": m, "chat": book}) for m in gone.traces.alone]
    lines += [
        (Kind.WISH, {"person": gone.person, "key": key, "value": value})
        for key, value in gone.traces.wishes
        if key not in wished
    ]
    lines += [
        (Kind.SETTING, {"chat": book, "key": key, "value": value})
        for key, value in gone.traces.book
    ]
    return lines


def purge(gone: Forgotten, tables_: list[str], entries: list[str], cups: list[str]) -> list[Line]:
    """The lines after which nothing tells any more who the alias was."""
    lines: list[Line] = [(Kind.REMEMBER, {"_alias": gone.alias})]
    lines += [
        (Kind.UNSOURCED, {"_match": one.match, "_seat": one.seat}) for one in gone.traces.seats
    ]
    lines += [(Kind.SCRUBBED, {"_table": table}) for table in tables_]
    lines += [
        (Kind.ENTRY_NAMED, {"_entry": entry, "entry": _without(entry, gone)}) for entry in entries
    ]
    lines += cupforgetting.scrubbed(cups)
    lines.append((Kind.LETTERS_GONE, {"_person": gone.alias}))
    return lines


def _seat(one: Sat, user: str, name: str) -> Line:
    key = {"_match": one.match, "_seat": one.seat}
    if one.since:
        return (Kind.CHANGE_NAMED, {**key, "_round": one.since, "user": user, "name": name})
    return (Kind.SEAT_NAMED, {**key, "user": user, "name": name})


def _renamed(gone: Forgotten, old: str, new: str) -> list[Line]:
    lines: list[Line] = [(Kind.MOTION_BY, {"_motion": m, "by": new}) for m in gone.traces.motions]
    lines += [
        (Kind.VOICE_BY, {"_motion": m, "_person": old, "person": new}) for m in gone.traces.voices
    ]
    for chat, account in gone.traces.accounts:
        alias = _renamed_account(account, gone)
        was, is_ = (account, alias) if new == gone.alias else (alias, account)
        lines.append((Kind.ACCOUNT_NAMED, {"_chat": chat, "_account": was, "account": is_}))
    return lines


def _renamed_account(account: str, gone: Forgotten) -> str:
    return account.removesuffix(gone.person) + gone.alias
