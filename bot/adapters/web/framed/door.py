"""The doors of the page for other platforms' clients, each with headers of its own.

What comes in by one is that platform's proof, or a session that was opened by one: no cookie is
read here, and none is given. Every request that does something says by its ``Origin`` that it
comes from the page itself.
"""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from aiohttp import web

from bot.adapters.web import page
from bot.adapters.web.framed.sessions import Sessions
from bot.adapters.web.framed.view import FramedTab, View
from bot.adapters.web.messages import Blobs
from bot.adapters.web.origins import HEADERS
from bot.adapters.web.rate_limits import RateLimits, network_of
from bot.adapters.web.reply_cache import ReplyCache
from bot.adapters.web.requests import PRIVATE, abort, file_answer, json_of
from bot.i18n.catalogue import LANGUAGES
from bot.ports.frame import Unproven
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterable
    from datetime import datetime
    from typing import Any, Protocol

    from bot.adapters.web.framed.sessions import Session
    from bot.adapters.web.page import File
    from bot.adapters.web.protocol import Hello
    from bot.ports.frame import ClientFrame
    from bot.ports.platform import Service

    Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

    class House(Protocol):
        """What is needed of the server."""

        def client(self, request: web.Request) -> str:
            """The address that a request comes from."""

        async def greet(self, request: web.Request) -> tuple[web.WebSocketResponse, Hello | None]:
            """A socket and its first frame."""

        def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
            """Do something that nobody waits for."""


log = logging.getLogger(__name__)

PATH = "/frame/"
"""How the paths of these doors begin; a platform's name follows."""

BAD_HELLO, BAD_TOKEN, ENDED, TOO_MANY = 4400, 4401, 4403, 4429
"""Why a socket is closed: not understood, nobody's, over, too many."""

MOST_TABS_EACH = 4
BLOB_BYTES, BLOB_BYTES_EACH = 64 * 2**20, 8 * 2**20

OPEN_RATE, OPENS = 1.0, 60
"""Proofs a second from one address in the long run, and at once."""

PROXIED_RATE, PROXIED = 5.0, 200
"""The same where a platform's own proxy stands before all its people."""

_KEY = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)
_TABLE = re.compile(r"[A-Za-z0-9]{0,64}", re.ASCII)


def headers(frame: ClientFrame) -> dict[str, str]:
    """What every answer at a platform's door says about itself."""
    styles = " ".join(f"'{one}'" for one in frame.styles)
    allowed = HEADERS["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", f"frame-ancestors {' '.join(frame.ancestors)}"
    )
    allowed = allowed.replace("style-src 'self'", f"style-src 'self' {styles}".rstrip())
    made = {**HEADERS, "Content-Security-Policy": allowed}
    del made["X-Frame-Options"]  # it knows all or nobody, and is asked besides the policy
    # The client may have opened the page, and may ask of what it embeds that it agrees to that.
    made["Cross-Origin-Opener-Policy"] = "same-origin-allow-popups"
    made["Cross-Origin-Resource-Policy"] = "cross-origin"
    return made


class Frames:
    """Serves the page at the doors of platforms.

    Args:
        frames: the doors; without ``url`` there are none.
        url: where the page is reached from outside (``WEB_URL``).
        house: the server.
        service: what is done is done by it.
        clock: seconds from anywhere.
        now: the time of day.
    """

    def __init__(
        self,
        frames: Iterable[ClientFrame],
        url: str,
        house: House,
        service: Callable[[], Service],
        clock: Callable[[], float],
        now: Callable[[], datetime],
    ) -> None:
        self._frames = {frame.name: frame for frame in frames} if url else {}
        self.origin = origin_of(url)
        self._house, self._service, self._clock, self._now = house, service, clock, now
        self._headers = {name: headers(frame) for name, frame in self._frames.items()}
        self._pages = {
            (name, language): page.page(language, frame=frame)
            for name, frame in self._frames.items()
            for language in LANGUAGES
        }
        self._scripts = {
            (name, file): page.script(text)
            for name, frame in self._frames.items()
            for file, text in frame.scripts.items()
        }
        self._sessions = {name: Sessions(now, self._ended) for name in self._frames}
        self._opens = {
            name: RateLimits(PROXIED_RATE, PROXIED, clock)
            if frame.origin else RateLimits(OPEN_RATE, OPENS, clock)
            for name, frame in self._frames.items()
        }  # fmt: skip
        self._blobs = Blobs(BLOB_BYTES, BLOB_BYTES_EACH)
        self._answers = ReplyCache()
        self.tabs: list[FramedTab] = []

    def routes(self) -> list[web.RouteDef]:
        """What is served; nothing where there are no doors."""
        if not self._frames:
            return []
        return [
            web.get("/frame/{frame}", self._show),
            web.get("/frame/{frame}/s/{file}", self._script),
            web.post("/frame/{frame}/begin", self._begin),
            web.post("/frame/{frame}/session", self._open),
            web.get("/frame/{frame}/ws", self._socket),
            web.get("/frame/{frame}/p/{blob}", self._blob),
            web.get("/frame/{frame}/f/{blob}", self._blob),
        ]

    def start(self) -> None:
        """Hear of what changes."""
        if self._frames:
            self._service().windows.listen(self._changed)

    def dress(self, request: web.Request) -> dict[str, str] | None:
        """The headers of an answer at one of these doors; None at any other."""
        if request.path == "/":
            frame = self._marked(request)
            return self._headers[frame.name] if frame is not None else None
        return self._headers.get(_named(request))

    def at_root(self, otherwise: Handler) -> Handler:
        """What is shown at ``/``: the page where a platform's proxy asks for it, else another."""

        async def show(request: web.Request) -> web.StreamResponse:
            frame = self._marked(request)
            return await otherwise(request) if frame is None else self._page(frame, request)

        return show

    def allows(self, request: web.Request) -> bool | None:
        """Whether a request that does something comes from the page at a door; None: elsewhere."""
        if not request.path.startswith(PATH):
            return None
        frame = self._frames.get(_named(request))
        origin = (frame.origin if frame is not None else "") or self.origin
        return bool(origin) and request.headers.get("Origin", "") == origin

    def _changed(self, table: str) -> None:
        for tab in tuple(self.tabs):
            shown = tab.view.window
            if (shown.table in ("", table) or shown.place is not None) and tab.lasts():
                tab.view.stir()

    # Pages.

    def _frame(self, request: web.Request) -> ClientFrame:
        frame = self._frames.get(request.match_info["frame"])
        if frame is None:
            raise web.HTTPNotFound
        return frame

    def _marked(self, request: web.Request) -> ClientFrame | None:
        """The door that a request for ``/`` means by what it asks with, if it means one."""
        found = (f for f in self._frames.values() if f.marks and set(f.marks) <= set(request.query))
        return next(found, None)

    async def _show(self, request: web.Request) -> web.StreamResponse:
        return self._page(self._frame(request), request)

    def _page(self, frame: ClientFrame, request: web.Request) -> web.Response:
        accepted = request.headers.get("Accept-Language", "")
        language = page.language(request.query.get("lang", ""), accepted)
        answer = file_answer(request, self._pages[frame.name, language])
        answer.headers["Vary"] = "Accept-Language, Accept-Encoding"
        return answer

    async def _script(self, request: web.Request) -> web.StreamResponse:
        frame = self._frame(request)
        file: File | None = self._scripts.get((frame.name, request.match_info["file"]))
        if file is None:
            raise web.HTTPNotFound
        return file_answer(request, file)

    def _takes(self, frame: ClientFrame, request: web.Request) -> bool:
        return self._opens[frame.name].take(network_of(self._house.client(request)))

    async def _begin(self, request: web.Request) -> web.StreamResponse:
        """Tell a page what its proof has to answer to."""
        frame = self._frame(request)
        if frame.begin is None:
            raise web.HTTPNotFound
        where, key = await _asked(request, "where")
        if not self._takes(frame, request):
            return _said({"error": "frame-slowly"})
        return _said(dict(frame.begin(key, where)))

    async def _open(self, request: web.Request) -> web.StreamResponse:
        """Open a session by a proof, or go on with the one that it has opened."""
        frame = self._frame(request)
        proof, key = await _asked(request, "proof")
        if not self._takes(frame, request):
            return _said({"error": "frame-slowly"})
        try:
            session = self._sessions[frame.name].open(await frame.prove(proof, key), key)
        except Unproven as error:
            return _said({"error": f"frame-{error.code}"})
        return _said({"token": session.token, "name": session.proof.name})

    async def _blob(self, request: web.Request) -> web.StreamResponse:
        """A picture or file, to the session that it was shown to alone."""
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        sessions = self._sessions[self._frame(request).name]
        session = sessions.of(token) if kind == "Bearer" else None
        found = self._blobs.get(request.match_info["blob"])
        if session is None or found is None or found[1] != ("framed", session.proof.mark):
            raise web.HTTPNotFound
        data = found[0] if isinstance(found[0], bytes) else await found[0]()
        if not data:
            raise web.HTTPNotFound
        kind = "image/png" if "/p/" in request.path else "application/octet-stream"
        return web.Response(body=data, content_type=kind, headers=PRIVATE)

    # Tabs.

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        frame = self._frame(request)
        socket, hello = await self._house.greet(request)
        session = self._sessions[frame.name].of(hello.token) if hello is not None else None
        if hello is None or session is None:
            await socket.close(code=BAD_TOKEN if hello else BAD_HELLO)
            return socket
        others = [tab for tab in self.tabs if tab.view.session is session]
        for tab in others:
            if tab.session == hello.tab:
                tab.abort()
        if len(others) >= MOST_TABS_EACH:
            await socket.close(code=TOO_MANY)
            return socket
        table = request.query.get("table", "") or session.proof.named
        view = View(
            session, table if _TABLE.fullmatch(table) else "", self._blobs, self._service(),
            self._answers, self._clock, self._now, unsure=frame.unsure,
        )  # fmt: skip
        sessions = self._sessions[frame.name]
        tab = FramedTab(
            socket, view, hello, self._clock, lambda: abort(request),
            lambda: sessions.of(session.token) is session,
        )  # fmt: skip
        await self._serve(tab)
        return socket

    async def _serve(self, tab: FramedTab) -> None:
        view = tab.view
        self.tabs.append(tab)  # before the first look: what changes meanwhile is seen after it
        showing = None
        try:
            tab.send({"state": await view.first()})
            showing = asyncio.create_task(self._keep_up(tab))
            self._house.begin(tab.work(view))
            await tab.read()
        finally:
            self.tabs.remove(tab)
            view.heard(tab.session, here=False)
            if showing is not None:
                showing.cancel()
                with suppress(asyncio.CancelledError):
                    await showing
            view.close()

    async def _keep_up(self, tab: FramedTab) -> None:
        try:
            await tab.view.keep_up(tab)
        except Exception as error:  # noqa: BLE001  (the page comes again for all of it)
            log_bug(log, "window failed", error)
            tab.abort()

    def _ended(self, session: Session) -> None:
        """A session is over, or goes on under another token: what is open for it ends."""
        for tab in tuple(self.tabs):
            if tab.view.session is session:
                tab.out(ENDED)

    async def close(self, code: int) -> None:
        """End every tab."""
        await asyncio.gather(*(tab.close(code) for tab in tuple(self.tabs)))


def origin_of(url: str) -> str:
    """The origin of an address, as browsers write it; empty for none.

    >>> origin_of("https://Table.example:443/x")
    'https://table.example'
    """
    parts = urlsplit(url)
    if not parts.hostname:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    port = "" if parts.port in (None, usual) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


def _named(request: web.Request) -> str:
    """The platform that a path names; empty: none."""
    path = request.path
    return path.removeprefix(PATH).partition("/")[0] if path.startswith(PATH) else ""


async def _asked(request: web.Request, name: str) -> tuple[str, str]:
    """A field of what was sent, and the page's key. Raises ``HTTPException``: there are none."""
    found = await json_of(request)
    told, key = (found.get(name), found.get("key")) if isinstance(found, dict) else ("", "")
    if not isinstance(told, str) or not isinstance(key, str) or not _KEY.fullmatch(key):
        raise web.HTTPBadRequest
    return told, key


def _said(told: dict[str, str]) -> web.Response:
    return web.json_response(told, headers=PRIVATE)
