"""``python -m bot``: every platform that has a token, and the browser table."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from typing import TYPE_CHECKING

from pydantic import ValidationError

from bot.adapters.web import WebPlatform
from bot.clock import SystemClock
from bot.hub import Hub
from bot.i18n import Catalogue
from bot.painter import Painter
from bot.screens import Screens
from bot.settings import Settings
from bot.store.db import shown
from bot.store.lock import AlreadyRunning
from bot.store.migrate import DatabaseNewer
from bot.store.store import Store
from engine.msg import msg
from engine.registry import games

if TYPE_CHECKING:
    from bot.ports import Platform

log = logging.getLogger(__name__)

KEY_BYTES = 32
CLOSING = 4.0
"""Seconds that a stop may take to say what there is to say."""


async def serve(settings: Settings, stop: asyncio.Event) -> None:
    """Serve until ``stop`` is set, then leave everything stored."""
    store = await Store.open(settings.database_url)
    try:
        await _serve(settings, store, stop)
    finally:
        await store.close()


async def _serve(settings: Settings, store: Store, stop: asyncio.Event) -> None:
    platforms: dict[str, Platform] = {}
    web = None
    if settings.web:
        key = await store.secret("web", KEY_BYTES)
        web = WebPlatform(settings.web_host, settings.web_port, key, hosts=settings.allowed_hosts)
        platforms[web.name] = web
    catalogue = Catalogue()
    hub = Hub(
        store, platforms, Screens(catalogue), Painter(catalogue), games(), SystemClock(),
        pace=settings.computer_pace,
    )  # fmt: skip
    await hub.start()
    stopped = asyncio.create_task(stop.wait())
    running = {
        asyncio.create_task(platform.run(hub), name=name)
        for name, platform in platforms.items()
        if platform is not web
    }
    try:
        if web is not None:
            await web.start(hub)
            _announce(web.address)
        done, _ = await asyncio.wait({stopped, *running}, return_when=asyncio.FIRST_COMPLETED)
        for task in done - {stopped}:
            task.result()
        await _say_goodbye(hub)
    finally:
        for task in (*running, stopped):
            task.cancel()
        await asyncio.gather(*running, stopped, return_exceptions=True)
        if web is not None:
            await web.stop()
        await hub.close()


async def _say_goodbye(hub: Hub) -> None:
    try:
        await asyncio.wait_for(hub.say_goodbye(msg("service-stops")), CLOSING)
    except TimeoutError:
        log.warning("not everything was said before the stop")


def _announce(address: str) -> None:
    print(f"\n  牌桌开好了，请用浏览器打开：{address}\n", flush=True)  # noqa: T201


async def _run(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows has none; Ctrl-C raises there
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    await serve(settings, stop)


def main() -> int:
    """The program; its exit code."""
    try:
        settings = Settings()
    except ValidationError as error:
        for problem in error.errors(include_input=False, include_url=False):
            name = str(problem["loc"][0]).upper() if problem["loc"] else "settings"
            print(f"{name}: {problem['msg']}", file=sys.stderr)  # noqa: T201
        return 2
    logging.basicConfig(
        level=settings.log_level,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
        datefmt="%Y-%m-%dT%H:%M:%S%z",
    )
    for noisy in ("aiohttp.access", "alembic", "PIL"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    try:
        asyncio.run(_run(settings))
    except (AlreadyRunning, DatabaseNewer, ValueError) as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 2
    except ModuleNotFoundError as error:
        print(f"this database needs the package {error.name}: install it", file=sys.stderr)  # noqa: T201
        return 2
    except OSError as error:
        where = f"{settings.web_host}:{settings.web_port}"
        database = shown(settings.database_url)
        print(f"{where} / {database}: {error.strerror}", file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
