"""From a button or a line to the method that does it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.access import rights
from bot.commands import more
from bot.commands.hands import own_hand
from bot.commands.request import OLD
from bot.commands.which_table import SAID, WhichTable
from bot.ports.errors import PlatformError
from bot.ports.messages import Reply, Where
from bot.runtime.loading import state_of
from bot.screens.more import MORE
from bot.support.errors import Refused
from bot.support.skew import Skews
from bot.table import tokens
from bot.table.state import Phase
from engine.frozen import changed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.commands.gate import Gate
    from bot.commands.parser import Parser, Spoken
    from bot.commands.registry import Command, Control, Declared, Menu
    from bot.commands.request import Request
    from bot.commands.speech import Speech
    from bot.ports.refs import MessageRef
    from bot.runtime.table_runner import TableRunner
    from bot.support.clock import Clock


class Router:
    """Finds what was declared, and has it done.

    Args:
        declared: what there is.
        topics: those at work: one of each class.
        parser, speech: understand lines.
        gate: asked again once it is clear which table words are for.
        clock: the time, as platforms do not always tell it right.

    Raises:
        ValueError: a topic is not at work.
    """

    def __init__(
        self,
        declared: Declared,
        topics: Iterable[object],
        parser: Parser,
        speech: Speech,
        gate: Gate,
        clock: Clock,
    ) -> None:
        self._declared = declared
        self._topics = {type(topic): topic for topic in topics}
        if missing := set(declared.topics) - set(self._topics):
            raise ValueError(f"not at work: {sorted(topic.__name__ for topic in missing)}")
        self._parser = parser
        self._speech = speech
        self._gate = gate
        self._which = WhichTable(declared)
        self._skews = Skews(clock)

    async def handle(self, request: Request) -> Reply | None:
        """Do what a press or a line says.

        Raises:
            RuleError: it was refused.
        """
        incoming = request.incoming
        if incoming.at is not None:
            ours = self._skews.ours(incoming.user.platform, incoming.at)
            request = replace(request, incoming=changed(incoming, at=ours))
        if incoming.token:
            return await self._press(request)
        spoken = request.spoken or self._speech.understood(request)
        if incoming.chat is not None and not incoming.to_us and not spoken.name:
            return await self._speech.among_people(request, incoming.chat)
        unclear = self._which.ask(request, spoken) if incoming.chat is None else None
        return unclear or await self._say(request, spoken)

    async def _run(
        self, one: Command | Control | Menu, request: Request, rest: str
    ) -> Reply | None:
        return await self._declared.method(one).of(self._topics)(request, rest)

    # Lines.

    async def _say(self, request: Request, spoken: Spoken) -> Reply | None:
        """What a line says, now that it is clear which table is meant."""
        if spoken.name:
            return await self._run(self._declared.commands[spoken.name], request, spoken.rest)
        if spoken.slash:
            raise Refused("command-unknown")
        return await self._talk(request, spoken)

    async def _talk(self, request: Request, spoken: Spoken) -> Reply | None:
        """Words without a slash: a play of somebody who plays, else none of our business."""
        runner = request.table
        if runner is None:
            if request.chat is None:
                raise Refused("command-no-table")
            return None
        table = runner.table
        if table.seat_of(request.user) is None or table.state.phase is not Phase.PLAYING:
            return None
        return await self._run(self._declared.commands["play"], request, spoken.rest)

    async def _said_at(self, request: Request, runner: TableRunner) -> Reply | None:
        """The words that waited, as if they had been said where the chosen table is."""
        words, place = self._which.taken(request), runner.table.state.place
        if not words:
            raise Refused(OLD)
        spoken = self._parser.understand(words)
        request = await self._gate.said_at(runner, spoken, request)
        said = replace(request.incoming, token="", text=words, chat=place)
        return await self._say(replace(request, incoming=said, chosen=runner), spoken)

    # Buttons.

    async def _press(self, request: Request) -> Reply | None:
        token = tokens.read(request.incoming.token)
        if token is None:
            raise Refused(OLD)
        if isinstance(token, tokens.Menu):
            if token.command == rights.DO:
                return await self._run(self._declared.commands[token.argument], request, "")
            menu = self._declared.menus.get(token.command)
            if menu is None:
                raise Refused(OLD)
            return await self._run(menu, request, token.argument)
        runner, user = request.tables.get(token.table), request.user
        if runner is None:
            return await self._read_over(request, token)
        request.rename(runner)
        _retire_old(request, runner)
        aside = _aside(request, token)
        reply = await self._pressed(request, runner, token)
        if reply is None and request.incoming.own and runner.table.seat_of(user) is not None:
            return await own_hand(request, runner)
        if reply is None and aside is not None:
            runner.outbox.put_aside(user, aside)
        return reply

    async def _pressed(
        self, request: Request, runner: TableRunner, token: tokens.Token
    ) -> Reply | None:
        if token.item == SAID:
            return await self._said_at(request, runner)
        found, state = self._declared.control(token.item), runner.table.state
        if found is None:
            raise Refused(OLD)
        control, rest = found
        behind, same = token.item.startswith(MORE), token.question == state.round
        if not (control.always or (same and not (behind and state.over))):
            if behind:  # of a round that is over it only shows what there is now
                return await more.at_table(request, runner, where=Where.SAME_MESSAGE)
            raise Refused(OLD)
        reply = await self._run(control, request, rest)
        return await _shown_behind(request, runner, reply) if behind else reply

    async def _read_over(self, request: Request, token: tokens.Token) -> Reply | None:
        """What can still be read of a table that is over."""
        context = request.context
        if token.item == "scores":
            return await self._run(self._declared.commands["scores"], request, "")
        stored = await context.store.matches.table(token.table) if token.item == "rules" else None
        state = state_of(stored)
        if state is not None and state.game in context.games:
            reply = await self._run(self._declared.menus["rules"], request, state.game)
            return replace(reply, where=Where.PRIVATE) if reply is not None else None
        if request.tables.at(request.chat) is not None:
            raise Refused("table-gone-another")
        if request.chat is not None and not request.platform.limits.aside:
            raise Refused("table-gone")
        if await context.store.matches.source_stored(request.incoming.source):
            return None  # it ended that table, and is sent again after a restart
        return await more.here(request, request.reader.say("table-gone-next"))


async def _shown_behind(request: Request, runner: TableRunner, reply: Reply | None) -> Reply:
    """What follows a press behind 更多: what there is then, below the few words of an answer.

    A screen of its own is shown instead.
    """
    if reply is not None and reply.where is not Where.TOAST:
        return reply
    said = (reply.message.text,) if reply is not None else ()
    return await more.at_table(request, runner, *said, where=Where.SAME_MESSAGE)


def _retire_old(request: Request, runner: TableRunner) -> None:
    """A press on a board that is not the newest is served, but that board loses its buttons.

    Only one of this table's: whoever presses may know a button of another one.
    """
    pressed, place = request.incoming.message, runner.table.state.place
    if pressed is None or pressed.private or request.incoming.own or place is None:
        return
    here = (pressed.platform, pressed.chat, pressed.thread)
    if here != (place.platform, place.id, place.thread):
        return
    if pressed == runner.outbox.board_ref or runner.outbox.foreign(pressed):
        return
    request.context.tasks.begin(_retire(request, pressed))


async def _retire(request: Request, pressed: MessageRef) -> None:
    with suppress(PlatformError):
        await request.context.gateway.retire(pressed)


def _aside(request: Request, token: tokens.Token) -> MessageRef | None:
    """The private message whose button was pressed, if it can be erased after the answer.

    That is what was asked about an ambiguous play, or a copy of the hand; never the hand itself,
    which the outbox tells apart.
    """
    pressed = request.incoming.message
    private = pressed is not None and pressed.private and not request.incoming.own
    return pressed if private and rights.control(token.item) == "answer" else None
