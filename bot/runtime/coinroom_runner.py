"""A queue of 金币场 while somebody waits in it, and what is stored of it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.coinroom import queue as goldroom
from bot.coinroom.queue import DEALS, FEE, GAME, LEAST, OPTIONS, STAKE, Queue
from bot.ports.errors import PlatformError
from bot.runtime.letters import Letter
from bot.store.rows import ChatSet, StoreError
from bot.support.errors import log_bug
from bot.table import stakes
from bot.table.commands import NewTable
from bot.table.machine import Table
from bot.table.state import Sitter
from engine.msg import chained, msg

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from bot.coinroom.queue import Waiter
    from bot.ports.platform import Platform
    from bot.ports.refs import ChatRef
    from bot.runtime.context import Context
    from bot.runtime.launcher import Parts
    from bot.store.rows import Row
    from bot.store.store import Store
    from bot.support.clock import Handle
    from engine.core import Game
    from engine.msg import Msg, Param

log = logging.getLogger(__name__)

CLOCK = 60
"""Seconds for an answer: the others' coins wait."""

KEY = "coinroom"
"""What a chat remembers its queues under; behind it stands the thread."""


class Live:
    """A queue and how its chat is told."""

    def __init__(self, room: Queue, context: Context) -> None:
        self.room = room
        self._context = context
        self.outbox = context.outboxes.open(f"{KEY} {room.place.place}", room.place)
        self.lock = asyncio.Lock()
        self.timer: Handle | None = None
        self.ending: asyncio.Task[None] | None = None
        """Closes it when nobody waits and everything has left."""

    @property
    def now(self) -> datetime:
        """The time by which the queue's own times are reckoned."""
        return (
            self._context.clock.now() - self._context.standstills.owed(self.room.standstills).clock
        )

    def patient(self) -> Queue:
        """The queue without those who have waited for too long."""
        return self.room.patient(self.now)

    def stop(self) -> None:
        """Nothing more comes of it by itself."""
        if self.timer is not None:
            self.timer.cancel()
        if self.ending is not None:
            self.ending.cancel()


def key_of(room: Queue) -> str:
    """What its chat remembers it under."""
    return f"{KEY}:{room.place.thread}"


def stored(room: Queue) -> Row:
    """It, to be stored."""
    return ChatSet(room.place.key, key_of(room), goldroom.dumps(room))


async def last(store: Store, place: ChatRef, title: str) -> Queue:
    """The empty queue of a place; the board of the one before may still be there."""
    empty = Queue(place, title)
    value = (await store.chat(place.key)).get(key_of(empty))
    try:
        return replace(goldroom.loads(value), chat_title=title, people=()) if value else empty
    except ValueError:
        return empty


def letters_of(room: Queue, lines: Sequence[Msg]) -> list[Letter]:
    """What is said of a queue as it is now."""
    about = f"{KEY} {room.place.place} {room.public}"
    return [Letter(about, room.place, None, tuple(lines))] if lines else []


def names_of(people: Sequence[Waiter]) -> Param:
    """What some of those who wait are called."""
    return chained("render-list", [waiter.name for waiter in people])


def table_of(
    ident: str,
    place: ChatRef,
    room: Queue,
    four: Sequence[Waiter],
    game: Game[Any, Any],
    now: datetime,
) -> Table:
    """A table at which those who were drawn sit, with everything set."""
    host = four[0]
    new = NewTable(ident, place, room.chat_title, GAME, host.user, host.name, CLOCK)
    table = Table.open(new, game, now)
    table.change(
        sitters=tuple(Sitter(waiter.user, waiter.name) for waiter in four),
        options=tuple({**table.options, **dict(OPTIONS)}.items()),
        quan=DEALS, money=stakes.COINS, buy_in=STAKE, fee=FEE, least=LEAST,
    )  # fmt: skip
    return table


def begins(
    room: Queue, place: ChatRef, four: Sequence[Waiter], platforms: Mapping[str, Platform]
) -> Msg:
    """What is said where four of a queue are seated at ``place``."""
    names = names_of(four)
    if place == room.place:
        return msg("coinroom-begins", names=names)
    link = platforms[place.platform].place_link(place)
    return msg("coinroom-begins-there", names=names, link=link)


async def place_for(
    context: Context, parts: Parts, room: Queue, four: Sequence[Waiter], table: str
) -> ChatRef | None:
    """The queue's own place, or one beside it; None where neither is to be had."""
    there = parts.tables.at(room.place)
    if there is None or there.table.gives_way(there.now):
        return room.place
    platform = context.platforms[room.place.platform]
    if not platform.limits.places:
        return None
    screens = context.screens.of(context.prefs.chat(room.place))
    title = screens.say("coinroom-title", game=msg(f"{GAME}-name"))
    try:
        people = [waiter.user for waiter in four]
        return await parts.places.open(table, room.place, title, people)
    except PlatformError as error:
        log.info("no place for a table reason=%s", type(error).__name__)
        return None


async def calmly(work: Coroutine[Any, Any, None]) -> None:
    """Do what nobody waits for; the next press tries again what could not be stored."""
    try:
        await work
    except StoreError as error:
        log.warning("a queue stands still reason=%s", type(error).__name__)
    except Exception as error:  # noqa: BLE001  (other queues go on)
        log_bug(log, "a queue failed", error)
