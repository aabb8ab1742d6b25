"""Words without a slash: a play, a line for the room, or talk that is none of our business."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.commands import parser as words
from bot.commands.parser import Spoken
from bot.commands.request import Clerk, asked, has_left
from bot.i18n.names import clean
from bot.ports.errors import PlatformError
from bot.ports.messages import Outgoing
from bot.screens import labels
from bot.support.errors import Refused
from bot.table.commands import Typed
from bot.table.state import Phase
from engine import talk, text
from engine.errors import AmbiguousAction, RuleError

if TYPE_CHECKING:
    from datetime import datetime

    from bot.commands.service import Hub
    from bot.ports.incoming import Incoming
    from bot.ports.messages import Reply
    from bot.ports.refs import ChatRef
    from bot.runtime.table_runner import Runner
    from bot.screens.board import Screens
    from bot.table.machine import Table

LINES, WITHIN = 8, timedelta(seconds=10)
"""So many lines of one person are shown to a room within so long."""

LONGEST = 300
"""Characters of a line that is shown."""

MOST = 1000
"""Persons whose last lines are remembered, for ``LINES``."""


def typed(
    screens: Screens, table: Table, incoming: Incoming, said: str, *, bare: bool = False
) -> Typed:
    """The command that plays what was said: a button's words, or what else it can be read as."""
    seat = table.seat_of(incoming.user)
    meant = labels.answer(screens, table, seat, said) if seat is not None else None
    return Typed(incoming.user, said, incoming.source, incoming.at, meant, bare)


class Speech(Clerk):
    """Decides what words are that call no command."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(hub)
        self._lines: dict[str, tuple[datetime, ...]] = {}

    def understood(self, incoming: Incoming) -> Spoken:
        """What a line is: a command, a slash without one, or words that have no name.

        A word to us that is a command and a play is the play while it is one. What is said to
        nobody calls no command, but for a command alone in its line in a room of our own.
        """
        spoken, chat = words.understand(incoming.text), incoming.chat
        if chat is None:
            return spoken
        if not incoming.to_us:
            alone = spoken.name and not spoken.rest and self._is_ours(chat)
            return spoken if alone else Spoken("", incoming.text, slash=False)
        called = words.understand(incoming.text, called=True)
        if spoken.name or not called.name:
            return spoken
        runner = self.table_for(incoming)
        return spoken if runner is not None and self.can_mean(runner, incoming) else called

    def concerns_us(self, incoming: Incoming) -> bool:
        """Whether this is any business of ours; of talk that is not, nothing at all is noted."""
        chat = incoming.chat
        if incoming.to_us or chat is None or self._is_ours(chat):
            return True
        return self.asked_in(incoming) is not None

    async def among_people(self, incoming: Incoming, chat: ChatRef) -> Reply | None:
        """Words in a group that called nobody."""
        if self._is_ours(chat):
            return await self.in_room(incoming, chat)
        return await self.overheard(incoming)

    def _is_ours(self, chat: ChatRef) -> bool:
        """Whether a chat is a room of this program's own, where talk is shown to everybody."""
        return self.hub.platforms[chat.platform].limits.talk

    def asked_in(self, incoming: Incoming) -> Runner | None:
        """The table of a chat, if it asks the author of these words something now."""
        runner = self.hub.at(incoming.chat)
        if runner is None or not self._plays(runner, incoming):
            return None
        return runner if asked(runner.table, incoming) else None

    async def overheard(self, incoming: Incoming) -> Reply | None:
        """What was said in a group to nobody: a play of somebody who is asked, or silence."""
        runner = self.asked_in(incoming)
        if runner is None:
            return None
        command = typed(self.screens(incoming), runner.table, incoming, incoming.text, bare=True)
        try:
            # Read here as well, so that talk does not wait in the table's queue.
            if command.meant is None and not self._is_heard(runner, incoming):
                return None
            return await self.play(runner, incoming, command)
        except AmbiguousAction:
            raise
        except RuleError:
            return None

    def _is_heard(self, runner: Runner, incoming: Incoming) -> bool:
        table = runner.table
        seat = table.need_seat(incoming.user)
        return talk.bare(incoming.text, table.game.info, table.prompt(seat)) is not None

    async def in_room(self, incoming: Incoming, chat: ChatRef) -> Reply | None:
        """What was said in a room of our own: a play, or a line that everybody there reads.

        What is clearly a play is answered as one, also out of turn; cards or a word alone are one
        only for somebody who is asked and who has them.
        """
        runner = self.hub.at(chat)
        if runner is None or not self._plays(runner, incoming):
            await self._line(incoming, chat)
            return None
        table = runner.table
        command = typed(self.screens(incoming), table, incoming, incoming.text)
        clear = command.meant is not None or talk.played(incoming.text, table.game.info)
        if not clear and not self.can_mean(runner, incoming):
            await self._line(incoming, chat)
            return None
        return await self.play(runner, incoming, command)

    def can_mean(self, runner: Runner, incoming: Incoming) -> bool:
        """Whether somebody who is asked can mean something by their words."""
        table = runner.table
        seat = table.seat_of(incoming.user)
        if seat is None or table.question_of(seat) is None:
            return False
        try:
            text.read(incoming.text, table.game.info, table.prompt(seat))
        except AmbiguousAction:
            return True
        except RuleError:
            return False
        return True

    async def play(self, runner: Runner, incoming: Incoming, command: Typed) -> Reply | None:
        """Play what was typed."""
        self.hub.renamed(runner, incoming)
        return await self.ask(runner, command, incoming)

    async def _line(self, incoming: Incoming, chat: ChatRef) -> None:
        """Show somebody's words to everybody in the room.

        Raises:
            Refused: it is too long, or one of too many.
        """
        said = incoming.text.strip()
        if len(said) > LONGEST:
            raise Refused("talk-long", most=LONGEST)
        now, key = self.hub.clock.now(), incoming.user.key
        lately = tuple(when for when in self._lines.pop(key, ()) if now - when < WITHIN)
        if len(lately) >= LINES:
            self._lines[key] = lately
            raise Refused("talk-fast")
        self._lines[key] = (*lately, now)
        if len(self._lines) > MOST:
            del self._lines[next(iter(self._lines))]
        name = clean(incoming.display_name)
        screens = self.hub.screens.of(self.hub.prefs.chat(chat))
        line = screens.say("talk-line", name=name, words=said)
        with suppress(PlatformError):
            await self.hub.office.post(chat, Outgoing(text=line))

    def _plays(self, runner: Runner, incoming: Incoming) -> bool:
        table = runner.table
        seated = table.seat_of(incoming.user) is not None and not has_left(table, incoming.user)
        return seated and table.state.phase is Phase.PLAYING
