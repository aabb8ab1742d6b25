"""What Telegram refuses, as what the service knows.

The Bot API tells most refusals apart only by their English text; python-telegram-bot keeps it. No
text of an error is carried on: some of the library's name the bot's token.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from telegram import error as told

from bot.ports.errors import ChatGone, ChatMoved, MessageGone, NotAllowed, PlatformError, RetryAfter
from bot.ports.refs import ChatRef

if TYPE_CHECKING:
    from collections.abc import Callable

    from telegram.error import TelegramError

NAME = "telegram"

FORUM = "telegram-right-forum"
"""The name of what a group without topics lacks."""


class NotModified(PlatformError):
    """The message is already what it was to become."""


class NoWords(PlatformError):
    """The message is a picture, and its words are a caption."""


class PictureRefused(PlatformError):
    """The picture is not taken as a photo."""


class EntitiesRefused(PlatformError):
    """What is said of parts of the words is not taken; the words may be."""


class QueryOld(PlatformError):
    """A press that is not waited for any more."""


class NoSuchMethod(PlatformError):
    """The server is older than the method."""


class TopicGone(ChatGone):
    """The topic is closed, or ``deleted``."""

    def __init__(self, *, deleted: bool) -> None:
        super().__init__("the topic is deleted" if deleted else "the topic is closed")
        self.deleted = deleted


class Unreachable(ChatGone):
    """A person cannot be written to: ``reason`` is ``never``, ``blocked`` or ``gone``."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the person cannot be written to: {reason}")
        self.reason = reason


class Kicked(ChatGone):
    """The bot is not in the chat any more."""


_WORDS: tuple[tuple[tuple[str, ...], Callable[[], PlatformError]], ...] = (
    (("message is not modified",), NotModified),
    (("there is no text in the message",), NoWords),
    (
        (
            "message to edit not found",
            "message can't be edited",
            "message_id_invalid",
            "message to delete not found",
            "message can't be deleted",
            "message identifier is not specified",
            "there is no caption in the message",
        ),
        MessageGone,
    ),
    (("message thread not found", "topic_deleted"), partial(TopicGone, deleted=True)),
    (("topic_closed",), partial(TopicGone, deleted=False)),
    (
        ("photo_invalid_dimensions", "image_process_failed", "photo_ext_invalid", "too large"),
        PictureRefused,
    ),
    (
        ("can't parse entities", "entity_", "entities_", "can't parse message entities"),
        EntitiesRefused,
    ),
    (("query is too old", "query id is invalid"), QueryOld),
    (("bot was blocked",), partial(Unreachable, "blocked")),
    (
        ("can't initiate conversation", "messages to bots"),
        partial(Unreachable, "never"),
    ),
    (("user is deactivated",), partial(Unreachable, "gone")),
    (("was kicked", "is not a member", "chat was deleted"), Kicked),
    (
        ("send_photos_forbidden", "rights to send photos"),
        partial(NotAllowed, ("telegram-right-pictures",)),
    ),
    (("not a forum",), partial(NotAllowed, (FORUM,))),
    (
        ("not enough rights", "no rights to send", "write_forbidden", "chat_restricted"),
        partial(NotAllowed, ("telegram-right-send",)),
    ),
    (("chat not found", "peer_id_invalid", "user not found"), ChatGone),
)
"""Parts of what the server says, in lower case, and what they mean; the first that fits."""


def translated(error: TelegramError) -> PlatformError:
    """The service's error for one of the library's; raise it ``from None``."""
    match error:
        case told.RetryAfter():
            # A timedelta where PTB_TIMEDELTA is set, as it is in this package.
            wait = error.retry_after
            return RetryAfter(wait / timedelta(seconds=1) if isinstance(wait, timedelta) else wait)
        case told.ChatMigrated():
            return ChatMoved(ChatRef(NAME, str(error.new_chat_id)))
        case told.EndPointNotFound():
            return NoSuchMethod()
        case told.TimedOut():
            return PlatformError("no answer in time")
        case _:
            return _by_words(error.message)


def _by_words(message: str) -> PlatformError:
    said = message.lower().replace("’", "'")
    for words, known in _WORDS:
        if any(word in said for word in words):
            return known()
    return PlatformError("refused")
