"""The port: groups and their topics are chats, private chats are people."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from telegram import Bot
from telegram.request import HTTPXRequest

from bot.adapters.telegram import deeplink, render
from bot.adapters.telegram.api import A_SECOND, Calls
from bot.adapters.telegram.card_picker import CardPicker
from bot.adapters.telegram.dispatcher import Admins, Dispatcher
from bot.adapters.telegram.ephemeral import Alone
from bot.adapters.telegram.errors import FORUM, Kicked, TopicGone, Unreachable
from bot.adapters.telegram.history import Sight
from bot.adapters.telegram.limits import LIMITS
from bot.adapters.telegram.opening import Opening
from bot.adapters.telegram.phrase import Phrase
from bot.adapters.telegram.polling import (
    Rejected,
    hush,
    offer_commands,
    patiently,
    poll,
)
from bot.adapters.telegram.replies import Replies, edit_private
from bot.adapters.telegram.rights import lacking
from bot.adapters.telegram.sender import Sender, To, ref_to
from bot.adapters.telegram.updates import NAME, Reader, away
from bot.adapters.telegram.webhook import Entrance
from bot.i18n.lengths import cut
from bot.i18n.names import clean
from bot.ports.budget import Traffic
from bot.ports.errors import ChatGone, ChatMoved, MessageGone, NotAllowed, PlatformError
from bot.ports.notices import Migrated, PlaceGone, Reachable, Removed
from bot.ports.platform import Delivery
from bot.ports.refs import ChatRef, MessageRef, UserRef

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
    from datetime import datetime

    from telegram import InlineKeyboardMarkup

    from bot.adapters.telegram.webhook import Webhook
    from bot.i18n.catalogue import Catalogue
    from bot.ports.messages import Outgoing
    from bot.ports.notices import Notice
    from bot.ports.platform import Service
    from bot.support.clock import Clock

log = logging.getLogger(__name__)

API = "https://api.telegram.org"
TOPIC_NAME = 128
"""Characters of a topic's name (Bot API, createForumTopic)."""

TOPICS = "telegram-right-topics"
SUPERGROUP = "-100"
"""What the number of a supergroup begins with, and its address does not."""


class TelegramPlatform:
    """Telegram; ``ready`` is set while it serves.

    Args:
        token: the bot's token; it is in no log and no error.
        catalogue: the adapter's own words, and those of the commands.
        clock: the time, for what is held back and for edits.
        api_base: a server of the Bot API other than Telegram's own.
        webhook: take updates by it instead of fetching them.
        a_second: requests about chats that may leave in a second.
        page: the page's address from outside, which opens tables inside Telegram; empty: none.
        app: the short name under which it does so in groups.
    """

    name = NAME
    limits = LIMITS

    def __init__(
        self,
        token: str,
        catalogue: Catalogue,
        clock: Clock,
        *,
        api_base: str = "",
        webhook: Webhook | None = None,
        a_second: int = A_SECOND,
        page: str = "",
        app: str = "",
    ) -> None:
        hush()
        base = (api_base or API).rstrip("/")
        self._bot = Bot(
            token, base_url=f"{base}/bot", base_file_url=f"{base}/file/bot",
            request=HTTPXRequest(connection_pool_size=64, read_timeout=15),
            get_updates_request=HTTPXRequest(connection_pool_size=1),
        )  # fmt: skip
        self._phrase = phrase = Phrase(catalogue)
        self._clock = clock
        self.entrance = Entrance(self._bot, webhook, clock) if webhook is not None else None
        self.traffic = Traffic()
        self._calls = Calls(clock, self.limits, self.traffic, a_second)
        self.allowance = self._calls.allowance
        self._sender = Sender(self._bot, self._calls)
        self._opening = Opening(page, app, self._bot, phrase)
        self._picking = CardPicker(clock, phrase, self._edit_keyboard, self._opening)
        self._alone = Alone(
            self._bot, self._calls, self._sender, self._picking, phrase, self._found_alone
        )
        self._answers = Replies(
            self._bot, self._calls, self._sender, self._alone, self._picking, phrase, clock
        )
        self._sight = Sight()
        self._service: Service | None = None
        self._intake: Dispatcher | None = None
        self._aside: set[asyncio.Task[None]] = set()
        self.ready = asyncio.Event()

    # Serving.

    @property
    def serving(self) -> bool:
        """Whether updates come in."""
        return self.ready.is_set()

    async def run(self, service: Service) -> None:
        """Serve until cancelled, or until this process cannot go on with its token."""
        try:
            await patiently(self._clock, self._bot.initialize)
            async with self._taking(service) as intake:
                await self._serve(intake)
        except Rejected as error:
            log.error("telegram is left out: %s", error)  # noqa: TRY400  (no stack: it is said)
        finally:
            self.ready.clear()
            await self._hang_up()

    async def _hang_up(self) -> None:
        """Close every connection, also where this is cancelled half-way."""
        closing = asyncio.ensure_future(self._bot.shutdown())
        try:
            await asyncio.shield(closing)
        except asyncio.CancelledError:
            await closing
            raise

    @asynccontextmanager
    async def _taking(self, service: Service) -> AsyncIterator[Dispatcher]:
        me = self._bot.bot
        admins = Admins(self._bot, self._calls, self._clock)
        reader = Reader(me.id, me.username or "", service.menu)
        intake = Dispatcher(
            service, reader, self._calls, self._answers, self._picking, admins, self._sight,
            self._phrase,
        )  # fmt: skip
        self._service, self._intake = service, intake
        self._beside(offer_commands(self._bot, service.menu, self._phrase))
        self._beside(self._opening.offer())
        try:
            yield intake
        finally:
            aside = tuple(self._aside)
            for task in aside:
                task.cancel()
            # A request that is given up closes its connection only when it has its turn.
            await asyncio.gather(*aside, return_exceptions=True)
            await self._picking.stop()
            await self._answers.stop()
            await intake.stop()

    async def _serve(self, intake: Dispatcher) -> None:
        self.ready.set()
        if self.entrance is None:
            await poll(self._bot, intake.take, self._clock, self.ready)
            return
        async with self.entrance.open_to(intake.take) as ask_for_updates:
            await patiently(self._clock, ask_for_updates)
            await asyncio.Event().wait()

    @property
    def busy(self) -> bool:
        """Whether something that came in is not answered yet, or is done beside."""
        taking = self._intake is not None and self._intake.busy
        return taking or self._picking.busy or self._answers.busy or bool(self._aside)

    def _tell(self, notice: Notice) -> None:
        """Let the service know, when whoever is sending now has heard of it."""
        if self._service is not None:
            self._beside(self._service.notice(notice))

    def _beside(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    # Groups.

    async def post(self, chat: ChatRef, message: Outgoing) -> MessageRef:
        """Send to a group or topic."""
        to = To(int(chat.id), _number(chat.thread), silent=not (message.notify or message.mention))
        shaped = await self._in_group(chat, message)
        with self._noting(chat):
            sent = await self._sender.send(to, shaped)
        ref = ref_to(to, sent)
        self._sight.saw(chat.id, chat.thread, sent.message_id)
        return ref

    async def edit(self, ref: MessageRef, message: Outgoing) -> MessageRef:
        """Change a message, in a group or private."""
        if ref.private:
            _, tag = self._person(ref.chat)
            try:
                return await edit_private(self._sender, self._picking, ref, message, tag)
            except Unreachable:
                self._tell(Reachable(UserRef(NAME, ref.chat), reachable=False))
                raise
        chat = ChatRef(NAME, ref.chat, ref.thread)
        shaped = await self._in_group(chat, message)
        with self._noting(chat):
            return await self._sender.edit(ref, shaped)

    async def retire(self, ref: MessageRef) -> None:
        """Take the buttons off an old message."""
        with suppress(MessageGone):
            await self._sender.markup(ref, None)

    async def erase(self, ref: MessageRef) -> None:
        """Delete a message of ours; one that is gone or too old is let be."""
        await self._sender.erase(ref)

    async def _in_group(self, chat: ChatRef, message: Outgoing) -> render.Shaped:
        rows = render.rows_of(message.rows)
        if any(picker.token for picker in message.pickers):
            # Toggles would use up the group's edits: cards are picked in private.
            label = self._phrase("telegram-pick-private")
            rows.append([render.key(label, "", url=self._answers.private_link)])
        rows += self._opening.in_group(message.table)
        called = None
        if message.mention is not None:
            called = (int(message.mention.id), await self._name_of(chat, message.mention))
        return render.shaped(message, render.keyboard(rows), called=called)

    async def _name_of(self, chat: ChatRef, user: UserRef) -> str:
        name, _ = self._person(user.id)
        if not name:
            with suppress(PlatformError):
                member = await self._calls.do(
                    "", lambda: self._bot.get_chat_member(int(chat.id), int(user.id))
                )
                name = member.user.full_name
        return clean(name)

    def _person(self, ident: str) -> tuple[str, str]:
        """Name and language of somebody who was here lately."""
        known = self._intake.people.get(ident) if self._intake is not None else None
        return known or ("", "")

    @contextmanager
    def _noting(self, chat: ChatRef) -> Iterator[None]:
        """Tell the service what a refusal says of the group."""
        try:
            yield
        except ChatMoved as error:
            self._tell(Migrated(ChatRef(NAME, chat.id), error.new))
            raise
        except Kicked:
            self._tell(Removed(ChatRef(NAME, chat.id)))
            raise
        except TopicGone as error:
            if chat.thread:
                self._tell(PlaceGone(chat, deleted=error.deleted))
            raise

    # Persons.

    async def whisper(self, user: UserRef, message: Outgoing) -> Delivery:
        """Send to one person alone; it cannot be forwarded."""
        _, tag = self._person(user.id)
        draft = self._picking.draft_of(message, tag=tag)
        to = To(int(user.id), protect=True, silent=not message.notify)
        shaped = render.shaped(message, self._picking.keyboard(draft))
        try:
            sent = await self._sender.send(to, shaped)
        except ChatGone as error:
            return _undelivered(error)
        ref = ref_to(to, sent)
        self._picking.keep(ref, draft)
        return Delivery(ref)

    async def reach(self, user: UserRef) -> Delivery:
        """Whether a private message would arrive: "typing" is shown there for a moment."""
        try:
            self._calls.ask(user.id, user.id)
            await self._sender.type(To(int(user.id)))
        except ChatGone as error:
            return _undelivered(error)
        except PlatformError as error:
            return Delivery(reason=type(error).__name__.lower())
        return Delivery(MessageRef(NAME, user.id, "", private=True))

    async def _edit_keyboard(
        self, ref: MessageRef, person: str, keyboard: InlineKeyboardMarkup | None
    ) -> None:
        self._calls.ask(ref.chat, person or ref.chat, f"pick {ref.id}")
        if person:
            await self._alone.markup(ref, person, keyboard)
        else:
            await self._sender.markup(ref, keyboard)

    def _found_alone(self, has: bool) -> None:
        """Hands can be shown in the group to their owners alone, or cannot."""
        self.limits = replace(self.limits, aside=has)

    def newer(self, ref: MessageRef) -> int:
        """How many messages stand below this one, as far as the bot saw them."""
        return self._sight.newer(ref)

    def link(self, token: str) -> str:
        """An address that opens the private chat and brings the token along, if there is one."""
        written = deeplink.payload(token) if token else deeplink.HELLO
        if not written or self._intake is None:
            return ""
        return f"https://t.me/{self._bot.username}?start={written}"

    async def lacks(self, chat: ChatRef) -> tuple[str, ...]:
        """What the bot may not send in a chat."""
        return await lacking(self._bot, self._calls, int(chat.id))

    async def member(self, chat: ChatRef, user: UserRef) -> bool | None:
        """Whether a person is in a group; only sure where the bot is an administrator there."""
        try:
            found = await self._calls.do(
                "", lambda: self._bot.get_chat_member(int(chat.id), int(user.id))
            )
        except PlatformError:
            return None
        return not away(found)

    async def open_place(
        self, chat: ChatRef, title: str, people: Sequence[UserRef] = ()
    ) -> ChatRef:
        """A new topic: the chat is a forum, and the bot may manage topics. People see all topics.

        Raises:
            NotAllowed: one of both is missing.
            PlatformError: it was not opened.
        """
        name = cut(title or render.NOTHING, TOPIC_NAME)
        try:
            topic = await self._calls.do(
                chat.id, lambda: self._bot.create_forum_topic(int(chat.id), name)
            )
        except NotAllowed as error:
            forum = FORUM in error.rights
            raise NotAllowed((FORUM if forum else TOPICS,)) from None
        return ChatRef(NAME, chat.id, str(topic.message_thread_id))

    async def find_place(self, chat: ChatRef, title: str, since: datetime) -> ChatRef | None:
        """Nothing: bots cannot list topics."""
        return None

    async def close_place(self, place: ChatRef) -> None:
        """Close a topic; one that is gone or may not be closed is let be."""
        if not place.thread:
            return
        try:
            await self._calls.do(
                place.id, lambda: self._bot.close_forum_topic(int(place.id), int(place.thread))
            )
        except (ChatGone, NotAllowed) as error:
            log.info("topic not closed reason=%s", type(error).__name__)

    def languages(self, chat: ChatRef) -> tuple[str, ...]:
        """None: a message is the same to all who read it."""
        return ()

    def place_link(self, place: ChatRef) -> str:
        """What opens a supergroup or topic; other groups have no address."""
        number = place.id.removeprefix(SUPERGROUP)
        return f"https://t.me/c/{number}/{place.thread or 1}" if number != place.id else ""


def _number(thread: str) -> int | None:
    return int(thread) if thread else None


def _undelivered(error: ChatGone) -> Delivery:
    reason = error.reason if isinstance(error, Unreachable) else "never"
    return Delivery(reason=reason, final=True)
