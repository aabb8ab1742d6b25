"""What notices mean for tables: they stand still, go on, move, or somebody gets up."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.ports.notices import (
    Added,
    Erased,
    MemberLeft,
    Migrated,
    Opened,
    PlaceBack,
    PlaceGone,
    Reachable,
    Removed,
)
from bot.table.commands import Leave, Moved, PlaceLost, PlaceReady, Reached, Suspend
from engine.msg import msg

if TYPE_CHECKING:
    from bot.ports.notices import Notice
    from bot.ports.refs import ChatRef, UserRef
    from bot.runtime.context import Context
    from bot.runtime.letters import Letters
    from bot.runtime.tables import Tables

log = logging.getLogger(__name__)


class TableNotices:
    """Hands notices to the tables that they are about, and sends what was missed meanwhile."""

    def __init__(self, context: Context, tables: Tables, letters: Letters) -> None:
        self._context = context
        self._tables = tables
        self._letters = letters

    async def notice(self, notice: Notice) -> None:
        """Take note of one."""
        match notice:
            case Opened(user, chat):
                runner = await self._tables.sleeping.awake(lambda: self._tables.at(chat))
                if runner is not None:
                    runner.show_again(user)
            case Added(chat):
                await self._back(chat, whole=True)
            case Removed(chat):
                log.warning("removed from chat platform=%s", chat.platform)
                self._tell(chat, Suspend(msg("hurdle-removed")), whole=True)
            case PlaceGone(chat, deleted):
                self._tell(chat, PlaceLost() if deleted else Suspend(msg("hurdle-locked")))
            case PlaceBack(chat):
                await self._back(chat)
            case Migrated(old, new) if old.key != new.key:
                await self._moved(old, new)
            case MemberLeft(user, chat):
                self._left(user, chat)
            case Erased(message):
                for runner in tuple(self._tables.running.values()):
                    runner.outbox.erased(message)
            case Reachable(user, reachable):
                await (self.reachable(user) if reachable else self.unreachable(user, "blocked"))
            case _:
                pass

    def _tell(
        self, chat: ChatRef, command: Suspend | PlaceLost | PlaceReady, *, whole: bool = False
    ) -> None:
        for runner in self._tables.within(chat, whole=whole):
            runner.tell(command)

    async def _back(self, chat: ChatRef, *, whole: bool = False) -> None:
        """Whatever stood still because the place could not be written to may go on."""
        self._tell(chat, PlaceReady(), whole=whole)
        await self._letters.open_again(chat)

    async def _moved(self, old: ChatRef, new: ChatRef) -> None:
        for runner in self._tables.called(old, whole=True):
            if runner.table.state.over:
                continue
            await runner.ask(Moved(old, new))
            self._tables.moved(runner)

    def _left(self, user: UserRef, chat: ChatRef) -> None:
        for runner in self._tables.called(chat, whole=not chat.thread):
            queue = runner.table.state.queue
            if runner.table.seat_of(user) is not None or user in (s.user for s in queue):
                runner.tell(Leave(user))

    # Private messages.

    async def reachable(self, user: UserRef) -> None:
        """Private messages arrive again: what was missed is sent at once."""
        if self._context.reachability.closed(user):
            await self._context.reachability.clear(user)
        self._reached(user, yes=True)
        await self._letters.reachable(user)

    async def unreachable(self, user: UserRef, reason: str, *, final: bool = True) -> None:
        """Private messages do not arrive; if that is ``final`` no more are tried."""
        if final and not self._context.reachability.closed(user):
            await self._context.reachability.mark(user, reason)
        self._reached(user, yes=False)

    def _reached(self, user: UserRef, *, yes: bool) -> None:
        for runner in self._tables.of(user):
            seat = runner.table.seat_of(user)
            if seat is not None and runner.table.state.players[seat].unreached is yes:
                runner.tell(Reached(user, yes=yes))
