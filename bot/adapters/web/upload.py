"""A file or a long text that a page hands in: one request, answered as a line of its owner's."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.adapters.web import cookies
from bot.adapters.web.names import clean_text
from bot.adapters.web.origins import same_origin
from bot.adapters.web.rate_limits import RateLimits, network_of
from bot.ports.errors import Elsewhere, PlatformError
from bot.ports.incoming import ALONE, Enclosed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from bot.adapters.web.platform import WebPlatform
    from bot.adapters.web.tab import Tab

RATE, BURST = 0.5, 10
"""Files a second from one network in the long run, and at once."""

SECONDS = 20.0
"""That all of a file may take."""

PIECE = 2**14

_PRIVATE = {"Cache-Control": "no-store"}


class Uploads:
    """Takes files.

    Args:
        platform: hands them on.
        tabs: those that are open now.
        room: the room of a request; raises ``HTTPNotFound``.
        client: the address that a request comes from.
    """

    def __init__(
        self,
        platform: WebPlatform,
        tabs: Iterable[Tab],
        room: Callable[[web.Request], str],
        client: Callable[[web.Request], str],
    ) -> None:
        self._platform = platform
        self._tabs = tabs
        self._room = room
        self._client = client
        self._limit = RateLimits(RATE, BURST, platform.clock)

    async def take(self, request: web.Request) -> web.StreamResponse:
        """One file, from somebody whose page is open in the room; ``say``: the words to it.

        Nothing of it is read before the service wants it, and then no more than that.
        """
        room = self._room(request)
        if not same_origin(request.headers.get("Origin", ""), request.host):
            raise web.HTTPForbidden(text="wrong origin")
        person = cookies.person_of(request, self._platform.signer)
        open_ = (t for t in self._tabs if person and t.person.id == person.id and t.room == room)
        if (tab := next(iter(open_), None)) is None:
            raise web.HTTPNotFound
        if not self._limit.take(network_of(self._client(request))):
            return web.json_response({"error": "too-fast"}, status=429, headers=_PRIVATE)
        said = clean_text(request.query.get("say", "")) or ALONE
        file = Enclosed("", request.content_length or 0, _reading(request))
        source = f"{tab.person.id}.file.{secrets.token_urlsafe(9)}"
        try:
            found: dict[str, Any] = await self._platform.uploaded(tab, said, file, source)
        except Elsewhere:  # a page sends a file but once
            self._platform.sharing.to_house(room)
            raise web.HTTPServiceUnavailable from None
        answer = web.json_response(found, headers=_PRIVATE)
        if not request.content.at_eof():
            answer.force_close()  # the rest of it is nobody's
        return answer


def _reading(request: web.Request) -> Callable[[int], Awaitable[bytes]]:
    async def read(most: int) -> bytes:
        data = bytearray()
        try:
            async with asyncio.timeout(SECONDS):
                async for piece in request.content.iter_chunked(PIECE):
                    data += piece
                    if len(data) >= most:
                        break
        except (TimeoutError, web.RequestPayloadError, ConnectionError) as error:
            raise PlatformError("the file did not come") from error
        return bytes(data[:most])

    return read
