"""The one connection that writes, and the statements it writes with."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from bot.store.db import Fault, fault_of, run_script
from bot.store.writes import grouped, statements

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
    from sqlalchemy.sql.compiler import SQLCompiler

    from bot.store.db import Script
    from bot.store.writes import Item, Kind, Values


class _Text:
    """A statement compiled once: its SQL, and its values in the order it wants them."""

    def __init__(self, compiled: SQLCompiler) -> None:
        self.sql = compiled.string
        self._ordered = itemgetter(*(compiled.positiontup or ()))

    def rows(self, values: Sequence[Values]) -> list[tuple[Any, ...]]:
        return [self._ordered(one) for one in values]


class Pen:
    """Writes items, each time all in one transaction or none."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._statements = statements(engine.dialect.name)
        self._texts: dict[Kind, _Text] = {}
        self._connection: AsyncConnection | None = None

    async def write(self, items: Sequence[Item], meanwhile: Callable[[], None]) -> None:
        """Return once all items are on the disk. Whatever is raised, nothing of them is.

        (Unless a server is lost while it commits; then the next step that is already taken tells.)
        ``meanwhile`` is called when only the disk is left to wait for.
        """
        script: Script = [
            (text.sql, text.rows(values))
            for kind, values in grouped(items)
            for text in (self._text(kind, values[0]),)
        ]
        if self._connection is None:
            self._connection = await self._engine.connect()
        try:
            await run_script(self._connection, script, meanwhile)
        except BaseException as error:
            if fault_of(error) is not Fault.CONFLICT:
                await self._connection.invalidate()  # who knows what state it is in
                await self.close()
            raise

    def _text(self, kind: Kind, values: Values) -> _Text:
        text = self._texts.get(kind)
        if text is None:
            compiled: Any = self._statements[kind].compile(
                dialect=self._engine.dialect, column_keys=list(values)
            )
            text = self._texts[kind] = _Text(compiled)
        return text

    async def close(self) -> None:
        """Give the connection back; the next ``write`` takes another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
