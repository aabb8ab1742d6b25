"""What a command writes, as values. All rows of one command are written in one transaction.

JSON fields are text made by ``engine.codec`` or ``bot.table.state``; the store never reads them.
Times are aware and in UTC.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import sub
from typing import TYPE_CHECKING, TypeAlias

from bot.store import schema
from bot.store.access_rows import AccessRow
from bot.store.db import upsert
from bot.store.house_rows import HouseRules
from bot.store.letters import LetterSent, LetterWritten, PlaceDone, PlaceNoted
from bot.store.lines import once, writes
from bot.store.purse import Posted
from bot.store.scorebook import (
    Corrected,
    Correction,
    ProposalEnded,
    ProposalOpened,
    SeasonBegun,
    Voiced,
)
from bot.store.shuffle_rows import (
    BeaconDrawn,
    ContestDealt,
    ContestSealed,
    ShuffleSealed,
    WordGiven,
)
from bot.store.talk import LineSaid, TalkOver
from bot.store.tournament_rows import BookOpened, EntrySaved, TournamentSaved

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where: ``user`` is a user's key, empty for a computer player."""

    seat: int
    user: str
    name: str
    level: str = ""


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match and its seats.

    Attributes:
        chat: a chat's key; empty for a table without a place.
        rated: whether it counts in the book.
        deal: a deal in writing that it is dealt from; empty: chance.
        rules: the id of the house rules that its options are; empty: they have no name.
    """

    match: str
    table: str
    chat: str
    game: str
    version: int
    seed: bytes = field(repr=False)
    options: str
    quan: int
    carry: str = field(repr=False)
    seats: tuple[SeatRow, ...]
    at: datetime
    rated: bool = True
    deal: str = field(default="", repr=False)
    rules: str = ""


@writes(schema.seat_changes, upsert)
@dataclass(frozen=True, slots=True)
class SeatTaken:
    """From a round on a seat is another person's; the rounds before stay whose they were."""

    match: str
    seat: int
    round: int
    user: str
    name: str
    at: datetime


@writes(schema.rounds, once, started="at")
@dataclass(frozen=True, slots=True)
class RoundStarted:
    """The options a round is played under; ``round`` counts from 1."""

    match: str
    round: int
    options: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Acted:
    """One action. (match, round, step) is unique, and so is ``source`` where it is not empty.

    ``by`` is ``player``, ``wish`` (their own to pass), ``computer``, ``clock``, ``autopilot``, or
    ``handed``: one of these two for somebody who had played in that round; ``step`` counts from 1.
    """

    match: str
    round: int
    step: int
    seat: int
    action: str = field(repr=False)
    source: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RoundScored:
    """Points by seat of a finished round, and why as JSON. (match, round, seat) is unique."""

    match: str
    round: int
    scores: tuple[int, ...]
    reasons: str
    at: datetime


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """``status`` is ``finished``, ``stopped`` or ``void``."""

    match: str
    status: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TableSaved:
    """A table as it is now: the newest wins. ``live`` is false once it is closed."""

    table: str
    place: str
    live: bool
    state: str = field(repr=False)
    at: datetime


DAILY = "daily"
"""Under this a chat remembers what was posted there by itself: only whoever runs the chat may
write it, as else two processes would post the same."""


@writes(schema.settings, upsert)
@dataclass(frozen=True, slots=True)
class ChatSet:
    """What a chat remembers under a key (``game``: the last one played)."""

    chat: str
    key: str
    value: str


@writes(schema.aliases, upsert)
@dataclass(frozen=True, slots=True)
class ChatAlias:
    """A chat's key has changed: totals and settings of the old one are the new one's too."""

    old: str
    new: str


@writes(schema.person_settings, upsert)
@dataclass(frozen=True, slots=True)
class PersonSet:
    """What a person has set; ``person`` is a user's key, an empty value takes it back."""

    person: str
    key: str
    value: str


@writes(schema.reaches, upsert)
@dataclass(frozen=True, slots=True)
class PersonReach:
    """Private messages do not arrive at a person, and why; an empty ``reason``: they do again."""

    person: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class StoodStill:
    """From ``since`` to ``until`` nobody could be heard; ``number`` is unique, and counts from 1.

    Proposals that are open wait so much longer, and where the clock was set (not ``away``) so does
    what can be taken back of what was forgotten.

    Attributes:
        until: where the clock was set back it is earlier than ``since``.
        away: the program was not running; else the clock was set, or the machine slept.
    """

    number: int
    since: datetime
    until: datetime
    away: bool


Row: TypeAlias = (
    MatchStarted
    | RoundStarted
    | Acted
    | RoundScored
    | MatchEnded
    | TableSaved
    | ChatSet
    | ChatAlias
    | PersonSet
    | PersonReach
    | StoodStill
    | SeatTaken
    | ProposalOpened
    | Voiced
    | ProposalEnded
    | Corrected
    | SeasonBegun
    | Posted
    | TournamentSaved
    | BookOpened
    | EntrySaved
    | AccessRow
    | LetterWritten
    | LetterSent
    | PlaceNoted
    | PlaceDone
    | LineSaid
    | HouseRules
    | ContestDealt
    | ContestSealed
    | ShuffleSealed
    | WordGiven
    | BeaconDrawn
    | TalkOver
)


class StoreError(Exception):
    """Nothing of the command was written."""


class SourceSeen(StoreError):
    """An action with the same ``source`` is stored already."""


class StepTaken(StoreError):
    """Another process has stored this step; what is in memory is old."""


class Overdrawn(StoreError):
    """A purse, a lock or a pool would be below zero."""


class NotSaved(StoreError):
    """The database refuses to write now."""


class NotRead(NotSaved):
    """It does not even answer what it is asked."""


@dataclass(frozen=True, slots=True)
class Unreachable:
    """Why private messages do not arrive at a person, and since when."""

    reason: str
    since: datetime


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A round read back.

    Attributes:
        actions: (seat, action JSON) in order.
        anew: a seat is another person's from this round on.
    """

    round: int
    options: str
    actions: tuple[tuple[int, str], ...] = field(repr=False)
    anew: bool = False


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match read back, with its log.

    ``corrected``: by how much corrections have changed the points of each seat; empty without any.
    """

    match: str
    game: str
    version: int
    seed: bytes = field(repr=False)
    options: str
    quan: int
    carry: str = field(repr=False)
    status: str
    seats: tuple[SeatRow, ...]
    rounds: tuple[StoredRound, ...]
    corrected: tuple[int, ...] = ()
    deal: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A live table read back; ``at``: when it was stored."""

    table: str
    place: str
    state: str = field(repr=False)
    at: datetime


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A finished round of a chat: points and reasons by seat, for the score sheet.

    Attributes:
        scores: the points that count now.
        corrections: what has changed them since they were scored, the oldest first.
        driven: how much of what persons had to decide was decided for them (托管 or the clock),
            0 to 1.
        ranked: whether it counts in ranks, records and one's own sums, and not only where people
            settle up.
    """

    match: str
    game: str
    round: int
    seats: tuple[SeatRow, ...]
    scores: tuple[int, ...]
    reasons: str
    at: datetime
    corrections: tuple[Correction, ...] = ()
    driven: float = 0.0
    ranked: bool = True

    @property
    def dealt(self) -> tuple[int, ...]:
        """The points as they were scored at the table."""
        points = self.scores
        for correction in self.corrections:
            points = tuple(map(sub, points, correction.changes))
        return points


@dataclass(frozen=True, slots=True)
class GameTotal:
    """One person's sum in one game over all finished rounds of a chat."""

    user: str
    name: str
    game: str
    points: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Together:
    """One person over all games: points of different games do not add, so these are counts.

    ``places`` counts finished matches by place, the first place first; ``wins`` are shared or
    sole first places.
    """

    user: str
    name: str
    matches: int
    rounds: int
    wins: int
    places: tuple[int, ...]
