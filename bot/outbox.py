"""What leaves for one table: its board, its private screens and its lines.

Only the newest board and the newest private screen matter, so a flood collapses; lines are never
dropped while their chat exists.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.bugs import log_bug
from bot.commands import Delivered
from bot.ports import ChatGone, MessageGone, Outgoing, PlatformError, RetryAfter
from bot.state import HandShown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.clock import Clock
    from bot.painter import Painter
    from bot.ports import ChatRef, MessageRef, Platform, UserRef
    from bot.screens import Screen
    from bot.state import TableState

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Hand:
    user: UserRef
    screen: Screen


class Outbox:
    """Sends for one table, in a task of its own; what it showed comes back by ``delivered``."""

    def __init__(
        self,
        state: TableState,
        platforms: Mapping[str, Platform],
        painter: Painter,
        clock: Clock,
        delivered: Callable[[Delivered], None],
    ) -> None:
        self._table = state.id
        self._place = state.place
        self._platforms = platforms
        self._painter = painter
        self._clock = clock
        self._delivered = delivered
        self._board_ref = state.board
        self._hand_refs = {hand.seat: hand for hand in state.hands}
        self._board: Screen | None = None
        self._repost = False
        self._hands: dict[int, _Hand] = {}
        self._lines: list[str] = []
        self._shown: dict[int, str] = {}
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()

    def board(self, screen: Screen, *, repost: bool = False) -> None:
        """The board is to show this."""
        self._board = screen
        self._repost = self._repost or repost
        self._stir()

    def hand(self, seat: int, user: UserRef, screen: Screen) -> None:
        """A person's private screen is to show this."""
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

    async def drained(self) -> None:
        """Wait until everything has left."""
        await self._idle.wait()

    def _stir(self) -> None:
        self._idle.clear()
        self._wake.set()

    async def run(self) -> None:
        """Send until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._flush()
            except RetryAfter as wait:
                log.warning("sending waits table=%s seconds=%.1f", self._table, wait.seconds)
                await self._clock.sleep(wait.seconds)
                self._wake.set()
                continue
            except ChatGone:
                log.warning("chat gone table=%s", self._table)
                self._give_up()
            except PlatformError as error:
                log_bug(log, "sending failed", error, table=self._table)
                self._give_up()
            except Exception as error:  # noqa: BLE001  (the table goes on without this message)
                log_bug(log, "sending failed", error, table=self._table)
                self._give_up()
            if not self._wake.is_set():
                self._idle.set()

    def _give_up(self) -> None:
        """Nothing can be shown; what was to be shown counts as shown, so that tables can end."""
        public = self._board.public if self._board is not None else 0
        self._board, self._repost, self._hands, self._lines = None, False, {}, []
        if public:
            self._delivered(Delivered(public))

    async def _flush(self) -> None:
        board = await self._send_board()
        hands = await asyncio.gather(*(self._send_hand(seat) for seat in tuple(self._hands)))
        await self._send_lines()
        sent = tuple(hand for hand in hands if hand is not None)
        if board is not None or sent:
            public = board.public if board is not None else 0
            self._delivered(Delivered(public, self._board_ref, sent))

    async def _send_lines(self) -> None:
        while self._lines and self._place is not None:
            taken = len(self._lines)
            text = "\n\n".join(self._lines[:taken])
            await self._platform(self._place.platform).post(self._place, Outgoing(text=text))
            del self._lines[:taken]

    async def _send_board(self) -> Screen | None:
        screen, repost = self._board, self._repost
        if screen is None or self._place is None:
            return None
        platform = self._platform(self._place.platform)
        message = await self._painter.message(screen, pictures=platform.limits.pictures)
        self._board_ref = await self._put_board(platform, self._place, message, repost=repost)
        if self._board is screen:
            self._board = None
        self._repost = False
        return screen

    async def _put_board(
        self, platform: Platform, place: ChatRef, message: Outgoing, *, repost: bool
    ) -> MessageRef:
        old = self._board_ref
        if old is not None and not repost:
            try:
                return await platform.edit(old, message)
            except MessageGone:
                return await platform.post(place, message)
        new = await platform.post(place, message)
        if old is not None:
            await platform.retire(old)
        return new

    async def _send_hand(self, seat: int) -> HandShown | None:
        waiting = self._hands[seat]
        digest, old = waiting.screen.digest, self._hand_refs.get(seat)
        shown = old
        if old is None or old.digest != digest:
            shown = await self._put_hand(seat, waiting, digest)
        if self._hands.get(seat) is waiting:
            del self._hands[seat]
        return shown if shown != old else None

    async def _put_hand(self, seat: int, waiting: _Hand, digest: str) -> HandShown | None:
        platform = self._platform(waiting.user.platform)
        message = await self._painter.message(waiting.screen, pictures=platform.limits.pictures)
        ref = await self._edited(platform, seat, message)
        if ref is None:
            delivery = await platform.whisper(waiting.user, message)
            if delivery.ref is None:
                log.warning(
                    "hand not delivered table=%s seat=%d reason=%s",
                    self._table, seat, delivery.reason,
                )  # fmt: skip
                return self._hand_refs.get(seat)
            ref = delivery.ref
        self._hand_refs[seat] = HandShown(seat, ref, digest)
        return self._hand_refs[seat]

    async def _edited(self, platform: Platform, seat: int, message: Outgoing) -> MessageRef | None:
        old = self._hand_refs.get(seat)
        if old is None:
            return None
        try:
            return await platform.edit(old.ref, message)
        except MessageGone:
            return None

    def _platform(self, name: str) -> Platform:
        try:
            return self._platforms[name]
        except KeyError:
            raise ChatGone(f"platform {name} is not connected") from None
