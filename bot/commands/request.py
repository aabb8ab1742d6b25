"""What people ask for, command by command: each is one method that answers its author alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.coinroom.queue import SEATS
from bot.i18n.keys import game_name
from bot.i18n.names import clean
from bot.i18n.times import clock_time
from bot.ports.errors import PlatformError
from bot.ports.messages import Outgoing, Reply, Where
from bot.ports.refs import alone_key
from bot.runtime.engagements import HINDERS, Wish
from bot.screens.forms import Forms
from bot.screens.record import Book
from bot.screens.unreached import opens_private
from bot.support.errors import Refused
from bot.table import tokens
from bot.table.commands import NORMAL, AddBot, Autopilot, Join, Next, Press, Resume, Typed
from bot.tournament.state import Stand
from bot.users.preferences import NONE
from engine.msg import CardsArg, Msg

if TYPE_CHECKING:
    from bot.commands.service import Hub
    from bot.ports.incoming import Incoming
    from bot.ports.refs import ChatRef, UserRef
    from bot.runtime.table_runner import Runner
    from bot.screens.board import Screens
    from bot.screens.screen import Screen
    from bot.table.commands import Command
    from bot.table.machine import Table
    from bot.users.preferences import Taste, Wishes

OLD = "table-old-button"

OPEN = (
    *("command-", "newgame-", "table-", "vote-", "pause-", "autopilot-"),
    *("coinroom-", "cup-", "scores-none", "correct-", "season-", "motion-", "again-"),
)
"""How the messages begin that tell nobody's secret: anybody may read them."""

OWN = frozenset({"coinroom-poor", "cup-purse", *HINDERS.values()})
"""Those among them that tell what is in a purse, or what somebody does in another chat."""

COMPUTERS = 8
"""Computer players that have a name."""

_SITS_AGAIN = (Autopilot, Next, Resume, Press, Typed)
"""Commands by which somebody who has left a table takes the seat there again."""


class Clerk:
    """What every request needs: its table, and a form for its answer."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def screens(self, incoming: Incoming) -> Screens:
        """The screens as the author of a request wants them."""
        return self.hub.screens.of(self.taste(incoming))

    def taste(self, incoming: Incoming, *, own: Wishes = NONE, its: Wishes = NONE) -> Taste:
        """How the author wants them; ``own``, ``its``: what they or the chat are about to set."""
        chat = incoming.chat
        if chat is None:
            runner = self.table_for(incoming)
            chat = runner.table.state.place if runner is not None else None
        return self.hub.prefs.person(incoming.user, chat, own=own, its=its)

    def book(self, incoming: Incoming) -> Book:
        """What can be read, in the author's words."""
        return Book(self.screens(incoming))

    def forms(self, incoming: Incoming) -> Forms:
        """What can be set, in the author's words."""
        return Forms(self.screens(incoming))

    def table_for(self, incoming: Incoming) -> Runner | None:
        """Which table a request is about: the button's, the chat's, or the one that asks."""
        token = tokens.read(incoming.token) if incoming.token else None
        if isinstance(token, tokens.Token):
            return self.hub.runners.get(token.table)
        if incoming.chat is not None:
            return self.hub.at(incoming.chat)
        mine = self.hub.tables_of(incoming.user)
        asking = [r for r in mine if asked(r.table, incoming)]
        return asking[0] if len(asking) == 1 else (mine[0] if len(mine) == 1 else None)

    def book_of(self, incoming: Incoming) -> str:
        """Whose scores a request is about: the chat's, its table's, or the author's own."""
        if incoming.chat is not None:
            return incoming.chat.key
        runner = self.table_for(incoming)
        return runner.table.state.chat_key if runner else alone_key(incoming.user)

    def need(self, incoming: Incoming) -> Runner:
        runner = self.table_for(incoming)
        if runner is None:
            if incoming.chat is not None:
                raise self._no_table(incoming.chat, incoming.user)
            several = self.hub.tables_of(incoming.user)
            raise Refused("command-which-table" if several else "command-no-table")
        self.hub.renamed(runner, incoming)
        return runner

    def need_own(self, incoming: Incoming) -> Runner:
        """The same for what only somebody who sits there does: else it is said where they sit."""
        runner, chat, user = self.need(incoming), incoming.chat, incoming.user
        if chat is not None and runner.table.seat_of(user) is None:
            there = self._elsewhere(chat, user)
            if there is not None:
                raise there
        return runner

    def _elsewhere(self, place: ChatRef, user: UserRef) -> Refused | None:
        """Where in this chat a person's table is, if it is at another place there."""
        for runner in self.hub.tables_of(user):
            state = runner.table.state
            if state.chat is None or state.chat.key != place.key or state.place == place:
                continue
            if has_left(runner.table, user):
                continue
            game = game_name(state.game)
            if state.place is None:
                return Refused("table-yours-private", game=game)
            link = self.hub.platforms[place.platform].place_link(state.place)
            return Refused(
                "table-yours-there" if link else "table-yours-near", game=game, link=link
            )
        return None

    def _no_table(self, place: ChatRef, user: UserRef) -> Refused:
        """What there is in a chat without a table: one's own beside it, a queue, a tournament."""
        there = self._elsewhere(place, user)
        if there is not None:
            return there
        room = self.hub.goldrooms.at(place)
        if room is not None:
            key = "coinroom-here-yours" if room.waits(user) else "coinroom-here"
            return Refused(key, here=len(room.people), count=SEATS)
        cup = self.hub.cups.at(place)
        if cup is None or cup.state.over:
            return Refused("command-no-table")
        if cup.state.stand is Stand.PLAYING:
            return Refused("cup-here-playing")
        key = "cup-here-yours" if cup.state.holds(user) else "cup-here"
        return Refused(key, time=clock_time(cup.state.start, self.hub.clock.now()))

    async def join_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        """Sit down; whoever could not be reached lately is tried once more."""
        if self.hub.reach.closed(incoming.user):
            await self.hub.notes.reachable(incoming.user)
        user, new = incoming.user, runner.table.seat_of(incoming.user) is None
        join = Join(user, clean(incoming.display_name))
        state = runner.table.state
        async with self.hub.engagements.free(user, Wish.SEAT, state.id, state.cup):
            reply = await self.ask(runner, join, incoming)
        seated = new and runner.table.seat_of(user) is not None
        return None if seated and await self._is_written_to(runner, incoming) else reply

    async def unreached(self, incoming: Incoming) -> Reply | None:
        """What somebody reads whom private messages do not reach, and how they mend that.

        Asked before anything for which they would be called later; None where messages arrive, or
        where the platform cannot say now.
        """
        user = incoming.user
        platform = self.hub.platforms[user.platform]
        try:
            delivery = await platform.reach(user)
        except PlatformError:
            return None
        if delivery.ref is not None:
            if self.hub.reach.closed(user):
                await self.hub.notes.reachable(user)
            return None
        if not delivery.final:
            return None
        await self.hub.notes.unreachable(user, delivery.reason)
        say, address = self.screens(incoming).say, platform.link("")
        rows = opens_private(self.screens(incoming), address)
        text = say("reach-first" if rows else "reach-first-settings")
        return Reply(Outgoing(text=text, rows=rows), Where.PRIVATE, public=True)

    async def _is_written_to(self, runner: Runner, incoming: Incoming) -> bool:
        """Whether words need no answer, as a private message is under way that is one."""
        if incoming.token or not runner.table.has_hands:
            return False
        try:
            delivery = await self.hub.platforms[incoming.user.platform].reach(incoming.user)
        except PlatformError:
            return False
        return delivery.ref is not None

    def add_bot(self, runner: Runner, incoming: Incoming, level: str = NORMAL) -> AddBot:
        """The command that seats a computer player, with a name in the chat's language."""
        screens = self.hub.screens.of(self.hub.prefs.chat(runner.table.state.place))
        names = (screens.say(f"computer-{number}") for number in range(1, COMPUTERS + 1))
        return AddBot(incoming.user, tuple(names), level)

    async def ask(self, runner: Runner, command: Command, incoming: Incoming) -> Reply | None:
        if isinstance(command, _SITS_AGAIN) and has_left(runner.table, incoming.user):
            user, state = incoming.user, runner.table.state
            async with self.hub.engagements.free(user, Wish.SEAT, state.id, state.cup):
                toasts = await runner.ask(command)
        else:
            toasts = await runner.ask(command)
        if not toasts:
            return None
        speak = self.screens(incoming).catalogue.speaker(runner.table.names)
        text = "\n".join(map(speak, toasts))
        return Reply(Outgoing(text=text), Where.TOAST, public=is_open(*toasts))

    def text(self, text: str, *, public: bool = False) -> Reply:
        return Reply(Outgoing(text=text), Where.PRIVATE, public=public)

    async def screen(
        self, screen: Screen, incoming: Incoming, where: Where = Where.PRIVATE
    ) -> Reply:
        platform = self.hub.platforms[incoming.user.platform]
        message = await self.hub.painter.message(screen, pictures=platform.limits.pictures)
        return Reply(message, where)


def is_open(*messages: Msg) -> bool:
    """Whether anybody may read what is told to one: no card is named, however the key begins."""
    return all(
        one.key.startswith(OPEN) and one.key not in OWN and not _names_cards(one)
        for one in messages
    )


def _names_cards(message: Msg) -> bool:
    parts = [part for _, part in message.params]
    nested = (_names_cards(part) for part in parts if isinstance(part, Msg))
    return any(isinstance(part, CardsArg) for part in parts) or any(nested)


def has_left(table: Table, user: UserRef) -> bool:
    """Whether somebody has a seat at a table, and has gone from it."""
    seat = table.seat_of(user)
    return seat is not None and table.state.sitters[seat].left


def asked(table: Table, incoming: Incoming) -> bool:
    """Whether a table asks this person something now."""
    seat = table.seat_of(incoming.user)
    return seat is not None and table.question_of(seat) is not None
