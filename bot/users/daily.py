"""What is kept of a chat that gets a problem each day: when, where, and how far it has come."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

USUAL = 20 * 60
"""When a problem comes where no time was named: eight in the evening."""

LATE = timedelta(hours=12)
"""A problem that could not be posted in time is posted later by no more than this."""

PATIENCE = 14
"""So many problems in a row at which nobody looked are the last."""


@dataclass(frozen=True, slots=True)
class Daily:
    """One chat's.

    Days are ordinals of dates; the problem of a day is the same in every chat.

    Attributes:
        minute: when it is posted, in minutes after midnight in the chat's zone.
        thread: in which thread or topic; empty: in the chat itself.
        done: nothing is posted any more of days up to this one.
        day: the day whose problem was posted last; 0: none yet.
        before: the same of the one before it.
        message: the id of the message; empty: it is not known to have arrived.
        unseen: how many were posted since somebody has looked at one.
        on: whether it is wanted; what was posted is remembered when it is not, too.
    """

    minute: int = USUAL
    thread: str = ""
    done: int = 0
    day: int = 0
    before: int = 0
    message: str = ""
    unseen: int = 0
    on: bool = True

    def last_time(self, now: datetime, zone: tzinfo) -> datetime:
        """When one was to be posted last, ``now`` at the latest."""
        here = now.astimezone(zone)
        at = here.replace(hour=self.minute // 60, minute=self.minute % 60, second=0, microsecond=0)
        return at if at <= here else at - timedelta(days=1)

    def next_time(self, now: datetime, zone: tzinfo) -> datetime:
        """When the next is to be posted, after ``now``."""
        return self.last_time(now, zone) + timedelta(days=1)

    def current(self, today: int) -> int:
        """The day whose problem is the chat's now: the one posted last, until the next comes."""
        return self.day if self.day >= today - 1 else today

    def taken(self, day: int) -> Daily:
        """The problem of a day is about to be posted; it never is a second time."""
        seen = self.unseen + 1
        return replace(self, done=day, day=day, before=self.day, message="", unseen=seen)

    def ended(self) -> Daily:
        """It is not wanted any more."""
        return replace(self, day=0, before=0, message="", unseen=0, on=False)

    def dump(self) -> str:
        """As it is stored."""
        kept = (self.minute, self.thread, self.done, self.day, self.before, self.message)
        return json.dumps([*kept, self.unseen, self.on])


def load(stored: str) -> Daily | None:
    """What was stored; None where nothing was, or it cannot be read."""
    try:
        minute, thread, done, day, before, message, unseen, on = json.loads(stored)
        if not 0 <= int(minute) < 24 * 60:
            return None
        days = int(done), int(day), int(before)
        return Daily(int(minute), str(thread), *days, str(message), int(unseen), bool(on))
    except (ValueError, TypeError):
        return None
