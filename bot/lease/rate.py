"""How many requests each of several processes may make with one token. No I/O and no clock.

Who sends has a row that lasts, and looks at everybody's rows twice a second. What a platform takes
in a second is two pools: a small one, of which each that has a row has an even part, and the rest,
of which those have an even part who lately had to wait (they have a second row). Who is alone has
all of it.

Together they never make more than the platform takes, whatever becomes of them: where two make
requests in the same second, each has seen the other's row, and so counted it. For

- a row lasts for ``UNSEEN`` at least once it is renewed, and what was seen is believed, and one's
  own row counted on, for ``VALID`` from before that was asked: who sends has had a row for a second
  already, and has it for one more;
- who has a new row waits, until what others saw before is not believed any more (``RIPE``), or
  until nobody else has one.

Rows last by the database's clock. A process counts seconds by its own, which may be set as it
likes, and run slow or fast by ``SKEW``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.lease.row import UNSEEN
from bot.ports.allowance import WINDOW

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

SKEW = 1.05
"""By how much a clock may run slow or fast."""

BEAT = 0.5
"""Seconds between two looks."""

VALID = (UNSEEN - WINDOW) / SKEW
"""Seconds for which is believed what was seen."""

RIPE = UNSEEN * SKEW
"""Seconds after which nobody sends any more who has not seen a new row."""

CALM = 5.0
"""Seconds for which somebody counts as one who has to wait."""

TURN = 10.0
"""Seconds after which somebody goes to the end of the line, where there are more than requests."""

SMALL = 5
"""The small pool is one of so many parts."""

HELD = "held"
"""The row that lasts for as long as the platform refuses everything."""


def part(most: int, present: int, busy: int = 0, place: int | None = None) -> int:
    """How many of ``most`` requests a second one process may make.

    Args:
        most: 1 or more.
        present: how many have a row, this one among them.
        busy: how many of them had to wait.
        place: which of those it is, counted from 0; None: none of them.
    """
    if present <= 1:
        return most
    small = most // SMALL
    found = small // present
    if place is not None:
        large = most - small
        found += max(large // busy, int(place < large))  # an even part, or one each to the first
    return found


@dataclass(slots=True)
class _Row:
    name: str
    epoch: int = 0
    renewed: float = -math.inf
    """When it was last asked for, and granted."""
    since: float = math.inf
    """When it was new."""
    ripe: bool = False
    first: float = math.inf
    """Since when it has been among those of whom each may make one request at least."""

    def may_have_ended(self, now: float) -> bool:
        return (now - self.renewed) * SKEW >= UNSEEN


@dataclass(frozen=True, slots=True)
class Look:
    """What to ask at the beginning of a look that is begun ``at`` a time.

    Rows to be renewed, each with its epoch; to be claimed; and to be given back, with theirs.
    """

    at: float
    renew: Mapping[str, int]
    claim: Collection[str]
    release: Mapping[str, int]


@dataclass(slots=True)
class Rate:
    """What one process knows of one token.

    Args:
        what: what the rows' names begin with.
        address: the process's.
        most: requests that the token may make in any second.
    """

    what: str
    address: str
    most: int
    _row: _Row = field(init=False)
    _busy: _Row | None = None
    _left: list[_Row] = field(default_factory=list)
    _valid: float = -math.inf
    _wanted: float = -math.inf
    _held: float = -math.inf
    _present: int = 0
    _in_line: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self._row = _Row(f"{self.what}:at:{self.address}")

    @property
    def held_name(self) -> str:
        """The name of the row that lasts for as long as the platform refuses everything."""
        return f"{self.what}:{HELD}"

    @property
    def rows(self) -> dict[str, int]:
        """Its own rows, by epoch."""
        return {row.name: row.epoch for row in (*self._own, *self._left) if row.epoch}

    def look(self, now: float, *, wanted: bool) -> Look:
        """What to ask, and then, once that is stored, to look at. ``wanted``: somebody waits."""
        if wanted:
            self._wanted = now
        over = [row for row in self._left if now - row.renewed > (VALID + WINDOW) * SKEW]
        self._left = [row for row in self._left if row not in over]
        if now - self._wanted > CALM:
            self._leave_line()
        elif self._busy is None:
            self._busy = self._last_in_line()
        renew = {row.name: row.epoch for row in self._own if row.epoch}
        claim = tuple(row.name for row in self._own if not row.epoch)
        return Look(now, renew, claim, {row.name: row.epoch for row in over})

    @property
    def _own(self) -> tuple[_Row, ...]:
        return (self._row,) if self._busy is None else (self._row, self._busy)

    def _leave_line(self) -> None:
        if self._busy is not None and self._busy.epoch:
            self._left.append(self._busy)
        self._busy = None

    def _last_in_line(self) -> _Row:
        numbers = [int(name.split(":")[-2]) for name in self._in_line]
        return _Row(f"{self._line}{max(numbers, default=0) + 1:06}:{self.address}")

    @property
    def _line(self) -> str:
        return f"{self.what}:busy:"

    def kept(
        self, look: Look, renewed: Collection[str], claimed: Mapping[str, int], now: float
    ) -> None:
        """Which rows were renewed, and the epochs of those that were claimed: it is ``now``."""
        for row in self._own:
            if row.name in claimed:
                row.epoch, row.since, row.ripe = claimed[row.name], now, False
            elif row.name not in renewed:
                row.epoch = 0
                continue
            elif row.may_have_ended(now):  # then somebody has looked who did not see it
                row.since, row.ripe = now, False
            row.renewed = look.at

    def seen(self, look: Look, left: Mapping[str, float], now: float) -> None:
        """All rows, with the seconds that are left of each, looked at after ``kept``."""
        at = f"{self.what}:at:"
        present = {name for name in left if name.startswith(at)}
        if self._row.name not in present:
            self._row.epoch = 0
        self._present = len(present)
        self._in_line = tuple(sorted(name for name in left if name.startswith(self._line)))
        self._ripen(self._row, self._present, now)
        if self._busy is not None:
            self._stand(self._busy, now)
        self._held = now + left.get(self.held_name, -math.inf)
        self._valid = look.at + VALID

    def _stand(self, busy: _Row, now: float) -> None:
        """Look where in line it stands, and go to its end after a turn if not all have one."""
        large = self.most - self.most // SMALL
        self._ripen(busy, len(self._in_line), now)
        if busy.name not in self._in_line:
            busy.epoch = 0
        elif len(self._in_line) <= large or self._in_line.index(busy.name) >= large:
            busy.first = math.inf
        else:
            busy.first = min(busy.first, now)
            if now - busy.first > TURN:
                self._leave_line()

    def _ripen(self, row: _Row, count: int, now: float) -> None:
        row.ripe = row.ripe or count <= 1 or now - row.since >= RIPE

    def share(self, now: float) -> int:
        """How many requests it may make in any ``WINDOW`` at this moment."""
        if now >= self._valid or now < self._held or not (self._row.epoch and self._row.ripe):
            return 0
        busy, place = self._busy, None
        if busy is not None and busy.epoch and busy.ripe and busy.name in self._in_line:
            place = self._in_line.index(busy.name)
        return part(self.most, self._present, len(self._in_line), place)
