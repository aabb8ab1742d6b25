"""What keeps the page in a browser as an app: how it is called, and what it is without a server.

None of it is anybody's: it is the same for everybody who reads the same language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from bot.adapters.web import page
from bot.adapters.web.requests import file_answer
from bot.i18n.catalogue import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable


def routes(room: Callable[[web.Request], str]) -> list[web.RouteDef]:
    """Where it is asked for.

    Args:
        room: the room of a request; raises ``HTTPNotFound``.
    """
    worker = page.worker()
    shells = {one: page.page(one, "offline.html") for one in LANGUAGES}

    async def work(request: web.Request) -> web.StreamResponse:
        return file_answer(request, worker)

    async def shell(request: web.Request) -> web.StreamResponse:
        found = shells.get(request.match_info["language"])
        if found is None:
            raise web.HTTPNotFound
        return file_answer(request, found)

    async def manifest(request: web.Request) -> web.StreamResponse:
        language = page.language(
            request.query.get("lang", ""), request.headers.get("Accept-Language", "")
        )
        return file_answer(request, page.manifest(room(request), language))

    return [
        web.get("/sw.js", work),
        web.get("/offline/{language}", shell),
        web.get("/r/{room}/manifest.webmanifest", manifest),
    ]
