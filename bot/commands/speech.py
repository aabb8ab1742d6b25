"""Words without a slash: a play, a line for the room, or talk that is none of our business."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands.parser import Spoken
from bot.commands.request import asked, has_left
from bot.screens import labels
from bot.table.commands import Typed
from bot.table.state import Phase
from engine import talk, text
from engine.errors import AmbiguousAction, RuleError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.commands.parser import Parser
    from bot.commands.request import Request
    from bot.ports.incoming import Incoming
    from bot.ports.messages import Reply
    from bot.ports.platform import Platform
    from bot.ports.refs import ChatRef
    from bot.runtime.table_runner import TableRunner
    from bot.screens.reader import Reader
    from bot.table.table import Table
    from bot.talk.talk import Talk


def typed(
    reader: Reader, table: Table, incoming: Incoming, said: str, *, bare: bool = False
) -> Typed:
    """The command that plays what was said: a button's words, or what else it can be read as."""
    seat = table.seat_of(incoming.user)
    meant = labels.answer(reader, table, seat, said) if seat is not None else None
    return Typed(incoming.user, said, incoming.source, incoming.at, meant, bare)


class Speech:
    """Decides what words are that call no command."""

    def __init__(self, parser: Parser, platforms: Mapping[str, Platform], rooms: Talk) -> None:
        self._parser = parser
        self._platforms = platforms
        self._rooms = rooms

    def understood(self, request: Request) -> Spoken:
        """What a line is: a command, a slash without one, or words that have no name.

        A word to us that is a command and a play is the play while it is one. What is said to
        nobody calls no command, but for a command alone in its line in a room of our own, and for
        the word that somebody there is asked to add to a sealed deal.
        """
        incoming, chat = request.incoming, request.chat
        spoken = self._parser.understand(incoming.text)
        if incoming.talk:
            return Spoken("", incoming.text, slash=False)
        if chat is None:
            return spoken
        if not incoming.to_us:
            meant = spoken.name and (not spoken.rest or _adds_word(request, spoken))
            ours = meant and self._is_ours(chat)
            return spoken if ours else Spoken("", incoming.text, slash=False)
        called = self._parser.understand(incoming.text, called=True)
        if spoken.name or not called.name:
            return spoken
        runner = request.table
        return spoken if runner is not None and self.can_mean(request, runner) else called

    def concerns_us(self, request: Request) -> bool:
        """Whether this is any business of ours; of talk that is not, nothing at all is noted."""
        chat = request.chat
        if request.incoming.to_us or chat is None or self._is_ours(chat):
            return True
        return self.asked_in(request) is not None

    async def among_people(self, request: Request, chat: ChatRef) -> Reply | None:
        """Words in a group that called nobody."""
        if request.incoming.talk:
            await self.say(request, chat)
            return None
        if self._is_ours(chat):
            return await self.in_room(request, chat)
        return await self.overheard(request)

    def _is_ours(self, chat: ChatRef) -> bool:
        """Whether a chat is a room of this program's own, where talk is shown to everybody."""
        return self._platforms[chat.platform].limits.talk

    def asked_in(self, request: Request) -> TableRunner | None:
        """The table of a chat, if it asks the author of these words something now."""
        runner = request.tables.at(request.chat)
        if runner is None or not _plays(request, runner):
            return None
        return runner if asked(runner.table, request.user) else None

    async def overheard(self, request: Request) -> Reply | None:
        """What was said in a group to nobody: a play of somebody who is asked, or silence."""
        runner = self.asked_in(request)
        if runner is None:
            return None
        incoming = request.incoming
        command = typed(request.reader, runner.table, incoming, incoming.text, bare=True)
        try:
            # Read here as well, so that talk does not wait in the table's queue.
            if command.meant is None and not _is_heard(request, runner):
                return None
            return await _play(request, runner, command)
        except AmbiguousAction:
            raise
        except RuleError:
            return None

    async def in_room(self, request: Request, chat: ChatRef) -> Reply | None:
        """What was said in a room of our own: a play, or a line that everybody there reads.

        What is clearly a play is answered as one, also out of turn; cards or a word alone are one
        only for somebody who is asked and who has them.
        """
        incoming, runner = request.incoming, request.tables.at(chat)
        if runner is None or not _plays(request, runner):
            await self.say(request, chat)
            return None
        table = runner.table
        command = typed(request.reader, table, incoming, incoming.text)
        clear = command.meant is not None or talk.played(incoming.text, table.game.info)
        if not clear and not self.can_mean(request, runner):
            await self.say(request, chat)
            return None
        return await _play(request, runner, command)

    def can_mean(self, request: Request, runner: TableRunner) -> bool:
        """Whether somebody who is asked can mean something by their words."""
        table = runner.table
        seat = table.seat_of(request.user)
        if seat is None or table.question_of(seat) is None:
            return False
        try:
            text.read(request.incoming.text, table.game.info, table.prompt(seat))
        except AmbiguousAction:
            return True
        except RuleError:
            return False
        return True

    async def say(self, request: Request, chat: ChatRef) -> None:
        """Show somebody's words, or their quick word, to everybody in a room of our own.

        Raises:
            Refused: it is too long, one of too many, or its author is muted.
        """
        incoming, runner = request.incoming, request.tables.at(chat)
        table = runner.table if runner is not None else None
        who = chat, incoming.user, incoming.display_name
        if incoming.talk and incoming.values:
            await self._rooms.say_quickly(*who, incoming.values[0], table)
        else:
            await self._rooms.say(*who, incoming.text, table)


def _adds_word(request: Request, spoken: Spoken) -> bool:
    """Whether somebody whose cards are sealed, at a table or in a 复式, gives a word for them."""
    runner = request.table
    if spoken.name != "shuffle":
        return False
    held = request.services.tournaments.worded(request.user, runner)
    if held is not None or runner is None:
        return held is not None and held.state.chat == request.chat
    table = runner.table
    waits = table.state.seal is not None and table.state.phase is Phase.LOBBY
    return waits and table.seat_of(request.user) is not None


async def _play(request: Request, runner: TableRunner, command: Typed) -> Reply | None:
    request.rename(runner)
    return await request.ask(runner, command)


def _is_heard(request: Request, runner: TableRunner) -> bool:
    """Whether words that nobody was told are a play, as the table would read them."""
    table = runner.table
    prompt = table.prompt(table.need_seat(request.user))
    return talk.bare(request.incoming.text, table.game.info, prompt) is not None


def _plays(request: Request, runner: TableRunner) -> bool:
    table = runner.table
    seated = table.seat_of(request.user) is not None and not has_left(table, request.user)
    return seated and table.state.phase is Phase.PLAYING
