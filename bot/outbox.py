"""What leaves for one table: its board, its private screens and its lines.

Only the newest board and the newest private screen matter, so a flood collapses; lines are never
dropped while their chat exists. The group and every person are written to independently: whoever
cannot be written to now holds up nobody else.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from bot.bugs import log_bug
from bot.commands import Delivered
from bot.ports import ChatGone, MessageGone, Outgoing, PlatformError, RetryAfter
from bot.state import HandShown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from bot.clock import Clock, Handle
    from bot.painter import Painter
    from bot.ports import ChatRef, MessageRef, Platform, UserRef
    from bot.screens import Screen
    from bot.state import TableState

log = logging.getLogger(__name__)

ROOM = -1
"""The group among the seats that are written to."""

AGAIN = (1.0, 5.0, 25.0)
"""Seconds to wait after each failure of a platform; after one more the message is given up."""

SHORTEST = 0.1
"""Seconds that a platform's "too fast" means at least."""


@dataclass(frozen=True, slots=True)
class _Hand:
    user: UserRef
    screen: Screen


class Outbox:
    """Sends for one table, in a task of its own; what it showed comes back by ``delivered``."""

    def __init__(
        self,
        table: str,
        place: ChatRef | None,
        platforms: Mapping[str, Platform],
        painter: Painter,
        clock: Clock,
    ) -> None:
        self._table = table
        self._place = place
        self._platforms = platforms
        self._painter = painter
        self._clock = clock
        self._delivered: Callable[[Delivered], None] = lambda _: None
        self._board_ref: MessageRef | None = None
        self._hand_refs: dict[int, HandShown] = {}
        self._board: Screen | None = None
        self._repost = False
        self._hands: dict[int, _Hand] = {}
        self._lines: list[str] = []
        self._public = 0
        self._told = Delivered()
        self._sent: dict[int, HandShown] = {}
        self._until: dict[int, datetime] = {}
        self._failures: dict[int, int] = {}
        self._sending: dict[int, asyncio.Task[None]] = {}
        self._alarm: Handle | None = None
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._resting = asyncio.Event()
        self._resting.set()

    def knows(self, state: TableState, delivered: Callable[[Delivered], None]) -> None:
        """What a table was shown before, and whom to tell what is shown from now on."""
        self._board_ref, self._public = state.board, state.shown
        self._hand_refs = {hand.seat: hand for hand in state.hands}
        self._told = Delivered(state.shown, state.board)
        self._delivered = delivered

    def board(self, screen: Screen, *, repost: bool = False) -> None:
        """The board is to show this."""
        self._board = screen
        self._repost = self._repost or repost
        self._stir()

    def hand(self, seat: int, user: UserRef, screen: Screen) -> None:
        """A person's private screen is to show this."""
        waiting = self._hands.get(seat)
        if waiting is not None and waiting.screen.notify:
            screen = replace(screen, notify=True)
        self._hands[seat] = _Hand(user, screen)
        self._stir()

    def say(self, text: str) -> None:
        """A message that stays in the channel."""
        self._lines.append(text)
        self._stir()

    def forget(self, seat: int) -> None:
        """A private screen may be gone: the next one is sent whatever it holds."""
        hand = self._hand_refs.get(seat)
        if hand is not None:
            self._hand_refs[seat] = replace(hand, digest="")

    @property
    def board_ref(self) -> MessageRef | None:
        """The message that is the board now."""
        return self._board_ref

    @property
    def idle(self) -> bool:
        """Whether everything has left."""
        return self._idle.is_set()

    @property
    def resting(self) -> bool:
        """Whether everything has left but what its platform does not take now."""
        return self._resting.is_set()

    async def drained(self) -> None:
        """Wait until everything has left."""
        await self._idle.wait()

    def _stir(self) -> None:
        self._idle.clear()
        self._resting.clear()
        self._wake.set()

    async def run(self) -> None:
        """Send until cancelled."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                self._begin()
                self._set_alarm(min(self._until.values(), default=None))
                if not self._sending:
                    self._rest()
        finally:
            self._set_alarm(None)
            for task in self._sending.values():
                task.cancel()

    def _rest(self) -> None:
        self._report(whole=not self._left())
        self._resting.set()
        if not self._left():
            self._idle.set()

    def _set_alarm(self, when: datetime | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None if when is None else self._clock.call_at(when, self._alarmed)

    def _alarmed(self) -> None:
        self._resting.clear()
        self._wake.set()

    def _left(self) -> bool:
        return self._board is not None or bool(self._hands or self._lines)

    def _begin(self) -> None:
        """Begin to send wherever something waits, nothing is under way and it is time."""
        now = self._clock.now()
        self._until = {slot: time for slot, time in self._until.items() if time > now}
        room = (ROOM,) if self._board is not None or self._lines else ()
        for slot in (*room, *self._hands):
            if slot not in self._until and slot not in self._sending:
                task = self._sending[slot] = asyncio.create_task(self._try(slot))
                task.add_done_callback(partial(self._ended, slot))

    def _ended(self, slot: int, _: asyncio.Task[None]) -> None:
        del self._sending[slot]
        self._wake.set()

    async def _try(self, slot: int) -> None:
        """Send what waits for the group or a seat; nothing is raised."""
        try:
            await (self._send_room() if slot == ROOM else self._send_hand(slot))
        except RetryAfter as wait:
            log.warning("sending waits table=%s seconds=%.1f", self._table, wait.seconds)
            self._hold(slot, wait.seconds)
            return
        except ChatGone:
            log.warning("chat gone table=%s", self._table)
            self._drop(slot)
        except PlatformError as error:
            times = self._failures.get(slot, 0)
            self._failures[slot] = times + 1
            if times < len(AGAIN):
                if not times:
                    log_bug(log, "sending failed", error, table=self._table)
                self._hold(slot, AGAIN[times])
                return
            log.warning("message given up table=%s", self._table)
            self._drop(slot)
        except Exception as error:  # noqa: BLE001  (the table goes on without this message)
            log_bug(log, "sending failed", error, table=self._table)
        self._failures.pop(slot, None)

    def _hold(self, slot: int, seconds: float) -> None:
        self._until[slot] = self._clock.now() + timedelta(seconds=max(seconds, SHORTEST))

    def _drop(self, slot: int) -> None:
        """This cannot be shown, and counts as shown, so that tables can end."""
        if slot != ROOM:
            self._hands.pop(slot, None)
            return
        self._public = self._board.public if self._board is not None else self._public
        self._board, self._repost, self._lines = None, False, []

    def _report(self, *, whole: bool = False) -> None:
        """Tell the table what is shown; a board counts once nothing is left that belongs to it."""
        told = Delivered(self._public if whole else self._told.public, self._board_ref)
        if self._sent or told != self._told:
            self._told = told
            self._delivered(replace(told, hands=tuple(self._sent.values())))
        self._sent = {}

    # The group.

    async def _send_room(self) -> None:
        if self._place is None:
            self._drop(ROOM)
            return
        await self._send_board(self._place)
        while self._lines:
            taken = len(self._lines)
            text = "\n\n".join(self._lines[:taken])
            try:
                await self._platform(self._place.platform).post(self._place, Outgoing(text=text))
            except PlatformError:
                raise
            except Exception:
                del self._lines[:taken]
                raise
            del self._lines[:taken]

    async def _send_board(self, place: ChatRef) -> None:
        screen, repost = self._board, self._repost
        if screen is None:
            return
        self._board, self._repost, self._public = None, False, screen.public
        try:
            platform = self._platform(place.platform)
            message = await self._painter.message(screen, pictures=platform.limits.pictures)
            await self._put_board(platform, place, message, repost=repost)
        except PlatformError:
            self._put_back(screen, repost=repost)
            raise
        # A message that nobody remembers after a crash would be sent a second time.
        if self._board_ref != self._told.board:
            self._report()

    def _put_back(self, screen: Screen, *, repost: bool) -> None:
        """To be tried again, unless there is a newer board by now."""
        self._board, self._repost = self._board or screen, self._repost or repost

    async def _put_board(
        self, platform: Platform, place: ChatRef, message: Outgoing, *, repost: bool
    ) -> None:
        old = self._board_ref
        if old is not None and not repost:
            try:
                self._board_ref = await platform.edit(old, message)
            except MessageGone:
                self._board_ref = await platform.post(place, message)
            return
        self._board_ref = await platform.post(place, message)
        if old is not None:
            try:
                await platform.retire(old)
            except PlatformError:
                log.warning("old board not retired table=%s", self._table)

    # Persons.

    async def _send_hand(self, seat: int) -> None:
        waiting = self._hands.pop(seat)
        digest, old = waiting.screen.digest, self._hand_refs.get(seat)
        if old is not None and old.digest == digest:
            return
        try:
            ref = await self._put_hand(seat, waiting, old)
        except PlatformError:
            self._hands.setdefault(seat, waiting)
            raise
        if ref is not None:
            self._sent[seat] = self._hand_refs[seat] = HandShown(seat, ref, digest)
            if old is None or old.ref != ref:
                self._report()

    async def _put_hand(
        self, seat: int, waiting: _Hand, old: HandShown | None
    ) -> MessageRef | None:
        platform = self._platform(waiting.user.platform)
        message = await self._painter.message(waiting.screen, pictures=platform.limits.pictures)
        if old is not None:
            try:
                return await platform.edit(old.ref, message)
            except MessageGone:
                pass
        delivery = await platform.whisper(waiting.user, message)
        if delivery.ref is None:
            log.warning(
                "hand not delivered table=%s seat=%d reason=%s",
                self._table, seat, delivery.reason,
            )  # fmt: skip
        return delivery.ref

    def _platform(self, name: str) -> Platform:
        try:
            return self._platforms[name]
        except KeyError:
            raise ChatGone(f"platform {name} is not connected") from None
