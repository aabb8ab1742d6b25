"""Updates that Telegram sends by itself, to this process or to any of several.

The library's own listener answers before anything is done with an update, so that a press is lost
where the program ends in between. Here an update is answered for, as one that is fetched is
confirmed, once the service has stored what came of it; until then Telegram sends it again, and it
is taken once.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import secrets
from base64 import urlsafe_b64encode
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from aiohttp import web
from telegram import Update

from bot.adapters.telegram.order import Order
from bot.adapters.telegram.updates import UPDATES
from bot.ports.errors import Elsewhere
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from telegram import Bot

    from bot.adapters import Others
    from bot.support.clock import Clock

    Take = Callable[[Update], Awaitable[None]]

log = logging.getLogger(__name__)

STORED = 5.0
"""Seconds for which whoever brings an update waits until it is stored; then they bring it again."""

LARGEST = 1_000_000
"""Bytes of an update."""

SECRET = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  (a header's name)


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where Telegram sends updates to, and where they are listened for."""

    url: str
    host: str = "127.0.0.1"
    port: int = 8443


def secret_of(key: bytes) -> str:
    """What Telegram sends along, of those signs that it takes; the same for each of 32 bytes."""
    return urlsafe_b64encode(key).decode().rstrip("=")


class Listener:
    """Takes updates that come with the ``secret``; what comes without is refused (403).

    ``passed`` is given an update as it came, and raises ``ConnectionError`` where nobody can take
    it just now: Telegram sends it again (503).
    """

    def __init__(self, secret: str, passed: Callable[[bytes], Awaitable[object]]) -> None:
        self._secret = secret
        self._passed = passed

    async def hear(self, request: web.Request) -> web.Response:
        """One update."""
        if not hmac.compare_digest(request.headers.get(SECRET, "").encode(), self._secret.encode()):
            raise web.HTTPForbidden
        data = await request.read()
        if read(_json(data), None) is not None:
            try:
                await self._passed(data)
            except ConnectionError:
                raise web.HTTPServiceUnavailable from None
        return web.Response()


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise web.HTTPBadRequest from None


def read(content: Any, bot: Bot | None) -> Update | None:
    """None for what is not understood: it would come again and again."""
    try:
        return Update.de_json(content, bot)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        log_bug(log, "update not understood", error)
        return None


class Entrance:
    """Where the platform takes updates that Telegram sends (``bot.adapters.Relayed``)."""

    def __init__(self, bot: Bot, webhook: Webhook, clock: Clock) -> None:
        self._bot = bot
        self._webhook = webhook
        self._order = Order(clock)
        self._take: Take | None = None
        self._taking: dict[int, asyncio.Task[None]] = {}
        self._secret = secrets.token_urlsafe(32)
        self._apart = False

    def share(self, key: bytes, others: Others) -> None:
        """Listen for nothing here: updates come by relays that know the same key."""
        self._apart, self._secret = True, secret_of(key)

    async def passed(self, data: bytes) -> bytes:
        """Take an update; returns once it is stored.

        Raises:
            ConnectionError: nobody is there to take it, they have gone meanwhile, it is another
                process's to take, or it is not stored yet after ``STORED`` seconds.
        """
        take, update = self._take, read(json.loads(data), self._bot)
        if take is None:
            raise ConnectionRefusedError
        if update is None:
            return b""
        taking = self._taking.get(update.update_id)
        if taking is None:
            taking = self._taking[update.update_id] = asyncio.create_task(self._go(take, update))
            taking.add_done_callback(lambda done: self._over(update.update_id, done))
        done, _ = await asyncio.wait({taking}, timeout=STORED)
        if self._take is not take:  # what was under way may have been broken off
            raise ConnectionResetError
        if not done or taking.cancelled() or taking.exception() is not None:
            raise ConnectionAbortedError
        return b""

    def _over(self, number: int, taking: asyncio.Task[None]) -> None:
        del self._taking[number]
        if not taking.cancelled():  # as the program ends
            taking.exception()  # it is no fault that nobody waits for it any more

    async def _go(self, take: Take, update: Update) -> None:
        """Take an update when its turn has come, whether or not whoever brought it is gone.

        Raises:
            Elsewhere: it is for another process to take.
        """
        turn: asyncio.Future[Awaitable[None]] = asyncio.get_running_loop().create_future()

        def go() -> None:
            if self._take is take:
                turn.set_result(take(update))
            else:
                turn.set_exception(Elsewhere)

        self._order.put(update.update_id, go)
        await (await turn)

    @asynccontextmanager
    async def open_to(self, take: Take) -> AsyncIterator[Callable[[], Any]]:
        """Take what Telegram sends; the call given back tells Telegram where to."""
        self._take = take
        try:
            if self._apart:
                yield self._ask_for_updates
            else:
                async with listening(self._webhook, Listener(self._secret, self.passed)):
                    yield self._ask_for_updates
        finally:
            self._take = None

    async def _ask_for_updates(self) -> None:
        await self._bot.set_webhook(
            self._webhook.url, secret_token=self._secret, allowed_updates=UPDATES
        )


class Relay:
    """Listens in one of several processes (``bot.adapters.Relay``)."""

    def __init__(self, webhook: Webhook, key: bytes) -> None:
        self._webhook = webhook
        self._key = key

    def platform(self, others: Others) -> None:
        """The one that is built has an entrance."""

    async def run(self, others: Others) -> None:
        """Pass each update on to whoever serves Telegram, until cancelled."""
        async with listening(self._webhook, Listener(secret_of(self._key), others.house)):
            await asyncio.Event().wait()


@asynccontextmanager
async def listening(webhook: Webhook, listener: Listener) -> AsyncIterator[None]:
    """Listen for what Telegram sends."""
    app = web.Application(client_max_size=LARGEST)
    app.router.add_post(urlsplit(webhook.url).path or "/", listener.hear)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=STORED)
    await runner.setup()
    try:
        await web.TCPSite(runner, webhook.host, webhook.port).start()
        yield
    finally:
        await runner.cleanup()
