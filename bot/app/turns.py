"""Several processes on one PostgreSQL: each runs rooms of the page, one has the house as well.

The house is everything else: the platforms that are somewhere else, tournaments, and what is done
once. Whoever dies is replaced: its leases run out, and the others go on from what is stored; who
stops gives them back first. What an old holder still writes is not stored.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.app.housed import Housed
from bot.app.relays import Relays
from bot.app.rooms import SharedRooms
from bot.cluster.member import SHARED, Member
from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.store.store import Store
from bot.support.clock import SystemClock

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.adapters import Distant
    from bot.adapters.web import WebPlatform
    from bot.app.settings import Base
    from bot.commands.service import GameService
    from bot.ports.platform import Service
    from bot.support.clock import Clock, Handle

    Serve = Callable[["Base", Store, Clock, asyncio.Event, "Turn"], Awaitable[None]]

log = logging.getLogger(__name__)


ALONE = 10.0
"""Seconds after which rooms are run without knowing who has the house."""


def every_word() -> Catalogue:
    """All words in all languages, read now and not while somebody waits."""
    catalogue = Catalogue()
    for language in LANGUAGES:
        catalogue.to(language)
    return catalogue


class Turn:
    """For as long as one process serves in one way; alone on a file that is all the time.

    Attributes:
        house: whether it is all that is served, or rooms of the page alone.
        port: where the page was open.
    """

    def __init__(self, member: Member | None = None, relays: Relays | None = None) -> None:
        self._member, self._relays = member, relays
        self._shared: SharedRooms | None = None
        self._epoch = 0 if member is None else member.holder.epoch
        self.house = member is None or self._epoch > 0
        self.port: int | None = None

    async def start(self, service: GameService, web: WebPlatform | None, store: Store) -> None:
        """Start the service with what is this process's."""
        if self._member is None:
            await service.start()
            return
        if web is None:
            await service.start(lambda place: not place.startswith(f"{SHARED}:"))
            return
        self._shared = SharedRooms(self._member, service, web, store, house=self.house)
        await self._shared.start()

    def served(self, service: GameService) -> Service:
        """The service, as platforms that come with the house are given it."""
        return service if self._member is None else Housed(service, lambda: not self.lost)

    @property
    def lost(self) -> bool:
        """Whether the house was here, and is not any more."""
        return (
            self.house and self._member is not None and (self._member.holder.epoch != self._epoch)
        )

    def relay(self, platforms: dict[str, Distant]) -> None:
        """What any process hears of these platforms is for this one, as it has the house."""
        if self._relays is not None and self.house:
            self._relays.lead_to(platforms)

    def open_to(self, web: WebPlatform) -> None:
        """The page is open: take what comes in, here and at the others' ports."""
        self.port = web.port
        if self._shared is not None:
            self._shared.listen()

    async def end(self) -> None:
        """Hand the rooms over, while they can still be."""
        if self._member is not None:
            await self._member.rooms.end()
            self._member.free()

    @property
    def handed_over(self) -> bool:
        """Whether somebody goes on, so that there is no goodbye to be said."""
        member = self._member
        return member is not None and (bool(member.waiting) or not member.holder.epoch)

    def stop(self) -> None:
        """Hear nothing of the others any more."""
        if self._shared is not None:
            self._shared.stop()
        if self._relays is not None:
            self._relays.lead_nowhere()


async def in_turns(settings: Base, stop: asyncio.Event, serve: Serve) -> None:
    """Serve until ``stop`` is set: rooms of the page, and the house whenever it is here.

    Raises:
        CannotStart: something is in the way; the text says what mends it.
        ValueError: a database's URL is of another kind.
    """
    url = settings.database_url
    first = await Store.open(url)  # the tables have to be there
    try:
        member = _member(settings)
        relays = await Relays.of(settings, member, first)
    finally:
        await first.close()
    async with member, relays.running(log):
        every_word()  # what takes longest of a start, before anybody waits for it
        # Whoever starts alone has the house at once, and opens its port but once.
        with suppress(TimeoutError):
            await asyncio.wait_for(_first_of(lambda: None, stop, member.holder.known), ALONE)
        while not stop.is_set():
            if not settings.web and not member.holder.epoch:
                log.info("stands by; who serves now: %s", member.holder.other or "nobody")
                await _first_of(lambda: None, stop, member.holder.has)
                continue
            turn, clock = Turn(member, relays), SystemClock()
            store = await Store.open(url, later=clock.call_in)
            try:
                asked = await _one_turn(settings, store, clock, stop, turn, member, serve)
            finally:
                await store.close()
                await member.rooms.end(quietly=True)
            if stop.is_set() or not asked:  # every platform has ended by itself
                return
            if turn.port is not None:
                settings = settings.model_copy(update={"web_port": turn.port})
            if turn.house:
                log.warning("another process is to have the house from now on")
                await member.stand_aside()


def _member(settings: Base) -> Member:
    listen = settings.database_listen_url or settings.database_url
    try:
        return Member(settings.database_url, listen, settings.process_name or socket.gethostname())
    except ValueError as error:
        raise ValueError(str(error).replace("DATABASE_URL", "DATABASE_LISTEN_URL")) from None


async def _one_turn(
    settings: Base,
    store: Store,
    clock: Clock,
    stop: asyncio.Event,
    turn: Turn,
    member: Member,
    serve: Serve,
) -> bool:
    """Serve until it is to stop, or in another way; whether it was told so."""
    house = turn.house
    log.info("serves from now on house=%s epoch=%d", house, member.holder.epoch)
    store.write_under(lambda places: member.fences(places, house=house))
    store.fenced = member.fenced
    over, ends = asyncio.Event(), [stop, member.holder.has]
    watch: Handle | None = None
    if house:
        ends = [stop, member.moved, member.holder.lost]
    else:  # by the clock as it is then: what it was set by is no matter of one process alone
        watch = clock.watch(lambda ahead: over.set())
    watching = asyncio.create_task(_first_of(over.set, *ends))
    try:
        await serve(settings, store, clock, over, turn)
    finally:
        turn.stop()
        if watch is not None:
            watch.cancel()
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
    return over.is_set()


async def _first_of(then: Callable[[], None], *events: asyncio.Event) -> None:
    waits = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        then()
    finally:
        for wait in waits:
            wait.cancel()
