"""Telling people who asked for it that a table opens in a chat: once a table, for a month.

Nobody is told who has not asked in that very chat, and only by private message.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from bot.i18n.keys import game_name
from bot.ports.errors import PlatformError
from bot.ports.messages import Outgoing
from bot.ports.refs import user_of
from bot.store.rows import PersonSet, StoreError
from engine.msg import links_in, msg

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from bot.commands.service import Hub
    from bot.ports.refs import ChatRef, UserRef
    from bot.table.state import TableState

log = logging.getLogger(__name__)

LASTS = timedelta(days=30)
"""A wish to be told ends by itself: who has lost interest need not look for the switch."""

OPENED = "open"
"""What a person remembers such a wish under; behind it stands the chat."""

MOST = 200
"""So many are told of one table."""


class Watching:
    """Keeps who wants to be told, and tells them.

    ``beside`` does something that nobody waits for.
    """

    def __init__(self, hub: Hub, beside: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self.hub = hub
        self._beside = beside

    async def want(self, user: UserRef, chat: ChatRef, *, on: bool) -> None:
        """Be told of tables in a chat from now on, or no longer.

        Raises:
            StoreError: nothing has changed.
        """
        until = self.hub.clock.now() + LASTS
        await self.hub.prefs.set_person(user, key_of(chat.key), until.isoformat() if on else "")

    def wanted(self, user: UserRef, chat: ChatRef) -> bool:
        """Whether a person is told of tables in a chat."""
        return self._lasts(self.hub.prefs.said(user, key_of(chat.key)))

    async def left(self, user: UserRef, chat: ChatRef) -> None:
        """Whoever is no longer in a chat is told nothing of it."""
        with suppress(StoreError):  # it ends by itself
            await self.hub.prefs.know((user.key,), ())
            if self.wanted(user, chat):
                await self.want(user, chat, on=False)

    async def later(self, by: timedelta) -> list[PersonSet]:
        """The rows by which everybody is told for so much longer.

        Raises:
            StoreError: they cannot be read.
        """
        return [
            PersonSet(person, key, (datetime.fromisoformat(until) + by).isoformat())
            for person, key, until in await self.hub.store.wishes(OPENED)
        ]

    def _lasts(self, until: str) -> bool:
        return bool(until) and datetime.fromisoformat(until) > self.hub.clock.now()

    def opened(self, state: TableState) -> None:
        """Tell of a table that has just been opened."""
        if state.place is not None:
            self._beside(self._spread(state, state.place))

    async def _spread(self, state: TableState, chat: ChatRef) -> None:
        try:
            found = await self.hub.store.watchers(chat.key)
        except StoreError as error:  # they can see it in the chat
            log.warning("nobody told of table=%s: %s", state.id, error)
            return
        people = [person for person, until in found if self._lasts(until)][:MOST]
        await self.hub.prefs.know(people, (chat.key,))
        for user in map(user_of, people):
            if user != state.host and user.platform == chat.platform:
                await self._tell(user, chat, state)

    async def _tell(self, user: UserRef, chat: ChatRef, state: TableState) -> None:
        if self.hub.reach.closed(user):
            return
        platform = self.hub.platforms[user.platform]
        told = msg(
            "watching-opened", chat=state.chat_title, host=state.sitters[0].name,
            game=game_name(state.game), link=platform.place_link(chat),
        )  # fmt: skip
        text = self.hub.screens.of(self.hub.prefs.person(user, chat)).catalogue.say(told)
        with suppress(PlatformError):
            told_ = Outgoing(text.strip(), links=links_in(told))
            delivery = await self.hub.office.whisper(user, told_)
            if delivery.ref is None and delivery.final:
                await self.hub.reach.mark(user, delivery.reason)


def key_of(chat: str) -> str:
    """The wish of a person about a chat."""
    return f"{OPENED}:{chat}"
