"""Who may no longer see a chat is asked about, and gets up there as if told to have left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ports.notices import MemberLeft, SightChanged

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator

    from bot.access.presence import Presence
    from bot.ports.notices import Notice
    from bot.ports.refs import ChatRef, UserRef
    from bot.runtime.tables import Tables
    from bot.support.tasks import Tasks
    from bot.table.state import TableState

    People = Callable[[], Iterable[tuple[ChatRef, UserRef]]]


class Departures:
    """Finds out who has left where a platform says only that something has changed.

    Args:
        presence: knows who is where, and has been told of the change already.
        tables: where people sit.
        others: tell who waits or is registered, and in which chat.
        tasks: for what nobody waits for.
        tell: hands on a notice to everybody who minds it.
    """

    def __init__(
        self,
        presence: Presence,
        tables: Tables,
        others: Iterable[People],
        tasks: Tasks,
        tell: Callable[[Notice], Awaitable[None]],
    ) -> None:
        self._presence = presence
        self._tables = tables
        self._others = tuple(others)
        self._tasks = tasks
        self._tell = tell

    async def notice(self, notice: Notice) -> None:
        """Look after everybody whom a change is about and who is engaged in anything there.

        Where it is about one person this waits: what they are just doing is answered afterwards.
        """
        if not isinstance(notice, SightChanged):
            return
        # A person counts once a chat: a queue and a table may be in the same one.
        found = {
            (user, chat.place): chat
            for chat, user in self._engaged()
            if notice.about(user, chat.key)
        }
        if found and notice.user is not None:
            await self._look(notice, found)
        elif found:
            self._tasks.begin(self._look(notice, found))

    def _engaged(self) -> Iterator[tuple[ChatRef, UserRef]]:
        for runner in self._tables.running.values():
            yield from _people(runner.table.state)
        for people in self._others:
            yield from people()

    async def _look(self, change: SightChanged, found: dict[tuple[UserRef, str], ChatRef]) -> None:
        for (user, _), chat in found.items():
            if change.gone or await self._presence.there(user, chat) is False:
                await self._tell(MemberLeft(user, chat))


def _people(state: TableState) -> Iterator[tuple[ChatRef, UserRef]]:
    """Who sits at a table or waits for a seat there: where it stands, and where it was called."""
    if state.over:
        return
    places = {place for place in (state.place, state.home) if place is not None}
    for player in (*state.players, *state.queue):
        if player.user is not None and not player.left:
            yield from ((place, player.user) for place in places)
