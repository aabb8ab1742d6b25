"""Reactions of a table as words and screens: to everybody in the language and form they want."""

from __future__ import annotations

import logging
from functools import cached_property
from typing import TYPE_CHECKING

from bot.i18n.times import clock_time
from bot.screens.board import board
from bot.screens.hand import hand
from bot.screens.screen import Screen, for_each
from bot.screens.situation import Situation
from bot.screens.unreached import with_unreached
from bot.support.errors import log_bug
from bot.table import waiting
from bot.table.effects import Call, Say, SeatLeft, ShowBoard, ShowHandOf, Trouble
from bot.table.state import Phase
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.delivery.outbox import Outbox
    from bot.delivery.watched import Watched
    from bot.ports.refs import UserRef
    from bot.screens.reader import Reader
    from bot.table.effects import Effect
    from bot.table.table import Table
    from bot.users.preferences import Preferences, Taste
    from engine.core import Seat
    from engine.msg import Msg

log = logging.getLogger(__name__)


class Presenter:
    """Hands what one table shows to its outbox.

    ``link`` gives an address that opens a private chat and presses a token there, if there is one;
    whoever is known to look on in a window (``watched``) is not called to their turn.
    """

    def __init__(
        self,
        outbox: Outbox,
        reader: Reader,
        prefs: Preferences,
        link: Callable[[str], str],
        watched: Watched,
    ) -> None:
        self._outbox = outbox
        self._reader = reader
        self._prefs = prefs
        self._link = link
        self._watched = watched

    def show(self, table: Table, effects: Sequence[Effect]) -> None:
        """Show everything.

        Raises:
            Exception: the first of the errors that single effects met; the others are shown.
        """
        failed: Exception | None = None
        if table.state.place is None:
            _read_aloud(table, effects)
        step = _Step(table, self._prefs)
        for effect in effects:
            try:
                self._show(step, effect)
            except Exception as error:  # noqa: BLE001  (raised below)
                failed = failed or error
        if failed is not None:
            raise failed

    def _show(self, step: _Step, effect: Effect) -> None:
        table = step.table
        alone = table.state.place is None
        match effect:
            case ShowBoard() if alone:  # nobody sees a board: it counts as shown
                unseen = Screen(None, (), public=table.state.public)
                self._outbox.board(unseen, frozenset())
                for seat in range(len(table.state.players)):
                    self._hand(step, seat, notify=False)
            case ShowBoard(repost):
                self._board(step, repost=repost)
            case ShowHandOf(seat, notify):
                self._hand(step, seat, notify=notify and not (alone and _practises(table)))
            case Say() if alone:
                pass  # it stands on the private screens
            case Say(_, kept=True):
                pass  # it is told as a letter
            case Say(msgs):
                self._say(table, msgs)
            case Call(seat, _):
                self._call(table, seat)
            case SeatLeft(user):
                self._outbox.leave(user)
            case Trouble(what, error):
                log_bug(log, what, error, table=table.state.id, step=table.state.step)
            case _:
                pass

    def _public(self, table: Table) -> Reader:
        """For whom the group's board is made."""
        return self._reader.of(self._prefs.chat(table.state.chat))

    def _board(self, step: _Step, *, repost: bool) -> None:
        """The board, also in the languages of those who look on, as of now."""
        state = step.table.state
        screen = for_each(
            self._public(step.table),
            self._outbox.languages(),
            lambda reader: self._for(reader, step),
        )
        ends = state.over or state.phase is Phase.BETWEEN
        persons = waiting.persons(state, step.situation.asked)
        self._outbox.board(screen, persons, repost=repost, ends=ends)

    def _for(self, reader: Reader, step: _Step) -> Screen:
        """The board, with a way for those whom private messages do not reach."""
        table = step.table
        screen = board(reader, table, step.situation, apart=self._outbox.apart)
        if table.state.phase is Phase.LOBBY:
            screen = with_unreached(screen, table, reader, self._link)
        return screen

    def _say(self, table: Table, msgs: Sequence[Msg]) -> None:
        text, others = self._public(table).each(
            self._outbox.kept_in,
            lambda reader: "\n".join(map(reader.catalogue.speaker(table.names), msgs)),
        )
        self._outbox.say(text, others=others)

    def _hand(self, step: _Step, seat: Seat, *, notify: bool) -> None:
        """Somebody's own screen, if they want private messages or play in one."""
        state = step.table.state
        user = state.players[seat].user
        if user is None:
            return
        viewer = self._prefs.viewer(user, step.there)
        if state.place is not None and not viewer.dm:
            return
        notify = notify and not self._looks_on(user, state.id)
        reader, panes = self._reader.of(viewer.taste), self._outbox.panes(user)
        passing = viewer.autopass if panes else None
        screen = hand(
            reader, step.table, seat, notify=notify, panes=panes, passing=passing,
            now=step.situation,
        )  # fmt: skip
        self._outbox.hand(user, screen)

    def _looks_on(self, user: UserRef, table: str) -> bool:
        """Whether somebody has a table before their eyes, as few have in a window of their own."""
        return bool(self._watched.pages) and self._watched.by(user, table)

    def _call(self, table: Table, seat: Seat) -> None:
        user, question = table.state.players[seat].user, table.question_of(seat)
        if user is None or question is None or not self._prefs.wants(user, "mention"):
            return
        if self._looks_on(user, table.state.id):
            return
        until = question.deadline and clock_time(question.deadline, question.since)
        called = msg("call-turn-until", until=until) if until else msg("call-turn")
        text, others = self._public(table).each(
            self._outbox.kept_in, lambda reader: reader.catalogue.say(called)
        )
        self._outbox.call(user, text, others)


class _Step:
    """What is shown of one step of a table: made anew each time, and gone with it."""

    def __init__(self, table: Table, prefs: Preferences) -> None:
        self.table = table
        self._prefs = prefs

    @cached_property
    def situation(self) -> Situation:
        """How the table stands."""
        return Situation(self.table)

    @cached_property
    def there(self) -> Taste | None:
        """How its chat is spoken to; None where it has none."""
        chat = self.table.state.chat
        return None if chat is None else self._prefs.chat(chat)


def _practises(table: Table) -> bool:
    """Whether somebody plays by themselves, and has their turn before them as it comes."""
    return sum(player.user is not None for player in table.state.players) == 1


def _read_aloud(table: Table, effects: Sequence[Effect]) -> None:
    """Lines of a table without a place stand on its private screen until the next change."""
    said = tuple(line for r in effects if isinstance(r, Say) for line in r.msgs)
    if said or any(isinstance(r, ShowBoard) for r in effects):
        table.said = said
