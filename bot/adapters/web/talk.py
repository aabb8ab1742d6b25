"""What is said in rooms, as the pages are told: all of it when one opens, then line by line."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from bot.ports.refs import ChatRef, UserRef
from bot.support.errors import log_bug

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Collection, Coroutine, Iterable

    from bot.adapters.web.tab import Tab
    from bot.ports.talk import Line, Talk

log = logging.getLogger(__name__)

NAME = "web"


def shape(line: Line) -> dict[str, Any]:
    """A line for the page, which shows its words as text and nothing else."""
    return {
        "id": line.id,
        "who": line.user.id,
        "name": line.name,
        "words": line.words,
        "quick": line.quick,
        "at": int(line.at.timestamp()),
        "seat": line.seat,
        "about": line.about,
    }


class TalkListener:
    """Tells open tabs what is said in their rooms (``bot.ports.talk.Listener``).

    Args:
        tabs: the open ones.
        talk: what was said.
        begin: does something that nobody waits for.
    """

    def __init__(
        self,
        tabs: Iterable[Tab],
        talk: Callable[[], Talk],
        begin: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]],
    ) -> None:
        self._tabs, self._talk, self._begin = tabs, talk, begin

    async def came(self, tab: Tab) -> None:
        """Send a newly opened tab the latest lines, if there are any."""
        await self._show(tab, nothing=False)

    async def _show(self, tab: Tab, *, nothing: bool = True) -> None:
        # What goes wrong is logged: one can play on.
        reader = UserRef(NAME, tab.person.id)
        try:
            lines = await self._talk().lines(ChatRef(NAME, tab.room), reader)
        except Exception as error:  # noqa: BLE001
            log_bug(log, "talk not read", error)
        else:
            if lines or nothing:
                tab.send({"talk": [shape(line) for line in lines]})

    def said(self, chat: ChatRef, line: Line, deaf: Collection[UserRef]) -> None:
        """Something was said just now."""
        frame = {"said": shape(line)}
        for tab in self._tabs:
            here = chat.platform == NAME and tab.room == chat.id
            if here and UserRef(NAME, tab.person.id) not in deaf:
                tab.send(frame)

    def anew(self, user: UserRef | None, chats: Collection[ChatRef]) -> None:
        """Send the lines again: what is shown of them changed for a person, or for whole rooms."""
        rooms = {chat.id for chat in chats if chat.platform == NAME}
        for tab in tuple(self._tabs):
            if tab.room in rooms or (user is not None and tab.person.id == user.id):
                self._begin(self._show(tab))
