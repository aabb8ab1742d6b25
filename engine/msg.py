"""Messages without words: a key and its arguments. Sentences live in the bot's catalogue.

The lowest module of the engine: errors, views and the contract all build on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class SeatArg:
    """A seat as a message argument; the catalogue puts the player's name there."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardsArg:
    """Cards as a message argument; the catalogue writes them as people do."""

    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Msg:
    """A message key and its arguments; the bot's catalogue turns it into a sentence.

    An argument may be a message itself: it is put into words first.
    """

    key: str
    params: tuple[tuple[str, Param], ...] = ()


Param: TypeAlias = str | int | SeatArg | CardsArg | Msg


def msg(key: str, **params: Param) -> Msg:
    """A message with its arguments by name."""
    return Msg(key, tuple(params.items()))
