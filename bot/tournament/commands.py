"""What a tournament can be told, and what it answers beside the effects of tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from bot.table.commands import BeaconTold, Delivered, GiveWord, Moved, Repost
from bot.table.effects import Effect

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import timedelta

    from bot.ports.refs import UserRef
    from bot.table.state import BeaconRound
    from engine.msg import Msg


@dataclass(frozen=True, slots=True)
class Register:
    """Take part. ``purse``: free coins; ``elsewhere``: why the person may not, if so."""

    user: UserRef
    name: str
    purse: int = 0
    elsewhere: Msg | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A computer player of a level takes part."""

    name: str
    level: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take part no longer; only before the start."""

    user: UserRef


@dataclass(frozen=True, slots=True)
class SealDeals:
    """Show the fingerprint of what a 复式 deals, so that everybody who registers may add a word.

    Attributes:
        ident: by which it is stored.
        opening, salts: 32 secret bytes each: what is dealt from, and what people's words are hidden
            with.
        version: of the game's rules.
    """

    ident: str
    opening: bytes = field(repr=False)
    salts: bytes = field(repr=False)
    version: int


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin, by the clock or (``user``) because somebody wants it now.

    Attributes:
        purses: free coins of people by their keys.
        silent: keys of people whom private messages do not reach: nobody could call them.
        seed: 32 secret bytes, from which all draws and deals follow.
        admin: an administrator of the chat.
        names: what computers are called that take free seats.
        sealing: what a 复式 deals from whose fingerprint was not shown yet.
        beacon: a round to come of the public beacon; None: there is none.
        mute: there should be one, and the beacon does not answer.
    """

    purses: Mapping[str, int]
    seed: bytes = field(repr=False)
    user: UserRef | None = None
    admin: bool = False
    silent: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()
    sealing: SealDeals | None = None
    beacon: BeaconRound | None = None
    mute: bool = False


@dataclass(frozen=True, slots=True)
class Cancel:
    """Call it off; only before the start."""

    user: UserRef
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Abort:
    """It cannot go on; ``why`` is one of ``state.BROKEN``. Whoever has paid gets it back."""

    why: str = "broken"


@dataclass(frozen=True, slots=True)
class StageOver:
    """A table is over, with its points by seat. Told twice, it counts once."""

    stage: int
    index: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undecided:
    """A table has ended without a result: it is played again. Told twice, it counts once.

    ``match``: the one that came to no end.
    """

    stage: int
    index: int
    match: str


@dataclass(frozen=True, slots=True)
class Lacking:
    """Rights were missing when a place for a table was to be opened."""

    rights: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Postpone:
    """The program was away: nobody could register meanwhile."""


@dataclass(frozen=True, slots=True)
class SetClock:
    """The clock was set by so much, or the machine slept: nobody could register meanwhile.

    ``number``: how many standstills of the service have been counted then.
    """

    by: timedelta
    number: int


@dataclass(frozen=True, slots=True)
class Look:
    """Something may be due. It changes nothing: what is done about it are other commands."""


@dataclass(frozen=True, slots=True)
class BeaconLate:
    """The number of the round that a 复式 waits for may be late by now."""


Command: TypeAlias = (
    Register | Seat | Withdraw | Begin | Cancel | Abort | StageOver | Undecided | Lacking | Postpone
    | SetClock | Look
    | SealDeals | GiveWord | BeaconTold | BeaconLate
    | Delivered | Repost | Moved
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tell:
    """Something is told to people in private, once."""

    users: tuple[UserRef, ...]
    msg: Msg


Shown: TypeAlias = Effect | Tell
