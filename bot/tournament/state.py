"""What a tournament is, as one frozen value: stored as JSON, its entrants in rows of their own.

People read 比赛场 or tournament; message keys and stored forms say ``cup``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field, PlainSerializer, PlainValidator, TypeAdapter

from bot.ports.refs import ChatRef, MessageRef, UserRef
from bot.support.ids import LETTERS
from bot.table.state import BeaconRound
from engine import duplicate, tournament
from engine.duplicate import Session
from engine.msg import Msg, msg
from engine.rng import SEED_BYTES, Rng
from engine.tournament import Bracket
from engine.verify import deal_key

VERSION = 1
"""Raised when the stored form changes."""

FEE, MINUTES, DEALS, CLOCK = 50, 10, 10, 60
"""What an organiser gets who sets nothing: coins, minutes to the start, 圈 a stage, seconds."""

ROOM = 1024
"""So many may register."""


class Status(StrEnum):
    """Where a tournament stands."""

    OPEN = "open"
    PLAYING = "playing"
    OVER = "over"
    CANCELLED = "cancelled"


BROKEN = ("broken", "gone", "stuck")
"""Why one that has begun is called off, so that every fee goes back: the game is gone, the chat
is, or a table came to no end however often it was played."""

SEALED = "alone:duplicate "
"""How the books of deals of 复式 are called that are not over at every table."""

TRIES = 3
"""So often a table is played before the tournament is called off."""


class EntryStatus(StrEnum):
    """What has become of an entry."""

    IN = "in"
    LEFT = "left"
    SURPLUS = "surplus"
    POOR = "poor"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who has registered.

    Attributes:
        number: grows with every registration; it is never given twice.
        user: the person; None for a computer player of ``level``.
    """

    number: int
    user: UserRef | None
    name: str
    level: str = ""


def _bracket(found: Bracket | Session | str) -> Bracket | Session:
    if not isinstance(found, str):
        return found
    try:
        return tournament.loads(found)
    except ValueError:
        return duplicate.loads(found)


def _dumped(bracket: Bracket | Session) -> str:
    if isinstance(bracket, Session):
        return duplicate.dumps(bracket)
    return tournament.dumps(bracket)


StoredBracket = Annotated[
    Bracket | Session, PlainValidator(_bracket), PlainSerializer(_dumped, return_type=str)
]


@dataclass(frozen=True, slots=True)
class Wait:
    """Registration is closed, and the first deal waits for a beacon's number.

    Attributes:
        round: the round that the fingerprint names.
        until: when people are told that it is late; then, when it is waited for no more.
        late: they have been told.
        names: what computers are called that take free seats.
    """

    round: BeaconRound
    until: datetime
    late: bool = False
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sealed:
    """What all deals of a 复式 come from; its fingerprint is shown already.

    What is secret in it is here only until it begins: then the bracket's seed is the contest's key,
    and the words have rows of their own, from which they can be deleted.

    Attributes:
        ident: by which it is stored.
        number: how many fingerprints this contest has shown, this one included.
        fingerprint: in hexadecimal.
        version: of the game's rules when it was shown.
        opening: the secret behind it, in hexadecimal.
        salts: by place, in hexadecimal.
        words: what has been given so far, as (number of the entry, word).
        waits: for a beacon's number, which takes the place of words; None: words may be added.
    """

    ident: str
    number: int
    fingerprint: str
    version: int
    opening: str = field(default="", repr=False)
    salts: tuple[str, ...] = field(default=(), repr=False)
    words: tuple[tuple[int, str], ...] = ()
    waits: Wait | None = None


@dataclass(frozen=True, slots=True)
class TournamentState:
    """All of one tournament, as it is stored.

    Attributes:
        id: 10 random characters, never used twice.
        chat: where it was called; its board stands there.
        options: every option of the game with its value.
        deals: 圈 of a stage; in 复式 each deal is a stage, and there are so many.
        tables: in 复式, at how many the same is dealt; 0: it is a knock-out.
        seats: in 复式, of each of them.
        clock: seconds a person has for an answer.
        fee: coins of each who plays; 0: no coins are in play.
        host: the organiser.
        start: when it begins.
        why: why it was cancelled, as the end of a message's key (``cup-why-…``).
        counter: the number of the newest entry.
        entrants: in order of registration; from the start on only those who play, and the
            bracket's numbers are places in it.
        removed: who was too many at the start, the newest first; they pay nothing.
        poor: who had not the fee at the start.
        bracket: None before the start.
        again: tables that were played in vain, as (stage, index, how often).
        lacking: rights that were missing for places of the tables, as keys of messages.
        public: raised by everything that changes what the chat may see.
        shown: the newest ``public`` that the chat was shown.
        board: the board's message.
        seal: what the deals of 复式 come from; None where no fingerprint was shown yet, and in one
            that began before there were any.
        sealed: how many fingerprints were shown.
    """

    id: str
    chat: ChatRef
    chat_title: str
    game: str
    options: tuple[tuple[str, int | str], ...]
    deals: int
    clock: int
    fee: int
    host: UserRef
    host_name: str
    opened: datetime
    start: datetime
    status: Annotated[Status, Field(alias="stand")] = Status.OPEN
    why: str = ""
    counter: int = 0
    entrants: tuple[Entrant, ...] = ()
    removed: tuple[Entrant, ...] = ()
    poor: tuple[Entrant, ...] = ()
    bracket: StoredBracket | None = field(default=None, repr=False)
    again: tuple[tuple[int, int, int], ...] = ()
    lacking: tuple[str, ...] = ()
    public: int = 0
    shown: int = 0
    board: MessageRef | None = None
    standstills: int = 0
    tables: int = 0
    seats: int = 0
    seal: Sealed | None = None
    sealed: int = 0
    form: int = VERSION

    @property
    def duplicate(self) -> bool:
        """Whether it is 复式: the same deals for all."""
        return self.tables > 0

    @property
    def room(self) -> int:
        """So many may register."""
        return self.tables * self.seats or ROOM

    @property
    def knockout(self) -> Bracket | None:
        """Who plays whom; None before the start, and in 复式."""
        return self.bracket if isinstance(self.bracket, Bracket) else None

    @property
    def session(self) -> Session | None:
        """Who sits where in which deal of 复式; None before the start, and elsewhere."""
        return self.bracket if isinstance(self.bracket, Session) else None

    def field_of(self, entrants: int) -> int:
        """How many play of so many; in 复式 computers take the seats that are free."""
        if self.duplicate:
            return self.room if entrants else 0
        return tournament.size(entrants)

    @property
    def players(self) -> int:
        """How many play, or would if it began now."""
        return self.bracket.players if self.bracket else self.field_of(len(self.entrants))

    @property
    def pool(self) -> int:
        """What the winner takes, or would if it began now."""
        return self.fee * self.players

    @property
    def waits(self) -> Wait | None:
        """What the first deal waits for, now that nobody can register any more; None: nothing."""
        return self.seal.waits if self.seal is not None and self.status is Status.OPEN else None

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.status in (Status.OVER, Status.CANCELLED)

    @property
    def live(self) -> bool:
        """Whether it still has something to do: once over, only until that was shown."""
        return not self.over or self.shown < self.public

    @property
    def winner(self) -> Entrant | None:
        """Who has won; None before the end of the final."""
        won = self.bracket.winner if self.bracket else None
        return self.entrants[won] if won is not None else None

    @property
    def engaged(self) -> tuple[Entrant, ...]:
        """Who may play nowhere else: all who have registered, later all who are not out."""
        if self.over:
            return ()
        if self.bracket is None:
            return self.entrants
        return tuple(self.entrants[at] for at in sorted(self.bracket.left))

    def tries(self, stage: int, index: int) -> int:
        """How often a table was played in vain."""
        return max((times for *table, times in self.again if table == [stage, index]), default=0)

    def entrant(self, user: UserRef) -> Entrant | None:
        """A person's entry, be they out or not."""
        return next((e for e in self.entrants if e.user == user), None)

    def holds(self, user: UserRef) -> bool:
        """Whether a person may play nowhere else."""
        return any(entrant.user == user for entrant in self.engaged)


@dataclass(frozen=True, slots=True)
class StageTable:
    """What a table of a stage is made of; always the same for the same tournament.

    Attributes:
        table: its id.
        match: its match's id.
        entrants: by seat.
    """

    stage: int
    index: int
    table: str
    match: str
    seed: bytes = field(repr=False)
    entrants: tuple[Entrant, ...]

    @property
    def has_people(self) -> bool:
        """Whether not all of them are computer players."""
        return any(entrant.user is not None for entrant in self.entrants)


def table_of(state: TournamentState, stage: int, index: int) -> StageTable:
    """A table of a stage that is drawn.

    Its ids and its seed follow from the tournament's, so that a table that was opened before a
    crash is not opened twice; played again after it came to no end, it has others.

    Raises:
        ValueError: the tournament has not begun.
    """
    if state.bracket is None:
        raise ValueError("no bracket yet")
    entrants = state.bracket.stages[stage][index].entrants
    dealt = (stage,) if state.duplicate else (stage, index)
    seed = state.bracket.seed
    table, match, own = _made(seed, stage, index, state.tries(stage, index), dealt)
    if state.seal is not None:
        own = deal_key(seed, stage + 1)
    people = tuple(state.entrants[number] for number in entrants)
    return StageTable(stage, index, table, match, own, people)


def book_of(state: TournamentState, stage: int, index: int) -> str:
    """Whose book a table's rounds are in; empty: the chat's.

    In 复式 each table has a book of its own, as what is played alone, which nobody reads but those
    who sat there. Once the deal is over everywhere they are bound into the chat's.
    """
    return f"{SEALED}{state.id}.{stage}.{index}" if state.duplicate else ""


@lru_cache(ROOM)
def _made(
    seed: bytes, stage: int, index: int, tries: int, dealt: tuple[int, ...]
) -> tuple[str, str, bytes]:
    """The ids of a table and of its match, and the match's seed; they are asked for often.

    ``dealt``: what the cards depend on: the stage, and its table where each has its own.
    """
    more = (tries,) if tries else ()
    letters, chance = Rng(seed, "ids", stage, index, *more), Rng(seed, "seed", *dealt, *more)
    table, match = ("".join(letters.choice(LETTERS) for _ in range(10)) for _ in range(2))
    return table, match, bytes(chance.below(256) for _ in range(SEED_BYTES))


_ADAPTER = TypeAdapter(TournamentState)
_IN_ROWS = {"entrants", "removed", "poor"}


def called_off(state: TournamentState) -> Msg:
    """Why a tournament that was cancelled was, and what became of its fees."""
    if state.why in BROKEN:
        return msg(f"cup-say-{state.why}", fee=state.fee)
    return msg("cup-say-cancelled", why=msg(f"cup-why-{state.why}"), fee=state.fee)


def dumps(state: TournamentState) -> str:
    """The state as JSON, without the entries, which have rows of their own."""
    return _ADAPTER.dump_json(
        state, by_alias=True, exclude=_IN_ROWS, exclude_defaults=True
    ).decode()


def loads(text: str, entries: dict[EntryStatus, tuple[Entrant, ...]]) -> TournamentState:
    """The state of ``dumps``, with its entries by what has become of them, in order.

    Raises:
        ValueError: it is none, or a newer program has written it.
    """
    stored: Any = json.loads(text)
    if not isinstance(stored, dict) or stored.get("form", 1) > VERSION:
        raise ValueError("no tournament, or stored by a newer program")
    rows = {
        "entrants": entries.get(EntryStatus.IN, ()),
        "removed": entries.get(EntryStatus.SURPLUS, ())[::-1],
        "poor": entries.get(EntryStatus.POOR, ()),
    }
    return _ADAPTER.validate_python({**stored, **rows}, strict=False)
