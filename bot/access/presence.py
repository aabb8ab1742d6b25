"""Who is in a chat: asked of its platform, remembered for minutes, told by joins and leaves.

Some platforms cannot always say. There whoever was seen acting in the chat itself is taken to be
there for some days, until told to have left. That is kept under marks, which name nobody.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from bot.ports.errors import PlatformError
from bot.ports.notices import MemberJoined, MemberLeft, SightChanged
from bot.ports.refs import user_of
from bot.store.access_rows import Sighted, SightingsOver, Unsighted, last_sighting
from bot.store.preferences import keys_of
from bot.store.rows import StoreError
from bot.support.marks import KEY_BYTES, Marks

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from bot.ports.notices import Notice
    from bot.ports.platform import Platform
    from bot.ports.refs import ChatRef, UserRef
    from bot.store.store import Store
    from bot.support.clock import Clock

log = logging.getLogger(__name__)

FRESH = timedelta(minutes=5)
"""How long an answer is believed."""

UNSURE = timedelta(minutes=1)
"""How long a platform that could not say is not asked again."""

SEEN = timedelta(days=7)
"""How long somebody who was seen counts as there, where nobody can say more."""

AGAIN = timedelta(days=1)
"""How old what is stored of a sighting gets before it is stored anew."""

MOST = 20_000
"""Persons in chats that are remembered."""

KIND = "seen"


class Presence:
    """Knows who is in which chat; ``beside`` does something that nobody waits for."""

    def __init__(
        self,
        store: Store,
        platforms: Mapping[str, Platform],
        clock: Clock,
        beside: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._store = store
        self._platforms = platforms
        self._clock = clock
        self._beside = beside
        self._known: OrderedDict[tuple[str, str], tuple[datetime, bool | None]] = OrderedDict()
        self._kept: OrderedDict[tuple[str, str], datetime] = OrderedDict()
        self._admins: OrderedDict[tuple[str, str], datetime] = OrderedDict()
        self._made: Marks | None = None

    # Asking.

    async def there(self, user: UserRef, chat: ChatRef) -> bool | None:
        """Whether a person is in a chat, or sees this thread of it; None: nobody can say."""
        now, key = self._clock.now(), (user.key, self._place(chat))
        until, known = self._known.get(key, (now, None))
        if now < until:
            return known
        found = await self._asked(user, chat)
        if found is None and await self._seen(user, chat):
            found = True
        self._note(key, found, UNSURE if found is None else FRESH)
        return found

    async def _asked(self, user: UserRef, chat: ChatRef) -> bool | None:
        platform = self._platforms.get(chat.platform)
        if platform is None or user.platform != chat.platform:
            return False
        try:
            return await platform.member(chat, user)
        except PlatformError as error:
            log.info("membership not known reason=%s", type(error).__name__)
            return None

    async def _seen(self, user: UserRef, chat: ChatRef) -> bool:
        if not self._platforms[chat.platform].limits.sightings:
            return False
        marks = await self._marks()
        keys = await self._store.read(keys_of, chat.key)
        at = await self._store.read(last_sighting, [marks.of(KIND, key, user.key) for key in keys])
        return at is not None and self._clock.now() - at < SEEN

    def gone(self, user: UserRef, chat: ChatRef) -> bool:
        """Whether it is known without asking that a person is not there."""
        until, known = self._known.get((user.key, self._place(chat)), (self._clock.now(), None))
        return known is False and self._clock.now() < until

    def managed(self, user: UserRef, chat: ChatRef) -> bool:
        """Whether a person acted as an administrator of a chat within the last minutes."""
        since = self._admins.get((user.key, chat.key))
        return since is not None and self._clock.now() - since < FRESH

    # Learning.

    def saw(self, user: UserRef, chat: ChatRef, *, admin: bool = False) -> None:
        """A person acts in a chat: whoever can do that is there."""
        now = self._clock.now()
        for place in {self._place(chat), f"{chat.key}:"}:
            self._note((user.key, place), True, FRESH)
        mark = (user.key, chat.key)
        self._admins.pop(mark, None)
        if admin:
            _put(self._admins, mark, now)
        platform = self._platforms.get(chat.platform)
        if platform is None or not platform.limits.sightings:
            return
        kept = self._kept.get(mark)
        if kept is None or now - kept >= AGAIN:
            _put(self._kept, mark, now)
            self._beside(self._keep(user, chat, now))

    async def _keep(self, user: UserRef, chat: ChatRef, now: datetime) -> None:
        try:
            mark = (await self._marks()).of(KIND, chat.key, user.key)
            await self._store.commit([Sighted(mark, now)])
        except StoreError as error:  # the next thing they do is a sighting as well
            log.warning("sighting not kept reason=%s", type(error).__name__)
            self._kept.pop((user.key, chat.key), None)

    async def notice(self, notice: Notice) -> None:
        """Take note of who came and who left."""
        match notice:
            case MemberJoined(user, chat):
                self.joined(user, chat)
            case MemberLeft(user, chat):
                await self.left(user, chat)
            case SightChanged():
                self._doubt(notice)
            case _:
                pass

    def joined(self, user: UserRef, chat: ChatRef) -> None:
        """Note that a person has come into a chat."""
        self.saw(user, chat)

    async def left(self, user: UserRef, chat: ChatRef) -> None:
        """A person is no longer in a chat, or in this thread of it."""
        mark = (user.key, chat.key)
        self._admins.pop(mark, None)
        for key in [k for k in self._known if k[0] == user.key and _inside(k[1], chat)]:
            self._note(key, False, FRESH)
        self._note((user.key, self._place(chat)), False, FRESH)
        if chat.thread:
            return
        self._kept.pop(mark, None)
        platform = self._platforms.get(chat.platform)
        if platform is None or not platform.limits.sightings:
            return
        marks = await self._marks()
        keys = await self._store.read(keys_of, chat.key)
        await self._store.commit([Unsighted(marks.of(KIND, key, user.key)) for key in keys])

    def _doubt(self, change: SightChanged) -> None:
        """What was known of some people counts no longer."""
        for key in [k for k in self._known if _concerns(change, k[0], k[1].rpartition(":")[0])]:
            if change.gone:
                self._note(key, False, FRESH)
            else:
                del self._known[key]
        for key in [k for k in self._admins if _concerns(change, *k)]:
            del self._admins[key]

    async def prune(self) -> None:
        """Whoever was not seen for days is no longer taken to be there. Raises ``StoreError``."""
        await self._store.commit([SightingsOver(self._clock.now() - SEEN)])

    # Inside.

    def _place(self, chat: ChatRef) -> str:
        """What can be seen or not: a thread may be private, a topic is its whole group's."""
        platform = self._platforms.get(chat.platform)
        whole = platform is not None and platform.limits.sightings
        return f"{chat.key}:" if whole else chat.place

    def _note(self, key: tuple[str, str], there: bool | None, lasts: timedelta) -> None:
        _put(self._known, key, (self._clock.now() + lasts, there))

    async def _marks(self) -> Marks:
        if self._made is None:
            self._made = Marks(await self._store.secret("marks", KEY_BYTES))
        return self._made


def _concerns(change: SightChanged, user: str, chat: str) -> bool:
    return change.about(user_of(user), chat)


def _inside(place: str, chat: ChatRef) -> bool:
    return place == chat.place if chat.thread else place.startswith(f"{chat.key}:")


def _put(known: OrderedDict[Any, Any], key: tuple[str, str], value: object) -> None:
    known[key] = value
    known.move_to_end(key)
    if len(known) > MOST:
        known.popitem(last=False)
