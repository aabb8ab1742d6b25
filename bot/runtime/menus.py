"""Menus of games that stand in chats for everybody: a table that opens there takes them away."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bot.ports.errors import PlatformError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from bot.delivery.gateway import Gateway
    from bot.ports.refs import ChatRef, MessageRef
    from bot.table.state import TableState

MOST = 1000
"""Places whose menu is remembered; one that is forgotten stands until somebody uses it."""


class Menus:
    """The newest menu of every place; may be lost. ``beside`` does what nobody waits for."""

    def __init__(
        self,
        gateway: Gateway,
        beside: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._gateway = gateway
        self._beside = beside
        self._standing: OrderedDict[str, MessageRef] = OrderedDict()

    def stands(self, place: ChatRef, ref: MessageRef) -> None:
        """Note that a menu is shown in a place."""
        self._standing[place.place] = ref
        self._standing.move_to_end(place.place)
        if len(self._standing) > MOST:
            self._standing.popitem(last=False)

    def opened(self, table: TableState) -> None:
        """A table is there: nobody is asked any more which game."""
        ref = self._standing.pop(table.place.place, None) if table.place is not None else None
        if ref is not None:
            self._beside(self._erase(ref))

    async def _erase(self, ref: MessageRef) -> None:
        with suppress(PlatformError):
            await self._gateway.erase(ref)
