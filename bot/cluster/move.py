"""Asks the process that has the house to let another one have it."""

from __future__ import annotations

import asyncio
import secrets

from bot.cluster.mail import Mail
from bot.cluster.member import HOUSE, MOVE
from bot.cluster.names import address_of
from bot.lease.row import Lease
from bot.store.leases import Leases
from bot.support.errors import CannotStart

PATIENCE = 15.0
"""Seconds that it may take: what is under way is brought to its end first."""

LOOK = 0.2
"""Seconds between two looks who has it."""


async def move(url: str, listen: str) -> str:
    """Have another process keep the house; its name.

    Args:
        url: of the database.
        listen: of the same one where LISTEN works.

    Raises:
        CannotStart: nobody serves, or nobody else can; nothing has changed.
    """
    leases = Leases(url)
    mail = Mail(listen, secrets.token_hex(8), lambda sender, said: None, lambda: None)
    writing = asyncio.create_task(mail.run())
    try:
        before = await _holder(leases)
        if not before:
            raise CannotStart("nobody serves just now: there is nothing to move")
        async with asyncio.timeout(PATIENCE):
            await mail.up.wait()
            mail.send(address_of(before), MOVE)
            while True:
                after = await _holder(leases)
                if after and after != before:
                    return after
                await asyncio.sleep(LOOK)
    except TimeoutError:
        raise CannotStart(
            "nothing was moved: start another process on this database, which then stands by"
        ) from None
    finally:
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        await leases.close()


async def _holder(leases: Leases) -> str:
    lease, left = (await leases.stored()).get(HOUSE, (Lease(), 0.0))
    return lease.holder if left > 0 else ""
