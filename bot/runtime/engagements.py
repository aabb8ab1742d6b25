"""Who is engaged where, and what else they may therefore not begin.

Tournaments, queues and tables register as sources; whoever seats, queues, registers or draws a
person asks here first, and holds the person's lock until it is done, so that nobody is promised to
two at once.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakValueDictionary

from bot.i18n.keys import game_name
from bot.support.errors import Refused
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping

    from bot.ports.refs import UserRef
    from bot.runtime.table_runner import TableRunner
    from bot.table.state import TableState
    from engine.msg import Msg


class Kind(StrEnum):
    """What a person is engaged in."""

    TOURNAMENT = "tournament"
    QUEUE = "queue"
    TABLE = "table"


class Wish(StrEnum):
    """What a person wants: a seat, a place in a queue, to take part in a tournament."""

    SEAT = "seat"
    QUEUE = "queue"
    REGISTER = "register"


@dataclass(frozen=True, slots=True)
class Engagement:
    """One thing that a person is engaged in.

    Attributes:
        ident: the tournament's or table's id, or the queue's place.
        chat: the title of its chat.
        game: the id of what is played.
    """

    kind: Kind
    ident: str
    chat: str
    game: str


Source: TypeAlias = "Callable[[UserRef], Iterable[Engagement]]"
"""What a person is engaged in."""

HINDERS: dict[tuple[Wish, Kind], str] = {
    (Wish.SEAT, Kind.TOURNAMENT): "cup-held",
    (Wish.SEAT, Kind.QUEUE): "coinroom-waits",
    (Wish.QUEUE, Kind.TOURNAMENT): "cup-held",
    (Wish.QUEUE, Kind.TABLE): "coinroom-seated",
    (Wish.REGISTER, Kind.TOURNAMENT): "cup-held",
    (Wish.REGISTER, Kind.QUEUE): "cup-queued",
    (Wish.REGISTER, Kind.TABLE): "cup-seated",
}
"""What hinders what, and the message that says so.

A table does not hinder another one: people may sit at several, where nothing is drawn for them.
They may also wait in several queues; drawn in one, they leave the others.
"""


class Engagements:
    """Asks all sources."""

    def __init__(self) -> None:
        self._sources: list[tuple[Kind, Source]] = []
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.elsewhere: Callable[[UserRef], Awaitable[Iterable[Engagement]]] = _nowhere
        """What a person is engaged in where another process runs it."""

    def add(self, kind: Kind, source: Source) -> None:
        """Ask one more source, of what is of this kind, from now on."""
        self._sources.append((kind, source))

    def of(self, user: UserRef, *kinds: Kind) -> Iterator[Engagement]:
        """What a person is engaged in, of some kinds or of all."""
        for kind, source in self._sources:
            if not kinds or kind in kinds:
                yield from source(user)

    def hindrance(
        self, user: UserRef, wish: Wish, *at: str, more: Iterable[Engagement] = ()
    ) -> Msg | None:
        """Why a person may not have what they wish; None if they may.

        ``more``: what they are engaged in beside what is known here.

        ``at``: what it is about, which does not hinder itself: a tournament's or table's id, or a
        queue's place.
        """
        hinder = {kind: key for (wanted, kind), key in HINDERS.items() if wanted is wish}
        for found in chain(self.of(user, *hinder), more):
            if found.kind in hinder and found.ident not in at:
                return msg(hinder[found.kind], chat=found.chat, game=game_name(found.game))
        return None

    def check(self, user: UserRef, wish: Wish, *at: str, more: Iterable[Engagement] = ()) -> None:
        """Refuse what a person may not have beside what they are engaged in.

        Raises:
            Refused: it says why.
        """
        why = self.hindrance(user, wish, *at, more=more)
        if why is not None:
            raise Refused(why.key, private=True, **dict(why.params))

    @asynccontextmanager
    async def alone(self, *users: UserRef) -> AsyncIterator[None]:
        """Nobody else seats, queues, registers or draws these people meanwhile.

        Nothing that is slow is waited for inside.
        """
        async with AsyncExitStack() as stack:
            # Always in the same order, so that two who want the same people never wait for ever.
            for key in sorted({user.key for user in users}):
                await stack.enter_async_context(self._locks.setdefault(key, asyncio.Lock()))
            yield

    @asynccontextmanager
    async def free(self, user: UserRef, wish: Wish, *at: str) -> AsyncIterator[None]:
        """Hold a person's lock, and check that they may have what they wish.

        Raises:
            Refused: they may not.
        """
        async with self.alone(user):
            self.check(user, wish, *at, more=await self.elsewhere(user))
            yield


def seated(runners: Mapping[str, TableRunner], user: UserRef) -> Iterator[Engagement]:
    """The tables at which a person sits or waits for a seat, but those of tournaments."""
    for runner in runners.values():
        yield from sits(runner.table.state, user)


def sits(state: TableState, user: UserRef) -> Iterator[Engagement]:
    """A table, if a person sits or waits there and it is no tournament's."""
    if state.over or state.tournament:
        return
    here = [s.user for s in state.players if not s.left] + [s.user for s in state.queue]
    if user in here:
        yield Engagement(Kind.TABLE, state.id, state.chat_title, state.game)


async def _nowhere(user: UserRef) -> Iterable[Engagement]:
    return ()
