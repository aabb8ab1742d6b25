"""The way back to one person: a toast, the message they pressed, or one that they alone see.

What is for one person in a group is shown to them there where the server can do that (ephemeral
messages, Bot API 10.3), else in their private chat; where they never opened one, a press gets an
alert that holds what matters most, and words are answered in the group if anybody may read that,
else with a line that says where the answer waits.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from telegram import Message
from telegram.constants import ChatType

from bot.adapters.telegram import shape
from bot.adapters.telegram.calls import acknowledge
from bot.adapters.telegram.errors import QueryOld
from bot.adapters.telegram.inbound import EPHEMERAL, thread_of
from bot.adapters.telegram.sender import To, ref_to
from bot.i18n.lengths import cut, units
from bot.i18n.times import plain
from bot.ports.errors import PlatformError
from bot.ports.messages import Button, Outgoing, Where

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from telegram import Bot, CallbackQuery, MaybeInaccessibleMessage

    from bot.adapters.telegram.alone import Alone
    from bot.adapters.telegram.calls import Calls
    from bot.adapters.telegram.phrase import Phrase
    from bot.adapters.telegram.picking import Draft, Picking
    from bot.adapters.telegram.sender import Sender
    from bot.ports.incoming import Incoming
    from bot.ports.messages import Reply
    from bot.ports.refs import ChatRef, MessageRef

log = logging.getLogger(__name__)

AT_ONCE = 4.0
"""Seconds after which a press is answered although nothing came of it yet."""


class Query:
    """A press that is answered once."""

    def __init__(self, query: CallbackQuery, calls: Calls) -> None:
        self._query = query
        self._calls = calls
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.answered = False

    @property
    def id(self) -> str:
        """Its id."""
        return self._query.id

    def take(self) -> None:
        """Begin to answer a press about which there is nothing to say, or not yet."""
        self._task = asyncio.get_running_loop().create_task(self.answer())

    def wait(self) -> None:
        """Answer it after a while, if nothing has come of it until then."""
        self._timer = asyncio.get_running_loop().call_later(AT_ONCE, self.take)

    async def done(self) -> None:
        """Answer it if that has not happened yet, and wait until it has."""
        await self.answer()
        if self._task is not None:
            await self._task

    async def answer(self, text: str = "", *, alert: bool = False) -> None:
        """Say at most 200 units; a press that is too old to be answered is let be."""
        if self.answered:
            return
        self.answered = True
        if self._timer is not None:
            self._timer.cancel()
        try:
            await self._calls.do("", lambda: self._said(text, alert=alert))
        except QueryOld:
            log.debug("press too old to be answered")
        except PlatformError as error:
            log.info("press not answered reason=%s", type(error).__name__)

    def _said(self, text: str, *, alert: bool) -> Coroutine[None, None, object]:
        if text:
            return self._query.answer(cut(text, shape.TOAST), show_alert=alert or None)
        return acknowledge(self._query.get_bot(), self.id)


class Answers:
    """Delivers replies."""

    def __init__(
        self, bot: Bot, sender: Sender, alone: Alone, picking: Picking, phrase: Phrase
    ) -> None:
        self._bot = bot
        self._sender = sender
        self._alone = alone
        self._picking = picking
        self._phrase = phrase

    async def give(self, incoming: Incoming, reply: Reply, query: Query | None) -> None:
        """Show a reply to the author of what came in. Raises a ``PlatformError``."""
        message = reply.message
        if query is not None and reply.where is Where.TOAST:
            words = plain(message.text)
            if not query.answered and units(words) <= shape.TOAST:
                await query.answer(words)
                return
        elif query is not None and reply.where is Where.SAME_MESSAGE and self._theirs(incoming):
            await query.answer()
            await self._replace(incoming, message)
            return
        if incoming.chat is None:
            if query is not None:
                await query.answer()
            await self.private(incoming, message)
        elif query is not None:
            await self._to_presser(incoming, incoming.chat, message, query)
        else:
            await self._to_speaker(incoming, reply)

    def follow(self, message: MaybeInaccessibleMessage) -> None:
        """Somebody was active in their private chat: what they are sent goes to that topic."""
        if not isinstance(message, Message) or message.chat.type != ChatType.PRIVATE:
            return
        if topic := thread_of(message):
            self._sender.topics.put(message.chat.id, int(topic))
        else:
            self._sender.topics.pop(message.chat.id, None)

    def _theirs(self, incoming: Incoming) -> bool:
        return incoming.message is not None and (incoming.chat is None or incoming.own)

    async def private(
        self, incoming: Incoming, message: Outgoing, *, protect: bool = False
    ) -> None:
        """Send to the author's private chat."""
        draft = self._picking.draft_of(message, tag=incoming.language)
        shaped = shape.shaped(message, self._picking.keyboard(draft))
        protected = protect or bool(message.title)
        to = To(int(incoming.user.id), protect=protected, silent=not message.notify)
        sent = await self._sender.send(to, shaped)
        self._picking.keep(ref_to(to, sent), draft)

    async def _replace(self, incoming: Incoming, message: Outgoing) -> None:
        """The message that was pressed becomes the reply."""
        pressed = incoming.message
        if pressed is None:
            return
        if pressed.id.startswith(EPHEMERAL):
            await self._alone.edit(incoming, pressed, message)
            return
        await edit_private(self._sender, self._picking, pressed, message, incoming.language)

    # In a group.

    async def _to_presser(
        self, incoming: Incoming, chat: ChatRef, message: Outgoing, query: Query
    ) -> None:
        if _short(message) and not query.answered:
            # Whoever is told something this way costs the group none of its messages a minute.
            await query.answer(plain(message.text), alert=True)
            return
        if await self._alone.possible(incoming, chat, query.id):
            await query.answer()
            try:
                await self._alone.send(incoming, chat, message, query.id)
            except PlatformError as error:
                log.info("not shown in the group reason=%s", type(error).__name__)
            else:
                return
        try:
            await self.private(incoming, message)
        except PlatformError as error:
            log.info("no private chat reason=%s", type(error).__name__)
            await query.answer(shape.essence(message), alert=True)
        else:
            await query.answer(self._phrase("telegram-sent-private", incoming.language))

    async def _to_speaker(self, incoming: Incoming, reply: Reply) -> None:
        open_to_all = partial(self._for_all, incoming, reply)
        alone = partial(self.private, incoming, reply.message)
        if incoming.masked:
            await open_to_all()  # nobody knows which private chat is theirs
            return
        first, second = (open_to_all, alone) if reply.where is Where.HERE else (alone, open_to_all)
        try:
            await first()
        except PlatformError:
            await second()

    async def _for_all(self, incoming: Incoming, reply: Reply) -> None:
        """Below the words that it answers, if anybody may read it; else where it waits."""
        if not reply.public or incoming.chat is None:
            if incoming.masked and incoming.chat is not None:
                to, tag = _answering(incoming, incoming.chat), incoming.language
                await self.line(to, self._phrase("telegram-masked", tag))
            else:
                await self.point(incoming, "telegram-open-private")
            return
        rows = shape.keyboard(shape.rows_of(reply.message.rows))
        to = _answering(incoming, incoming.chat)
        await self._sender.send(to, shape.shaped(reply.message, rows))

    async def arrived(self, incoming: Incoming) -> None:
        """A command in a group of which all will see what came: "typing" until then, no message."""
        if incoming.chat is None:
            return
        with suppress(PlatformError):
            await self._sender.type(_answering(incoming, incoming.chat))

    async def point(self, incoming: Incoming, key: str) -> None:
        """A line in the group, in answer to somebody's words, with the way to the private chat."""
        if incoming.chat is None:
            return
        tag = incoming.language
        button = Button("", self._phrase("telegram-private-button", tag), url=self.private_link)
        await self.line(_answering(incoming, incoming.chat), self._phrase(key, tag), button)

    async def line(self, to: To, text: str, *buttons: Button) -> None:
        """A line of words, and buttons below. Raises a ``PlatformError``."""
        rows = shape.keyboard(shape.rows_of([buttons]))
        await self._sender.send(to, shape.shaped(Outgoing(text), rows))

    @property
    def private_link(self) -> str:
        """The address of the bot's private chat, which tells that it was opened."""
        return f"https://t.me/{self._bot.username}?start=hello"


def _answering(incoming: Incoming, chat: ChatRef) -> To:
    """Below somebody's words in a group."""
    number = incoming.source.rpartition(":")[2]
    answers = int(number) if number.isdecimal() else None
    return To(int(chat.id), int(chat.thread) if chat.thread else None, answers=answers)


def _short(message: Outgoing) -> bool:
    """Whether a message is nothing but a few words."""
    more = (message.picture, message.rows, message.pickers, message.title, message.file)
    return not any(more) and 0 < units(plain(message.text)) <= shape.TOAST


async def edit_private(
    sender: Sender, picking: Picking, ref: MessageRef, message: Outgoing, tag: str
) -> None:
    """Change a private message and what is picked under it. Raises a ``PlatformError``."""
    draft: Draft = picking.draft_of(message, ref, tag)
    async with draft.lock:
        await sender.edit(ref, shape.shaped(message, picking.keyboard(draft)))
        picking.keep(ref, draft)
