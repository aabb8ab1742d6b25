"""Leases in a PostgreSQL: given by its clock, and looked at in every transaction that writes.

What becomes of a lease is worked out by ``bot.lease.row``; here is only that nobody else changes it
meanwhile. A file has one process, and no row here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import (
    BigInteger,
    Column,
    Numeric,
    Table,
    Text,
    bindparam,
    cast,
    func,
    select,
    text,
    update,
)

from bot.lease.row import SPAN, UNSEEN, Lease, alone_for, claimed, passed, released
from bot.store.db import Fenced, insert_absent, make_engine
from bot.store.schema import metadata
from bot.store.sessions import without_session
from bot.store.url import connections, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from sqlalchemy import Connection, Row, Select

Fencing: TypeAlias = "Callable[[Collection[str]], Sequence[Fence]]"
"""Under which leases is written, by the places of the tables that are."""

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

_THESE = (
    "unnest(CAST(:names AS text[]), CAST(:epochs AS bigint[])) AS these(name, epoch)"
    " WHERE lease.name = these.name AND lease.epoch = these.epoch AND lease.holder = :holder"
)

_HELD = text(
    f"SELECT lease.name, set_config('idle_in_transaction_session_timeout', '{STALLED}', true)"  # noqa: S608
    f" FROM lease, {_THESE} FOR KEY SHARE OF lease"
)
"""Holds leases against whoever would take them, and not against their being renewed: where one
write follows another, who waits for a moment without one might wait for ever."""

_RENEWED = text(
    f"UPDATE lease SET until = CAST(extract(epoch FROM clock_timestamp()) * {SECOND} AS bigint)"  # noqa: S608
    f" + {int(SPAN * SECOND)} FROM {_THESE} RETURNING lease.name"
)
"""``bot.lease.row.renewed`` for many at once."""

_LEFT = (
    cast(leases.c.until, Numeric) / SECOND - func.extract("epoch", func.clock_timestamp())
).label("left")

_LASTS = f"until > extract(epoch FROM clock_timestamp()) * {SECOND} AND holder <> ''"

_ORPHANS = text(
    "SELECT DISTINCT left(place, -1) FROM ("  # noqa: S608
    "SELECT place FROM table_state WHERE live AND place LIKE :places"
    " UNION ALL SELECT place FROM letter WHERE place LIKE :places"
    ") AS about WHERE NOT"
    f" EXISTS (SELECT FROM lease WHERE name = left(place, -1) AND {_LASTS}) LIMIT :most"
)
"""Rooms in which a table is on, or about which there is something to tell."""

_FORGOTTEN = text(
    "DELETE FROM lease WHERE name LIKE :rooms"  # noqa: S608
    f" AND until < (extract(epoch FROM clock_timestamp()) - 86400) * {SECOND}"
)

_SILENT = (
    f"holder <> '' AND until > extract(epoch FROM clock_timestamp()) * {SECOND} AND"
    f" until < (extract(epoch FROM clock_timestamp()) + {SPAN - UNSEEN}) * {SECOND}"
)

_SILENT_ONES = text(f"SELECT DISTINCT holder FROM lease WHERE {_SILENT}")  # noqa: S608

_CUT_SHORT = text(
    f"UPDATE lease SET until = CAST(extract(epoch FROM clock_timestamp()) * {SECOND} AS bigint)"  # noqa: S608
    f" WHERE holder = ANY(:gone) AND {_SILENT}"
)
"""``bot.lease.row.cut_short`` for all leases of some processes."""

_ALIVE = text(f"SELECT DISTINCT holder FROM lease WHERE {_LASTS}")  # noqa: S608


@dataclass(frozen=True, slots=True)
class Fence:
    """Under which lease something is written: its name, its holder and its epoch."""

    name: str
    holder: str
    epoch: int


def check_held(connection: Connection, fences: Sequence[Fence]) -> None:
    """Hold leases of one holder until the transaction ends. Raises ``Fenced``."""
    if not fences:
        return
    held = {row.name for row in connection.execute(_HELD, _these(fences))}
    lost = tuple(fence for fence in fences if fence.name not in held)
    if lost:
        raise Fenced(lost)


def _these(fences: Sequence[Fence]) -> dict[str, object]:
    return {
        "names": [fence.name for fence in fences],
        "epochs": [fence.epoch for fence in fences],
        "holder": fences[0].holder,
    }


@dataclass(frozen=True, slots=True)
class Given:
    """A lease that was taken: its epoch, and for how many seconds nobody had it before."""

    epoch: int
    alone: float = 0.0


class Leases:
    """Asks one server, each question by a transaction of its own.

    Every method raises what the driver raises where the server does not answer.
    """

    def __init__(self, url: str) -> None:
        parsed = parse(url)
        most = connections(parsed)[1]
        self._engine = make_engine(parsed, max(1, most - 1))
        # However much is looked for, what is held is renewed beside it.
        self._keeping = make_engine(parsed, 1) if most > 1 else self._engine

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
        engine = self._keeping if longer else self._engine
        async with engine.connect() as connection:
            return await connection.run_sync(_change, name, judged, longer)

    async def claim(self, process: str, names: Collection[str]) -> dict[str, Given]:
        """Take those that nobody has.

        One under which something is being written just now is left to whoever has had it.
        """
        async with self._engine.connect() as connection:
            return await connection.run_sync(_claim, process, sorted(names))

    async def renew(self, fences: Sequence[Fence]) -> set[str]:
        """Have leases of one process last longer, in one statement; which are still its own."""
        if not fences:
            return set()
        async with self._keeping.begin() as connection:
            await connection.execute(text(f"SET LOCAL lock_timeout = '{LOCKED}'"))
            return {row.name for row in await connection.execute(_RENEWED, _these(fences))}

    async def release(self, fences: Sequence[Fence]) -> None:
        """Give leases back, once nothing is being written under them any more."""
        async with self._engine.connect() as connection:
            await connection.run_sync(_given_up, fences, "")

    async def hand_over(self, fences: Sequence[Fence], to: str) -> dict[str, int]:
        """Pass leases on to a process, as they are given back; their epochs there."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(_given_up, fences, to)

    async def alive(self) -> set[str]:
        """The processes that have a lease."""
        async with self._engine.connect() as connection:
            return set(await connection.scalars(_ALIVE))

    async def cut_short(self) -> set[str]:
        """End the leases of processes that were killed; which those are.

        Where all renew theirs, one short query is all that is done.
        """
        async with self._keeping.begin() as connection:
            silent = set(await connection.scalars(_SILENT_ONES))
            gone = await without_session(connection, silent) if silent else set()
            if gone:
                await connection.execute(text(f"SET LOCAL lock_timeout = '{LOCKED}'"))
                await connection.execute(_CUT_SHORT, {"gone": sorted(gone)})
        return gone

    async def forget(self, platform: str) -> None:
        """Forget leases of rooms that nobody has had for a day."""
        async with self._engine.begin() as connection:
            await connection.execute(_FORGOTTEN, {"rooms": f"{platform}:%"})

    async def holders(self, names: Collection[str]) -> dict[str, str]:
        """Who has which of these now."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(_holders, names)

    async def having(self, prefix: str) -> dict[str, str]:
        """Who has which of those whose name begins so."""
        async with self._engine.connect() as connection:
            query = select(leases.c.name, leases.c.holder).where(
                leases.c.name.startswith(prefix, autoescape=True), text(_LASTS)
            )
            return {row.name: row.holder for row in await connection.execute(query)}

    async def left(self, prefix: str) -> dict[str, float]:
        """The seconds that are left of those whose name begins so and that last, whoever's."""
        async with self._engine.connect() as connection:
            query = select(leases.c.name, _LEFT).where(
                leases.c.name.startswith(prefix, autoescape=True), _LEFT > 0
            )
            return {row.name: float(row.left) for row in await connection.execute(query)}

    async def orphans(self, platform: str, most: int) -> set[str]:
        """Rooms with a table that is on, or a letter, whose lease nobody has."""
        async with self._engine.connect() as connection:
            asked = {"places": f"{platform}:%", "most": most}
            return set(await connection.scalars(_ORPHANS, asked))

    async def stored(self) -> dict[str, tuple[Lease, float]]:
        """All leases by name, each with the seconds that are left of it."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(stored_leases)

    async def close(self) -> None:
        """Let go of the server."""
        await self._engine.dispose()
        await self._keeping.dispose()


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


def _claim(connection: Connection, process: str, names: Sequence[str]) -> dict[str, Given]:
    with connection.begin():
        rows = [{"name": name, "holder": "", "epoch": 0, "until": 0} for name in names]
        connection.execute(insert_absent("postgresql", leases), rows)
        query = select(leases).where(leases.c.name.in_(names)).with_for_update(skip_locked=True)
        found = connection.execute(query).all()
        now = _time(connection)
        before = {row.name: _read(row) for row in found}
        given = {name: claimed(lease, process, now) for name, lease in before.items()}
        taken = {name: lease for name, lease in given.items() if lease is not None}
        _put(connection, taken)
    return {name: Given(lease.epoch, alone_for(before[name], now)) for name, lease in taken.items()}


def _given_up(connection: Connection, fences: Sequence[Fence], to: str) -> dict[str, int]:
    with connection.begin():
        connection.execute(text(f"SET LOCAL lock_timeout = '{LOCKED}'"))
        by_name = {fence.name: fence for fence in fences}
        query = select(leases).where(leases.c.name.in_(by_name)).order_by(leases.c.name)
        rows = connection.execute(query.with_for_update()).all()
        now, after = _time(connection), dict[str, Lease]()
        for row in rows:
            lease, held = _read(row), by_name[row.name]
            next_ = (
                passed(lease, held.holder, held.epoch, to, now)
                if to
                else released(lease, held.holder, held.epoch, now)
            )
            if next_ is not None:
                after[row.name] = next_
        _put(connection, after)
    return {name: lease.epoch for name, lease in after.items()}


def _put(connection: Connection, changed: Mapping[str, Lease]) -> None:
    if changed:
        statement = update(leases).where(leases.c.name == bindparam("_name"))
        connection.execute(statement, [
            {"_name": name, "holder": lease.holder, "epoch": lease.epoch,
             "until": round(lease.until * SECOND)}
            for name, lease in changed.items()
        ])  # fmt: skip


def _holders(connection: Connection, names: Collection[str]) -> dict[str, str]:
    now = _time(connection)
    query = select(leases).where(leases.c.name.in_(names), leases.c.until > now * SECOND)
    return {row.name: row.holder for row in connection.execute(query) if row.holder}


def stored_leases(connection: Connection) -> dict[str, tuple[Lease, float]]:
    """All leases by name, each with the seconds that are left of it."""
    now = _time(connection)
    rows = connection.execute(select(leases).order_by(leases.c.name)).all()
    return {row.name: (_read(row), row.until / SECOND - now) for row in rows}


def _lease(connection: Connection, query: Select[tuple[str, int, int]]) -> Lease:
    row = connection.execute(query).one_or_none()
    return Lease() if row is None else _read(row)


def _read(row: Row[tuple[str, int, int]] | Row[tuple[str, str, int, int]]) -> Lease:
    return Lease(row.holder, row.epoch, row.until / SECOND)


def _time(connection: Connection) -> float:
    """The server's time; asked alone, as one that is asked with a row may be from before."""
    return float(connection.scalar(select(func.extract("epoch", func.clock_timestamp()))) or 0)
