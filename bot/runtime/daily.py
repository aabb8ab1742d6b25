"""The problem of the day, posted by itself into the chats that want it: once a day at their hour.

That a day's problem is to be posted is stored first, and only then is it sent: whoever is killed
between the two has posted it in that chat at most once. What certainly was not sent is sent later.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC
from functools import partial
from typing import TYPE_CHECKING

from bot.delivery.painter import without_picture
from bot.economy.ledger import DAYS_BEGIN
from bot.i18n import zones
from bot.i18n.catalogue import LANGUAGE
from bot.ports.errors import ChatMoved, NoConnection, PlatformError, RetryAfter, Unfit
from bot.ports.notices import Opened, Removed
from bot.ports.refs import ChatRef, MessageRef
from bot.runtime.letters import Letter
from bot.screens.puzzle import announced, results_of
from bot.screens.screen import for_each
from bot.store.rows import DAILY, StoreError
from bot.support.errors import log_bug
from bot.users import puzzle_book
from bot.users.daily import LATE, PATIENCE, Daily, load
from bot.users.preferences import ZONE
from engine.frozen import changed
from engine.msg import msg
from engine.puzzles import GAME, of_day, puzzles

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime, tzinfo

    from bot.ports.messages import Outgoing
    from bot.ports.notices import Notice
    from bot.runtime.context import Context
    from bot.runtime.letters import Letters
    from bot.screens.reader import Reader
    from bot.screens.screen import Screen

log = logging.getLogger(__name__)

LOOK = 30.0
"""Seconds between two looks at which chats are due."""

AT_ONCE = 8
"""Chats that are posted to at the same time."""

UNSENT = (RetryAfter, ChatMoved, NoConnection)
"""What fails with these was not sent, and may be sent later."""


def day_of(time: datetime) -> int:
    """The day of a time, as an ordinal; it begins at midnight in China."""
    return (time.astimezone(UTC) + DAYS_BEGIN).toordinal()


class _NotNow(Exception):
    """When it was its turn it was not wanted any more, or posted already."""


class DailyPuzzles:
    """Posts them, and keeps which chats want it.

    Where pages show a chat in which nobody looks on, the problem waits for whoever comes; there it
    is shown again after a restart, as everything is.
    """

    def __init__(self, context: Context, letters: Letters) -> None:
        self._context = context
        self._letters = letters
        self._house = False
        self._under_way: set[str] = set()
        self._room = asyncio.Semaphore(AT_ONCE)
        self._alone = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    # Running.

    def start(self, *, house: bool) -> None:
        """Look from now on; ``house``: at all chats, else at those whose pages are open here."""
        self._house = house
        self._task = asyncio.create_task(self._run(), name="daily problems")

    async def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while puzzles():
            await self._context.clock.sleep(LOOK)
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001  (the next look may find all)
                log_bug(log, "no problem of the day", error)

    async def look(self) -> None:
        """Begin to post where it is due; while the database does not answer, nowhere."""
        also = (ZONE, "language")
        try:
            found = await self._context.store.preferences.chats_with(DAILY, also)
        except StoreError as error:
            log.warning("no problem of the day reason=%s", type(error).__name__)
            return
        for key, kept in found.items():
            daily = load(kept[DAILY])
            platform, _, ident = key.partition(":")
            chat = ChatRef(platform, ident)
            wanted = daily is not None and daily.on and self._here(chat)
            if daily is not None and wanted and self._wants(daily, _zone(kept)):
                self._begin(chat)

    def _here(self, chat: ChatRef) -> bool:
        platform = self._context.platforms.get(chat.platform)
        if platform is None:
            return False
        return bool(platform.languages(chat)) if platform.limits.scenes else self._house

    def _wants(self, daily: Daily, zone: tzinfo) -> bool:
        """Whether anything is to be done: one is due, or the clock has been far ahead."""
        at = daily.last_time(self._context.clock.now(), zone)
        return self._due(daily, zone) is not None or daily.done > day_of(at) + 1

    def _due(self, daily: Daily, zone: tzinfo) -> int | None:
        now = self._context.clock.now()
        at = daily.last_time(now, zone)
        day = day_of(at)
        return day if day > daily.done and now - at <= LATE else None

    def _begin(self, chat: ChatRef) -> None:
        if chat.key not in self._under_way:
            self._under_way.add(chat.key)
            self._context.tasks.begin(self._safely(chat))

    async def _safely(self, chat: ChatRef) -> None:
        try:
            async with self._room:
                await self._post(chat)
        except (PlatformError, StoreError) as error:
            log.warning("problem of the day not posted reason=%s", type(error).__name__)
        except Exception as error:  # noqa: BLE001  (other chats get theirs)
            log_bug(log, "problem of the day not posted", error)
        finally:
            self._under_way.discard(chat.key)

    # Posting.

    async def _post(self, chat: ChatRef) -> None:
        await self._context.preferences.know((), (chat.key,))
        daily, zone = self.of(chat), self.zone(chat)
        if daily is None:
            return
        day = self._due(daily, zone)
        if day is None:
            await self._set_back(chat, zone)
        elif daily.unseen >= PATIENCE:
            await self._ended(chat, daily)
        else:
            await self._take(ChatRef(chat.platform, chat.id, daily.thread), daily, day)

    async def _set_back(self, chat: ChatRef, zone: tzinfo) -> None:
        """The clock was far ahead when something was posted: go on with tomorrow's."""
        now = self._context.clock.now()

        def back(daily: Daily) -> Daily:
            day = day_of(daily.last_time(now, zone))
            return changed(daily, done=day, day=0, before=0) if daily.done > day + 1 else daily

        await self._change(chat, back)

    async def _take(self, place: ChatRef, daily: Daily, day: int) -> None:
        """Store that it is posted, and then post it."""
        message = await self._message(place, daily.taken(day))

        async def first() -> None:
            if not await self._change(place, lambda now: now.taken(day) if now.done < day else now):
                raise _NotNow

        gateway = self._context.gateway
        try:
            try:
                ref = await gateway.post(place, message, first)
            except Unfit:
                if message.picture is None:
                    raise
                ref = await gateway.post(place, without_picture(message))
        except _NotNow:
            return
        except UNSENT as error:
            if isinstance(error, ChatMoved):
                gateway.moved(place, error.new)
            await self._change(place, lambda now: _given_back(now, daily, day))
            raise
        await self._change(
            place, lambda now: changed(now, message=ref.id) if now.day == day else now
        )

    async def _message(self, place: ChatRef, daily: Daily) -> Outgoing:
        """The problem of ``daily.day``, below who has solved the one before it."""
        context = self._context
        kept = await context.store.preferences.solvers(place.key)
        books = [puzzle_book.load(book) for _, book in kept]
        before = daily.before
        last = results_of(of_day(before), books, before) if before else ()

        def made(reader: Reader) -> Screen:
            game = context.games[GAME]
            return announced(reader, game, of_day(daily.day), (), last, day=daily.day, place=place)

        limits = context.platforms[place.platform].limits
        reader = context.reader.of(context.preferences.chat(place))
        screen = for_each(reader, context.gateway.kept_in(place), made)
        painted = partial(context.painter.message, pictures=limits.pictures, scenes=limits.scenes)
        message = await painted(screen)
        others = [(one.taste.language, await painted(one)) for one in screen.others]
        return changed(message, others=tuple(others))

    async def _ended(self, chat: ChatRef, daily: Daily) -> None:
        """Nobody has looked for long: say so once, and post no more."""
        place, now = ChatRef(chat.platform, chat.id, daily.thread), self._context.clock.now()
        told = Letter(
            f"{DAILY} {chat.key} {daily.done}", place, None,
            (msg("puzzle-daily-unseen", days=PATIENCE),),
        )  # fmt: skip
        async with self._alone:
            if self.of(chat) != daily:
                return
            off = daily.ended().dump()
            await self._context.preferences.set_chat(chat, DAILY, off, (told.row(now),))
        self._letters.deliver(place, [told])

    # What a chat wants.

    def of(self, chat: ChatRef) -> Daily | None:
        """What is kept of a chat that is known; None: it gets none."""
        daily = self._kept(chat)
        return daily if daily.on else None

    def _kept(self, chat: ChatRef) -> Daily:
        kept = self._context.preferences.kept(chat, DAILY)
        return load(kept) or Daily(on=False)

    def zone(self, chat: ChatRef) -> tzinfo:
        """The zone of a chat that is known."""
        return zones.zone(self._context.preferences.of_chat(chat)[ZONE])

    def day(self, chat: ChatRef | None) -> int:
        """The day whose problem is a chat's now; None: somebody's who is alone."""
        today = day_of(self._context.clock.now())
        daily = self.of(chat) if chat is not None else None
        return daily.current(today) if daily is not None else today

    async def want(self, place: ChatRef, minute: int | None) -> None:
        """Post there at a minute of the day from now on, or (None) no more.

        Raises:
            StoreError: nothing has changed.
        """
        await self._context.preferences.know((), (place.key,))
        now, zone = self._context.clock.now(), self.zone(place)
        async with self._alone:
            old = self._kept(place)
            new = old.ended() if old.on else old
            if minute is not None:
                new = changed(old, minute=minute, thread=place.thread, unseen=0, on=True)
                new = changed(new, done=max(new.done, day_of(new.last_time(now, zone))))
            if new != old:
                await self._context.preferences.set_chat(place, DAILY, new.dump())

    async def looked(self, chat: ChatRef) -> None:
        """Somebody has looked at a chat's problem. It never raises."""
        try:
            await self._change(chat, lambda daily: changed(daily, unseen=0))
        except StoreError as error:  # the next one who looks is noted
            log.warning("not noted that somebody looked reason=%s", type(error).__name__)

    async def _change(self, chat: ChatRef, how: Callable[[Daily], Daily]) -> bool:
        """Store what becomes of a chat's, unless it gets none; whether anything has changed.

        Raises:
            StoreError: nothing has.
        """
        async with self._alone:
            await self._context.preferences.know((), (chat.key,))
            old = self.of(chat)
            new = how(old) if old is not None else None
            if new is None or new == old:
                return False
            await self._context.preferences.set_chat(chat, DAILY, new.dump())
            return True

    # What happens to chats.

    async def notice(self, notice: Notice) -> None:
        """Post no more where the program was removed; show again what a page has forgotten."""
        match notice:
            case Removed(chat):
                await self.want(chat, None)
            case Opened(_, chat) if self._on_page(chat):
                daily = self.of(chat)
                if daily is None:
                    return
                if self._wants(daily, self.zone(chat)):
                    self._begin(chat)
                elif daily.message:
                    self._context.tasks.begin(self._shown_again(chat, daily))

    def _on_page(self, chat: ChatRef) -> bool:
        platform = self._context.platforms.get(chat.platform)
        return platform is not None and platform.limits.scenes

    async def _shown_again(self, chat: ChatRef, daily: Daily) -> None:
        place = ChatRef(chat.platform, chat.id, daily.thread)
        ref = MessageRef(chat.platform, chat.id, daily.message, thread=daily.thread)
        try:
            message = await self._message(place, daily)
            await self._context.gateway.edit(ref, message)
        except (PlatformError, StoreError) as error:
            log.info("problem of the day not shown again reason=%s", type(error).__name__)
        except Exception as error:  # noqa: BLE001  (as above)
            log_bug(log, "problem of the day not shown again", error)


def _given_back(now: Daily, old: Daily, day: int) -> Daily:
    """It was taken, and certainly not sent."""
    if now.day != day:
        return now
    return changed(
        now, done=old.done, day=old.day, before=old.before, message=old.message, unseen=old.unseen
    )


def _zone(kept: Mapping[str, str]) -> tzinfo:
    """The zone of a chat by what it remembers."""
    return zones.zone(kept.get(ZONE) or zones.default(kept.get("language") or LANGUAGE))
