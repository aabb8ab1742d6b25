"""Screens as messages: pictures are painted off the event loop, and words stand in for them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING

from bot.bugs import log_bug
from bot.ports import Outgoing
from renderers import picture, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.i18n import Catalogue
    from bot.screens import Screen
    from engine.msg import Msg
    from engine.view import View

    Paint = Callable[[View, Callable[[Msg], str]], bytes]

log = logging.getLogger(__name__)

KEPT = 200
"""Pictures kept, some 40 KB each."""

AT_ONCE = 2


class Painter:
    """Makes messages of screens, in the words of one catalogue."""

    def __init__(self, catalogue: Catalogue, paint: Paint = picture.paint) -> None:
        self.catalogue = catalogue
        self._paint = paint
        self._kept: OrderedDict[tuple[View, tuple[str, ...]], bytes] = OrderedDict()
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def message(self, screen: Screen, *, pictures: bool = True) -> Outgoing:
        """The message; without a picture its words say the same."""
        words, alt, painted = screen.text, "", None
        if screen.view is not None:
            speak = self.catalogue.speaker(screen.names)
            alt = text.render(screen.view, speak)
            painted = await self._picture(screen.view, screen.names) if pictures else None
            if painted is None:
                words = f"{alt}\n\n{words}".strip()
        return Outgoing(
            text=words, picture=painted, alt=alt, rows=screen.rows, pickers=screen.pickers,
            title=screen.title, notify=screen.notify,
        )  # fmt: skip

    async def _picture(self, view: View, names: tuple[str, ...]) -> bytes | None:
        key = (view, names)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        async with self._slots:
            try:
                speak = self.catalogue.speaker(names)
                painted = await asyncio.to_thread(self._paint, view, speak)
            except Exception as error:  # noqa: BLE001  (words stand in; the game goes on)
                log_bug(log, "picture failed", error, title=view.title.key)
                return None
        self._kept[key] = painted
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return painted
