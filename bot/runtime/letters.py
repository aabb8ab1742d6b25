"""What people must be told once: stored with the step that it tells of, then sent, then done with.

A program that dies between the two tells it after its next start; at worst something is told twice,
if it dies in the moment between sending and noting that.
"""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from bot.ports.refs import ChatRef, place_of, user_of
from bot.store.letters import LetterSent, LetterWritten
from bot.store.rows import StoreError
from bot.support.errors import log_bug
from bot.table.effects import Say, TellPrivately
from engine.codec import dump_msgs, load_msgs
from engine.msg import links_in

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
    from typing import Any

    from bot.delivery.outbox import Outbox
    from bot.ports.refs import UserRef
    from bot.runtime.context import Context
    from bot.screens.reader import Reader
    from bot.table.effects import Effect
    from bot.table.machine import TableMachine
    from engine.msg import Msg

log = logging.getLogger(__name__)

LASTS = timedelta(days=7)
"""After so long nothing is told any more: it is history."""


@dataclass(frozen=True, slots=True)
class Letter:
    """Something that is to be told, in a chat or to one person.

    Attributes:
        id: never used twice.
        chat: where; for a person the chat that it is about.
        user: the person; None: it is a line for the chat.
        msgs: what is told, a line each.
        names: by seat, where the messages name seats.
        until: when it is no longer true, and nobody is told any more; None: it stays so.
        wished: the person has asked for this very thing, whatever else they want to be sent.
    """

    id: str
    chat: ChatRef
    user: UserRef | None
    msgs: tuple[Msg, ...]
    names: tuple[str, ...] = ()
    until: datetime | None = None
    wished: bool = False

    def words(self, reader: Reader) -> str:
        """What it says to somebody."""
        return "\n".join(map(reader.catalogue.speaker(self.names), self.msgs))

    def row(self, now: datetime) -> LetterWritten:
        """The row that keeps it until it was sent."""
        person = self.user.key if self.user is not None else ""
        what: dict[str, object] = {"msgs": dump_msgs(self.msgs), "names": self.names}
        if self.until is not None:
            what["until"] = self.until.isoformat()
        if self.wished:
            what["wished"] = True
        text = json.dumps(what, ensure_ascii=False)
        return LetterWritten(self.id, self.chat.place, person, text, now)


def letters_of(table: TableMachine, effects: Sequence[Effect], now: datetime) -> list[Letter]:
    """What a table tells once that must be told: notes to persons, and how it came to its end."""
    state, chat = table.state, table.state.chat
    found: list[tuple[UserRef | None, tuple[Msg, ...]]] = []
    for effect in effects:
        match effect:
            case TellPrivately(seats, message):
                users = (state.players[seat].user for seat in seats)
                found += [(user, (message,)) for user in users if user is not None]
            case Say(msgs, kept=True) if state.place is not None:
                found.append((None, msgs))
            case _:
                pass
    if chat is None:
        return []
    about = f"{state.id} {state.public} {now.timestamp()}"
    return [
        Letter(f"{about} {number}", chat, user, msgs, table.names)
        for number, (user, msgs) in enumerate(found)
    ]


def read(row: LetterWritten) -> Letter | None:
    """The letter of a row; None for one that cannot be read."""
    chat = place_of(row.place)
    try:
        found = json.loads(row.text)
        msgs, names = load_msgs(found["msgs"]), tuple(map(str, found["names"]))
        until = datetime.fromisoformat(found["until"]) if "until" in found else None
        wished = bool(found.get("wished"))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    user = user_of(row.person) if row.person else None
    if chat is None:
        return None
    return Letter(row.letter, chat, user, msgs, names, until, wished)


class Letters:
    """Sends what is stored, and takes it away once it has left."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._on_its_way: set[str] = set()
        self._outboxes: dict[str, Outbox] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> bool:
        """Whether something is being noted, or is under way that its platform would take now."""
        idle = all(outbox.resting for outbox in self._outboxes.values())
        return not idle or len(self._tasks) > len(self._outboxes)

    async def close(self) -> None:
        """Stop sending; what has not left is stored, and is told after the next start."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Sending.

    def send(self, letters: Iterable[Letter], outbox: Outbox) -> None:
        """Tell what is stored already."""
        for letter in letters:
            self._on_its_way.add(letter.id)
            try:
                self._send(letter, outbox)
            except Exception as error:  # noqa: BLE001  (the others are told)
                log_bug(log, "a letter cannot be said", error)
                self._told(letter.id, sent=True)

    def _send(self, letter: Letter, outbox: Outbox) -> None:
        prefs, user = self._context.preferences, letter.user
        taste = prefs.person(user, letter.chat) if user else prefs.chat(letter.chat)
        reader, told = self._context.reader.of(taste), partial(self._told, letter.id)
        text, others = reader.each(() if user else outbox.kept_in, letter.words)
        links = links_in(*letter.msgs)
        if user is None:
            outbox.say(text, told, links, others)
        elif letter.wished or prefs.wants(user, "dm"):
            outbox.note(user, text, told, links)
        else:
            told(sent=True)

    def _told(self, ident: str, sent: bool) -> None:
        """Something has left; what could not be told waits for another occasion."""
        if sent:
            self._begin(self.done(ident))
        else:
            self._on_its_way.discard(ident)

    async def done(self, *idents: str) -> None:
        """Delete letters that were told, or can never be."""
        try:
            await self._context.store.commit([LetterSent(ident) for ident in idents])
        except StoreError as error:  # at worst it is told again after a restart
            log.warning("letters not taken away reason=%s", type(error).__name__)
        self._on_its_way.difference_update(idents)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # What was not told.

    async def start(self, here: Callable[[str], bool] = lambda place: True) -> None:
        """Tell what was stored and never told before the program ended.

        ``here``: whether what is about a place is told by this process.
        """
        rows = await self._context.store.letters.unread()
        await self._tell([row for row in rows if here(row.place)])

    async def take_over(self, chats: Collection[ChatRef]) -> None:
        """Tell what another process has not told any more, of rooms that are this one's now: to
        the room, and to persons about it."""
        keys = {chat.key for chat in chats}
        rows = await self._context.store.letters.unread() if keys else []
        await self._tell([row for row in rows if (at := _of(row)) and at.key in keys])

    async def reachable(self, user: UserRef) -> None:
        """Private messages arrive at a person again: what they have missed is told now."""
        await self._tell(await self._context.store.letters.unread(user.key))

    async def open_again(self, chat: ChatRef) -> None:
        """A chat can be written to again: what it has missed is told now."""
        rows = await self._context.store.letters.unread()
        here = {new for new in (_of(row) for row in rows) if new and new.key == chat.key}
        await self._tell([row for row in rows if not row.person and _of(row) in here])

    async def _tell(self, rows: Sequence[LetterWritten]) -> None:
        """Tell what is not on its way already, in the order in which it was written."""
        moved, now = await self._context.store.preferences.moved(), self._context.clock.now()
        by_place: dict[ChatRef, list[Letter]] = {}
        useless: list[str] = []
        for row in rows:
            letter = read(row)
            if row.letter in self._on_its_way:
                continue
            if letter is None or _late(row, letter, now) or not self._possible(letter):
                useless.append(row.letter)
                continue
            here = _newest(letter.chat, moved)
            by_place.setdefault(here, []).append(replace(letter, chat=here))
        if useless:
            await self.done(*useless)
        for place, letters in by_place.items():
            people = [letter.user.key for letter in letters if letter.user is not None]
            await self._context.preferences.know(people, (place.key,))
            self.deliver(place, letters)

    def _possible(self, letter: Letter) -> bool:
        return (letter.user or letter.chat).platform in self._context.platforms

    def deliver(self, place: ChatRef, letters: Sequence[Letter]) -> None:
        """Send letters by an outbox of their own, which ends with them."""
        ident = f"letters {letters[0].id}"
        outbox = self._outboxes[ident] = self._context.outboxes.open(ident, place)
        self.send(letters, outbox)

        async def until_sent() -> None:
            try:
                await outbox.drained()
            finally:
                del self._outboxes[ident]
                self._context.outboxes.close(outbox)

        self._begin(until_sent())


def _late(row: LetterWritten, letter: Letter, now: datetime) -> bool:
    return row.at < now - LASTS or (letter.until is not None and letter.until <= now)


def _of(row: LetterWritten) -> ChatRef | None:
    return place_of(row.place)


def _newest(chat: ChatRef, moved: dict[str, str]) -> ChatRef:
    """The chat by the key that it has now."""
    seen = {chat.key}
    while (new := moved.get(chat.key)) is not None and new not in seen:
        seen.add(new)
        platform, _, ident = new.partition(":")
        chat = ChatRef(platform, ident, chat.thread)
    return chat
