"""What stands beside the page: it as an app, what it is without a server, the check of shuffles.

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
    checks = {one: page.page(one, "shuffle.html") for one in LANGUAGES}

    async def work(request: web.Request) -> web.StreamResponse:
        return file_answer(request, worker)

    async def shell(request: web.Request) -> web.StreamResponse:
        found = shells.get(request.match_info["language"])
        if found is None:
            raise web.HTTPNotFound
        return file_answer(request, found)

    async def check(request: web.Request) -> web.StreamResponse:
        return file_answer(request, checks[_language(request)])

    async def manifest(request: web.Request) -> web.StreamResponse:
        return file_answer(request, page.manifest(room(request), _language(request)))

    return [
        web.get("/sw.js", work),
        web.get("/offline/{language}", shell),
        web.get("/shuffle", check),
        web.get("/r/{room}/manifest.webmanifest", manifest),
    ]


def _language(request: web.Request) -> str:
    return page.language(request.query.get("lang", ""), request.headers.get("Accept-Language", ""))
