"""What comes of a command: rows to store first, then what to show, say, or have answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.msg import Msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.ports.refs import UserRef
    from bot.store.rows import Row
    from engine.core import Prompt


@dataclass(frozen=True, slots=True)
class Store:
    """Write these in one transaction with everything else of the command."""

    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """The group's board has changed; ``repost``: as a new message."""

    repost: bool = False


@dataclass(frozen=True, slots=True)
class ShowHandOf:
    """A seat's private screen has changed; ``notify``: it is that person's turn."""

    seat: int
    notify: bool = False


@dataclass(frozen=True, slots=True)
class Say:
    """Lines for the group that stay in the channel.

    ``kept``: they are stored, and told after the next start if the program ends before they are.
    """

    msgs: tuple[Msg, ...]
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A person is called by name in the group: it has been their turn for a while."""

    seat: int
    question: int


@dataclass(frozen=True, slots=True)
class TellPrivately:
    """Something is told in private to everybody of ``seats``, once."""

    seats: tuple[int, ...]
    msg: Msg


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A person has stood up: their private message of this table goes."""

    user: UserRef


@dataclass(frozen=True, slots=True)
class Toast:
    """A short answer to whoever sent the command; ``private``: it is for them alone."""

    msg: Msg
    private: bool = False


@dataclass(frozen=True, slots=True)
class Think:
    """A computer player has to answer: from what its seat sees.

    ``level``: one of ``LEVELS``; ``easy`` takes the game's first suggestion.
    """

    seat: int
    question: int
    seen: Any = field(repr=False)
    prompt: Prompt = field(repr=False)
    level: str = ""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A bug that was worked around: to be logged, never shown."""

    what: str
    error: Exception


Effect: TypeAlias = (
    Store | ShowBoard | ShowHandOf | Say | Call | TellPrivately | SeatLeft | Toast | Think | Trouble
)


def stored_by(effects: Sequence[Effect]) -> list[Row]:
    """Everything that a command writes."""
    return [row for effect in effects if isinstance(effect, Store) for row in effect.rows]
