"""What one process knows of the leases it has, or would like to have. No I/O and no clock.

It is told what time its own steady clock shows, by which it only decides when to ask. Whether it
has a lease, the database decides (``bot.lease.row``): an answer that is lost, doubled or late
changes when it asks again, and never what it may write.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from bot.lease.row import BEAT, LOOK

if TYPE_CHECKING:
    from collections.abc import Iterable


class Ask(Enum):
    """What the database is asked to do with a lease."""

    CLAIM = "claim"
    RENEW = "renew"
    RELEASE = "release"


@dataclass(frozen=True, slots=True)
class Request:
    """A question to the database. ``epoch``: that of the lease; 0 where it is claimed."""

    ask: Ask
    name: str
    epoch: int = 0


@dataclass(slots=True)
class _Wanted:
    epoch: int = 0  # that is held; 0: none
    newest: int = 0  # that was ever held
    due: float = 0.0
    given_back: bool = False


@dataclass(slots=True)
class Keeper:
    """The leases of one process, named ``process``."""

    process: str
    _wanted: dict[str, _Wanted] = field(default_factory=dict)

    def want(self, names: Iterable[str]) -> None:
        """Try to have these from now on, in addition to the others."""
        for name in names:
            self._wanted.setdefault(name, _Wanted()).given_back = False

    def want_now(self, name: str) -> None:
        """Ask for one at the next look: there is word that nobody has it."""
        if name in self._wanted:
            self._wanted[name].due = 0.0

    def epoch(self, name: str) -> int:
        """The epoch under which to write; 0 where this process is not to write at all."""
        wanted = self._wanted.get(name)
        return 0 if wanted is None else wanted.epoch

    @property
    def held(self) -> list[str]:
        """The leases that this process has, as far as it knows."""
        return [name for name, wanted in self._wanted.items() if wanted.epoch]

    def forget(self, name: str) -> None:
        """Know nothing of a lease any more that was given back."""
        self._wanted.pop(name, None)

    def tick(self, now: float) -> list[Request]:
        """What to ask by now."""
        asked = []
        for name, wanted in self._wanted.items():
            if wanted.given_back or now < wanted.due:
                continue
            wanted.due = now + (BEAT if wanted.epoch else LOOK)
            ask = Ask.RENEW if wanted.epoch else Ask.CLAIM
            asked.append(Request(ask, name, wanted.epoch))
        return asked

    def granted(self, name: str, epoch: int, now: float) -> bool:
        """A claim was granted; whether that is news, so that what it is for is to be loaded.

        An answer that comes late may be of an epoch that is over: only the newest counts.
        """
        wanted = self._wanted.get(name)
        if wanted is None or wanted.given_back or epoch <= wanted.newest:
            return False
        wanted.epoch, wanted.newest, wanted.due = epoch, epoch, now + BEAT
        return True

    def lost(self, name: str, epoch: int, now: float) -> bool:
        """Something done under an epoch was refused; whether the lease is lost by that.

        What is in memory of it is old, and must be forgotten.
        """
        wanted = self._wanted.get(name)
        if wanted is None or wanted.epoch != epoch or not epoch:
            return False
        wanted.epoch, wanted.due = 0, now + LOOK
        return True

    def give_back(self, name: str) -> list[Request]:
        """Stop wanting it; whoever waits for it need not wait until it runs out."""
        wanted = self._wanted.get(name)
        if wanted is None or wanted.given_back:
            return []
        epoch, wanted.epoch, wanted.given_back = wanted.epoch, 0, True
        return [Request(Ask.RELEASE, name, epoch)] if epoch else []
