"""``python -m bot check``: what the start would say, and what only shows later."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from contextlib import suppress
from http.client import HTTPException
from typing import TYPE_CHECKING

from bot.adapters import plugins
from bot.app.envfile import misspelt
from bot.app.listening import check_free
from bot.beacon.chain import Unfit
from bot.beacon.client import Drand, SignatureJudge
from bot.cluster.mail import comes_back
from bot.store.capacity import capacity
from bot.store.condition import condition
from bot.store.pooler import is_pooled
from bot.store.url import on_server
from bot.support.clock import SystemClock
from bot.support.errors import CannotStart
from bot.table.state import BeaconRound
from renderers.ink.lettering import BOX, font_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.app.settings import Base

SAMPLE = "牌桌搶莊牛牛♠♥♦♣😀한あض"
"""What must not come out as boxes."""

STARTS = ("database", "browser", "webhook")
"""Without these it does not start; the rest is only missed."""

PATIENCE = 2.0
"""Seconds for the answer of a program on this machine."""

PATIENCE_OUTSIDE = 10.0
"""Seconds for the answer from outside, through whatever stands before it."""


async def findings(settings: Base) -> AsyncIterator[tuple[bool, str, str]]:
    """Looks at everything that is set; changes nothing.

    Yields:
        Whether it is well, what was looked at, and in a few words how it is.
    """
    for name, like in misspelt(type(settings).model_fields):
        yield False, "settings", f".env has a name that nobody asks for: {name} (is it {like}?)"
    well, how = await condition(settings.database_url)
    yield well, "database", how
    if well and on_server(settings.database_url):
        well, how = await _messages(settings.database_listen_url or settings.database_url)
        yield well, "messages", how
        yield await _connections(settings.database_url)
    well, how = _fonts()
    yield well, "fonts", how
    if settings.web:
        well, how = await asyncio.to_thread(_port, settings.web_host, settings.web_port)
        yield well, "browser", how
    else:
        yield True, "browser", "off"
    if settings.web and settings.web_url:
        well, how = await asyncio.to_thread(_outside, settings.web_url)
        yield well, "address", how
    if settings.beacons:
        well, how = await _beacon(settings)
        yield well, "beacon", how
    for plugin in plugins():
        if not plugin.is_set(settings):
            yield True, plugin.name, f"off: no {plugin.token.upper()}"
            continue
        async for well, how in plugin.check(settings):
            yield well, plugin.name, how
        for at in plugin.listens(settings):
            well, how = await asyncio.to_thread(_free, at.host, at.port, at.setting)
            yield well, at.what, how


async def _messages(url: str) -> tuple[bool, str]:
    """Whether processes on one server can speak to each other there."""
    try:
        heard = await comes_back(url)
        if heard and not await is_pooled(url):
            return True, "LISTEN and NOTIFY work"
    except ValueError as error:
        return False, str(error).replace("DATABASE_URL", "DATABASE_LISTEN_URL")
    why = "a pooler by transactions loses messages" if heard else "NOTIFY is not heard"
    return False, (
        f"{why}: behind a pooler set DATABASE_LISTEN_URL to the database itself, or have the pooler"
        " keep a session's connection"
    )


async def _connections(url: str) -> tuple[bool, str, str]:
    try:
        well, how = await capacity(url)
    except Exception as error:  # noqa: BLE001  (it answered just now; how many it lets in is hidden)
        well, how = True, f"not known ({type(error).__name__})"
    return well, "connections", how


async def _beacon(settings: Base) -> tuple[bool, str]:
    """Whether each server of the beacon answers, and with what the beacon has signed."""
    clock, how = SystemClock(), ""
    for url in settings.beacons:
        drand = Drand((url,), settings.beacon_chain, clock, SignatureJudge(clock))
        try:
            chain, newest = await drand.newest()
            named = BeaconRound(chain.hash, chain.name, newest, chain.due(newest))
            await drand.told(named)
        except Unfit as error:
            return False, f"{url}: {error}; without it words are added as where there is none"
        finally:
            drand.close()
        how = f"{chain.name or 'a chain that is not known'} answers, round {newest} is well signed"
    return True, how


def _port(host: str, port: int) -> tuple[bool, str]:
    well, how = _free(host, port, "WEB")
    if well:
        return well, how
    state = _health(host, port)
    return (well, how) if state is None else (True, f"{host}:{port}, in use by this program{state}")


def _free(host: str, port: int, setting: str) -> tuple[bool, str]:
    try:
        check_free(host, port, setting)
    except CannotStart as error:
        return False, str(error)
    return True, f"{host}:{port}"


def _health(host: str, port: int) -> str | None:
    """How the program says that it is, which listens there; None if it is another one."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    shown = f"[{shown}]" if ":" in shown else shown
    return _asked(f"http://{shown}:{port}", PATIENCE)


def _outside(url: str) -> tuple[bool, str]:
    """Whether this program answers at its address from outside."""
    state = _asked(url, PATIENCE_OUTSIDE)
    if state is None:
        return False, f"{url} does not answer with this program: start it, then look at the proxy"
    return True, f"{url}, answers with this program{state}"


def _asked(url: str, patience: float) -> str | None:
    """How the program at an address says that it is; None if it is another one, or none."""
    with suppress(OSError, ValueError, HTTPException):
        try:
            answer = urllib.request.urlopen(f"{url}/health", timeout=patience)  # noqa: S310
        except urllib.request.HTTPError as error:
            answer = error
        with answer:
            found = json.loads(answer.read(10_000))
        if isinstance(found, dict) and {"ok", "tables"} <= set(found):
            return "" if found["ok"] else ", which is not well: see /health"
    return None


def _fonts() -> tuple[bool, str]:
    try:
        boxes = [char for char in SAMPLE if font_of(char) == BOX]
    except OSError as error:
        return False, f"a font is missing: {error.filename or error.strerror}; install it again"
    return not boxes, f"no sign for {' '.join(boxes)}" if boxes else "all there"
