"""自动过牌: a person's wish to pass where nothing else can be done.

It waits about as long as people do, so that the others cannot tell from the time that it took
whether somebody could have beaten the table; nobody is shown who has this wish.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.table.commands import AutoPass, Tick
from engine.core import Action

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.ports.refs import UserRef
    from bot.support.clock import Clock, Handle
    from bot.table.commands import Command
    from bot.table.state import Question
    from bot.table.table import Table
    from bot.users.preferences import Preferences

LEAST, MOST = 2000, 7000
"""Milliseconds that such a pass takes."""

PASS = Action("pass")


class AutopassWatch:
    """Passes at one table for those who wish it."""

    def __init__(self, prefs: Preferences, clock: Clock, tell: Callable[[Command], None]) -> None:
        self._prefs = prefs
        self._clock = clock
        self._tell = tell
        self._arranged: dict[int, Handle] = {}

    def look(self, table: Table) -> None:
        """See who is asked now: what is arranged for other questions is dropped.

        Whether a question leaves anything else is not known of a table that sleeps: it is woken.
        """
        if table.asleep:
            if any(self._wishing(table)):
                self._tell(Tick())
            return
        wanted = {question.number: user for question, user in self._wanted(table)}
        for number in set(self._arranged) - set(wanted):
            self._arranged.pop(number).cancel()
        for number in set(wanted) - set(self._arranged):
            self._arrange(number, wanted[number])

    def stop(self) -> None:
        """Cancel all passes that were to come."""
        for handle in self._arranged.values():
            handle.cancel()
        self._arranged.clear()

    def _wanted(self, table: Table) -> Iterator[tuple[Question, UserRef]]:
        return ((q, user) for q, user in self._wishing(table) if only_passing(table, q))

    def _wishing(self, table: Table) -> Iterator[tuple[Question, UserRef]]:
        if table.state.suspended_at is not None or table.state.lesson:
            return
        for question in table.state.questions:
            player = table.state.players[question.seat]
            user = player.user if player.person and question.due is None else None
            if user is not None and self._prefs.chose(user, "autopass", "on"):
                yield question, user

    def _arrange(self, number: int, user: UserRef) -> None:
        pause = timedelta(milliseconds=LEAST + secrets.randbelow(MOST - LEAST + 1))
        when = self._clock.now() + pause
        self._arranged[number] = self._clock.call_at(
            when, lambda: self._tell(AutoPass(user, number))
        )


def only_passing(table: Table, question: Question) -> bool:
    """Whether a question leaves nothing to do but to pass."""
    prompt = table.prompt(question.seat)
    alone = [choice.action for choice in prompt.choices] == [PASS]
    return alone and not prompt.picks and prompt.number is None and not prompt.answered
