"""What the queue of a coin room can be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from bot.table.commands import Delivered, Moved

if TYPE_CHECKING:
    from datetime import timedelta

    from bot.ports.refs import ChatRef, UserRef


@dataclass(frozen=True, slots=True)
class Join:
    """Wait with the others. ``free``: coins in the person's purse."""

    user: UserRef
    name: str
    free: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A person waits no longer. ``wants``: as they wish; it is refused if they do not wait."""

    user: UserRef
    wants: bool = False


@dataclass(frozen=True, slots=True)
class Expire:
    """Let go whoever has waited for too long."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Some may not be drawn: they are let go with words.

    Attributes:
        away: keys of people who are engaged elsewhere.
        silent: of those whom private messages do not reach.
        poor: of those whose coins are too few.
    """

    away: frozenset[str] = frozenset()
    silent: frozenset[str] = frozenset()
    poor: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Draw:
    """Let go whoever is late, without words, and draw: the runner does so by ``Drop``, ``Seat``."""


@dataclass(frozen=True, slots=True)
class Seat:
    """These four have been drawn, and their table is at ``place``, where ``link`` leads."""

    four: tuple[UserRef, ...]
    place: ChatRef
    link: str = ""


@dataclass(frozen=True, slots=True)
class Shift:
    """The clock was set by so much; ``number``: standstills of the service counted then."""

    by: timedelta
    number: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The place is gone, and nobody can wait there."""


Command: TypeAlias = Join | Leave | Expire | Drop | Draw | Seat | Shift | Lost | Delivered | Moved
