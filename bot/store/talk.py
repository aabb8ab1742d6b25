"""What people say to each other in a room of our own, kept for a week.

A line is its author's own: it is deleted with them, and put back if that is taken back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import Column, Table, Text, bindparam, delete, select

from bot.store.db import insert_absent
from bot.store.lines import Kind, writes
from bot.store.repository import Query, Repository
from bot.store.schema import Utc, metadata, micros

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ClauseElement, Connection

    from bot.store.lines import Line

talk = Table(
    "talk_line",
    metadata,
    Column("id", Text, primary_key=True),
    Column("chat", Text, nullable=False, index=True),
    Column("person", Text, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("quick", Text, nullable=False),
    Column("at", Utc, nullable=False, index=True),
    sqlite_with_rowid=False,
)


@writes(talk, insert_absent, id="line")
@dataclass(frozen=True, slots=True)
class LineSaid:
    """Something that was said.

    Attributes:
        line: its id, never used twice.
        chat: the key of the room.
        person: who said it, by their key.
        name: what they were called there.
        words: what they said; empty for a quick word.
        quick: the key of a quick word, which everybody reads in their language; else empty.
    """

    line: str
    chat: str
    person: str
    name: str = field(repr=False)
    words: str = field(repr=False)
    quick: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TalkOver:
    """What was said before a time is kept no longer."""

    before: datetime


STATEMENTS: Mapping[Kind, ClauseElement] = {
    Kind.TALK_OVER: delete(talk).where(talk.c.at < bindparam("_before")),
    Kind.LINE_GONE: delete(talk).where(talk.c.id == bindparam("_line")),
}


def lines(row: TalkOver) -> list[Line]:
    """What a row takes away."""
    return [(Kind.TALK_OVER, {"_before": micros(row.before)})]


_SAID = select(
    talk.c.id, talk.c.chat, talk.c.person, talk.c.name, talk.c.words, talk.c.quick, talk.c.at
)


def said_in(connection: Connection, chat: str, since: datetime, most: int) -> list[LineSaid]:
    """The newest of what was said in a room since a time, in order."""
    query = _SAID.where(talk.c.chat == chat, talk.c.at >= since)
    newest = query.order_by(talk.c.at.desc(), talk.c.id.desc()).limit(most)
    return [LineSaid(*row) for row in reversed(connection.execute(newest).all())]


def said_by(connection: Connection, person: str, chats: Sequence[str] = ()) -> list[LineSaid]:
    """What a person has said, in some chats or (none named) in all, in order."""
    query = _SAID.where(talk.c.person == person)
    if chats:
        query = query.where(talk.c.chat.in_(chats))
    return [LineSaid(*row) for row in connection.execute(query.order_by(talk.c.at, talk.c.id))]


class TalkLines(Repository):
    """What people say to each other."""

    lines = Query(said_in)
    of = Query(said_by)
