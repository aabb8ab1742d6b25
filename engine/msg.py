"""Messages without words: a key and its arguments. Sentences live in the bot's catalogue.

The lowest module of the engine: errors, views and the contract all build on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, TypeAlias

from engine.frozen import quick

if TYPE_CHECKING:
    from collections.abc import Iterable


@quick
@dataclass(frozen=True, slots=True)
class SeatArg:
    """A seat as a message argument; the catalogue puts the player's name there."""

    seat: int


@quick
@dataclass(frozen=True, slots=True)
class CardsArg:
    """Cards as a message argument; the catalogue writes them as people do."""

    codes: tuple[str, ...]


@quick
@dataclass(frozen=True, slots=True)
class TimeArg:
    """A time as a message argument; the catalogue writes it as a clock shows it, with its zone.

    Attributes:
        at: in seconds since 1970, UTC.
        near: on the day of this time it needs no date; None: it always has one.
    """

    at: int
    near: int | None = None


@quick
@dataclass(frozen=True, slots=True)
class Msg:
    """A message key and its arguments; the bot's catalogue turns it into a sentence.

    An argument may be a message itself: it is put into words first.
    """

    key: str
    params: tuple[tuple[str, Param], ...] = ()


Param: TypeAlias = str | int | SeatArg | CardsArg | TimeArg | Msg


def msg(key: str, **params: Param) -> Msg:
    """A message with its arguments by name."""
    return Msg(key, tuple(params.items()))


LINK = "link"
"""What an argument is called that is an address of ours."""


def links_in(*messages: Msg) -> tuple[str, ...]:
    """The addresses in messages: every argument that is called ``link``, and no words of people.

    >>> links_in(msg("a", name="https://x", what=msg("b", link="https://y")))
    ('https://y',)
    """
    found: list[str] = []
    for name, value in (param for message in messages for param in message.params):
        if isinstance(value, Msg):
            found += links_in(value)
        elif name == LINK and isinstance(value, str) and value:
            found.append(value)
    return tuple(found)


def signed(number: int) -> str:
    """Points or chips won or lost, with the sign that people write: ``+5``, ``−5``, ``0``."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def chained(key: str, items: Iterable[Param]) -> Param:
    """All items in a row, put together two by two by the message ``key`` of $some and $more.

    No item is an empty text; one is itself.
    """
    rest = iter(items)
    return reduce(lambda some, more: msg(key, some=some, more=more), rest, next(rest, ""))
