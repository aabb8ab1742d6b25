"""What each of several processes hears of the platforms, whoever of them serves these just then."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from bot.adapters import plugins
from bot.support.errors import log_bug

if TYPE_CHECKING:
    import logging
    from collections.abc import AsyncIterator, Mapping

    from bot.adapters import Distant, Relay
    from bot.app.settings import Base
    from bot.cluster.asking import Asking
    from bot.store.store import Store

KEY_BYTES = 32

PATIENCE = 20.0
"""Seconds in which somebody is found who serves: more than it takes to go on for one that died."""


class Relays:
    """Those of one process, for as long as it runs.

    Args:
        asking: reaches whoever has the house.
        keys: what the relays of a platform are made with, and known by.
        made: the relays.
    """

    def __init__(
        self, asking: Asking, keys: Mapping[str, bytes], made: Mapping[str, Relay]
    ) -> None:
        self._asking, self._keys, self._made = asking, keys, made

    @classmethod
    async def of(cls, settings: Base, asking: Asking, store: Store) -> Relays:
        """As the platforms are set. Raises ``StoreError``."""
        keys: dict[str, bytes] = {}
        made: dict[str, Relay] = {}
        for plugin in plugins():
            if not plugin.is_set(settings):
                continue
            key = await store.secret(plugin.name, KEY_BYTES)
            relay = plugin.relay(settings, key)
            if relay is not None:
                keys[plugin.name], made[plugin.name] = key, relay
        return cls(asking, keys, made)

    @asynccontextmanager
    async def running(self, log: logging.Logger) -> AsyncIterator[None]:
        """Hear what comes in."""
        tasks = [
            asyncio.create_task(self._run(name, relay, log)) for name, relay in self._made.items()
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, name: str, relay: Relay, log: logging.Logger) -> None:
        try:
            await relay.run(lambda data: self._asking.house(name, data, PATIENCE))
        except Exception as error:  # noqa: BLE001  (what else this process does goes on)
            log_bug(log, "what a platform sends is not heard here any more", error, name=name)

    def lead_to(self, platforms: Mapping[str, Distant]) -> None:
        """What relays hear, here and elsewhere, is for these: this process serves them now."""
        for name in self._made:
            entrance = platforms[name].entrance
            if entrance is not None:
                entrance.share(self._keys[name])
                self._asking.answers[name] = entrance.passed

    def lead_nowhere(self) -> None:
        """It is for others again."""
        for name in self._made:
            self._asking.answers.pop(name, None)
