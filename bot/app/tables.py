"""``python -m bot tables`` and ``python -m bot move``: who serves, and what is on."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from bot.cluster.member import HOUSE, SHARED
from bot.cluster.move import move
from bot.store.overview import overview
from bot.store.url import on_server
from bot.support.errors import CannotStart
from bot.table.state import loads

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.app.settings import Base
    from bot.lease.row import Lease
    from bot.store.rows import StoredTable
    from bot.table.state import TableState

SHOWN = 6
"""Signs of a chat's id that are shown: the whole of it is the key to a room of the page."""


async def table_lines(url: str) -> list[str]:
    """A line for each process, and one for each table that is on. Raises ``CannotStart``."""
    tables, leases = await overview(url)
    found = _processes(leases) if leases else []
    found.append(f"{len(tables)} {'table' if len(tables) == 1 else 'tables'}")
    return found + [_line(table) for table in tables]


_SHARD = re.compile(r"(\w+):\d+:\d+")
"""The lease of one of so many shards of a platform (``bot.cluster.shares``)."""


def _processes(leases: Mapping[str, tuple[Lease, float]]) -> list[str]:
    """A line for each process that has something."""
    house = ""
    rooms: Counter[str] = Counter()
    shards: Counter[tuple[str, str]] = Counter()
    for name, (lease, left) in leases.items():
        if left <= 0 or not lease.holder:
            continue
        if name == HOUSE:
            house = lease.holder
        rooms[lease.holder] += name.startswith(f"{SHARED}:")
        if (shard := _SHARD.fullmatch(name)) is not None:
            shards[lease.holder, shard[1]] += 1
    found = [] if house else ["nobody has the house"]
    for process, count in sorted(rooms.items()):
        what = f"{count} {'room' if count == 1 else 'rooms'} of the page"
        for (holder, platform), number in sorted(shards.items()):
            if holder == process:
                what += f", {number} {'shard' if number == 1 else 'shards'} of {platform}"
        found.append(f"serves: {process}, {'the house and ' if process == house else ''}{what}")
    return found


async def moved(settings: Base) -> str:
    """Have another process keep the house; a line about it. Raises ``CannotStart``."""
    if not on_server(settings.database_url):
        raise CannotStart("one process serves on a file; several can on PostgreSQL: DATABASE_URL")
    listen = settings.database_listen_url or settings.database_url
    return f"has the house: {await move(settings.database_url, listen)}"


def _line(stored: StoredTable) -> str:
    when = f"{stored.at:%Y-%m-%d %H:%M} UTC"
    try:
        state = loads(stored.state)
    except ValueError:
        return f"{stored.table:10}  cannot be read  {when}"
    return f"{stored.table:10}  {state.game:13}  {_how_far(state):24}  {_where(state):18}  {when}"


def _how_far(state: TableState) -> str:
    people = sum(player.user is not None for player in state.players)
    far = f"round {state.round}" if state.match else "lobby"
    still = ", stands still" if state.suspended_at is not None else ""
    return f"{far}, {people} of {len(state.players)} people{still}"


def _where(state: TableState) -> str:
    chat = state.place
    return f"{chat.platform}:{chat.id[:SHOWN]}…" if chat is not None else state.host.platform
