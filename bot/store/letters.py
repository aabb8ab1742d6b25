"""What people must be told once, kept until it was; and the places that were opened for tables.

A letter is stored with the step that it tells of and taken away when it was sent, so that a program
that dies between the two tells it after its next start. A place is stored before the platform is
asked to open it and taken away when it was put away, so that none is left behind.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import Column, Table, Text, bindparam, delete, update

from bot.store.db import upsert
from bot.store.lines import Kind, read_back, writes
from bot.store.repository import Query, Repository
from bot.store.schema import Utc, metadata

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import ClauseElement, Connection

    from bot.store.lines import Line

letters = Table(
    "letter",
    metadata,
    Column("id", Text, primary_key=True),
    Column("place", Text, nullable=False),
    Column("person", Text, nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("at", Utc, nullable=False),
    sqlite_with_rowid=False,
)
places = Table(
    "table_place",
    metadata,
    Column("table", Text, primary_key=True),
    Column("chat", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("at", Utc, nullable=False),
    sqlite_with_rowid=False,
)


@writes(letters, upsert, id="letter")
@dataclass(frozen=True, slots=True)
class LetterWritten:
    """Something that is to be told.

    Attributes:
        letter: its id, never used twice.
        place: chat and thread, as ``ChatRef.place``.
        person: whom it is for, by their key; empty: it is a line for the chat.
        text: JSON of the messages and of the names in them.
    """

    letter: str
    place: str
    person: str
    text: str = field(repr=False)
    at: datetime


@dataclass(frozen=True, slots=True)
class LetterSent:
    """It was told, or can never be."""

    letter: str


@writes(places, upsert)
@dataclass(frozen=True, slots=True)
class PlaceNoted:
    """A place is opened for a table.

    Attributes:
        table: the table's id.
        chat: in which chat, as ``ChatRef.place``.
        title: what it is called.
        place: the place, as ``ChatRef.place``; empty until the platform has said.
    """

    table: str
    chat: str
    title: str
    place: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PlaceDone:
    """The place of a table was put away, or is the table's own affair from now on."""

    table: str


STATEMENTS: Mapping[Kind, ClauseElement] = {
    Kind.LETTER_SENT: delete(letters).where(letters.c.id == bindparam("_letter")),
    Kind.LETTERS_NAMED: update(letters)
    .where(letters.c.person == bindparam("_person"))
    .values(person=bindparam("person")),
    Kind.LETTERS_GONE: delete(letters).where(letters.c.person == bindparam("_person")),
    Kind.PLACE_DONE: delete(places).where(places.c.table == bindparam("_table")),
}


def lines(row: LetterSent | PlaceDone) -> list[Line]:
    """What a row takes away."""
    match row:
        case LetterSent():
            return [(Kind.LETTER_SENT, {"_letter": row.letter})]
        case PlaceDone():
            return [(Kind.PLACE_DONE, {"_table": row.table})]


def named(person: str, other: str) -> list[Line]:
    """The lines that make a person's letters somebody else's."""
    return [(Kind.LETTERS_NAMED, {"_person": person, "person": other})]


def unread(connection: Connection, person: str = "") -> list[LetterWritten]:
    """The letters that were not sent, or those of a person, the oldest first."""
    of = [letters.c.person == person] if person else []
    return read_back(connection, LetterWritten, *of, order=(letters.c.at, letters.c.id))


def noted(connection: Connection) -> list[PlaceNoted]:
    """The places that were opened for tables and not put away, in order of their tables."""
    return read_back(connection, PlaceNoted, order=(places.c.table,))


class Letters(Repository):
    """What is still to be told, and places that were opened."""

    unread = Query(unread)
    places = Query(noted)
