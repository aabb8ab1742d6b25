"""A queue of 金币场 while somebody waits in it, and what is stored of it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.coinroom import queue as goldroom
from bot.coinroom.queue import Goldroom
from bot.store.rows import ChatSet

if TYPE_CHECKING:
    from datetime import datetime

    from bot.commands.service import Hub
    from bot.ports.refs import ChatRef
    from bot.store.rows import Row
    from bot.store.store import Store
    from bot.support.clock import Handle

KEY = "coinroom"
"""What a chat remembers its queues under; behind it stands the thread."""


class Live:
    """A queue and how its chat is told."""

    def __init__(self, room: Goldroom, hub: Hub) -> None:
        self.room = room
        self._hub = hub
        self.ident = f"{KEY} {room.place.place}"
        self.outbox = hub.outbox(self.ident, room.place)
        self.lock = asyncio.Lock()
        self.timer: Handle | None = None
        self.ending: asyncio.Task[None] | None = None
        """Closes it when nobody waits and everything has left."""

    @property
    def now(self) -> datetime:
        """The time by which the queue's own times are reckoned."""
        return self._hub.clock.now() - self._hub.standstills.owed(self.room.standstills).clock

    def patient(self) -> Goldroom:
        """The queue without those who have waited for too long."""
        return self.room.patient(self.now)

    def stop(self) -> None:
        """Nothing more comes of it by itself."""
        if self.timer is not None:
            self.timer.cancel()
        if self.ending is not None:
            self.ending.cancel()


def key_of(room: Goldroom) -> str:
    """What its chat remembers it under."""
    return f"{KEY}:{room.place.thread}"


def stored(room: Goldroom) -> Row:
    """It, to be stored."""
    return ChatSet(room.place.key, key_of(room), goldroom.dumps(room))


async def last(store: Store, place: ChatRef, title: str) -> Goldroom:
    """The empty queue of a place; the board of the one before may still be there."""
    empty = Goldroom(place, title)
    value = (await store.chat(place.key)).get(key_of(empty))
    try:
        return replace(goldroom.loads(value), chat_title=title, people=()) if value else empty
    except ValueError:
        return empty
