"""Rows become lines of statements, and many lines become few statements."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from sqlalchemy import and_, bindparam, exists, insert, literal_column, or_, select, update

from bot.store import schema
from bot.store.db import insert_absent, upsert
from bot.store.rows import (
    Acted,
    ChatSet,
    MatchEnded,
    MatchStarted,
    RoundScored,
    RoundStarted,
    Row,
    TableSaved,
)
from bot.store.schema import micros

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ClauseElement, Connection, Table

PLAYING = "playing"
FINISHED = "finished"


class Kind(IntEnum):
    """The statements, in the order in which rows depend on each other."""

    MATCH = 0
    SEAT = 1
    ROUND = 2
    ACTION = 3
    SCORED = 4
    SCORE = 5
    ENDED = 6
    TABLE = 7
    CLOSED = 8
    SETTING = 9
    SECRET = 10
    BEAT = 11


Values: TypeAlias = dict[str, Any]
Line: TypeAlias = tuple[Kind, Values]
Item: TypeAlias = "Sequence[Line]"
"""What one command writes."""

INSERTS: Mapping[Kind, Table] = {
    Kind.MATCH: schema.matches,
    Kind.SEAT: schema.seats,
    Kind.ROUND: schema.rounds,
    Kind.ACTION: schema.actions,
    Kind.SCORE: schema.scores,
}
"""What may be written once only."""


def statements(dialect: str) -> Mapping[Kind, ClauseElement]:
    """The statement of each kind."""
    matches, rounds = schema.matches, schema.rounds
    this_match = matches.c.id == bindparam("_match")
    this_round = and_(rounds.c.match == bindparam("_match"), rounds.c.round == bindparam("_round"))
    return {
        **{kind: insert(table) for kind, table in INSERTS.items()},
        Kind.SCORED: update(rounds)
        .where(this_round)
        .values(reasons=bindparam("reasons"), scored=bindparam("scored")),
        Kind.ENDED: update(matches)
        .where(this_match)
        .values(status=bindparam("status"), ended=bindparam("ended")),
        Kind.TABLE: upsert(dialect, schema.tables, keep="live"),
        Kind.CLOSED: upsert(dialect, schema.tables),
        Kind.SETTING: upsert(dialect, schema.settings),
        Kind.SECRET: insert_absent(dialect, schema.secrets),
        Kind.BEAT: upsert(dialect, schema.heartbeats),
    }


def lines(row: Row) -> list[Line]:
    """What a row writes."""
    match row:
        case Acted():
            return [
                (
                    Kind.ACTION,
                    {
                        "match": row.match,
                        "round": row.round,
                        "step": row.step,
                        "seat": row.seat,
                        "action": row.action,
                        "source": row.source or None,
                        "by": row.by,
                        "at": micros(row.at),
                    },
                )
            ]
        case TableSaved():
            return [
                (
                    Kind.TABLE if row.live else Kind.CLOSED,
                    {
                        "table": row.table,
                        "place": row.place,
                        "live": row.live,
                        "state": row.state,
                        "at": micros(row.at),
                    },
                )
            ]
        case MatchStarted():
            return _match_started(row)
        case RoundStarted():
            started = {"options": row.options, "started": micros(row.at)}
            return [(Kind.ROUND, {"match": row.match, "round": row.round, **started})]
        case RoundScored():
            scored = {"reasons": row.reasons, "scored": micros(row.at)}
            key = {"match": row.match, "round": row.round}
            return [
                (Kind.SCORED, {"_match": row.match, "_round": row.round, **scored}),
                *(
                    (Kind.SCORE, {**key, "seat": seat, "points": points})
                    for seat, points in enumerate(row.scores)
                ),
            ]
        case MatchEnded():
            return [
                (Kind.ENDED, {"_match": row.match, "status": row.status, "ended": micros(row.at)})
            ]
        case ChatSet():
            return [(Kind.SETTING, {"chat": row.chat, "key": row.key, "value": row.value})]
        case _:
            assert_never(row)


def _match_started(row: MatchStarted) -> list[Line]:
    match = {
        "id": row.match,
        "table": row.table,
        "chat": row.chat,
        "game": row.game,
        "version": row.version,
        "seed": row.seed,
        "options": row.options,
        "quan": row.quan,
        "carry": row.carry,
        "status": PLAYING,
        "started": micros(row.at),
        "ended": None,
    }
    sitting = (
        {"match": row.match, "seat": s.seat, "user": s.user, "name": s.name, "level": s.level}
        for s in row.seats
    )
    return [(Kind.MATCH, match), *((Kind.SEAT, seat) for seat in sitting)]


def grouped(items: Sequence[Item]) -> list[tuple[Kind, list[Values]]]:
    """All lines of one kind together, kinds in order, lines of one kind in the order given.

    Of several states of one table only the last is kept.
    """
    found: dict[Kind, list[Values]] = {}
    states: dict[str, Values] = {}
    for item in items:
        for kind, values in item:
            if kind is Kind.TABLE:
                states[values["table"]] = values
            elif kind in found:
                found[kind].append(values)
            else:
                found[kind] = [values]
    if states:
        found[Kind.TABLE] = list(states.values())
    return sorted(found.items())


def source_seen(connection: Connection, item: Item) -> bool:
    """Whether an action from one of the item's sources is stored."""
    sources = [v["source"] for kind, v in item if kind is Kind.ACTION and v["source"]]
    query = select(exists().where(schema.actions.c.source.in_(sources)))
    return bool(sources) and bool(connection.scalar(query))


def key_taken(connection: Connection, item: Item) -> bool:
    """Whether something that the item would insert is stored already."""
    for kind, values in grouped([item]):
        table = INSERTS.get(kind)
        if table is None:
            continue
        same = or_(*(and_(*(c == v[c.name] for c in table.primary_key)) for v in values))
        if connection.execute(select(literal_column("1")).select_from(table).where(same)).first():
            return True
    return False
