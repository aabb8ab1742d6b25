"""People whom private messages do not reach: remembered, so that none are tried in vain."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.ports.refs import user_of
from bot.store.rows import PersonReach, StoreError

if TYPE_CHECKING:
    from bot.ports.refs import UserRef
    from bot.store.store import Store
    from bot.support.clock import Clock

log = logging.getLogger(__name__)

UNKNOWN = "unknown"


class Reachability:
    """Marks people as out of reach until they show that they can be reached again."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._closed: set[UserRef] = set()

    async def load(self) -> None:
        """Read who was marked before the program was started."""
        self._closed = set(map(user_of, await self._store.people.unreachable()))

    async def read_again(self, user: UserRef) -> None:
        """Another process has marked a person, or taken the mark away."""
        if await self._store.people.unreachable(user.key):
            self._closed.add(user)
        else:
            self._closed.discard(user)

    def closed(self, user: UserRef) -> bool:
        """Whether a person is marked: a private message would not arrive."""
        return user in self._closed

    async def mark(self, user: UserRef, reason: str) -> None:
        """Mark a person: nothing more is sent to them."""
        self._closed.add(user)
        await self._keep(user, reason or UNKNOWN)

    async def clear(self, user: UserRef) -> None:
        """Take a person's mark away: they may be sent something again."""
        self._closed.discard(user)
        await self._keep(user, "")

    def forget(self, user: UserRef) -> None:
        """What was stored of a person is gone."""
        self._closed.discard(user)

    def remember(self, user: UserRef) -> None:
        """What was stored of a person is back: nothing reaches them."""
        self._closed.add(user)

    async def _keep(self, user: UserRef, reason: str) -> None:
        try:
            await self._store.commit([PersonReach(user.key, reason, self._clock.now())])
        except StoreError as error:  # at worst one more message is tried after a restart
            log.warning("reach not kept reason=%s", error)
