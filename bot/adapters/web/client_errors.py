"""What clients do wrong, as a malformed request: counted, and logged once a minute by kind."""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

EVERY = 60.0
"""Seconds between two lines about the same kind."""


class ClientErrors:
    """Counts by kind; a flood costs the log a line a minute, whatever its size.

    Args:
        clock: seconds from anywhere.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._heard: Counter[str] = Counter()
        self._told: dict[str, float] = {}

    def count(self, kind: str) -> None:
        """Count an error; ``kind`` is a word of ours, never anything that was sent."""
        self._heard[kind] += 1

    def tell(self) -> None:
        """Log the counts, each kind at most once in ``EVERY`` seconds."""
        now = self._clock()
        for kind in tuple(self._heard):
            if now - self._told.get(kind, -EVERY) >= EVERY:
                log.info("turned away kind=%s count=%s", kind, self._heard.pop(kind))
                self._told[kind] = now
