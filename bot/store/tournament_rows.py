"""What a tournament writes and is read back from: its state, and a row for each entry."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.store.db import upsert
from bot.store.lines import Kind, writes
from bot.store.schema import tournament_entries

if TYPE_CHECKING:
    from datetime import datetime

    from bot.store.lines import Line


@dataclass(frozen=True, slots=True)
class TournamentSaved:
    """A tournament as it is now: the newest wins. ``live`` is false once it is over and shown."""

    tournament: str
    chat: str
    live: bool
    state: str = field(repr=False)
    at: datetime


@writes(tournament_entries, upsert)
@dataclass(frozen=True, slots=True)
class EntrySaved:
    """An entry as it is now; ``person`` is a user's key, empty for a computer player.

    (tournament, number) is unique; ``fate`` says what has become of it.
    """

    tournament: str
    number: int
    person: str
    name: str
    level: str
    fate: str


@dataclass(frozen=True, slots=True)
class BookOpened:
    """What a table of 复式 has played is from now on in its chat's book, where all may read it."""

    book: str
    chat: str


def opened(row: BookOpened) -> list[Line]:
    """The lines by which a book's matches, fingerprints and proposals are the chat's."""
    moved = (Kind.BOOK_MOVED, Kind.SHUFFLES_MOVED, Kind.ASKED_MOVED)
    return [(kind, {"_chat": row.book, "chat": row.chat}) for kind in moved]


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament read back, with all its entries in order."""

    tournament: str
    chat: str
    state: str = field(repr=False)
    at: datetime
    entries: tuple[EntrySaved, ...]


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """How a match ended, and the points of its finished rounds by seat as they were scored."""

    match: str
    status: str
    scores: tuple[int, ...]
    rounds: int

    @property
    def decided(self) -> bool:
        """Whether it has a result: it was played to its end, or stopped after a finished round.

        Only administrators who do not play in a tournament can stop a table of it.
        """
        return self.status == "finished" or (self.status == "stopped" and self.rounds > 0)
