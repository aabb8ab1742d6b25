"""Reading back where the seeds of matches come from, and what nobody can check yet."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import and_, func, or_, select

from bot.store.anonymity import PLAYING
from bot.store.preferences import keys_of
from bot.store.repository import Query, Repository
from bot.store.schema import matches, proposals, seat_changes, seats
from bot.store.scorebook import AGREED, OPENING
from bot.store.shuffle_rows import beacons, contests, dealt, shuffles, words
from engine.shuffle import Table, Word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from bot.store.shuffle_rows import Given


@dataclass(frozen=True, slots=True)
class Sealed:
    """A fingerprint read back.

    Attributes:
        sealed: by which it is opened: the match, or what stands for all of a 复式.
        words: by the seats of the lobby; of 复式, by everybody's place.
        ended: when the match was over, of 复式 the last one of all; None: it is on, or was never
            dealt.
        opened: when people agreed to open it; None: not yet.
        beacon: the signature of the beacon's round it was dealt from, and what the chain's hash is
            made of; None: of none.
        contest: which table of 复式 the match is; None: of none.
    """

    match: str
    sealed: str
    number: int
    fingerprint: str
    bound: tuple[str, ...] = field(repr=False)
    lot: int
    opening: bytes = field(repr=False)
    words: tuple[Word, ...] = field(repr=False)
    ended: datetime | None
    opened: datetime | None
    beacon: Mapping[str, str] | None = None
    contest: Table | None = None


@dataclass(frozen=True, slots=True)
class Unopened:
    """A fingerprint of a chat that nobody can check yet.

    Attributes:
        name: what whoever had it made was called; empty where that is not known any more.
        dealt: its match was begun.
    """

    fingerprint: str
    name: str
    at: datetime
    dealt: bool


def sealed(connection: Connection, match: str) -> Sealed | None:
    """Where a match's seed comes from; None: from chance alone, as before there were fingerprints,
    or from what is written."""
    table = connection.execute(select(dealt).where(dealt.c.match == match)).one_or_none()
    ident = table.sealed if table is not None else match
    found = connection.execute(select(shuffles).where(shuffles.c.match == ident)).one_or_none()
    if found is None:
        return None
    given = select(words).where(words.c.match == ident).order_by(words.c.seat)
    bound, contest = tuple(json.loads(found.bound)), None
    if table is not None:
        said = dict(text.split("=", 1) for text in bound)
        contest = Table(table.deal, table.table, int(said["tables"]), int(said["seats"]))
    ended = connection.scalar(select(matches.c.ended).where(matches.c.id == match))
    return Sealed(
        match, ident, found.number, found.fingerprint, bound, found.lot, found.opening,
        tuple(
            Word(row.seat, row.mark, row.digest, bytes.fromhex(row.salt), row.word)
            for row in connection.execute(given)
        ),
        ended if contest is None else _all_ended(connection, ident),
        _opened(connection, ident),
        _beacon(connection, ident),
        contest,
    )  # fmt: skip


def _all_ended(connection: Connection, sealed: str) -> datetime | None:
    """When a 复式 was over; None: it is on, or a table of it is.

    Its one opening tells the cards of every deal.
    """
    on = (
        select(dealt.c.match)
        .join(matches, dealt.c.match == matches.c.id)
        .where(dealt.c.sealed == sealed, matches.c.status == PLAYING)
        .limit(1)
    )
    if connection.scalar(on) is not None:
        return None
    ended = select(contests.c.ended).where(contests.c.match == sealed)
    found: datetime | None = connection.scalar(ended)
    return found


def _beacon(connection: Connection, match: str) -> Mapping[str, str] | None:
    found = connection.execute(select(beacons).where(beacons.c.match == match)).one_or_none()
    return None if found is None else {"signature": found.signature, **json.loads(found.chain)}


def _opened(connection: Connection, match: str) -> datetime | None:
    query = select(func.max(proposals.c.settled)).where(
        proposals.c.match == match, proposals.c.kind == OPENING, proposals.c.status == AGREED
    )
    found: datetime | None = connection.scalar(query)
    return found


def played(connection: Connection, match: str) -> list[str]:
    """The persons who had a seat in a match, be it only for some rounds, by their keys.

    ``match``: of 复式 what stands for all of its matches.
    """
    these = [match, *connection.scalars(select(dealt.c.match).where(dealt.c.sealed == match))]
    first = select(seats.c.user).where(seats.c.match.in_(these), seats.c.user != "")
    later = select(seat_changes.c.user).where(seat_changes.c.match.in_(these))
    return sorted(set(connection.scalars(first)) | set(connection.scalars(later)))


def meant(connection: Connection, chat: str, mark: str) -> str:
    """The newest match that was dealt in a chat from a fingerprint that begins so; or empty.

    ``mark``: hexadecimal digits; empty: any fingerprint. Of 复式 it is one of its newest deal.
    """
    query = (
        select(matches.c.id)
        .join_from(shuffles, dealt, shuffles.c.match == dealt.c.sealed, isouter=True)
        .join(matches, func.coalesce(dealt.c.match, shuffles.c.match) == matches.c.id)
        .where(shuffles.c.chat.in_(keys_of(connection, chat)))
        .where(shuffles.c.fingerprint.startswith(mark))
        .order_by(shuffles.c.at.desc(), shuffles.c.match, dealt.c.deal.desc(), dealt.c.table)
        .limit(1)
    )
    return connection.scalar(query) or ""


def unopened(connection: Connection, chat: str) -> list[Unopened]:
    """The fingerprints of a chat that were shown and not dealt, or dealt and not opened.

    A match that is on is neither yet, nor is a 复式 that people register for. The newest first.
    """
    agreed = select(proposals.c.match).where(
        proposals.c.kind == OPENING, proposals.c.status == AGREED
    )
    name = select(func.max(seats.c.name)).where(seats.c.user == shuffles.c.by).scalar_subquery()
    begun = func.coalesce(contests.c.begun, matches.c.id.is_not(None))
    query = (
        select(shuffles.c.fingerprint, name, shuffles.c.at, begun)
        .join_from(shuffles, matches, shuffles.c.match == matches.c.id, isouter=True)
        .join(contests, shuffles.c.match == contests.c.match, isouter=True)
        .where(
            shuffles.c.chat.in_(keys_of(connection, chat)), shuffles.c.match.not_in(agreed), _off()
        )
        .order_by(shuffles.c.at.desc(), shuffles.c.match)
    )
    return [
        Unopened(fingerprint, name or "", at, bool(was_dealt))
        for fingerprint, name, at, was_dealt in connection.execute(query)
    ]


def _off() -> ColumnElement[bool]:
    """Whether nothing is played from a fingerprint, nor will be: joined with what may be."""
    match = and_(
        contests.c.match.is_(None), or_(matches.c.id.is_(None), matches.c.status != PLAYING)
    )
    return or_(match, contests.c.ended.is_not(None))


def traces(
    connection: Connection, person: str, keys: Sequence[str]
) -> tuple[tuple[str, ...], tuple[Given, ...]]:
    """The matches whose fingerprints somebody had made, and their words, in some chats or in all.

    Not of matches that are on.
    """
    here = [shuffles.c.chat.in_(keys)] if keys else []
    made = (
        select(shuffles.c.match)
        .join_from(shuffles, matches, shuffles.c.match == matches.c.id, isouter=True)
        .join(contests, shuffles.c.match == contests.c.match, isouter=True)
        .where(shuffles.c.by == person, _off(), *here)
        .order_by(shuffles.c.match)
    )
    given = (
        select(words.c.match, words.c.seat, words.c.salt, words.c.word)
        .join_from(words, shuffles, words.c.match == shuffles.c.match)
        .join(matches, shuffles.c.match == matches.c.id, isouter=True)
        .join(contests, shuffles.c.match == contests.c.match, isouter=True)
        .where(words.c.person == person, _off(), *here)
        .order_by(words.c.match, words.c.seat)
    )
    return tuple(connection.scalars(made)), tuple(
        (match, seat, salt, word) for match, seat, salt, word in connection.execute(given)
    )


class Shuffles(Repository):
    """Fingerprints and the words that were given."""

    of = Query(sealed)
    played = Query(played)
    unopened = Query(unopened)
    meant = Query(meant)
