"""Updates as what the service takes: a press, words, or a notice."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from telegram import ChatMemberRestricted, Message
from telegram.constants import ChatID, ChatMemberStatus, ChatType

from bot.adapters.telegram import deeplink
from bot.adapters.telegram.enclosures import words_of
from bot.adapters.telegram.history import Lately
from bot.ports.incoming import ALONE, Incoming
from bot.ports.notices import (
    Added,
    MemberJoined,
    MemberLeft,
    Migrated,
    PlaceBack,
    PlaceGone,
    Reachable,
    Removed,
)
from bot.ports.refs import ChatRef, MessageRef, UserRef

if TYPE_CHECKING:
    from collections.abc import Iterable

    from telegram import (
        CallbackQuery,
        Chat,
        ChatMember,
        ChatMemberUpdated,
        MaybeInaccessibleMessage,
        Update,
    )
    from telegram import User as Person

    from bot.ports.menu import CommandSpec
    from bot.ports.notices import Notice

NAME = "telegram"

UPDATES = ("message", "callback_query", "my_chat_member", "chat_member")
"""The kinds of updates asked for."""

GROUPS = (ChatType.GROUP, ChatType.SUPERGROUP)
MASKS = (ChatID.ANONYMOUS_ADMIN, ChatID.FAKE_CHANNEL)
"""Accounts that stand for an anonymous administrator, and for a channel."""

EPHEMERAL = "e"
"""Begins the id of a message that one person alone sees in a group."""

NAMED = 20_000
PICTURE, WORDS = "picture", "words"
"""Kinds of messages: what the words of one are decides how they are changed."""

_AWAY = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


@dataclass(frozen=True, slots=True)
class Arrival:
    """What an update means.

    Attributes:
        notices: told before ``incoming``.
        masked: words of somebody who hides who they are; nothing else is known of them.
    """

    incoming: Incoming | None = None
    notices: tuple[Notice, ...] = ()
    masked: Message | None = None


NOTHING = Arrival()


def chat_of(chat: Chat, thread: str = "") -> ChatRef:
    """A group, as the service knows it."""
    return ChatRef(NAME, str(chat.id), thread)


def user_of(person: Person) -> UserRef:
    """A person, as the service knows them."""
    return UserRef(NAME, str(person.id))


def thread_of(message: MaybeInaccessibleMessage) -> str:
    """The topic of a message; empty in General and for replies outside of forums."""
    if not isinstance(message, Message) or not message.is_topic_message:
        return ""
    return str(message.message_thread_id or "")


def ephemeral_id(message: MaybeInaccessibleMessage) -> str:
    """The id of a message that one person alone sees in a group; empty for others."""
    return str((message.api_kwargs or {}).get("ephemeral_message_id") or "")


def ref_of(message: MaybeInaccessibleMessage) -> MessageRef:
    """A message of ours, as the service knows it."""
    chat = str(message.chat.id)
    if own := ephemeral_id(message):
        return MessageRef(NAME, chat, EPHEMERAL + own, private=True, thread=thread_of(message))
    # A private message has one number, whatever topic of the chat it stands in.
    private = message.chat.type == ChatType.PRIVATE
    thread = "" if private else thread_of(message)
    return MessageRef(NAME, chat, str(message.message_id), private, thread, kind_of(message))


def kind_of(message: MaybeInaccessibleMessage) -> str:
    """Whether a message is a picture with a caption, or words."""
    if not isinstance(message, Message):
        return ""
    return PICTURE if message.photo or message.document is not None else WORDS


def _stands_on(token: str, message: MaybeInaccessibleMessage) -> bool:
    """Whether a message has this button: a press may name any message that its author sees.

    What stands on one that is too old is not told.
    """
    if not isinstance(message, Message) or not message.is_accessible:
        return True
    if message.reply_markup is None:
        return False
    rows = message.reply_markup.inline_keyboard
    return any(button.callback_data == token for row in rows for button in row)


class Reader:
    """Reads updates for the bot ``name`` with the number ``ident``."""

    def __init__(self, ident: int, name: str, menu: Iterable[CommandSpec]) -> None:
        self._known = frozenset(word for item in menu for word in item.words)
        self._ident = ident
        self._name = name.lower()
        self._call = re.compile(rf"(?<![\w@./])@{re.escape(name)}(?!\w)", re.IGNORECASE | re.ASCII)
        self.named: Lately[str, Person] = Lately(NAMED)
        """Who was here lately, by the name with which they are mentioned."""

    def read(self, update: Update) -> Arrival:
        """What an update means."""
        if update.callback_query is not None:
            return self._press(update.callback_query)
        if update.message is not None:
            return self._message(update.message)
        if update.my_chat_member is not None:
            return Arrival(notices=self._ours(update.my_chat_member))
        if update.chat_member is not None:
            return Arrival(notices=self._member(update.chat_member))
        return NOTHING

    # Presses.

    def _press(self, query: CallbackQuery) -> Arrival:
        message, person = query.message, query.from_user
        if message is None or not query.data or person.is_bot:
            return NOTHING
        ref = ref_of(message)
        private = message.chat.type == ChatType.PRIVATE
        incoming = Incoming(
            source=f"press:{query.id}",
            user=user_of(person),
            chat=None if private else ChatRef(NAME, ref.chat, ref.thread),
            message=ref if ref.private or _stands_on(query.data, message) else None,
            token=query.data,
            display_name=person.full_name,
            language=person.language_code or "",
            chat_title=message.chat.title or "",
            own=ref.private and not private,
        )
        return Arrival(incoming)

    # Messages.

    def _message(self, message: Message) -> Arrival:
        notices, said = self._service_message(message), words_of(message)
        if notices or said is None:
            return Arrival(notices=notices)
        person, alone = message.from_user, message.chat.type == ChatType.PRIVATE
        passed_on = message.forward_origin is not None or message.via_bot is not None
        if person is None or (passed_on and not (alone and message.document)):
            return NOTHING
        if alone:
            # What stands below a document that is passed on are somebody else's words.
            said = said if message.document is None or (said and not passed_on) else ALONE
            return NOTHING if person.is_bot else self._private(message, person, said)
        if message.chat.type not in GROUPS:
            return NOTHING
        text = self._meant(message, said)
        if not text:
            return NOTHING
        if message.sender_chat is not None and message.sender_chat.id == message.chat.id:
            return Arrival(replace(self._said(message, person, text), admin=True, masked=True))
        if person.id in MASKS or message.sender_chat is not None:
            aimed = text.startswith("/") and not message.is_automatic_forward
            return Arrival(masked=message) if aimed else NOTHING
        if person.is_bot:
            return NOTHING
        called = text != said.strip() or self._is_answer(message)
        return Arrival(replace(self._said(message, person, text), addressed=called))

    def _is_answer(self, message: Message) -> bool:
        """Whether a message is a reply to one of ours.

        What is said in a topic replies to the message that opened the topic, which may be ours.
        """
        to = message.reply_to_message
        if to is None or to.from_user is None or to.from_user.id != self._ident:
            return False
        return to.forum_topic_created is None and to.message_id != message.message_thread_id

    def _said(self, message: Message, person: Person, text: str) -> Incoming:
        private = message.chat.type == ChatType.PRIVATE
        about = None if private else self._about(message)
        return Incoming(
            source=f"words:{message.chat.id}:{message.message_id or ephemeral_id(message)}",
            user=user_of(person),
            chat=None if private else chat_of(message.chat, thread_of(message)),
            text=text,
            display_name=person.full_name,
            language=person.language_code or "",
            chat_title=message.chat.title or "",
            at=message.date,
            about=user_of(about) if about is not None else None,
            about_name=about.full_name if about is not None else "",
        )

    def _about(self, message: Message) -> Person | None:
        """The person whom words name, or else whose words they answer."""
        for entity in (*message.entities, *message.caption_entities):
            if entity.user is not None and not entity.user.is_bot:
                return entity.user
        for called in re.findall(r"@(\w{4,32})", words_of(message) or "", re.ASCII):
            if (person := self.named.get(called.lower())) is not None:
                return person
        answered = message.reply_to_message
        person = answered.from_user if answered is not None else None
        return None if person is None or person.is_bot else person

    def _private(self, message: Message, person: Person, words: str) -> Arrival:
        """Words to the bot alone; ``/start`` opens the chat and may bring a token along."""
        text = words.strip()
        said = self._said(message, person, text)
        here: tuple[Notice, ...] = (Reachable(said.user, reachable=True),)
        command, _, rest = text.partition(" ")
        if command.partition("@")[0] != "/start":
            return Arrival(said, here if command == "/start" else ())
        token = deeplink.token(rest.strip())
        if token:
            return Arrival(replace(said, token=token, text=""), here)
        return Arrival(replace(said, text="/help start"), here)

    def _meant(self, message: Message, text: str) -> str:
        """The words that are meant for us, without our name; empty: none."""
        text = text.strip()
        if text.startswith(("/", "／")):
            command, _, rest = text.partition(" ")
            word, at, name = command.partition("@")
            if at:
                return f"{word} {rest}".strip() if name.lower() == self._name else ""
            # A command that is nobody's by name and none of ours is another bot's.
            return text if word[1:].lower() in self._known else ""
        return self._call.sub(" ", text).strip()

    def _service_message(self, message: Message) -> tuple[Notice, ...]:
        here = chat_of(message.chat, thread_of(message))
        if message.migrate_to_chat_id:
            new = ChatRef(NAME, str(message.migrate_to_chat_id))
            return (Migrated(chat_of(message.chat), new),)
        if message.migrate_from_chat_id:
            old = ChatRef(NAME, str(message.migrate_from_chat_id))
            return (Migrated(old, chat_of(message.chat)),)
        if message.forum_topic_closed is not None:
            return (PlaceGone(here, deleted=False),)
        if message.forum_topic_reopened is not None:
            return (PlaceBack(here),)
        gone = message.left_chat_member
        if gone is not None and gone.id != self._ident:
            return (MemberLeft(user_of(gone), chat_of(message.chat)),)
        return tuple(
            MemberJoined(user_of(person), chat_of(message.chat))
            for person in message.new_chat_members or ()
            if not person.is_bot
        )

    # Members.

    def _ours(self, change: ChatMemberUpdated) -> tuple[Notice, ...]:
        """The bot was added, removed, blocked or unblocked."""
        gone = away(change.new_chat_member)
        if gone == away(change.old_chat_member):
            return ()
        person = change.from_user
        if change.chat.type == ChatType.PRIVATE:
            return (Reachable(user_of(person), reachable=not gone),)
        if change.chat.type not in GROUPS:
            return ()
        if gone:
            return (Removed(chat_of(change.chat)),)
        return (Added(chat_of(change.chat), user_of(person), person.language_code or ""),)

    def _member(self, change: ChatMemberUpdated) -> tuple[Notice, ...]:
        person = change.new_chat_member.user
        if person.is_bot or change.chat.type not in GROUPS:
            return ()
        told = MemberLeft if away(change.new_chat_member) else MemberJoined
        return (told(user_of(person), chat_of(change.chat)),)


def away(member: ChatMember) -> bool:
    """Whether somebody is no member."""
    if isinstance(member, ChatMemberRestricted):
        return not member.is_member
    return member.status in _AWAY
