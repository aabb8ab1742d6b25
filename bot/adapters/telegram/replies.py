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
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from telegram import Message
from telegram.constants import ChatType

from bot.adapters.telegram import render
from bot.adapters.telegram.api import acknowledge
from bot.adapters.telegram.deeplink import HELLO
from bot.adapters.telegram.errors import QueryOld
from bot.adapters.telegram.sender import To, ref_to
from bot.adapters.telegram.updates import EPHEMERAL, thread_of
from bot.i18n.lengths import cut, units
from bot.i18n.times import plain
from bot.ports.errors import PlatformError, RetryAfter
from bot.ports.messages import Button, Outgoing, Where

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from telegram import Bot, CallbackQuery, MaybeInaccessibleMessage

    from bot.adapters.telegram.api import Calls
    from bot.adapters.telegram.card_picker import CardPicker, Draft
    from bot.adapters.telegram.ephemeral import Alone
    from bot.adapters.telegram.phrase import Phrase
    from bot.adapters.telegram.sender import Sender
    from bot.ports.incoming import Incoming
    from bot.ports.messages import Reply
    from bot.ports.refs import ChatRef, MessageRef
    from bot.support.clock import Clock, Handle

log = logging.getLogger(__name__)

AT_ONCE = 4.0
"""Seconds after which a press is answered although nothing came of it yet."""


class Query:
    """A press that is answered once; ``old`` once it turned out that nobody waits for it."""

    def __init__(self, query: CallbackQuery, calls: Calls) -> None:
        self._query = query
        self._calls = calls
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._then: Callable[[], None] | None = None
        self._over = False
        self.answered = False
        self.old = False

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

    def then(self, call: Callable[[], None]) -> None:
        """Call once the answer has left."""
        if self._over:
            call()
        else:
            self._then = call

    def leave(self) -> None:
        """Leave it to somebody else to answer, unless that has begun."""
        if self._timer is not None:
            self._timer.cancel()
        self.answered = True

    async def done(self) -> None:
        """Answer it if that has not happened yet, and wait until it has."""
        await self.answer()
        if self._task is not None:
            await self._task

    async def stale(self, text: str = "", *, alert: bool = False) -> bool:
        """Answer it, and whether it was too old for that."""
        await self.answer(text, alert=alert)
        await self.done()
        return self.old

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
            self.old = True
            log.debug("press too old to be answered")
        except PlatformError as error:
            log.info("press not answered reason=%s", type(error).__name__)
        finally:
            self._over = True
            if self._then is not None:
                self._then()

    def _said(self, text: str, *, alert: bool) -> Coroutine[None, None, object]:
        if text:
            return self._query.answer(cut(text, render.TOAST), show_alert=alert or None)
        return acknowledge(self._query.get_bot(), self.id)


class Replies:
    """Delivers replies."""

    def __init__(
        self,
        bot: Bot,
        calls: Calls,
        sender: Sender,
        alone: Alone,
        picking: CardPicker,
        phrase: Phrase,
        clock: Clock,
    ) -> None:
        self._bot = bot
        self._calls = calls
        self._sender = sender
        self._clock = clock
        self._newest: dict[MessageRef, tuple[Incoming, Outgoing]] = {}
        self._later: set[Handle] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._alone = alone
        self._picking = picking
        self._phrase = phrase

    async def give(self, incoming: Incoming, reply: Reply, query: Query | None) -> None:
        """Show a reply to the author of what came in. Raises a ``PlatformError``."""
        message = reply.message
        if query is None:
            if incoming.chat is None:
                await self.private(incoming, message)
            else:
                await self._to_speaker(incoming, reply)
            return
        if query.answered and await query.stale():
            return
        words = plain(message.text)
        if reply.where is Where.TOAST and units(words) <= render.TOAST and not query.answered:
            await query.answer(words)
        elif reply.where is Where.SAME_MESSAGE and self._theirs(incoming):
            if not await query.stale():
                await self._replace(incoming, message)
        elif incoming.chat is not None:
            await self._to_presser(incoming, incoming.chat, message, query)
        elif self._calls.room(incoming.user.id, incoming.user.id):
            await query.answer(self._phrase("telegram-slowly", incoming.language))
        elif not await query.stale():
            await self.private(incoming, message)

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
        """Send to the author's private chat. Raises a ``PlatformError``."""
        self._calls.ask(incoming.user.id, incoming.user.id)
        draft = self._picking.draft_of(message, tag=incoming.language)
        shaped = render.shaped(message, self._picking.keyboard(draft))
        protected = protect or bool(message.title)
        to = To(int(incoming.user.id), protect=protected, silent=not message.notify)
        sent = await self._sender.send(to, shaped)
        self._picking.keep(ref_to(to, sent), draft)

    async def _replace(self, incoming: Incoming, message: Outgoing) -> None:
        """The message that was pressed becomes the reply, or the newest once there is room."""
        pressed = incoming.message
        if pressed is None:
            return
        waits = pressed in self._newest
        self._newest[pressed] = (incoming, message)
        if not waits:
            await self._show_newest(pressed)

    async def _show_newest(self, pressed: MessageRef) -> None:
        """Change a message into what was last wanted of it, once there is room."""
        shown, waits = None, False
        try:
            while (newest := self._newest[pressed]) is not shown:
                incoming, message = newest
                self._calls.ask(pressed.chat, incoming.user.id, f"edit {pressed.id}")
                await self._change(pressed, incoming, message)
                shown = newest
        except RetryAfter as later:
            waits = True
            self._arrange(pressed, later.seconds)
        finally:
            if not waits:
                del self._newest[pressed]

    async def _change(self, pressed: MessageRef, incoming: Incoming, message: Outgoing) -> None:
        if pressed.id.startswith(EPHEMERAL):
            await self._alone.edit(incoming, pressed, message)
        else:
            tag = incoming.language
            await edit_private(self._sender, self._picking, pressed, message, tag)

    def _arrange(self, pressed: MessageRef, seconds: float) -> None:
        """Try again then."""

        async def calmly() -> None:
            with suppress(PlatformError):
                await self._show_newest(pressed)

        def begin() -> None:
            self._later.discard(handle)
            task = asyncio.create_task(calmly())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        handle = self._clock.call_at(self._clock.now() + timedelta(seconds=seconds), begin)
        self._later.add(handle)

    @property
    def busy(self) -> bool:
        """Whether a message is being changed."""
        return bool(self._tasks)

    async def stop(self) -> None:
        """Stop changing messages, and wait for those that are being changed."""
        for handle in self._later:
            handle.cancel()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # In a group.

    async def _to_presser(
        self, incoming: Incoming, chat: ChatRef, message: Outgoing, query: Query
    ) -> None:
        if _short(message) and not query.answered:
            # Whoever is told something this way costs the group none of its messages a minute.
            await query.answer(plain(message.text), alert=True)
            return
        if await self._shown_alone(incoming, chat, message, query) or query.old:
            return
        person = incoming.user.id
        if self._calls.room(person, person) or not await self._is_open(person):
            await query.answer(render.essence(message), alert=True)
        elif not await query.stale(self._phrase("telegram-sent-private", incoming.language)):
            await self.private(incoming, message)

    async def _shown_alone(
        self, incoming: Incoming, chat: ChatRef, message: Outgoing, query: Query
    ) -> bool:
        """Show it in the group to whoever pressed alone; whether that is done."""
        if self._calls.room(chat.id, incoming.user.id):
            return False
        if not await self._alone.possible(incoming, chat, query.id) or await query.stale():
            return False
        try:
            self._calls.ask(chat.id, incoming.user.id)
            await self._alone.send(incoming, chat, message, query.id)
        except PlatformError as error:
            log.info("not shown in the group reason=%s", type(error).__name__)
            return False
        return True

    async def _is_open(self, person: str) -> bool:
        """Whether a private message would arrive: "typing" is shown there where nobody knows."""
        if self._calls.is_open(person):
            return True
        try:
            self._calls.ask(person, person)
            await self._sender.type(To(int(person)))
        except PlatformError as error:
            log.info("no private chat reason=%s", type(error).__name__)
            return False
        return True

    async def _to_speaker(self, incoming: Incoming, reply: Reply) -> None:
        open_to_all = partial(self._for_all, incoming, reply)
        alone = partial(self.private, incoming, reply.message)
        if incoming.masked:
            await open_to_all()  # nobody knows which private chat is theirs
            return
        first, second = (open_to_all, alone) if reply.where is Where.HERE else (alone, open_to_all)
        try:
            await first()
        except RetryAfter:
            raise  # so much was sent that the other way would be no better
        except PlatformError:
            await second()

    async def _for_all(self, incoming: Incoming, reply: Reply) -> None:
        """Below the words that it answers, if anybody may read it; else where it waits."""
        if not reply.public or incoming.chat is None:
            if incoming.masked and incoming.chat is not None:
                to, tag = _answering(incoming, incoming.chat), incoming.language
                await self.line(to, incoming.user.id, self._phrase("telegram-masked", tag))
            else:
                await self.point(incoming, "telegram-open-private")
            return
        self._calls.ask(incoming.chat.id, incoming.user.id)
        rows = render.keyboard(render.rows_of(reply.message.rows))
        to = _answering(incoming, incoming.chat)
        sent = await self._sender.send(to, render.shaped(reply.message, rows))
        if reply.posted is not None:
            reply.posted(ref_to(to, sent))

    async def arrived(self, incoming: Incoming) -> None:
        """A command in a group of which all will see what came: "typing" until then, no message."""
        if incoming.chat is None:
            return
        with suppress(PlatformError):
            self._calls.ask(incoming.chat.id, incoming.user.id)
            await self._sender.type(_answering(incoming, incoming.chat))

    async def point(self, incoming: Incoming, key: str) -> None:
        """A line in the group, in answer to somebody's words, with the way to the private chat."""
        if incoming.chat is None:
            return
        tag = incoming.language
        button = Button("", self._phrase("telegram-private-button", tag), url=self.private_link)
        to = _answering(incoming, incoming.chat)
        await self.line(to, incoming.user.id, self._phrase(key, tag), button)

    async def line(self, to: To, person: str, text: str, *buttons: Button) -> None:
        """Words that somebody asked for, and buttons below. Raises a ``PlatformError``."""
        self._calls.ask(str(to.chat), person)
        rows = render.keyboard(render.rows_of([buttons]))
        await self._sender.send(to, render.shaped(Outgoing(text), rows))

    @property
    def private_link(self) -> str:
        """The address of the bot's private chat, which tells that it was opened."""
        return f"https://t.me/{self._bot.username}?start={HELLO}"


def _answering(incoming: Incoming, chat: ChatRef) -> To:
    """Below somebody's words in a group."""
    number = incoming.source.rpartition(":")[2]
    answers = int(number) if number.isdecimal() else None
    return To(int(chat.id), int(chat.thread) if chat.thread else None, answers=answers)


def _short(message: Outgoing) -> bool:
    """Whether a message is nothing but a few words."""
    more = (message.picture, message.rows, message.pickers, message.title, message.file)
    return not any(more) and 0 < units(plain(message.text)) <= render.TOAST


async def edit_private(
    sender: Sender, picking: CardPicker, ref: MessageRef, message: Outgoing, tag: str
) -> MessageRef:
    """Change a private message and what is picked under it. Raises a ``PlatformError``."""
    draft: Draft = picking.draft_of(message, ref, tag)
    async with draft.lock:
        ref = await sender.edit(ref, render.shaped(message, picking.keyboard(draft)))
        picking.keep(ref, draft)
    return ref
