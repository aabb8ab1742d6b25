"""What people do, handed to the service and answered, one person's things in their order."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bot.adapters.telegram import enclosures
from bot.adapters.telegram.card_picker import OWN
from bot.adapters.telegram.history import Lately
from bot.adapters.telegram.replies import Query
from bot.adapters.telegram.sender import To
from bot.adapters.telegram.updates import GROUPS, NAME
from bot.ports.errors import Elsewhere, PlatformError
from bot.ports.incoming import Incoming
from bot.ports.notices import Reachable
from bot.ports.refs import UserRef
from bot.support.errors import log_bug

if TYPE_CHECKING:
    from telegram import Bot, Message, Update

    from bot.adapters.telegram.api import Calls
    from bot.adapters.telegram.card_picker import CardPicker
    from bot.adapters.telegram.history import Sight
    from bot.adapters.telegram.phrase import Phrase
    from bot.adapters.telegram.replies import Replies
    from bot.adapters.telegram.updates import Reader
    from bot.ports.platform import Service
    from bot.support.clock import Clock

log = logging.getLogger(__name__)

COMMANDS = ("/", "／")
"""How words begin that are meant for the bot, whatever becomes of them."""

KEPT = 10_000
"""Sources remembered: an update that comes twice to one process is done once."""

PEOPLE = 20_000
LAST = 2.0
"""Seconds that what was taken before the end may still take."""

FRESH = 5 * 60.0
"""Seconds for which a group's list of administrators is believed."""


class Admins:
    """Who administers which group."""

    def __init__(self, bot: Bot, calls: Calls, clock: Clock) -> None:
        self._bot = bot
        self._calls = calls
        self._clock = clock
        self._known: Lately[str, tuple[float, frozenset[str]]] = Lately(2000)
        self._asking: dict[str, asyncio.Task[frozenset[str]]] = {}

    async def has(self, chat: str, person: str) -> bool:
        """Whether a person administers a chat; a list that is not fresh is renewed meanwhile."""
        known = self._known.get(chat)
        if known is None:
            return person in await self._renewed(chat)
        since, people = known
        if self._clock.steady() - since > FRESH:
            self._renewed(chat)
        return person in people

    def _renewed(self, chat: str) -> asyncio.Task[frozenset[str]]:
        """One request at a time a chat."""
        if chat not in self._asking:
            task = self._asking[chat] = asyncio.create_task(self._ask(chat))
            task.add_done_callback(lambda _: self._asking.pop(chat))
        return self._asking[chat]

    async def _ask(self, chat: str) -> frozenset[str]:
        people: frozenset[str] = frozenset()
        with suppress(PlatformError):
            # Not counted as a message: it is none.
            found = await self._calls.do("", lambda: self._bot.get_chat_administrators(int(chat)))
            people = frozenset(str(member.user.id) for member in found)
        self._known.put(chat, (self._clock.steady(), people))
        return people


class _Turn(NamedTuple):
    """An update whose turn comes after the one before of the same person.

    Attributes:
        stored: done when the service has stored what came of it, and a press is answered.
        before: done when it may begin.
        over: done when its answers have left.
    """

    update: Update
    query: Query | None
    stored: asyncio.Future[None]
    lane: str
    before: asyncio.Future[None] | None
    over: asyncio.Future[None]


class Dispatcher:
    """Takes updates."""

    def __init__(
        self,
        service: Service,
        reader: Reader,
        calls: Calls,
        answers: Replies,
        picking: CardPicker,
        admins: Admins,
        sight: Sight,
        phrase: Phrase,
    ) -> None:
        self._service = service
        self._reader = reader
        self._calls = calls
        self._answers = answers
        self._picking = picking
        self._admins = admins
        self._sight = sight
        self._phrase = phrase
        self._sources: Lately[str, None] = Lately(KEPT)
        self._lanes: dict[str, asyncio.Future[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.people: Lately[str, tuple[str, str]] = Lately(PEOPLE)
        """The name and the language of those who were here lately, by id."""

    def take(self, update: Update) -> asyncio.Future[None]:
        """Begin to work on an update.

        Returns:
            Done as soon as the service has stored what came of it, and a press is answered; what
            else there is to be sent may still be under way. Raises ``Elsewhere`` where another
            process is to take it.
        """
        pressed = update.callback_query
        person = update.effective_user if pressed is None else pressed.from_user
        lane = str(person.id) if person is not None else ""
        before = self._lanes.get(lane) if lane else None
        query = None
        if pressed is not None:
            query = Query(pressed, self._calls)
            user = UserRef(NAME, lane)
            sure = before is None and self._service.foresee(user, pressed.data or "")
            (query.take if sure else query.wait)()
        loop = asyncio.get_running_loop()
        stored: asyncio.Future[None] = loop.create_future()
        over = self._lanes[lane] = loop.create_future()
        # Later, so that the answer to a press leaves before all else.
        loop.call_soon(self._begin, _Turn(update, query, stored, lane, before, over))
        return stored

    def _begin(self, turn: _Turn) -> None:
        task = asyncio.create_task(self._in_turn(turn))
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._end(turn, done))

    def _end(self, turn: _Turn, task: asyncio.Task[None]) -> None:
        """Also after a task that was cancelled before it began."""
        self._tasks.discard(task)
        _let_go(turn.stored)
        _let_go(turn.over)
        if self._lanes.get(turn.lane) is turn.over:
            del self._lanes[turn.lane]

    @property
    def busy(self) -> bool:
        """Whether something taken is not answered yet."""
        return bool(self._lanes)

    async def stop(self) -> None:
        """Give what was taken a moment to be answered."""
        if self._lanes:
            await asyncio.wait(set(self._lanes.values()), timeout=LAST)
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _look(self, update: Update) -> None:
        """Note who is there and where messages stand."""
        person, message = update.effective_user, update.message
        if person is not None and not person.is_bot:
            if person.username:
                self._reader.named.put(person.username.lower(), person)
            self.people.put(str(person.id), (person.full_name, person.language_code or ""))
        pressed = update.callback_query.message if update.callback_query is not None else None
        said = message or pressed
        if person is not None and said is not None and said.chat.id == person.id:
            self._calls.opened(str(person.id))
        if message is not None and message.chat.type in GROUPS and message.message_id:
            thread = str(message.message_thread_id or "") if message.is_topic_message else ""
            forum = bool(message.chat.is_forum)
            self._sight.saw(str(message.chat.id), thread, message.message_id, forum=forum)
        if (stands := update.effective_message) is not None:
            self._answers.follow(stands)

    async def _in_turn(self, turn: _Turn) -> None:
        try:
            if turn.before is not None:
                await asyncio.wait({turn.before})
            await self._serve(turn.update, turn.query, turn.stored)
        except Elsewhere as error:
            _let_go(turn.stored, error)
        except PlatformError as error:
            log.info("answer not delivered reason=%s", type(error).__name__)
        except Exception as error:  # noqa: BLE001  (one update must not stop the others)
            log_bug(log, "update failed", error)

    async def _serve(
        self, update: Update, query: Query | None, stored: asyncio.Future[None]
    ) -> None:
        try:
            arrival = self._reader.read(update)
            self._look(update)
            for notice in arrival.notices:
                if isinstance(notice, Reachable):
                    self._calls.told(notice.user.id, reachable=notice.reachable)
                await self._service.notice(notice)
            if arrival.masked is not None:
                await self._unmask(arrival.masked)
            incoming = arrival.incoming
            if incoming is not None and incoming.text and update.message is not None:
                file = enclosures.enclosed(update.message, self._calls)
                words = enclosures.quoted(update.message)
                incoming = replace(incoming, enclosed=file, quoted=words)
            if incoming is not None and incoming.source not in self._sources:
                self._sources.put(incoming.source, None)
                await self._incoming(incoming, query, stored)
        except Elsewhere:
            if query is not None:  # it is answered there
                query.leave()
            raise
        finally:
            if query is not None:
                await query.done()

    async def _incoming(
        self, incoming: Incoming, query: Query | None, stored: asyncio.Future[None]
    ) -> None:
        if incoming.token.startswith(OWN):
            found = self._tapped(incoming)
            if isinstance(found, str):
                if query is not None:
                    await query.answer(found)
                return
            incoming = found
        if incoming.chat is not None and incoming.to_us and not incoming.masked:
            admin = await self._admins.has(incoming.chat.id, incoming.user.id)
            incoming = replace(incoming, admin=True) if admin else incoming
        reply = await self._service.handle(incoming)
        if query is None:
            _let_go(stored)
        else:  # a press that a kill interrupts before it is answered comes once more
            query.then(partial(_let_go, stored))
        if reply is not None:
            await self._answers.give(incoming, reply, query)
        elif incoming.text.startswith(COMMANDS):
            await self._answers.arrived(incoming)

    def _tapped(self, incoming: Incoming) -> Incoming | str:
        """What a tap on something to pick says to the service, or to its author."""
        if incoming.message is None or not incoming.message.private:
            return ""
        tap = self._picking.tap(incoming.message, incoming.token)
        if tap.unknown:
            # Picks live in memory; the hand is shown anew, with toggles that are known.
            return replace(incoming, token="", text="/hand")
        if tap.token:
            return replace(incoming, token=tap.token, values=tap.values)
        return tap.toast

    async def _unmask(self, message: Message) -> None:
        """Somebody who hides who they are cannot sit at a table: say so where they wrote."""
        thread = message.message_thread_id if message.is_topic_message else None
        to = To(message.chat.id, thread, answers=message.message_id)
        hidden = message.sender_chat or message.from_user
        person = str(hidden.id) if hidden is not None else ""
        await self._answers.line(to, person or str(to.chat), self._phrase("telegram-anonymous"))


def _let_go(waited: asyncio.Future[None], error: Exception | None = None) -> None:
    if waited.done():
        return
    if error is None:
        waited.set_result(None)
    else:
        waited.set_exception(error)
        waited.exception()  # it is no fault that nobody waits for it
