"""What Telegram refuses, as what the service knows.

The Bot API tells most refusals apart only by their English text; python-telegram-bot keeps it. No
text of an error is carried on: some of the library's name the bot's token.
"""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from telegram import error as told

from bot.ports.errors import (
    ChatGone,
    ChatMoved,
    MessageGone,
    NoConnection,
    NotAllowed,
    PlatformError,
    RetryAfter,
    Unfit,
)
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


SEND, PICTURES = "telegram-right-send", "telegram-right-pictures"

_WORDS: tuple[tuple[tuple[str, ...], Callable[[], PlatformError]], ...] = (
    # Nothing is wrong.
    (("message is not modified", "message_not_modified"), NotModified),
    # The message.
    (("there is no text in the message",), NoWords),
    (
        (
            "message to edit not found",
            "message can't be edited",
            "message_id_invalid",
            "message_edit_time_expired",
            "message_author_required",
            "message to delete not found",
            "message can't be deleted",
            "message_delete_forbidden",
            "message identifier is not specified",
            "there is no caption in the message",
        ),
        MessageGone,
    ),
    (("query is too old", "query id is invalid", "query_id_invalid"), QueryOld),
    # The topic.
    (
        ("message thread not found", "topic_deleted", "topic_id_invalid", "thread_id_invalid"),
        partial(TopicGone, deleted=True),
    ),
    (
        ("can't parse entities", "entity_", "entities_", "can't parse message entities"),
        EntitiesRefused,
    ),
    (("topic_closed",), partial(TopicGone, deleted=False)),
    # Closed to this person.
    (
        ("bot was blocked", "user_is_blocked", "you_blocked_user", "user is blocked"),
        partial(Unreachable, "blocked"),
    ),
    (
        (
            "can't initiate conversation",
            "messages to bots",
            "user_is_bot",
            "user_privacy_restricted",
            "privacy_premium_required",
        ),
        partial(Unreachable, "never"),
    ),
    (("user is deactivated", "user_deactivated"), partial(Unreachable, "gone")),
    # Gone.
    (
        (
            "was kicked",
            "is not a member",
            "chat was deleted",
            "chat was deactivated",
            "chat is deactivated",
            "chat_forbidden",
            "channel_private",
            "channel_invalid",
        ),
        Kicked,
    ),
    # Closed to the bot.
    (
        (
            "send_photos_forbidden",
            "send_media_forbidden",
            "send_docs_forbidden",
            "rights to send photos",
            "rights to send documents",
        ),
        partial(NotAllowed, (PICTURES,)),
    ),
    (
        ("not a forum", "available for supergroup", "available only for supergroup"),
        partial(NotAllowed, (FORUM,)),
    ),
    (
        (
            "not enough rights",
            "no rights to send",
            "write_forbidden",
            "send_plain_forbidden",
            "guest_send_forbidden",
            "chat_restricted",
            "chat_admin_required",
            "need administrator rights",
            "user_banned_in_channel",
            "user_restricted",
        ),
        partial(NotAllowed, (SEND,)),
    ),
    # The picture.
    (
        (
            "photo_invalid_dimensions",
            "photo_ext_invalid",
            "photo_save_file_invalid",
            "image_process_failed",
            "media_empty",
            "media_invalid",
            "too large",
            "too big",
            "file must be non-empty",
            "wrong type of the web page content",
        ),
        PictureRefused,
    ),
    # Gone, said in a word that others hold too.
    (
        (
            "chat not found",
            "chat_id_invalid",
            "peer_id_invalid",
            "user not found",
            "user_id_invalid",
            "upgraded to a supergroup",
        ),
        ChatGone,
    ),
    # Our fault.
    (
        (
            "message text is empty",
            "text must be non-empty",
            "message_empty",
            "is too long",
            "message_too_long",
            "caption_too_long",
            "can't parse",
            "entities_too_long",
            "entity_bounds_invalid",
            "button_",
            "keyboard",
            "reply_markup",
            "replied not found",
            "reply message not found",
            "url host is empty",
            "wrong http url",
            "strings must be encoded in utf-8",
        ),
        partial(Unfit, "not taken as it is"),
    ),
    # Try later.
    (
        (
            "internal server error",
            "bad gateway",
            "gateway timeout",
            "service unavailable",
            "immediately deleted",
            "temporarily unavailable",
            "restart",
        ),
        partial(PlatformError, "the server has trouble"),
    ),
)
"""Parts of what the server says, in lower case, and what they mean; the first that fits."""

UNCONNECTED = ("ConnectError", "ConnectTimeout", "PoolTimeout")
"""What the library below says where a request never left."""

_SLOW = re.compile(r"(?:slowmode|flood|takeout_init_delay)\w*_wait_(\d+)|retry after (\d+)")
"""Refusals that say in their words how many seconds to wait."""


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
        case told.InvalidToken():
            # Its text may hold the token.
            return PlatformError("the token is not taken")
        case told.NetworkError() if type(error.__cause__).__name__ in UNCONNECTED:
            return NoConnection("no connection")
        case told.TimedOut():
            return PlatformError("no answer in time")
        case _:
            return _by_words(error.message)


def _by_words(message: str) -> PlatformError:
    said = message.lower().replace("’", "'")
    if slow := _SLOW.search(said):
        return RetryAfter(float(slow.group(1) or slow.group(2)))
    for words, known in _WORDS:
        if any(word in said for word in words):
            return known()
    return PlatformError(f"refused: {_harmless(said)}")


def _harmless(said: str) -> str:
    """Words that are not known, as they may be logged: short, and without a number or a name."""
    return re.sub(r"[^a-z_' :]+", "#", said)[:80]
