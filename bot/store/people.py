"""People as such: who is forgotten and may take it back, and who cannot be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import forgetting, preferences
from bot.store.matches import MARKS
from bot.store.repository import Query, Repository
from bot.support.marks import KEY_BYTES, Marks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection
    from datetime import datetime

    from bot.store.lines import Item
    from bot.store.reads import Reads
    from bot.store.scorebook import Forgotten


class People(Repository):
    """Who is forgotten and may take it back, and who cannot be reached.

    Args:
        put: writes lines in one transaction.
        secret: random bytes of a name and size, made once.
    """

    traces = Query(forgetting.traces)
    forgotten = Query(forgetting.forgotten_of)
    unreachable = Query(preferences.unreachable)
    _due = Query(forgetting.due)
    _remembering = Query(forgetting.remember)
    _purging = Query(forgetting.purge)

    def __init__(
        self,
        reads: Reads,
        put: Callable[[Item], Awaitable[None]],
        secret: Callable[[str, int], Awaitable[bytes]],
    ) -> None:
        super().__init__(reads)
        self._put = put
        self._secret = secret
        self.changed: Callable[[str, Collection[str]], None] = lambda person, rooms: None
        """Told whose traces are gone, or back, and in which rooms they had spoken."""

    async def forget(self, gone: Forgotten, book: str) -> None:
        """A person becomes an alias. Raises a ``StoreError``, and nothing has changed."""
        await self._put(forgetting.forget(gone, book))
        self._tell(gone)

    async def remember(self, gone: Forgotten, book: str) -> None:
        """Take it back. Raises a ``StoreError``, and nothing has changed."""
        await self._put(await self._remembering(gone, book))
        self._tell(gone)

    def _tell(self, gone: Forgotten) -> None:
        self.changed(gone.person, {room for _, room, *_ in gone.traces.said})

    async def purge(self, before: datetime) -> int:
        """Forget for good who became an alias before a time; how many. Raises ``NotSaved``."""
        gone = await self._due(before)
        if gone:
            marks = Marks(await self._secret(MARKS, KEY_BYTES))
            for one in gone:
                await self._put(await self._purging(one, marks.of))
        return len(gone)
