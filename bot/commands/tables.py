"""Commands about a table as a whole: open it, show it, pause, end, go on."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from bot.commands.games import game_named, menu_of_games
from bot.commands.houses import named_house, offered, open_by
from bot.commands.parser import mode_named
from bot.commands.registry import Counts, Needs, command, control, menu
from bot.commands.request import OLD
from bot.ports.errors import PlatformError
from bot.ports.menu import Field
from bot.runtime.launcher import missing_rights
from bot.screens.houses import open_row
from bot.support.errors import Refused
from bot.table.commands import (
    Autopilot,
    CastVote,
    Next,
    Pause,
    Repost,
    Resume,
    ShowHand,
    Stop,
)

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.ports.messages import Reply
    from bot.ports.refs import MessageRef
    from bot.runtime.launcher import Launcher
    from bot.runtime.menus import Menus
    from bot.runtime.tournaments import Tournaments


FIRST = 3
"""House rules that stand before the games of a menu."""


class TableCommands:
    """``/newgame``, ``/table``, ``/pause``, ``/resume``, ``/stop``, and the rest."""

    def __init__(self, launcher: Launcher, menus: Menus, tournaments: Tournaments) -> None:
        self._launcher = launcher
        self._menus = menus
        self._tournaments = tournaments

    # Opening one.

    @command(
        *("newgame", "new", "开局", "开桌", "開局", "開桌"),
        order=10, slash=("new",), fields=(Field("game", "game"),), needs=Needs.NOTHING,
    )  # fmt: skip
    async def newgame(self, request: Request, rest: str) -> Reply | None:
        """Open a table for a game, or show the games."""
        try:
            game = await game_named(request, rest)
        except Refused:
            if (found := await named_house(request, rest)) is not None:
                await open_by(request, self._launcher, found)
                return None
            return await self._games(request, "newgame-none")
        if game is None:
            return await self._games(request)
        options = mode_named(game.info, rest)
        runner = await self._launcher.open(request.incoming, game, options=options)
        if runner is None:
            chat, user = request.chat, request.user
            old = request.tables.at(chat) if chat is not None else request.tables.alone(user)
            if old is not None:
                old.tell(Repost() if chat is not None else ShowHand(user))
            raise Refused("newgame-another")
        return None

    async def _games(self, request: Request, ask: str = "") -> Reply:
        chat = request.chat
        posted = partial(self._menus.stands, chat) if chat is not None else None
        own = open_row(request.reader, (await offered(request))[:FIRST])
        return menu_of_games(request, "newgame", ask, here=True, posted=posted, first=own)

    @menu("newgame")
    async def game_pressed(self, request: Request, name: str) -> Reply | None:
        """Open a table; a menu that stood in the chat for everybody goes."""
        reply = await self.newgame(request, name)
        shown, there = request.incoming.message, request.tables.at(request.chat)
        own = shown is None or shown.private or request.incoming.own
        if reply is not None or shown is None or own or there is None:
            return reply
        if not (there.outbox.shows(shown) or there.outbox.foreign(shown)):
            request.context.tasks.begin(_erase(request, shown))
        return reply

    # One that is on.

    @command("table", "牌桌", "桌面", order=150, private=False, counts=Counts.VIEW | Counts.BOARD)
    @control("more-table")
    async def table(self, request: Request, rest: str) -> Reply | None:
        """Show the board again at the bottom of the chat."""
        runner = request.need_table()
        place = runner.table.state.place
        runner.table.lacking = await missing_rights(request.context.platforms, place)
        return await request.ask(runner, Repost())

    @command("next", "下一圈", "继续下一圈", "繼續下一圈", order=110)
    @control("next")
    async def next(self, request: Request, rest: str) -> Reply | None:
        """Go on to the next round."""
        return await request.ask(request.need_own_table(), Next(request.user))

    @command("autopilot", "auto", "托管", "託管", "托管开", "託管開", order=290, slash=("auto",))
    @control("more-auto")
    async def autopilot(self, request: Request, rest: str) -> Reply | None:
        """Have a computer play."""
        return await request.ask(request.need_own_table(), Autopilot(request.user, on=True))

    @command(*("back", "回来", "回來", "取消托管", "取消託管", "托管关", "託管關"), order=300)
    @control("back", "more-back")
    async def back(self, request: Request, rest: str) -> Reply | None:
        """Play again oneself."""
        return await request.ask(request.need_own_table(), Autopilot(request.user, on=False))

    @command("pause", "暂停", "暫停", "歇会儿", "歇會兒", order=330, slash=("pause",))
    @control("more-pause")
    async def pause(self, request: Request, rest: str) -> Reply | None:
        """Ask for a break."""
        return await request.ask(request.need_own_table(), Pause(request.user))

    @command("resume", "继续", "繼續", order=340)
    @control("resume", "more-resume")
    async def resume(self, request: Request, rest: str) -> Reply | None:
        """Go on after a break."""
        return await request.ask(request.need_own_table(), Resume(request.user))

    @command("stop", "结束", "結束", "散桌", order=350)
    @control("more-stop")
    async def stop(self, request: Request, rest: str) -> Reply | None:
        """End the table; an administrator who plays in a tournament ends none of its tables."""
        runner, user = request.need_table(), request.user
        tournament = self._tournaments.of(runner.table.state.tournament)
        admin = request.incoming.admin and not (
            tournament is not None and tournament.state.holds(user)
        )
        return await request.ask(runner, Stop(user, admin=admin))

    # Votes.

    @command("yes", "同意", order=310, slash=("yes",))
    @control("yes", always=True)
    async def yes(self, request: Request, rest: str) -> Reply | None:
        """Agree to what is asked of all."""
        return await self._vote(request, yes=True)

    @command("no", "反对", "反對", "不同意", order=320, slash=("no",))
    @control("no", always=True)
    async def no(self, request: Request, rest: str) -> Reply | None:
        """Vote against what is asked of all."""
        return await self._vote(request, yes=False)

    async def _vote(self, request: Request, *, yes: bool) -> Reply | None:
        runner, token = request.need_own_table(), request.token
        vote = runner.table.state.vote
        if token is not None and (vote is None or vote.number != token.question):
            raise Refused(OLD)
        return await request.ask(runner, CastVote(request.user, yes=yes))


async def _erase(request: Request, shown: MessageRef) -> None:
    with suppress(PlatformError):
        await request.context.gateway.erase(shown)
