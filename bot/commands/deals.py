"""/deal: a practice table from a deal in writing."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from bot.commands.games import game_named
from bot.commands.registry import Counts, Needs, command
from bot.ports.menu import Field
from bot.screens.all_hands import all_hands
from bot.support.errors import Refused
from bot.table import written
from bot.table.commands import Configure
from bot.table.state import Phase
from engine.text import normal

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.ports.messages import Reply
    from bot.runtime.launcher import Launcher
    from engine.core import Game


class DealCommands:
    """``/deal``, and ``/display`` at a table that it opened."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher

    @command(
        *("deal", "排牌"), order=265, slash=("deal",), fields=(Field("deal"),),
        needs=Needs.NOTHING,
    )  # fmt: skip
    async def deal(self, request: Request, rest: str) -> Reply | None:
        """Open a table that is dealt from a text, or deal so at the one whose lobby this is."""
        if not rest.strip():
            return request.text(request.screens.say("deal-help"), public=True)
        runner = request.table
        lobby = runner is not None and runner.table.state.phase is Phase.LOBBY
        game, text = await _split(request, rest)
        if game is None and lobby and runner is not None:
            game = runner.table.game
        # Read before anything is opened: of what cannot be read nothing is kept.
        game = written.understood(game, text).fresh.game
        if runner is None or not lobby or runner.table.game.info.id != game.info.id:
            runner = await self._launcher.open(request.incoming, game)
            if runner is None:
                raise Refused("newgame-another")
        reply = await request.ask(runner, Configure(request.user, written.KEY, text))
        return reply or request.text(request.screens.say("deal-set"), public=True)

    @command("display", "明牌", "各家的牌", order=266, slash=("明牌",), counts=Counts.VIEW)
    async def display(self, request: Request, rest: str) -> Reply | None:
        """Show all hands of a practice table, and all that the asked seat may do."""
        runner = request.need_own_table()
        table = runner.table
        table.need_seat(request.user)
        match = table.match
        if match is None or not written.shows_all(table):
            raise Refused("display-not-here")
        speak = request.screens.catalogue.speaker(table.names)
        # Beside the loop: to find all plays of a hand takes a while.
        told = await request.context.painter.in_words(partial(all_hands, match))
        return request.text("\n".join(map(speak, told)))


async def _split(request: Request, rest: str) -> tuple[Game[object, object] | None, str]:
    """The game that the first word names, if it does, and the deal."""
    head, *others = rest.strip().split(maxsplit=1)
    if others and ":" not in normal(head):
        with suppress(Refused):
            return await game_named(request, head), others[0]
    return None, rest
