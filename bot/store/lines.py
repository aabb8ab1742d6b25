"""What a row writes: lines, each for one statement; rows of a table of their own, read back too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from enum import IntEnum
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from sqlalchemy import ClauseElement, Table, insert, select

from bot.store.db import upsert
from bot.store.schema import metadata, micros

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ColumnElement, Connection

How: TypeAlias = Callable[[str, Table], ClauseElement]
"""Makes the statement that puts a row into a table, for a dialect."""

Order: TypeAlias = "Sequence[ColumnElement[Any]]"

R = TypeVar("R")


def once(dialect: str, table: Table) -> ClauseElement:
    """Insert a row that may be written once only."""
    return insert(table)


kept_live = partial(upsert, keep="live")
"""Overwrite a row that is live; one that is not stays as it is."""


@dataclass(frozen=True, slots=True)
class Put:
    """A row is put into a table: it depends on no other row but those of foreign keys.

    ``last``: after the others of this table.
    """

    table: Table
    how: How
    last: bool = False


class Kind(IntEnum):
    """What changes or deletes rows that are there, in the order in which it is done."""

    SCORED = 0
    ENDED = 1
    PROPOSAL_ENDED = 2
    REMEMBER = 3
    SEAT_NAMED = 4
    BOOK_MOVED = 5
    PERSON_UNSET = 6
    UNREACH = 7
    UNSET = 8
    PROPOSAL_BY = 9
    VOICE_BY = 10
    UNSOURCED = 11
    SCRUBBED = 12
    CHANGE_NAMED = 13
    ACCOUNT_NAMED = 14
    ENTRY_NAMED = 15
    ENTRANT_NAMED = 16
    TOURNAMENT_SCRUBBED = 17
    ASKED_MOVED = 18
    SEASONS_MET = 19
    SEASONS_MOVED = 20
    SEATS_BACK = 21
    CHANGES_BACK = 22
    ENTRANTS_BACK = 23
    PROPOSALS_BACK = 24
    VOICES_MET = 25
    VOICES_BACK = 26
    PERSON_SET_BACK = 27
    REACH_BACK = 28
    SETTING_BACK = 29
    GIVEN = 30
    RANKED = 31
    PROPOSALS_LATER = 32
    FORGOTTEN_LATER = 33
    UNBARRED = 34
    UNSIGHTED = 35
    SIGHTINGS_OVER = 36
    LETTER_SENT = 37
    LETTERS_NAMED = 38
    LETTERS_GONE = 39
    PLACE_DONE = 40
    TALK_OVER = 41
    LINE_GONE = 42
    SHUFFLE_BY = 60
    SHUFFLES_BACK = 61
    SHUFFLES_MOVED = 62
    WORD_NAMED = 63
    WORDS_BACK = 64
    HOUSE_RULES_NAMED = 70


Step: TypeAlias = Put | Kind
Values: TypeAlias = dict[str, Any]
Line: TypeAlias = tuple[Step, Values]
Item: TypeAlias = Sequence[Line]
"""What one command writes."""


def rank(step: Step) -> tuple[int, int]:
    """When a step is done: rows are put first, those that others point at before them."""
    if isinstance(step, Put):
        return _depths()[step.table], step.last
    return len(metadata.tables), step


@cache
def _depths() -> dict[Table, int]:
    return {table: depth for depth, table in enumerate(metadata.sorted_tables)}


@dataclass(frozen=True, slots=True)
class _Declared:
    put: Put
    columns: tuple[tuple[str, str], ...]
    also: Mapping[str, Any]

    def line(self, row: object) -> Line:
        values = {column: _stored(getattr(row, name)) for column, name in self.columns}
        return self.put, values | dict(self.also)


_DECLARED: dict[type, _Declared] = {}


def writes(
    table: Table, how: How, also: Mapping[str, Any] | None = None, **renamed: str
) -> Callable[[type[R]], type[R]]:
    """Declare that rows of a class are put into a table, a field into the column of its name.

    Args:
        table: theirs.
        how: ``once``, ``upsert`` or ``insert_absent``.
        also: what other columns hold at first.
        renamed: fields by the columns that have other names.
    """
    column_of = {field: column for column, field in renamed.items()}

    def declare(row: type[R]) -> type[R]:
        names = [field.name for field in fields(row)]  # type: ignore[arg-type]
        columns = tuple((column_of.get(name, name), name) for name in names)
        unknown = {column for column, _ in columns} - set(table.c.keys())
        if unknown:
            raise TypeError(f"{table.name} has no {sorted(unknown)}")
        _DECLARED[row] = _Declared(Put(table, how), columns, also or {})
        return row

    return declare


def declared(row: object) -> Line | None:
    """The lines of a row whose class has ``@writes``; None for any other row."""
    found = _DECLARED.get(type(row))
    return None if found is None else found.line(row)


def read_back(
    connection: Connection, row: type[R], *where: ColumnElement[bool], order: Order = ()
) -> list[R]:
    """Rows of a class that declares its table, each field from the column that it was put into.

    Args:
        connection: to the database.
        row: the class.
        where: which of them; without, all.
        order: the columns that say which comes first.
    """
    declared = _DECLARED[row]
    columns = [declared.put.table.c[column] for column, _ in declared.columns]
    query = select(*columns).where(*where).order_by(*order)
    return [row(*found) for found in connection.execute(query)]


def _stored(value: object) -> object:
    return micros(value) if isinstance(value, datetime) else value
