"""/replay: a played match moment by moment, on one message that belongs to who asked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.commands.keepsakes import film, share_card
from bot.commands.notation import written_record
from bot.commands.played import beside, newest, played, spot
from bot.commands.registry import Counts, command, menu
from bot.commands.request import OLD
from bot.ports.menu import Field
from bot.ports.messages import Where
from bot.records import frames
from bot.screens.replay import mark_of, replay
from bot.support.errors import Refused

if TYPE_CHECKING:
    from bot.commands.played import Played
    from bot.commands.request import Request
    from bot.ports.messages import Reply
    from bot.records.frames import Frame


class ReplayCommands:
    """``/replay``, and the buttons below it."""

    @command(
        *("replay", "回放", "重播", "打谱", "打譜"), order=272,
        slash=("打谱", "打譜"), fields=(Field("move"),), counts=Counts.VIEW,
    )  # fmt: skip
    async def replay(self, request: Request, rest: str) -> Reply | None:
        """Show the newest match from its beginning, or at a play that is named."""
        meant = spot(rest)
        if meant is None:
            raise Refused("replay-where", private=True)
        match = await newest(request)
        found = await played(request, match)
        if found is None:
            return request.text(request.screens.say("record-none"))
        shown = await beside(request, partial(_meant, found, *meant))
        return await self._shown(request, found, shown, Where.PRIVATE)

    @menu("replay", counts=Counts.VIEW)
    async def stepped(self, request: Request, argument: str) -> Reply | None:
        """Show another moment on the same message."""
        match, _, rest = argument.partition(".")
        at, _, mark = rest.partition(".")
        if not at.isdecimal():
            raise Refused(OLD)
        if mark != mark_of(request.user, match):
            raise Refused("replay-not-yours", private=True)
        found = await played(request, match, admitted=True)
        if found is None:
            raise Refused(OLD)
        shown = await beside(request, partial(_at, found, int(at)))
        return await self._shown(request, found, shown, Where.SAME_MESSAGE)

    @menu("keep", counts=Counts.VIEW)
    async def kept(self, request: Request, argument: str) -> Reply | None:
        """Give the record in writing, a round in motion, or a card to share: ``<match>.2.film``."""
        ident, _, rest = argument.partition(".")
        number, _, what = rest.partition(".")
        found = await played(request, ident, admitted=True)
        if found is None or not number.isdecimal():
            raise Refused(OLD)
        match what:
            case "text":
                return await written_record(request, found.found)
            case "film":
                return await film(request, found, int(number))
            case "card":
                return await share_card(request, found)
            case _:
                raise Refused(OLD)

    async def _shown(self, request: Request, found: Played, shown: Frame, where: Where) -> Reply:
        match = found.found.match
        return await request.screen(
            replay(request.screens, match, found.names, shown, request.user), where
        )


def _at(found: Played, at: int) -> Frame:
    fresh, log = found.restored()
    return frames.frame(fresh, log, at, found.reader)


def _meant(found: Played, number: int, play: int | None) -> Frame:
    """The moment that somebody means: of a round, or of the whole match where none is named."""
    fresh, log = found.restored()
    if number or play is None:
        at = frames.moment(log, number, play or 0)
    else:
        at = frames.overall(log, play)
    return frames.frame(fresh, log, at, found.reader)
