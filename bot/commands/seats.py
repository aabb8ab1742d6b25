"""Commands about seats: sit down, get up, begin, play once more."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.commands.beginning import begin_of
from bot.commands.computers import computer_names
from bot.commands.registry import Counts, command, control, menu
from bot.economy.ledger import DAILY
from bot.economy.wallets import purses
from bot.i18n.names import clean
from bot.ports.errors import PlatformError
from bot.ports.menu import Field
from bot.runtime.engagements import Wish
from bot.runtime.loading import state_of
from bot.support.errors import Refused
from bot.table.commands import (
    EASY,
    HARD,
    NORMAL,
    AddBot,
    Join,
    Leave,
    RemoveBot,
    TakeSeat,
)
from bot.table.seats import beside, complete, seat_named
from bot.table.state import Phase
from engine.text import normal

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.ports.messages import Reply
    from bot.runtime.launcher import Launcher
    from bot.runtime.table_runner import TableRunner
    from bot.table.state import TableState


_LEVELS = {
    **dict.fromkeys(("easy", "beginner", "入门", "入門", "简单", "簡單", "新手", "1"), EASY),
    **dict.fromkeys(("", "normal", "medium", "普通", "一般", "2"), NORMAL),
    **dict.fromkeys(("hard", "expert", "高手", "困难", "困難", "3"), HARD),
}


class SeatCommands:
    """``/join``, ``/leave``, ``/addbot``, ``/removebot``, ``/seat``, ``/start``, ``/again``."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher

    @command("join", "加入", "坐下", order=20, private=False, counts=Counts.SEAT)
    @control("join", counts=Counts.SEAT)
    @control("more-return", "more-queue")
    async def join(self, request: Request, rest: str) -> Reply | None:
        """Sit down, or wait for a seat."""
        return await self._join(request, request.need_table())

    @command("leave", "离开", "離開", "起身", order=30, counts=Counts.SEAT)
    @control("leave", counts=Counts.SEAT)
    @control("more-leave", "more-unqueue")
    async def leave(self, request: Request, rest: str) -> Reply | None:
        """Get up, or wait no longer."""
        return await request.ask(request.need_own_table(), Leave(request.user))

    @command(
        *("addbot", "bot", "加电脑", "加電腦"),
        order=40, slash=("bot",), fields=(Field("level"),), counts=Counts.SET,
    )  # fmt: skip
    @control("bot", counts=Counts.SET)
    @control("more-bot-")
    async def addbot(self, request: Request, rest: str) -> Reply | None:
        """Seat a computer player, with a name in the chat's language."""
        runner, level = request.need_table(), level_named(rest)
        names = computer_names(request, runner)
        return await request.ask(runner, AddBot(request.user, names, level))

    @command("removebot", "减电脑", "減電腦", order=50, counts=Counts.SET)
    @control("unbot", counts=Counts.SET)
    async def removebot(self, request: Request, rest: str) -> Reply | None:
        """Have the last computer player leave."""
        return await request.ask(request.need_table(), RemoveBot(request.user))

    @command(
        *("seat", "换座", "換座", "座位"),
        order=90, slash=("seat", "座位"), fields=(Field("seat", required=True),),
    )  # fmt: skip
    async def seat(self, request: Request, rest: str) -> Reply | None:
        """Take another seat."""
        runner = request.need_table()
        return await request.ask(runner, TakeSeat(request.user, seat_named(runner.table, rest)))

    @control("more-seat")
    async def next_seat(self, request: Request, rest: str) -> Reply | None:
        """Take the next seat that may be taken."""
        runner = request.need_table()
        seat = beside(runner.table, request.user)
        if seat is None:
            raise Refused("table-seat-lot")
        return await request.ask(runner, TakeSeat(request.user, seat))

    @command("start", "开始", "開始", order=100, private=False)  # /start opens a private chat
    @control("start")
    async def start(self, request: Request, rest: str) -> Reply | None:
        """Begin the match."""
        runner = request.need_table()
        return await request.ask(runner, await begin_of(request, runner))

    # Beginning.

    async def _join(self, request: Request, runner: TableRunner) -> Reply | None:
        """Sit down; where everybody who was asked to play again will, it begins."""
        if runner.table.seat_of(request.user) is not None:
            await self._need_coins(request, runner.table.state)
        reply = await self._seated(request, runner)
        if not complete(runner.table):
            return reply
        start = replace(await begin_of(request, runner), user=runner.table.state.host)
        return await request.ask(runner, start) or reply

    async def _seated(self, request: Request, runner: TableRunner) -> Reply | None:
        """Sit down; whoever could not be reached lately is tried once more."""
        context, user, state = request.context, request.user, runner.table.state
        if context.reachability.closed(user):
            await request.services.notes.reachable(user)
        new = runner.table.seat_of(user) is None
        async with context.engagements.free(user, Wish.SEAT, state.id, state.tournament):
            reply = await request.ask(runner, Join(user, clean(request.incoming.display_name)))
        seated = new and runner.table.seat_of(user) is not None
        return None if seated and await _is_written_to(request, runner) else reply

    # Once more.

    @command(
        *("again", "rematch", "再来", "再來", "再来一场", "再來一場"),
        order=120, slash=("again",), counts=Counts.SEAT,
    )  # fmt: skip
    async def again(self, request: Request, rest: str) -> Reply | None:
        """The people of the newest table here play once more."""
        runner = request.table
        if runner is not None and not runner.table.state.over:
            return await self._joined_again(request, runner)
        if runner is not None:
            return await self._again(request, runner.table.state)
        place = request.chat.place if request.chat is not None else ""
        return await self._again(
            request, state_of(await request.context.store.matches.last_table(place))
        )

    @menu("again", counts=Counts.SEAT)
    async def again_pressed(self, request: Request, ident: str) -> Reply | None:
        """Play the same once more, by a button below how a match ended."""
        on = request.tables.at(request.chat)
        if on is not None and not on.table.state.over:
            return await self._joined_again(request, on)
        return await self._again(
            request, state_of(await request.context.store.matches.table(ident))
        )

    async def _joined_again(self, request: Request, runner: TableRunner) -> Reply | None:
        """Somebody else has pressed before: whoever is asked agrees."""
        if runner.table.state.phase is not Phase.LOBBY:
            raise Refused("newgame-another")
        return await self._join(request, runner)

    async def _again(self, request: Request, old: TableState | None) -> Reply | None:
        mine = old is not None and old.place == request.chat
        if (
            old is None
            or not mine
            or old.tournament
            or (old.place is None and old.host != request.user)
        ):
            raise Refused("again-late")
        game = request.context.games.get(old.game)
        if game is None:
            raise Refused("again-late")
        played = any(player.user == request.user for player in old.players)
        if played:
            await self._need_coins(request, old)
        runner = await self._launcher.open(request.incoming, game, old if played else None)
        if runner is None:
            raise Refused("newgame-another")
        if played and runner.table.state.here == len(runner.table.state.players):
            start = await begin_of(request, runner)
            return await request.ask(runner, start)
        return None

    async def _need_coins(self, request: Request, room: TableState) -> None:
        """Refuse another 局 of 金币场 to whoever has too few coins for it.

        Raises:
            Refused: so few.
        """
        if not room.least or room.phase in (Phase.PLAYING, Phase.BETWEEN):
            return
        context, person = request.context, request.user.key
        found = await purses(context.store, room.chat_key, [person], context.clock.now())
        free = found[person].free
        if free < room.least:
            raise Refused("coinroom-poor", least=room.least, free=free, below=DAILY, private=True)


async def _is_written_to(request: Request, runner: TableRunner) -> bool:
    """Whether words need no answer, as a private message is under way that is one."""
    if request.incoming.token or not runner.table.has_hands:
        return False
    try:
        delivery = await request.platform.reach(request.user)
    except PlatformError:
        return False
    return delivery.ref is not None


def level_named(words: str) -> str:
    """The level that somebody typed after ``/addbot``; the usual one where they typed nothing.

    Raises:
        Refused: there is none that is called so; it names those there are.
    """
    level = _LEVELS.get(normal(words).strip())
    if level is None:
        raise Refused("table-level")
    return level
