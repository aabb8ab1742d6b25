"""The HTTP side: the page, sitting down, pictures, and the WebSocket of every tab."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from aiohttp import WSMsgType, web

from bot.adapters.web import page
from bot.adapters.web.guard import HEADERS, Crowd, Hosts, from_here, same_origin
from bot.adapters.web.names import NameRefused, clean_name
from bot.adapters.web.tab import GOING_AWAY, Tab
from bot.adapters.web.wire import FRAME_BYTES, FrameRefused, read_hello
from bot.i18n.catalogue import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.adapters.web.platform import WebPlatform
    from bot.adapters.web.signing import Person
    from bot.adapters.web.wire import Hello

    Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HELLO_SECONDS = 10.0
HEARTBEAT_SECONDS = 25.0
STOP_SECONDS = 5.0
MOST_TABS = 2000
MOST_TABS_EACH = 8
BODY_BYTES = 4096

SIT_RATE, SITS = 0.5, 30
"""New people a second from one address in the long run, and at once: a whole party sits down
behind one router, and everybody behind one proxy."""

UNKNOWN_HOST = "This name is not known here. Whoever runs the program can add it to WEB_HOSTS.\n"

NOT_HERE = "This is shown to the machine itself alone. METRICS_OPEN=true shows it to everybody.\n"

BAD_HELLO, BAD_TOKEN, TOO_MANY = 4400, 4401, 4429
"""Why a socket is closed after its hello: not understood, not ours, too many tabs."""


class Server:
    """Speaks HTTP for the platform."""

    def __init__(self, platform: WebPlatform, hosts: Hosts) -> None:
        self.port = 0
        self._platform = platform
        self._hosts = hosts
        self._pages = {language: page.page(language) for language in LANGUAGES}
        self._static = page.static()
        self._sits = Crowd(SIT_RATE, SITS, platform.clock)
        self._runner: web.AppRunner | None = None
        self._tabs: list[Tab] = []
        self._greeting = 0
        self._workers: set[asyncio.Task[None]] = set()

    async def start(self, host: str, port: int) -> None:
        """Listen. Raises ``OSError`` where the port is taken."""
        app = web.Application(client_max_size=BODY_BYTES, middlewares=[self._check_host])
        app.on_response_prepare.append(_dress)
        app.add_routes(
            [
                web.get("/", self._new_room),
                web.get("/static/{name}", self._file),
                web.get("/r/{room}", self._show),
                web.post("/r/{room}/sit", self._sit),
                web.get("/r/{room}/ws", self._socket),
                web.get("/r/{room}/p/{picture}", self._picture),
                web.get("/{report:[a-z]+}", self._report),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=STOP_SECONDS)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError:
            await self._runner.cleanup()
            raise
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Close the port and the tabs; give what was received a few seconds to finish."""
        if self._runner is None:
            return
        runner, self._runner = self._runner, None
        for site in tuple(runner.sites):
            await site.stop()
        await asyncio.gather(*(tab.close(GOING_AWAY) for tab in tuple(self._tabs)))
        if self._workers:
            await asyncio.wait(tuple(self._workers), timeout=STOP_SECONDS)
        for worker in tuple(self._workers):
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        await runner.cleanup()

    # Pages.

    @web.middleware
    async def _check_host(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not self._hosts.allow(request.headers.get("Host", "")):
            raise web.HTTPForbidden(text=UNKNOWN_HOST)
        return await handler(request)

    async def _new_room(self, _request: web.Request) -> web.StreamResponse:
        room = self._platform.signer.new_room()
        raise web.HTTPSeeOther(f"/r/{room}", headers={"Cache-Control": "no-store"})

    async def _file(self, request: web.Request) -> web.StreamResponse:
        file = self._static.get(request.match_info["name"])
        if file is None:
            raise web.HTTPNotFound
        return _sent(request, file)

    async def _show(self, request: web.Request) -> web.StreamResponse:
        self._room(request)
        chosen = request.cookies.get("lang", "")
        language = page.language(chosen, request.headers.get("Accept-Language", ""))
        answer = _sent(request, self._pages[language])
        answer.headers["Vary"] = "Accept-Language, Cookie"
        return answer

    async def _report(self, request: web.Request) -> web.StreamResponse:
        """What the program says about itself."""
        report = self._platform.pages.get(request.match_info["report"])
        if report is None:
            raise web.HTTPNotFound
        if request.match_info["report"] in self._platform.local_pages and not _from_here(request):
            raise web.HTTPForbidden(text=NOT_HERE)
        status, kind, body = report()
        return web.Response(
            status=status, body=body, headers={"Content-Type": kind, "Cache-Control": "no-store"}
        )

    async def _sit(self, request: web.Request) -> web.StreamResponse:
        """Take a name: a new person, or the one whose token is sent along under another name."""
        self._room(request)
        if not same_origin(request.headers.get("Origin", ""), request.host):
            raise web.HTTPForbidden(text="wrong origin")
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType
        try:
            found = await request.json()
        except (ValueError, RecursionError):
            raise web.HTTPBadRequest from None
        name = found.get("name") if isinstance(found, dict) else None
        if not isinstance(name, str):
            raise web.HTTPBadRequest
        try:
            name = clean_name(name)
        except NameRefused as refused:
            return web.json_response({"error": refused.code}, headers=_PRIVATE)
        known = self._person(request)
        if known is None and not self._sits.take(request.remote or ""):
            return web.json_response({"error": "error-too-fast"}, status=429, headers=_PRIVATE)
        token = self._platform.signer.sit(name, known.id if known else "")
        return web.json_response({"token": token, "name": name}, headers=_PRIVATE)

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        """A picture, to those who may see it; to everyone else there is none."""
        room = self._room(request)
        person = self._person(request)
        found = self._platform.shelf.pictures.get(request.match_info["picture"])
        if person is None or found is None:
            raise web.HTTPNotFound
        png, owner = found
        here = any(tab.person.id == person.id and tab.room == room for tab in self._tabs)
        if owner != ("person", person.id) and not (owner == ("room", room) and here):
            raise web.HTTPNotFound
        return web.Response(body=png, content_type="image/png", headers=_PRIVATE)

    def _room(self, request: web.Request) -> str:
        room = request.match_info["room"]
        if not self._platform.signer.is_room(room):
            raise web.HTTPNotFound
        return room

    def _person(self, request: web.Request) -> Person | None:
        kind, _, token = request.headers.get("Authorization", "").partition(" ")
        return self._platform.signer.person(token) if kind == "Bearer" else None

    # Tabs.

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        room = self._room(request)
        if not same_origin(request.headers.get("Origin", ""), request.host):
            raise web.HTTPForbidden(text="wrong origin")
        if len(self._tabs) + self._greeting >= MOST_TABS:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_SECONDS,
            timeout=STOP_SECONDS,
            max_msg_size=FRAME_BYTES,
            compress=False,
        )
        await socket.prepare(request)
        self._greeting += 1
        try:
            hello = await _hello(socket)
        finally:
            self._greeting -= 1
        person = self._platform.signer.person(hello.token) if hello else None
        if hello is None or person is None:
            await socket.close(code=BAD_TOKEN if hello else BAD_HELLO)
            return socket
        others = [tab for tab in self._tabs if tab.person.id == person.id]
        for tab in others:
            if tab.session == hello.tab:
                # The same page again: its old connection is dead and does not know it yet.
                tab.abort()
        if sum(tab.session != hello.tab for tab in others) >= MOST_TABS_EACH:
            await socket.close(code=TOO_MANY)
            return socket
        tab = Tab(
            socket, person, room, hello.tab, hello.lang, self._platform.clock,
            lambda: _abort(request),
        )  # fmt: skip
        await self._serve(tab)
        return socket

    async def _serve(self, tab: Tab) -> None:
        """Show the tab what there is, then everything new, until it closes."""
        shelf = self._platform.shelf
        # Snapshot and subscription without a pause between them: nothing is missed or doubled.
        channels, shown = [], {}
        for key in (("room", tab.room), ("person", tab.person.id)):
            channel = shelf.channel(key)
            channel.tabs.add(tab)
            channels.append(channel)
            shown[key[0]] = [kept.shape(shelf.now()) for kept in channel.messages.values()]
        you = {"id": tab.person.id, "name": tab.person.name}
        tab.send({"state": {"you": you, "room": tab.room[:4], "messages": shown}})
        self._tabs.append(tab)
        worker = asyncio.create_task(tab.work(self._platform))
        self._workers.add(worker)
        worker.add_done_callback(self._workers.discard)
        try:
            await tab.read()
        finally:
            self._tabs.remove(tab)
            for channel in channels:
                channel.tabs.discard(tab)


_PRIVATE = {"Cache-Control": "no-store"}


async def _hello(socket: web.WebSocketResponse) -> Hello | None:
    try:
        first = await socket.receive(timeout=HELLO_SECONDS)
        return read_hello(first.data) if first.type is WSMsgType.TEXT else None
    except (TimeoutError, FrameRefused):
        return None


def _from_here(request: web.Request) -> bool:
    transport = request.transport
    own = transport.get_extra_info("sockname") if transport is not None else None
    return from_here(own[0] if own else "", request.remote or "", request.headers)


def _abort(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()


def _sent(request: web.Request, file: page.File) -> web.Response:
    headers = {"ETag": f'"{file.etag}"', "Cache-Control": "no-cache"}
    if request.headers.get("If-None-Match") == f'"{file.etag}"':
        return web.Response(status=304, headers=headers)
    return web.Response(body=file.body, content_type=file.kind, charset="utf-8", headers=headers)


async def _dress(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
