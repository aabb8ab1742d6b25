"""A match that somebody asks about: which one it is, and what of it they may see."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.commands.request import OLD
from bot.i18n.names import told_apart
from bot.ports.refs import alone_key
from bot.records.story import ALL
from bot.runtime.loading import restored
from bot.store.matches import changes_of, chat_of
from bot.support.errors import Refused
from bot.tournament.state import SEALED
from engine.errors import RuleError
from engine.text import normal

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from bot.commands.request import Request
    from bot.records.story import Reader
    from bot.store.rows import SeatRow, StoredMatch
    from engine.core import Game, Seat
    from engine.match import Match
    from engine.replay import RoundLog

    T = TypeVar("T")

UNREADABLE = (RuleError, ValueError, KeyError, TypeError, IndexError)
"""What is raised where the rules have changed since a match was played."""

_SPOT = re.compile(
    r"(?:(?:第\s*)?(?P<round>\d{1,4})\s*[副局]|(?:deal|round)\s*(?P<deal>\d{1,4}))?"
    r"[\s,:]*(?:从|從|from)?[\s:]*(?:第\s*)?(?P<play>\d{1,4})?\s*(?:手|步|moves?|plays?)?$"
)


@dataclass(frozen=True, slots=True)
class Played:
    """A stored match, and as whom somebody reads it."""

    found: StoredMatch
    game: Game[Any, Any]
    reader: Reader

    @property
    def names(self) -> tuple[str, ...]:
        """What its people are called."""
        return told_apart([seat.name for seat in self.found.seats])

    def restored(self) -> tuple[Match, tuple[RoundLog, ...]]:
        """A match replayed from its log: see ``bot.runtime.loading.restored``."""
        return restored(self.game, self.found)


async def newest(request: Request) -> str:
    """The match at this table, or else the chat's newest; empty: there is none.

    In private it is the newest of one's own.
    """
    runner, store = request.table, request.context.store
    match = runner.table.state.match if runner is not None else ""
    match = match or await store.scores.latest_match(request.score_key) or ""
    if not match and request.chat is None:
        match = await store.scores.latest_match("", person=request.user.key) or ""
    return match


async def played(request: Request, match: str, *, admitted: bool = False) -> Played | None:
    """A match as the author of a request may read it; None where nothing is to be read.

    ``admitted``: the gate has found that they may read what is played in its chat.

    Raises:
        Refused: it is none of their business.
    """
    context, user = request.context, request.user
    found = await context.store.matches.match(match) if match else None
    if found is None or found.game not in context.games or not found.rounds:
        return None
    book = await context.store.read(chat_of, match) if request.chat is not None else None
    if (book or "").startswith(SEALED):  # those who played it may, where nobody else looks on
        raise Refused("duplicate-sealed", private=True)
    changes = (await context.store.read(changes_of, [match])).get(match, [])
    sat = seats_of(user.key, found, changes)
    sits = any(seat is not None for seat in sat)
    if not sits and not await _is_here(request, match, admitted=admitted):
        raise Refused(OLD, private=True)
    reader: Reader = sat
    if found.deal and _alone(user.key, found, changes):
        reader = ALL  # practice for one (``/display``), or a record that they handed in
    return Played(found, context.games[found.game], reader)


async def _is_here(request: Request, match: str, *, admitted: bool) -> bool:
    """Whether a match was played where somebody asks, or in their own book."""
    chat = await request.context.store.read(chat_of, match)
    if not chat:
        return False
    if request.chat is None and chat != alone_key(request.user):
        return admitted and not chat.startswith("alone:")
    return chat in (request.score_key, alone_key(request.user))


def seats_of(
    user: str, found: StoredMatch, changes: list[tuple[int, SeatRow]]
) -> tuple[Seat | None, ...]:
    """Which seat somebody had in each round of a match; none in those that others played."""
    sat: list[Seat | None] = []
    for number in range(1, len(found.rounds) + 1):
        now = {row.seat: row.user for row in found.seats}
        now |= {row.seat: row.user for since, row in changes if since <= number}
        sat.append(next((seat for seat, key in now.items() if key == user), None))
    return tuple(sat)


def _alone(user: str, found: StoredMatch, changes: list[tuple[int, SeatRow]]) -> bool:
    rows = (*found.seats, *(row for _, row in changes))
    return {row.user for row in rows if row.user} == {user}


async def beside(request: Request, work: Callable[[], T]) -> T:
    """What is worked out beside the loop from a match.

    Raises:
        Refused: its rules have changed since.
    """
    try:
        return await request.context.painter.in_words(work)
    except UNREADABLE:
        raise Refused("record-old") from None


def spot(words: str) -> tuple[int, int | None] | None:
    """A round and a play of it that somebody means, each from 1; round 0: it is not said.

    >>> spot("第 2 副 从 12"), spot("12"), spot("斗地主")
    ((2, 12), (0, 12), None)
    """
    found = _SPOT.match(normal(words))
    if found is None:
        return None
    number = int(found["round"] or found["deal"] or 0)
    return number, int(found["play"]) if found["play"] else None
