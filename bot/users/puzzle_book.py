"""What is kept of somebody who solves the problems of a chat: tries, and days in a row."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

OPEN, SOLVED, SHOWN = "open", "solved", "shown"
"""How a problem stands for somebody: under way, solved, or given up and shown."""

KEPT = 60
"""So many days are kept one by one."""


def key_of(chat: str) -> str:
    """Under what it is kept, as what a person has set."""
    return f"puzzle:{chat}"


@dataclass(frozen=True, slots=True)
class Day:
    """One problem: how many first plays of it were wrong, and how it stands."""

    number: int
    wrong: int = 0
    how: str = OPEN

    @property
    def tries(self) -> int:
        """In which try it was solved."""
        return self.wrong + 1


@dataclass(frozen=True, slots=True)
class Book:
    """One person's problems in one chat.

    Attributes:
        name: what they were called when they last solved.
        days: by day the problem of it, the newest last.
        row: how many days in a row one was solved, up to ``last``.
        last: the day on which one was solved last.
        solved: how many in all.
    """

    name: str = ""
    days: tuple[tuple[int, Day], ...] = ()
    row: int = 0
    last: int = 0
    solved: int = 0

    def of(self, day: int, number: int) -> Day:
        """How the problem of a day stands."""
        return dict(self.days).get(day, Day(number))

    def streak(self, day: int) -> int:
        """Days in a row, seen from a day; one that is not over yet breaks nothing."""
        return self.row if self.last >= day - 1 else 0

    def tried(self, day: int, number: int) -> Book:
        """A wrong play."""
        now = self.of(day, number)
        return self if now.how != OPEN else self._with(day, replace(now, wrong=now.wrong + 1))

    def shown(self, day: int, number: int) -> Book:
        """It is given up; it counts no more."""
        now = self.of(day, number)
        return self if now.how != OPEN else self._with(day, replace(now, how=SHOWN))

    def done(self, day: int, number: int, name: str) -> Book:
        """It is solved."""
        now = self.of(day, number)
        if now.how != OPEN:
            return self
        row = self.streak(day) + 1 if day > self.last else self.row
        kept = self._with(day, replace(now, how=SOLVED))
        last = max(day, self.last)
        return replace(kept, name=name, row=row, last=last, solved=self.solved + 1)

    def _with(self, day: int, now: Day) -> Book:
        days = sorted({**dict(self.days), day: now}.items())[-KEPT:]
        return replace(self, days=tuple(days))

    def dump(self) -> str:
        """As it is stored."""
        days = [[day, one.number, one.wrong, one.how] for day, one in self.days]
        return json.dumps([self.name, self.row, self.last, self.solved, days], ensure_ascii=False)


def load(stored: str) -> Book:
    """What was stored; an empty book where nothing was, or it cannot be read."""
    try:
        name, row, last, solved, days = json.loads(stored)
        found = tuple((int(day), Day(int(n), int(wrong), str(how))) for day, n, wrong, how in days)
        return Book(str(name), found, int(row), int(last), int(solved))
    except (ValueError, TypeError):
        return Book()
