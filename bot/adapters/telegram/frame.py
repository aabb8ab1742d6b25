"""The page as a Mini App: what Telegram's clients are shown, and how they prove who looks."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING

from bot.adapters.telegram.initdata import NAME, PUBLIC, prove
from bot.ports.frame import ClientFrame

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.ports.frame import Proof

ANCESTORS = ("https://web.telegram.org",)
"""Where Telegram shows Mini Apps inside a page; its other clients open them by themselves."""

STYLES = ("sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",)
"""Telegram's script puts in a sheet for what its page sends; an empty one is all that is let in."""

SCRIPTS = ("telegram-web-app.js", "miniapp.js")
"""Telegram's own, as the npm package ``@twa-dev/sdk`` 8.0.2 carries it (MIT), and ours."""


def _now() -> datetime:
    return datetime.now(UTC)


def frame(token: str, now: Callable[[], datetime] = _now, public: bytes = PUBLIC) -> ClientFrame:
    """The door for the clients of the bot with this token; ``public`` is Telegram's own key."""
    folder = files("bot.adapters.telegram")
    scripts = {name: folder.joinpath(name).read_text("utf-8") for name in SCRIPTS}
    return ClientFrame(NAME, ANCESTORS, STYLES, scripts, partial(_proved, token, now, public))


async def _proved(
    token: str, now: Callable[[], datetime], public: bytes, text: str, _key: str
) -> Proof:
    return prove(text, token, now(), public)
