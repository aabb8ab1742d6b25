"""Buttons about somebody who has said something in a room: not to hear them, to mute them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands.registry import menu
from bot.commands.request import OLD
from bot.ports.messages import Button, Outgoing, Reply, Where
from bot.ports.refs import UserRef
from bot.support.errors import Refused
from bot.table import tokens
from bot.table.state import Phase
from engine.msg import msg

if TYPE_CHECKING:
    from bot.access.bars import Bars
    from bot.commands.request import Request
    from bot.runtime.table_runner import TableRunner
    from bot.talk.talk import Talk


class SpeakerCommands:
    """What can be done about whoever speaks."""

    def __init__(self, talk: Talk, bars: Bars) -> None:
        self._talk = talk
        self._bars = bars

    @menu("speaker")
    async def speaker(self, request: Request, ident: str) -> Reply | None:
        """Ask what is to be done about somebody."""
        return await self._about(request, _of(request, ident), Where.PRIVATE)

    @menu("people")
    async def people(self, request: Request, rest: str) -> Reply | None:
        """Show who sits at the table, each with what can be done about them."""
        table = request.need_table().table
        players = zip(table.names, table.state.players, strict=True)
        queue = zip(table.waiting_names, table.state.queue, strict=True)
        rows = tuple(
            (Button(tokens.menu("speaker", player.user.id), name),)
            for name, player in (*players, *queue)
            if player.user not in (None, request.user)
        )
        say = request.reader.say
        return Reply(Outgoing(say("talk-people" if rows else "talk-people-none"), rows=rows))

    @menu("deafen")
    async def deafen(self, request: Request, ident: str) -> Reply | None:
        """Show their author no words of somebody any more."""
        user = _of(request, ident)
        await self._talk.deafen(request.user, user)
        return await self._about(request, user, Where.SAME_MESSAGE)

    @menu("hear")
    async def hear(self, request: Request, ident: str) -> Reply | None:
        """Show them again."""
        user = _of(request, ident)
        await self._talk.hear(request.user, user)
        return await self._about(request, user, Where.SAME_MESSAGE)

    @menu("mute")
    async def mute(self, request: Request, ident: str) -> Reply | None:
        """The host wants somebody to be silent at the table."""
        user, runner = _of(request, ident), request.need_table()
        await self._talk.mute(runner.table, user)
        return await self._about(request, user, Where.SAME_MESSAGE)

    @menu("unmute")
    async def unmute(self, request: Request, ident: str) -> Reply | None:
        """The host lets somebody speak again."""
        user, runner = _of(request, ident), request.need_table()
        await self._talk.unmute(runner.table, user)
        return await self._about(request, user, Where.SAME_MESSAGE)

    async def _about(self, request: Request, user: UserRef, where: Where) -> Reply:
        """How it stands with somebody, and the buttons that change it."""
        runner, say = request.table, request.reader.catalogue.say
        heard = self._talk.hears(request.user, user)
        name = await self._called(request, user)
        said = [msg("talk-about" if heard else "talk-about-deaf", name=name)]
        rows = [("deafen", "talk-button-deafen") if heard else ("hear", "talk-button-hear")]
        if runner is not None and runner.table.state.host == request.user:
            muted = await self._talk.muted(runner.table, user)
            said += [msg("talk-about-muted")] if muted else []
            rows += [("unmute", "talk-button-unmute") if muted else ("mute", "talk-button-mute")]
            rows += await self._seat(runner, user)
        buttons = tuple((Button(tokens.menu(what, user.id), say(msg(key))),) for what, key in rows)
        return Reply(Outgoing("\n".join(map(say, said)), rows=buttons), where)

    async def _seat(self, runner: TableRunner, user: UserRef) -> list[tuple[str, str]]:
        """What the host can do about the seat of somebody."""
        table, chat = runner.table, runner.table.state.chat
        if chat is not None and await self._bars.holds(table.state.id, chat, user):
            return [("unbar", "talk-button-unbar")]
        seated = table.state.phase is Phase.LOBBY and table.seat_of(user) is not None
        return [("away", "talk-button-away")] * seated + [("bar", "talk-button-bar")]

    async def _called(self, request: Request, user: UserRef) -> str:
        """What somebody is called in the room."""
        runner = request.table
        seat = runner.table.seat_of(user) if runner is not None else None
        if runner is not None and seat is not None:
            return runner.table.names[seat]
        return await self._talk.called(request.chat, user) if request.chat is not None else ""


def _of(request: Request, ident: str) -> UserRef:
    """Somebody else.

    Raises:
        Refused: nobody is named, or whoever asks.
    """
    user = UserRef(request.user.platform, ident)
    if not ident or user == request.user:
        raise Refused(OLD)
    return user
