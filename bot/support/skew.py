"""How far a platform's clock is from ours, learned from the times that messages bear.

A message may come late, after a break of the connection, and was then meant for something else. But
where our own clock is wrong every message seems late, and nobody who types would be heard. Late
messages come all at once, each a little less late than the one before; one clock that differs from
another does so by the same each time.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from bot.support.clock import Clock

APART = 3.0
"""Seconds between two messages that tell something: those of a burst tell nothing."""

ALIKE = timedelta(seconds=3)
"""By so much two messages of the same clock may differ: platforms count in seconds."""


@dataclass(frozen=True, slots=True)
class _Heard:
    """When a message came, in seconds of ``Clock.steady``, and how late it seemed."""

    steady: float
    late: timedelta


class Skews:
    """What is known of each platform's clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last: dict[str, _Heard] = {}
        self._skew: dict[str, timedelta] = {}

    def ours(self, platform: str, at: datetime) -> datetime:
        """When a message was written, by our clock; ``at``: by the platform's."""
        heard = _Heard(self._clock.steady(), self._clock.now() - at)
        last = self._last.get(platform)
        skew = self._skew.get(platform, timedelta(0))
        if heard.late < skew:  # nothing comes before it was written
            skew = min(heard.late, timedelta(0)) if heard.late < ALIKE else heard.late
        elif last is not None and _alike(heard, last):
            skew = min(heard.late, last.late)
        if last is None or heard.steady - last.steady >= APART:
            self._last[platform] = heard
        self._skew[platform] = skew
        return at + skew


def _alike(heard: _Heard, last: _Heard) -> bool:
    """Whether two messages, not of one burst, both seem late by the same."""
    apart = heard.steady - last.steady >= APART
    return apart and abs(heard.late - last.late) <= ALIKE and heard.late > ALIKE
