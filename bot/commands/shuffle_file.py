"""The file by which anybody checks how a match was shuffled."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.commands.played import UNREADABLE
from bot.ports.messages import Attachment, Outgoing, Reply, Where
from bot.runtime.loading import restored
from bot.support.errors import Refused
from engine import shuffle

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.store.shuffles import Sealed

FILE = "shuffle.json"

CHECKS = frozenset({"check", "verify", "验", "驗", "验牌", "驗牌"})
"""Said behind ``/record``: the file that ``engine.verify`` reads."""


async def sealed(request: Request, match: str) -> Sealed:
    """What a match was dealt from.

    Raises:
        Refused: from what is written, or before there were fingerprints.
    """
    found = await request.context.store.shuffles.of(match) if match else None
    if found is None:
        raise Refused("opening-not-here")
    return found


async def checkable(request: Request, match: str) -> Reply:
    """The record of a match's shuffles, for whoever wants to check it.

    Raises:
        Refused: it is not open, or its rules have changed since.
    """
    found = await sealed(request, match)
    if found.opened is None:
        raise Refused("opening-not-yet", private=True)
    whole = await request.context.store.matches.match(match)
    if whole is None or whole.game not in request.context.games:
        raise Refused("record-old")
    game = request.context.games[whole.game]

    def written() -> bytes:
        fresh, log = restored(game, whole)
        record = shuffle.record(
            found.opening, found.bound, found.words, fresh, log, found.lot, found.beacon,
            found.contest,
        )  # fmt: skip
        return json.dumps(record, ensure_ascii=False, indent=1).encode()

    try:
        data = await request.context.painter.in_words(written)
    except UNREADABLE:
        raise Refused("record-old") from None
    told = request.reader.say("shuffle-file-here")
    return Reply(Outgoing(told, file=Attachment(FILE, data)), Where.PRIVATE)
