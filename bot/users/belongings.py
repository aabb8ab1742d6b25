"""What a platform has kept of its people: it lies with their settings and shares their fate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.access_rows import DeviceEnded, ended_devices
from bot.store.rows import PersonSet

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from bot.ports.belongings import Listener
    from bot.ports.refs import UserRef
    from bot.store.store import Store
    from bot.support.clock import Clock
    from bot.users.preferences import Preferences


class StoredBelongings:
    """Implements ``bot.ports.belongings.Belongings``; what it raises is a ``StoreError``."""

    def __init__(self, store: Store, prefs: Preferences, clock: Clock) -> None:
        self._store, self._prefs, self._clock = store, prefs, clock

    async def of(self, user: UserRef) -> Mapping[str, str]:
        """Everything that is kept of a person."""
        return await self._prefs.all_of(user)

    async def keep(self, user: UserRef, key: str, value: str) -> None:
        """Keep a value; an empty one takes it away."""
        await self._prefs.set_person(user, key, value)

    async def ended(self) -> Collection[str]:
        """The marks of all devices that were ended."""
        return await self._store.read(ended_devices)

    async def end(self, user: UserRef, key: str, mark: str) -> None:
        """End a device for good: in one transaction, so that it is never out by half."""
        gone = PersonSet(user.key, key, "")
        await self._store.commit([DeviceEnded(mark, self._clock.now()), gone])
        self._prefs.stored([gone])

    def listen(self, listener: Listener) -> None:
        """Tell of everything that a person sets from now on, wherever they set it."""
        self._prefs.listeners.append(listener)
