"""The state of a table as one frozen value, and its stored form; the action log is apart."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, TypeAdapter

from bot.ports.refs import ChatRef, MessageRef, UserRef, alone_key
from engine.frozen import quick

if TYPE_CHECKING:
    from engine.core import Options

VERSION = 2
"""Raised when the stored form changes; older forms are read as well.

1: ``hands`` named seats, not persons.
"""


class Phase(StrEnum):
    """Where a table stands."""

    LOBBY = "lobby"
    PLAYING = "playing"
    BETWEEN = "between"
    FINISHED = "finished"
    CLOSED = "closed"


@quick
@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat.

    Attributes:
        user: the person; None for a computer player.
        autopilot: 托管: cautious moves are made for the person until they act again.
        timeouts: how often in a row the person did not answer in time.
        left: the person has gone and may come back; in a lobby: is asked to play again, and has
            not answered yet.
        unreached: private messages do not arrive at the person.
        own: the last round that was the person's own: they were there when it was dealt, decided
            something in it, or handed over while it was on. -1: they were drawn to this table, and
            have done nothing there yet.
    """

    user: UserRef | None
    name: str
    level: str = ""
    autopilot: bool = False
    timeouts: int = 0
    left: bool = False
    unreached: bool = False
    own: int = 0

    @property
    def person(self) -> bool:
        """Whether a person sits here, present or not."""
        return self.user is not None

    @property
    def present(self) -> bool:
        """Whether a person sits here and plays."""
        return self.user is not None and not self.left and not self.autopilot


@quick
@dataclass(frozen=True, slots=True)
class Question:
    """One question to one seat; ``number`` is never used again in the match.

    Attributes:
        deadline: when the clock answers for a person; None without a clock.
        due: when a computer player or 托管 answers.
        call: when the person is called by name in the group; None if never, or done.
    """

    seat: int
    number: int
    since: datetime
    deadline: datetime | None = None
    due: datetime | None = None
    call: datetime | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote of the present persons; numbered like a question. ``about``: ``stop`` or ``pause``."""

    number: int
    by: int
    yes: tuple[int, ...]
    until: datetime
    about: str = "stop"


@dataclass(frozen=True, slots=True)
class BeaconRound:
    """A future round of a public beacon.

    Attributes:
        chain: the hash of the beacon's chain, in hexadecimal.
        name: what it is called, ``drand quicknet``; empty where it is no known one.
        number: of the round.
        due: when its number is told.
    """

    chain: str
    name: str
    number: int
    due: datetime


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match that begins as soon as a beacon's number is there, and what it begins with.

    Attributes:
        round: the round that the fingerprint names.
        until: when people are told that it is late; then, when it is called off.
        late: they have been told.
        user: who began it.
        best: people's best rounds so far, by their keys.
        purses: what is free in their purses, by their keys, where coins are played for.
        coached: they are told what they could do.
    """

    round: BeaconRound
    until: datetime
    user: UserRef
    late: bool = False
    best: tuple[tuple[str, int], ...] = ()
    purses: tuple[tuple[str, int], ...] = ()
    coached: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Seal:
    """What a lobby will deal from; its fingerprint is shown already.

    Attributes:
        match: the id that the match will have.
        number: how many fingerprints the table has shown, this one included.
        opening: the secret behind it, in hexadecimal.
        salts: by seat, in hexadecimal; empty for a computer player. None: nobody may add a word.
        people: who sat there, by their keys.
        words: what they have given, as (seat, word).
        waits: for a beacon's number, which takes the place of words; None: words may be added.
    """

    match: str
    number: int
    opening: str = field(repr=False)
    salts: tuple[str, ...] = field(default=(), repr=False)
    people: tuple[str, ...] = ()
    words: tuple[tuple[int, str], ...] = ()
    fingerprint: str = ""
    waits: Waiting | None = None


@quick
@dataclass(frozen=True, slots=True)
class HandShown:
    """The private message of a person and a digest of what it shows.

    It is the person's, whatever their seat is: seats are dealt anew at the start.
    """

    user: UserRef
    ref: MessageRef
    digest: str


CLOSED, OPEN = "closed", "open"
"""Of a table: whoever has the address of its room may come, or everybody."""


@quick
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
        answered: the seats that have answered what others are still asked at the same time.
        counter: the number of the newest question.
        ready: seats that pressed for the next round.
        next_at: when the next round begins anyway.
        idle_at: when a table that nobody uses is suspended or closed.
        suspended_at: since when the table stands still.
        suspended_for: why it does, as the end of a message's key (``why-still-…``).
        since: when the lobby was opened, or when what came after a round began.
        seating: ``lot``, or ``chosen``: seats are those of the lobby.
        house: ``open``: everybody finds the table in a list; its room's address is no secret.
        hints: ``on``, or ``off``: nobody is told what could be played.
        word: what fixes how is dealt, for practice; empty: chance.
        deal: a deal in writing that is dealt, for practice; empty: chance.
        lesson: what is written is played as well: somebody learns the game.
        coached: whoever is asked is told what could be done, as in a first game behind a lesson.
        queue: who waits for a seat, first come first.
        anew: the last round from which on a seat was another's; 0: none.
        unreachable: the message of what keeps the group from being written to, once people were
            told.
        host_seen: when the host last did something.
        public: raised by everything that changes what the group may see.
        shown: the newest ``public`` that the group was shown.
        board: the board's message.
        hands: the private messages.
        money: what is played for: ``chips``, or ``coins`` from people's purses.
        buy_in: coins that everybody puts down; 0: as many as the game's stack, or 100.
        fee: coins that everybody pays at the start.
        least: coins that a seat must have to play on; where it is set, ``buy_in`` is the most that
            is put down, and whoever has less puts down all they have. 0: everybody brings the same.
        stakes: coins in front of each seat; none where chips are played for.
        bought: what each seat put down at the start.
        moved: what the last round moved, by seat.
        tournament: the id of the tournament whose table it is; empty for any other.
        home: the tournament's chat, also where the table has no place.
        pool: coins that the tournament is played for.
        book: whose book its rounds are in, where that is not its chat's: see ``chat_key``.
        look: a digest of every seat's screen at the round and step ``look_at``, the deal or where
            the program was stopped: whether another version of the game still means the same.
        standstills: how many of the service's standstills its times have been moved by.
        taken: what persons had to decide in this round so far, and how much of it was decided for
            them.
        unranked: the rounds of the match without a rank, each with the reason.
        decided: how many answers persons gave themselves in this round so far.
        there: seats of persons of whom something was taken in it that counts as their own.
        seal: what is dealt from, once its fingerprint is shown in the lobby.
        sealed: how many fingerprints it has shown.
        fingerprint: of the match that is on, as it is shown; empty where chance does not deal.
        rules: the id of the house rules that the options are; empty: they have no name.
        houses: house rules of the chat that the lobby offers or plays by, as (id, name).
    """

    id: str
    place: ChatRef | None
    chat_title: str
    game: str
    version: int
    phase: Phase
    host: UserRef
    players: Annotated[tuple[Player, ...], Field(alias="sitters")]
    options: tuple[tuple[str, int | str], ...]
    quan: int
    clock: int
    host_seen: datetime
    match: str = ""
    round: int = 0
    step: int = 0
    questions: tuple[Question, ...] = ()
    answered: tuple[int, ...] = ()
    counter: int = 0
    vote: Vote | None = None
    ready: tuple[int, ...] = ()
    next_at: datetime | None = None
    idle_at: datetime | None = None
    suspended_at: datetime | None = None
    suspended_for: Annotated[str, Field(alias="still")] = ""
    since: datetime | None = None
    seating: str = "lot"
    house: str = CLOSED
    hints: str = "on"
    word: str = ""
    deal: str = ""
    lesson: bool = False
    coached: bool = False
    queue: tuple[Player, ...] = ()
    anew: int = 0
    unreachable: Annotated[str, Field(alias="hurdle")] = ""
    public: int = 0
    shown: int = 0
    board: MessageRef | None = None
    hands: tuple[HandShown, ...] = ()
    money: str = "chips"
    buy_in: int = 0
    fee: int = 0
    least: int = 0
    stakes: tuple[int, ...] = ()
    bought: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    tournament: Annotated[str, Field(alias="cup")] = ""
    home: ChatRef | None = None
    pool: int = 0
    book: str = ""
    look: str = ""
    look_at: tuple[int, int] = (0, 0)
    standstills: int = 0
    taken: tuple[int, int] = (0, 0)
    unranked: tuple[tuple[int, str], ...] = ()
    decided: int = 0
    there: tuple[int, ...] = ()
    seal: Seal | None = None
    sealed: int = 0
    fingerprint: str = ""
    rules: str = ""
    houses: tuple[tuple[str, str], ...] = ()
    form: int = 1

    @property
    def chat(self) -> ChatRef | None:
        """The chat it belongs to; None for what is played alone."""
        return self.place or self.home

    @property
    def chat_key(self) -> str:
        """Whose book the scores are in: the chat's, or the host's own at a table without one.

        A table of 复式 has one of its own until its deal is over at all of them.
        """
        if self.book:
            return self.book
        return self.chat.key if self.chat is not None else alone_key(self.host)

    @property
    def here(self) -> int:
        """How many sit here, those not counted who have gone or have only been asked."""
        return sum(not player.left for player in self.players)

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
    return _ADAPTER.dump_json(state, by_alias=True, exclude_defaults=True).decode()


def loads(text: str) -> TableState:
    """The state of ``dumps``, of whatever form.

    Raises:
        ValueError: it is none, or a newer program has written it.
    """
    stored = json.loads(text)
    if not isinstance(stored, dict) or stored.get("form", 1) > VERSION:
        raise ValueError("no table, or stored by a newer program")
    try:
        return _ADAPTER.validate_python(_newest(stored), strict=False)
    except (KeyError, IndexError, TypeError) as error:
        raise ValueError("no table") from error


def _newest(stored: dict[str, Any]) -> dict[str, Any]:
    """A stored table in the form of this program."""
    if stored.get("form", 1) == 1:
        players = stored["sitters"]
        hands = [
            {"user": players[hand["seat"]]["user"], "ref": hand["ref"], "digest": hand["digest"]}
            for hand in stored.get("hands", ())
        ]
        stored = {**stored, "hands": hands}
    return {**stored, "form": VERSION}


def dump_options(options: Options) -> str:
    """Options as JSON."""
    return json.dumps(dict(options), sort_keys=True, separators=(",", ":"))


def load_options(stored: str) -> dict[str, int | str]:
    """The options of ``dump_options``."""
    found: dict[str, int | str] = json.loads(stored)
    return found
