"""The outboxes that are open, each with the task that sends what is in it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.delivery.outbox import Outbox

if TYPE_CHECKING:
    from bot.delivery.gateway import Gateway
    from bot.ports.refs import ChatRef


class Outboxes:
    """Opens and closes outboxes."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._tasks: dict[Outbox, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        """How many are open."""
        return len(self._tasks)

    def open(self, ident: str, place: ChatRef | None) -> Outbox:
        """What leaves for a chat, or for persons alone, from now on until it is closed.

        ``ident``: what it is called in the log: a table's id, say.
        """
        outbox = Outbox(ident, place, self._gateway)
        self._tasks[outbox] = asyncio.create_task(outbox.run(), name=f"outbox {ident}")
        return outbox

    def close(self, outbox: Outbox) -> None:
        """Close an outbox: nothing more is sent from it."""
        task = self._tasks.pop(outbox, None)
        if task is not None:
            task.cancel()

    async def stop(self) -> None:
        """Close all of them: nothing more is sent."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks.clear()
