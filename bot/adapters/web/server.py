"""The HTTP side: the page, sitting down, pictures, and the WebSocket of every tab."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.adapters.web import apart, cookies, page
from bot.adapters.web.acceptor import Acceptor
from bot.adapters.web.client_errors import ClientErrors
from bot.adapters.web.connection import ATTENDED, Connection
from bot.adapters.web.framed.door import Frames
from bot.adapters.web.invite import Invitation
from bot.adapters.web.origins import HEADERS, UNKNOWN_HOST, Hosts, Proxies, same_origin
from bot.adapters.web.pending import Pending
from bot.adapters.web.people import People
from bot.adapters.web.protocol import FRAME_BYTES
from bot.adapters.web.push import Push
from bot.adapters.web.rate_limits import RateLimits, network_of
from bot.adapters.web.requests import (
    PRIVATE,
    abort,
    comes_from_here,
    file_answer,
    hello_of,
    in_pieces,
)
from bot.adapters.web.tab import GOING_AWAY, Tab
from bot.adapters.web.upload import Uploads
from bot.i18n.catalogue import LANGUAGES
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping

    from bot.adapters.web.lan import Lan
    from bot.adapters.web.messages import Blobs
    from bot.adapters.web.platform import WebPlatform
    from bot.adapters.web.protocol import Hello
    from bot.ports.frame import ClientFrame
    from bot.ports.messages import Paint

    Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

log = logging.getLogger(__name__)

HELLO_SECONDS = 10.0
HEARTBEAT_SECONDS = 25.0
STOP_SECONDS = 5.0
MOST_TABS = 2000
MOST_TABS_EACH = 8
TABS_OF_A_NETWORK = 500
"""Tabs from one address: a proxy that is not known as one stands for all its people."""

GREETING, GREETING_EACH = 500, 32
"""Sockets without a hello, in all (and of all connections no more than a quarter), and of one
address."""

SWEEP_SECONDS = 1.0
BODY_BYTES = 4096

ROOM_RATE, ROOMS = 0.2, 60
"""New rooms a second from one address in the long run, and at once: a room holds a table."""

TOO_FAST = "Many rooms were opened from here just now. Please try again in a minute.\n"

NOT_HERE = "This is shown to the machine itself alone. METRICS_OPEN=true shows it to everybody.\n"

BAD_HELLO, BAD_TOKEN, TOO_MANY = 4400, 4401, 4429
"""Why a socket is closed after its hello: not understood, not ours, too many tabs."""


class Server:
    """Speaks HTTP for the platform."""

    def __init__(
        self,
        platform: WebPlatform,
        hosts: Hosts,
        proxies: Proxies,
        lan: Lan,
        most: int | None,
        *,
        frames: Iterable[ClientFrame] = (),
        url: str = "",
    ) -> None:
        self.port = 0
        self.client_errors = ClientErrors(platform.clock)
        self.acceptor = Acceptor(proxies, self.client_errors, platform.clock, most)
        self._proxies = proxies
        self._platform = platform
        self._hosts = hosts
        self._pages = {language: page.page(language) for language in LANGUAGES}
        self._static = page.static()
        self._rooms = RateLimits(ROOM_RATE, ROOMS, platform.clock)
        self._runner: web.AppRunner | None = None
        self.tabs: list[Tab] = []
        self._uploads = Uploads(platform, self.tabs, self.room, self.client)
        self.lan = lan
        names = platform.hosts
        self._invitation = Invitation(platform.host, lambda: self.port, names, lan, self.room)
        self.people = People(self, platform.signer, platform.devices, platform.clock)
        self.frames = Frames(
            frames, url, self, platform.serving, platform.clock, platform.time_of_day
        )
        self.push = Push(
            self, platform.signer, platform.belongings, platform.clock, platform.sender
        )
        self._networks: Counter[str] = Counter()
        self._greeting: Pending[web.RequestHandler] = Pending(
            GREETING_EACH,
            min(GREETING, self.acceptor.most // 4),
            HELLO_SECONDS,
            platform.clock,
            self._silent,
        )
        self._sweeping: asyncio.Task[None] | None = None
        self._workers: set[asyncio.Task[None]] = set()

    async def start(self, host: str, port: int) -> None:
        """Listen. Raises ``OSError`` where the port is taken."""
        app = self.app = web.Application(
            client_max_size=BODY_BYTES, middlewares=[self._attend, self.lan.check, self._check]
        )
        app.on_response_prepare.append(self._add_headers)
        app.add_routes(
            [
                web.get("/", self.frames.at_root(self._new_room)),
                web.get("/static/{name}", self._file),
                *apart.routes(self.room),
                web.get("/r/{room}", self._show),
                *self.people.routes(),
                *self.lan.routes(),
                *self.push.routes(),
                web.post("/r/{room}/invite", self._invitation.show),
                *self.frames.routes(),
                web.post("/r/{room}/file", self._uploads.take),
                web.get("/r/{room}/ws", self._socket),
                web.get("/r/{room}/p/{picture}", self._picture),
                web.get("/r/{room}/f/{file}", self._kept_file),
                web.get("/{report:[a-z]+}", self._report),
            ]
        )
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=STOP_SECONDS)
        await self._runner.setup()
        try:
            make = self._platform.entrance
            self.port = await self.acceptor.open(host, port, make)
            self.lan.serve(
                lambda address: self.acceptor.open(address, self.port, make), self.acceptor.shut
            )
        except OSError:
            await self._runner.cleanup()
            raise
        self._sweeping = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Close the port and the tabs; give what was received a few seconds to finish."""
        if self._runner is None:
            return
        runner, self._runner = self._runner, None
        await self.acceptor.close()
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)
            self.client_errors.tell()
        self._greeting.drop_all()
        await asyncio.gather(*(tab.close(GOING_AWAY) for tab in tuple(self.tabs)))
        await self.frames.close(GOING_AWAY)
        if self._workers:
            await asyncio.wait(tuple(self._workers), timeout=STOP_SECONDS)
        for worker in tuple(self._workers):
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        await self.push.close()
        await runner.cleanup()

    def visitor(self) -> Connection:
        """What speaks on a new connection. Raises ``ConnectionAbortedError``: the port is shut."""
        server = self._runner.server if self._runner is not None else None
        if server is None:  # it came while the port was being closed
            raise ConnectionAbortedError
        return Connection(server, self.acceptor, self.client_errors)

    def sweep(self) -> None:
        """End what has taken too long, and log what its clients did wrong."""
        self.acceptor.sweep()
        self._greeting.drop_overdue()
        self.push.look()
        self.client_errors.tell()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                self.sweep()
                await self.lan.look()
            except Exception as error:  # noqa: BLE001  (without it the next flood stays)
                log_bug(log, "sweep failed", error)

    # Pages.

    @web.middleware
    async def _attend(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        request[ATTENDED] = True
        self.acceptor.busy(request.protocol)
        try:
            return await handler(request)
        finally:
            self.acceptor.idle(request.protocol)

    @web.middleware
    async def _check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Another page's browser may read what anybody may; change something it may not."""
        if not self.lan.came(request) and not self._hosts.allow(request.headers.get("Host", "")):
            self.client_errors.count("host-not-in-WEB_HOSTS")
            raise web.HTTPForbidden(text=UNKNOWN_HOST)
        socket = "Upgrade" in request.headers or request.path.endswith("/ws")
        if socket or request.method not in ("GET", "HEAD"):
            allowed = self.frames.allows(request)
            if allowed is None:
                allowed = same_origin(request.headers.get("Origin", ""), request.host)
            if not allowed:
                raise web.HTTPForbidden(text="wrong origin")
        return await handler(request)

    async def _new_room(self, request: web.Request) -> web.StreamResponse:
        if not self._rooms.take(network_of(self.client(request))):
            self.client_errors.count("rooms")
            raise web.HTTPTooManyRequests(text=TOO_FAST, headers={"Retry-After": "60"})
        room = self._platform.signer.new_room()
        raise web.HTTPSeeOther(f"/r/{room}", headers={"Cache-Control": "no-store"})

    async def _file(self, request: web.Request) -> web.StreamResponse:
        file = self._static.get(request.match_info["name"])
        if file is None:
            raise web.HTTPNotFound
        return file_answer(request, file)

    async def _show(self, request: web.Request) -> web.StreamResponse:
        self.room(request)
        chosen = await self.people.language(request)
        language = page.language(chosen, request.headers.get("Accept-Language", ""))
        answer = file_answer(request, self._pages[language])
        answer.headers["Vary"] = "Accept-Language, Accept-Encoding, Cookie"
        if not cookies.stay(request):
            cookies.try_out(answer)
        return answer

    async def _report(self, request: web.Request) -> web.StreamResponse:
        """What the program says about itself."""
        report = self._platform.pages.get(request.match_info["report"])
        if report is None:
            raise web.HTTPNotFound
        if request.match_info["report"] in self._platform.local_pages and not comes_from_here(
            request
        ):
            raise web.HTTPForbidden(text=NOT_HERE)
        status, kind, body = report()
        headers = {"Content-Type": kind, "Cache-Control": "no-store"}
        return web.Response(status=status, body=body, headers=headers)

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        """A picture, to those who may see it; to everyone else there is none."""
        shown = self._shown(request, self._platform.messages.pictures, "picture")
        png = shown if isinstance(shown, bytes) else await shown()
        if not png:
            raise web.HTTPNotFound
        return web.Response(body=png, content_type="image/png", headers=PRIVATE)

    async def _kept_file(self, request: web.Request) -> web.StreamResponse:
        """A file to keep, in pieces: only as much is on its way as its reader takes."""
        shown = self._shown(request, self._platform.messages.files, "file")
        data = memoryview(shown if isinstance(shown, bytes) else b"")
        return await in_pieces(request, data, lambda: self.client_errors.count("slow reader"))

    def _shown(self, request: web.Request, blobs: Blobs, name: str) -> bytes | Paint:
        """What whoever asks may see. Raises ``HTTPNotFound``: nothing."""
        room = self.room(request)
        person = cookies.person_of(request, self._platform.signer)
        found = blobs.get(request.match_info[name])
        if person is None or found is None:
            raise web.HTTPNotFound
        data, owner = found
        here = any(tab.person.id == person.id and tab.room == room for tab in self.tabs)
        if owner != ("person", person.id) and not (owner == ("room", room) and here):
            raise web.HTTPNotFound
        return data

    def room(self, request: web.Request) -> str:
        """The room that is asked for. Raises ``HTTPNotFound``."""
        room = request.match_info["room"]
        if not self._platform.signer.is_room(room):
            raise web.HTTPNotFound
        return room

    def client(self, request: web.Request) -> str:
        """The address that a request comes from."""
        forwarded = request.headers.getall("X-Forwarded-For", [])
        return self._proxies.client(request.remote or "", forwarded)

    def _silent(self, visitor: web.RequestHandler) -> None:
        self.client_errors.count("no greeting")
        if visitor.transport is not None:
            visitor.transport.abort()

    # Tabs.

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        room = self.room(request)
        if not await self._platform.sharing.runs(room):
            raise web.HTTPServiceUnavailable
        address = self.client(request)
        socket, hello = await self.greet(request)
        person = cookies.greeted(request, hello, self._platform.signer) if hello else None
        agent = request.headers.get("User-Agent", "")
        met = await self.people.met(person, agent) if person is not None else None
        if hello is None or met is None:
            await socket.close(code=BAD_TOKEN if hello else BAD_HELLO)
            return socket
        person, looks = met
        others = [tab for tab in self.tabs if tab.person.id == person.id]
        for tab in others:
            if tab.session == hello.tab:
                # The same page again: its old connection is dead and does not know it yet.
                tab.abort()
        many = sum(tab.session != hello.tab for tab in others) >= MOST_TABS_EACH
        if many or self._full(network_of(address)):
            await socket.close(code=TOO_MANY)
            return socket
        tab = Tab(
            socket, person, room, hello.tab, hello.lang, self._platform.clock,
            lambda: abort(request),
        )  # fmt: skip
        self._networks[network_of(address)] += 1
        try:
            await self._serve(tab, looks)
        finally:
            self._networks -= Counter([network_of(address)])
        return socket

    async def greet(self, request: web.Request) -> tuple[web.WebSocketResponse, Hello | None]:
        """A socket and its greeting; None if it is none, or does not come in time."""
        if len(self.tabs) + len(self.frames.tabs) + len(self._greeting) >= MOST_TABS:
            self.client_errors.count("no room")
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_SECONDS,
            timeout=STOP_SECONDS,
            max_msg_size=FRAME_BYTES,
            compress=False,
        )
        await socket.prepare(request)
        self._greeting.add(request.protocol, self.client(request))
        try:
            return socket, await hello_of(socket, HELLO_SECONDS)
        finally:
            self._greeting.remove(request.protocol)

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something that nobody waits for, but for a stop."""
        worker = asyncio.create_task(work)
        self._workers.add(worker)
        worker.add_done_callback(self._workers.discard)
        return worker

    def _full(self, network: str) -> bool:
        """Whether one address has its share of the tabs; never more than half of the room."""
        return self._networks[network] >= min(TABS_OF_A_NETWORK, self.acceptor.most // 2)

    async def _serve(self, tab: Tab, looks: Mapping[str, str]) -> None:
        """Show the tab what there is, then everything new, until it closes."""
        messages = self._platform.messages
        # Snapshot and subscription without a pause between them: nothing is missed or doubled.
        channels, shown = [], {}
        for key in (("room", tab.room), ("person", tab.person.id)):
            channel = messages.channel(key)
            channel.tabs.add(tab)
            channels.append(channel)
            readable = [kept.told(tab.language) for kept in channel.messages.values()]
            shown[key[0]] = [kept.shape(messages.now()) for kept in readable]
        you = {"id": tab.person.id, "name": tab.person.name}
        told = {"you": you, "room": tab.room[:4], "looks": looks, "messages": shown}
        tab.send({"state": told})
        self.people.came(tab)
        self.tabs.append(tab)
        self.begin(tab.work(self._platform))
        try:
            await tab.read()
        finally:
            self.tabs.remove(tab)
            for channel in channels:
                channel.tabs.discard(tab)

    async def _add_headers(self, request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(self.frames.dress(request) or HEADERS)
