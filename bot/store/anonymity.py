"""The statements by which a person becomes an alias, is themselves again, or is gone for good.

An alias is never given twice. So what is taken back is found by the alias and not by a list made
when it began: whatever has happened to its rows meanwhile, all of them come back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, delete, literal_column, null, select, tuple_, update

from bot.store.db import insert_absent
from bot.store.lines import Kind
from bot.store.schema import (
    actions,
    forgotten,
    given,
    matches,
    person_settings,
    postings,
    proposals,
    reaches,
    seasons,
    seat_changes,
    seats,
    settings,
    tables,
    tournament_entries,
    tournaments,
    voices,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ClauseElement, Column, Delete, Table, Update

PLAYING = "playing"


def statements(dialect: str) -> Mapping[Kind, ClauseElement]:
    """The statement of each kind; ``_`` begins the name of what a row is found by."""
    return {**_ALIASES, **_BACK, **_GONE, **_absent(dialect)}


def _named(of: Table, person: Column[str], *key: Column[Any]) -> Update:
    """One row gets another person and another name, if it is still of the person it was."""
    same = [column == bindparam(f"_{column.name}") for column in (*key, person)]
    return (
        update(of)
        .where(*same)
        .values({person.name: bindparam(person.name), "name": bindparam("name")})
    )


def _handed_on(column: Column[str], *where: Any) -> Update:
    """All rows of one key get another."""
    here = column == bindparam(f"_{column.name}")
    return update(column.table).where(here, *where).values({column.name: bindparam(column.name)})


def _met(column: Column[str]) -> Delete:
    """Delete the rows of one key that would meet one that is there already: the newer stays."""
    of = column.table
    there = of.alias("there")
    rest = [other for other in of.primary_key if other is not column]
    taken = select(*(there.c[other.name] for other in rest)).where(
        there.c[column.name] == bindparam(column.name)
    )
    which = rest[0] if len(rest) == 1 else tuple_(*rest)
    return delete(of).where(column == bindparam(f"_{column.name}"), which.in_(taken))


_ALIASES: Mapping[Kind, ClauseElement] = {
    Kind.SEAT_NAMED: _named(seats, seats.c.user, seats.c.match, seats.c.seat),
    Kind.CHANGE_NAMED: _named(
        seat_changes, seat_changes.c.user,
        seat_changes.c.match, seat_changes.c.seat, seat_changes.c.round,
    ),
    Kind.ENTRANT_NAMED: _named(
        tournament_entries,
        tournament_entries.c.person,
        tournament_entries.c.tournament,
        tournament_entries.c.number,
    ),
    Kind.BOOK_MOVED: _handed_on(matches.c.chat, matches.c.status != literal_column(f"'{PLAYING}'")),
    Kind.ASKED_MOVED: _handed_on(proposals.c.chat),
    Kind.SEASONS_MOVED: _handed_on(seasons.c.chat),
    Kind.PROPOSAL_BY: _handed_on(proposals.c.by, proposals.c.id == bindparam("_proposal")),
    Kind.VOICE_BY: _handed_on(voices.c.person, voices.c.motion == bindparam("_proposal")),
    Kind.ACCOUNT_NAMED: _handed_on(postings.c.account, postings.c.chat == bindparam("_chat")),
    Kind.PERSON_UNSET: delete(person_settings).where(
        person_settings.c.person == bindparam("_person"), person_settings.c.key == bindparam("_key")
    ),
    Kind.UNREACH: delete(reaches).where(reaches.c.person == bindparam("_person")),
    Kind.UNSET: delete(settings).where(
        settings.c.chat == bindparam("_chat"), settings.c.key == bindparam("_key")
    ),
}  # fmt: skip
"""Forgetting. Only what was read of the person becomes the alias's; what comes later is theirs."""

_BACK: Mapping[Kind, ClauseElement] = {
    Kind.REMEMBER: delete(forgotten).where(forgotten.c.alias == bindparam("_alias")),
    Kind.SEATS_BACK: _handed_on(seats.c.user),
    Kind.CHANGES_BACK: _handed_on(seat_changes.c.user),
    Kind.ENTRANTS_BACK: _handed_on(tournament_entries.c.person),
    Kind.PROPOSALS_BACK: _handed_on(proposals.c.by),
    Kind.VOICES_MET: _met(voices.c.person),
    Kind.VOICES_BACK: _handed_on(voices.c.person),
    Kind.SEASONS_MET: _met(seasons.c.chat),
}
"""Taking it back, where rows may meet what the person has done since: that stays."""


def _absent(dialect: str) -> Mapping[Kind, ClauseElement]:
    return {
        Kind.PERSON_SET_BACK: insert_absent(dialect, person_settings),
        Kind.REACH_BACK: insert_absent(dialect, reaches),
        Kind.SETTING_BACK: insert_absent(dialect, settings),
        Kind.GIVEN: insert_absent(dialect, given),
    }


_GONE: Mapping[Kind, ClauseElement] = {
    Kind.UNSOURCED: update(actions)
    .where(actions.c.match == bindparam("_match"), actions.c.seat == bindparam("_seat"))
    .values(source=null()),
    Kind.SCRUBBED: update(tables)
    .where(tables.c.table == bindparam("_table"), tables.c.live.is_(False))
    .values(state=literal_column("'{}'"), place=literal_column("''")),
    Kind.TOURNAMENT_SCRUBBED: update(tournaments)
    .where(tournaments.c.id == bindparam("_cup"), tournaments.c.live.is_(False))
    .values(state=literal_column("'{}'")),
    Kind.ENTRY_NAMED: update(postings)
    .where(postings.c.entry == bindparam("_entry"))
    .values(entry=bindparam("entry")),
}
"""Forgetting for good."""
