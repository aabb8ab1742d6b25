"""What happens to chats: the program is added to one, or it has another id from now on."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.ports.errors import PlatformError
from bot.ports.messages import Outgoing
from bot.ports.notices import Added, Migrated, Opened
from bot.store.rows import ChatAlias, StoreError

if TYPE_CHECKING:
    from bot.ports.notices import Notice
    from bot.ports.refs import ChatRef
    from bot.runtime.context import Context

log = logging.getLogger(__name__)


class Chats:
    """Greets chats, and keeps what is known of them under their newest id."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def notice(self, notice: Notice) -> None:
        """Greet a chat, learn its language, or follow it to its new id."""
        match notice:
            case Opened():
                await self._context.preferences.told(notice.user, notice.chat, notice.language)
            case Added() if notice.chat.platform in self._context.platforms:
                await self._greet(notice)
            case Migrated(old, new) if old.key != new.key:
                await self._moved(old, new)

    async def _greet(self, added: Added) -> None:
        """Three lines."""
        prefs = self._context.preferences
        await prefs.know((), (added.chat.key,))
        known = await self._context.store.preferences.chat(added.chat.key)
        taste = prefs.chat(added.chat)
        if added.language and "language" not in known:
            taste = prefs.stranger(added.chat.platform, added.language)
        text = self._context.reader.of(taste).say("greeting")
        try:
            await self._context.gateway.post(replace(added.chat, thread=""), Outgoing(text=text))
        except PlatformError as error:
            log.info("no greeting reason=%s", type(error).__name__)

    async def _moved(self, old: ChatRef, new: ChatRef) -> None:
        """Settings and totals follow; told twice, done once."""
        store = self._context.store
        if (await store.preferences.moved()).get(old.key) != new.key:
            try:
                await store.commit([ChatAlias(old.key, new.key)])
            except StoreError:
                log.exception("move of a chat not kept")
        self._context.preferences.forget(new)
        await self._context.preferences.know((), (new.key,))
