"""The commands that a table takes, one frozen value each; ``effects`` are what comes of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, TypeAlias

from engine.msg import Msg

if TYPE_CHECKING:
    from datetime import datetime

    from bot.ports.refs import ChatRef, MessageRef, UserRef
    from bot.table.state import BeaconRound, HandShown
    from engine.core import Action


Houses: TypeAlias = "tuple[tuple[str, str, tuple[tuple[str, int | str], ...]], ...]"
"""Sets of options that have a name: each its id, its name, and the options not as usual."""


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down, or come back."""

    user: UserRef
    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Stand up in the lobby; during a match the seat goes on by itself."""

    user: UserRef


EASY, NORMAL, HARD = "easy", "normal", "hard"
LEVELS = (EASY, NORMAL, HARD)
"""How well a computer player plays: 入门, 普通, 高手."""


@dataclass(frozen=True, slots=True)
class AddBot:
    """Seat a computer player of a level under the first of the names that is free."""

    user: UserRef
    names: tuple[str, ...] = ()
    level: str = NORMAL


@dataclass(frozen=True, slots=True)
class RemoveBot:
    """Take the last computer player away."""

    user: UserRef


@dataclass(frozen=True, slots=True)
class Kick:
    """The host removes the seat numbered from 0 in the lobby, and keeps its person out.

    ``marks``: under what each person who sits here is kept out, by their keys.
    """

    user: UserRef
    seat: int
    marks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Configure:
    """Set what is played: ``key`` is one of ``options.settings_of``, or its id.

    The value is as it was typed or pressed.
    """

    user: UserRef
    key: str
    value: int | str


@dataclass(frozen=True, slots=True)
class PlayRules:
    """Set all options of the game to those of a set: ``rules`` is its id; empty: as usual.

    ``changed``: the options that are not as usual. ``houses``: the chat's own sets for the game.
    """

    user: UserRef
    rules: str
    changed: tuple[tuple[str, int | str], ...] = ()
    houses: Houses = ()


@dataclass(frozen=True, slots=True)
class KnowRules:
    """The chat's own sets for the game are these now, the newest first."""

    houses: Houses


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Take the seat numbered from 0 in the lobby."""

    user: UserRef
    seat: int


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the match with this seed; ``best`` are people's best rounds so far, by their keys.

    ``admin``: an administrator of the chat. ``purses``: what is free in people's purses, by their
    keys, where coins are played for. ``coached``: people are told what they could do. ``beacon``:
    the round that the deal waits for; ``silent``: there should be one, and the beacon is silent;
    ``signature``: of the round, once it is told. ``fingerprint``: of the 复式 whose deal it is, as
    it is shown: the seed comes from there.
    """

    user: UserRef
    match: str
    seed: bytes = field(repr=False)
    best: tuple[tuple[str, int], ...] = ()
    admin: bool = False
    purses: tuple[tuple[str, int], ...] = ()
    coached: bool = False
    beacon: BeaconRound | None = None
    silent: bool = False
    signature: str = ""
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class BeaconTold:
    """The number of the round that a match waits for: its signature, which was found to be right.

    ``chain``: what the chain's hash is made of, as (name, text).
    """

    match: str
    signature: str
    chain: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class BeaconUnused:
    """A match that waited cannot begin with what its people have in their purses now."""

    match: str


@dataclass(frozen=True, slots=True)
class SealDeal:
    """Show the fingerprint of the match to come: its id, its secret, and one for people's salts."""

    user: UserRef
    match: str
    opening: bytes = field(repr=False)
    salts: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class GiveWord:
    """Add a word of one's own to what the cards are dealt from."""

    user: UserRef
    text: str


@dataclass(frozen=True, slots=True)
class Teach:
    """Begin the game's lesson with this seed; ``names``: of the computer players in it."""

    user: UserRef
    match: str
    seed: bytes = field(repr=False)
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Press:
    """A press on an answer to a question."""

    user: UserRef
    question: int
    item: str
    values: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class AutoPass:
    """An automatic pass of a person who enabled autopass; see ``bot.players.autopass``."""

    user: UserRef
    question: int


@dataclass(frozen=True, slots=True)
class Typed:
    """A typed play.

    Attributes:
        at: when it was written, if the platform says so.
        meant: the number of the question and the answer, where the words are what a button says.
        bare: it was said among people, without calling the bot: only what can hardly be talk is a
            play; see ``engine.talk.bare``.
    """

    user: UserRef
    text: str
    source: str
    at: datetime | None = None
    meant: tuple[int, Action] | None = None
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Thought:
    """A computer player's answer; None where it has none."""

    seat: int
    question: int
    action: Action | None


@dataclass(frozen=True, slots=True)
class Tick:
    """Do whatever is due by now."""


@dataclass(frozen=True, slots=True)
class Next:
    """Ready for the next round."""

    user: UserRef


@dataclass(frozen=True, slots=True)
class Autopilot:
    """Turn 托管 (cautious moves while one is away) on or off for oneself."""

    user: UserRef
    on: bool


@dataclass(frozen=True, slots=True)
class Stop:
    """End the match or ask for a vote on it. ``admin``: an administrator of the chat."""

    user: UserRef
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """Suspend the table, or ask for a vote on it."""

    user: UserRef


@dataclass(frozen=True, slots=True)
class CastVote:
    """Answer a vote."""

    user: UserRef
    yes: bool


@dataclass(frozen=True, slots=True)
class Suspend:
    """Suspend the table: after an error inside, or since the group cannot be written to.

    ``why`` is told to everybody seated in private, since the group would not hear it.
    """

    why: Msg | None = None


@dataclass(frozen=True, slots=True)
class PlaceReady:
    """The group can be written to again: a suspended table may be resumed."""


@dataclass(frozen=True, slots=True)
class PlaceLost:
    """The place is gone for good: the table ends, and everybody seated is told in private."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The chat has another id from now on; what was sent there is out of reach."""

    old: ChatRef
    new: ChatRef


@dataclass(frozen=True, slots=True)
class Reached:
    """Whether private messages arrive at a person."""

    user: UserRef
    yes: bool


@dataclass(frozen=True, slots=True)
class Resume:
    """Let a suspended table go on, or come back to one's seat."""

    user: UserRef


@dataclass(frozen=True, slots=True)
class Repost:
    """Post the board again."""


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Send one's private screen again."""

    user: UserRef


@dataclass(frozen=True, slots=True)
class Refresh:
    """Show the same anew to a person, or with None to everybody: how they want it has changed."""

    user: UserRef | None = None


@dataclass(frozen=True, slots=True)
class Renamed:
    """A person has another name now."""

    user: UserRef
    name: str


@dataclass(frozen=True, slots=True)
class ScoresCorrected:
    """Corrections change the points of each seat by so much, all in all."""

    by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Delivered:
    """What was shown: the board of ``public``, and private screens."""

    public: int = 0
    board: MessageRef | None = None
    hands: tuple[HandShown, ...] = ()


@dataclass(frozen=True, slots=True)
class Shift:
    """Move all times: for so long the service could hear nobody.

    Attributes:
        by: by so much deadlines are later; by less than nothing where a clock was set back.
        clock: the part of it by which the clock was set: so is what has passed.
        number: how many standstills of the service have been counted then; 0: as many as before.
    """

    by: timedelta
    clock: timedelta = timedelta(0)
    number: int = 0


@dataclass(frozen=True, slots=True)
class Remember:
    """Note what everybody sees, since the program is about to stop."""


@dataclass(frozen=True, slots=True)
class Close:
    """The table ends here: it makes room for a new one, or its chat is gone.

    ``status``: as of ``lifecycle.close``.
    """

    status: str = "stopped"


Command: TypeAlias = (
    Join | Leave | AddBot | RemoveBot | Kick | Configure | Start | Press | Typed | Thought | Tick
    | Next | Autopilot | Stop | CastVote | Suspend | Resume | Repost | ShowHand | Refresh | Renamed
    | Delivered | Shift | Remember | Close | PlaceReady | PlaceLost | Moved | Reached
    | TakeSeat | Pause | AutoPass | ScoresCorrected | Teach | SealDeal | GiveWord
    | BeaconTold | BeaconUnused | PlayRules | KnowRules
)  # fmt: skip
