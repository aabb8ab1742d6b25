"""Puts the program together: the store, the service, and every platform that has a token."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import socket
from typing import TYPE_CHECKING, Any

from bot.adapters import plugins
from bot.adapters.web import WebPlatform
from bot.adapters.web.push_service import Services, is_there
from bot.app import console
from bot.app.housekeeping import Housekeeping
from bot.app.listening import cannot_listen, check_free
from bot.app.presence import Presence
from bot.app.turns import Turn, every_word, in_turns
from bot.beacon.client import Drand, SignatureJudge
from bot.commands.service import GameService
from bot.delivery.painter import Painter
from bot.players.computer import Computers, processes
from bot.runtime.metrics import Metrics, health
from bot.screens.reader import Reader
from bot.store.store import Store
from bot.store.url import on_server
from bot.support.clock import SystemClock
from bot.support.errors import log_bug
from engine.msg import msg
from engine.registry import games

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from bot.adapters import Distant
    from bot.app.settings import Base
    from bot.ports.platform import Platform
    from bot.runtime.metrics import Health
    from bot.support.clock import Clock

log = logging.getLogger(__name__)

KEY_BYTES = 32
CLOSING = 2.0
"""Seconds that a stop may take to say what there is to say."""

COLLECT = (10_000, 20, 20)
"""After so many new objects, and so many times, the collector looks at the young, older, old."""

_METRICS = "text/plain; version=0.0.4; charset=utf-8"


async def serve(settings: Base, stop: asyncio.Event) -> None:
    """Serve until ``stop`` is set, then leave everything stored.

    Raises:
        CannotStart: something is in the way; the text says what mends it.
        ValueError: the database's URL is of another kind.
    """
    _check_ports(settings)
    if on_server(settings.database_url):
        await in_turns(settings, stop, _serve)
        return
    clock = SystemClock()
    store = await Store.open(settings.database_url, later=clock.call_in)
    try:
        await _serve(settings, store, clock, stop, Turn())
    finally:
        await store.close()


async def _serve(
    settings: Base, store: Store, clock: Clock, stop: asyncio.Event, turn: Turn
) -> None:
    platforms: dict[str, Platform] = {}
    web, page = None, settings.web_url if settings.web else ""
    if settings.web:
        key = await store.secret("web", KEY_BYTES)
        web = WebPlatform(
            settings.web_host, settings.web_port, key,
            hosts=settings.allowed_hosts, proxies=settings.trusted_proxies, url=page,
            sender=Services(await store.secret("push", KEY_BYTES)) if is_there() else None,
            frames=[
                frame for plugin in plugins()
                if page and turn.house and plugin.frame is not None and plugin.is_set(settings)
                and (frame := plugin.frame(settings)) is not None
            ],
        )  # fmt: skip
        platforms[web.name] = web
    catalogue = every_word()
    distant: dict[str, Distant] = {
        plugin.name: plugin.build(settings, catalogue, clock, page)
        for plugin in plugins()
        if turn.house and plugin.is_set(settings)
    }
    turn.relay(distant)
    platforms.update(distant)
    meters = Metrics(settings.process_name or socket.gethostname())
    store.stored = meters.stored
    computers = Computers(clock, processes=processes(clock))
    painter = Painter(catalogue, computers, clock=clock)
    beacon = beacon_of(settings, clock)
    service = GameService(
        store, platforms, Reader(catalogue), painter, computers, games(), clock,
        pace=settings.computer_pace, meters=meters, beacon=beacon,
    )  # fmt: skip
    thresholds = gc.get_threshold()
    set_aside()
    await turn.start(service, web, store)
    stopped = asyncio.create_task(stop.wait())
    running = {
        asyncio.create_task(platform.run(turn.served(service)), name=name)
        for name, platform in distant.items()
    }
    presence = Presence(distant)
    beside = [
        asyncio.create_task(meters.watch_loop()),
        asyncio.create_task(presence.watch()),
    ]
    if store.file is not None:
        keeping = Housekeeping(
            store.file, lambda: store.written, SystemClock(), backups=settings.backups
        )
        beside.append(asyncio.create_task(keeping.run()))
    errors = meters.handler()
    logging.getLogger().addHandler(errors)
    try:
        if web is not None:
            try:
                local = () if settings.metrics_open else ("metrics",)
                await web.start(service, _reports(service, meters, presence), local)
            except OSError as error:
                at = settings.web_host, settings.web_port
                raise cannot_listen(error, *at, "WEB") from error
            turn.open_to(web)
            web.lan.say = console.say
            _announce(web.first_address)
        await _until(stopped, running, alone=web is None)
        if turn.lost:  # another process serves these by now, and may not be disturbed
            _end(running)
        if turn.handed_over:
            await turn.end()
        else:
            await _say_goodbye(service)
    finally:
        _end((*running, stopped, *beside))
        await asyncio.gather(*running, stopped, *beside, return_exceptions=True)
        logging.getLogger().removeHandler(errors)
        if web is not None:
            await web.stop()
        await service.close()
        if beacon is not None:
            beacon.close()
        gc.unfreeze()
        gc.set_threshold(*thresholds)


def beacon_of(settings: Base, clock: Clock) -> Drand | None:
    """The public beacon that is set; None: none is."""
    if not settings.beacons:
        return None
    return Drand(settings.beacons, settings.beacon_chain, clock, SignatureJudge(clock))


def _check_ports(settings: Base) -> None:
    """Before anything else: tables that are opened already would begin to speak."""
    if settings.web:
        check_free(settings.web_host, settings.web_port, "WEB")
    for plugin in plugins():
        for at in plugin.listens(settings):
            check_free(at.host, at.port, at.setting)


def set_aside() -> None:
    """Keep what was loaded out of the collector's way: it stays for as long as the program runs.

    Modules, words and rules are a heap that would be walked again and again; walking it stops
    every table for that long. What is new is looked at less often as well: hardly any of it hangs
    together in circles, which are all that the collector is for.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def _reports(
    service: GameService, meters: Metrics, presence: Presence
) -> dict[str, Callable[[], tuple[int, str, bytes]]]:
    """What is read at the browser's port by whoever looks after the program."""

    def found() -> Health:
        tables = len(service.running.tables.running)
        return health(service.context, tables, presence.down(), presence.gone())

    def well() -> tuple[int, str, bytes]:
        now = found()
        told = json.dumps({"ok": now.well, **now.parts}).encode()
        return (200 if now.well else 503), "application/json", told

    return {
        "health": well,
        "metrics": lambda: (
            200,
            _METRICS,
            meters.text(service.context, service.running.tables, found()),
        ),
    }


async def _until(
    stopped: asyncio.Task[bool], running: set[asyncio.Task[None]], *, alone: bool
) -> None:
    """Wait for the stop; a platform that ends has said why, and the others go on.

    ``alone``: there is nothing else, so with the last of them the program ends.
    """
    left: set[asyncio.Task[Any]] = {stopped, *running}
    while stopped in left and (len(left) > 1 or not alone):
        done, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
        for task in done - {stopped}:
            error = task.exception()
            if error is not None:
                log_bug(log, "platform ended", error, name=task.get_name())


def _end(tasks: Collection[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()


async def _say_goodbye(service: GameService) -> None:
    try:
        await asyncio.wait_for(service.say_goodbye(msg("service-stops")), CLOSING)
    except TimeoutError:
        log.warning("not everything was said before the stop")


def _announce(address: str) -> None:
    plain = f"\n  The tables are open. Open this in a browser: {address}\n"
    console.say(f"\n  牌桌开好了，请用浏览器打开：{address}\n", plain)
