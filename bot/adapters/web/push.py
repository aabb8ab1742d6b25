"""Telling people that it is their turn while their page is closed, where they have asked for that.

What is told never says more than that it is somebody's turn: it travels through a stranger's hands,
and lies on a screen that others see.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Protocol

from aiohttp import web

from bot.adapters.web import cookies, page, subscription
from bot.adapters.web.rate_limits import RateLimits, network_of
from bot.adapters.web.requests import PRIVATE, json_of
from bot.ports.belongings import PUSH
from bot.ports.refs import UserRef
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from bot.adapters.web.absent import Absent
    from bot.adapters.web.signing import Person, Signer
    from bot.adapters.web.subscription import Subscription
    from bot.adapters.web.tab import Tab
    from bot.ports.belongings import Belongings
    from bot.ports.messages import Outgoing

log = logging.getLogger(__name__)

AWAY = 15.0
"""Seconds for which no page of theirs was open: a telephone that was put away may not be noticed
before, and one that loads its page anew is back by then."""

SOON = 3.0
"""Seconds for which nobody is told whose page was closed before: it may just be loading anew."""

MOST = 5000
"""Turns that are remembered."""

AT_ONCE = 8
RATE, BURST = 0.2, 20
"""Choices a second from one address in the long run, and at once."""

GONE = (404, 410)
"""What a service answers for a browser that takes nothing any more (RFC 8030)."""


class Sender(Protocol):
    """Sends to a browser's service."""

    @property
    def key(self) -> str:
        """Our public key, as a browser wants it."""
        ...

    async def send(self, to: Subscription, told: bytes) -> int:
        """Send; what the service has answered, as a status of HTTP.

        Raises:
            OSError: it was not reached.
        """
        ...

    async def close(self) -> None:
        """Nothing is sent any more."""


class House(Protocol):
    """What is needed of the server."""

    @property
    def tabs(self) -> list[Tab]:
        """The open tabs."""
        ...

    def room(self, request: web.Request) -> str:
        """The room that is asked for. Raises ``HTTPNotFound``."""
        ...

    def client(self, request: web.Request) -> str:
        """The address that a request comes from."""
        ...

    def begin(self, work: Coroutine[Any, Any, None]) -> object:
        """Do something that nobody waits for."""
        ...


class Push:
    """Who wants to be told, and who is.

    Args:
        house: the server.
        signer: knows people, and which of their devices were ended.
        belongings: where it is kept who wants it.
        clock: seconds from anywhere.
        sender: None where nothing can be sent; then nobody is asked whether they want it.

    Attributes:
        absent: tells other processes, if there are any, at which a page of theirs may be open.
    """

    def __init__(
        self,
        house: House,
        signer: Signer,
        belongings: Callable[[], Belongings],
        clock: Callable[[], float],
        sender: Sender | None,
    ) -> None:
        self._house, self._signer, self._belongings = house, signer, belongings
        self._clock, self._sender = clock, sender
        self._limit = RateLimits(RATE, BURST, clock)
        self._few = asyncio.Semaphore(AT_ONCE)
        self.absent: Absent | None = None
        self._waited: OrderedDict[tuple[str, str], tuple[str, float]] = OrderedDict()
        """By person and message: which turn of theirs, untold, and when they were last there."""
        self._told: OrderedDict[tuple[str, str], None] = OrderedDict()
        """By person and turn: it was told."""

    def routes(self) -> list[web.RouteDef]:
        """Where it is asked."""
        return [web.post("/r/{room}/push", self.choose)]

    async def choose(self, request: web.Request) -> web.StreamResponse:
        """Whether this device is told; ``on`` (its subscription) and ``off`` have it so."""
        room = self._house.room(request)
        person = cookies.person_of(request, self._signer)
        if person is None:
            raise web.HTTPUnauthorized
        found = await json_of(request)
        if not isinstance(found, dict):
            raise web.HTTPBadRequest
        if self._sender is None:
            return web.json_response({"key": ""}, headers=PRIVATE)
        if found and not self._limit.take(network_of(self._house.client(request))):
            return web.json_response({"error": "error-too-fast"}, status=429, headers=PRIVATE)
        if "on" in found:
            lang = found.get("lang")
            made = subscription.sent(found["on"], lang if isinstance(lang, str) else "", room)
            if made is None or self._signer.is_out(person.device):
                return web.json_response({"error": "push-unknown"}, headers=PRIVATE)
            await self._keep(person, made.kept())
        elif "off" in found:
            await self._keep(person, "")
        kept = await self._belongings().of(_user(person.id))
        told = {"key": self._sender.key, "on": bool(kept.get(PUSH + person.device))}
        return web.json_response(told, headers=PRIVATE)

    async def _keep(self, person: Person, value: str) -> None:
        await self._belongings().keep(_user(person.id), PUSH + person.device, value)

    # Whose turn it is.

    def shown(self, person: str, message_id: str, message: Outgoing) -> None:
        """A person's own message is this now."""
        if self.absent is not None:
            self.absent.shown(person, message_id, message)
        if self._sender is None:
            return
        at = (person, message_id)
        if message.asked != "turn":
            self._waited.pop(at, None)
            return
        turn, since = self._waited.get(at, ("", 0.0))
        if turn != message.turn:
            # Only what begins: a start shows every turn anew, and they have been told of it before.
            if not message.notify or (person, message.turn) in self._told:
                return
            since = self._clock() - (0.0 if self.is_here(person) else AWAY - SOON)
        self._waited[at] = message.turn, since
        self._trim()

    def over(self, person: str, message_id: str) -> None:
        """A message is there no longer, or nobody can act on it."""
        if self.absent is not None:
            self.absent.over(person, message_id)
        self._waited.pop((person, message_id), None)

    def look(self) -> None:
        """Tell those who have gone in their turn; to be called every second or so."""
        if self.absent is not None:
            self.absent.look()
        now = self._clock()
        for at, (turn, since) in tuple(self._waited.items()):
            person = at[0]
            if self.is_here(person):
                self._waited[at] = turn, now
            elif now - since >= AWAY:
                del self._waited[at]
                self._told[person, turn] = None
                self._trim()
                self._house.begin(self._tell(person))

    def is_here(self, person: str) -> bool:
        """Whether a page of theirs is open."""
        return any(tab.person.id == person for tab in self._house.tabs)

    def _trim(self) -> None:
        while len(self._waited) > MOST:
            self._waited.popitem(last=False)
        while len(self._told) > MOST:
            self._told.popitem(last=False)

    async def _tell(self, person: str) -> None:
        try:
            kept = await self._belongings().of(_user(person))
            wanted = ((key, read) for key, value in kept.items() if (read := _of(key, value)))
            async with asyncio.TaskGroup() as all_:
                for key, to in wanted:
                    all_.create_task(self._send(person, key, to))
        except Exception as error:  # noqa: BLE001  (they see it when they come back)
            log_bug(log, "nobody was told of a turn", error)

    async def _send(self, person: str, key: str, to: Subscription) -> None:
        if self._sender is None or self._signer.is_out(key.removeprefix(PUSH)):
            return
        try:
            async with self._few:
                status = await self._sender.send(to, words(to))
        except OSError:
            status = 0
        except ValueError:  # what was sent as a key is none: nothing can be sealed for it, ever
            status = GONE[0]
        if status in GONE:
            await self._belongings().keep(_user(person), key, "")
        elif not 200 <= status < 300:
            # Not where to: whoever reads that could send there, too.
            log.info("a browser's service was not reached, or refused status=%s", status)

    async def close(self) -> None:
        """Nobody is told any more."""
        if self._sender is not None:
            await self._sender.close()


def words(to: Subscription) -> bytes:
    """What a browser is told: that it is its person's turn, and where."""
    known = page.words(to.lang)
    told = {"title": known["web-your-turn"], "body": known["web-push-body"], "url": f"/r/{to.room}"}
    return json.dumps(told).encode()


def _of(key: str, value: str) -> Subscription | None:
    return subscription.read(value) if key.startswith(PUSH) else None


def _user(person: str) -> UserRef:
    return UserRef("web", person)
