"""What administrators and hosts ask for about others: who is kept out, who may sit down."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.commands.request import OLD
from bot.commands.seats import seat_named
from bot.commands.tournaments import CupOrders
from bot.ports.errors import PlatformError
from bot.ports.messages import Outgoing, Reply, Style, Where
from bot.ports.refs import UserRef
from bot.screens.controls import control
from bot.store.accessrows import Barred
from bot.support.errors import Refused
from bot.table.commands import Kick, Leave
from engine.msg import msg
from engine.text import normal

if TYPE_CHECKING:
    from bot.ports.incoming import Incoming
    from bot.ports.refs import ChatRef
    from bot.runtime.table_runner import Runner
    from engine.msg import Msg

ALL = frozenset({"all", "全部", "所有人"})


class BarOrders(CupOrders):
    """Carries out commands; the methods are called like them."""

    async def kick(self, incoming: Incoming, rest: str) -> Reply | None:
        """Ask somebody to leave, and keep them out of this table."""
        runner = self.need(incoming)
        table, chat = runner.table, runner.table.state.chat
        seat = seat_named(table, rest)
        marks: list[tuple[str, str]] = []
        if chat is not None:
            people = [s.user for s in table.state.sitters if s.user is not None]
            marks = [(user.key, await self.hub.bars.mark(chat, user)) for user in people]
        gone = table.state.sitters[seat].user if 0 <= seat < len(table.state.sitters) else None
        reply = await self.ask(runner, Kick(incoming.user, seat, tuple(marks)), incoming)
        mark = dict(marks).get(gone.key) if gone is not None else None
        if mark is not None:
            self.hub.bars.learn(Barred(table.state.id, mark, self.hub.clock.now()))
        return reply

    async def block(self, incoming: Incoming, rest: str) -> Reply | None:
        """Keep somebody away from every seat: an administrator in the chat, a host at the table."""
        runner, chat = self.table_for(incoming), self._chat_of(incoming)
        user, name = self._whom(incoming, runner, rest, "block-who")
        if user == incoming.user:
            raise Refused("block-self")
        if incoming.admin:
            await self.hub.bars.bar(chat.key, chat, user)
            self._unseat(chat, user)
            return self._told(incoming, msg("block-done", name=name))
        if runner is None:
            raise Refused("block-admin-only")
        await self.hub.bars.bar(runner.table.state.id, chat, user)
        _leave(runner, user)
        return self._told(incoming, msg("block-done-table", name=name))

    async def unblock(self, incoming: Incoming, rest: str) -> Reply | None:
        """Let somebody, or everybody, sit down again."""
        runner, chat, bars = self.table_for(incoming), self._chat_of(incoming), self.hub.bars
        scopes = [chat.key] if incoming.admin else []
        scopes += [runner.table.state.id] if runner is not None else []
        if normal(rest) in ALL:
            count = sum([await bars.lift_all(scope, chat) for scope in scopes])
            return self._told(incoming, msg("unblock-all", count=count))
        user, name = self._whom(incoming, runner, rest, "unblock-who")
        lifted = [await bars.lift(scope, chat, user) for scope in scopes]
        return self._told(incoming, msg("unblock-done" if any(lifted) else "unblock-none",
                                        name=name))  # fmt: skip

    def _chat_of(self, incoming: Incoming) -> ChatRef:
        """The chat in which somebody is kept out: that of the table, or this one."""
        runner = self.table_for(incoming)
        chat = runner.table.state.chat if runner is not None else None
        if incoming.admin and incoming.chat is not None:
            return incoming.chat
        if chat is None:
            raise Refused("command-no-table" if incoming.chat is None else "block-admin-only")
        return chat

    def _whom(
        self, incoming: Incoming, runner: Runner | None, rest: str, how: str
    ) -> tuple[UserRef, str]:
        """Whom somebody means, and how they are called: by reply, mention, seat or name.

        Raises:
            Refused: nobody, or a computer player; ``how`` says how to name a person.
        """
        if incoming.about is not None:
            return incoming.about, incoming.about_name or rest
        if runner is None or not rest:
            raise Refused(how)
        seat = seat_named(runner.table, rest)
        sitters = runner.table.state.sitters
        if 0 <= seat < len(sitters) and sitters[seat].user is None:
            raise Refused("block-computer")
        found = [sitters[seat]] if 0 <= seat < len(sitters) else []
        found += [s for s in runner.table.state.queue if normal(s.name) == normal(rest)]
        for sitter in found:
            if sitter.user is not None:
                return sitter.user, sitter.name
        raise Refused(how)

    def _unseat(self, chat: ChatRef, user: UserRef) -> None:
        """Take somebody out of every seat, queue and tournament of a chat."""
        for runner in tuple(self.hub.runners.values()):
            of = runner.table.state.chat
            if of is not None and of.key == chat.key:
                _leave(runner, user)
        self.hub.goldrooms.left(chat, user)
        self.hub.cups.left(chat, user)

    async def let_of(self, runner: Runner, ident: str, incoming: Incoming) -> Reply:
        """The host says that somebody new may sit down."""
        state, user = runner.table.state, UserRef(incoming.user.platform, ident)
        name = await self.hub.door.answered(runner, user)
        if name is None:
            raise Refused(OLD)
        screens = self.hub.screens.of(self.hub.prefs.person(user, state.place))
        join = control(runner.table, "join", screens.say("button-join"), Style.PRIMARY)
        with suppress(PlatformError):
            welcome = Outgoing(screens.say("let-welcome"), rows=((join,),), notify=True)
            await self.hub.office.whisper(user, welcome)
        said = self.screens(incoming).say
        text = said("let-done", name=name) if name else said("let-done-somebody")
        return Reply(Outgoing(text), Where.SAME_MESSAGE)

    def _told(self, incoming: Incoming, told: Msg) -> Reply:
        return Reply(Outgoing(self.screens(incoming).catalogue.say(told)), public=incoming.masked)


def _leave(runner: Runner, user: UserRef) -> None:
    state = runner.table.state
    people = [s.user for s in state.sitters if not s.left] + [s.user for s in state.queue]
    if user in people and not state.over:
        runner.tell(Leave(user))
