"""Short messages between processes, by PostgreSQL's own NOTIFY: there is nothing else to run.

A process has one connection for them, on which it listens and sends. What has gathered while one
statement is on its way goes with the next, apart from every transaction that stores something:
those that notify commit one after another. Nothing is kept: a message to nobody is gone, and so is
what is on its way when the connection breaks.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bot.store.db import cause_of, make_engine
from bot.store.sessions import show
from bot.store.url import parse

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

LONGEST = 7800
"""ASCII signs of a message; the server takes 7,999 with what is before it."""

TOGETHER = 64
"""Messages that one statement sends at most."""

AGAIN = 1.0
"""Seconds until the next try to reach the server."""

PATIENCE = 5.0
"""Seconds that a statement may take."""

ALL = "all"
"""The address of everybody."""

_SEND = "SELECT count(pg_notify(c, t)) FROM unnest($1::text[], $2::text[]) AS sent(c, t)"


def _channel(address: str) -> str:
    return f"pokertable_{address}"


class Mail:
    """Sends and hears messages from ``run`` on; an address is up to 32 letters and digits.

    Args:
        url: of the database, where LISTEN works: not behind a pooler by transactions.
        address: one's own.
        hear: told whom a message is from, and what it says.
        broken: told that messages may have been lost, when that is noticed and once more when
            there is a connection again.
    """

    def __init__(
        self,
        url: str,
        address: str,
        hear: Callable[[str, str], None],
        broken: Callable[[], None],
    ) -> None:
        self._url = parse(url)
        self._address = address
        self._hear = hear
        self._broken = broken
        self._queue: deque[tuple[str, str]] = deque()
        self._wake = asyncio.Event()
        self._count = 0
        self._lost = False
        self._idle = asyncio.Event()
        self._idle.set()
        self.up = asyncio.Event()
        """Set while there is a connection."""

    def send(self, to: str, text: str) -> None:
        """Send a message; without a connection it is gone."""
        if self.up.is_set():
            self._count += 1  # two that are the same would be one
            self._queue.append((_channel(to), f"{self._address} {self._count} {text}"))
            self._idle.clear()
            self._wake.set()

    async def close(self) -> None:
        """Wait until what was sent is on its way, for a moment at most."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), AGAIN)

    async def run(self) -> None:
        """Keep a connection until cancelled."""
        told = False
        while True:
            try:
                await self._connected()
            except Exception as error:  # noqa: BLE001  (whatever it is, the next try may succeed)
                if not told:
                    log.warning(
                        "no messages to other processes reason=%s", type(cause_of(error)).__name__
                    )
                told = not self.up.is_set()
            finally:
                self.up.clear()
                self._queue.clear()
                self._idle.set()
            self._broken()
            await asyncio.sleep(AGAIN)

    async def _connected(self) -> None:
        engine = make_engine(self._url)
        connection = None
        try:
            connection = await engine.connect()
            driver: Any = (await connection.get_raw_connection()).driver_connection
            self._lost = False
            driver.add_termination_listener(self._ended)
            await driver.execute("SET synchronous_commit = off", timeout=PATIENCE)
            await show(driver, self._address, PATIENCE)
            for address in (self._address, ALL):
                await driver.add_listener(_channel(address), self._heard)
            self.up.set()
            self._broken()
            while not self._lost:
                await self._wake.wait()
                self._wake.clear()
                await self._sent(driver)
        finally:
            if connection is not None:
                with suppress(Exception):  # it may be gone already
                    await connection.invalidate()
                    await connection.close()
            await engine.dispose()

    async def _sent(self, driver: Any) -> None:
        while self._queue:
            batch = [self._queue.popleft() for _ in range(min(TOGETHER, len(self._queue)))]
            channels, texts = zip(*batch, strict=True)
            await driver.fetchval(_SEND, channels, texts, timeout=PATIENCE)
        self._idle.set()

    def _ended(self, *_: object) -> None:
        self._lost = True
        self._wake.set()

    def _heard(self, _connection: object, _pid: int, channel: str, payload: str) -> None:
        sender, _, rest = payload.partition(" ")
        if sender != self._address or channel != _channel(ALL):
            self._hear(sender, rest.partition(" ")[2])


async def comes_back(url: str, patience: float = PATIENCE) -> bool:
    """Whether what is sent by a database is heard there; a pooler may have no LISTEN."""
    heard = asyncio.Event()
    me = secrets.token_hex(8)
    mail = Mail(url, me, lambda sender, said: heard.set(), lambda: None)
    running = asyncio.create_task(mail.run())
    try:
        async with asyncio.timeout(patience):
            await mail.up.wait()
            mail.send(me, "")
            await heard.wait()
    except TimeoutError:
        return False
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    return True
