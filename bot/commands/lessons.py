"""/teach: a short lesson of a game, and a first real game behind it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.commands.beginning import begin_of
from bot.commands.computers import computer_names
from bot.commands.games import game_named, menu_of_games
from bot.commands.registry import Needs, command, menu
from bot.commands.request import OLD
from bot.commands.unreached import unreached
from bot.ports.menu import Field
from bot.screens.more import FIRST, TEACH
from bot.support.errors import Refused
from bot.table import lesson
from bot.table.commands import EASY, AddBot, Teach

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.ports.messages import Reply
    from bot.runtime.launcher import Launcher
    from bot.runtime.table_runner import TableRunner
    from engine.core import Game


class LessonCommands:
    """``/teach``, and the buttons of a lesson that is over."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher

    @command(
        *(TEACH, "教我", "教程", "学打牌", "學打牌"),
        order=15, slash=(TEACH,), fields=(Field("game", "game"),), needs=Needs.NOTHING,
    )  # fmt: skip
    async def teach(self, request: Request, rest: str) -> Reply | None:
        """Begin a game's lesson, or show the games that have one."""
        game = None
        if rest.strip():
            with suppress(Refused):
                game = await game_named(request, rest)
        return await self._teach(request, game)

    @menu(TEACH)
    async def pressed(self, request: Request, argument: str) -> Reply | None:
        """Begin a lesson, or with ``first.<game>`` a first real game."""
        word, _, ident = argument.partition(".")
        game = request.context.games.get(ident or word)
        if game is None and argument:
            raise Refused(OLD)
        if game is not None and word == FIRST:
            return await self._first(request, game)
        return await self._teach(request, game)

    async def _teach(self, request: Request, game: Game[object, object] | None) -> Reply | None:
        if game is None or not lesson.teaches(game):
            games = request.context.games
            taught = [ident for ident in games if lesson.teaches(games[ident])]
            ask = f"{TEACH}-menu" if game is None else f"{TEACH}-none"
            return menu_of_games(request, TEACH, ask, of=taught)
        runner, reply = await self._opened(request, game)
        if runner is None:
            return reply
        ids, names = request.context.ids, computer_names(request, runner)
        begin = Teach(request.user, ids.id(), ids.seed(), names)
        return await request.ask(runner, begin) or reply

    async def _first(self, request: Request, game: Game[object, object]) -> Reply | None:
        """A real game against computers that are no match for anybody."""
        _, seats = lesson.of(game)
        runner, reply = await self._opened(request, game)
        if runner is None:
            return reply
        names = computer_names(request, runner)
        for _ in range(seats - 1):
            await request.ask(runner, AddBot(request.user, names, EASY))
        begin = replace(await begin_of(request, runner), coached=True)
        return await request.ask(runner, begin) or reply

    async def _opened(
        self, request: Request, game: Game[object, object]
    ) -> tuple[TableRunner | None, Reply | None]:
        """A table for the author alone, and what is said about it where it was asked for.

        In a room of our own it is that room's table, if there is none yet; anywhere else it is in
        private, where nobody else is disturbed.
        """
        incoming, chat = request.incoming, request.chat
        if chat is not None and request.platform.limits.talk:
            runner = await self._launcher.open(incoming, game)
            if runner is not None:
                return runner, None
        if chat is not None:
            if (mend := await unreached(request)) is not None:
                return None, mend
            incoming = replace(incoming, chat=None)
        runner = await self._launcher.open(incoming, game)
        if runner is None:
            raise Refused("lesson-another")
        told = None if incoming.chat == chat else request.text(request.reader.say("lesson-private"))
        return runner, told
