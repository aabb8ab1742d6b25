"""Where the seeds of matches come from: fingerprints that were shown, and the words people gave.

A row is written when a fingerprint is shown, so that one that is never dealt is found here too.
Whoever is forgotten leaves the digest of their word: the check needs it, and without its salt
nobody finds the word from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    Table,
    Text,
    bindparam,
    update,
)

from bot.store.db import upsert
from bot.store.lines import Kind, once, writes
from bot.store.schema import Utc, metadata

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ClauseElement

    from bot.store.lines import Line

shuffles = Table(
    "shuffle",
    metadata,
    Column("match", Text, primary_key=True),
    Column("table", Text, nullable=False),
    Column("chat", Text, nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("bound", Text, nullable=False),
    Column("lot", Integer, nullable=False),
    Column("opening", LargeBinary, nullable=False),
    Column("by", Text, nullable=False, index=True),
    Column("at", Utc, nullable=False),
    sqlite_with_rowid=False,
)
"""``lot``: for so many the seats are drawn by lot; 0: they are chosen."""

words = Table(
    "shuffle_word",
    metadata,
    Column("match", Text, ForeignKey("shuffle.match"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", Text, nullable=False, index=True),
    Column("mark", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("salt", Text, nullable=False),
    Column("word", Text, nullable=False),
    sqlite_with_rowid=False,
)


beacons = Table(
    "shuffle_beacon",
    metadata,
    Column("match", Text, ForeignKey("shuffle.match"), primary_key=True),
    Column("signature", Text, nullable=False),
    Column("chain", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""``chain``: what the hash of the beacon's chain is made of, as JSON."""


contests = Table(
    "shuffle_contest",
    metadata,
    Column("match", Text, ForeignKey("shuffle.match"), primary_key=True),
    Column("begun", Boolean, nullable=False),
    Column("ended", Utc),
    sqlite_with_rowid=False,
)
"""Fingerprints that are a whole 复式's, and no match's: whether it was dealt from, and when it was
over."""

dealt = Table(
    "shuffle_deal",
    metadata,
    Column("match", Text, primary_key=True),
    Column("sealed", Text, ForeignKey("shuffle.match"), nullable=False, index=True),
    Column("deal", Integer, nullable=False),
    Column("table", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""The matches of 复式 that come from a fingerprint; deal and table count from 1."""


@writes(contests, upsert)
@dataclass(frozen=True, slots=True)
class ContestSealed:
    """How it stands with a fingerprint that is a whole 复式's.

    ``begun``: it is dealt from; ``ended``: when nothing more came of it, None before that.
    """

    match: str
    begun: bool
    ended: datetime | None


@writes(dealt, once)
@dataclass(frozen=True, slots=True)
class ContestDealt:
    """A match is a table's of a deal, both from 1, of the 复式 whose fingerprint ``sealed`` is."""

    match: str
    sealed: str
    deal: int
    table: int


@writes(beacons, once)
@dataclass(frozen=True, slots=True)
class BeaconDrawn:
    """A match was dealt from a round of a beacon: its signature, and what its chain's hash is made
    of, as JSON."""

    match: str
    signature: str
    chain: str


@writes(shuffles, once)
@dataclass(frozen=True, slots=True)
class ShuffleSealed:
    """A fingerprint was shown.

    Attributes:
        match: the id that its match has if it is dealt.
        number: how many fingerprints the table has shown, this one included.
        bound: what it is for, as a JSON list of ``name=value``.
        by: the key of whoever had it made.
    """

    match: str
    table: str
    chat: str
    number: int
    fingerprint: str
    bound: str = field(repr=False)
    lot: int
    opening: bytes = field(repr=False)
    by: str
    at: datetime


@writes(words, upsert)
@dataclass(frozen=True, slots=True)
class WordGiven:
    """Somebody's word; a later one takes the place of an earlier one."""

    match: str
    seat: int
    person: str
    mark: str
    digest: str
    salt: str = field(repr=False)
    word: str = field(repr=False)


# Forgetting.

Given = tuple[str, int, str, str]
"""A word of somebody: its match and seat, the salt, the word."""


def named(made: Sequence[str], given: Sequence[Given], old: str, new: str) -> list[Line]:
    """The lines by which fingerprints and words are another's; an alias gives no words."""
    lines: list[Line] = [
        (Kind.SHUFFLE_BY, {"_match": match, "_by": old, "by": new}) for match in made
    ]
    for match, seat, _, _ in given:
        at = {"_match": match, "_seat": seat, "_person": old, "person": new}
        lines.append((Kind.WORD_NAMED, {**at, "salt": "", "word": ""}))
    return lines


def back(given: Sequence[Given], alias: str, person: str) -> list[Line]:
    """The lines by which they are their person's again, with the words put back."""
    lines: list[Line] = [(Kind.SHUFFLES_BACK, {"_by": alias, "by": person})]
    for match, seat, salt, word in given:
        at = {"_match": match, "_seat": seat, "_person": alias, "person": person}
        lines.append((Kind.WORD_NAMED, {**at, "salt": salt, "word": word}))
    lines.append((Kind.WORDS_BACK, {"_person": alias, "person": person}))
    return lines


STATEMENTS: Mapping[Kind, ClauseElement] = {
    Kind.SHUFFLE_BY: update(shuffles)
    .where(shuffles.c.match == bindparam("_match"), shuffles.c.by == bindparam("_by"))
    .values(by=bindparam("by")),
    Kind.WORD_NAMED: update(words)
    .where(words.c.match == bindparam("_match"), words.c.seat == bindparam("_seat"))
    .where(words.c.person == bindparam("_person"))
    .values(person=bindparam("person"), salt=bindparam("salt"), word=bindparam("word")),
    Kind.SHUFFLES_BACK: update(shuffles)
    .where(shuffles.c.by == bindparam("_by"))
    .values(by=bindparam("by")),
    Kind.WORDS_BACK: update(words)
    .where(words.c.person == bindparam("_person"))
    .values(person=bindparam("person")),
    Kind.SHUFFLES_MOVED: update(shuffles)
    .where(shuffles.c.chat == bindparam("_chat"))
    .values(chat=bindparam("chat")),
}
