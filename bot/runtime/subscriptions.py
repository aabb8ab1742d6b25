"""Telling people who asked for it that a table opens in a chat: once a table, for a month.

Nobody is told who has not asked in that very chat, and only by private message.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.ports.notices import MemberLeft, SightChanged
from bot.ports.refs import user_of
from bot.runtime.letters import Letter
from bot.store.rows import PersonSet, StoreError
from engine.msg import msg

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
    """Keeps who wants to be told, and what they are told."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def want(self, user: UserRef, chat: ChatRef, *, on: bool) -> None:
        """Begin or end a person's subscription to a chat's tables.

        Raises:
            StoreError: nothing has changed.
        """
        until = self._context.clock.now() + LASTS
        await self._context.preferences.set_person(
            user, key_of(chat.key), until.isoformat() if on else ""
        )

    def wanted(self, user: UserRef, chat: ChatRef) -> bool:
        """Whether a person is told of tables in a chat."""
        return wanted(self._context, user, chat)

    async def notice(self, notice: Notice) -> None:
        """End the subscription of a person who is no longer in the chat."""
        match notice:
            case MemberLeft(user, chat):
                await self._left(user, (chat.key,))
            case SightChanged(_, user, chats, True) if user is not None and chats is not None:
                await self._left(user, chats)

    async def _left(self, user: UserRef, chats: Iterable[str]) -> None:
        with suppress(StoreError):  # it ends by itself
            await self._context.preferences.know((user.key,), ())
            for chat in chats:
                if self._lasts(self._context.preferences.said(user, key_of(chat))):
                    await self._context.preferences.set_person(user, key_of(chat), "")

    async def later(self, by: timedelta) -> list[PersonSet]:
        """The rows by which everybody is told for so much longer.

        Raises:
            StoreError: they cannot be read.
        """
        return [
            PersonSet(person, key, (datetime.fromisoformat(until) + by).isoformat())
            for person, key, until in await self._context.store.preferences.of_people(OPENED)
        ]

    def _lasts(self, until: str) -> bool:
        return _lasts(self._context, until)

    async def letters(self, table: TableState) -> list[Letter]:
        """What is stored with a lobby that is being opened, for those who want to be told."""
        chat = table.place
        if chat is None:
            return []
        try:
            found = await self._context.store.preferences.watchers(chat.key)
        except StoreError as error:  # they can see it in the chat
            log.warning("nobody told of table=%s: %s", table.id, error)
            return []
        people = [user_of(person) for person, until in found if self._lasts(until)]
        told = [user for user in people if self._told(user, table, chat)][:MOST]
        await self._context.preferences.know([user.key for user in told], (chat.key,))
        link = self._context.platforms[chat.platform].place_link(chat)
        what = msg(
            "watching-opened", chat=table.chat_title, host=table.players[0].name,
            game=game_name(table.game), link=link,
        )  # fmt: skip
        return [
            Letter(f"{table.id} {OPENED} {n}", chat, user, (what,), (), table.idle_at, wished=True)
            for n, user in enumerate(told)
        ]

    def _told(self, user: UserRef, table: TableState, chat: ChatRef) -> bool:
        if user == table.host or user.platform != chat.platform:
            return False
        return not self._context.reachability.closed(user)


def wanted(context: Context, user: UserRef, chat: ChatRef) -> bool:
    """Whether a person is told of tables in a chat."""
    return _lasts(context, context.preferences.said(user, key_of(chat.key)))


def _lasts(context: Context, until: str) -> bool:
    return bool(until) and datetime.fromisoformat(until) > context.clock.now()


def key_of(chat: str) -> str:
    """The wish of a person about a chat."""
    return f"{OPENED}:{chat}"
