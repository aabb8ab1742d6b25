"""The page as an Activity: what Discord's clients are shown, and how they prove who looks.

Discord serves an Activity from ``https://<client id>.discordsays.com`` by a proxy of its own, which
asks the address that the application maps ``/`` to. Since July 2025 paths need no ``/.proxy``
before them (discord-api-docs 7723); where one stands there all the same, the proxy takes it away.
"""

from __future__ import annotations

import base64
import binascii
from datetime import UTC, datetime
from importlib.resources import files
from typing import TYPE_CHECKING

from bot.adapters.discord.identity import SCOPE, Application, Identity
from bot.adapters.discord.render import NAME
from bot.adapters.discord.states import States
from bot.ports.frame import ClientFrame

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ANCESTORS = ("https://discord.com", "https://ptb.discord.com", "https://canary.discord.com")
"""Where Discord shows Activities inside a page."""

SCRIPTS = ("embedded-app-sdk.js", "activity.js")
"""Discord's own, built from the npm package ``@discord/embedded-app-sdk`` 2.5.0 (MIT), and ours."""

MARKS = ("instance_id", "frame_id")
"""What Discord's client asks for the page with (embedded-app-sdk)."""


def _now() -> datetime:
    return datetime.now(UTC)


def client_of(token: str) -> str:
    """The id of a bot, which its token begins with, and which is its application's.

    Empty where it cannot be read. (Bots of before 2016 have another id than their application.)
    """
    head = token.partition(".")[0]
    try:
        found = base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        return ""
    return found if found.isdecimal() else ""


def origin_of(client: str) -> str:
    """The origin under which Discord's proxy serves an application's page."""
    return f"https://{client}.discordsays.com"


def frame(application: Application, now: Callable[[], datetime] = _now) -> ClientFrame:
    """The door for Discord's clients."""
    folder = files("bot.adapters.discord")
    scripts = {name: folder.joinpath(name).read_text("utf-8") for name in SCRIPTS}
    states = States(now)

    def begin(key: str, where: str) -> Mapping[str, str]:
        return {"client": application.client, "state": states.give(key, where), "scope": SCOPE}

    return ClientFrame(
        NAME, ANCESTORS, (), scripts, Identity(application, states, now).prove,
        origin=origin_of(application.client), begin=begin, marks=MARKS, unsure=True,
    )  # fmt: skip
