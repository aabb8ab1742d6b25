"""Commands of administrators and hosts about others: kick, block, unblock, let in."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.commands.registry import command, control, menu
from bot.commands.request import OLD
from bot.i18n.names import clean
from bot.ports.errors import PlatformError
from bot.ports.menu import Field
from bot.ports.messages import Outgoing, Reply, Style, Where
from bot.ports.refs import UserRef
from bot.screens import controls
from bot.store.access_rows import Barred
from bot.support.errors import Refused
from bot.table.commands import Kick, Leave
from bot.table.seats import seat_named
from engine.msg import msg
from engine.text import normal

if TYPE_CHECKING:
    from bot.access.bars import Bars
    from bot.commands.door import Door
    from bot.commands.request import Request
    from bot.ports.refs import ChatRef
    from bot.runtime.table_runner import TableRunner
    from bot.talk.talk import Talk
    from engine.msg import Msg

ALL = frozenset({"all", "全部", "所有人"})


class BarCommands:
    """``/kick``, ``/block``, ``/unblock``, and a host's word about somebody new."""

    def __init__(self, bars: Bars, door: Door, talk: Talk) -> None:
        self._bars = bars
        self._door = door
        self._talk = talk

    @command(
        *("kick", "踢", "请出", "請出"),
        order=60, slash=("踢",), fields=(Field("seat", required=True),), private=False,
    )  # fmt: skip
    async def kick(self, request: Request, rest: str) -> Reply | None:
        """Ask somebody to leave, and keep them out of this table."""
        runner = request.need_table()
        table, chat = runner.table, runner.table.state.chat
        seat = seat_named(table, rest)
        marks: list[tuple[str, str]] = []
        if chat is not None:
            people = [s.user for s in table.state.players if s.user is not None]
            marks = [(user.key, await self._bars.mark(chat, user)) for user in people]
        gone = table.state.players[seat].user if 0 <= seat < len(table.state.players) else None
        reply = await request.ask(runner, Kick(request.user, seat, tuple(marks)))
        mark = dict(marks).get(gone.key) if gone is not None else None
        if mark is not None:
            self._bars.learn(Barred(table.state.id, mark, request.context.clock.now()))
        return reply

    @command(
        *("block", "拉黑", "不让上桌", "不讓上桌"),
        order=70, bare=False, fields=(Field("person"),),
    )  # fmt: skip
    async def block(self, request: Request, rest: str) -> Reply | None:
        """Keep somebody away from every seat: an administrator in the chat, a host at the table."""
        runner, chat = request.table, _chat_of(request)
        user, name = _whom(request, runner, rest, "block-who")
        if user == request.user:
            raise Refused("block-self", private=True)
        if request.incoming.admin:
            await self._bars.bar(chat.key, chat, user)
            await self._deafen(request, user)
            _unseat(request, chat, user)
            return _told(request, msg("block-done", name=name))
        if runner is None:
            raise Refused("block-admin-only", private=True)
        await self._bars.bar(runner.table.state.id, chat, user)
        await self._deafen(request, user)
        _leave(runner, user)
        return _told(request, msg("block-done-table", name=name))

    @command(
        *("unblock", "取消拉黑", "让他上桌", "讓他上桌"),
        order=80, bare=False, fields=(Field("person"),),
    )  # fmt: skip
    async def unblock(self, request: Request, rest: str) -> Reply | None:
        """Let somebody, or everybody, sit down again."""
        runner, chat, bars = request.table, _chat_of(request), self._bars
        scopes = [chat.key] if request.incoming.admin else []
        scopes += [runner.table.state.id] if runner is not None else []
        if normal(rest) in ALL:
            count = sum([await bars.lift_all(scope, chat) for scope in scopes])
            await self._talk.hear_all(request.user)
            return _told(request, msg("unblock-all", count=count))
        user, name = _whom(request, runner, rest, "unblock-who")
        lifted = [await bars.lift(scope, chat, user) for scope in scopes]
        await self._talk.hear(request.user, user)
        return _told(request, msg("unblock-done" if any(lifted) else "unblock-none",
                                        name=name))  # fmt: skip

    async def _deafen(self, request: Request, user: UserRef) -> None:
        """Whoever blocks somebody does not see what they say, where we show it."""
        if request.platform.limits.talk:
            await self._talk.deafen(request.user, user)

    # The same by buttons, about somebody at the table or in the talk.

    @menu("away")
    async def away(self, request: Request, ident: str) -> Reply | None:
        """The host asks somebody to leave."""
        seat = request.need_table().table.seat_of(_of(request, ident))
        if seat is None:
            raise Refused(OLD)
        return await self.kick(request, str(seat + 1))

    @menu("bar")
    async def bar(self, request: Request, ident: str) -> Reply | None:
        """The host keeps somebody away from the table, seat or no seat."""
        return await self.block(_meaning(request, ident), "")

    @menu("unbar")
    async def unbar(self, request: Request, ident: str) -> Reply | None:
        """The host lets them come again."""
        return await self.unblock(_meaning(request, ident), "")

    @control("let-")
    async def let(self, request: Request, ident: str) -> Reply:
        """The host says that somebody new may sit down."""
        runner = request.need_table()
        state, user = runner.table.state, UserRef(request.user.platform, ident)
        name = await self._door.answered(runner, user)
        if name is None:
            raise Refused(OLD)
        context = request.context
        reader = context.reader.of(context.preferences.person(user, state.place))
        join = controls.control(runner.table, "join", reader.say("button-join"), Style.PRIMARY)
        with suppress(PlatformError):
            welcome = Outgoing(reader.say("let-welcome"), rows=((join,),), notify=True)
            await context.gateway.whisper(user, welcome)
        say = request.reader.say
        text = say("let-done", name=name) if name else say("let-done-somebody")
        return Reply(Outgoing(text), Where.SAME_MESSAGE)


def _of(request: Request, ident: str) -> UserRef:
    """Somebody on the platform of whoever presses. Raises ``Refused``: nobody is named."""
    if not ident:
        raise Refused(OLD)
    return UserRef(request.user.platform, ident)


def _meaning(request: Request, ident: str) -> Request:
    """The request as if it had answered somebody's words."""
    user, runner = _of(request, ident), request.need_table()
    seat = runner.table.seat_of(user)
    name = runner.table.names[seat] if seat is not None else clean("")
    return replace(request, incoming=replace(request.incoming, about=user, about_name=name))


def _chat_of(request: Request) -> ChatRef:
    """The chat in which somebody is kept out: that of the table, or this one."""
    runner = request.table
    chat = runner.table.state.chat if runner is not None else None
    if request.incoming.admin and request.chat is not None:
        return request.chat
    if chat is None:
        if request.chat is None:
            raise Refused("command-no-table")
        raise Refused("block-admin-only", private=True)
    return chat


def _whom(request: Request, runner: TableRunner | None, rest: str, how: str) -> tuple[UserRef, str]:
    """Whom somebody means, and how they are called: by reply, mention, seat or name.

    Raises:
        Refused: nobody, or a computer player; ``how`` says how to name a person.
    """
    if request.incoming.about is not None:
        return request.incoming.about, request.incoming.about_name or rest
    if runner is None or not rest:
        raise Refused(how, private=True)
    seat = seat_named(runner.table, rest)
    players = runner.table.state.players
    if 0 <= seat < len(players) and players[seat].user is None:
        raise Refused("block-computer", private=True)
    table = runner.table
    found = [(table.names[seat], players[seat])] if 0 <= seat < len(players) else []
    queue = zip(table.waiting_names, table.state.queue, strict=True)
    found += [(name, player) for name, player in queue if normal(name) == normal(rest)]
    for name, player in found:
        if player.user is not None:
            return player.user, name
    raise Refused(how, private=True)


def _unseat(request: Request, chat: ChatRef, user: UserRef) -> None:
    """Take somebody out of every seat, queue and tournament of a chat."""
    for runner in tuple(request.tables.running.values()):
        of = runner.table.state.chat
        if of is not None and of.key == chat.key:
            _leave(runner, user)
    request.services.coinrooms.left(chat, user)
    request.services.tournaments.left(chat, user)


def _told(request: Request, told: Msg) -> Reply:
    return Reply(Outgoing(request.reader.catalogue.say(told)), public=request.incoming.masked)


def _leave(runner: TableRunner, user: UserRef) -> None:
    state = runner.table.state
    people = [s.user for s in state.players if not s.left] + [s.user for s in state.queue]
    if user in people and not state.over:
        runner.tell(Leave(user))
