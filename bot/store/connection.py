"""The one connection that writes, and the statements it writes with."""

from __future__ import annotations

from functools import cache, partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from bot.store import lost, sums
from bot.store.coins import below_zero
from bot.store.db import COINS, SUMS, Fault, fault_of, run_script
from bot.store.leases import check_held
from bot.store.lines import Put
from bot.store.purse import debits
from bot.store.rows import DAILY
from bot.store.schema import settings
from bot.store.statements import CLOSED, LIVE, POSTING, grouped, statements

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import ClauseElement, Connection
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
    from sqlalchemy.sql.compiler import SQLCompiler

    from bot.store.db import Script
    from bot.store.leases import Fencing
    from bot.store.lines import Item, Step, Values


_HANGING: list[AsyncConnection] = []
"""Connections that nobody lets go of, for that would be waiting for them."""


_RENEWAL: dict[str, Script] = {}
"""What keeps the sums, by dialect."""

_COMPILED: dict[tuple[str, ClauseElement, tuple[str, ...]], _Text] = {}
"""Compiling takes a while: a statement is compiled once, whichever store writes it."""

_statements, _marking, _below_zero = cache(statements), cache(sums.marking), cache(below_zero)


@cache
def _put(kind: Put, dialect: str) -> ClauseElement:
    return kind.how(dialect, kind.table)


class _Text:
    """A statement compiled once: its SQL, and its values in the order it wants them."""

    def __init__(self, compiled: SQLCompiler) -> None:
        self.sql = compiled.string
        names = list(compiled.positiontup or ())
        self._ordered = itemgetter(*names)
        self._single = len(names) == 1

    def rows(self, values: Sequence[Values]) -> list[tuple[Any, ...]]:
        found = [self._ordered(one) for one in values]
        return [(value,) for value in found] if self._single else found


def _sets_chats(step: Step) -> bool:
    return isinstance(step, Put) and step.table is settings


class WritingConnection:
    """Writes items, each time all in one transaction or none.

    Attributes:
        fencing: the leases under which is written, where several processes share a server.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self.fencing: Fencing | None = None
        self._engine = engine
        self._dialect = engine.dialect.name
        self._statements = _statements(self._dialect)
        self._texts: dict[Step, _Text] = {}
        self._guard = self._compiled(_below_zero())
        self._marking = {
            by: self._compiled(statement, [by]) for by, statement in _marking(self._dialect).items()
        }
        if self._dialect not in _RENEWAL:  # it takes a while, and is the same for all
            renewing = sums.renewal(self._dialect)
            _RENEWAL[self._dialect] = [(self._constant(one), [()]) for one in renewing]
        self._renewal = _RENEWAL[self._dialect]
        self._connection: AsyncConnection | None = None
        self._backend: tuple[int, str] | None = None  # the newest, lost or not

    async def write(self, items: Sequence[Item], meanwhile: Callable[[], None]) -> None:
        """Return once all items are on the disk. Whatever is raised, nothing of them is.

        (Unless a server is lost while it commits; then the next step that is already taken tells.)
        ``meanwhile`` is called when only the disk is left to wait for.
        """
        kinds = grouped(items)
        script: Script = [
            (text.sql, text.rows(values))
            for kind, values in kinds
            for text in (self._text(kind, values[0]),)
        ]
        guards = self._guards(dict(kinds).get(POSTING, []))
        kept = self._sums(kinds)
        turns = ([COINS] if guards else []) + ([SUMS] if kept else [])
        connection = await self._connected()
        try:
            await run_script(
                connection, [*script, *kept], meanwhile, guards, turns, *self._first(kinds)
            )
        except BaseException as error:
            if connection in _HANGING:  # to close it would hang as well
                raise
            cut = self._connection is None
            if cut or fault_of(error) not in (Fault.CONFLICT, Fault.OVERDRAWN):
                await connection.invalidate()  # who knows what state it is in
                await connection.close()
                self._connection = None
            raise

    def _first(
        self, kinds: Sequence[tuple[Step, list[Values]]]
    ) -> tuple[Callable[[Connection], None], ...]:
        """Whether it may be written at all: by the places of the tables that are, and of chats
        that are to be told something once."""
        if self.fencing is None:
            return ()
        of_tables = (values for step, values in kinds if step in (LIVE, CLOSED))
        places = {one["place"] for values in of_tables for one in values}
        of_chats = (values for step, values in kinds if _sets_chats(step))
        places |= {
            f"{one['chat']}:" for values in of_chats for one in values if one["key"] == DAILY
        }
        return (partial(check_held, fences=self.fencing(places)),)

    async def _connected(self) -> AsyncConnection:
        """The connection; a new one ends first what a lost one may still be doing."""
        if self._connection is None:
            connection = await self._engine.connect()
            try:
                if self._backend is not None:
                    await lost.end_there(connection, self._backend)
                if self._dialect == "postgresql":
                    self._backend = await lost.which(connection)
            except BaseException:
                await connection.invalidate()
                await connection.close()
                raise
            self._connection = connection
        return self._connection

    def cut(self) -> None:
        """End at once a connection to a server on which nothing comes back."""
        connection, self._connection = self._connection, None
        sync = None if connection is None else connection.sync_connection
        driver: Any = None if sync is None or sync.invalidated else sync.connection
        if driver is not None:
            driver.driver_connection.terminate()

    def _guards(self, posted: Sequence[Values]) -> Script:
        """The questions that no account which something is taken from may answer."""
        taken = debits([(line["chat"], line["account"], line["amount"]) for line in posted])
        if not taken:
            return ()
        values = [{"chat": chat, "account": account} for chat, account in taken]
        return [(self._guard.sql, self._guard.rows(values))]

    def _sums(self, kinds: Sequence[tuple[Step, list[Values]]]) -> Script:
        """What keeps the sums equal to what is written; most plays change none."""
        steps = (step.table if isinstance(step, Put) else step for step, _ in kinds)
        if sums.CHANGING.keys().isdisjoint(steps):
            return ()
        marks = [
            (self._marking[by].sql, [(value,) for value in values])
            for by, values in sums.changed(kinds).items()
        ]
        return [*marks, *self._renewal]

    def _text(self, kind: Step, values: Values) -> _Text:
        text = self._texts.get(kind)
        if text is None:
            if isinstance(kind, Put):
                statement = _put(kind, self._dialect)
            else:
                statement = self._statements[kind]
            text = self._texts[kind] = self._compiled(statement, list(values))
        return text

    def _compiled(self, statement: ClauseElement, keys: list[str] | None = None) -> _Text:
        key = self._dialect, statement, tuple(keys or ())
        if key not in _COMPILED:
            compiled: Any = statement.compile(dialect=self._engine.dialect, column_keys=keys)
            _COMPILED[key] = _Text(compiled)
        return _COMPILED[key]

    def _constant(self, statement: ClauseElement) -> str:
        """The SQL of a statement that is the same each time."""
        dialect = self._engine.dialect
        return statement.compile(dialect=dialect, compile_kwargs={"literal_binds": True}).string

    async def close(self) -> None:
        """Give the connection back; the next ``write`` takes another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    def abandon(self) -> None:
        """Let be a connection that hangs: to close it would hang as well."""
        connection = self._connection
        if connection is not None:
            _HANGING.append(connection)
