"""What Discord's errors mean for whoever sent something.

Codes: developers/topics/opcodes-and-status-codes of the API documentation.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.ports.errors import (
    ChatGone,
    MessageGone,
    NoConnection,
    NotAllowed,
    PlatformError,
    RetryAfter,
    Unfit,
)
from bot.ports.platform import Delivery

if TYPE_CHECKING:
    from collections.abc import Iterator

UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE = 10003, 10004, 10008
UNKNOWN_WEBHOOK, UNKNOWN_INTERACTION, DEAD_TOKEN = 10015, 10062, 50027
NO_ACCESS, NOT_TO_THIS_PERSON, NO_RIGHT, NO_SHARED_SERVER = 50001, 50007, 50013, 50278
UNKNOWN_USER, UNKNOWN_MEMBER, NO_RECIPIENT = 10013, 10007, 50033
EMPTY, INVALID_FORM, ARCHIVED = 50006, 50035, 50083
TOO_MANY_OLD_EDITS = 30046
OPENING_TOO_FAST, ANSWERED_ALREADY = 40003, 40060
TOO_LARGE = 40005

STRANGER = "stranger"
"""Why somebody cannot be written to who is in no server with us any more."""

CLOSED = {
    NOT_TO_THIS_PERSON: "closed",
    NO_SHARED_SERVER: STRANGER,
    UNKNOWN_USER: "unknown",
    NO_RECIPIENT: "unknown",
}
"""Why a person cannot be written to, by code."""

MESSAGE = frozenset({UNKNOWN_MESSAGE, TOO_MANY_OLD_EDITS, 50005, 50021})
"""Gone, too old to be changed, or not ours to change."""

CHANNEL = frozenset(
    {UNKNOWN_CHANNEL, UNKNOWN_GUILD, NO_ACCESS, ARCHIVED, 50003, 50008, 50024, 40058, 160005}
)
"""Gone, hidden from us, locked, or of a kind in which nothing is written."""

RIGHT = frozenset({NO_RIGHT, 20018, 50009, 60003, 160002})
"""Something is missing that the server's people can give us."""

SLOWER = frozenset({OPENING_TOO_FAST, 20016, 20022, 20028, 20029, 40062})
"""Too fast, or slow mode."""

FAULT = frozenset(
    {EMPTY, INVALID_FORM, TOO_LARGE, 20009, 30015, 40061, 50012, 50016, 50045, 50046, 50068, 50109}
    | {200000, 200001, 240000}
)
"""The content is wrong, too much, or caught by a filter of the server: it will be again."""

NETWORK = (TimeoutError, aiohttp.ClientError, OSError)
"""What is raised where there is no connection."""

BANNED = 60.0
"""Seconds to wait where Discord does not say how long."""


def code_of(error: Exception) -> int:
    """Discord's own code for an error; 0 if it has none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def too_large(error: Exception) -> bool:
    """An upload was larger than is taken."""
    return isinstance(error, discord.HTTPException) and (
        error.code == TOO_LARGE or error.status == 413
    )


def expired(error: Exception) -> bool:
    """An interaction can no longer be answered: 3 seconds or 15 minutes have passed."""
    return code_of(error) in (UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, DEAD_TOKEN)


def is_closed(error: RuntimeError) -> bool:
    """Whether the client was closed meanwhile: its HTTP session then says so, by words alone."""
    return "Session is closed" in str(error)


@contextmanager
def translated() -> Iterator[None]:
    """Raise a ``PlatformError`` for everything that the library raises."""
    try:
        yield
    except discord.RateLimited as error:
        raise RetryAfter(error.retry_after) from error
    except discord.HTTPException as error:
        raise _meant(error) from error
    except aiohttp.ClientConnectorError as error:
        raise NoConnection("no connection") from error
    except NETWORK as error:
        raise PlatformError(f"no connection: {type(error).__name__}") from error


def _meant(error: discord.HTTPException) -> PlatformError:
    said = f"status {error.status} code {error.code}"
    if error.status == 429 or error.code in SLOWER:
        return RetryAfter(BANNED)
    if error.code in MESSAGE:
        return MessageGone(said)
    if error.code in CHANNEL:
        return ChatGone(said)
    if error.code in RIGHT:
        return NotAllowed(())
    if error.code in FAULT or error.status == 413:
        return Unfit(said)
    return PlatformError(said)


def unreachable(error: discord.HTTPException) -> Delivery | None:
    """What became of a private message that was refused; None if its reader is not the reason."""
    reason = CLOSED.get(error.code)
    if reason is None and error.status == 403:
        reason = CLOSED[NOT_TO_THIS_PERSON]
    return None if reason is None else Delivery(reason=reason, final=True)
