"""What a command writes, as values. All rows of one command are written in one transaction.

JSON fields are text made by ``engine.codec`` or ``bot.state``; the store never looks into them.
Times are aware and in UTC.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

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
    """A match and its seats. ``chat`` is a chat's key; empty for a table without a place."""

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

    ``by`` is ``player``, ``computer``, ``clock`` or ``autopilot``; ``step`` counts from 1.
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


@dataclass(frozen=True, slots=True)
class ChatSet:
    """What a chat remembers under a key (``game``: the last one played)."""

    chat: str
    key: str
    value: str


Row: TypeAlias = (
    MatchStarted | RoundStarted | Acted | RoundScored | MatchEnded | TableSaved | ChatSet
)


class StoreError(Exception):
    """Nothing of the command was written."""


class SourceSeen(StoreError):
    """An action with the same ``source`` is stored already."""


class StepTaken(StoreError):
    """Another process has stored this step; what is in memory is old."""


class NotSaved(StoreError):
    """The database refuses to write now."""


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A round read back; ``actions`` are (seat, action JSON) in order."""

    round: int
    options: str
    actions: tuple[tuple[int, str], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match read back, with its log."""

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


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A live table read back; ``at``: when it was stored."""

    table: str
    place: str
    state: str = field(repr=False)
    at: datetime


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A finished round of a chat: points and reasons by seat, for the score sheet."""

    match: str
    game: str
    round: int
    seats: tuple[SeatRow, ...]
    scores: tuple[int, ...]
    reasons: str
    at: datetime


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
