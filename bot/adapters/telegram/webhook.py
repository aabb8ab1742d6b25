"""Updates that Telegram sends by itself.

The library's own listener answers before anything is done with an update, so that a press is lost
where the program ends in between. Here an update is answered for, as one that is fetched is
confirmed, once the service has stored what came of it; until then Telegram sends it again.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from aiohttp import web
from telegram import Update

from bot.adapters.telegram.updates import UPDATES
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from telegram import Bot

    Take = Callable[[Update], Awaitable[None]]

log = logging.getLogger(__name__)

STORED = 5.0
"""Seconds that confirming an update may wait for its being stored."""

LARGEST = 1_000_000
"""Bytes of an update."""

SECRET = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  (a header's name)


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where Telegram sends updates to, and where they are listened for."""

    url: str
    host: str = "127.0.0.1"
    port: int = 8443


class Listener:
    """Takes updates that come with the ``secret``; what comes without is refused (403)."""

    def __init__(self, bot: Bot, take: Take) -> None:
        self._bot = bot
        self._take = take
        self.secret = secrets.token_urlsafe(32)

    async def hear(self, request: web.Request) -> web.Response:
        """One update."""
        if not hmac.compare_digest(request.headers.get(SECRET, "").encode(), self.secret.encode()):
            raise web.HTTPForbidden
        update = self._read(await _json(request))
        if update is not None:
            await asyncio.wait({asyncio.ensure_future(self._take(update))}, timeout=STORED)
        return web.Response()

    def _read(self, content: Any) -> Update | None:
        """None for what is not understood: it would come again and again."""
        try:
            return Update.de_json(content, self._bot)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            log_bug(log, "update not understood", error)
            return None


async def _json(request: web.Request) -> Any:
    try:
        return await request.json()
    except (ValueError, RecursionError):
        raise web.HTTPBadRequest from None


@asynccontextmanager
async def listening(bot: Bot, webhook: Webhook, take: Take) -> AsyncIterator[Callable[[], Any]]:
    """Listen for what Telegram sends; the call given back tells Telegram to."""
    listener = Listener(bot, take)
    app = web.Application(client_max_size=LARGEST)
    app.router.add_post(urlsplit(webhook.url).path or "/", listener.hear)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=STORED)
    await runner.setup()
    try:
        await web.TCPSite(runner, webhook.host, webhook.port).start()
        yield lambda: bot.set_webhook(
            webhook.url, secret_token=listener.secret, allowed_updates=UPDATES
        )
    finally:
        await runner.cleanup()
