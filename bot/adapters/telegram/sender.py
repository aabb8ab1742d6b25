"""Messages on their way out: sent, edited and taken back, in a group or to one person."""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from telegram import InputMediaDocument, InputMediaPhoto, LinkPreviewOptions, Message
from telegram.constants import ChatAction

from bot.adapters.telegram.errors import (
    EntitiesRefused,
    NotModified,
    NoWords,
    PictureRefused,
    TopicGone,
)
from bot.adapters.telegram.history import Lately
from bot.adapters.telegram.render import bare, in_words
from bot.adapters.telegram.updates import EPHEMERAL, NAME, PICTURE, WORDS, ephemeral_id, kind_of
from bot.ports.errors import MessageGone, PlatformError
from bot.ports.refs import MessageRef

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from telegram import Bot, InlineKeyboardMarkup, MessageEntity

    from bot.adapters.telegram.api import Calls
    from bot.adapters.telegram.render import Shaped, Words
    from bot.ports.messages import Attachment

T = TypeVar("T")

log = logging.getLogger(__name__)

KEPT = 5000
"""Messages whose content is remembered, so that what has not changed is not sent."""

TOPICS = 20_000
"""People whose topic is remembered."""

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
FILE_NAME = "table.png"


@dataclass(frozen=True, slots=True)
class To:
    """Where a message goes.

    Attributes:
        chat: the id of a group or of a person.
        thread: the topic; None outside of one and in General.
        protect: it cannot be forwarded.
        silent: nobody's phone rings.
        answers: the message it replies to; it is sent as well if that is gone.
        alone: the person in the group who alone sees it, and the press that asked for it.
    """

    chat: int
    thread: int | None = None
    protect: bool = False
    silent: bool = True
    answers: int | None = None
    alone: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class _Known:
    """What a message shows; equal for equal messages of one process."""

    picture: int
    words: Words
    keyboard: InlineKeyboardMarkup | None
    rest: tuple[Words, ...]


class Sender:
    """Sends and edits."""

    def __init__(self, bot: Bot, calls: Calls) -> None:
        self._bot = bot
        self._calls = calls
        self._known: OrderedDict[tuple[str, str], _Known] = OrderedDict()
        self._rests: OrderedDict[tuple[str, str], tuple[int, ...]] = OrderedDict()
        self.topics: Lately[int, int] = Lately(TOPICS)
        """The topic of their private chat in which a person was last, where it has topics."""

    # Sending.

    async def send(self, to: To, shaped: Shaped) -> Message:
        """Send a message, and what does not fit below it; the first is returned.

        Raises:
            PlatformError: it did not arrive.
        """
        topic = self.topics.get(to.chat)
        if topic is None or to.thread is not None:
            return await self._send_whole(to, shaped)
        try:
            return await self._send_whole(replace(to, thread=topic), shaped)
        except TopicGone:
            self.topics.pop(to.chat, None)
            return await self._send_whole(to, shaped)

    async def _send_whole(self, to: To, shaped: Shaped) -> Message:
        try:
            message = await self._send_any(to, shaped)
        except EntitiesRefused:
            shaped = await self._barely(str(to.chat), shaped)
            message = await self._send_any(to, shaped)
        key = (str(to.chat), str(message.message_id))
        rest = await self._send_rest(to, shaped)
        if to.alone is None:
            self._note(key, shaped, rest)
        if shaped.kept is not None:
            await self._send_file(to, shaped.kept)
        return message

    async def _barely(self, chat: str, shaped: Shaped) -> Shaped:
        """What is sent instead once the parts of its words were refused."""
        log.warning("entities refused, plain words are sent instead")
        await self._calls.more(chat)
        return bare(shaped)

    async def type(self, to: To) -> None:
        """Have "typing" shown for a moment, which is no message. Raises a ``PlatformError``."""
        await self._calls.do(
            str(to.chat),
            lambda: self._bot.send_chat_action(
                to.chat, ChatAction.TYPING, message_thread_id=to.thread
            ),
        )

    async def _send_file(self, to: To, file: Attachment) -> None:
        """A file to keep, in a message of its own: a picture and a file are never one."""
        below = replace(to, answers=None, silent=True, protect=False)
        await self._calls.more(str(to.chat))
        await self._do(
            str(to.chat),
            lambda: self._bot.send_document(
                document=file.data, filename=file.name, **_address(below)
            ),
        )

    async def _send_any(self, to: To, shaped: Shaped) -> Message:
        """As a photo, else as a file, else in words."""
        if shaped.picture is None:
            return await self._send_words(to, shaped.words, shaped.keyboard)
        for file in (False, True) if not shaped.file else (True,):
            with suppress(PictureRefused):
                return await self._send_picture(to, shaped, shaped.picture, file=file)
            await self._calls.more(str(to.chat))
        log.warning("picture refused, words are sent instead")
        return await self._send_words(to, in_words(shaped), shaped.keyboard)

    async def _send_picture(self, to: To, shaped: Shaped, picture: bytes, *, file: bool) -> Message:
        fields: dict[str, Any] = {
            **_address(to),
            "caption": shaped.words.text,
            "caption_entities": shaped.words.entities,
            "reply_markup": shaped.keyboard,
        }

        def call() -> Awaitable[Message]:
            if file:
                return self._bot.send_document(document=picture, filename=FILE_NAME, **fields)
            return self._bot.send_photo(photo=picture, filename=FILE_NAME, **fields)

        return await self._do(str(to.chat), call)

    async def _send_words(
        self, to: To, words: Words, keyboard: InlineKeyboardMarkup | None
    ) -> Message:
        return await self._do(
            str(to.chat),
            lambda: self._bot.send_message(
                text=words.text,
                entities=words.entities,
                reply_markup=keyboard,
                link_preview_options=NO_PREVIEW,
                **_address(to),
            ),
        )

    async def _send_rest(self, to: To, shaped: Shaped) -> tuple[int, ...]:
        below, sent = replace(to, answers=None, silent=True), []
        for words in shaped.rest:
            await self._calls.more(str(to.chat))
            sent.append((await self._send_words(below, words, None)).message_id)
        return tuple(sent)

    # Editing.

    async def edit(self, ref: MessageRef, shaped: Shaped) -> MessageRef:
        """Change a message; one that shows it already is let be.

        Returns:
            The message, and of what kind it is now.

        Raises:
            MessageGone: it is not there, or cannot become this.
            PlatformError: it has not changed.
        """
        key = (ref.chat, ref.id)
        known = self._known.get(key)
        if known is not None and known == _known(shaped):
            self._known.move_to_end(key)
            return ref
        number = number_of(ref)
        try:
            kind = await self._edit_any(ref, number, shaped, known)
        except EntitiesRefused:
            shaped = await self._barely(ref.chat, shaped)
            kind = await self._edit_any(ref, number, shaped, known)
        rest = self._rests.get(key, ())
        if known is None or known.rest != shaped.rest:
            rest = await self._edit_rest(ref, shaped)
        self._note(key, shaped, rest)
        return replace(ref, kind=kind)

    async def _edit_any(
        self, ref: MessageRef, number: int, shaped: Shaped, known: _Known | None
    ) -> str:
        """Change a message as it must be changed; of what kind it is then."""
        picture = shaped.picture
        if picture is None:
            return await self._edit_words(ref, number, shaped, known)
        if known is not None and known.picture == hash(picture):
            with suppress(NotModified):
                await self._edit_caption(ref, number, shaped)
            return PICTURE
        for file in (False, True) if not shaped.file else (True,):
            with suppress(PictureRefused):
                with suppress(NotModified):
                    await self._edit_picture(ref, number, shaped, picture, file=file)
                return PICTURE
            await self._calls.more(ref.chat)
        raise MessageGone("the picture is not taken")

    async def _edit_picture(
        self, ref: MessageRef, number: int, shaped: Shaped, picture: bytes, *, file: bool
    ) -> None:
        await self._do(
            ref.chat,
            lambda: self._bot.edit_message_media(
                media(shaped, picture, file=file),
                chat_id=int(ref.chat),
                message_id=number,
                reply_markup=shaped.keyboard,
            ),
        )

    async def _edit_words(
        self, ref: MessageRef, number: int, shaped: Shaped, known: _Known | None
    ) -> str:
        """Change the words; a picture cannot become words, and goes on standing above them."""
        picture = ref.kind == PICTURE or (known is not None and bool(known.picture))
        with suppress(NotModified):
            if not picture:
                try:
                    await self._edit_text(ref, number, shaped)
                except NoWords:
                    picture = True
                    await self._calls.more(ref.chat)
            if picture:
                await self._edit_caption(ref, number, shaped)
        return PICTURE if picture else WORDS

    async def _edit_text(self, ref: MessageRef, number: int, shaped: Shaped) -> None:
        await self._do(
            ref.chat,
            lambda: self._bot.edit_message_text(
                shaped.words.text,
                chat_id=int(ref.chat),
                message_id=number,
                entities=shaped.words.entities,
                link_preview_options=NO_PREVIEW,
                reply_markup=shaped.keyboard,
            ),
        )

    async def _edit_caption(self, ref: MessageRef, number: int, shaped: Shaped) -> None:
        await self._do(
            ref.chat,
            lambda: self._bot.edit_message_caption(
                chat_id=int(ref.chat),
                message_id=number,
                caption=shaped.words.text,
                caption_entities=shaped.words.entities,
                reply_markup=shaped.keyboard,
            ),
        )

    async def _edit_rest(self, ref: MessageRef, shaped: Shaped) -> tuple[int, ...]:
        """The messages below are replaced: they are rare, and may be as many as they like."""
        for number in self._rests.get((ref.chat, ref.id), ()):
            await self._calls.more(ref.chat)
            await self._delete(ref.chat, number)
        thread = int(ref.thread) if ref.thread else None
        return await self._send_rest(To(int(ref.chat), thread, protect=ref.private), shaped)

    async def markup(self, ref: MessageRef, keyboard: InlineKeyboardMarkup | None) -> None:
        """Change a message's buttons alone. Raises a ``PlatformError``."""
        known = self._known.get((ref.chat, ref.id))
        if known is not None:
            self._known[ref.chat, ref.id] = replace(known, keyboard=keyboard)
        with suppress(NotModified):
            await self._do(
                ref.chat,
                lambda: self._bot.edit_message_reply_markup(
                    chat_id=int(ref.chat), message_id=number_of(ref), reply_markup=keyboard
                ),
            )

    async def erase(self, ref: MessageRef) -> None:
        """Delete a message and what is below it, as far as that is still allowed."""
        await self._delete(ref.chat, number_of(ref))
        for number in self._rests.get((ref.chat, ref.id), ()):
            await self._calls.more(ref.chat)
            await self._delete(ref.chat, number)

    async def _delete(self, chat: str, number: int) -> None:
        try:
            await self._do(
                chat, lambda: self._bot.delete_message(chat_id=int(chat), message_id=number)
            )
        except PlatformError as error:
            # Older than 48 hours, or gone already.
            log.info("message not deleted reason=%s", type(error).__name__)

    # What is remembered.

    def _note(self, key: tuple[str, str], shaped: Shaped, rest: tuple[int, ...]) -> None:
        self._known[key] = _known(shaped)
        self._known.move_to_end(key)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        self._rests.pop(key, None)
        if rest:
            self._rests[key] = rest
            if len(self._rests) > KEPT:
                self._rests.popitem(last=False)

    async def _do(self, chat: str, call: Callable[[], Awaitable[T]]) -> T:
        return await self._calls.do(chat, call)


def number_of(ref: MessageRef) -> int:
    """A message's number. Raises ``MessageGone`` for one that cannot be edited by it."""
    if not ref.id.isdecimal():
        raise MessageGone("no such message")
    return int(ref.id)


def ref_to(to: To, message: Message) -> MessageRef:
    """A message sent, as the service knows it."""
    thread = str(to.thread or "")
    if to.alone is not None:
        ident = EPHEMERAL + ephemeral_id(message)
        return MessageRef(NAME, str(to.chat), ident, private=True, thread=thread)
    private = to.chat > 0
    kind = kind_of(message)
    return MessageRef(NAME, str(to.chat), str(message.message_id), private, thread, kind)


def media(
    shaped: Shaped, picture: bytes, *, file: bool = False
) -> InputMediaPhoto | InputMediaDocument:
    """A picture with its caption, for an edit."""
    words: tuple[str, tuple[MessageEntity, ...]] = (shaped.words.text, shaped.words.entities)
    kind = InputMediaDocument if file else InputMediaPhoto
    return kind(picture, caption=words[0], caption_entities=words[1], filename=FILE_NAME)


def _known(shaped: Shaped) -> _Known:
    picture = hash(shaped.picture) if shaped.picture is not None else 0
    return _Known(picture, shaped.words, shaped.keyboard, shaped.rest)


def _address(to: To) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "chat_id": to.chat,
        "message_thread_id": to.thread,
        "disable_notification": to.silent or None,
        "protect_content": to.protect or None,
    }
    if to.answers is not None:
        fields["reply_to_message_id"] = to.answers
        fields["allow_sending_without_reply"] = True
    if to.alone is not None:
        person, press = to.alone
        parameters = {"receiver_user_id": person, "callback_query_id": press}
        fields["api_kwargs"] = {"ephemeral_message_parameters": parameters}
    return fields
