"""The time at one table: what it is owed by standstills, and by the database's refusals."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.table.commands import Shift

if TYPE_CHECKING:
    from datetime import datetime

    from bot.runtime.standstills import Standstills
    from bot.support.clock import Clock
    from bot.table.state import TableState


class TableTime:
    """Tells a table the time, and by what its deadlines are to be moved.

    ``at`` is when the table was stored last, if that was before the program was started.
    """

    def __init__(self, clock: Clock, standstills: Standstills, at: datetime | None = None) -> None:
        self._clock = clock
        self._standstills = standstills
        self._at = at
        self._refused: float | None = None

    def now(self, state: TableState) -> datetime:
        """The time by which the table's own times are reckoned.

        Until it has been moved by the last standstill, that is the time before it.
        """
        return self._clock.now() - self._standstills.owed(state.standstills, self._at).by

    @property
    def unsaved(self) -> bool:
        """Whether nothing could be stored when it was last tried."""
        return self._refused is not None

    @property
    def unsaved_since(self) -> datetime | None:
        """Since when nothing can be stored."""
        return None if self._refused is None else self._clock.now() - self._refused_for()

    def _refused_for(self) -> timedelta:
        if self._refused is None:
            return timedelta(0)
        return timedelta(seconds=self._clock.steady() - self._refused)

    def refused(self) -> bool:
        """The database refuses to write; whether that is new."""
        new = self._refused is None
        if new:
            self._refused = self._clock.steady()
        return new

    def owed(self, state: TableState) -> Shift | None:
        """By what a table is to be moved before anything else is done; None: by nothing."""
        owed = self._standstills.owed(state.standstills, self._at)
        if not self.unsaved and (state.over or not (owed.by or owed.clock)):
            return None
        return Shift(owed.by + self._refused_for(), owed.clock, owed.number)

    def moved(self) -> None:
        """It has been moved, or that has failed and is not to be tried at every command."""
        self._refused = self._at = None
