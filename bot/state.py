"""What a table is, as one frozen value: everything but its action log, and all of it storable."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pydantic import TypeAdapter

from bot.ports import ChatRef, MessageRef, UserRef

VERSION = 1
"""Raised when the stored form changes; older forms are read as well."""


class Phase(StrEnum):
    """Where a table stands."""

    LOBBY = "lobby"
    PLAYING = "playing"
    BETWEEN = "between"
    FINISHED = "finished"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a seat.

    Attributes:
        user: the person; None for a computer player.
        autopilot: 托管: cautious moves are made for the person until they act again.
        timeouts: how often in a row the person did not answer in time.
        left: the person has gone and may come back.
    """

    user: UserRef | None
    name: str
    level: str = ""
    autopilot: bool = False
    timeouts: int = 0
    left: bool = False

    @property
    def person(self) -> bool:
        """Whether a person sits here, present or not."""
        return self.user is not None

    @property
    def present(self) -> bool:
        """Whether a person sits here and plays."""
        return self.user is not None and not self.left and not self.autopilot


@dataclass(frozen=True, slots=True)
class Question:
    """One question to one seat; ``number`` is never used again in the match.

    Attributes:
        deadline: when the clock answers for a person; None without a clock.
        due: when a computer player or 托管 answers.
    """

    seat: int
    number: int
    since: datetime
    deadline: datetime | None = None
    due: datetime | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote of the present persons to stop the match; numbered like a question."""

    number: int
    by: int
    yes: tuple[int, ...]
    until: datetime


@dataclass(frozen=True, slots=True)
class HandShown:
    """The private message of a seat and a digest of what it shows."""

    seat: int
    ref: MessageRef
    digest: str


@dataclass(frozen=True, slots=True)
class TableState:
    """A table.

    Attributes:
        id: 10 random characters, never used twice.
        place: chat and thread; None for a table without a place.
        chat_title: how the chat is called, for private messages.
        version: the game's version that the match began with.
        options: every option of the game with its value.
        quan: how many 圈 are played.
        clock: seconds a person has for an answer; 0: no limit.
        match: id of the match; empty before the start.
        counter: the number of the newest question.
        ready: seats that pressed for the next round.
        next_at: when the next round begins anyway.
        idle_at: when a table that nobody uses is suspended or closed.
        suspended_at: since when the table stands still.
        host_seen: when the host last did something.
        public: raised by everything that changes what the group may see.
        shown: the newest ``public`` that the group was shown.
        board: the board's message.
        hands: the private messages.
        look: a digest of every seat's screen at the round and step ``look_at``, the deal or where
            the program was stopped: whether another version of the game still means the same.
    """

    id: str
    place: ChatRef | None
    chat_title: str
    game: str
    version: int
    phase: Phase
    host: UserRef
    sitters: tuple[Sitter, ...]
    options: tuple[tuple[str, int | str], ...]
    quan: int
    clock: int
    host_seen: datetime
    match: str = ""
    round: int = 0
    step: int = 0
    questions: tuple[Question, ...] = ()
    counter: int = 0
    vote: Vote | None = None
    ready: tuple[int, ...] = ()
    next_at: datetime | None = None
    idle_at: datetime | None = None
    suspended_at: datetime | None = None
    public: int = 0
    shown: int = 0
    board: MessageRef | None = None
    hands: tuple[HandShown, ...] = ()
    look: str = ""
    look_at: tuple[int, int] = (0, 0)
    form: int = VERSION

    @property
    def live(self) -> bool:
        """Whether it still has something to do: once over, only until that was shown."""
        return not self.over or self.shown < self.public

    @property
    def over(self) -> bool:
        """Whether nothing more will be played here."""
        return self.phase in (Phase.FINISHED, Phase.CLOSED)


_ADAPTER = TypeAdapter(TableState)


def dumps(state: TableState) -> str:
    """The state as JSON."""
    return _ADAPTER.dump_json(state, exclude_defaults=True).decode()


def loads(text: str) -> TableState:
    """The state of ``dumps``.

    Raises:
        ValueError: it is none, or a newer program has written it.
    """
    state = _ADAPTER.validate_json(text)
    if state.form > VERSION:
        raise ValueError("the table was stored by a newer program")
    return state
