"""What platforms tell that nobody said is handed to whoever minds it, in order."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Protocol

from bot.support.errors import log_bug

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.ports.notices import Notice

log = logging.getLogger(__name__)


class Listener(Protocol):
    """A listener: it is handed every notice, and acts on those it minds."""

    async def notice(self, notice: Notice) -> None:
        """Take note of one."""
        ...


class Notices:
    """Tells all listeners, one after the other."""

    def __init__(self, listeners: Sequence[Listener]) -> None:
        self._listeners = tuple(listeners)

    async def notice(self, notice: Notice) -> None:
        """Hand one on; an error of one listener is logged, and the others are told."""
        for listener in self._listeners:
            try:
                await listener.notice(notice)
            except Exception as error:  # noqa: BLE001  (as said)
                log_bug(log, "notice failed", error, kind=type(notice).__name__)
