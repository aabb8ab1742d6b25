"""Files that come with a message or a command, and what stands in a message that is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.adapters.discord.errors import translated
from bot.ports.incoming import Enclosed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable


def enclosed(message: discord.Message) -> Enclosed | None:
    """The file of a message, or else of the one that it answers."""
    answered = _answered(message)
    others = answered.attachments if answered is not None else []
    return file_of(message.attachments) or file_of(others)


def quoted(message: discord.Message) -> str:
    """The words of the message that one answers."""
    answered = _answered(message)
    return answered.content if answered is not None else ""


def file_of(attachments: Iterable[discord.Attachment]) -> Enclosed | None:
    """The first of the files that may be a text."""
    for file in attachments:
        kind = file.content_type or ""
        if not kind.startswith(("image/", "video/", "audio/")):
            return Enclosed(file.filename, file.size, _reading(file))
    return None


def _answered(message: discord.Message) -> discord.Message | None:
    found = message.reference.resolved if message.reference is not None else None
    return found if isinstance(found, discord.Message) else None


def _reading(file: discord.Attachment) -> Callable[[int], Awaitable[bytes]]:
    """Reads it, once that is wanted; its size Discord has measured."""

    async def read(most: int) -> bytes:
        with translated():
            return (await file.read())[:most]

    return read
