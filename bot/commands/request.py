"""A request: one press or line, its author and table, and the forms of an answer to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.coinroom.queue import SEATS
from bot.i18n.keys import game_name
from bot.i18n.names import clean
from bot.i18n.times import clock_time
from bot.ports.messages import Outgoing, Reply, Where
from bot.ports.refs import alone_key
from bot.runtime.engagements import Wish
from bot.screens.record import Book
from bot.screens.scores import ScoreBook
from bot.support.errors import Refused
from bot.table import tokens
from bot.table.commands import Autopilot, Next, Press, Renamed, Resume, Typed
from bot.tournament.state import Status
from bot.users.preferences import NONE
from engine.msg import CardsArg, Msg

if TYPE_CHECKING:
    from bot.commands.parser import Spoken
    from bot.ports.incoming import Incoming
    from bot.ports.platform import Limits, Platform
    from bot.ports.refs import ChatRef, UserRef
    from bot.runtime.coinrooms import CoinRooms
    from bot.runtime.context import Context
    from bot.runtime.table_notices import TableNotices
    from bot.runtime.table_runner import TableRunner
    from bot.runtime.tables import Tables
    from bot.runtime.tournaments import Tournaments
    from bot.screens.reader import Reader
    from bot.screens.screen import Screen
    from bot.table.commands import Command
    from bot.table.table import Table
    from bot.users.preferences import Taste, Wishes

OLD = "table-old-button"

_SITS_AGAIN = (Autopilot, Next, Resume, Press, Typed)
"""Commands by which somebody who has left a table takes the seat there again."""


@dataclass(frozen=True, slots=True)
class Services:
    """What every request is answered with, whatever it asks for.

    One value, because a request is made for each press and each line: what is on in its chat is
    among these. A topic that needs anything else is given it when it is made.
    """

    context: Context
    tables: Tables
    coinrooms: CoinRooms
    tournaments: Tournaments
    notes: TableNotices


@dataclass(frozen=True, slots=True)
class Request:
    """What one person asks for.

    Attributes:
        incoming: what they said or pressed, and where.
        services: what it is answered with.
        chosen: the table that they said it is about, where several could be meant.
        spoken: what its line was read as when it was let in: that is what is done.
    """

    incoming: Incoming
    services: Services
    chosen: TableRunner | None = None
    spoken: Spoken | None = None

    # Its author.

    @property
    def user(self) -> UserRef:
        """Who asks."""
        return self.incoming.user

    @property
    def chat(self) -> ChatRef | None:
        """Where; None: in private."""
        return self.incoming.chat

    @property
    def context(self) -> Context:
        """The context: what every service works with."""
        return self.services.context

    @property
    def tables(self) -> Tables:
        """The tables that run."""
        return self.services.tables

    @property
    def platform(self) -> Platform:
        """The author's platform."""
        return self.context.platforms[self.user.platform]

    @property
    def token(self) -> tokens.Token | None:
        """The table's button that was pressed, if it is one."""
        token = tokens.read(self.incoming.token) if self.incoming.token else None
        return token if isinstance(token, tokens.Token) else None

    @property
    def limits(self) -> Limits:
        """What can be shown where it was asked for."""
        limits = self.platform.limits
        return limits.in_window() if self.incoming.window else limits

    def within(self, chat: ChatRef) -> Request:
        """The same request as if it had been made in a chat."""
        return replace(self, incoming=replace(self.incoming, chat=chat))

    # Its words.

    def taste(self, *, own: Wishes = NONE, its: Wishes = NONE) -> Taste:
        """How the author wants screens; ``own``, ``its``: what they or the chat are to set."""
        chat = self.chat
        if chat is None:
            runner = self.table
            chat = runner.table.state.place if runner is not None else None
        return self.context.preferences.person(self.user, chat, own=own, its=its)

    @property
    def reader(self) -> Reader:
        """The author as a reader: their language and taste."""
        return self.context.reader.of(self.taste())

    @property
    def book(self) -> Book:
        """What can be read, in the author's words."""
        return Book(self.reader)

    @property
    def scorebook(self) -> ScoreBook:
        """The scores in the author's words."""
        return ScoreBook(self.reader)

    # What it is about.

    @property
    def table(self) -> TableRunner | None:
        """Which table it is about: the button's, the chat's, or the one that asks its author."""
        if self.chosen is not None:
            return self.chosen
        token = self.token
        if token is not None:
            return self.tables.get(token.table)
        if self.chat is not None:
            return self.tables.at(self.chat) or self._beside(self.chat)
        mine = self.tables.of(self.user)
        asking = [runner for runner in mine if asked(runner.table, self.user)]
        return asking[0] if len(asking) == 1 else (mine[0] if len(mine) == 1 else None)

    def _beside(self, room: ChatRef) -> TableRunner | None:
        """On the page, where one plays a table without a place beside the room it belongs to."""
        if not self.limits.talk:
            return None
        for runner in self.tables.of(self.user):
            state = runner.table.state
            home = state.home if state.place is None and not state.over else None
            if home is not None and home.key == room.key and not has_left(runner.table, self.user):
                return runner
        return None

    @property
    def score_key(self) -> str:
        """Whose scores it is about: the chat's, its table's, or the author's own."""
        if self.chat is not None:
            return self.chat.key
        runner = self.table
        return runner.table.state.chat_key if runner else alone_key(self.user)

    async def reads_book(self, chat: ChatRef) -> bool:
        """Whether the author, a member of a chat, may read what was played there.

        Where a link is all it takes to come they must have played in it, or play there now; a seat
        in a lobby is no play.
        """
        if self.context.platforms[chat.platform].limits.purses:
            return True
        for runner in self.tables.of(self.user):
            state = runner.table.state
            here = state.home or state.place
            if state.match and here is not None and here.key == chat.key:
                return True
        return bool(await self.context.store.scores.person_totals(self.user.key, chat.key))

    def need_table(self) -> TableRunner:
        """The table that is meant.

        Raises:
            Refused: there is none; it says what there is instead.
        """
        runner = self.table
        if runner is None:
            if self.chat is not None:
                raise self._no_table(self.chat)
            several = self.tables.of(self.user)
            raise Refused("command-which-table" if several else "command-no-table")
        if not self.incoming.token:
            self.rename(runner)
        return runner

    def need_own_table(self) -> TableRunner:
        """The table that is meant, for commands that only its players give.

        Raises:
            Refused: there is none, or what was typed here is done where its author sits.
        """
        runner = self.need_table()
        here = self.chat if not self.incoming.token else None
        if here is not None and runner.table.seat_of(self.user) is None:
            there = self._elsewhere(here)
            if there is not None:
                raise there
        return runner

    def _elsewhere(self, place: ChatRef) -> Refused | None:
        """Where in this chat the author's table is, if it is at another place there."""
        for runner in self.tables.of(self.user):
            state = runner.table.state
            if state.chat is None or state.chat.key != place.key or state.place == place:
                continue
            if has_left(runner.table, self.user):
                continue
            game = game_name(state.game)
            if state.place is None:
                return Refused("table-yours-private", game=game)
            link = self.context.platforms[place.platform].place_link(state.place)
            return Refused(
                "table-yours-there" if link else "table-yours-near", game=game, link=link
            )
        return None

    def _no_table(self, place: ChatRef) -> Refused:
        """What there is in a chat without a table: one's own beside it, a queue, a tournament."""
        there = self._elsewhere(place)
        if there is not None:
            return there
        room = self.services.coinrooms.at(place)
        if room is not None:
            key = "coinroom-here-yours" if room.waits(self.user) else "coinroom-here"
            return Refused(key, here=len(room.people), count=SEATS)
        tournament = self.services.tournaments.at(place)
        if tournament is None or tournament.state.over:
            return Refused("command-no-table")
        if tournament.state.status is Status.PLAYING:
            return Refused("cup-here-playing")
        key = "cup-here-yours" if tournament.state.holds(self.user) else "cup-here"
        return Refused(key, time=clock_time(tournament.state.start, self.context.clock.now()))

    def rename(self, runner: TableRunner) -> None:
        """Whoever calls themselves otherwise now keeps the seat under the new name."""
        state, seat = runner.table.state, runner.table.seat_of(self.user)
        name = clean(self.incoming.display_name)
        if seat is None or not self.incoming.display_name or state.over:
            return
        if state.players[seat].name != name:
            runner.tell(Renamed(self.user, name))

    # Its answer.

    async def ask(self, runner: TableRunner, command: Command) -> Reply | None:
        """Have a table do something; its short answers as a reply.

        Raises:
            RuleError: it was refused.
        """
        if isinstance(command, _SITS_AGAIN) and has_left(runner.table, self.user):
            state = runner.table.state
            engagements = self.context.engagements
            async with engagements.free(self.user, Wish.SEAT, state.id, state.tournament):
                toasts = await runner.ask(command)
        else:
            toasts = await runner.ask(command)
        if not toasts:
            return None
        speak = self.reader.catalogue.speaker(runner.table.names)
        text = "\n".join(speak(toast.msg) for toast in toasts)
        public = not any(toast.private or names_cards(toast.msg) for toast in toasts)
        return Reply(Outgoing(text=text), Where.TOAST, public=public)

    def text(self, text: str, *, public: bool = False) -> Reply:
        """Words for the author alone; ``public``: anybody may read them."""
        return Reply(Outgoing(text=text), Where.PRIVATE, public=public)

    def toast(self, *told: Msg) -> Reply:
        """A short answer that anybody may read."""
        text = "\n".join(map(self.reader.catalogue.say, told))
        return Reply(Outgoing(text=text), Where.TOAST, public=True)

    async def screen(self, screen: Screen, where: Where = Where.PRIVATE) -> Reply:
        """A screen, with a picture where the author's platform shows them."""
        limits = self.limits
        message = await self.context.painter.message(
            screen, pictures=limits.pictures, scenes=limits.scenes
        )
        return Reply(message, where)


def names_cards(message: Msg) -> bool:
    """Whether a message names cards: whatever else is said of it, it is for one person alone."""
    parts = [part for _, part in message.params]
    nested = (names_cards(part) for part in parts if isinstance(part, Msg))
    return any(isinstance(part, CardsArg) for part in parts) or any(nested)


def has_left(table: Table, user: UserRef) -> bool:
    """Whether somebody has a seat at a table, and has gone from it."""
    seat = table.seat_of(user)
    return seat is not None and table.state.players[seat].left


def asked(table: Table, user: UserRef) -> bool:
    """Whether a table asks this person something now."""
    seat = table.seat_of(user)
    return seat is not None and table.question_of(seat) is not None
