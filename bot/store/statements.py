"""Rows become lines of statements, and many lines become few statements."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BigInteger,
    and_,
    bindparam,
    exists,
    literal_column,
    or_,
    select,
    type_coerce,
    update,
)

from bot.store import (
    access_rows,
    anonymity,
    house_rows,
    letters,
    schema,
    shuffle_rows,
    standstills,
    talk,
)
from bot.store.access_rows import SightingsOver, Unbarred, Unsighted
from bot.store.db import upsert
from bot.store.letters import LetterSent, PlaceDone
from bot.store.lines import Kind, Put, declared, kept_live, once, rank
from bot.store.purse import Posted
from bot.store.ranked import ranked
from bot.store.rows import (
    Acted,
    MatchEnded,
    MatchStarted,
    RoundScored,
    Row,
    StoodStill,
    TableSaved,
)
from bot.store.schema import Utc, micros
from bot.store.scorebook import (
    OPEN,
    Corrected,
    ProposalEnded,
)
from bot.store.talk import TalkOver
from bot.store.tournament_rows import BookOpened, TournamentSaved, opened

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ClauseElement, Column, ColumnElement, Connection

    from bot.store.lines import Item, Line, Step, Values

PLAYING = "playing"
FINISHED = "finished"


MATCH, SEAT = Put(schema.matches, once), Put(schema.seats, once)
ACTION, SCORE = Put(schema.actions, once), Put(schema.scores, once)
CORRECTION, POSTING = Put(schema.corrections, once), Put(schema.postings, once)
LIVE, CLOSED = Put(schema.tables, kept_live), Put(schema.tables, upsert, last=True)
TOURNAMENT = Put(schema.tournaments, kept_live)
TOURNAMENT_OVER = Put(schema.tournaments, upsert, last=True)


def statements(dialect: str) -> Mapping[Kind, ClauseElement]:
    """The statement of each kind of change."""
    matches, rounds = schema.matches, schema.rounds
    this_match = matches.c.id == bindparam("_match")
    this_round = and_(rounds.c.match == bindparam("_match"), rounds.c.round == bindparam("_round"))
    return {
        Kind.SCORED: update(rounds)
        .where(this_round)
        .values(reasons=bindparam("reasons"), scored=bindparam("scored")),
        Kind.RANKED: update(rounds).where(this_round).values(ranked=ranked()),
        Kind.ENDED: update(matches)
        .where(this_match)
        .values(status=bindparam("status"), ended=bindparam("ended")),
        Kind.PROPOSAL_ENDED: update(schema.proposals)
        .where(schema.proposals.c.id == bindparam("_proposal"))
        .where(schema.proposals.c.status == literal_column(f"'{OPEN}'"))
        .values(status=bindparam("status"), settled=bindparam("settled")),
        **anonymity.statements(dialect),
        **standstills.STATEMENTS,
        **access_rows.STATEMENTS,
        **letters.STATEMENTS,
        **talk.STATEMENTS,
        **house_rows.STATEMENTS,
        **shuffle_rows.STATEMENTS,
    }


def lines(row: Row) -> list[Line]:
    """What a row writes."""
    line = declared(row)
    if line is not None:
        return [line]
    match row:
        case Acted():
            values = {field.name: getattr(row, field.name) for field in fields(row)}
            return [(ACTION, {**values, "source": row.source or None, "at": micros(row.at)})]
        case TableSaved():
            table = {"table": row.table, "place": row.place, "live": row.live, "state": row.state}
            return [(LIVE if row.live else CLOSED, {**table, "at": micros(row.at)})]
        case TournamentSaved():
            tournament = {
                "id": row.tournament,
                "chat": row.chat,
                "live": row.live,
                "state": row.state,
            }
            step = TOURNAMENT if row.live else TOURNAMENT_OVER
            return [(step, {**tournament, "at": micros(row.at)})]
        case BookOpened():
            return opened(row)
        case MatchStarted():
            return _match_started(row)
        case RoundScored():
            return _round_scored(row)
        case MatchEnded():
            ended = {"status": row.status, "ended": micros(row.at)}
            return [(Kind.ENDED, {"_match": row.match, **ended})]
        case ProposalEnded():
            settled = {"status": row.status, "settled": micros(row.at)}
            return [(Kind.PROPOSAL_ENDED, {"_proposal": row.proposal, **settled})]
        case Corrected():
            key = {"match": row.match, "round": row.round, "motion": row.proposal}
            return [
                (CORRECTION, {**key, "seat": seat, "points": points})
                for seat, points in enumerate(row.changes)
            ]
        case StoodStill():
            return standstills.lines(row)
        case Posted():
            return _posted(row)
        case LetterSent() | PlaceDone():
            return letters.lines(row)
        case Unbarred() | Unsighted() | SightingsOver():
            return access_rows.lines(row)
        case TalkOver():
            return talk.lines(row)
        case _:
            raise TypeError(f"{type(row).__name__} does not say what it writes")


def _round_scored(row: RoundScored) -> list[Line]:
    here = {"_match": row.match, "_round": row.round}
    points = (
        {"match": row.match, "round": row.round, "seat": seat, "points": points}
        for seat, points in enumerate(row.scores)
    )
    scored = {"reasons": row.reasons, "scored": micros(row.at)}
    return [
        (Kind.SCORED, {**here, **scored}),
        *((SCORE, seat) for seat in points),
        (Kind.RANKED, here),
    ]


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
        "rated": row.rated,
        "deal": row.deal,
        "rules": row.rules,
    }
    sitting = (
        {"match": row.match, "seat": s.seat, "user": s.user, "name": s.name, "level": s.level}
        for s in row.seats
    )
    return [(MATCH, match), *((SEAT, seat) for seat in sitting)]


def _posted(row: Posted) -> list[Line]:
    common = {
        "entry": row.entry, "chat": row.chat, "kind": row.kind, "match": row.match,
        "round": row.round, "at": micros(row.at),
    }  # fmt: skip
    return [
        (POSTING, {**common, "line": line, "account": account, "amount": amount})
        for line, (account, amount) in enumerate(row.lines)
    ]


def grouped(items: Sequence[Item]) -> list[tuple[Step, list[Values]]]:
    """All lines of one step together, steps in order, those of one step in the order given.

    Of several states of one table only the last is kept.
    """
    found: dict[Step, list[Values]] = {}
    states: dict[str, Values] = {}
    for item in items:
        for kind, values in item:
            if kind == LIVE:
                states[values["table"]] = values
            elif kind in found:
                found[kind].append(values)
            else:
                found[kind] = [values]
    if states:
        found[LIVE] = list(states.values())
    return sorted(found.items(), key=lambda lines: rank(lines[0]))


def source_seen(connection: Connection, item: Item) -> bool:
    """Whether an action from one of the item's sources is stored."""
    sources = [v["source"] for kind, v in item if kind == ACTION and v["source"]]
    query = select(exists().where(schema.actions.c.source.in_(sources)))
    return bool(sources) and bool(connection.scalar(query))


def key_taken(connection: Connection, item: Item) -> bool:
    """Whether something that the item would insert is stored already."""
    for kind, values in grouped([item]):
        if not isinstance(kind, Put) or kind.how is not once:
            continue
        of = kind.table
        same = or_(*(and_(*(_is(c, v[c.name]) for c in of.primary_key)) for v in values))
        if connection.execute(select(literal_column("1")).select_from(of).where(same)).first():
            return True
    return False


def _is(column: Column[Any], stored: object) -> ColumnElement[bool]:
    """Whether a column is what a line holds, in which times are microseconds already."""
    if isinstance(column.type, Utc):
        return type_coerce(column, BigInteger) == stored
    return column == stored
