"""Where everything that people press or say is understood and handed on."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.commands import parser as words
from bot.commands.more import More
from bot.commands.notify import Notify
from bot.commands.request import OLD, Clerk, asked
from bot.commands.seats import game_of
from bot.commands.tables import Orders, next_value
from bot.i18n.keys import game_name, prefix
from bot.i18n.names import told_apart
from bot.ports.errors import PlatformError
from bot.ports.menu import COMMANDS
from bot.ports.messages import Button, Outgoing, Reply, Style, Where
from bot.screens.more import MORE
from bot.support.errors import Refused
from bot.support.skew import Skews
from bot.table import tokens
from bot.table.commands import Autopilot, CastVote, Configure, Leave, Next, Press, RemoveBot, Resume
from bot.table.state import Phase
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.commands.parser import Spoken
    from bot.commands.service import Hub
    from bot.ports.incoming import Incoming
    from bot.ports.refs import MessageRef
    from bot.runtime.table_runner import Runner
    from bot.table.machine import Table
    from engine.errors import AmbiguousAction
    from engine.msg import Msg

ANYWHERE = (
    *("newgame", "help", "rules", "prefs", "chat", "me", "mydata", "forgetme"),
    *("purse", "daily", "coinroom", "tournament"),
)
"""Commands that need no table."""

PLAYS = ("", "play")

MOST_SAID = 1000
"""Persons whose words may wait for a choice of tables; they may be lost."""


class Desk(Clerk):
    """Answers requests."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(hub)
        self.orders = Orders(hub)
        self._skews = Skews(hub.clock)
        self.more = More(hub, self.orders)
        self.notify = Notify(hub)
        self._said: OrderedDict[str, str] = OrderedDict()
        self._methods: dict[str, Callable[[Incoming, str], Awaitable[Reply | None]]] = {
            name: getattr(self.orders, name) for name in COMMANDS
        }

    async def handle(self, incoming: Incoming) -> Reply | None:
        """A press or a line."""
        if incoming.at is not None:
            ours = self._skews.ours(incoming.user.platform, incoming.at)
            incoming = replace(incoming, at=ours)
        if incoming.token:
            return await self._press(incoming)
        spoken = self.hub.speech.understood(incoming)
        if incoming.chat is not None and not incoming.to_us and not spoken.name:
            return await self.hub.speech.among_people(incoming, incoming.chat)
        several = self._several(incoming, spoken)
        if several:
            return self._which_table(incoming, several)
        return await self._do(incoming, spoken)

    async def _do(self, incoming: Incoming, spoken: Spoken) -> Reply | None:
        """What a line says, now that it is clear which table is meant."""
        if spoken.name:
            return await self._methods[spoken.name](incoming, spoken.rest)
        if spoken.slash:
            raise Refused("command-unknown")
        return await self._talk(incoming, spoken)

    def _several(self, incoming: Incoming, spoken: Spoken) -> list[Runner]:
        """The tables that words of a private message may be meant for, if that is not clear.

        A play is for the one table that asks; nothing else is done at a table that is guessed.
        """
        if incoming.chat is not None or spoken.name in ANYWHERE:
            return []
        mine = self.hub.tables_of(incoming.user)
        asking = [r for r in mine if asked(r.table, incoming)]
        found = asking or mine if spoken.name in PLAYS else mine
        return found if len(found) > 1 else []

    def _which_table(self, incoming: Incoming, tables: list[Runner]) -> Reply:
        """Ask which; the words wait for the press."""
        self._said[incoming.user.key] = incoming.text
        self._said.move_to_end(incoming.user.key)
        if len(self._said) > MOST_SAID:
            self._said.popitem(last=False)
        screens, states = self.screens(incoming), [r.table.state for r in tables]
        labels = told_apart(
            [screens.say("table-choice", chat=s.chat_title, game=game_name(s.game)) for s in states]
        )
        rows = tuple(
            (Button(tokens.button(state.id, 0, "said"), label),)
            for state, label in zip(states, labels, strict=True)
        )
        return Reply(Outgoing(text=screens.say("command-which-table"), rows=rows), Where.PRIVATE)

    async def _said_at(self, runner: Runner, incoming: Incoming) -> Reply | None:
        """The words that waited, as if they had been said where the chosen table is."""
        words_ = self._said.pop(incoming.user.key, "")
        place, spoken = runner.table.state.place, words.understand(words_)
        if not words_:
            raise Refused(OLD)
        incoming = await self.hub.gate.said_at(runner, spoken, incoming)
        if place is not None:
            incoming = replace(incoming, token="", chat=place)
        return await self._do(replace(incoming, text=words_), spoken)

    async def _press(self, incoming: Incoming) -> Reply | None:
        token = tokens.read(incoming.token)
        if token is None:
            raise Refused(OLD)
        if isinstance(token, tokens.Menu):
            return await self._chosen(token, incoming)
        runner = self.hub.runners.get(token.table)
        if runner is None:
            return await self._read_over(token, incoming)
        self.hub.renamed(runner, incoming)
        self._retire_old(runner, incoming)
        aside = _aside(token, incoming)
        reply = await self._pressed(runner, token, incoming)
        if reply is None and incoming.own and runner.table.seat_of(incoming.user) is not None:
            return await self.orders.own_hand(runner, incoming)
        if reply is None and aside is not None:
            runner.outbox.put_aside(incoming.user, aside)
        return reply

    async def _read_over(self, token: tokens.Token, incoming: Incoming) -> Reply | None:
        """What can still be read of a table that is over."""
        if token.item == "scores":
            return await self.orders.scores(incoming, "")
        stored = await self.hub.store.table(token.table) if token.item == "rules" else None
        game = game_of(stored)
        if game in self.hub.games:
            return await self.orders.rules_pressed(incoming, game, Where.PRIVATE)
        on, platform = self.hub.at(incoming.chat), self.hub.platforms[incoming.user.platform]
        if on is not None:
            raise Refused("table-gone-another")
        if incoming.chat is not None and not platform.limits.aside:
            raise Refused("table-gone")
        gone = self.screens(incoming).say("table-gone-next")
        return await self.more.here(incoming, gone)

    async def _chosen(self, token: tokens.Menu, incoming: Incoming) -> Reply | None:
        """A press on a button that belongs to no table."""
        match token.command:
            case "again":
                return await self.orders.again_pressed(incoming, token.argument)
            case "newgame":
                return await self._game_chosen(incoming, token.argument)
            case "rules":
                return await self.orders.rules_pressed(incoming, token.argument)
            case "more":
                on = self.hub.at(incoming.chat)
                return await (
                    self.more.here(incoming) if on is None else self.more.of(on, incoming)
                )
            case "help":
                return await self.orders.help(incoming, token.argument)
            case "prefs" if not token.argument:
                return await self.orders.prefs(incoming, "")
            case "prefs":
                return await self.orders.prefs_pressed(incoming, token.argument)
            case "notify":
                return await self.notify.pressed(incoming, token.argument)
            case "chat":
                return await self.orders.chat_pressed(incoming, token.argument)
            case "scores" | "settle" | "export":
                return await self.orders.book_pressed(token.command, token.argument, incoming)
            case "season":
                return await self.orders.season(incoming, token.argument)
            case "motion":
                return await self.orders.motion_pressed(token.argument, incoming)
            case "coinroom":
                return await self.orders.coinroom_pressed(token.argument, incoming)
            case "tournament" if token.argument == "new":
                return await self.orders.tournament(incoming, "")
            case "tournament":
                return await self.orders.cup_pressed(incoming, token.argument)
            case "forgetme":
                return await self.orders.forget_pressed(token.argument, incoming)
            case _:
                raise Refused(OLD)

    async def _game_chosen(self, incoming: Incoming, name: str) -> Reply | None:
        """Open a table; a menu that stood in the chat for everybody goes."""
        reply = await self.orders.newgame(incoming, name)
        menu = incoming.message
        there = self.hub.at(incoming.chat)
        own = menu is None or menu.private or incoming.own
        if reply is not None or menu is None or own or there is None:
            return reply
        if not (there.outbox.shows(menu) or there.outbox.foreign(menu)):
            self.hub.beside(self._quietly(self.hub.office.erase(menu)))
        return reply

    async def _quietly(self, work: Awaitable[None]) -> None:
        """Do what nobody misses where a platform refuses it."""
        with contextlib.suppress(PlatformError):
            await work

    def _retire_old(self, runner: Runner, incoming: Incoming) -> None:
        """A press on a board that is not the newest is served, but that board loses its buttons.

        Only one of this table's: whoever presses may know a button of another one.
        """
        pressed, place = incoming.message, runner.table.state.place
        if pressed is None or pressed.private or incoming.own or place is None:
            return
        here = (pressed.platform, pressed.chat, pressed.thread)
        if here != (place.platform, place.id, place.thread):
            return
        if pressed == runner.outbox.board_ref or runner.outbox.foreign(pressed):
            return
        self.hub.beside(self._quietly(self.hub.office.retire(pressed)))

    async def _pressed(
        self, runner: Runner, token: tokens.Token, incoming: Incoming
    ) -> Reply | None:
        user, table = incoming.user, runner.table
        reading = self._reading(token.item)
        if reading is not None:
            return await reading(runner, incoming)
        if token.item == "notify":
            return await self.notify.ask_about(incoming, table.state.home or table.state.place)
        if token.item == "said":
            return await self._said_at(runner, incoming)
        if token.item.startswith(MORE):
            return await self.more.pressed(runner, token, incoming)
        if token.item in ("yes", "no"):
            if table.state.vote is None or table.state.vote.number != token.question:
                raise Refused(OLD)
            return await self.ask(runner, CastVote(user, token.item == "yes"), incoming)
        if token.item[:1] == "h" and token.item[1:].isdecimal():
            return await self.orders.hint_of(runner, token, incoming)
        if _is_answer(token):
            return await self.ask(runner, _answer(token, incoming), incoming)
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
            "more": self.more.of,
        }.get(item)

    async def _steered(self, runner: Runner, item: str, incoming: Incoming) -> Reply | None:
        user = incoming.user
        match item:
            case "join":
                return await self.orders.join_of(runner, incoming)
            case "leave":
                return await self.ask(runner, Leave(user), incoming)
            case "bot":
                return await self.ask(runner, self.add_bot(runner, incoming), incoming)
            case "unbot":
                return await self.ask(runner, RemoveBot(user), incoming)
            case "start":
                return await self.ask(
                    runner, await self.orders.start_of(runner, incoming), incoming
                )
            case "next":
                return await self.ask(runner, Next(user), incoming)
            case "resume":
                return await self.ask(runner, Resume(user), incoming)
            case "back":
                return await self.ask(runner, Autopilot(user, on=False), incoming)
            case "reach":
                return await self.orders.reach_of(runner, incoming)
            case "set":
                return await self.orders.settings_of(runner, incoming)
            case _ if item.startswith("let-"):
                return await self.orders.let_of(runner, item.removeprefix("let-"), incoming)
            case _ if item.startswith("opt-"):
                return await self._cycle(runner, item.removeprefix("opt-"), incoming)
            case _:
                raise Refused(OLD)

    async def _cycle(self, runner: Runner, name: str, incoming: Incoming) -> Reply:
        """The next value of an option, and the settings as they are then."""
        table = runner.table
        key, value = next_value(table, name)
        await self.ask(runner, Configure(incoming.user, key, value), incoming)
        screen = self.forms(incoming).table(runner.table)
        message = await self.hub.painter.message(screen)
        return Reply(message, Where.SAME_MESSAGE)

    def which(self, incoming: Incoming, error: AmbiguousAction) -> Reply | None:
        """The readings of an ambiguous play as buttons."""
        runner = self.table_for(incoming)
        seat = runner.table.seat_of(incoming.user) if runner is not None else None
        question = runner.table.question_of(seat) if runner and seat is not None else None
        if runner is None or seat is None or question is None:
            return None
        table, say = runner.table, self.screens(incoming).catalogue.speaker(runner.table.names)
        pre = prefix(table.state.game)
        buttons = []
        for index, action in enumerate(error.options):
            item = tokens.item_of(action, table.prompt(seat))
            label = (
                say(error.labels[index])
                if error.labels
                else self._label(table, seat, action, pre, say)
            )
            token = tokens.button(table.state.id, question.number, item)
            buttons.append((Button(token, label, Style.PRIMARY),))
        text = say(error.msg)
        return Reply(Outgoing(text=text, rows=tuple(buttons)), Where.PRIVATE)

    def _label(
        self, table: Table, seat: int, action: object, pre: str, say: Callable[[Msg], str]
    ) -> str:
        for choice in table.prompt(seat).choices:
            if choice.action == action:
                return say(choice.label)
        return say(msg(f"{pre}-reading-{getattr(action, 'reading', '')}"))

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


def _is_answer(token: tokens.Token) -> bool:
    """Whether a button answers a question of the game."""
    return token.item[:1] in "cnpsv" and token.item[1:2].isdecimal()


def _aside(token: tokens.Token, incoming: Incoming) -> MessageRef | None:
    """The private message that was pressed, if it may have no more use once it is answered.

    That is what was asked about an ambiguous play, or a copy of the hand; never the hand itself,
    which the outbox tells apart.
    """
    pressed = incoming.message
    private = pressed is not None and pressed.private and not incoming.own
    return pressed if private and _is_answer(token) else None


def _answer(token: tokens.Token, incoming: Incoming) -> Press:
    return Press(incoming.user, token.question, token.item, incoming.values, incoming.source)
