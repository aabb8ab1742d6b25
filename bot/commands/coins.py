"""What people ask for about coins: their purse, a few a day, and the queue of 金币场."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.coinroom.queue import PATIENCE, SEATS
from bot.commands.privacy import Privacy
from bot.commands.request import OLD, is_open
from bot.economy.ledger import DAILY, daily, needy
from bot.economy.wallets import aside, purses, tomorrow
from bot.i18n.keys import game_name
from bot.i18n.names import clean
from bot.i18n.times import clock_time, day_time
from bot.ports.messages import Outgoing, Reply, Where
from bot.runtime.engagements import Wish
from bot.screens.screen import lines
from bot.store.rows import StepTaken
from bot.support.errors import Refused
from engine.msg import msg, signed

if TYPE_CHECKING:
    from bot.i18n.catalogue import Catalogue
    from bot.ports.incoming import Incoming
    from bot.store.purse import Movement, Purse
    from engine.msg import Msg

LISTED = 10
"""Movements that are shown, the newest."""


class Purser(Privacy):
    """Carries out commands; the methods are called like them."""

    async def purse(self, incoming: Incoming, rest: str) -> Reply | None:
        chat, person = self._purse_of(incoming)
        purse = (await purses(self.hub.store, chat, [person], self.hub.clock.now()))[person]
        moves = await self.hub.store.coins.movements(chat, person, LISTED)
        title = incoming.chat_title
        runner = self.table_for(incoming)
        if not title and runner is not None:
            title = runner.table.state.chat_title
        return self.text(self._purse_text(title, purse, moves, self.screens(incoming).catalogue))

    def _purse_text(
        self, title: str, purse: Purse, moves: list[Movement], catalogue: Catalogue
    ) -> str:
        have = msg("coins-have", free=purse.free)
        if purse.locked:
            have = msg("coins-have-locked", free=purse.free, locked=purse.locked)
        told = [msg("coins-title", chat=title), have]
        told += [msg("coins-moves")] if moves else []
        for move in moves:
            key = f"coins-kind-{move.kind}"
            game = game_name(move.game) if move.game else ""
            what = msg(key if catalogue.has(key) else "coins-kind-other", game=game)
            told.append(
                msg("coins-move", at=day_time(move.at), amount=signed(move.amount), what=what)
            )
        told.append(msg("coins-how", below=DAILY, amount=DAILY))
        return lines(*map(catalogue.say, told))

    async def daily(self, incoming: Incoming, rest: str) -> Reply | None:
        chat, person = self._purse_of(incoming)
        store, now = self.hub.store, self.hub.clock.now()
        purse = (await purses(store, chat, [person], now))[person]
        if not needy(purse):
            raise Refused("coins-daily-rich", below=DAILY, whole=purse.whole)
        could_have = await aside(store, chat, person)
        if purse.whole + could_have >= DAILY:
            raise Refused("coins-daily-aside", below=DAILY, aside=could_have)
        try:
            await store.commit([daily(chat, person, now)])
        except StepTaken:
            raise Refused("coins-daily-again", at=day_time(tomorrow(now))) from None
        told = self.screens(incoming).say("coins-daily", amount=DAILY, free=purse.free + DAILY)
        return self.text(told)

    async def coinroom(self, incoming: Incoming, rest: str) -> Reply | None:
        """Queue; who begins the queue, or asks again, has it at the bottom of the chat."""
        chat, user = incoming.chat, incoming.user
        wanted = chat is not None and self.hub.goldrooms.unseen(chat, user)
        reply = await self._queued(incoming)
        if chat is not None and wanted:
            self.hub.goldrooms.show_again(chat)
        return reply

    async def coinroom_pressed(self, argument: str, incoming: Incoming) -> Reply | None:
        """A press on the queue's board."""
        if argument == "join":
            return await self._queued(incoming)
        self._purse_of(incoming)
        if argument != "leave" or incoming.chat is None:
            raise Refused(OLD)
        await self.hub.goldrooms.leave(incoming.chat, incoming.user)
        return self._toast(incoming, msg("coinroom-left"))

    async def _queued(self, incoming: Incoming) -> Reply:
        self._purse_of(incoming)
        chat, user = incoming.chat, incoming.user
        if chat is None:
            raise Refused("coinroom-group-only")
        self.hub.engagements.check(user, Wish.QUEUE, chat.place)
        await self.hub.prefs.opened(chat, user)
        if (unreached := await self.unreached(incoming)) is not None:
            return unreached
        name, title = clean(incoming.display_name), incoming.chat_title or chat.id
        if not await self.hub.goldrooms.join(chat, title, user, name):
            return self._toast(incoming, msg("coinroom-drawn"))
        until = self.hub.clock.now() + PATIENCE
        return self._toast(incoming, msg("coinroom-joined", until=clock_time(until), count=SEATS))

    def _toast(self, incoming: Incoming, told: Msg) -> Reply:
        text = self.screens(incoming).catalogue.say(told)
        return Reply(Outgoing(text=text), Where.TOAST, public=is_open(told))

    def _purse_of(self, incoming: Incoming) -> tuple[str, str]:
        """The keys of the chat and the person whose purse is meant.

        Raises:
            Refused: nobody has a purse there.
        """
        platform = self.hub.platforms[incoming.user.platform]
        if not platform.limits.purses:
            raise Refused("coins-not-here")
        book = self.book_of(incoming)
        if book.startswith("alone:"):
            raise Refused("coins-in-group")
        return book, incoming.user.key
