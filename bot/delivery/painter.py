"""Screens as messages: pictures are painted off the event loop, and words stand in for them."""

from __future__ import annotations

import logging
import os
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from bot.delivery.tricks import Tricks
from bot.i18n.times import plain
from bot.players.computer import Computers
from bot.screens import plays
from bot.screens.panes import beside
from bot.support.clock import SystemClock
from bot.support.errors import log_bug
from bot.support.workers import NotDone, Overdue, Workers
from engine.frozen import changed
from renderers import film, picture, text
from renderers import scene as scenery

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from bot.i18n.catalogue import Catalogue
    from bot.ports.messages import Outgoing
    from bot.screens.screen import Screen
    from bot.support.clock import Clock
    from engine.msg import Msg
    from engine.view import View
    from renderers.scene import Scene

    _Key: TypeAlias = tuple[View, tuple[str, ...], str, bool]

    class Paint(Protocol):
        """``picture.paint``, or what stands for it in a test."""

        def __call__(self, view: View, say: Callable[[Msg], str], *, four: bool) -> bytes:
            """The view in somebody's words as a PNG, its suits in four colours if ``four``."""
            ...


T = TypeVar("T")

log = logging.getLogger(__name__)

KEPT = 200
"""Pictures kept, some 40 KB each."""

AT_ONCE = 2 if (os.cpu_count() or 1) > 2 else 1
"""Pictures painted at the same time; a core is left to the event loop."""

LIMIT = 5.0
"""Seconds that a picture may take; a slow machine needs half a second."""

WORDS = 60.0
"""Seconds that words may take: a long book of scores needs some."""

FILM = 20.0
"""Seconds that a round in motion may take: some sixty pictures of it."""

SWITCH = 0.0002
"""Seconds after which a painting thread lets the event loop go on; Python's own are 5 ms."""


def without_picture(message: Outgoing) -> Outgoing:
    """The same content in words, for where the picture cannot be made, sent or seen."""
    if message.picture is None:
        return message
    return changed(message, picture=None, text=f"{message.alt}\n\n{message.text}".strip())


def _apart(message: Outgoing, screen: Screen) -> Outgoing:
    """The message, and which of its words its scene shows as well."""
    text, told = _without(message.text, screen.drawn)
    _, turns = _without(text, screen.turns)
    return changed(message, told=told, turns=turns)


def _without(text: str, drawn: tuple[str, ...]) -> tuple[str, str]:
    """The lines of a text that are not among others, and those that are."""
    others = [line for words in drawn for line in words.split("\n")]
    left, found = [], []
    for line in text.split("\n"):
        if line in others:
            others.remove(line)
            found.append(line)
        else:
            left.append(line)
    return "\n".join(left), "\n".join(found)


@dataclass(slots=True)
class _Found:
    """What a thread has made of a view so far; words come first, and None is no picture yet."""

    alt: str = ""
    picture: bytes | None = None
    scene: Scene | None = None


class Painter:
    """Makes messages of screens; ``catalogue`` says how strict it is with their words.

    Args:
        catalogue: the words.
        computers: who is asked for the plays that are offered below a hand.
        paint: paints a view.
        clock: by which it is found out that a picture takes longer than ``limit`` seconds.
        limit: as above.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        computers: Computers,
        paint: Paint = picture.paint,
        clock: Clock | None = None,
        *,
        limit: float = LIMIT,
    ) -> None:
        clock = clock or SystemClock()
        self._catalogues = {catalogue.language: catalogue}
        self._computers = computers
        self._strict = catalogue
        self._paint = paint
        self._kept: OrderedDict[_Key, bytes] = OrderedDict()
        self._tricks = Tricks()
        # Threads of their own: the more of them want to go on, the longer the loop waits.
        self._pictures = Workers("painter", clock.call_in, at_once=AT_ONCE, limit=limit)
        # Where pictures hang, words are still found; else these threads have nothing to do.
        self._words = Workers("words", clock.call_in, at_once=1, limit=WORDS)
        # One at a time, and beside the pictures that a table waits for.
        self._films = Workers("films", clock.call_in, at_once=1, limit=FILM)

    @property
    def workers(self) -> tuple[Workers, ...]:
        """Its threads, which all tables share."""
        return self._pictures, self._words, self._films

    async def message(
        self,
        screen: Screen,
        *,
        pictures: bool = True,
        panes: bool = False,
        scenes: bool = False,
        table: str = "",
    ) -> Outgoing:
        """The message; its words say the same where there is no picture, or none is wanted.

        With ``panes`` it is the screen's own part: the board is in sight beside it. With
        ``scenes`` it has the scene, and what paints the picture of a whole table when it is
        wanted. ``table`` is whose screen it is, for the log and for the scene.

        Raises:
            NotDone: not even its words could be found.
        """
        message = await self._offered(screen)
        if screen.foot and not scenes:
            message = changed(message, text="\n".join(filter(None, (message.text, screen.foot))))
        view, speak = screen.view, self._speaker(screen)
        if panes and screen.own is not None:
            view, message = screen.own.view, beside(message, screen.own, speak)
            if scenes and screen.taste.pictures:
                message = _apart(message, screen)
                return await self._live(message, screen, screen.own.table, table)
        if view is None:
            return message
        key = (view, screen.names, screen.taste.language, screen.taste.four)
        wanted = pictures and screen.taste.pictures
        live = scenes and wanted
        kept = self._kept.get(key) if wanted and not live else b""
        found = _Found()
        work = partial(
            self._find, found, view, speak,
            four=screen.taste.four, paint=kept is None, live=live,
        )  # fmt: skip
        try:
            await self._pictures.do(work)
        except NotDone as error:
            if isinstance(error, Overdue):
                found.picture = b""  # the same one would hang again
                log.error(  # noqa: TRY400  (no stack: where it hangs is not known)
                    "picture given up table=%s public=%d", table, screen.public
                )
            found.alt = found.alt or await self.in_words(lambda: text.render(view, speak))
        if found.scene is not None:
            shown = self._shown(found.scene, screen, table)
            if table:
                self._tricks.look(table, screen.taste.language, found.scene)
            paint = partial(self.picture, screen)
            return changed(_apart(message, screen), alt=found.alt, scene=shown, paint=paint)
        painted = found.picture if kept is None else kept
        if wanted and not live and painted is not None:  # empty: it hung, and would again
            self._keep(key, painted)
        message = changed(message, picture=painted or b"", alt=found.alt)
        return message if painted else without_picture(message)

    async def picture(self, screen: Screen) -> bytes:
        """What a screen shows as a PNG; empty where it cannot be painted."""
        message = await self.message(changed(screen, own=None, offer=None))
        return message.picture or b""

    async def _live(self, message: Outgoing, screen: Screen, view: View, table: str) -> Outgoing:
        """A private part whose table is drawn where it is read; without it in words alone."""
        speak = self._speaker(screen)
        found = await self.in_words(lambda: scenery.scene(view, speak))
        return changed(message, scene=self._shown(found, screen, table))

    def _shown(self, scene: Scene, screen: Screen, table: str) -> Scene:
        """The scene of a screen, with what stands beside it.

        That is the table that it is of, the trick before, and the course of the match (by seat).
        """
        shown: Scene = {"table": table}
        if before := self._tricks.before(table, screen.taste.language, scene):
            shown["before"] = before
        if screen.course:
            shown |= {"course": list(map(list, screen.course)), "who": list(screen.names)}
        return {**shown, **scene}

    async def in_words(self, work: Callable[[], T]) -> T:
        """What ``work`` puts into words, beside the loop. Raises ``NotDone``, or what it raises."""
        return await self._words.do(work)

    async def film(self, screens: Sequence[Screen]) -> bytes:
        """Screens of one reader, one after the other, as an animated WebP.

        Raises:
            NotDone: it took too long, or too many hang.
            film.TooLarge: it would be too large a file.
        """
        first = screens[0]
        views = [screen.view for screen in screens if screen.view is not None]
        speak = self._speaker(first)
        return await self._films.do(lambda: film.film(views, speak, four=first.taste.four))

    def close(self) -> None:
        """No more messages are made; one that is being painted is let be."""
        for workers in self.workers:
            workers.close()

    def _keep(self, key: _Key, shown: bytes) -> None:
        """Remember what was wanted last; what nobody has wanted for longest gives way."""
        self._kept[key] = shown
        self._kept.move_to_end(key)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def _find(
        self,
        found: _Found,
        view: View,
        speak: Callable[[Msg], str],
        *,
        four: bool,
        paint: bool,
        live: bool,
    ) -> None:
        """The view in words and, if it is wanted, as a picture; none where it cannot be made."""
        found.alt = text.render(view, speak)
        if live:
            found.scene = scenery.scene(view, speak)
        if not paint:
            return
        try:
            found.picture = self._paint(view, speak, four=four)
        except Exception as error:  # noqa: BLE001  (words stand in; the game goes on)
            log_bug(log, "picture failed", error, title=view.title.key)

    async def _offered(self, screen: Screen) -> Outgoing:
        """The message with a row of plays, for whoever is asked for cards."""
        message = screen.message
        if screen.offer is None:
            return message
        found = await self._computers.suggestions(
            screen.offer.game, screen.offer.seen, plays.BUTTONS
        )
        speak = self._speaker(screen)
        row = plays.buttons(screen.offer, plays.ahead(screen.offer, found), speak)
        if (told := plays.counsel(screen.offer, found)) is not None:
            message = changed(message, text=f"{message.text}\n{speak(told)}")
        return changed(message, rows=(row, *message.rows)) if row else message

    def _speaker(self, screen: Screen) -> Callable[[Msg], str]:
        language = screen.taste.language
        if language not in self._catalogues:
            self._catalogues[language] = self._strict.to(language)
        speak = self._catalogues[language].speaker(screen.names)
        return lambda message: plain(speak(message))
