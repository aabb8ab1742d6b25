"""Rows become lines of statements, and many lines become few statements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from sqlalchemy import (
    BigInteger,
    and_,
    bindparam,
    exists,
    insert,
    literal_column,
    or_,
    select,
    type_coerce,
    update,
)

from bot.store import accessrows, anonymity, letters, schema, standstills
from bot.store.accessrows import Barred, Sighted, SightingsOver, Unbarred, Unsighted
from bot.store.db import insert_absent, upsert
from bot.store.lines import Kind
from bot.store.letters import LetterSent, LetterWritten, PlaceDone, PlaceNoted
from bot.store.purse import Posted
from bot.store.ranking import ranked
from bot.store.rows import (
    Acted,
    ChatAlias,
    ChatSet,
    MatchEnded,
    MatchStarted,
    PersonReach,
    PersonSet,
    RoundScored,
    RoundStarted,
    Row,
    SeatTaken,
    StoodStill,
    TableSaved,
)
from bot.store.schema import Utc, micros
from bot.store.scorebook import (
    OPEN,
    Corrected,
    ProposalEnded,
    ProposalOpened,
    SeasonBegun,
    Voiced,
)
from bot.store.tournament_rows import EntrySaved, TournamentSaved

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ClauseElement, Column, ColumnElement, Connection, Table

    from bot.store.lines import Item, Line, Values

PLAYING = "playing"
FINISHED = "finished"


INSERTS: Mapping[Kind, Table] = {
    Kind.MATCH: schema.matches,
    Kind.SEAT: schema.seats,
    Kind.ROUND: schema.rounds,
    Kind.ACTION: schema.actions,
    Kind.SCORE: schema.scores,
    Kind.MOTION: schema.proposals,
    Kind.VOICE: schema.voices,
    Kind.CORRECTION: schema.corrections,
    Kind.SEASON: schema.seasons,
    Kind.FORGET: schema.forgotten,
    Kind.POSTING: schema.postings,
    Kind.STANDSTILL: schema.standstills,
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
        Kind.RANKED: update(rounds).where(this_round).values(ranked=ranked()),
        Kind.ENDED: update(matches)
        .where(this_match)
        .values(status=bindparam("status"), ended=bindparam("ended")),
        Kind.TABLE: upsert(dialect, schema.tables, keep="live"),
        Kind.CLOSED: upsert(dialect, schema.tables),
        Kind.SETTING: upsert(dialect, schema.settings),
        Kind.ALIAS: upsert(dialect, schema.aliases),
        Kind.WISH: upsert(dialect, schema.person_settings),
        Kind.REACH: upsert(dialect, schema.reaches),
        Kind.SECRET: insert_absent(dialect, schema.secrets),
        Kind.BEAT: upsert(dialect, schema.heartbeats),
        Kind.CUP: upsert(dialect, schema.tournaments, keep="live"),
        Kind.CUP_OVER: upsert(dialect, schema.tournaments),
        Kind.ENTRY: upsert(dialect, schema.tournament_entries),
        Kind.SEAT_CHANGED: upsert(dialect, schema.seat_changes),
        Kind.PROPOSAL_ENDED: update(schema.proposals)
        .where(schema.proposals.c.id == bindparam("_motion"))
        .where(schema.proposals.c.status == literal_column(f"'{OPEN}'"))
        .values(status=bindparam("status"), settled=bindparam("settled")),
        **anonymity.statements(dialect),
        **standstills.STATEMENTS,
        Kind.BARRED: insert_absent(dialect, schema.bars),
        Kind.SIGHTED: upsert(dialect, schema.sightings),
        **accessrows.STATEMENTS,
        Kind.LETTER: upsert(dialect, letters.letters),
        Kind.PLACE: upsert(dialect, letters.places),
        **letters.STATEMENTS,
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
                (Kind.RANKED, {"_match": row.match, "_round": row.round}),
            ]
        case MatchEnded():
            return [
                (Kind.ENDED, {"_match": row.match, "status": row.status, "ended": micros(row.at)})
            ]
        case ChatSet():
            return [(Kind.SETTING, {"chat": row.chat, "key": row.key, "value": row.value})]
        case ChatAlias():
            return [(Kind.ALIAS, {"old": row.old, "new": row.new})]
        case PersonSet():
            return [(Kind.WISH, {"person": row.person, "key": row.key, "value": row.value})]
        case PersonReach():
            reach = {"person": row.person, "reason": row.reason, "at": micros(row.at)}
            return [(Kind.REACH, reach)]
        case SeatTaken():
            taken = {"match": row.match, "seat": row.seat, "round": row.round}
            who = {"user": row.user, "name": row.name, "at": micros(row.at)}
            return [(Kind.SEAT_CHANGED, {**taken, **who})]
        case StoodStill():
            return standstills.lines(row)
        case Posted():
            return _posted(row)
        case TournamentSaved():
            cup = {"id": row.cup, "chat": row.chat, "live": row.live, "state": row.state}
            return [(Kind.CUP if row.live else Kind.CUP_OVER, {**cup, "at": micros(row.at)})]
        case EntrySaved():
            who = {"person": row.person, "name": row.name, "level": row.level}
            entry = {"tournament": row.cup, "number": row.number, **who, "fate": row.fate}
            return [(Kind.ENTRY, entry)]
        case LetterWritten() | LetterSent() | PlaceNoted() | PlaceDone():
            return letters.lines(row)
        case ProposalOpened() | Voiced() | ProposalEnded() | Corrected() | SeasonBegun():
            return _of_the_book(row)
        case Barred() | Unbarred() | Sighted() | Unsighted() | SightingsOver():
            return accessrows.lines(row)
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
        "rated": row.rated,
        "deal": row.deal,
    }
    sitting = (
        {"match": row.match, "seat": s.seat, "user": s.user, "name": s.name, "level": s.level}
        for s in row.seats
    )
    return [(Kind.MATCH, match), *((Kind.SEAT, seat) for seat in sitting)]


def _posted(row: Posted) -> list[Line]:
    common = {
        "entry": row.entry, "chat": row.chat, "kind": row.kind, "match": row.match,
        "round": row.round, "at": micros(row.at),
    }  # fmt: skip
    return [
        (Kind.POSTING, {**common, "line": line, "account": account, "amount": amount})
        for line, (account, amount) in enumerate(row.lines)
    ]


def _of_the_book(
    row: ProposalOpened | Voiced | ProposalEnded | Corrected | SeasonBegun,
) -> list[Line]:
    match row:
        case ProposalOpened():
            motion = {
                "id": row.motion, "chat": row.chat, "thread": row.thread, "kind": row.kind,
                "match": row.match, "round": row.round, "points": row.points, "by": row.by,
                "opened": micros(row.at), "status": OPEN, "settled": None,
            }  # fmt: skip
            return [(Kind.MOTION, motion)]
        case Voiced():
            voice = {"motion": row.motion, "person": row.person}
            return [(Kind.VOICE, {**voice, "yes": row.yes, "at": micros(row.at)})]
        case ProposalEnded():
            ended = {"status": row.status, "settled": micros(row.at)}
            return [(Kind.PROPOSAL_ENDED, {"_motion": row.motion, **ended})]
        case Corrected():
            key = {"match": row.match, "round": row.round, "motion": row.motion}
            return [
                (Kind.CORRECTION, {**key, "seat": seat, "points": points})
                for seat, points in enumerate(row.changes)
            ]
        case SeasonBegun():
            return [(Kind.SEASON, {"chat": row.chat, "started": micros(row.at)})]
        case _:
            assert_never(row)


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
        same = or_(*(and_(*(_is(c, v[c.name]) for c in table.primary_key)) for v in values))
        if connection.execute(select(literal_column("1")).select_from(table).where(same)).first():
            return True
    return False


def _is(column: Column[Any], stored: object) -> ColumnElement[bool]:
    """Whether a column is what a line holds, in which times are microseconds already."""
    if isinstance(column.type, Utc):
        return type_coerce(column, BigInteger) == stored
    return column == stored
