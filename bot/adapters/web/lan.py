"""Opening the page to the machine's own network: by one switch of whoever started the program.

A connection from the machine itself proves nothing, for a proxy or a tunnel comes from there too.
So the switch is shown to one browser alone: that which was opened by the address that the program
printed at its start. That address holds a secret which works once, in the part that is sent to no
server before a script gives it away by POST.

What comes in at an address that was opened so must name that address as its ``Host`` (no stranger's
name leads there), and has to give the PIN once; until then it is shown a page that asks for it, and
nothing else. A restart, or the switch, ends all of it.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import re
import secrets
import unicodedata
from typing import TYPE_CHECKING

from aiohttp import web

from bot.adapters.web import page
from bot.adapters.web.network import is_own, own_addresses
from bot.adapters.web.origins import host_name, is_loopback
from bot.adapters.web.rate_limits import FailedAttempts
from bot.adapters.web.requests import PRIVATE, file_answer, json_of
from bot.i18n.catalogue import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Sequence

    Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
    Find = Callable[[], Awaitable[Sequence[str]]]

DIGITS = 6
WRONG_EACH, WRONG, REST = 5, 50, 600.0
"""Wrong PINs a minute from one address, in all, and seconds of rest after so many."""

OWN, LET_IN = "own", "lan"
"""Cookies: of the browser that has the switch, and of those that have given the PIN."""

MONTH = 30 * 24 * 3600

LOOK_SECONDS = 15.0
"""Between two looks whether the machine still has the addresses that are open."""

_PAGE, _STATIC = re.compile(r"/(r/[^/]+)?"), re.compile(r"/static/[^/]+")
_SPLIT = re.compile(r"[\s\-]+")

CLOSED = "This address is closed.\n"
PIN_FIRST = "The PIN comes first: open the page in a browser.\n"


class Lan:
    """The switch, the PIN, and who has given it.

    Args:
        host: what the page listens on by its settings.
        public: whether it is reached from elsewhere by other means: nothing is offered then.
        clock: seconds from anywhere.
        find: the addresses of this machine in its network.
    """

    def __init__(
        self, host: str, *, public: bool, clock: Callable[[], float], find: Find = own_addresses
    ) -> None:
        self.offered = is_loopback(host) and not public
        self.key = secrets.token_urlsafe(16) if self.offered else ""
        self.pin = ""
        self.addresses: tuple[str, ...] = ()
        """Those that are open now."""
        self.say: Callable[[str, str], None] = lambda line, plain: None
        self._clock, self.find = clock, find
        self._owner = self._secret = ""
        self._once: set[str] = set()
        self._looked = clock()
        self._turning = asyncio.Lock()
        self._tries = FailedAttempts(WRONG_EACH, WRONG, clock, REST)
        self._pages = {one: page.page(one, "pin.html") for one in LANGUAGES}
        self._open: Callable[[str], Awaitable[object]] | None = None
        self._shut: Callable[[Collection[str]], Awaitable[None]] | None = None

    def serve(
        self,
        open_: Callable[[str], Awaitable[object]],
        shut: Callable[[Collection[str]], Awaitable[None]],
    ) -> None:
        """How an address is listened at, and how that ends."""
        self._open, self._shut = open_, shut

    def routes(self) -> list[web.RouteDef]:
        """Where it is asked."""
        return [
            web.post("/own", self.own),
            web.post("/own/lan", self.switch),
            web.post("/pin", self.take),
        ]

    # Who comes in.

    def came(self, request: web.Request) -> str:
        """The address of ours at which a request came in, if it was opened by the switch."""
        transport = request.transport
        own = transport.get_extra_info("sockname") if transport is not None else None
        address = str(own[0]) if own else ""
        return address if address in self._once else ""

    @web.middleware
    async def check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """From the network: by the address itself, and not without the PIN."""
        address = self.came(request)
        if not address:
            return await handler(request)
        if address not in self.addresses or not _is(request.headers.get("Host", ""), address):
            raise web.HTTPForbidden(text=CLOSED)
        if request.path.startswith("/own"):
            raise web.HTTPNotFound
        if self._knows(request.cookies.get(LET_IN, ""), self._secret):
            return await handler(request)
        if request.path == "/pin" and request.method == "POST":
            return await handler(request)
        if request.method in ("GET", "HEAD") and _STATIC.fullmatch(request.path):
            return await handler(request)
        if request.method not in ("GET", "HEAD") or not _PAGE.fullmatch(request.path):
            raise web.HTTPForbidden(text=PIN_FIRST)
        language = page.language(
            request.cookies.get("lang", ""), request.headers.get("Accept-Language", "")
        )
        asked = file_answer(request, self._pages[language])
        asked.headers.update({**PRIVATE, "Vary": "Accept-Language, Accept-Encoding, Cookie"})
        del asked.headers["ETag"]
        return asked

    async def take(self, request: web.Request) -> web.StreamResponse:
        """The PIN: right, it lets this browser in for as long as it is open."""
        address = self.came(request)
        if not address:
            raise web.HTTPNotFound
        found = await json_of(request)
        pin = found.get("pin") if isinstance(found, dict) else None
        if not isinstance(pin, str):
            raise web.HTTPBadRequest
        # Nothing is awaited from here on: who tries much at once is counted all the same.
        peer = request.remote or ""
        if not self._tries.may(peer):
            rests = self._tries.seconds
            headers = {**PRIVATE, "Retry-After": str(rests or 60)}
            told = {"error": "pin-rest" if rests else "pin-wait"}
            return web.json_response(told, status=429, headers=headers)
        if not self._knows(_digits(pin), self.pin):
            self._tries.wrong(peer)
            return web.json_response({"error": "pin-wrong"}, headers=PRIVATE)
        answer = web.json_response({}, headers=PRIVATE)
        answer.set_cookie(
            LET_IN, self._secret, max_age=MONTH, path="/", httponly=True, samesite="Lax"
        )
        return answer

    # Whose the switch is.

    async def own(self, request: web.Request) -> web.StreamResponse:
        """Take the secret of the printed address: once."""
        found = await json_of(request)
        key = found.get("key") if isinstance(found, dict) else None
        if not isinstance(key, str):
            raise web.HTTPBadRequest
        if not self._knows(key, self.key):
            return web.json_response({"own": False}, headers=PRIVATE)
        self.key = ""
        self._owner = secrets.token_urlsafe(16)
        answer = web.json_response({"own": True}, headers=PRIVATE)
        answer.set_cookie(OWN, self._owner, path="/own", httponly=True, samesite="Strict")
        return answer

    async def switch(self, request: web.Request) -> web.StreamResponse:
        """Say how it stands, and turn it where ``open`` says so; to nobody but whose it is."""
        found = await json_of(request)
        if not isinstance(found, dict):
            raise web.HTTPBadRequest
        if not self._knows(request.cookies.get(OWN, ""), self._owner):
            return web.json_response({"own": False}, headers=PRIVATE)
        told: dict[str, object] = {}
        if found.get("open") is True:
            await self.open()
            told = {} if self.addresses else {"error": "lan-none"}
        elif found.get("open") is False:
            await self.close()
        told |= {"own": True, "open": bool(self.addresses), "pin": self.pin}
        return web.json_response(told, headers=PRIVATE)

    async def open(self) -> None:
        """Listen at the machine's addresses in its network, and say the PIN where it runs."""
        async with self._turning:
            if self.offered and self._open is not None and not self.addresses:
                await self._listen(self._open)

    async def _listen(self, listen: Callable[[str], Awaitable[object]]) -> None:
        opened = []
        for found in await self.find():
            address = str(ipaddress.ip_address(found))  # as the system says it of a connection
            self._once.add(address)  # before: nothing comes in there unasked
            try:
                await listen(address)
            except OSError:
                continue
            opened.append(address)
        if not opened:
            return
        self.pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        self._secret = secrets.token_urlsafe(16)
        self.addresses = tuple(opened)
        plain = f"\n  Your network can come in now, until you switch it off. PIN: {self.pin}\n"
        self.say(f"\n  同一个局域网的人现在可以进来，直到你关掉。PIN：{self.pin}\n", plain)

    async def close(self, addresses: Collection[str] | None = None) -> None:
        """Listen there no longer; with the last address everybody's PIN is none any more.

        ``addresses``: some of those that are open; None for all.
        """
        async with self._turning:
            ended = self.addresses if addresses is None else tuple(addresses)
            self.addresses = tuple(one for one in self.addresses if one not in ended)
            if not self.addresses:
                self.pin = self._secret = ""
            if self._shut is not None and ended:
                await self._shut(ended)

    async def look(self) -> None:
        """Close what is this machine's no longer; to be called every second or so."""
        if not self.addresses or self._clock() - self._looked < LOOK_SECONDS:
            return
        self._looked = self._clock()
        if gone := [one for one in self.addresses if not is_own(one)]:
            await self.close(gone)

    @staticmethod
    def _knows(given: str, wanted: str) -> bool:
        """Whether they are the same; nothing is ever the same as nothing."""
        sent = given.encode(errors="surrogatepass")
        return bool(wanted) and hmac.compare_digest(sent, wanted.encode())


def _is(header: str, address: str) -> bool:
    """Whether a ``Host`` header names this very address."""
    try:
        return ipaddress.ip_address(host_name(header)) == ipaddress.ip_address(address)
    except ValueError:
        return False


def _digits(pin: str) -> str:
    """A PIN as it was printed, however it was typed.

    >>> _digits(" 123 ４５６ ")
    '123456'
    """
    return _SPLIT.sub("", unicodedata.normalize("NFKC", pin[:40]))
