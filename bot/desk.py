"""Where everything that people press or say is understood and handed on."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING

from bot import tokens, words
from bot.clerk import OLD, Clerk, asked
from bot.commands import (
    AddBot,
    Autopilot,
    CastVote,
    Configure,
    Join,
    Leave,
    Next,
    Press,
    RemoveBot,
    Resume,
)
from bot.controls import game_name, prefix
from bot.names import clean
from bot.orders import Orders, next_value
from bot.ports import Button, Outgoing, PlatformError, Reply, Style, Where
from bot.state import Phase
from bot.tablecore import Refused
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.hub import Hub
    from bot.ports import Incoming
    from bot.runner import Runner
    from bot.table import Table
    from bot.words import Spoken
    from engine.errors import AmbiguousAction

ANYWHERE = ("newgame", "help", "rules")
"""Commands that need no table."""

MOST_SAID = 1000
"""Persons whose words may wait for a choice of tables; they may be lost."""


class Desk(Clerk):
    """Answers requests."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(hub)
        self.orders = Orders(hub)
        self._said: OrderedDict[str, str] = OrderedDict()
        self._methods: dict[str, Callable[[Incoming, str], Awaitable[Reply | None]]] = {
            name: getattr(self.orders, name) for name in words.COMMANDS
        }

    async def handle(self, incoming: Incoming) -> Reply | None:
        """A press or a line."""
        if incoming.token:
            return await self._press(incoming)
        spoken = words.understand(incoming.text)
        several = self._several(incoming)
        if several and spoken.name not in ANYWHERE:
            return self._which_table(incoming, several)
        if spoken.name:
            return await self._methods[spoken.name](incoming, spoken.rest)
        if spoken.slash:
            raise Refused("command-unknown")
        return await self._talk(incoming, spoken)

    def _several(self, incoming: Incoming) -> list[Runner]:
        """The tables that words of a private message may be meant for, if that is not clear."""
        if incoming.chat is not None or self.table_for(incoming) is not None:
            return []
        mine = self.hub.tables_of(incoming.user)
        return [r for r in mine if asked(r.table, incoming)] or mine

    def _which_table(self, incoming: Incoming, tables: list[Runner]) -> Reply:
        """Ask which; the words wait for the press."""
        self._said[incoming.user.key] = incoming.text
        self._said.move_to_end(incoming.user.key)
        if len(self._said) > MOST_SAID:
            self._said.popitem(last=False)
        screens = self.hub.screens
        rows = tuple(
            (
                Button(
                    tokens.button(r.table.state.id, 0, "said"),
                    screens.say(
                        "table-choice",
                        chat=r.table.state.chat_title,
                        game=game_name(r.table.state.game),
                    ),
                ),
            )
            for r in tables
        )
        return Reply(Outgoing(text=screens.say("command-which-table"), rows=rows), Where.PRIVATE)

    async def _said_at(self, runner: Runner, incoming: Incoming) -> Reply | None:
        """The words that waited, as if they had been said where the chosen table is."""
        words_ = self._said.pop(incoming.user.key, "")
        place = runner.table.state.place
        if not words_ or place is None:
            raise Refused(OLD)
        return await self.handle(replace(incoming, token="", text=words_, chat=place))

    async def _press(self, incoming: Incoming) -> Reply | None:
        token = tokens.read(incoming.token)
        if token is None:
            raise Refused(OLD)
        if isinstance(token, tokens.Menu):
            if token.command != "newgame":
                raise Refused(OLD)
            return await self.orders.newgame(incoming, token.argument)
        runner = self.hub.runners.get(token.table)
        if runner is None:
            raise Refused("table-gone")
        self.hub.renamed(runner, incoming)
        await self._retire_old(runner, incoming)
        return await self._pressed(runner, token, incoming)

    async def _retire_old(self, runner: Runner, incoming: Incoming) -> None:
        """A press on a board that is not the newest is served, but that board loses its buttons."""
        pressed, board = incoming.message, runner.outbox.board_ref
        if pressed is None or pressed.private or board is None or pressed == board:
            return
        with contextlib.suppress(PlatformError):
            await self.hub.platforms[pressed.platform].retire(pressed)

    async def _pressed(
        self, runner: Runner, token: tokens.Token, incoming: Incoming
    ) -> Reply | None:
        user, table = incoming.user, runner.table
        reading = self._reading(token.item)
        if reading is not None:
            return await reading(runner, incoming)
        if token.item == "said":
            return await self._said_at(runner, incoming)
        if token.item in ("yes", "no"):
            if table.state.vote is None or table.state.vote.number != token.question:
                raise Refused(OLD)
            return await self.ask(runner, CastVote(user, token.item == "yes"))
        if token.item[:1] in "cnpsv" and token.item[1:2].isdecimal():
            command = Press(user, token.question, token.item, incoming.values, incoming.source)
            return await self.ask(runner, command)
        if token.question != table.state.round:
            raise Refused(OLD)
        return await self._steered(runner, token.item, incoming)

    def _reading(self, item: str) -> Callable[[Runner, Incoming], Awaitable[Reply | None]] | None:
        return {
            "hand": self.orders.hand_of,
            "why": self.orders.why_of,
            "rules": self.orders.rules_of,
            "scores": self.orders.scores_of,
            "look": self.orders.look_of,
        }.get(item)

    async def _steered(self, runner: Runner, item: str, incoming: Incoming) -> Reply | None:
        user = incoming.user
        match item:
            case "join":
                return await self.ask(runner, Join(user, clean(incoming.display_name)))
            case "leave":
                return await self.ask(runner, Leave(user))
            case "bot":
                return await self.ask(runner, AddBot(user))
            case "unbot":
                return await self.ask(runner, RemoveBot(user))
            case "start":
                return await self.ask(runner, self.orders.start_of(incoming))
            case "next":
                return await self.ask(runner, Next(user))
            case "resume":
                return await self.ask(runner, Resume(user))
            case "back":
                return await self.ask(runner, Autopilot(user, on=False))
            case "set":
                return await self.orders.settings_of(runner, incoming)
            case _ if item.startswith("opt-"):
                return await self._cycle(runner, item.removeprefix("opt-"), incoming)
            case _:
                raise Refused(OLD)

    async def _cycle(self, runner: Runner, name: str, incoming: Incoming) -> Reply:
        """The next value of an option, and the settings as they are then."""
        table = runner.table
        key, value = next_value(table, name)
        await self.ask(runner, Configure(incoming.user, key, value))
        screen = self.hub.screens.settings(runner.table)
        message = await self.hub.painter.message(screen)
        return Reply(message, Where.SAME_MESSAGE)

    def which(self, incoming: Incoming, error: AmbiguousAction) -> Reply | None:
        """The readings of an ambiguous play as buttons."""
        runner = self.table_for(incoming)
        seat = runner.table.seat_of(incoming.user) if runner is not None else None
        question = runner.table.question_of(seat) if runner and seat is not None else None
        if runner is None or seat is None or question is None:
            return None
        table, say = runner.table, self.hub.screens.catalogue.say
        pre = prefix(table.state.game)
        buttons = []
        for action in error.options:
            item = tokens.item_of(action, table.prompt(seat))
            label = self._label(table, seat, action, pre)
            token = tokens.button(table.state.id, question.number, item)
            buttons.append((Button(token, label, Style.PRIMARY),))
        text = say(error.msg, table.names)
        return Reply(Outgoing(text=text, rows=tuple(buttons)), Where.PRIVATE)

    def _label(self, table: Table, seat: int, action: object, pre: str) -> str:
        say = self.hub.screens.catalogue.say
        for choice in table.prompt(seat).choices:
            if choice.action == action:
                return say(choice.label, table.names)
        return say(msg(f"{pre}-reading-{getattr(action, 'reading', '')}"), table.names)

    async def _talk(self, incoming: Incoming, spoken: Spoken) -> Reply | None:
        """Words without a slash: a play of somebody who plays, else none of our business."""
        runner = self.table_for(incoming)
        if runner is None:
            if incoming.chat is None:
                raise Refused("command-no-table")
            return None
        table = runner.table
        if table.seat_of(incoming.user) is None or table.state.phase is not Phase.PLAYING:
            return None
        return await self.orders.play(incoming, spoken.rest)
