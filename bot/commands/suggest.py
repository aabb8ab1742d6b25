"""What may complete what a person is typing: games, and their own legal plays."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.commands import parser as words
from bot.commands.request import Clerk, has_left
from bot.i18n.keys import game_name
from bot.ports.messages import Suggestion
from bot.screens import plays
from bot.support.errors import log_bug
from bot.users.preferences import Taste

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ports.incoming import Incoming

log = logging.getLogger(__name__)

MOST = 25
"""Suggestions that platforms show."""


class Hints(Clerk):
    """Completes fields of commands; whoever asks learns nothing that they may not know."""

    async def suggest(self, incoming: Incoming, field: str) -> tuple[Suggestion, ...]:
        """At most ``MOST``, best first; none for a field without any, or after an error."""
        try:
            await self.hub.prefs.meet(incoming)
            return await self._suggested(incoming, field)
        except Exception as error:  # noqa: BLE001  (they can type it without)
            log_bug(log, "no suggestions", error, platform=incoming.user.platform)
            return ()

    async def _suggested(self, incoming: Incoming, field: str) -> tuple[Suggestion, ...]:
        match field:
            case "game":
                return tuple(self._games(incoming))[:MOST]
            case "play":
                return (await self._plays(incoming))[:MOST]
            case _:
                return ()

    def _games(self, incoming: Incoming) -> Iterator[Suggestion]:
        """Games of which any name, in any language, begins so."""
        say, wanted = self.screens(incoming).catalogue.say, words.as_name(incoming.text)
        for ident, game in self.hub.games.items():
            name = game_name(ident)
            known = {ident, *game.info.names, *self.hub.screens.everywhere(name)}
            if any(words.as_name(one).startswith(wanted) for one in known):
                yield Suggestion(say(name), say(name))

    async def _plays(self, incoming: Incoming) -> tuple[Suggestion, ...]:
        """Legal plays of the author, if their table asks them now."""
        runner = self.table_for(incoming)
        seat = runner.table.seat_of(incoming.user) if runner is not None else None
        if runner is not None and has_left(runner.table, incoming.user):
            return ()  # whether they may come back is not decided by typing
        offer = plays.offer_to(runner.table, seat) if runner and seat is not None else None
        if offer is None:
            return ()
        found = await self.hub.painter.computers.suggestions(offer.game, offer.seen, plays.LISTED)
        typed = words.understand(incoming.text)
        source = self.hub.screens.of(Taste()).catalogue.speaker(offer.names)
        say = self.screens(incoming).catalogue.speaker(offer.names)
        rest = typed.rest if typed.name in ("", "play") else incoming.text
        return tuple(plays.lines(offer, found, rest, say, source))
