"""Who looks at an Activity: Discord itself is asked, with the code that the page was given.

The page hands over a code (developers/topics/oauth2), what it was told to answer with, and the
instance that it says it is in. The code is exchanged with the client secret, which works once and
for this application alone; the access token is used for one question and dropped. Whether that
person is in that instance, and in which channel it is, the instance itself tells the bot
(developers/activities/development-guides/multiplayer-experience); nothing of it is believed of
the page.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import aiohttp

from bot.adapters.discord.render import NAME
from bot.ports.frame import Proof, Unproven
from bot.ports.refs import ChatRef, UserRef

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from bot.adapters.discord.states import States

log = logging.getLogger(__name__)

API = "https://discord.com/api/v10"
SCOPE = "identify"
PATIENCE = 8.0
"""Seconds for all of Discord's answers together."""

AT_ONCE = 32
"""People who are asked about at the same time; more are told to come again."""

AGAIN = 1.0
"""Seconds after which Discord is asked once more who is in an instance."""

LONGEST = 2048
"""Characters that a page hands over."""

HOLDS = timedelta(minutes=10)
"""How long what a page handed over is remembered as used."""

THREADS = (10, 11, 12)
"""Kinds of channels that are threads (developers/resources/channel)."""

NOWHERE: tuple[ChatRef | None, str, frozenset[str]] = (None, "", frozenset())
"""A private chat, and a server of strangers."""

_CODE = re.compile(r"[A-Za-z0-9_-]{1,256}", re.ASCII)
_INSTANCE = re.compile(r"[A-Za-z0-9_-]{1,200}", re.ASCII)
_NUMBER = re.compile(r"[1-9][0-9]{0,19}", re.ASCII)
_LANGUAGE = re.compile(r"[A-Za-z0-9-]{1,35}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Application:
    """What Discord knows this program by.

    Attributes:
        client: the id of the application.
        secret: with which codes are exchanged.
        token: the bot's.
        api: where the API is.
    """

    client: str
    secret: str = field(repr=False)
    token: str = field(repr=False)
    api: str = API


class Identity:
    """Asks Discord who looks.

    Args:
        application: as what it is asked.
        states: what pages were told to answer with.
        now: the time of day.
    """

    def __init__(
        self, application: Application, states: States, now: Callable[[], datetime]
    ) -> None:
        self._app, self._states, self._now = application, states, now
        self._asking = 0

    async def prove(self, text: str, key: str) -> Proof:
        """What a page's code proves. Raises ``Unproven``."""
        told = _fields(text)
        self._states.take(told["state"], key, told["instance"])
        if self._asking >= AT_ONCE:
            raise Unproven("slowly")
        self._asking += 1
        try:
            async with asyncio.timeout(PATIENCE), aiohttp.ClientSession() as http:
                return await self._asked(http, told)
        except (TimeoutError, aiohttp.ClientError, ValueError) as error:
            log.warning("Discord does not say who looks reason=%s", type(error).__name__)
            raise Unproven("failed") from None
        finally:
            self._asking -= 1

    async def _asked(self, http: aiohttp.ClientSession, told: Mapping[str, str]) -> Proof:
        token = await self._exchanged(http, told["code"])
        person, (instance, (place, title, near)) = await asyncio.gather(
            self._get(http, "/users/@me", f"Bearer {token}"), self._where(http, told["instance"])
        )
        del token  # it has said whose it is, and nothing else is asked with it
        ident = _number(person.get("id"))
        if not ident or person.get("bot"):
            raise Unproven("forged")
        if not self._holds(instance, told["instance"], ident):
            # Whoever has just come in may not be told of yet.
            await asyncio.sleep(AGAIN)
            instance, (place, title, near) = await self._where(http, told["instance"])
        if not self._holds(instance, told["instance"], ident):
            raise Unproven("absent")
        return Proof(
            user=UserRef(NAME, ident),
            name=_called(person),
            language=_tag(person.get("locale")),
            named="",
            mark=sha256(told["state"].encode()).hexdigest(),
            until=self._now() + HOLDS,
            place=place,
            title=title,
            near=near,
        )

    async def _exchanged(self, http: aiohttp.ClientSession, code: str) -> str:
        """The access token of a code. Raises ``Unproven``."""
        form = {
            "client_id": self._app.client,
            "client_secret": self._app.secret,
            "grant_type": "authorization_code",
            "code": code,
        }
        async with http.post(f"{self._app.api}/oauth2/token", data=form) as answer:
            if answer.status == 401:
                log.error("DISCORD_CLIENT_SECRET was refused: copy it again (see check)")
                raise Unproven("failed")
            if answer.status == 400:
                raise Unproven("forged")
            found = _object(await answer.json()) if answer.status == 200 else {}
        token, scopes = found.get("access_token"), str(found.get("scope", "")).split()
        if not isinstance(token, str) or not token:
            raise Unproven("failed")
        if SCOPE not in scopes:
            raise Unproven("forged")
        return token

    def _holds(self, instance: Mapping[str, Any], named: str, person: str) -> bool:
        """Whether it is the instance that was named, of this application, with a person in it."""
        users = instance.get("users")
        its = (instance.get("application_id"), instance.get("instance_id"))
        return its == (self._app.client, named) and isinstance(users, list) and person in users

    async def _where(
        self, http: aiohttp.ClientSession, named: str
    ) -> tuple[dict[str, Any], tuple[ChatRef | None, str, frozenset[str]]]:
        """An instance, and the chat that it is in."""
        path = f"/applications/{self._app.client}/activity-instances/{named}"
        instance = await self._of_bot(http, path)
        location = _object(instance.get("location"))
        channel, guild = (_number(location.get(name)) for name in ("channel_id", "guild_id"))
        if not (channel and guild):
            return instance, NOWHERE
        return instance, await self._around(http, channel, guild)

    async def _around(
        self, http: aiohttp.ClientSession, channel: str, guild: str
    ) -> tuple[ChatRef | None, str, frozenset[str]]:
        """A channel as a chat, what it is called, and the chats of its server.

        ``NOWHERE`` in a server where the bot is not: the page then shows what is its person's.
        """
        found, server, channels = await asyncio.gather(
            self._of_bot(http, f"/channels/{channel}"),
            self._of_bot(http, f"/guilds/{guild}"),
            self._of_bot(http, f"/guilds/{guild}/channels", several=True),
        )
        if found.get("guild_id") != guild:
            return NOWHERE
        parent = _number(found.get("parent_id")) if found.get("type") in THREADS else ""
        chat = ChatRef(NAME, parent, channel) if parent else ChatRef(NAME, channel)
        near = {ChatRef(NAME, str(_object(one).get("id"))).key for one in channels["all"]}
        title = f"{server.get('name', '')} · #{found.get('name', '')}"
        return chat, title, frozenset(near | {chat.key})

    async def _of_bot(
        self, http: aiohttp.ClientSession, path: str, *, several: bool = False
    ) -> dict[str, Any]:
        return await self._get(http, path, f"Bot {self._app.token}", several=several)

    async def _get(
        self, http: aiohttp.ClientSession, path: str, by: str, *, several: bool = False
    ) -> dict[str, Any]:
        """What Discord answers; empty where there is no such thing, or not for whoever asks.

        ``several``: a list is wanted, which stands under ``all``.
        """
        async with http.get(self._app.api + path, headers={"Authorization": by}) as answer:
            if answer.status in (401, 403, 404):
                return {"all": []} if several else {}
            answer.raise_for_status()
            found = await answer.json()
        if several:
            return {"all": found if isinstance(found, list) else []}
        return _object(found)


def _fields(text: str) -> dict[str, str]:
    """Code, state and instance. Raises ``Unproven``: they are not there."""
    try:
        told = _object(json.loads(text) if len(text) <= LONGEST else None)
    except (ValueError, RecursionError):
        told = {}
    found = {name: told.get(name) for name in ("code", "state", "instance")}
    code, state, instance = found.values()
    if (
        not isinstance(code, str) or not _CODE.fullmatch(code)
        or not isinstance(instance, str) or not _INSTANCE.fullmatch(instance)
        or not isinstance(state, str)
    ):  # fmt: skip
        raise Unproven("forged")
    return {"code": code, "state": state, "instance": instance}


def _object(found: Any) -> dict[str, Any]:
    return found if isinstance(found, dict) else {}


def _number(found: Any) -> str:
    """An id of Discord's; empty where it is none."""
    return found if isinstance(found, str) and _NUMBER.fullmatch(found) else ""


def _called(person: Mapping[str, Any]) -> str:
    names = (person.get("global_name"), person.get("username"))
    return next((name for name in names if isinstance(name, str) and name), "")


def _tag(language: Any) -> str:
    return language if isinstance(language, str) and _LANGUAGE.fullmatch(language) else ""
