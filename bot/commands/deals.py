"""/deal: a practice table from a deal in writing, or from a play of a match that was played."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.commands.computers import computer_names
from bot.commands.enclosures import written as written_in
from bot.commands.games import split
from bot.commands.played import beside, newest, played, spot
from bot.commands.registry import Counts, Needs, command, menu
from bot.commands.request import OLD
from bot.ports.menu import Field
from bot.ports.messages import Outgoing
from bot.records import frames, rounds
from bot.records.story import All, seat_in
from bot.screens.all_hands import all_hands, offered
from bot.screens.screen import Screen
from bot.support.errors import Refused
from bot.table import written
from bot.table.commands import AddBot, Configure, TakeSeat
from bot.table.state import Phase

if TYPE_CHECKING:
    from bot.commands.played import Played
    from bot.commands.request import Request
    from bot.ports.messages import Reply
    from bot.runtime.launcher import Launcher
    from bot.runtime.table_runner import TableRunner
    from engine.core import Game, Seat


class DealCommands:
    """``/deal``, and ``/display`` at a table that it opened."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher

    @command(
        *("deal", "排牌"), order=265, slash=("deal",),
        fields=(Field("deal"), Field("file", "file")), needs=Needs.NOTHING,
    )  # fmt: skip
    async def deal(self, request: Request, rest: str) -> Reply | None:
        """Open a table that is dealt from a text, or deal so at the one whose lobby this is."""
        game, said = await split(request, rest)
        text = await written_in(request, said)
        if not text.strip() and game is None:
            return request.text(request.reader.say("deal-help"), public=True)
        if game is None and text == said and (meant := spot(said)) is not None:
            return await self._from_newest(request, *meant)
        if game is None and (lobby := _lobby(request)) is not None:
            game = lobby.table.game
        # Read before anything is opened: of what cannot be read nothing is kept.
        seed = request.context.ids.seed()
        found = await request.context.painter.in_words(partial(written.deal_of, game, text, seed))
        return await self._dealt(request, found.game, found.text)

    @menu("deal")
    async def deal_from(self, request: Request, argument: str) -> Reply | None:
        """Open a table that goes on from a play of a match: ``<match>.2.12``."""
        ident, _, rest = argument.partition(".")
        number, _, play = rest.partition(".")
        found = await played(request, ident)
        if found is None or not (number.isdecimal() and play.isdecimal()):
            raise Refused(OLD)
        return await self._from(request, found, int(number), int(play))

    async def _from_newest(self, request: Request, number: int, play: int | None) -> Reply | None:
        found = await played(request, await newest(request))
        if found is None:
            raise Refused("record-none")
        _, log = await beside(request, found.restored)
        at = frames.moment(log, number, 0) if number else 0
        if play is not None:  # what is named is the first play that is not made
            at = frames.moment(log, number, play - 1) if number else frames.overall(log, play - 1)
        return await self._from(request, found, *frames.place(log, at))

    async def _from(self, request: Request, found: Played, number: int, play: int) -> Reply | None:
        """A table as the match stood, where its reader sits in their own seat again."""
        seed = request.context.ids.seed()
        begun = await beside(request, partial(_beginning, found, number, play, seed))
        fresh = _lobby(request) is None
        reply = await self._dealt(request, found.game, begun.text, _short(request, begun))
        seat = None if isinstance(found.reader, All) else seat_in(found.reader, number)
        runner = _lobby(request)
        if runner is not None and fresh and seat is not None:
            await _seat(request, runner, seat, len(found.found.seats))
        return reply

    async def _dealt(
        self, request: Request, game: Game[object, object], text: str, also: str = ""
    ) -> Reply | None:
        runner = _lobby(request)
        if runner is None or runner.table.game.info.id != game.info.id:
            runner = await self._launcher.open(request.incoming, game)
            if runner is None:
                raise Refused("newgame-another")
        reply = await request.ask(runner, Configure(request.user, written.KEY, text))
        told = filter(None, (also, request.reader.say("deal-set")))
        return reply or request.text("\n".join(told), public=True)

    @command("display", "明牌", "各家的牌", order=266, slash=("明牌",), counts=Counts.VIEW)
    async def display(self, request: Request, rest: str) -> Reply | None:
        """Show all hands of a practice table, and all that the asked seat may do."""
        runner = request.need_own_table()
        table = runner.table
        table.need_seat(request.user)
        match = table.match
        if match is None or not written.shows_all(table):
            raise Refused("display-not-here")
        speak = request.reader.catalogue.speaker(table.names)
        # Beside the loop: to find all plays of a hand takes a while.
        told = await request.context.painter.in_words(partial(all_hands, match))
        limits = request.limits
        room = limits.row * (limits.rows - 1)
        rows = await request.context.painter.in_words(
            partial(offered, table, request.user, speak, room, limits.row)
        )
        message = Outgoing("\n".join(map(speak, told)), rows=rows)
        return await request.screen(Screen(None, table.names, message))


def _lobby(request: Request) -> TableRunner | None:
    """The table whose lobby this is, if there is one."""
    runner = request.table
    waits = runner is not None and runner.table.state.phase is Phase.LOBBY
    return runner if waits else None


async def _seat(request: Request, runner: TableRunner, seat: Seat, count: int) -> None:
    """Computer players take the other seats; whoever wants friends there sends some away."""
    table = runner.table
    for _ in range(count - len(table.state.players)):
        await request.ask(runner, AddBot(request.user, computer_names(request, runner)))
    if seat < len(table.state.players):
        await request.ask(runner, TakeSeat(request.user, seat))


def _beginning(found: Played, number: int, play: int, seed: bytes) -> rounds.Beginning:
    fresh, log = found.restored()
    return rounds.beginning(fresh, log, number, play, found.reader, seed)


def _short(request: Request, begun: rounds.Beginning) -> str:
    """Why a table begins before the play that was asked for, if it does."""
    if not begun.short:
        return ""
    if begun.plays:
        return request.reader.say("deal-from-before", play=begun.plays + 1)
    return request.reader.say("deal-from-deal")
