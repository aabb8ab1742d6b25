"""Screens as messages: pictures are painted off the event loop, and words stand in for them."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from bot.i18n.times import plain
from bot.players import computer as thinking
from bot.ports.messages import Outgoing
from bot.screens import plays
from bot.screens.panes import beside
from bot.support.errors import log_bug
from renderers import picture, text

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from bot.i18n.catalogue import Catalogue
    from bot.ports.messages import Button
    from bot.screens.screen import Screen
    from engine.msg import Msg
    from engine.view import View

    _Key: TypeAlias = tuple[View, tuple[str, ...], str, bool]

    class Paint(Protocol):
        """``picture.paint``, or what stands for it in a test."""

        def __call__(self, view: View, say: Callable[[Msg], str], *, four: bool) -> bytes:
            """The view in somebody's words as a PNG, its suits in four colours if ``four``."""
            ...


log = logging.getLogger(__name__)

KEPT = 200
"""Pictures kept, some 40 KB each."""

AT_ONCE = 2 if (os.cpu_count() or 1) > 2 else 1
"""Pictures painted at the same time; a core is left to the event loop."""

SWITCH = 0.0002
"""Seconds after which a painting thread lets the event loop go on; Python's own are 5 ms."""


def without_picture(message: Outgoing) -> Outgoing:
    """The same content in words, for where the picture cannot be made, sent or seen."""
    if message.picture is None:
        return message
    return replace(message, picture=None, text=f"{message.alt}\n\n{message.text}".strip())


class Painter:
    """Makes messages of screens; ``catalogue`` says how strict it is with their words."""

    def __init__(self, catalogue: Catalogue, paint: Paint = picture.paint) -> None:
        self._catalogues = {catalogue.language: catalogue}
        self._strict = catalogue
        self._paint = paint
        self._kept: OrderedDict[_Key, bytes] = OrderedDict()
        # Threads of their own: the more of them want to go on, the longer the loop waits.
        self._threads = ThreadPoolExecutor(AT_ONCE, "painter")

    async def message(
        self, screen: Screen, *, pictures: bool = True, panes: bool = False
    ) -> Outgoing:
        """The message; its words say the same where there is no picture, or none is wanted.

        With ``panes`` it is the screen's own part: the board is in sight beside it.
        """
        rows = (*await self._offered(screen), *screen.rows)
        message = Outgoing(
            text=screen.text, rows=rows, pickers=screen.pickers,
            title=screen.title, notify=screen.notify, until=screen.until,
            thinking=screen.thinking, asked=screen.asked, on=screen.on,
        )  # fmt: skip
        view, speak = screen.view, self._speaker(screen)
        if panes and screen.own is not None:
            view, message = screen.own.view, beside(message, screen.own, speak)
        if view is None:
            return message
        key = (view, screen.names, screen.taste.language, screen.taste.four)
        painted = self._kept.get(key) if pictures and screen.taste.pictures else b""
        loop = asyncio.get_running_loop()
        made = partial(self._made, view, speak, four=screen.taste.four, picture=painted is None)
        alt, fresh = await loop.run_in_executor(self._threads, made)
        shown = fresh or painted or b""
        if shown:
            self._keep(key, shown)
        message = replace(message, picture=shown, alt=alt)
        return message if shown else without_picture(message)

    def close(self) -> None:
        """No more messages are made; one that is being painted is let be."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _keep(self, key: _Key, shown: bytes) -> None:
        """Remember what was wanted last; what nobody has wanted for longest gives way."""
        self._kept[key] = shown
        self._kept.move_to_end(key)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _made(
        self, view: View, speak: Callable[[Msg], str], *, four: bool, picture: bool
    ) -> tuple[str, bytes]:
        """The view in words and, if it is wanted, as a picture; empty where it cannot be made."""
        alt = text.render(view, speak)
        if not picture:
            return alt, b""
        try:
            return alt, self._paint(view, speak, four=four)
        except Exception as error:  # noqa: BLE001  (words stand in; the game goes on)
            log_bug(log, "picture failed", error, title=view.title.key)
            return alt, b""

    async def _offered(self, screen: Screen) -> tuple[tuple[Button, ...], ...]:
        """A row of plays, for whoever is asked for cards."""
        if screen.offer is None:
            return ()
        found = await thinking.suggestions(screen.offer.game, screen.offer.seen, plays.BUTTONS)
        row = plays.buttons(screen.offer, found, self._speaker(screen))
        return (row,) if row else ()

    def _speaker(self, screen: Screen) -> Callable[[Msg], str]:
        language = screen.taste.language
        if language not in self._catalogues:
            self._catalogues[language] = self._strict.to(language)
        speak = self._catalogues[language].speaker(screen.names)
        return lambda message: plain(speak(message))
