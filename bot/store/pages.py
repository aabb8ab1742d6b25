"""A long book or log, page by page: whatever its length, one page of it is in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from bot.store import matches as logs
from bot.store import totals
from bot.store.counted import inside
from bot.store.preferences import keys_of
from bot.store.schema import matches, rounds

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from typing import TypeAlias

    from sqlalchemy import Connection

    from bot.store.rows import ScoredRound, StoredMatch, StoredRound
    from bot.store.scorebook import Window
    from bot.store.store import Store

    Key: TypeAlias = tuple[str, int]
    """A match, and the number of a round of it."""

PAGE = 200
"""Rounds that are read at once: making values of rows holds up every table."""

LOG_PAGE = 16
"""Rounds that are read at once with everything played in them."""


async def head(store: Store, match: str) -> StoredMatch | None:
    """A match without its rounds; None if it is not stored."""
    return await store.read(logs.without_log, match)


async def logged(store: Store, match: str) -> AsyncIterator[list[StoredRound]]:
    """The rounds of a match in order, which may grow meanwhile."""
    begin = 1
    while page := await store.read(logs.rounds_between, match, begin, begin + LOG_PAGE - 1):
        yield page
        begin = page[-1].round + 1


async def newest(store: Store, chat: str, window: Window, most: int) -> list[Key]:
    """The newest finished rounds of a chat that count, at most so many, the oldest first."""
    return await store.read(_newest, chat, window, most)


async def paged(
    store: Store, keys: Sequence[Key], window: Window
) -> AsyncIterator[list[ScoredRound]]:
    """Rounds in the order of ``newest``, which named them; what is gone meanwhile is left out."""
    for begin in range(0, len(keys), PAGE):
        page = keys[begin : begin + PAGE]
        yield await store.read(
            totals.scored_rounds, list({match for match, _ in page}), window, (page[0], page[-1])
        )


def _newest(connection: Connection, chat: str, window: Window, most: int) -> list[Key]:
    query = (
        select(rounds.c.match, rounds.c.round)
        .join_from(rounds, matches, rounds.c.match == matches.c.id)
        .where(matches.c.chat.in_(keys_of(connection, chat)), matches.c.rated.is_(True))
        .where(*inside(rounds.c.scored, window))
        .order_by(matches.c.started.desc(), rounds.c.match.desc(), rounds.c.round.desc())
        .limit(most)
    )
    return [(match, number) for match, number in connection.execute(query)][::-1]
