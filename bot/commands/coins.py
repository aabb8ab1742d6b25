"""Commands about coins: the purse, the daily allowance, and the queue of 金币场."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.coinroom.queue import PATIENCE, SEATS
from bot.commands.registry import Needs, command, menu
from bot.commands.request import OLD
from bot.commands.unreached import unreached
from bot.economy.ledger import DAILY, daily, needy
from bot.economy.wallets import aside, purses, tomorrow
from bot.i18n.keys import game_name
from bot.i18n.names import clean
from bot.i18n.times import clock_time, day_time
from bot.runtime.engagements import Wish
from bot.screens.screen import lines
from bot.store.rows import StepTaken
from bot.support.errors import Refused
from engine.msg import msg, signed

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.i18n.catalogue import Catalogue
    from bot.ports.messages import Reply
    from bot.runtime.coinrooms import CoinRooms
    from bot.store.purse import Movement, Purse

LISTED = 10
"""Movements that are shown, the newest."""


class CoinCommands:
    """``/purse``, ``/daily``, ``/coinroom``."""

    def __init__(self, coinrooms: CoinRooms) -> None:
        self._coinrooms = coinrooms

    @command("purse", "钱包", "錢包", order=220, bare=False, needs=Needs.NOTHING)
    async def purse(self, request: Request, rest: str) -> Reply | None:
        """Show what somebody has in this chat, and what it came from."""
        chat, person = _purse_of(request)
        store, now = request.context.store, request.context.clock.now()
        purse = (await purses(store, chat, [person], now))[person]
        moves = await store.coins.movements(chat, person, LISTED)
        title = request.incoming.chat_title
        runner = request.table
        if not title and runner is not None:
            title = runner.table.state.chat_title
        return request.text(_purse_text(title, purse, moves, request.reader.catalogue))

    @command("daily", "签到", "簽到", order=230, bare=False, needs=Needs.CHAT)
    async def daily(self, request: Request, rest: str) -> Reply | None:
        """Hand out the day's coins to whoever has few."""
        chat, person = _purse_of(request)
        store, now = request.context.store, request.context.clock.now()
        purse = (await purses(store, chat, [person], now))[person]
        if not needy(purse):
            raise Refused("coins-daily-rich", below=DAILY, whole=purse.whole, private=True)
        could_have = await aside(store, chat, person)
        if purse.whole + could_have >= DAILY:
            raise Refused("coins-daily-aside", below=DAILY, aside=could_have, private=True)
        try:
            await store.commit([daily(chat, person, now)])
        except StepTaken:
            raise Refused("coins-daily-again", at=day_time(tomorrow(now)), private=True) from None
        told = request.reader.say("coins-daily", amount=DAILY, free=purse.free + DAILY)
        return request.text(told)

    @command("coinroom", "金币场", "金幣場", order=240, needs=Needs.NOTHING)
    async def coinroom(self, request: Request, rest: str) -> Reply | None:
        """Queue; who begins the queue, or asks again, has it at the bottom of the chat."""
        chat, user = request.chat, request.user
        wanted = chat is not None and self._coinrooms.unseen(chat, user)
        reply = await self._queued(request)
        if chat is not None and wanted:
            self._coinrooms.show_again(chat)
        return reply

    @menu("coinroom")
    async def coinroom_pressed(self, request: Request, argument: str) -> Reply | None:
        """A press on the queue's board."""
        if argument == "join":
            return await self._queued(request)
        _purse_of(request)
        if argument != "leave" or request.chat is None:
            raise Refused(OLD)
        await self._coinrooms.leave(request.chat, request.user)
        return request.toast(msg("coinroom-left"))

    async def _queued(self, request: Request) -> Reply:
        _purse_of(request)
        chat, user = request.chat, request.user
        if chat is None:
            raise Refused("coinroom-group-only")
        request.context.engagements.check(user, Wish.QUEUE, chat.place)
        await request.context.preferences.opened(chat, user)
        if (told := await unreached(request)) is not None:
            return told
        name, title = clean(request.incoming.display_name), request.incoming.chat_title or chat.id
        if not await self._coinrooms.join(chat, title, user, name):
            return request.toast(msg("coinroom-drawn"))
        until = request.context.clock.now() + PATIENCE
        return request.toast(msg("coinroom-joined", until=clock_time(until), count=SEATS))


def _purse_text(title: str, purse: Purse, moves: list[Movement], catalogue: Catalogue) -> str:
    have = msg("coins-have", free=purse.free)
    if purse.locked:
        have = msg("coins-have-locked", free=purse.free, locked=purse.locked)
    told = [msg("coins-title", chat=title), have]
    told += [msg("coins-moves")] if moves else []
    for move in moves:
        key = f"coins-kind-{move.kind}"
        game = game_name(move.game) if move.game else ""
        what = msg(key if catalogue.has(key) else "coins-kind-other", game=game)
        told.append(msg("coins-move", at=day_time(move.at), amount=signed(move.amount), what=what))
    told.append(msg("coins-how", below=DAILY, amount=DAILY))
    return lines(*map(catalogue.say, told))


def _purse_of(request: Request) -> tuple[str, str]:
    """The keys of the chat and the person whose purse is meant.

    Raises:
        Refused: nobody has a purse there.
    """
    platform = request.platform
    if not platform.limits.purses:
        raise Refused("coins-not-here", private=True)
    book = request.score_key
    if book.startswith("alone:"):
        raise Refused("coins-in-group", private=True)
    return book, request.user.key
