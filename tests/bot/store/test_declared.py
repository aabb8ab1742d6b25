"""Rows that declare what they write, and that every other one is known to the store."""

from dataclasses import dataclass, fields
from typing import get_args

import pytest
from sqlalchemy import create_engine
from sqlalchemy.dialects import postgresql

from bot.store import schema
from bot.store.lines import _DECLARED, Kind, Put, once, rank, read_back, writes
from bot.store.rows import ChatSet, RoundStarted, Row
from bot.store.schema import micros
from bot.store.statements import ACTION, CLOSED, LIVE, MATCH, grouped, lines
from tests.kit.stored import NOW, acted, started


@pytest.mark.parametrize("row", get_args(Row), ids=lambda row: row.__name__)
def test_every_row_says_what_it_writes(row):
    """An empty one has no fields to write, but the store knows its class."""
    with pytest.raises(AttributeError):
        lines(object.__new__(row))


def test_a_row_that_says_nothing_is_a_fault():
    with pytest.raises(TypeError, match="does not say"):
        lines(object())


def test_a_field_without_a_column_is_found_when_it_is_declared():
    @dataclass(frozen=True)
    class Odd:
        chat: str
        colour: str

    with pytest.raises(TypeError, match="colour"):
        writes(schema.settings, once)(Odd)


@pytest.mark.parametrize("row", _DECLARED, ids=lambda row: row.__name__)
def test_a_declared_row_writes_all_of_its_fields_and_every_column_that_needs_a_value(row):
    declared = _DECLARED[row]
    assert [name for _, name in declared.columns] == [field.name for field in fields(row)]
    written = {column for column, _ in declared.columns} | set(declared.also)
    needed = {c.name for c in declared.put.table.c if not c.nullable and c.server_default is None}
    assert needed <= written


@pytest.mark.parametrize("row", _DECLARED, ids=lambda row: row.__name__)
def test_what_is_declared_can_be_written_by_postgresql(row):
    put = _DECLARED[row].put
    text = str(put.how("postgresql", put.table).compile(dialect=postgresql.dialect()))
    assert text.startswith("INSERT INTO ") and " OR " not in text.split("VALUES")[0]


SAMPLES = {
    "datetime | None": NOW,
    "str": "甲·1",
    "int": 3,
    "bool": True,
    "datetime": NOW,
    "bytes": b"\0\xff",
}


@pytest.mark.parametrize("row", _DECLARED, ids=lambda row: row.__name__)
def test_a_declared_row_is_read_back_as_it_was_written(row):
    written = row(*(SAMPLES[field.type] for field in fields(row)))
    ((put, values),) = lines(written)
    with create_engine("sqlite://").begin() as connection:
        schema.metadata.create_all(connection, tables=[put.table])
        names, marks = ", ".join(f'"{name}"' for name in values), ", ".join("?" * len(values))
        into = f'insert into "{put.table.name}" ({names}) values ({marks})'  # noqa: S608
        connection.exec_driver_sql(into, tuple(values.values()))
        assert read_back(connection, row) == [written]
        first = put.table.c[_DECLARED[row].columns[0][0]]
        assert read_back(connection, row, first != values[first.name], order=(first,)) == []


def test_fields_stand_in_the_columns_of_their_names_and_times_are_microseconds():
    ((put, values),) = lines(RoundStarted("m", 2, "{}", NOW))
    assert (put.table, put.how) == (schema.rounds, once)
    assert values == {"match": "m", "round": 2, "options": "{}", "started": micros(NOW)}
    assert lines(ChatSet("web:a", "game", "dazha"))[0][1] == {
        "chat": "web:a", "key": "game", "value": "dazha",
    }  # fmt: skip


def test_what_others_point_at_is_put_first_and_changes_come_last():
    steps = [step for step, _ in grouped([[line for row in [acted(), *started()] for line in
                                          lines(row)]])]  # fmt: skip
    assert steps.index(MATCH) < steps.index(Put(schema.rounds, once)) < steps.index(ACTION)
    assert rank(LIVE) < rank(CLOSED) < min(map(rank, Kind))
    for table in schema.metadata.sorted_tables:
        for key in table.foreign_keys:
            assert rank(Put(key.column.table, once)) < rank(Put(table, once))
