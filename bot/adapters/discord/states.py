"""What pages were told to answer with (OAuth2's ``state``): for one page, and once."""

from __future__ import annotations

import hmac
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.ports.frame import Unproven

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

LASTS = timedelta(minutes=10)
"""How long somebody may take to let Discord say who they are."""

MOST = 10_000
"""Pages that are waited for; the oldest goes."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    key: str = field(repr=False)
    instance: str
    until: datetime


class States:
    """In memory: after a restart a page asks anew."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._waiting: OrderedDict[str, _Waiting] = OrderedDict()

    def __len__(self) -> int:
        return len(self._waiting)

    def give(self, key: str, instance: str) -> str:
        """One for the page with this key, in the instance that it says it is in."""
        state = secrets.token_urlsafe(24)
        self._waiting[state] = _Waiting(key, instance, self._now() + LASTS)
        while len(self._waiting) > MOST or self._first_is_old():
            self._waiting.popitem(last=False)
        return state

    def _first_is_old(self) -> bool:
        return next(iter(self._waiting.values())).until < self._now()

    def take(self, state: str, key: str, instance: str) -> None:
        """Use one up, whether it fits or not.

        Raises:
            Unproven: it was given to no page (``forged``), to another one or in another instance
                (``forged``), or too long ago (``old``).
        """
        found = self._waiting.pop(state, None)
        if found is None:
            raise Unproven("forged")
        same = hmac.compare_digest(found.key.encode(), key.encode())
        if not same or found.instance != instance:
            raise Unproven("forged")
        if found.until < self._now():
            raise Unproven("old")
