"""Coins: the entries of one ledger, and how a person's purse is read back from them.

An entry moves coins between accounts and sums to zero; nothing of it is ever changed. What an
account holds is the sum of its lines. Accounts belong to a chat:

* ``purse:<person>``: what a person has there and may lock.
* ``lock:<match>:<person>``: what the person has put down at a table for one match.
* ``pool:<tournament>``: what is played for in a tournament.
* ``bank``: where grants come from; the only one below zero.
* ``house``: where fees go.

An entry's name is made from what it is for, so that it cannot be written twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

BANK, HOUSE = "bank", "house"
_PURSE, _LOCK, _POOL = "purse:", "lock:", "pool:"

GUARDED = (_PURSE, _LOCK, _POOL)
"""How accounts begin that may never be below zero."""


def purse_of(person: str) -> str:
    """The account of what a person has; ``person`` is a user's key."""
    return _PURSE + person


def lock_of(match: str, person: str) -> str:
    """The account of what a person has put down for a match."""
    return f"{_LOCK}{match}:{person}"


def pool_of(tournament: str) -> str:
    """The account of what is played for in a tournament."""
    return _POOL + tournament


def locker_of(account: str) -> str:
    """Whose lock an account is, as a user's key; empty if it is none.

    >>> locker_of("lock:m1:web:A")
    'web:A'
    """
    return account.split(":", 2)[2] if account.startswith(_LOCK) else ""


@dataclass(frozen=True, slots=True)
class Posted:
    """One entry of the ledger; written once.

    Attributes:
        entry: its name, unique among all chats.
        chat: the chat's key.
        kind: what it is for, as the end of a message's key (``coins-kind-…``).
        lines: accounts and by how much each changes.
        match: the match it belongs to, if any.
        round: the round of it, if any; from 1.

    Raises:
        ValueError: the lines do not sum to zero, or there is nothing in them.
    """

    entry: str
    chat: str
    kind: str
    lines: tuple[tuple[str, int], ...]
    at: datetime
    match: str = ""
    round: int = 0

    def __post_init__(self) -> None:
        """Refuse what is no entry."""
        if not any(amount for _, amount in self.lines):
            raise ValueError(f"{self.entry} moves nothing")
        if sum(amount for _, amount in self.lines):
            raise ValueError(f"{self.entry} does not sum to zero")


@dataclass(frozen=True, slots=True)
class Purse:
    """What a person has in a chat.

    Attributes:
        free: coins in the purse.
        locked: coins put down at tables whose match is being played.
        granted: whether the first purse was given, also if that is forgotten by now.
    """

    free: int = 0
    locked: int = 0
    granted: bool = False

    @property
    def whole(self) -> int:
        """All of it, also what is locked."""
        return self.free + self.locked


@dataclass(frozen=True, slots=True)
class Movement:
    """By how much an entry changed a person's purse, for them to read.

    ``game`` is that of the match it belongs to; empty without one.
    """

    entry: str
    kind: str
    amount: int
    at: datetime
    match: str = ""
    round: int = 0
    game: str = ""


def debits(lines: Iterable[tuple[str, str, int]]) -> list[tuple[str, str]]:
    """The guarded accounts that lines (chat, account, amount) take from, each once."""
    net: dict[tuple[str, str], int] = {}
    for chat, account, amount in lines:
        if account.startswith(GUARDED):
            net[chat, account] = net.get((chat, account), 0) + amount
    return [key for key, amount in net.items() if amount < 0]
