"""What another of several processes runs, as it is stored: tables, and who is engaged there."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from bot.runtime.engagements import Engagement, Kind, sits
from bot.runtime.tournament_runner import entries_of
from bot.table.state import OPEN, loads
from bot.tournament.state import loads as loads_tournament

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from bot.ports.refs import UserRef
    from bot.runtime.tables import Tables
    from bot.runtime.tournaments import Tournaments
    from bot.store.rows import StoredTable
    from bot.store.store import Store
    from bot.table.state import TableState


class Others(Protocol):
    """What is asked about tables that run somewhere else, whose states are as they were stored."""

    async def open_tables(self) -> Sequence[TableState]:
        """Those that their hosts have opened to everybody. Raises ``NotRead``."""
        ...

    async def at(self, places: Collection[str]) -> Mapping[str, TableState]:
        """Those at some places, as ``ChatRef.place``, by place. Raises ``NotRead``."""
        ...

    async def of(self, user: UserRef) -> Sequence[TableState]:
        """Those at which a person sits and that are not over. Raises ``NotRead``."""
        ...


class Nobody:
    """One process: there are no others."""

    async def open_tables(self) -> Sequence[TableState]:
        """None."""
        return ()

    async def at(self, places: Collection[str]) -> Mapping[str, TableState]:
        """None."""
        return {}

    async def of(self, user: UserRef) -> Sequence[TableState]:
        """None."""
        return ()


class OtherProcesses:
    """Asks the database; what runs here is not asked for."""

    def __init__(self, store: Store, tables: Tables, tournaments: Tournaments) -> None:
        self._store, self._tables, self._tournaments = store, tables, tournaments

    async def open_tables(self) -> Sequence[TableState]:
        """Those that their hosts have opened to everybody. Raises ``NotRead``."""
        rows = await self._store.matches.live_with(f'"house":"{OPEN}"')
        return [state for _, state in self._states(rows) if state.house == OPEN]

    async def at(self, places: Collection[str]) -> Mapping[str, TableState]:
        """Those at some places, by place. Raises ``NotRead``."""
        return dict(self._states(await self._store.matches.live_at(places)))

    async def of(self, user: UserRef) -> Sequence[TableState]:
        """Those at which a person sits and that are not over. Raises ``NotRead``."""
        rows = await self._store.matches.live_with(user.id)
        states = [state for _, state in self._states(rows) if not state.over]
        return [one for one in states if user in [player.user for player in one.players]]

    def _states(self, rows: Iterable[StoredTable]) -> Iterator[tuple[str, TableState]]:
        for row in rows:
            if self._tables.get(row.table) is None:
                with suppress(ValueError):
                    yield row.place, loads(row.state)

    async def engaged(self, user: UserRef) -> Iterable[Engagement]:
        """The tables and the tournament of a person. Raises ``NotRead``."""
        found: list[Engagement] = []
        for _, table in self._states(await self._store.matches.live_with(user.id)):
            found += sits(table, user)
        for stored in await self._store.tournaments.live():
            if self._tournaments.of(stored.tournament) is not None:
                continue
            with suppress(ValueError):
                state = loads_tournament(stored.state, entries_of(stored))
                if state.holds(user):
                    found.append(
                        Engagement(Kind.TOURNAMENT, state.id, state.chat_title, state.game)
                    )
        return found
