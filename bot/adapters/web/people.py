"""The HTTP side of who somebody is: taking a name, and the devices of a person.

What changes something is a POST: the server has asked for its ``Origin`` before it comes
here. What comes in is a claim; only the signature and what is kept decide.
"""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Protocol

from aiohttp import web

from bot.adapters.web import cookies
from bot.adapters.web.devices import MOST, NAME, Device, Full, label
from bot.adapters.web.looks import looks, wanted
from bot.adapters.web.names import NameRefused, clean_name
from bot.adapters.web.pairing import LASTS
from bot.adapters.web.rate_limits import MINUTE, FailedAttempts, RateLimits, network_of
from bot.adapters.web.requests import PRIVATE, json_of
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.adapters.web.devices import Devices
    from bot.adapters.web.signing import Person, Signer
    from bot.adapters.web.tab import Tab
    from bot.ports.refs import UserRef

log = logging.getLogger(__name__)

SIT_RATE, SITS = 0.5, 30
"""New people a second from one address in the long run, and at once: a whole party sits down
behind one router, and everybody behind one proxy."""

CODE_RATE, CODES = 0.1, 10
"""New codes a second from one address in the long run, and at once."""

LOOK_RATE, LOOKS_AT_ONCE = 2.0, 60
"""Choices of looks a second from one address in the long run, and at once."""

WRONG_EACH, WRONG = 5, 100
"""Wrong codes a minute from one address, and from all."""

UNTOLD = 1000
"""People who have not been told yet of a new device of theirs; the oldest goes."""

LANGUAGE = "lang"
"""The cookie in which a page says in which language it wants to come."""

ENDED = 4403
"""Why a socket is closed whose device was ended."""


class ServerLike(Protocol):
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


class People:
    """Answers what a browser asks about its person."""

    def __init__(
        self, server: ServerLike, signer: Signer, devices: Devices, clock: Callable[[], float]
    ) -> None:
        self._server, self._signer, self._devices = server, signer, devices
        self.sits = RateLimits(SIT_RATE, SITS, clock)
        self.codes = RateLimits(CODE_RATE, CODES, clock)
        self.looks = RateLimits(LOOK_RATE, LOOKS_AT_ONCE, clock)
        self.failed = FailedAttempts(WRONG_EACH, WRONG, clock)
        self._untold: dict[str, tuple[str, str]] = {}

    def routes(self) -> list[web.RouteDef]:
        """Where they are asked."""
        return [
            web.post("/r/{room}/me", self.me),
            web.post("/r/{room}/sit", self.sit),
            web.post("/r/{room}/looks", self.look),
            web.get("/r/{room}/devices", self.show),
            web.post("/r/{room}/devices/code", self.code),
            web.post("/r/{room}/devices/join", self.join),
            web.post("/r/{room}/devices/end", self.end),
        ]

    # Who somebody is.

    async def me(self, request: web.Request) -> web.StreamResponse:
        """Who this browser's person is, by the cookie alone; it holds for another year.

        Who else uses it is told too, by id; of ``Person`` in the head, that one is asked for.
        """
        self._server.room(request)
        wanted = request.headers.get(cookies.WANTED, "")
        person = cookies.kept(request, self._signer, wanted)
        here = cookies.people(request, self._signer).values()
        told: dict[str, Any] = {} if person is None else {"name": person.name}
        if len(here) > 1:
            told["people"] = [{"id": one.id, "name": one.name} for one in here]
        answer = web.json_response(told, headers=PRIVATE)
        cookies.drop(request, answer, self._signer)
        if person is not None:
            token = self._signer.sit(person.name, person.id, person.device)
            cookies.keep(request, answer, self._signer, token)
        return answer

    async def sit(self, request: web.Request) -> web.StreamResponse:
        """Take a name: a new person, or the one whose token is sent along under another name."""
        self._server.room(request)
        found = await json_of(request)
        name = found.get("name") if isinstance(found, dict) else None
        if not isinstance(name, str):
            raise web.HTTPBadRequest
        try:
            name = clean_name(name)
        except NameRefused as refused:
            return _wrong(refused.code)
        # Somebody else at the same browser, or one that keeps nothing, is known by their token.
        fresh = found.get("fresh") is True
        own = cookies.bearer(request, self._signer)
        known = own if fresh else cookies.person_of(request, self._signer)
        if known is None and not self.sits.take(network_of(self._server.client(request))):
            return _wrong("error-too-fast", 429)
        if known is not None:
            await self._devices.rename(known, name)
            self._called(replace(known, name=name))
        if known is None and len(cookies.people(request, self._signer)) >= cookies.MOST:
            return _wrong("people-full")
        token = self._signer.sit(name, *((known.id, known.device) if known else ()))
        return self._handed(request, token, {"name": name})

    def _handed(
        self,
        request: web.Request,
        token: str,
        told: dict[str, Any],
        instead: Person | None = None,
    ) -> web.Response:
        """Give somebody their token: as a cookie, or to the tab that asked where none are kept.

        A tab is told its person's ``id`` where a new one would be somebody else's.
        """
        if "Authorization" in request.headers or not cookies.stay(request):
            return web.json_response({**told, "token": token}, headers=PRIVATE)
        answer = web.Response(headers=PRIVATE, content_type="application/json")
        if cookies.keep(request, answer, self._signer, token, instead):
            told["id"] = token.split(".")[0]
        answer.text = json.dumps(told)
        return answer

    def _called(self, person: Person) -> None:
        """Show a person's new name in every tab of every device."""
        for tab in self._server.tabs:
            if tab.person.id == person.id:
                tab.person = replace(tab.person, name=person.name)
                tab.send({"you": {"id": person.id, "name": person.name}})

    async def look(self, request: web.Request) -> web.StreamResponse:
        """Keep how the page looks to whoever asks; all their tabs are told when it is kept."""
        person = self._person(request)
        found = wanted(await json_of(request))
        if found is None:
            raise web.HTTPBadRequest
        if not self.looks.take(network_of(self._server.client(request))):
            return _wrong("error-too-fast", 429)
        await self._devices.keep(person, *found)
        return web.json_response({}, headers=PRIVATE)

    def told(self, user: UserRef, kept: Mapping[str, str]) -> None:
        """A person has set something, here or by a command."""
        if user.platform != "web" or not (found := looks(kept)):
            return
        for tab in self._server.tabs:
            if tab.person.id == user.id:
                tab.send({"looks": found})

    # Their devices.

    async def show(self, request: web.Request) -> web.StreamResponse:
        """The devices of whoever asks."""
        person = self._person(request)
        on = {tab.person.device for tab in self._server.tabs if tab.person.id == person.id}
        found = await self._devices.of(person)
        known = {one.id for one in found}
        # After everything was forgotten it is listed all the same, as long as it is there.
        found += [Device(one, "", 0) for one in sorted(on | {person.device}) if one not in known]
        told = [
            {**asdict(one), "here": one.id == person.device, "on": one.id in on} for one in found
        ]
        return web.json_response({"devices": told}, headers=PRIVATE)

    async def code(self, request: web.Request) -> web.StreamResponse:
        """A code by which another device becomes that of whoever asks."""
        person, room = self._person(request), self._server.room(request)
        if not self.codes.take(network_of(self._server.client(request))):
            return _wrong("error-too-fast", 429)
        if len(await self._devices.of(person)) >= MOST:
            return _wrong("devices-full")
        if self._signer.is_out(person.device):  # ended while that was read
            raise web.HTTPUnauthorized
        code = self._devices.codes.make(person, room)
        return web.json_response({"code": code, "seconds": int(LASTS)}, headers=PRIVATE)

    async def join(self, request: web.Request) -> web.StreamResponse:
        """Become the person of a code; never instead of another one without having asked."""
        self._server.room(request)
        found = await json_of(request)
        code = found.get("code") if isinstance(found, dict) else None
        if not isinstance(code, str):
            raise web.HTTPBadRequest
        address = self._server.client(request)
        if not self.failed.may(address):
            return _wrong("device-wait", 429, {"Retry-After": str(int(MINUTE))})
        offer = self._devices.codes.find(code)
        if offer is None:
            self.failed.wrong(address)
            return _wrong("device-unknown")
        own = cookies.person_of(request, self._signer)
        here = (own, *cookies.people(request, self._signer).values())
        if any(one is not None and one.id == offer.person.id for one in here):
            return _wrong("device-already")
        if own is not None and found.get("instead") != own.id:
            return web.json_response(
                {"ask": {"id": own.id, "name": own.name}, "name": offer.person.name},
                headers=PRIVATE,
            )
        # Nothing is awaited between the look at the code and its end: it works once.
        self._devices.codes.drop(offer.person.id)
        token = self._signer.sit(offer.person.name, offer.person.id)
        person = self._signer.person(token)
        if person is None:  # a device of this id was ended: there are too many ids for that
            raise web.HTTPUnauthorized
        agent = request.headers.get("User-Agent", "")
        try:
            await self._devices.add(person, agent)
        except Full:
            return _wrong("devices-full")
        if self._signer.is_out(offer.person.device):  # what offered it was ended meanwhile
            await self._devices.end(person, person.device)
            return _wrong("device-unknown")
        self._tell(person, label(agent))
        told = {"name": person.name, "room": offer.room}
        return self._handed(request, token, told, own)

    async def end(self, request: web.Request) -> web.StreamResponse:
        """End a device of whoever asks: it is out in every tab at once."""
        person = self._person(request)
        found = await json_of(request)
        device = found.get("device") if isinstance(found, dict) else None
        if not isinstance(device, str):
            raise web.HTTPBadRequest
        on = {tab.person.device for tab in self._server.tabs if tab.person.id == person.id}
        if self._signer.is_out(person.device):
            raise web.HTTPUnauthorized
        if not await self._devices.end(person, device, on):
            raise web.HTTPNotFound
        for tab in tuple(self._server.tabs):
            if tab.person.device == device:
                tab.out(ENDED)
        answer = web.json_response({"ended": device}, headers=PRIVATE)
        if device == person.device:
            cookies.drop(request, answer, self._signer)
        return answer

    def put_out(self) -> None:
        """End the tabs of devices that were ended."""
        for tab in tuple(self._server.tabs):
            if self._signer.is_out(tab.person.device):
                tab.out(ENDED)

    def _person(self, request: web.Request) -> Person:
        """Whoever asks. Raises ``HTTPUnauthorized`` for nobody, and for a device that is out."""
        self._server.room(request)
        person = cookies.person_of(request, self._signer)
        if person is None:
            raise web.HTTPUnauthorized
        return person

    def _tell(self, person: Person, device: str) -> None:
        """Tell the devices that a person had before of a new one: now, or when one is opened."""
        others = [tab for tab in self._server.tabs if self._is_other(tab, person)]
        for tab in others:
            tab.send({"device": device})
        if not others:
            self._untold[person.id] = (person.device, device)
            while len(self._untold) > UNTOLD:
                del self._untold[next(iter(self._untold))]

    def came(self, tab: Tab) -> None:
        """A tab was opened: tell it what its person's other devices have not seen."""
        fresh, device = self._untold.get(tab.person.id, ("", ""))
        if fresh and tab.person.device != fresh:
            del self._untold[tab.person.id]
            tab.send({"device": device})

    @staticmethod
    def _is_other(tab: Tab, person: Person) -> bool:
        return tab.person.id == person.id and tab.person.device != person.device

    # Tabs.

    async def met(self, person: Person, agent: str) -> tuple[Person, dict[str, str]] | None:
        """A person opens a tab: them as they are called now, and how it looks to them.

        None if their device is out.
        """
        kept: Mapping[str, str] = {}
        try:
            kept = await self._devices.kept(person)
            await self._devices.note(person, agent, kept)
        except Exception as error:  # noqa: BLE001  (it is noted the next time; they may play)
            log_bug(log, "device not noted", error)
        if self._signer.is_out(person.device):
            return None
        return replace(person, name=kept.get(NAME, "") or person.name), looks(kept)

    async def language(self, request: web.Request) -> str:
        """The language in which a page is asked for; empty for any.

        It is what the browser's person has chosen. Where several people use it nothing tells whose
        tab it will be, and what the tab itself has just asked for goes before.
        """
        here, asked = cookies.people(request, self._signer), request.cookies.get(LANGUAGE, "")
        if len(here) > 1 and asked:
            return asked
        person = next(iter(here.values()), None)
        try:
            kept = await self._devices.kept(person) if person is not None else {}
        except Exception as error:  # noqa: BLE001  (the page is shown all the same)
            log_bug(log, "looks not read", error)
            return asked
        return looks(kept).get("language", "") or asked


def _wrong(code: str, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """A refusal in the page's words."""
    return web.json_response({"error": code}, status=status, headers={**PRIVATE, **(headers or {})})
