"""What may complete what a person is typing or picking: games, and their own legal plays."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from bot.commands.parser import as_name
from bot.commands.request import has_left
from bot.i18n.keys import game_name
from bot.ports.messages import Picked, Suggestion
from bot.screens import plays
from bot.screens.picked import MOST as MOST_PLAYS
from bot.screens.picked import weighed
from bot.support.errors import log_bug
from bot.users.preferences import Taste

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.commands.parser import Parser
    from bot.commands.request import Request
    from engine.core import Action

log = logging.getLogger(__name__)

MOST = 25
"""Suggestions that platforms show."""


class Suggestions:
    """Completes fields of commands; whoever asks learns nothing that they may not know."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser

    async def suggest(self, request: Request, field: str) -> tuple[Suggestion, ...]:
        """At most ``MOST``, best first; none for a field without any, or after an error."""
        try:
            await request.context.preferences.meet(request.incoming)
            return await self._suggested(request, field)
        except Exception as error:  # noqa: BLE001  (they can type it without)
            log_bug(log, "no suggestions", error, platform=request.user.platform)
            return ()

    async def _suggested(self, request: Request, field: str) -> tuple[Suggestion, ...]:
        match field:
            case "game":
                return tuple(_games(request))[:MOST]
            case "play":
                return (await self._plays(request))[:MOST]
            case _:
                return ()

    async def _plays(self, request: Request) -> tuple[Suggestion, ...]:
        """Legal plays of the author, if their table asks them now."""
        runner = request.table
        seat = runner.table.seat_of(request.user) if runner is not None else None
        if runner is not None and has_left(runner.table, request.user):
            return ()  # whether they may come back is not decided by typing
        offer = plays.offer_to(runner.table, seat) if runner and seat is not None else None
        if offer is None:
            return ()
        found: tuple[Action, ...] = ()
        if runner is not None and runner.table.state.hints == "on":
            computers = request.context.computers
            found = await computers.suggestions(offer.game, offer.seen, plays.LISTED)
        found = plays.ahead(offer, found)
        line = request.incoming.text
        typed = self._parser.understand(line)
        source = request.context.reader.of(Taste()).catalogue.speaker(offer.names)
        say = request.reader.catalogue.speaker(offer.names)
        rest = typed.rest if typed.name in ("", "play") else line
        return tuple(plays.lines(offer, found, rest, say, source))

    async def picked(self, request: Request) -> Picked:
        """Why the values picked would be refused, and plays they are part of; nothing if unasked.

        Nothing too after an error: they are refused, if they are, when they are sent.
        """
        try:
            return await self._picked(request)
        except Exception as error:  # noqa: BLE001  (as above)
            log_bug(log, "nothing said of a pick", error, platform=request.user.platform)
            return Picked()

    async def _picked(self, request: Request) -> Picked:
        runner, token = request.table, request.token
        seat = runner.table.seat_of(request.user) if runner is not None else None
        if runner is None or token is None or seat is None or has_left(runner.table, request.user):
            return Picked()
        offer = plays.offer_to(runner.table, seat)
        if offer is None or offer.question != token.question:
            return Picked()
        if runner.table.state.lesson:
            return Picked()  # its sentence says which cards, and must stay in sight
        work = partial(weighed, offer, seat, token.item, request.incoming.values)
        found = await request.context.computers.workers.do(work)
        if found is None:
            return Picked()
        why, actions = found
        say = request.reader.catalogue.speaker(offer.names)
        return Picked(
            "" if why is None else say(why), plays.buttons(offer, actions, say, MOST_PLAYS)
        )


def _games(request: Request) -> Iterator[Suggestion]:
    """Games of which any name, in any language, begins so."""
    say, wanted = request.reader.catalogue.say, as_name(request.incoming.text)
    for ident, game in request.context.games.items():
        name = game_name(ident)
        known = {ident, *game.info.names, *request.context.reader.everywhere(name)}
        if any(as_name(one).startswith(wanted) for one in known):
            yield Suggestion(say(name), say(name))
