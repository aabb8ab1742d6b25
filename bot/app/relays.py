"""What each of several processes hears of the platforms, whoever of them serves these just then."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from bot.adapters import plugins
from bot.cluster.asking import NotAnswered
from bot.commands.topics import DECLARED
from bot.support.errors import log_bug

if TYPE_CHECKING:
    import logging
    from collections.abc import AsyncIterator, Mapping, Sequence

    from bot.adapters import Distant, Relay
    from bot.app.settings import Base
    from bot.cluster.asking import Answer
    from bot.cluster.member import Member
    from bot.cluster.shares import Shares
    from bot.ports.allowance import Allowance
    from bot.ports.menu import CommandSpec
    from bot.store.store import Store

KEY_BYTES = 32

PATIENCE = 20.0
"""Seconds in which somebody is found who serves: more than it takes to go on for one that died."""


class Others:
    """The other processes, to one platform's relay and entrance (``bot.adapters.Others``)."""

    menu: Sequence[CommandSpec] = DECLARED.menu

    def __init__(self, member: Member, name: str) -> None:
        self._member, self._name = member, name
        self._own = f"{name}.at"

    async def house(self, data: bytes) -> bytes:
        """The answer of whoever has the house."""
        try:
            return await self._member.asking.house(self._name, data, PATIENCE)
        except NotAnswered:
            raise ConnectionAbortedError from None

    async def at(self, address: str, data: bytes) -> bytes:
        """The answer of one process's relay."""
        asking = self._member.asking
        try:
            async with asyncio.timeout(PATIENCE):
                if address == self._member.address:
                    return await asking.here(self._own, data)
                return await asking.ask(address, self._own, data)
        except (TimeoutError, NotAnswered):
            raise ConnectionAbortedError from None

    def hear(self, answer: Answer) -> None:
        """What answers what is asked of the relay here."""
        self._member.asking.own[self._own] = answer

    def share(self, count: int) -> Shares:
        """This process's share of so many things of the platform's."""
        return self._member.shares(self._name, count)

    async def allow(self, allowance: Allowance) -> None:
        """Have a share of what may be sent with the platform's token, until cancelled."""
        await self._member.rates(self._name, allowance).run()


class Relays:
    """Those of one process, for as long as it runs.

    Args:
        member: reaches the others.
        keys: what the relays of a platform are made with, and known by.
        made: the relays.
    """

    def __init__(
        self, member: Member, keys: Mapping[str, bytes], made: Mapping[str, Relay]
    ) -> None:
        self._member, self._keys, self._made = member, keys, made
        self._others = {name: Others(member, name) for name in made}
        self._allowances: dict[str, Allowance] = {}
        self._sharing: list[asyncio.Task[None]] = []

    @classmethod
    async def of(cls, settings: Base, member: Member, store: Store) -> Relays:
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
        return cls(member, keys, made)

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
            await asyncio.gather(*tasks, *self._sharing, return_exceptions=True)

    async def _run(self, name: str, relay: Relay, log: logging.Logger) -> None:
        try:
            await relay.run(self._others[name])
        except Exception as error:  # noqa: BLE001  (what else this process does goes on)
            log_bug(log, "what a platform sends is not heard here any more", error, name=name)

    def lead_to(self, platforms: dict[str, Distant]) -> None:
        """What relays hear, here and elsewhere, is for these: this process serves them now.

        Those that are served otherwise, now that others hear them as well, take their places.
        """
        for name, relay in self._made.items():
            others = self._others[name]
            platforms[name] = relay.platform(others) or platforms[name]
            entrance = platforms[name].entrance
            if entrance is not None:
                entrance.share(self._keys[name], others)
                self._member.asking.answers[name] = entrance.passed
        for name, platform in platforms.items():
            if platform.allowance is not None:
                self._allow(name, platform.allowance)

    def _allow(self, name: str, allowance: Allowance) -> None:
        before = self._allowances.get(name)
        if before is not None:
            allowance.follow(before)
        self._allowances[name] = allowance
        self._sharing = [task for task in self._sharing if not task.done()]
        self._sharing.append(asyncio.create_task(self._member.rates(name, allowance).run()))

    def lead_nowhere(self) -> None:
        """It is for others again."""
        for name in self._made:
            self._member.asking.answers.pop(name, None)
        for task in self._sharing:
            task.cancel()
