"""Who had what, while programs that share tables were killed (``tests.bench.shared``).

Looked at a few times a second, by the rows of the leases: it says afterwards which program had a
room, the house or a shard when something happened, and for how long nobody had it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import text

from bot.cluster.member import HOUSE
from bot.store.rows import StoreError

if TYPE_CHECKING:
    from bot.store.store import Store
    from tests.bench.fleet import Fleet

LOOK = 0.5
"""Seconds between two looks."""

HAD = text(
    "SELECT name, holder FROM lease WHERE holder <> ''"
    " AND name NOT LIKE '%:at:%' AND name NOT LIKE '%:rate:%'"
    " AND until > extract(epoch FROM clock_timestamp()) * 1000000"
)


class Watch:
    """Looks until cancelled; what moves of the house and of shards is printed at once."""

    def __init__(self, store: Store, fleet: Fleet) -> None:
        self._store, self._fleet = store, fleet
        self._moves: dict[str, list[tuple[float, str]]] = {}

    async def run(self) -> None:
        """Look, and again."""
        while True:
            with suppress(StoreError):
                await self._look()
            await asyncio.sleep(LOOK)

    async def _look(self) -> None:
        rows = await self._store.read(lambda c: c.execute(HAD).all())
        now = {name: holder.partition(".")[0] for name, holder in rows}
        for name in now.keys() | self._moves.keys():
            moves, holder = self._moves.setdefault(name, []), now.get(name, "")
            before = moves[-1][1] if moves else ""
            if holder == before:
                continue
            moves.append((self._fleet.now, holder))
            if name == HOUSE or name.startswith("discord:"):
                self._fleet.note(f"{name}: {before or 'nobody'} -> {holder or 'nobody'}")

    def had(self, program: str) -> str:
        """What a program had at the last look."""
        names = [name for name, moves in self._moves.items() if moves[-1][1] == program]
        rooms = sum(name.startswith("web:") for name in names)
        others = sorted(name for name in names if not name.startswith("web:"))
        return ", ".join([*others, f"{rooms} rooms"])

    def between(self, name: str, began: float, ended: float) -> str:
        """Who had one thing from one time to another, each with since when."""
        moves = self._moves.get(name, [])
        first = max((n for n, (at, _) in enumerate(moves) if at <= began), default=0)
        return ", ".join(
            f"{holder or 'nobody'} from {at:.1f}" for at, holder in moves[first:] if at <= ended
        )
