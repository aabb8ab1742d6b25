"""A match as text that can be read back: what /record gives where that is asked for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.commands.played import seats_of
from bot.i18n.lengths import units
from bot.ports.messages import Attachment, Outgoing, Reply
from bot.records.writer import write
from bot.runtime.loading import restored
from bot.store.matches import changes_of
from engine.errors import RuleError
from engine.written import CHINESE, ENGLISH

if TYPE_CHECKING:
    from typing import Any

    from bot.commands.request import Request
    from bot.store.rows import StoredMatch
    from engine.core import Game, Seat

WRITTEN = frozenset({"text", "file", "notation", "文字", "文件", "牌谱", "牌譜"})
"""Said behind ``/record``: in the notation."""

FILE = "record.txt"

MOST = 3000
"""Actions of a record: some seconds of work. The rounds behind them are left out, as it says."""

ROOM = 3500
"""UTF-16 units of a record that is shown as a message too."""


async def written_record(request: Request, found: StoredMatch) -> Reply:
    """A match in the notation: what its reader saw of it, as a file, and as text if it is short.

    In private it is one's own seat's record, round by round as one sat there; in a chat, where
    others may read it, everybody's.
    """
    context, reader = request.context, request.reader
    sat: tuple[Seat | None, ...] = ()
    if request.chat is None:
        changes = await context.store.read(changes_of, [found.match])
        sat = seats_of(request.user.key, found, changes.get(found.match, []))
    language = ENGLISH if reader.catalogue.language == "en" else CHINESE
    game = context.games[found.game]
    try:
        # Beside the loop: a long match takes seconds to play again.
        written = partial(_text, game, found, sat, language)
        text, rounds = await context.painter.in_words(written)
    except (RuleError, ValueError, KeyError, TypeError):
        return request.text(reader.say("record-old"))
    told = reader.say("record-written")
    if rounds < len(found.rounds):
        told = f"{told}\n{reader.say('record-first', rounds=rounds)}"
    if units(text) <= ROOM:
        told = f"{told}\n\n{text}"
    return Reply(Outgoing(told, file=Attachment(FILE, text.encode())))


def _text(
    game: Game[Any, Any], found: StoredMatch, sat: tuple[Seat | None, ...], language: int
) -> tuple[str, int]:
    """The text, and how many rounds it tells."""
    fresh, log = restored(game, found)
    count, left = 0, MOST
    for round_ in log:
        left -= len(round_.actions)
        if left < 0 and count:
            break
        count += 1
    return write(fresh, log[:count], sat or None, language), count
