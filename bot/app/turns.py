"""Several processes on one PostgreSQL: whoever has the lease serves, the others stand by.

One that stands by answers at its own port all the same: everything goes on to the one that serves.
When that one dies its lease runs out, and another one goes on from what is stored; when it stops it
gives it back first. What an old holder still writes is not stored.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.app import console
from bot.app.listening import cannot_listen
from bot.cluster.front import Front
from bot.cluster.member import Member
from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.store.store import Store
from bot.support.clock import SystemClock

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.adapters.web import WebPlatform
    from bot.app.settings import Base
    from bot.support.clock import Clock

    Serve = Callable[["Base", Store, Clock, asyncio.Event, "Turn"], Awaitable[None]]

log = logging.getLogger(__name__)


ALONE = 1.0
"""Seconds after which somebody else has the lease, if it is not here by then."""


def every_word() -> Catalogue:
    """All words in all languages, read now and not while somebody waits."""
    catalogue = Catalogue()
    for language in LANGUAGES:
        catalogue.to(language)
    return catalogue


class Turn:
    """For as long as one process serves; alone on a file that is all the time."""

    def __init__(self, member: Member | None = None) -> None:
        self._member = member
        self.port: int | None = None
        """Where the page was open."""

    def open_to(self, web: WebPlatform) -> None:
        """Take what comes in at the others' ports."""
        self.port = web.port
        if self._member is not None:
            self._member.wires.accept = web.visitor

    @property
    def handed_over(self) -> bool:
        """Whether somebody goes on, so that there is no goodbye to be said."""
        member = self._member
        return member is not None and (bool(member.waiting) or not member.holder.epoch)


async def in_turns(settings: Base, stop: asyncio.Event, serve: Serve) -> None:
    """Serve whenever it is this process's turn, until ``stop`` is set.

    Raises:
        CannotStart: something is in the way; the text says what mends it.
        ValueError: a database's URL is of another kind.
    """
    url = settings.database_url
    await (await Store.open(url)).close()  # the tables have to be there
    async with _member(settings) as member:
        every_word()  # what takes longest of a start, before anybody waits for it
        while True:
            settings = await _stand_by(settings, member, stop)
            if stop.is_set():
                return
            # A clock of its own: for how long the last one stood still is known by the database.
            turn, clock = Turn(member), SystemClock()
            store = await Store.open(url, later=clock.call_in)
            try:
                asked = await _one_turn(settings, store, clock, stop, turn, member, serve)
            finally:
                await store.close()
            if stop.is_set() or not asked:  # every platform has ended by itself
                return
            log.warning("another process is to serve from now on")
            if turn.port is not None:
                settings = settings.model_copy(update={"web_port": turn.port})
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
    """Serve until it is to stop, the lease is lost, or another was asked for; whether it was."""
    log.info("serves from now on epoch=%d", member.holder.epoch)
    store.write_under(member.fence)
    store.fenced = lambda fence: member.holder.fenced(fence.epoch)
    over = asyncio.Event()
    watching = asyncio.create_task(_first_of(over.set, stop, member.moved, member.holder.lost))
    try:
        await serve(settings, store, clock, over, turn)
    finally:
        member.wires.accept = None
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


async def _stand_by(settings: Base, member: Member, stop: asyncio.Event) -> Base:
    """Wait for the lease; the settings, with the port that people know by then."""
    over = asyncio.Event()
    watching = asyncio.create_task(_first_of(over.set, stop, member.holder.has))
    front = Front(member.wires, lambda: member.server)
    try:
        # Whoever starts alone has it at once, and opens its port but once.
        with suppress(TimeoutError):
            await asyncio.wait_for(over.wait(), ALONE)
        if not over.is_set():
            log.info("stands by; who serves now: %s", member.holder.other or "nobody")
            if settings.web:
                settings = await _open(settings, front)
        await over.wait()
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await front.close()
    return settings


async def _open(settings: Base, front: Front) -> Base:
    host, port = settings.web_host, settings.web_port
    try:
        port = await front.open(host, port)
    except OSError as error:
        raise cannot_listen(error, host, port, "WEB") from error
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    console.say(
        f"\n  另一个进程在管牌桌，这个候着；这里也能打开网页：{address}\n",
        f"\n  Another process serves; this one stands by, and is open as well: {address}\n",
    )
    return settings.model_copy(update={"web_port": port})
