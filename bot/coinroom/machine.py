"""The queue of one coin room as a machine: what it is told, what it stores and shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.coinroom.commands import (
    Draw,
    Drop,
    Expire,
    Join,
    Leave,
    Lost,
    Seat,
    Shift,
)
from bot.coinroom.queue import LEAST, SEATS, Queue, dumps
from bot.economy.ledger import DAILY
from bot.store.rows import ChatSet
from bot.support.errors import Refused
from bot.table.commands import Delivered, Moved
from bot.table.effects import Say, ShowBoard, Store
from engine.msg import chained, msg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from bot.coinroom.commands import Command
    from bot.coinroom.queue import QueuedPlayer
    from bot.store.rows import Row
    from engine.msg import Param

Effect: TypeAlias = Store | ShowBoard | Say

KEY = "coinroom"
"""What a chat remembers its queues under; behind it stands the thread."""


def key_of(queue: Queue) -> str:
    """The key of the chat's setting in which a queue is stored."""
    return f"{KEY}:{queue.place.thread}"


def stored(queue: Queue) -> Row:
    """The row that holds a queue as it is."""
    return ChatSet(queue.place.key, key_of(queue), dumps(queue))


class CoinRoom:
    """One queue: whoever joins waits until four can play. ``state`` is all of it."""

    def __init__(self, state: Queue) -> None:
        self.state = state
        self._out: list[Effect] = []

    def draft(self) -> CoinRoom:
        """A copy to carry out a command on: nobody sees it before it is stored."""
        return CoinRoom(self.state)

    def adopt(self, draft: CoinRoom) -> None:
        """Take over what a draft has become, now that it is stored."""
        self.state = draft.state

    def next_wake(self) -> datetime | None:
        """When somebody has waited long enough."""
        return self.state.expires

    def handle(self, command: Command, now: datetime) -> Sequence[Effect]:
        """Do what a command says: what to store, and what to show.

        Raises:
            Refused: nothing has changed.
        """
        before, self._out = self.state, []
        _HANDLERS[type(command)](self, command, now)
        if self.state == before:
            return ()
        rows: tuple[Row, ...] = (stored(self.state),) if before.people or self.state.people else ()
        if self.state.place != before.place:
            rows = (ChatSet(before.place.key, key_of(before), ""), stored(self.state))
        return (Store(rows), *self._out) if rows else tuple(self._out)

    def become(self, state: Queue, *, drawing: bool = False) -> None:
        """Be another queue. Four who are about to be drawn are shown once that was tried."""
        if state == self.state:
            return
        self.state = state
        if not drawing or len(state.people) < SEATS:
            self._out.append(ShowBoard())

    def say(self, key: str, people: Iterable[QueuedPlayer], **params: Param) -> None:
        """Say something of people, if there are any."""
        names = [waiter.name for waiter in people]
        if names:
            self._out.append(Say((msg(key, names=chained("render-list", names), **params),)))

    def of(self, keys: frozenset[str]) -> tuple[QueuedPlayer, ...]:
        """Those of some people who wait."""
        return tuple(waiter for waiter in self.state.people if waiter.user.key in keys)


def _join(room: CoinRoom, command: Join, now: datetime) -> None:
    if command.free < LEAST:
        raise Refused("coinroom-poor", least=LEAST, free=command.free, below=DAILY, private=True)
    waiting = room.state.patient(now)
    room.become(waiting.joined(command.user, command.name, now), drawing=True)


def _leave(room: CoinRoom, command: Leave, now: datetime) -> None:
    if command.wants and not room.state.waits(command.user):
        raise Refused("coinroom-not-waiting")
    room.become(room.state.without(command.user))


def _expire(room: CoinRoom, command: Expire, now: datetime) -> None:
    patient = room.state.patient(now)
    late = [waiter for waiter in room.state.people if not patient.waits(waiter.user)]
    room.become(patient)
    room.say("coinroom-late", late)


def _draw(room: CoinRoom, command: Draw, now: datetime) -> None:
    room.become(room.state.patient(now), drawing=True)


def _drop(room: CoinRoom, command: Drop, now: datetime) -> None:
    away, silent, poor = map(room.of, (command.away, command.silent, command.poor))
    room.become(room.state.without(*(waiter.user for waiter in (*away, *silent, *poor))))
    room.say("coinroom-away", away)
    room.say("coinroom-unreached", silent)
    room.say("coinroom-dropped", poor, least=LEAST)


def _seat(room: CoinRoom, command: Seat, now: datetime) -> None:
    four = [w for user in command.four for w in room.state.people if w.user == user]
    place = room.state.place
    room.become(room.state.without(*command.four))
    if command.place == place:
        room.say("coinroom-begins", four)
    else:
        room.say("coinroom-begins-there", four, link=command.link)


def _shift(room: CoinRoom, command: Shift, now: datetime) -> None:
    later = room.state.later(command.by, command.number)
    if command.by:
        room.become(later)
    else:
        room.state = later


def _lost(room: CoinRoom, command: Lost, now: datetime) -> None:
    room.state = room.state.without(*(waiter.user for waiter in room.state.people))


def _delivered(room: CoinRoom, command: Delivered, now: datetime) -> None:
    if command.board is not None:
        room.state = room.state.shown_by(command.board)


def _moved(room: CoinRoom, command: Moved, now: datetime) -> None:
    place, new = room.state.place, command.new
    if place.key == command.old.key:
        room.become(room.state.moved(replace(place, platform=new.platform, id=new.id)))


_HANDLERS: dict[type, Callable[[CoinRoom, Any, datetime], None]] = {
    Join: _join, Leave: _leave, Expire: _expire, Draw: _draw, Drop: _drop, Seat: _seat,
    Shift: _shift, Lost: _lost, Delivered: _delivered, Moved: _moved,
}  # fmt: skip
