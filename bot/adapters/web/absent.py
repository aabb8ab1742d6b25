"""What a person should notice whose page is open at another process, or nowhere, is shown there.

A page hears from the process that runs its room. A table in another room may be another process's:
so that tells all others the words of a message that somebody is waited for in or should notice, and
they show them among the person's own messages until they are told that it is over. Buttons, cards
and pictures stay where the table is; the title says in which room that is. Where the table is taken
over, the message comes back by the same id as what it was.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.i18n.lengths import cut
from bot.ports.messages import Outgoing
from bot.ports.packed import packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.adapters.web.messages import Messages

MOST = 5000
"""Messages that are remembered to have been told, or to be another process's."""

WORDS, TITLE = 160, 60
"""Characters of a note in each language: all of it has to go by one message of the mail."""

LAST = 3600.0
"""Seconds after which a note goes whose process has not said that it is over: it may be dead."""


class Absent:
    """Those of one process.

    Args:
        messages: what is shown here.
        is_here: whether a person's page is open here.
        clock: seconds from anywhere.
        tell: tells all other processes in so many ASCII signs.
    """

    def __init__(
        self,
        messages: Messages,
        is_here: Callable[[str], bool],
        clock: Callable[[], float],
        tell: Callable[[str], None],
    ) -> None:
        self._messages, self._is_here = messages, is_here
        self._clock, self._tell = clock, tell
        self._told: OrderedDict[tuple[str, str], str] = OrderedDict()
        """By person and message: what they were last waited for in."""
        self._notes: OrderedDict[tuple[str, str], float] = OrderedDict()
        """Of other processes: when each came."""
        self._seen: OrderedDict[tuple[str, str], tuple[str, Outgoing]] = OrderedDict()
        """The same of those whose page is open here, with the note that it would be."""

    # What is shown here.

    def shown(self, person: str, message_id: str, message: Outgoing) -> None:
        """A person's own message is this now, by this process."""
        at = (person, message_id)
        self._notes.pop(at, None)
        turn, here = f"{message.asked} {message.turn}", self._is_here(person)
        if here or not (message.asked or message.notify):
            self.over(person, message_id)
            if message.asked:
                self._seen[at] = turn, note_of(message)
                _trim(self._seen)
        elif self._told.get(at) != turn or not message.asked:
            self._note(at, turn, note_of(message))

    def _note(self, at: tuple[str, str], turn: str, note: Outgoing) -> None:
        self._seen.pop(at, None)
        self._told[at] = turn
        self._told.move_to_end(at)
        _trim(self._told)  # the notes of those that are forgotten go after ``LAST``
        self._tell(packed((*at, note)).decode())

    def over(self, person: str, message_id: str) -> None:
        """A message is there no longer, or nobody has to notice it any more."""
        self._seen.pop((person, message_id), None)
        if self._told.pop((person, message_id), None) is not None:
            self._tell(packed((person, message_id, None)).decode())

    # What others tell.

    def heard(self, told: str) -> None:
        """Show what another process has told, or take it away."""
        try:
            person, message_id, note = unpacked(told.encode())
        except ValueError:  # of another version
            return
        key, at = ("person", person), (person, message_id)
        if note is not None:
            if message_id in self._messages.channel(key).messages and at not in self._notes:
                return  # the table is here by now
            self._notes[at] = self._clock()
            self._notes.move_to_end(at)
            self._messages.put(key, note, message_id)
            while len(self._notes) > MOST:
                self._take_away_first()
        elif self._notes.pop(at, None) is not None:
            self._messages.drop(key, message_id)

    def look(self) -> None:
        """Tell of those who have left their page, and take away what has stood too long.

        To be called now and then.
        """
        for at, (turn, note) in tuple(self._seen.items()):
            if not self._is_here(at[0]):
                self._note(at, turn, note)
        now = self._clock()
        while self._notes and now - next(iter(self._notes.values())) >= LAST:
            self._take_away_first()

    def _take_away_first(self) -> None:
        (person, message_id), _ = self._notes.popitem(last=False)
        self._messages.drop(("person", person), message_id)


def note_of(message: Outgoing) -> Outgoing:
    """The words of a message, in all its languages, and nothing to press."""
    told = Outgoing(
        text=cut(message.text, WORDS), title=cut(message.title, TITLE), notify=message.notify
    )
    others = tuple((language, note_of(replace(one, others=()))) for language, one in message.others)
    return replace(told, others=others)


def _trim(kept: OrderedDict[tuple[str, str], Any]) -> None:
    while len(kept) > MOST:
        kept.popitem(last=False)
