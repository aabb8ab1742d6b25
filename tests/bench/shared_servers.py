"""Channels of a small Discord in which two people play by buttons (``tests.bench.shared``).

Each of its shards is with one of the programs. A press that nobody has answered within three
seconds, or that came while its shard was with nobody, has failed, as Discord tells whoever pressed;
they press again. One that was put off is answered once it is stored, or once there are words; who
sees neither for long presses again.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import text

from bot.adapters.discord.layout import PRESS, key_of
from tests.bench.shared_chats import LOOK, Chat
from tests.kit.discord_shards import Shards, channel_of, person, server_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.store.store import Store
    from tests.bench.fleet import Fleet

TOKEN = "MTIz.secret.token"

EPHEMERAL = 64

FAILED = 3.0
"""Seconds without an answer after which an interaction has failed."""

PUT_OFF = 1.4
"""Seconds after which an answer may say no more than that there will be one."""

AGAIN = 0.5
"""Seconds until somebody presses again."""

ENOUGH = 5.0
"""Seconds for which somebody waits for what was put off, and then presses again."""

SENT = text("SELECT source FROM action WHERE source = ANY(:tried) LIMIT 1")


class Servers(Shards):
    """Discord that keeps the answers to interactions, and nothing else.

    Attributes:
        told: hears of each shard whose session has begun.
    """

    def __init__(self, shards: int, servers: int, concurrency: int) -> None:
        super().__init__(shards, servers, concurrency)
        self.told: Callable[[int], None] = lambda shard: None

    async def _begins(self, socket: Any, wish: Any) -> None:
        await super()._begins(socket, wish)
        self.told(wish["shard"][0])

    def _regular(self, method: str, path: str, body: Any) -> Any:
        self.calls.clear()
        return super()._regular(method, path, body)


class Channel(Chat):
    """A channel of a server in which two people play."""

    def __init__(
        self, store: Store, fleet: Fleet, fake: Servers, number: int, game: str, seed: str,
        apart: float,
    ) -> None:  # fmt: skip
        super().__init__(store, fleet, game, seed, apart)
        self.fake = fake
        self.which, self.shard = divmod(number, fake.shards)
        self.people = [person(2 * number + index) for index in (1, 2)]
        self.channel = channel_of(server_of(self.shard, fake.shards, self.which))
        self.place = f"discord:{self.channel}:"

    def _ident(self, person: Any) -> str:
        return str(person["id"])

    async def _there(self) -> None:
        """Wait until the shard is with somebody."""
        while self.shard not in self.fake.begun or not self.fake.declared:  # noqa: ASYNC110
            await asyncio.sleep(LOOK)

    async def _say(self, person: Any, name: str, *values: str) -> None:
        await self._there()
        command = next(one for one in self.fake.declared if one["name"] == name)
        fields = [option["name"] for option in command.get("options", ())]
        given = dict(zip(fields, values, strict=False))
        try:
            ident = await self.fake.slash(self.shard, person, name, which=self.which, **given)
        except ConnectionError:
            return
        await self._first(ident)

    async def _first(self, ident: str) -> bool:
        """Whether an interaction is answered in time."""
        until = time.perf_counter() + FAILED
        while ident not in self.fake.answered and time.perf_counter() < until:  # noqa: ASYNC110
            await asyncio.sleep(LOOK / 5)
        return ident in self.fake.answered

    async def _answered(self, person: Any, token: str) -> tuple[str, str]:
        message = self.fake._message(self.channel, "1000000000000000002", {"flags": EPHEMERAL})
        tried: list[str] = []
        while True:
            began = time.perf_counter()
            try:
                ident = await self.fake.press(
                    self.shard, person, message, key_of(PRESS, token), which=self.which
                )
            except ConnectionError:
                self._tell(f"shard {self.shard} is with nobody")
                await asyncio.sleep(AGAIN)
                continue
            tried.append(ident)
            self._tell(f"pressed {ident}")
            if not await self._first(ident):
                self._tell("it has failed")
                await asyncio.sleep(AGAIN)
                continue
            self._tell(f"answered {self.fake.answered[ident]!r}")
            if len(tried) == 1 and time.perf_counter() - began < PUT_OFF:
                return ident, self.fake.answered[ident]
            until = time.perf_counter() + ENOUGH
            while time.perf_counter() < until:
                if found := await self._stored(tried):
                    self._tell(f"{found} is stored")
                    return found, ""
                if words := self.fake.answered[ident]:
                    return ident, words
                await asyncio.sleep(LOOK)

    async def _stored(self, tried: Sequence[str]) -> str:
        found = await self.store.read(lambda c: c.scalar(SENT, {"tried": list(tried)}))
        return str(found or "")
