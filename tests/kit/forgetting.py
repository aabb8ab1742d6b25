"""The law of being forgotten: what may be left of a person, looked for in every place there is.

``lives`` fills every column that can name somebody; ``STEPS`` are what may happen afterwards, to
the person under their own name and to the alias that they have become.
"""

import json
import sqlite3
from contextlib import closing
from datetime import timedelta

from sqlalchemy import LargeBinary, Text

from bot.economy import ledger as coins
from bot.store.house_rows import HouseRules
from bot.store.letters import LetterWritten
from bot.store.purse import Posted, pool_of, purse_of
from bot.store.rows import (
    Acted,
    ChatAlias,
    ChatSet,
    MatchEnded,
    PersonReach,
    PersonSet,
    RoundScored,
    RoundStarted,
    SeatRow,
    SeatTaken,
    StepTaken,
    TableSaved,
)
from bot.store.scorebook import (
    CORRECTION,
    SEASON,
    Corrected,
    Forgotten,
    ProposalEnded,
    ProposalOpened,
    SeasonBegun,
    Voiced,
)
from bot.store.shuffle_rows import ShuffleSealed, WordGiven
from bot.store.talk import LineSaid
from bot.store.tournament_rows import EntrySaved, TournamentSaved
from tests.kit.persons import Holds
from tests.kit.stored import NOW, later, started

ID, NAME = "5012345678", "阿甲"
PERSON, OTHER = f"telegram:{ID}", "telegram:5087654321"
GROUP, SECOND, MOVED = (f"telegram:-100{n}" for n in ("12345678901", "98765432109", "55555555555"))
OWN = f"alone:{PERSON}"
GONE_AT = later(1000)
AFTER = later(2000)

PAIR = (SeatRow(0, PERSON, NAME), SeatRow(1, OTHER, "乙"))


def plain(match, chat, seats=PAIR, at=NOW):
    """A match of one round that is over; the person has typed a play."""
    rows = started(match, chat, "dazha", seats, at)
    rows.append(Acted(match, 1, 1, 0, "{}", f"words:{ID}:{match}", "player", at))
    rows += [
        RoundScored(match, 1, (5, -5)[: len(seats)], "[]", at),
        MatchEnded(match, "stopped", at),
    ]
    state = json.dumps({"host": {"platform": "telegram", "id": ID}, "name": NAME})
    place = "" if chat == OWN else f"{chat}:"
    return [*rows, TableSaved(f"t-{match}", place, False, state, at)]


def vote(motion, chat, kind=SEASON, match="", by=OTHER, at=NOW):
    return [
        ProposalOpened(motion, chat, kind, match, 1 if match else 0, "[1, -1]", by, at),
        Voiced(motion, by, True, at),
    ]


def tournament(ident, chat, person=PERSON, at=NOW, **more):
    state = json.dumps({"host": {"platform": "telegram", "id": ID}})
    return [
        TournamentSaved(ident, chat, more.get("live", False), state, at),
        EntrySaved(ident, 1, person, NAME, "", "in"),
        EntrySaved(ident, 2, OTHER, "乙", "", "in"),
    ]


def shuffled(match, chat, person=PERSON):
    """A fingerprint that somebody had made, with their word."""
    bound = '["table=t"]'
    sealed = ShuffleSealed(match, "t", chat, 1, "ab" * 32, bound, 0, bytes(32), person, NOW)
    word = f"我是{NAME}" if person == PERSON else "乙的字"
    return [sealed, WordGiven(match, 0, person, "cd" * 32, "ef" * 32, "01" * 16, word)]


def house_rules(ident, chat, person=PERSON, name=NAME, at=NOW):
    """House rules that somebody has kept, called after them."""
    return HouseRules(ident, chat, "dazha", f"老{name}家", '{"cap":20}', person, name, at)


def said(line, chat, person=PERSON, name=NAME, at=NOW):
    return LineSaid(line, chat, person, name, f"我是{name}", "", at)


async def lives(store):
    """What the person has done: something in every column that can name them."""
    await store.commit(plain("m1", GROUP))
    await store.commit(plain("m2", SECOND))
    await store.commit(plain("own", OWN, PAIR[:1]))
    rows = started("m3", GROUP, "dazha", (SeatRow(0, "", "bot", "easy"), PAIR[1]))
    await store.commit([*rows, RoundScored("m3", 1, (3, -3), "[]", NOW)])
    await store.commit([SeatTaken("m3", 0, 2, PERSON, NAME, NOW), RoundStarted("m3", 2, "{}", NOW)])
    await store.commit(
        [RoundScored("m3", 2, (4, -4), "[]", NOW), MatchEnded("m3", "finished", NOW)]
    )
    await store.commit([*vote("season", GROUP), Voiced("season", PERSON, False, NOW)])
    await store.commit([*vote("mine", GROUP, by=PERSON), Voiced("mine", OTHER, True, NOW)])
    await store.commit(
        [
            *vote("right", OWN, CORRECTION, "own", by=PERSON),
            Corrected("right", "own", 1, (-2,)), ProposalEnded("right", "agreed", NOW),
        ]
    )  # fmt: skip
    await store.commit([SeasonBegun(GROUP, NOW), SeasonBegun(OWN, NOW)])
    await store.commit([PersonSet(PERSON, "suits", "four"), PersonSet(PERSON, "language", "en")])
    await store.commit([PersonSet(PERSON, f"open:{GROUP}", AFTER.isoformat())])
    await store.commit([PersonSet(PERSON, f"puzzle:{GROUP}", '["阿甲", 1, 1, 1, []]')])
    await store.commit([PersonSet(PERSON, "push:abcdefghijklmnop", '{"endpoint": "https://x"}')])
    await store.commit([PersonReach(PERSON, "closed", NOW), ChatSet(OWN, "game", "matrix")])
    for person in (PERSON, OTHER):
        await store.commit([coins.granted(GROUP, person, NOW), coins.daily(GROUP, person, NOW)])
        await store.commit([coins.granted(SECOND, person, NOW)])
    held = {PERSON: 300, OTHER: 300}
    await store.commit(started("bet", GROUP, "dazha", PAIR))
    await store.commit([coins.bought_in(GROUP, "bet", held, NOW)])
    moves = {PERSON: 50, OTHER: -50}
    held = {person: held[person] + by for person, by in moves.items()}
    await store.commit(
        [
            RoundScored("bet", 1, (50, -50), "[]", NOW),
            coins.moved(GROUP, "bet", 1, moves, NOW),
            coins.returned(GROUP, "bet", held, NOW), MatchEnded("bet", "finished", NOW),
        ]
    )  # fmt: skip
    await store.commit(tournament("cup", GROUP))
    fees = ((purse_of(PERSON), -20), (purse_of(OTHER), -20), (pool_of("cup"), 40))
    await store.commit([Posted("cup-fee:cup", GROUP, "cup-fee", fees, NOW)])
    await store.commit([*shuffled("m1", GROUP), *shuffled("own", OWN), *shuffled("none", SECOND)])
    await store.commit(shuffled("m3", GROUP, OTHER))
    await store.commit([house_rules("rules", GROUP), house_rules("second", SECOND)])
    await store.commit([house_rules("his rules", GROUP, OTHER, "乙")])
    await store.commit([LetterWritten("told", f"{GROUP}:", PERSON, "{}", NOW)])
    await store.commit(
        [said("line", GROUP), said("other", SECOND), said("his", GROUP, OTHER, "乙")]
    )


# What happens afterwards.


async def votes_again(store, at):
    await store.commit([Voiced("season", PERSON, True, at)])


async def votes_elsewhere(store, at):
    await store.commit([*vote(f"v{at}", GROUP, at=at), Voiced(f"v{at}", PERSON, True, at)])


async def sets_it_anew(store, at):
    await store.commit([PersonSet(PERSON, "suits", "two"), PersonSet(PERSON, "dm", "off")])


async def takes_it_back(store, at):
    await store.commit([PersonSet(PERSON, "language", "")])


async def can_be_reached(store, at):
    await store.commit([PersonReach(PERSON, "", at)])


async def plays(store, at):
    await store.commit(plain(f"p{at}", GROUP, at=at))


async def plays_alone(store, at):
    await store.commit(plain(f"a{at}", OWN, PAIR[:1], at))
    await store.commit([ChatSet(OWN, "game", "dazha")])
    await store.commit([SeasonBegun(OWN, NOW)])


async def takes_the_daily(store, at):
    await store.commit([coins.daily(GROUP, PERSON, at)])


async def asks_for_a_purse(store, at):
    await store.commit([coins.granted(GROUP, PERSON, at)])


async def registers(store, at):
    await store.commit(tournament(f"c{at}", GROUP, at=at))


async def is_corrected(store, at):
    """Of a round of before: whoever sits there by now gets it, under whichever name."""
    (first, *_) = await store.scores.rounds(GROUP, match="bet")
    if store.corrected.setdefault("bet", 0) < 3:
        store.corrected["bet"] += 1
        one, other = (seat.user for seat in first.seats)
        ident = f"r{at}"
        moves = {one: -10, other: 10}
        await store.commit(
            [
                *vote(ident, GROUP, CORRECTION, "bet", at=at), ProposalEnded(ident, "agreed", at),
                Corrected(ident, "bet", 1, (-10, 10)),
                coins.corrected(GROUP, "bet", 1, ident, moves, at),
            ]
        )  # fmt: skip


async def moves_house(store, at):
    """The group has got another key."""
    await store.commit([ChatAlias(GROUP, MOVED)])


async def talks(store, at):
    await store.commit([said(f"l{at}", GROUP, at=at)])


async def keeps_rules(store, at):
    await store.commit([house_rules(f"h{at}", GROUP, at=at)])


async def others_change_rules(store, at):
    """Whoever may has let them be what is set at another table."""
    await store.commit([house_rules("rules", GROUP, OTHER, "乙", at)])


async def others_play(store, at):
    seats = (PAIR[1], SeatRow(1, "telegram:5000000003", "丙"))
    await store.commit(started(f"o{at}", GROUP, "dazha", tuple(
        SeatRow(n, s.user, s.name) for n, s in enumerate(seats)
    ), at))  # fmt: skip


STEPS = (
    votes_again, votes_elsewhere, sets_it_anew, takes_it_back, can_be_reached, plays, plays_alone,
    takes_the_daily, asks_for_a_purse, registers, is_corrected, moves_house, talks, keeps_rules,
    others_change_rules, others_play,
)  # fmt: skip


async def happen(store, steps):
    """Some of it in order; what the store refuses as done already is no step."""
    store.corrected = {}
    for number, step in enumerate(steps):
        try:
            await step(store, AFTER + timedelta(minutes=number))
        except StepTaken:
            continue


async def forget(store, alias="anon:1", chat="", at=GONE_AT):
    traces = await store.people.traces(PERSON, chat, OWN)
    await store.people.forget(Forgotten(alias, PERSON, chat, at, traces), OWN)


async def undo(store):
    for one in await store.people.forgotten(PERSON):
        await store.people.remember(one, OWN)


# Looking.


def everything(path):
    """All rows of all tables, as {table: [row as {column: value}]}, in the order of their text."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        names = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if name != "alembic_version"
        ]
        select = "SELECT * FROM"
        return {
            name: sorted((dict(row) for row in connection.execute(f'{select} "{name}"')), key=str)
            for name in names
        }


def names_the_person(value):
    return ID in str(value) or NAME in str(value)


def told(rows):
    """The columns in which the person stands, as (table, column)."""
    return {
        (table, column)
        for table, found in rows.items()
        for row in found
        for column, value in row.items()
        if names_the_person(value)
    }


def undecided(metadata, columns):
    """Columns of text for which nobody has decided what they hold, and decisions about none."""
    there = {
        (table.name, column.name)
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, Text | LargeBinary)
    }
    decided = {(table, column) for table, named in columns.items() for column in named}
    return there ^ decided


def kept_by(columns, *kinds):
    return {
        (table, column)
        for table, named in columns.items()
        for column, holds in named.items()
        if holds in kinds
    }


NAMING = (
    Holds.PERSON, Holds.CALLED, Holds.OWN, Holds.BOOK, Holds.ACCOUNT, Holds.ENTRY, Holds.STATE,
    Holds.REQUEST,
)  # fmt: skip
"""What can name somebody for longer than a moment, but for what it takes to undo."""

UNDOABLE = (Holds.ENTRY, Holds.STATE, Holds.REQUEST, Holds.TRACES)
"""What still names somebody as long as they can take it back."""
