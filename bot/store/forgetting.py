"""A person becomes an alias in all that is stored, can take it back for a while, and then not.

Points stay where they are: the others' totals do not change, and what an alias has won or lost can
still be read. A match that is being played keeps its names; it can be forgotten once it is over.

Whatever the person does meanwhile is theirs, and where what comes back meets it, the newer stays.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import TypeAdapter
from sqlalchemy import and_, literal_column, or_, select

from bot.store import house_rows, houses, letters, shuffle_rows, shuffles, talk
from bot.store.anonymity import PLAYING
from bot.store.coins import GRANT, accounts_of
from bot.store.db import insert_absent
from bot.store.lines import Kind, Put, once
from bot.store.preferences import keys_of
from bot.store.purse import purse_of
from bot.store.schema import (
    forgotten,
    matches,
    micros,
    person_settings,
    postings,
    proposals,
    reaches,
    seat_changes,
    seats,
    settings,
    tables,
    tournament_entries,
    tournaments,
    voices,
)
from bot.store.scorebook import Forgotten, Sat, Traces

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from sqlalchemy import Connection

    from bot.store.lines import Line

ANONYMOUS = "anon:"
"""How the key of somebody begins who is forgotten."""

_TRACES = TypeAdapter(Traces)


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
    asked = select(proposals.c.id).where(proposals.c.by == person)
    answered = (
        select(proposals.c.id)
        .join_from(voices, proposals, voices.c.motion == proposals.c.id)
        .where(voices.c.person == person)
    )
    wished = select(person_settings.c.key, person_settings.c.value).where(
        person_settings.c.person == person
    )
    if chat:
        asked = asked.where(proposals.c.chat.in_(keys))
        answered = answered.where(proposals.c.chat.in_(keys))
        here_alone = [f"{what}:{key}" for what in ("open", "puzzle") for key in keys]
        wished = wished.where(person_settings.c.key.in_(here_alone))
    sealed, given = shuffles.traces(connection, person, keys)
    common = Traces(
        seats=tuple(found),
        proposals=tuple(connection.scalars(asked)),
        voices=tuple(connection.scalars(answered)),
        accounts=accounts_of(connection, person, keys if chat else None),
        entered=_entered(connection, person, keys if chat else None),
        wishes=tuple((key, value) for key, value in connection.execute(wished)),
        said=_said(connection, person, keys),
        sealed=sealed,
        words=given,
        houses=houses.named_by(connection, person, keys),
    )
    if chat:
        return common
    reach = select(reaches.c.reason, reaches.c.at).where(reaches.c.person == person)
    row = connection.execute(reach).one_or_none()
    own = select(settings.c.key, settings.c.value).where(settings.c.chat == book)
    return replace(
        common,
        reach=(row.reason, micros(row.at)) if row is not None else None,
        book=tuple((key, value) for key, value in connection.execute(own)),
    )


def _said(
    connection: Connection, person: str, keys: Sequence[str]
) -> tuple[tuple[str, str, str, str, str, int], ...]:
    return tuple(
        (one.line, one.chat, one.name, one.words, one.quick, micros(one.at))
        for one in talk.said_by(connection, person, keys)
    )


def _entered(
    connection: Connection, person: str, keys: Sequence[str] | None
) -> tuple[tuple[str, int, str], ...]:
    """A person's entries in tournaments that are over, of one chat's keys or of all (None)."""
    query = (
        select(
            tournament_entries.c.tournament, tournament_entries.c.number, tournament_entries.c.name
        )
        .join_from(
            tournament_entries, tournaments, tournament_entries.c.tournament == tournaments.c.id
        )
        .where(tournament_entries.c.person == person, tournaments.c.live.is_(False))
        .order_by(tournaments.c.at, tournaments.c.id, tournament_entries.c.number)
    )
    if keys is not None:
        query = query.where(tournaments.c.chat.in_(keys))
    return tuple(
        (tournament, number, name) for tournament, number, name in connection.execute(query)
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
    """What can be put back; nothing where it cannot be read, so that it is forgotten in time."""
    try:
        return _TRACES.validate_json(stored)
    except ValueError:
        return Traces()


# Writing.


def forget(gone: Forgotten, book: str) -> list[Line]:
    """The lines by which a person becomes an alias; ``book``: the chat key named after them."""
    person, alias, found = gone.person, gone.alias, gone.traces
    kept = {
        "alias": alias, "person": person, "chat": gone.chat, "at": micros(gone.at),
        "traces": _TRACES.dump_json(found).decode(),
    }  # fmt: skip
    lines: list[Line] = [(Put(forgotten, once), kept)]
    lines += _called(gone, person, alias, named=False)
    lines += [
        (Kind.PROPOSAL_BY, {"_proposal": m, "_by": person, "by": alias}) for m in found.proposals
    ]
    lines += [
        (Kind.VOICE_BY, {"_proposal": m, "_person": person, "person": alias}) for m in found.voices
    ]
    lines += [
        (Kind.ACCOUNT_NAMED, _account(chat, account, person, alias))
        for chat, account in found.accounts
    ]
    lines += [(Kind.PERSON_UNSET, {"_person": person, "_key": key}) for key, _ in found.wishes]
    lines += [(Kind.LINE_GONE, {"_line": line}) for line, *_ in found.said]
    lines += shuffle_rows.named(found.sealed, found.words, person, alias)
    lines += house_rows.nobodys(found.houses, person, alias)
    if not gone.chat:
        lines += _own_book(book, alias)
        lines += [(Kind.UNREACH, {"_person": person}), *letters.named(person, alias)]
        lines += [(Kind.UNSET, {"_chat": book, "_key": key}) for key, _ in found.book]
    return lines


def remember(connection: Connection, gone: Forgotten, book: str) -> list[Line]:
    """The lines that take it back: all that is the alias's by now, and what was put aside."""
    person, alias, found = gone.person, gone.alias, gone.traces
    lines: list[Line] = [(Kind.REMEMBER, {"_alias": alias})]
    lines += _called(gone, alias, person, named=True)
    lines += [
        (Kind.SEATS_BACK, {"_user": alias, "user": person}),
        (Kind.CHANGES_BACK, {"_user": alias, "user": person}),
        (Kind.ENTRANTS_BACK, {"_person": alias, "person": person}),
        (Kind.PROPOSALS_BACK, {"_by": alias, "by": person}),
        (Kind.VOICES_MET, {"_person": alias, "person": person}),
        (Kind.VOICES_BACK, {"_person": alias, "person": person}),
        (Kind.SEASONS_MET, {"_chat": alias, "chat": book}),
        *_own_book(alias, book),
        *letters.named(alias, person),
        *shuffle_rows.back(found.words, alias, person),
        *house_rows.back(found.houses, alias, person),
    ]
    lines += [
        (Kind.ACCOUNT_NAMED, _account(chat, account, alias, person))
        for chat, account in accounts_of(connection, alias, None)
    ]
    lines += [
        (Kind.PERSON_SET_BACK, {"person": person, "key": key, "value": value})
        for key, value in found.wishes
    ]
    lines += [
        (
            Put(talk.talk, insert_absent),
            {
                "id": line,
                "chat": chat,
                "person": person,
                "name": name,
                "words": words,
                "quick": quick,
                "at": at,
            },
        )
        for line, chat, name, words, quick, at in found.said
    ]
    if found.reach is not None:
        reason, at = found.reach
        lines += [(Kind.REACH_BACK, {"person": person, "reason": reason, "at": at})]
    lines += [
        (Kind.SETTING_BACK, {"chat": book, "key": key, "value": value}) for key, value in found.book
    ]
    return lines


def purge(
    connection: Connection, gone: Forgotten, mark: Callable[[str, str, str], str]
) -> list[Line]:
    """The lines after which nothing tells any more who the alias was.

    ``mark``: of a kind, a chat and a person: what remembers what is given once.
    """
    lines: list[Line] = [(Kind.REMEMBER, {"_alias": gone.alias})]
    lines += [
        (Kind.UNSOURCED, {"_match": match, "_seat": seat})
        for match, seat in _sat(connection, gone.alias)
    ]
    lines += [(Kind.SCRUBBED, {"_table": table}) for table in _closed_tables(connection, gone)]
    lines += [
        (Kind.TOURNAMENT_SCRUBBED, {"_cup": tournament})
        for tournament in _closed_tournaments(connection, gone)
    ]
    lines += [
        (Kind.ENTRY_NAMED, {"_entry": entry, "entry": _without(entry, gone)})
        for entry in _entries(connection, gone)
    ]
    lines += [
        (Kind.GIVEN, {"mark": mark(GRANT, chat, gone.person)})
        for chat in _granted(connection, gone.alias)
    ]
    lines.append((Kind.LETTERS_GONE, {"_person": gone.alias}))
    return lines


def _called(gone: Forgotten, old: str, new: str, *, named: bool) -> list[Line]:
    """Where the person had a name: seats and entries, each with the other key."""
    lines: list[Line] = []
    for one in gone.traces.seats:
        at = {"_match": one.match, "_seat": one.seat, "_user": old}
        who = {"user": new, "name": one.name if named else ""}
        if one.since:
            lines.append((Kind.CHANGE_NAMED, {**at, "_round": one.since, **who}))
        else:
            lines.append((Kind.SEAT_NAMED, {**at, **who}))
    for tournament, number, name in gone.traces.entered:
        at = {"_tournament": tournament, "_number": number, "_person": old}
        lines.append((Kind.ENTRANT_NAMED, {**at, "person": new, "name": name if named else ""}))
    return lines


def _own_book(old: str, new: str) -> list[Line]:
    """What was played alone, with what was decided about it, has another chat key."""
    moved = (Kind.BOOK_MOVED, Kind.ASKED_MOVED, Kind.SEASONS_MOVED, Kind.SHUFFLES_MOVED)
    return [(kind, {"_chat": old, "chat": new}) for kind in moved]


def _account(chat: str, account: str, old: str, new: str) -> dict[str, str]:
    return {"_chat": chat, "_account": account, "account": account.removesuffix(old) + new}


# What is left of somebody who is forgotten.


def _sat(connection: Connection, alias: str) -> list[tuple[str, int]]:
    """The seats of an alias, as (match, seat)."""
    found: set[tuple[str, int]] = set()
    for of in (seats, seat_changes):
        query = select(of.c.match, of.c.seat).where(of.c.user == alias)
        found |= {(match, seat) for match, seat in connection.execute(query)}
    return sorted(found)


def _entries(connection: Connection, gone: Forgotten) -> list[str]:
    """The entries whose names still tell who the alias was."""
    mine = [account for _, account in accounts_of(connection, gone.alias, None)]
    query = select(postings.c.entry).where(postings.c.account.in_(mine)).distinct()
    return sorted(entry for entry in connection.scalars(query) if _without(entry, gone) != entry)


def _without(entry: str, gone: Forgotten) -> str:
    """An entry's name with the alias where it named the person."""
    return f"{entry}:".replace(f":{gone.person}:", f":{gone.alias}:")[:-1]


def _granted(connection: Connection, alias: str) -> list[str]:
    """The chats in which the alias was given the first purse."""
    query = select(postings.c.chat).where(
        postings.c.account == purse_of(alias), postings.c.kind == GRANT
    )
    return sorted(set(connection.scalars(query)))


def _closed_tables(connection: Connection, gone: Forgotten) -> list[str]:
    """Tables that are over and in whose last state the person may still be written."""
    ids = {match for match, _ in _sat(connection, gone.alias)}
    mine = [tables.c.table.in_(select(matches.c.table).where(matches.c.id.in_(ids)))]
    named = tables.c.state.contains(_written(gone), autoescape=True)
    if gone.chat:
        here = [tables.c.place.startswith(f"{key}:", autoescape=True)
                for key in keys_of(connection, gone.chat)]  # fmt: skip
        named = and_(named, or_(*here))
    kept = houses.by_person(connection, gone.alias)
    called = [tables.c.state.contains(f'"{one.ident}"', autoescape=True) for one in kept]
    query = select(tables.c.table).where(tables.c.live.is_(False), or_(*mine, *called, named))
    return sorted(connection.scalars(query))


def _closed_tournaments(connection: Connection, gone: Forgotten) -> list[str]:
    """Tournaments that are over and in whose last state the person may still be written."""
    mine = tournaments.c.id.in_(
        select(tournament_entries.c.tournament).where(tournament_entries.c.person == gone.alias)
    )
    named = tournaments.c.state.contains(_written(gone), autoescape=True)
    if gone.chat:
        named = and_(named, tournaments.c.chat.in_(keys_of(connection, gone.chat)))
    query = select(tournaments.c.id).where(tournaments.c.live.is_(False), or_(mine, named))
    return sorted(connection.scalars(query))


def _written(gone: Forgotten) -> str:
    """How a person stands in the JSON of a state."""
    return f'"{gone.person.partition(":")[2]}"'
