"""Leases in a PostgreSQL: given by its clock, and looked at in every transaction that writes.

What becomes of a lease is worked out by ``bot.lease.row``; here is only that nobody else changes it
meanwhile. A file has one process, and no row here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, Column, Table, Text, func, select, text, update

from bot.lease.row import Lease
from bot.store.db import Fenced, insert_absent, make_engine
from bot.store.schema import metadata
from bot.store.url import parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Select

leases = Table(
    "lease",
    metadata,
    Column("name", Text, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

SECOND = 1_000_000
"""Microseconds."""

LOCKED = "2s"
"""For so long a lease is waited for on which somebody's transaction is under way."""

STALLED = "4000"
"""Milliseconds after which a transaction ends in which its process does nothing: one that was
stopped in the middle of a write would else keep its lease for ever."""

_HELD = text(
    f"SELECT set_config('idle_in_transaction_session_timeout', '{STALLED}', true) FROM lease"  # noqa: S608
    " WHERE name = :name AND holder = :holder AND epoch = :epoch FOR KEY SHARE"
)
"""Holds a lease against whoever would take it, and not against its being renewed: where one write
follows another, who waits for a moment without one might wait for ever."""


@dataclass(frozen=True, slots=True)
class Fence:
    """Under which lease something is written: its name, its holder and its epoch."""

    name: str
    holder: str
    epoch: int


def check_held(connection: Connection, fence: Fence) -> None:
    """Hold a lease until the transaction ends. Raises ``Fenced``."""
    asked = {"name": fence.name, "holder": fence.holder, "epoch": fence.epoch}
    if connection.execute(_HELD, asked).first() is None:
        raise Fenced("another process serves by now")


class Leases:
    """Asks one server, each question by a transaction of its own.

    Every method raises what the driver raises where the server does not answer.
    """

    def __init__(self, url: str) -> None:
        self._engine = make_engine(parse(url))

    async def change(
        self, name: str, judged: Callable[[Lease, float], Lease | None], *, longer: bool = False
    ) -> bool:
        """Put what is judged in the place of a lease; whether that was granted.

        Args:
            name: the lease; there need be none yet.
            judged: given the lease and the server's time in seconds, what it is from now on; None:
                as it was. It may be asked twice.
            longer: only its time is changed, which need not wait for what is written under it.
        """
        async with self._engine.connect() as connection:
            return await connection.run_sync(_change, name, judged, longer)

    async def stored(self) -> dict[str, tuple[Lease, float]]:
        """All leases by name, each with the seconds that are left of it."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(stored_leases)

    async def close(self) -> None:
        """Let go of the server."""
        await self._engine.dispose()


def _change(
    connection: Connection,
    name: str,
    judged: Callable[[Lease, float], Lease | None],
    longer: bool,
) -> bool:
    with connection.begin():
        connection.execute(text(f"SET LOCAL lock_timeout = '{LOCKED}'"))
        known = select(leases.c.holder, leases.c.epoch, leases.c.until).where(leases.c.name == name)
        # Looked at first without a lock: most who wait for a lease do not get it.
        if judged(_lease(connection, known), _time(connection)) is None:
            return False
        row = {"name": name, "holder": "", "epoch": 0, "until": 0}
        connection.execute(insert_absent("postgresql", leases).values(row))
        found = _lease(connection, known.with_for_update(key_share=longer))
        after = judged(found, _time(connection))
        if after is None:
            return False
        changed = {
            "holder": after.holder, "epoch": after.epoch, "until": round(after.until * SECOND),
        }  # fmt: skip
        connection.execute(update(leases).where(leases.c.name == name).values(changed))
    return True


def stored_leases(connection: Connection) -> dict[str, tuple[Lease, float]]:
    """All leases by name, each with the seconds that are left of it."""
    now = _time(connection)
    rows = connection.execute(select(leases).order_by(leases.c.name)).all()
    return {
        row.name: (Lease(row.holder, row.epoch, row.until / SECOND), row.until / SECOND - now)
        for row in rows
    }


def _lease(connection: Connection, query: Select[tuple[str, int, int]]) -> Lease:
    row = connection.execute(query).one_or_none()
    return Lease() if row is None else Lease(row.holder, row.epoch, row.until / SECOND)


def _time(connection: Connection) -> float:
    """The server's time; asked alone, as one that is asked with a row may be from before."""
    return float(connection.scalar(select(func.extract("epoch", func.clock_timestamp()))) or 0)
