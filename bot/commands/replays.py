"""/replay: a played match moment by moment, on one message that belongs to who asked."""

from __future__ import annotations

from collections import OrderedDict
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from bot.commands.enclosures import brings, enclosed
from bot.commands.keepsakes import film, share_card
from bot.commands.notation import MOST, written_record
from bot.commands.played import beside, newest, played, spot
from bot.commands.registry import Counts, command, menu
from bot.commands.request import OLD
from bot.commands.shuffle_file import checkable
from bot.ports.menu import Field
from bot.ports.messages import Where
from bot.records import frames
from bot.records.unfolded import unfolded
from bot.runtime.handed_in import hand_in
from bot.screens.replay import mark_of, replay
from bot.support.errors import Refused
from bot.table import written

if TYPE_CHECKING:
    from datetime import datetime

    from bot.commands.played import Played
    from bot.commands.request import Request
    from bot.ports.messages import Reply
    from bot.records.frames import Frame


LINE = 40
"""Characters behind ``/replay`` from which on they are no place in a match but a record."""


HANDED_IN, WITHIN = 10, timedelta(hours=1)
"""Records that one person hands in to be replayed, and in what time: each is stored."""

PERSONS = 1000


class ReplayCommands:
    """``/replay``, and the buttons below it."""

    def __init__(self) -> None:
        self._handed: OrderedDict[str, tuple[datetime, ...]] = OrderedDict()

    @command(
        *("replay", "回放", "重播", "打谱", "打譜"), order=272,
        slash=("打谱", "打譜"), fields=(Field("move"), Field("file", "file")),
        counts=Counts.VIEW, act=lambda rest: "replay-in" if _is_record(rest) else "replay",
    )  # fmt: skip
    async def replay(self, request: Request, rest: str) -> Reply | None:
        """Show the newest match, or a record that is handed in, from its beginning or a play."""
        meant = (0, None) if _is_record(rest) else spot(rest)
        if meant is None:
            raise Refused("replay-where", private=True)
        # Who brings a match along need not have played here: they are shown that and no other.
        if brings(request.incoming):
            match = await self._handed_in(request, await enclosed(request))
        elif _is_record(rest):
            match = await self._handed_in(request, unfolded(rest))
        else:
            match = await newest(request)
        found = await played(request, match)
        if found is None:
            return request.text(request.reader.say("record-none"))
        shown = await beside(request, partial(_meant, found, *meant))
        return await self._shown(request, found, shown, Where.PRIVATE)

    async def _handed_in(self, request: Request, text: str) -> str:
        """A record that can be replayed from now on; of what cannot be read nothing is kept."""
        context, say = request.context, request.reader.say
        record = await context.painter.in_words(partial(written.record_of, text))
        if sum(len(round_.actions) for round_ in record.log) > MOST:
            raise Refused("replay-too-long", most=MOST, private=True)
        self._count(request.user.key, context.clock.now())
        return await hand_in(
            context, request.user, record, lambda seat: say("replay-seat", number=seat)
        )

    def _count(self, person: str, now: datetime) -> None:
        """Count a record that is handed in.

        Raises:
            Refused: there were so many lately.
        """
        lately = tuple(at for at in self._handed.pop(person, ()) if now - at < WITHIN)
        if len(lately) >= HANDED_IN:
            self._handed[person] = lately
            raise Refused("replay-too-many", most=HANDED_IN, private=True)
        self._handed[person] = (*lately, now)
        if len(self._handed) > PERSONS:
            self._handed.popitem(last=False)

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
        """Give a match's record, a round in motion, a card, or its shuffles: ``<match>.2.film``."""
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
            case "check":
                return await checkable(request, ident)
            case _:
                raise Refused(OLD)

    async def _shown(self, request: Request, found: Played, shown: Frame, where: Where) -> Reply:
        match = found.found.match
        return await request.screen(
            replay(request.reader, match, found.names, shown, request.user), where
        )


def _is_record(rest: str) -> bool:
    """Whether what is said behind ``/replay`` is a record and no place in one."""
    return len(rest) > LINE and spot(rest) is None


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
