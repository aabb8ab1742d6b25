"""What came with a line: a file, or the words of the message that it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ports.errors import PlatformError
from bot.records.reader import LONGEST
from bot.records.unfolded import in_message, unfolded
from bot.support.encodings import NotText, decoded
from bot.support.errors import Refused

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.ports.incoming import Incoming

MOST_BYTES = 4 * LONGEST
"""Of a file that is read: the longest record in the widest encoding."""


def brings(incoming: Incoming) -> bool:
    """Whether something came along that can be read."""
    return incoming.enclosed is not None or bool(incoming.quoted.strip())


async def enclosed(request: Request) -> str:
    """The text of the file that came along, or of the message that is answered; empty: neither.

    Raises:
        Refused: it is too large, does not come, or is no text.
    """
    file = request.incoming.enclosed
    if file is None:
        return in_message(request.incoming.quoted)
    too_large = Refused("file-too-large", most=MOST_BYTES // 1000)
    if file.size > MOST_BYTES:
        raise too_large
    try:
        data = await file.read(MOST_BYTES + 1)
    except PlatformError:
        raise Refused("file-not-read") from None
    if len(data) > MOST_BYTES:
        raise too_large
    try:
        return decoded(data)
    except NotText:
        raise Refused("file-no-text") from None


async def written(request: Request, said: str) -> str:
    """What is written: what came along, and behind it what was said.

    So the place of a mistake is the place in the file.

    Raises:
        Refused: as ``enclosed`` does.
    """
    text = await enclosed(request)
    return f"{text}\n{said}" if text and said else text or unfolded(said)
