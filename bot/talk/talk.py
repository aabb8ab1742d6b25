"""Keeps what is said for a week, and knows who may speak and who hears whom.

Nothing of it touches a table: it asks one who sits where, and is never asked itself. Words are
stored before anybody is shown them, and are written into no log.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.i18n.names import clean, told_apart
from bot.ports.refs import ChatRef, user_of
from bot.ports.talk import Line
from bot.store.talk import LineSaid, TalkOver
from bot.support.errors import Refused
from bot.support.marks import KEY_BYTES, Marks
from bot.table import tokens
from bot.talk import words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from bot.access.bars import Bars
    from bot.ports.refs import UserRef
    from bot.ports.talk import Listener
    from bot.store.store import Store
    from bot.support.clock import Clock
    from bot.support.ids import Ids
    from bot.table.table import Table
    from bot.users.preferences import Preferences

LINES, WITHIN = 10, timedelta(minutes=1)
"""So many lines of one person are shown within so long."""

MOMENT = timedelta(seconds=1)
"""Clocks that tell the same time twice do so for no longer."""

KEPT = timedelta(days=7)
SHOWN = 100
"""How long a line is kept; and how many of a room are shown to whoever comes in."""

MOST = 5000
"""Persons whose last lines are remembered, for ``LINES``."""

DEAF = "deaf:"
"""How the key begins under which a person keeps whom they do not want to hear: a mark follows."""

_KIND = "deaf"
"""Of the marks under which that is kept."""

_YES = "yes"


class Talk:
    """What is said in rooms (``bot.ports.talk.Talk``)."""

    def __init__(
        self, store: Store, prefs: Preferences, bars: Bars, clock: Clock, ids: Ids
    ) -> None:
        self._store, self._prefs, self._bars = store, prefs, bars
        self._clock, self._ids = clock, ids
        self._lately: OrderedDict[str, tuple[datetime, ...]] = OrderedDict()
        self._deaf: dict[str, set[str]] = {}
        self._marks: Marks | None = None
        self._newest: datetime | None = None
        self._listeners: list[Listener] = []

    async def load(self) -> None:
        """Read who does not want to hear whom."""
        self._marks = Marks(await self._store.secret("marks", KEY_BYTES))
        for person, key, _ in await self._store.preferences.of_people(DEAF[:-1]):
            self._deaf.setdefault(person, set()).add(key.removeprefix(DEAF))

    # Reading.

    def listen(self, listener: Listener) -> None:
        """Tell of everything that is said from now on."""
        self._listeners.append(listener)

    async def lines(self, chat: ChatRef, reader: UserRef) -> Sequence[Line]:
        """The latest lines of a room, without those of people whom the reader has muted."""
        since = self._clock.now() - KEPT
        found = await self._store.talk.lines(chat.key, since, SHOWN)
        return [_line(one) for one in found if self.hears(reader, user_of(one.person))]

    def hears(self, reader: UserRef, speaker: UserRef) -> bool:
        """Whether somebody wants to hear somebody."""
        deaf = self._deaf.get(reader.key)
        return reader == speaker or not deaf or self._mark(speaker) not in deaf

    async def called(self, chat: ChatRef, user: UserRef) -> str:
        """What somebody was called when they spoke last in a room."""
        found = await self._store.talk.lines(chat.key, self._clock.now() - KEPT, SHOWN)
        return next((one.name for one in reversed(found) if one.person == user.key), clean(""))

    async def muted(self, table: Table, user: UserRef) -> bool:
        """Whether the host of a table has asked somebody to be silent there."""
        chat = table.state.chat
        return chat is not None and await self._bars.silent(table.state.id, chat, user)

    # Speaking.

    async def say(
        self, chat: ChatRef, user: UserRef, name: str, said: str, table: Table | None = None
    ) -> None:
        """Show somebody's words to everybody in a room.

        Raises:
            Refused: they are too long, too many, or their author is muted.
            StoreError: they were not stored, and nobody was shown them.
        """
        await self._spoken(chat, user, name, words.said(said), "", table)

    async def say_quickly(
        self, chat: ChatRef, user: UserRef, name: str, quick: str, table: Table | None = None
    ) -> None:
        """The same for a quick word. Raises as ``say`` does, also for one that there is not."""
        if quick not in words.QUICK:
            raise Refused("talk-empty", private=True)
        await self._spoken(chat, user, name, "", quick, table)

    async def _spoken(
        self, chat: ChatRef, user: UserRef, name: str, said: str, quick: str, table: Table | None
    ) -> None:
        if table is not None and await self.muted(table, user):
            raise Refused("talk-muted", private=True)
        now = self._clock.now()
        self._count(user, now)
        at = self._newest = self._after(now)
        seat = table.seat_of(user) if table is not None else None
        called = _called(name, seat, table)
        row = LineSaid(self._ids.id(), chat.key, user.key, called, said, quick, at)
        await self._store.commit([row])
        line = _line(row, -1 if seat is None else seat)
        deaf = [user_of(person) for person in self._deaf if not self.hears(user_of(person), user)]
        for listener in self._listeners:
            listener.said(chat, line, deaf)

    def _after(self, now: datetime) -> datetime:
        """The time of a line: what is said in the same moment keeps its order."""
        newest = self._newest
        if newest is None or not timedelta(0) <= newest - now < MOMENT:
            return now
        return newest + timedelta.resolution

    def _count(self, user: UserRef, now: datetime) -> None:
        lately = tuple(
            at for at in self._lately.pop(user.key, ()) if timedelta(0) <= now - at < WITHIN
        )
        if len(lately) >= LINES:
            self._lately[user.key] = lately
            raise Refused("talk-fast", most=LINES, private=True)
        self._lately[user.key] = (*lately, now)
        while len(self._lately) > MOST:
            self._lately.popitem(last=False)

    # Who hears whom. All raise a ``StoreError``, and nothing has changed.

    async def deafen(self, reader: UserRef, speaker: UserRef) -> None:
        """Somebody does not want to hear somebody any more, wherever that is."""
        await self._set(reader, {self._mark(speaker): _YES})

    async def hear(self, reader: UserRef, speaker: UserRef) -> None:
        """Somebody wants to hear somebody again."""
        await self._set(reader, {self._mark(speaker): ""})

    async def hear_all(self, reader: UserRef) -> None:
        """Somebody wants to hear everybody again."""
        await self._set(reader, dict.fromkeys(self._deaf.get(reader.key, ()), ""))

    async def mute(self, table: Table, user: UserRef) -> None:
        """A host wants somebody to be silent at the table."""
        if table.state.chat is not None:
            await self._bars.silence(table.state.id, table.state.chat, user)

    async def unmute(self, table: Table, user: UserRef) -> None:
        """A host lets somebody speak again."""
        if table.state.chat is not None:
            await self._bars.unsilence(table.state.id, table.state.chat, user)

    async def _set(self, reader: UserRef, wanted: Mapping[str, str]) -> None:
        own = self._deaf.get(reader.key, set())
        changed = {mark: value for mark, value in wanted.items() if (mark in own) != bool(value)}
        for mark, value in changed.items():
            await self._prefs.set_person(reader, f"{DEAF}{mark}", value)
            own = own | {mark} if value else own - {mark}
        self._heard(reader, own)
        if changed:
            self._anew(reader, ())

    def _heard(self, reader: UserRef, deaf: set[str]) -> None:
        if deaf:
            self._deaf[reader.key] = deaf
        else:
            self._deaf.pop(reader.key, None)

    def _mark(self, speaker: UserRef) -> str:
        if self._marks is None:
            raise RuntimeError("nothing was loaded")
        return self._marks.of(_KIND, "", speaker.key)

    # Keeping.

    async def forgotten(self, user: UserRef, chats: Iterable[str]) -> None:
        """What somebody has said in some rooms is gone, or back; and what they have set."""
        read = await self._store.preferences.people([user.key])
        own = read[user.key].items()
        self._heard(user, {key.removeprefix(DEAF) for key, _ in own if key.startswith(DEAF)})
        rooms = [ChatRef(*key.split(":", 1)) for key in sorted(set(chats))]
        self._anew(None, rooms)

    async def prune(self) -> None:
        """Forget what was said long ago. Raises a ``StoreError``."""
        await self._store.commit([TalkOver(self._clock.now() - KEPT)])

    def _anew(self, user: UserRef | None, chats: Collection[ChatRef]) -> None:
        for listener in self._listeners:
            listener.anew(user, chats)


def _line(row: LineSaid, seat: int = -1) -> Line:
    user = user_of(row.person)
    about = tokens.menu("speaker", user.id)
    return Line(row.line, user, row.name, row.words, row.quick, row.at, seat, about)


def _called(name: str, seat: int | None, table: Table | None) -> str:
    """What somebody is called in a room: as at its table, and never as another one there."""
    if table is None:
        return clean(name)
    return table.names[seat] if seat is not None else told_apart([*table.names, clean(name)])[-1]
