"""``python -m bot backup FILE`` and ``python -m bot check``: for people who run it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.copy import condition
from renderers.lettering import BOX, font_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.app.settings import Settings

SAMPLE = "牌桌搶莊牛牛♠♥♦♣😀한あض"
"""What must not come out as boxes."""


async def findings(settings: Settings) -> AsyncIterator[tuple[bool, str, str]]:
    """Looks at everything that is set; changes nothing.

    Yields:
        Whether it is well, what was looked at, and in a few words how it is.
    """
    well, how = condition(settings.database_url)
    yield well, "database", how
    well, how = _fonts()
    yield well, "fonts", how
    where = f"{settings.web_host}:{settings.web_port}"
    yield True, "browser", where if settings.web else "off"
    async for well, how in _discord(settings):
        yield well, "discord", how
    async for well, how in _telegram(settings):
        yield well, "telegram", how


def _fonts() -> tuple[bool, str]:
    try:
        boxes = [char for char in SAMPLE if font_of(char) == BOX]
    except OSError as error:
        return False, f"a font is missing: {error.filename or error.strerror}"
    return not boxes, f"no sign for {' '.join(boxes)}" if boxes else "all there"


async def _discord(settings: Settings) -> AsyncIterator[tuple[bool, str]]:
    from bot.adapters.discord.check import check

    token = settings.discord_token.get_secret_value()
    if not token:
        yield True, "off: no DISCORD_TOKEN"
        return
    async for finding in check(token, api_base=settings.discord_api_base):
        yield finding


async def _telegram(settings: Settings) -> AsyncIterator[tuple[bool, str]]:
    from bot.adapters.telegram.check import check

    token = settings.telegram_token.get_secret_value()
    if not token:
        yield True, "off: no TELEGRAM_TOKEN"
        return
    async for finding in check(token, api_base=settings.telegram_api_base):
        yield finding
