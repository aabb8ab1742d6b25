"""A client of drand's HTTP API: names a round that is still to come, and gets its number.

Nothing that a server says is believed: a chain is held against its hash, a number against the
chain's key. What hangs is given up, and nobody waits for it in the event loop.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Protocol

import aiohttp

from bot.beacon.chain import Unfit, chain_from
from bot.beacon.signature import ready, signed
from bot.support.processes import Processes
from bot.support.workers import NotDone, Workers
from bot.table.state import BeaconRound

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.beacon.chain import Chain
    from bot.support.clock import Clock

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds that one answer of a server may take."""

BYTES = 10_000
"""An answer is no longer than that."""

AHEAD = timedelta(seconds=6)
"""A round is named that is told so long after now at the earliest: the fingerprint has to be read
by everybody before, through whatever a platform makes it wait for."""

ASKEW = timedelta(seconds=30)
"""A machine's clock and the beacon's are never that far apart, or one of them is wrong."""

LIMIT = 30.0
"""Seconds that the check of a signature may take."""


@dataclass(frozen=True, slots=True)
class Told:
    """A round that is told: its signature, which is right, and what the chain's hash is made of."""

    signature: str
    chain: tuple[tuple[str, str], ...]


class Beacon(Protocol):
    """A source of public random numbers."""

    async def name(self) -> BeaconRound | None:
        """A round that is still to come; None: the beacon does not answer, or not well."""
        ...

    async def told(self, wanted: BeaconRound) -> Told:
        """The number of a round. Raises ``Unfit``: it is not there, or not right."""
        ...

    def close(self) -> None:
        """Nothing more is asked."""
        ...


class Judge(Protocol):
    """Says whether a beacon signed a round."""

    async def right(self, key: str, number: int, signature: str) -> bool:
        """Whether it did; raises ``Unfit`` where that cannot be found out."""
        ...

    def warm(self) -> None:
        """Something will have to be judged soon."""
        ...

    def close(self) -> None:
        """No more is judged."""
        ...


class SignatureJudge:
    """Checks signatures in a process, and in a thread where there can be none."""

    def __init__(self, clock: Clock) -> None:
        later = clock.call_in
        self._apart = Processes("beacon", later, count=1, limit=LIMIT, ready=ready)
        self._beside = Workers("beacon thread", later, at_once=1, limit=LIMIT)
        self._warming: asyncio.Task[None] | None = None

    async def right(self, key: str, number: int, signature: str) -> bool:
        """Whether the beacon signed it."""
        try:
            await self._apart.begun()
            return await self._apart.do(signed, lambda: (key, number, signature))
        except NotDone:
            pass
        try:
            return await self._beside.do(lambda: signed(key, number, signature))
        except NotDone:
            raise Unfit("its signature could not be checked in time") from None

    def warm(self) -> None:
        """Start the process, which takes longer to be ready than for a check."""
        if self._warming is None or self._warming.done():
            self._warming = asyncio.get_running_loop().create_task(self._apart.begun())

    def close(self) -> None:
        """End the process."""
        if self._warming is not None:
            self._warming.cancel()
        self._apart.close()
        self._beside.close()


class Drand:
    """A chain of drand's at some servers, of which the next is asked where one does not answer.

    Args:
        urls: of the servers, without the chain's hash.
        chain: its hash, in hexadecimal.
        clock: the time.
        judge: checks signatures.
        get: what a server answers at an address, as JSON.
    """

    def __init__(
        self,
        urls: Sequence[str],
        chain: str,
        clock: Clock,
        judge: Judge,
        get: Callable[[str], Awaitable[Any]] | None = None,
    ) -> None:
        self._urls = [url.rstrip("/") for url in urls]
        self._hash = chain
        self._clock = clock
        self._judge = judge
        self._get = get or _got
        self._chain: Chain | None = None

    async def name(self) -> BeaconRound | None:
        """A round that is still to come, by the machine's clock and by the beacon's."""
        try:
            chain, newest = await self.newest()
        except Unfit as error:
            log.warning("the beacon is not used reason=%s", error)
            return None
        self._judge.warm()
        number = max(chain.round_at(self._clock.now() + AHEAD), newest + AHEAD // chain.period) + 1
        return BeaconRound(chain.hash, chain.name, number, chain.due(number))

    async def newest(self) -> tuple[Chain, int]:
        """The chain, and the newest round that it has told. Raises ``Unfit``."""
        chain = await self._known()
        newest, _ = _round(await self._asked("public/latest"))
        now = self._clock.now()
        if abs(chain.due(newest) - now) > ASKEW + chain.period:
            ahead = (chain.due(newest) - now) / timedelta(seconds=1)
            raise Unfit(f"its newest round is {ahead:+.0f} s away from this machine's clock")
        return chain, newest

    async def told(self, wanted: BeaconRound) -> Told:
        """The number of a round."""
        chain = await self._known()
        if chain.hash != wanted.chain:
            raise Unfit("another beacon is set than the one that was named")
        number, signature = _round(await self._asked(f"public/{wanted.number}"))
        if number != wanted.number:
            raise Unfit("it tells another round than was asked for")
        if not await self._judge.right(chain.key, number, signature):
            raise Unfit("the signature is not the beacon's")
        return Told(signature, chain.facts)

    def close(self) -> None:
        """Nothing more is asked."""
        self._judge.close()

    async def _known(self) -> Chain:
        if self._chain is None:
            self._chain = chain_from(await self._asked("info"), self._hash)
        return self._chain

    async def _asked(self, path: str) -> Any:
        for url in self._urls:
            try:
                async with asyncio.timeout(PATIENCE):
                    return await self._get(f"{url}/{self._hash}/{path}")
            except (TimeoutError, OSError, ValueError, aiohttp.ClientError) as error:
                log.info("a beacon does not answer path=%s reason=%s", path, type(error).__name__)
        raise Unfit("no server answers")


def _round(told: Any) -> tuple[int, str]:
    """The number and the signature of a round that a server tells."""
    if isinstance(told, dict):
        number: Any = told.get("round")
        signature: Any = told.get("signature")
        named = isinstance(number, int) and isinstance(signature, str)
        if named and 0 < number < 10**11 and re.fullmatch("[0-9a-f]{96}", signature):
            return number, signature
    raise Unfit("what answers is no drand")


async def _got(url: str) -> Any:
    """What is at an address. Raises ``ValueError`` for anything but a short JSON."""
    async with (
        aiohttp.ClientSession(trust_env=True) as http,
        http.get(url, allow_redirects=False) as answer,
    ):
        if answer.status != 200:
            raise ValueError(f"status {answer.status}")
        return json.loads(await answer.content.read(BYTES))
