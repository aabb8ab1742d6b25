"""Telling people who asked for it that a table opens in a chat: once a table, for a month.

Nobody is told who has not asked in that very chat, and only by private message.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.ports.errors import PlatformError
from bot.ports.messages import Outgoing
from bot.ports.notices import MemberLeft, SightChanged
from bot.ports.refs import user_of
from bot.store.rows import PersonSet, StoreError
from engine.msg import links_in, msg

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.ports.notices import Notice
    from bot.ports.refs import ChatRef, UserRef
    from bot.runtime.context import Context
    from bot.table.state import TableState

log = logging.getLogger(__name__)

LASTS = timedelta(days=30)
"""A wish to be told ends by itself: who has lost interest need not look for the switch."""

OPENED = "open"
"""What a person remembers such a wish under; behind it stands the chat."""

MOST = 200
"""So many are told of one table."""


class Subscriptions:
    """Keeps who wants to be told, and tells them."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def want(self, user: UserRef, chat: ChatRef, *, on: bool) -> None:
        """Be told of tables in a chat from now on, or no longer.

        Raises:
            StoreError: nothing has changed.
        """
        until = self._context.clock.now() + LASTS
        await self._context.prefs.set_person(
            user, key_of(chat.key), until.isoformat() if on else ""
        )

    def wanted(self, user: UserRef, chat: ChatRef) -> bool:
        """Whether a person is told of tables in a chat."""
        return self._lasts(self._context.prefs.said(user, key_of(chat.key)))

    async def notice(self, notice: Notice) -> None:
        """Whoever is no longer in a chat is told nothing of it."""
        match notice:
            case MemberLeft(user, chat):
                await self._left(user, (chat.key,))
            case SightChanged(_, user, chats, True) if user is not None and chats is not None:
                await self._left(user, chats)

    async def _left(self, user: UserRef, chats: Iterable[str]) -> None:
        with suppress(StoreError):  # it ends by itself
            await self._context.prefs.know((user.key,), ())
            for chat in chats:
                if self._lasts(self._context.prefs.said(user, key_of(chat))):
                    await self._context.prefs.set_person(user, key_of(chat), "")

    async def later(self, by: timedelta) -> list[PersonSet]:
        """The rows by which everybody is told for so much longer.

        Raises:
            StoreError: they cannot be read.
        """
        return [
            PersonSet(person, key, (datetime.fromisoformat(until) + by).isoformat())
            for person, key, until in await self._context.store.wishes(OPENED)
        ]

    def _lasts(self, until: str) -> bool:
        return bool(until) and datetime.fromisoformat(until) > self._context.clock.now()

    def opened(self, state: TableState) -> None:
        """Tell of a table that has just been opened."""
        if state.place is not None:
            self._context.tasks.begin(self._spread(state, state.place))

    async def _spread(self, state: TableState, chat: ChatRef) -> None:
        try:
            found = await self._context.store.watchers(chat.key)
        except StoreError as error:  # they can see it in the chat
            log.warning("nobody told of table=%s: %s", state.id, error)
            return
        people = [person for person, until in found if self._lasts(until)][:MOST]
        await self._context.prefs.know(people, (chat.key,))
        for user in map(user_of, people):
            if user != state.host and user.platform == chat.platform:
                await self._tell(user, chat, state)

    async def _tell(self, user: UserRef, chat: ChatRef, state: TableState) -> None:
        if self._context.reach.closed(user):
            return
        platform = self._context.platforms[user.platform]
        told = msg(
            "watching-opened", chat=state.chat_title, host=state.sitters[0].name,
            game=game_name(state.game), link=platform.place_link(chat),
        )  # fmt: skip
        text = self._context.screens.of(self._context.prefs.person(user, chat)).catalogue.say(told)
        with suppress(PlatformError):
            told_ = Outgoing(text.strip(), links=links_in(told))
            delivery = await self._context.gateway.whisper(user, told_)
            if delivery.ref is None and delivery.final:
                await self._context.reach.mark(user, delivery.reason)


def key_of(chat: str) -> str:
    """The wish of a person about a chat."""
    return f"{OPENED}:{chat}"
