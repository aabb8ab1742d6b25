"""What platforms tell that nobody said: chats that move or close, people who leave or come back."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.i18n.catalogue import choose
from bot.ports.errors import PlatformError
from bot.ports.messages import Outgoing
from bot.ports.notices import (
    Added,
    Erased,
    MemberJoined,
    MemberLeft,
    Migrated,
    Opened,
    PlaceBack,
    PlaceGone,
    Reachable,
    Removed,
)
from bot.ports.refs import ChatRef
from bot.store.rows import ChatAlias, StoreError
from bot.support.errors import log_bug
from bot.table.commands import Leave, Moved, PlaceLost, PlaceReady, Reached, Suspend
from bot.users.preferences import Taste
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.commands.service import Hub
    from bot.ports.notices import Notice
    from bot.ports.refs import UserRef
    from bot.runtime.table_runner import Runner

log = logging.getLogger(__name__)


class Doorway:
    """Hands notices to the tables that they are about."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def notice(self, notice: Notice) -> None:
        """Take note of one; an error is logged, and the platform goes on."""
        try:
            await self._noted(notice)
        except Exception as error:  # noqa: BLE001  (as said)
            log_bug(log, "notice failed", error, kind=type(notice).__name__)

    async def _noted(self, notice: Notice) -> None:
        match notice:
            case Opened():
                await self._opened(notice)
            case Added():
                await self._added(notice)
            case Removed(chat):
                log.warning("removed from chat platform=%s", chat.platform)
                self._tell(chat, Suspend(msg("hurdle-removed")), whole=True)
                self.hub.goldrooms.lost(chat, whole=True)
            case PlaceGone(chat, deleted):
                gone = PlaceLost() if deleted else Suspend(msg("hurdle-locked"))
                self._tell(chat, gone)
                self.hub.goldrooms.lost(chat, whole=False)
            case PlaceBack(chat):
                self._tell(chat, PlaceReady())
                await self.hub.letters.open_again(chat)
            case Migrated(old, new):
                await self.moved(old, new)
            case MemberJoined(user, chat):
                self.hub.presence.joined(user, chat)
            case MemberLeft(user, chat):
                await self.hub.presence.left(user, chat)
                self.hub.goldrooms.left(chat, user)
                await self.hub.watching.left(user, chat)
                self.hub.cups.left(chat, user)
                for runner in self._tables(chat, whole=not chat.thread):
                    queue = runner.table.state.queue
                    if runner.table.seat_of(user) is not None or user in (s.user for s in queue):
                        runner.tell(Leave(user))
            case Erased(message):
                for runner in tuple(self.hub.runners.values()):
                    runner.outbox.erased(message)
            case Reachable(user, reachable):
                await (self.reachable(user) if reachable else self.unreachable(user, "blocked"))

    # Tables.

    def _tables(self, chat: ChatRef, *, whole: bool) -> Iterator[Runner]:
        """Those at a place, or in all threads of a chat."""
        for runner in tuple(self.hub.runners.values()):
            place = runner.table.state.place
            if place is not None and (place.key == chat.key if whole else place == chat):
                yield runner

    def _tell(
        self, chat: ChatRef, command: Suspend | PlaceLost | PlaceReady, *, whole: bool = False
    ) -> None:
        for runner in self._tables(chat, whole=whole):
            runner.tell(command)

    async def _opened(self, opened: Opened) -> None:
        await self.hub.prefs.told(opened.user, opened.chat, opened.language)
        runner = self.hub.at(opened.chat)
        if runner is not None:
            runner.show_again(opened.user)

    # Chats.

    async def _added(self, added: Added) -> None:
        """Three lines of greeting, and whatever stood still because the bot was away may go on."""
        if added.chat.platform in self.hub.platforms:
            await self._greet(added)
        self._tell(added.chat, PlaceReady(), whole=True)
        await self.hub.letters.open_again(added.chat)

    async def _greet(self, added: Added) -> None:
        await self.hub.prefs.know((), (added.chat.key,))
        known = await self.hub.store.chat(added.chat.key)
        taste = self.hub.prefs.chat(added.chat)
        if added.language and "language" not in known:
            taste = Taste(choose(added.language))
        text = self.hub.screens.of(taste).say("greeting")
        try:
            await self.hub.office.post(replace(added.chat, thread=""), Outgoing(text=text))
        except PlatformError as error:
            log.info("no greeting reason=%s", type(error).__name__)

    async def moved(self, old: ChatRef, new: ChatRef) -> None:
        """A chat has another id: its tables, settings and totals follow; told twice, done once."""
        if old.key == new.key:
            return
        if (await self.hub.store.moved()).get(old.key) != new.key:
            try:
                await self.hub.store.commit([ChatAlias(old.key, new.key)])
            except StoreError:
                log.exception("move of a chat not kept")
        self.hub.prefs.forget(new)
        await self.hub.prefs.know((), (new.key,))
        await self.hub.goldrooms.moved(old, new)
        await self.hub.cups.moved(old, new)
        for runner in self._tables(old, whole=True):
            if runner.table.state.over:
                continue
            await runner.ask(Moved(old, new))
            self.hub.settled(runner)

    # Persons.

    async def reachable(self, user: UserRef) -> None:
        """Private messages arrive again: what was missed is sent at once."""
        if self.hub.reach.closed(user):
            await self.hub.reach.clear(user)
        for runner in self.hub.tables_of(user):
            seat = runner.table.seat_of(user)
            if seat is not None and runner.table.state.sitters[seat].unreached:
                runner.tell(Reached(user, yes=True))
        await self.hub.letters.reachable(user)

    async def unreachable(self, user: UserRef, reason: str, *, final: bool = True) -> None:
        """Private messages do not arrive; if that is ``final`` no more are tried."""
        if final and not self.hub.reach.closed(user):
            await self.hub.reach.mark(user, reason)
        for runner in self.hub.tables_of(user):
            seat = runner.table.seat_of(user)
            if seat is not None and not runner.table.state.sitters[seat].unreached:
                runner.tell(Reached(user, yes=False))
