"""Messages in a group that one person alone sees (ephemeral messages, Bot API 10.3).

A press may be answered by one within 15 seconds; it can be changed for as long as it is there. A
server that does not know them would ignore what makes a message ephemeral, and show a hand to
everybody. So it is asked for a method that came with them, and then tried with words that are no
secret, before anything else is sent.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bot.adapters.telegram import render
from bot.adapters.telegram.errors import NoSuchMethod, NotModified
from bot.adapters.telegram.sender import NO_PREVIEW, To, media, ref_to
from bot.adapters.telegram.updates import EPHEMERAL, NAME, ephemeral_id
from bot.ports.budget import Later
from bot.ports.errors import PlatformError
from bot.ports.messages import Outgoing
from bot.ports.refs import MessageRef

if TYPE_CHECKING:
    from collections.abc import Callable

    from telegram import Bot, InlineKeyboardMarkup

    from bot.adapters.telegram.api import Calls
    from bot.adapters.telegram.card_picker import CardPicker
    from bot.adapters.telegram.phrase import Phrase
    from bot.adapters.telegram.sender import Sender
    from bot.ports.incoming import Incoming
    from bot.ports.refs import ChatRef

log = logging.getLogger(__name__)

TRIAL = "trial"
"""Stands for the person who asked, where a server is tried: what they asked for comes after."""


class Alone:
    """Sends and changes them; ``found`` hears whether the server has them."""

    def __init__(
        self,
        bot: Bot,
        calls: Calls,
        sender: Sender,
        picking: CardPicker,
        phrase: Phrase,
        found: Callable[[bool], None],
    ) -> None:
        self._bot = bot
        self._calls = calls
        self._sender = sender
        self._picking = picking
        self._phrase = phrase
        self._found = found
        self._has: bool | None = None
        self._trying = asyncio.Lock()

    async def possible(self, incoming: Incoming, chat: ChatRef, press: str) -> bool:
        """Whether the server has such messages; found out once."""
        if self._has is None:
            async with self._trying:
                if self._has is None:
                    self._has = await self._try(incoming, chat, press)
                    if self._has is not None:
                        log.info("telegram shows messages to one alone: %s", self._has)
                        self._found(self._has)
        return bool(self._has)

    async def _try(self, incoming: Incoming, chat: ChatRef, press: str) -> bool | None:
        """None where this one was refused, which says nothing of the server."""
        there = {"chat_id": int(chat.id), "receiver_user_id": int(incoming.user.id)}
        try:
            self._calls.ask(chat.id, TRIAL)
            await self._ask(chat.id, "deleteEphemeralMessage", {**there, "ephemeral_message_id": 1})
        except NoSuchMethod:
            return False
        except Later:
            return None
        except PlatformError:
            pass  # there is no such message, but there is the method
        words = Outgoing(self._phrase("telegram-only-you", incoming.language))
        try:
            self._calls.ask(chat.id, TRIAL)
            sent = await self._sender.send(_to(incoming, chat, press), render.shaped(words, None))
        except PlatformError:
            return None
        if ephemeral_id(sent):
            return True
        await self._calls.more(chat.id)
        await self._sender.erase(MessageRef(NAME, chat.id, str(sent.message_id)))
        return False

    async def send(self, incoming: Incoming, chat: ChatRef, message: Outgoing, press: str) -> None:
        """Answer a press. Raises a ``PlatformError``."""
        draft = self._picking.draft_of(message, tag=incoming.language)
        draft.person = incoming.user.id
        to = _to(incoming, chat, press)
        sent = await self._sender.send(to, render.shaped(message, self._picking.keyboard(draft)))
        self._picking.keep(ref_to(to, sent), draft)

    async def edit(self, incoming: Incoming, ref: MessageRef, message: Outgoing) -> None:
        """Change a message that was pressed. Raises a ``PlatformError``."""
        draft = self._picking.draft_of(message, ref, incoming.language)
        draft.person = incoming.user.id
        async with draft.lock:
            shaped = render.shaped(message, self._picking.keyboard(draft))
            fields = _fields(ref, incoming.user.id, shaped.keyboard)
            if shaped.picture is not None:
                fields["media"] = media(shaped, shaped.picture, file=shaped.file)
                await self._ask(ref.chat, "editEphemeralMessageMedia", fields)
            else:
                fields |= {"text": shaped.words.text, "entities": shaped.words.entities}
                fields["link_preview_options"] = NO_PREVIEW
                await self._ask(ref.chat, "editEphemeralMessageText", fields)
            self._picking.keep(ref, draft)

    async def markup(
        self, ref: MessageRef, person: str, keyboard: InlineKeyboardMarkup | None
    ) -> None:
        """Change the buttons alone. Raises a ``PlatformError``."""
        fields = _fields(ref, person, keyboard)
        await self._ask(ref.chat, "editEphemeralMessageReplyMarkup", fields)

    async def _ask(self, chat: str, method: str, fields: dict[str, Any]) -> None:
        given = {name: value for name, value in fields.items() if value is not None}
        with suppress(NotModified):
            await self._calls.do(chat, lambda: self._bot.do_api_request(method, api_kwargs=given))


def _to(incoming: Incoming, chat: ChatRef, press: str) -> To:
    thread = int(chat.thread) if chat.thread else None
    return To(int(chat.id), thread, protect=True, alone=(int(incoming.user.id), press))


def _fields(ref: MessageRef, person: str, keyboard: InlineKeyboardMarkup | None) -> dict[str, Any]:
    return {
        "chat_id": int(ref.chat),
        "receiver_user_id": int(person),
        "ephemeral_message_id": int(ref.id.removeprefix(EPHEMERAL)),
        "reply_markup": keyboard,
    }
