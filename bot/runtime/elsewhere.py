"""What people are engaged in where another of several processes runs it, as it is stored."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.runtime.engagements import Engagement, Kind, sits
from bot.runtime.tournament_runner import entries_of
from bot.table.state import loads
from bot.tournament.state import loads as loads_tournament

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.ports.refs import UserRef
    from bot.runtime.tables import Tables
    from bot.runtime.tournaments import Tournaments
    from bot.store.store import Store


class OtherProcesses:
    """Asks the database; what runs here is not asked for."""

    def __init__(self, store: Store, tables: Tables, tournaments: Tournaments) -> None:
        self._store, self._tables, self._tournaments = store, tables, tournaments

    async def engaged(self, user: UserRef) -> Iterable[Engagement]:
        """The tables and the tournament of a person. Raises ``NotRead``."""
        found: list[Engagement] = []
        for row in await self._store.matches.live_with(user.id):
            if self._tables.get(row.table) is None:
                with suppress(ValueError):
                    found += sits(loads(row.state), user)
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
