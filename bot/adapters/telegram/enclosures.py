"""Documents that come with a message, and what stands in a message that is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ports.incoming import Enclosed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from telegram import Document, Message

    from bot.adapters.telegram.api import Calls


def words_of(message: Message) -> str | None:
    """What somebody says in a message, or below a document; None: nothing that is read."""
    if message.document is not None:
        return message.caption or ""
    return message.text


def enclosed(message: Message, calls: Calls) -> Enclosed | None:
    """The document of a message, or else of the one that it answers."""
    document = message.document
    if document is None and message.reply_to_message is not None:
        document = message.reply_to_message.document
    if document is None:
        return None
    return Enclosed(document.file_name or "", document.file_size or 0, _reading(document, calls))


def quoted(message: Message) -> str:
    """The part of another message that one quotes, or else the words of that which it answers."""
    if message.quote is not None and message.quote.is_manual:
        return message.quote.text
    answered = message.reply_to_message
    return (answered.text or answered.caption or "") if answered is not None else ""


def _reading(document: Document, calls: Calls) -> Callable[[int], Awaitable[bytes]]:
    """Reads it, once that is wanted; its size Telegram has measured."""

    async def read(most: int) -> bytes:
        # Not counted as a message: it is none.
        file = await calls.do("", document.get_file)
        data = await calls.do("", file.download_as_bytearray)
        return bytes(data[:most])

    return read
