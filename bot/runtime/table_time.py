"""The time at one table: what it is owed by standstills, and where nothing could be stored."""

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

    def now(self, state: TableState) -> datetime:
        """The time by which the table's own times are reckoned.

        Until it has been moved by the last standstill, that is the time before it.
        """
        return self._clock.now() - self._standstills.owed(state.standstills, self._at).by

    def owed(self, state: TableState, refused: timedelta | None) -> Shift | None:
        """By what a table is to be moved before anything else is done; None: by nothing.

        ``refused``: for how long nothing could be stored; None: it could.
        """
        owed = self._standstills.owed(state.standstills, self._at)
        if refused is None and (state.over or not (owed.by or owed.clock)):
            return None
        return Shift(owed.by + (refused or timedelta(0)), owed.clock, owed.number)

    def moved(self) -> None:
        """Owe nothing before the last start any more: it was moved, or moving it has failed."""
        self._at = None
