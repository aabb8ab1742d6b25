"""What the book holds beside the rounds: proposals, corrections, seasons, and who is forgotten.

Points that were scored are never overwritten: a correction is rows of differences beside them, and
every sum adds both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.store import schema
from bot.store.lines import once, writes

if TYPE_CHECKING:
    from datetime import datetime

OPEN, AGREED, REFUSED = "open", "agreed", "refused"
"""What becomes of a proposal."""

CORRECTION, SEASON, OPENING = "correction", "season", "opening"
"""What a proposal is for."""


@dataclass(frozen=True, slots=True)
class Window:
    """A span of time: from ``since`` on and before ``until``; None: without a bound."""

    since: datetime | None = None
    until: datetime | None = None


EVER = Window()


# Written.


@writes(schema.proposals, once, {"status": OPEN, "settled": None}, id="proposal", opened="at")
@dataclass(frozen=True, slots=True)
class ProposalOpened:
    """Somebody asks for a correction, a season or an opening.

    ``points`` are the corrected ones, as JSON.
    """

    proposal: str
    chat: str
    kind: str
    match: str
    round: int
    points: str
    by: str
    at: datetime
    thread: str = ""


@writes(schema.voices, once, motion="proposal")
@dataclass(frozen=True, slots=True)
class Voiced:
    """One person's answer to a proposal. (proposal, person) is unique: it is given once."""

    proposal: str
    person: str
    yes: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class ProposalEnded:
    """What became of a proposal; only an open one ends."""

    proposal: str
    status: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Corrected:
    """By how much an agreed proposal changes the points of every seat; written once for each."""

    proposal: str
    match: str
    round: int
    changes: tuple[int, ...]


@writes(schema.seasons, once, started="at")
@dataclass(frozen=True, slots=True)
class SeasonBegun:
    """From now on a chat counts anew; what was before stays readable."""

    chat: str
    at: datetime


# Read back.


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal with the answers so far, (person, yes) in the order in which they came."""

    proposal: str
    chat: str
    kind: str
    match: str
    round: int
    points: tuple[int, ...]
    by: str
    at: datetime
    status: str
    voices: tuple[tuple[str, bool], ...]
    thread: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """One entry of a round's history: who asked for it, when it counted, and what it changed."""

    by: str
    at: datetime
    changes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PersonTotal:
    """One person's sums in one game over all chats; ``best`` of one round.

    All of it is of ranked rounds; ``unranked``: how many others there were.
    """

    game: str
    rounds: int
    points: int
    best: int
    matches: int
    wins: int
    unranked: int = 0


# Forgetting.


@dataclass(frozen=True, slots=True)
class Sat:
    """One seat of a person: where it is written and what it said.

    ``since`` is the round from which on they took it from somebody else; 0: it was theirs at first.
    """

    match: str
    seat: int
    name: str
    chat: str
    since: int = 0


@dataclass(frozen=True, slots=True)
class Traces:
    """Everything that is stored of one person outside tables that are on.

    Attributes:
        wishes: settings, as (key, value).
        reach: why private messages do not arrive, and since when in microseconds; None if they do.
        motions: ids of motions that the person asked for.
        voices: ids of proposals that the person answered.
        book: settings of the book that is named after the person, as (key, value).
        accounts: accounts of coins that are the person's, as (chat, account), but for the locks of
            matches that are being played.
        entered: entries in tournaments that are over, as (tournament, number, name).
        said: what the person said in rooms, as (id, chat, name, words, quick word, microseconds).
        sealed: matches whose fingerprints the person had made.
        words: what the person gave for shuffles, as (match, seat, salt, word).
        houses: house rules that the person has kept, as (id, name, author's name).
    """

    seats: tuple[Sat, ...] = ()
    wishes: tuple[tuple[str, str], ...] = ()
    reach: tuple[str, int] | None = None
    proposals: tuple[str, ...] = ()
    voices: tuple[str, ...] = ()
    book: tuple[tuple[str, str], ...] = ()
    accounts: tuple[tuple[str, str], ...] = ()
    entered: tuple[tuple[str, int, str], ...] = ()
    said: tuple[tuple[str, str, str, str, str, int], ...] = ()
    sealed: tuple[str, ...] = ()
    words: tuple[tuple[str, int, str, str], ...] = ()
    houses: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A person who became ``alias``, in one chat or (empty) in all; what is needed to undo it."""

    alias: str
    person: str
    chat: str
    at: datetime
    traces: Traces = field(repr=False)
