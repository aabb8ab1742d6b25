"""Updates in the order of their numbers, though they come at several doors.

Telegram numbers updates one after the other and sends many at once. One that comes before its
forerunner waits for that, but not long: what Telegram could not deliver comes much later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.support.clock import Clock, Handle

PATIENCE = 0.25
"""Seconds that an update waits for those before it."""

FAR = 1000
"""Numbers that lie further apart do not belong to one row: after a quiet week it begins anew."""


class Order:
    """Calls back for each update when its turn has come."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._next = -FAR - 1
        self._held: dict[int, tuple[float, list[Callable[[], None]]]] = {}
        self._timer: Handle | None = None

    def put(self, number: int, go: Callable[[], None]) -> None:
        """An update has come; what came before, or is here again, goes at once."""
        if self._next < number <= self._next + FAR:
            until = self._clock.steady() + PATIENCE
            self._held.setdefault(number, (until, []))[1].append(go)
            self._arrange()
            return
        if not self._next - FAR <= number < self._next:
            self._next = number + 1
        go()
        self._go_on()

    def _go_on(self) -> None:
        while (held := self._held.pop(self._next, None)) is not None:
            self._next += 1
            for go in held[1]:
                go()

    def _arrange(self) -> None:
        if self._timer is None and self._held:
            first = min(until for until, _ in self._held.values())
            self._timer = self._clock.call_in(first - self._clock.steady(), self._give_up)

    def _give_up(self) -> None:
        """Those that have waited long enough go, and before them all with lower numbers."""
        self._timer = None
        now = self._clock.steady()
        late = [number for number, (until, _) in self._held.items() if until <= now]
        for number in sorted(n for n in self._held if n <= max(late, default=-1)):
            for go in self._held.pop(number)[1]:
                go()
            self._next = number + 1
        self._go_on()
        self._arrange()
