"""金币场: who waits for a table at which four are drawn by chance, as one frozen, stored value.

Source: seed 003, 金币场 1–5; rulebook §10.5. The tables themselves are ordinary ones, played for
coins.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pydantic import TypeAdapter

from bot.ports.refs import ChatRef, MessageRef, UserRef
from bot.support.errors import Refused
from engine.rng import Rng

GAME = "dazha"
OPTIONS: tuple[tuple[str, int | str], ...] = (("showdown", "all"),)
"""其他玩法同罚王不打: a joker that has to be paid for ends the deal. The rest is the game's."""

SEATS = 4
DEALS = 10
"""10 把为一局."""

FEE = 1
"""Coins from each at the first deal of a 局."""

LEAST = 50
"""少于 50 金币自动解散房间: coins that each must have before the first deal and after each."""

STAKE = 500
"""Coins that a person brings at most; more stays in the purse."""

MOST = 40
"""So many may wait in one place."""

PATIENCE = timedelta(minutes=30)
"""After so long nobody is waited for any more, so that nobody plays for coins unawares."""

FORM = 1
"""Raised when the stored form changes."""


@dataclass(frozen=True, slots=True)
class QueuedPlayer:
    """Somebody who waits, and since when."""

    user: UserRef
    name: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Queue:
    """The queue of one place; every method gives a new one.

    Attributes:
        place: chat and thread.
        chat_title: how the chat is called, for private messages.
        people: who waits, first come first.
        public: raised by everything that changes what is shown.
        board: the message that shows it.
        standstills: how many of the service's standstills its times have been moved by.
    """

    place: ChatRef
    chat_title: str = ""
    people: tuple[QueuedPlayer, ...] = ()
    public: int = 0
    board: MessageRef | None = None
    standstills: int = 0
    form: int = FORM

    @property
    def expires(self) -> datetime | None:
        """When somebody has waited long enough."""
        return min((waiter.since + PATIENCE for waiter in self.people), default=None)

    def waits(self, user: UserRef) -> bool:
        """Whether a person is in the queue."""
        return any(waiter.user == user for waiter in self.people)

    def joined(self, user: UserRef, name: str, now: datetime) -> Queue:
        """With one more, last in the queue; who waits already has their time anew."""
        if not self.waits(user) and len(self.people) >= MOST:
            raise Refused("coinroom-full", most=MOST)
        if self.waits(user):
            people = tuple(replace(w, since=now) if w.user == user else w for w in self.people)
        else:
            people = (*self.people, QueuedPlayer(user, name, now))
        return self._of(people)

    def without(self, *users: UserRef) -> Queue:
        """Without some people; the same where none of them waits."""
        people = tuple(waiter for waiter in self.people if waiter.user not in users)
        return self if people == self.people else self._of(people)

    def patient(self, now: datetime) -> Queue:
        """Without those who have waited for too long; the same where nobody has."""
        return self.without(*(w.user for w in self.people if now >= w.since + PATIENCE))

    def later(self, by: timedelta, standstills: int) -> Queue:
        """Everybody waits as much longer as the clock was set by."""
        if not self.people:
            return replace(self, standstills=standstills)
        people = tuple(replace(waiter, since=waiter.since + by) for waiter in self.people)
        return replace(self._of(people), standstills=standstills)

    def drawn(self, seed: bytes) -> tuple[QueuedPlayer, ...]:
        """Draw four of the queued players, with the seed of the match that they will play.

        Raises:
            ValueError: fewer wait.
        """
        if len(self.people) < SEATS:
            raise ValueError(f"{len(self.people)} are too few")
        return Rng(seed, "goldroom").shuffled(self.people)[:SEATS]

    def shown_by(self, board: MessageRef | None) -> Queue:
        """Shown by that message."""
        return replace(self, board=board)

    def moved(self, place: ChatRef) -> Queue:
        """In a chat that has another id; what was sent there is out of reach."""
        return replace(self, place=place, board=None, public=self.public + 1)

    def _of(self, people: tuple[QueuedPlayer, ...]) -> Queue:
        return replace(self, people=people, public=self.public + 1)


_ADAPTER = TypeAdapter(Queue)


def dumps(room: Queue) -> str:
    """The queue as JSON."""
    return _ADAPTER.dump_json(room, exclude_defaults=True).decode()


def loads(text: str) -> Queue:
    """The queue of ``dumps``.

    Raises:
        ValueError: it is none, or a newer program has written it.
    """
    stored = json.loads(text)
    if not isinstance(stored, dict) or stored.get("form", 1) > FORM:
        raise ValueError("no queue, or stored by a newer program")
    return _ADAPTER.validate_python(stored, strict=False)
