"""What the group sees of one table: its board, lines below it, and calls by name."""

from __future__ import annotations

import logging
from collections import deque
from typing import TYPE_CHECKING

from bot.delivery.gateway import FAR
from bot.delivery.painter import without_picture
from bot.ports.errors import ChatGone, ChatMoved, MessageGone, NotAllowed, PlatformError, RetryAfter
from bot.ports.messages import Outgoing

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.delivery.gateway import Office
    from bot.ports.platform import Platform
    from bot.ports.refs import ChatRef, MessageRef, UserRef
    from bot.screens.screen import Screen

log = logging.getLogger(__name__)

PLAIN_TOO = (ChatGone, ChatMoved, MessageGone, NotAllowed, RetryAfter)
"""What fails without a picture as well."""


async def with_or_without(
    message: Outgoing, send: Callable[[Outgoing], Awaitable[MessageRef]]
) -> MessageRef:
    """Send, and once more in words if it fails with a picture. Raises a ``PlatformError``."""
    try:
        return await send(message)
    except PLAIN_TOO:
        raise
    except PlatformError as error:
        if message.picture is None:
            raise
        sent = await send(without_picture(message))
        log.warning("picture not taken reason=%s", type(error).__name__)
        return sent


FORMER = 20
"""Boards of one table that are remembered when there is a newer one."""


class Room:
    """Sends to the group; ``changed`` is called as soon as another message is the board.

    Attributes:
        place: where; None for a table without a place, whose board and lines go nowhere.
        ref: the message that is the board.
        public: the newest state that the group was shown.
        former: messages that were the board before.
    """

    def __init__(
        self, table: str, place: ChatRef | None, office: Office, changed: Callable[[], None]
    ) -> None:
        self.place = place
        self.ref: MessageRef | None = None
        self.public = 0
        self.former: deque[MessageRef] = deque(maxlen=FORMER)
        self._table = table
        self._office = office
        self._changed = changed
        self._board: Screen | None = None
        self._repost = False
        self._lines: list[str] = []
        self._calls: dict[UserRef, str] = {}
        self._called: dict[UserRef, MessageRef] = {}
        self._asked: frozenset[UserRef] = frozenset()

    def board(self, screen: Screen, asked: frozenset[UserRef], *, repost: bool) -> None:
        """The board is to show this; ``asked`` are waited for, and nobody else need be called."""
        self._board, self._asked = screen, asked
        self._repost = self._repost or repost
        self._calls = {user: text for user, text in self._calls.items() if user in asked}

    def say(self, text: str) -> None:
        """A message that stays."""
        self._lines.append(text)

    def call(self, user: UserRef, text: str) -> None:
        """Call a person by name; it goes when the board changes."""
        self._calls[user] = text

    @property
    def waits(self) -> bool:
        """Whether something has not left yet."""
        return self._board is not None or bool(self._lines or self._calls)

    def move(self, place: ChatRef | None) -> None:
        """The chat has another id: nothing sent before can be reached."""
        self.place, self.ref = place, None
        self._called.clear()

    def drop(self) -> None:
        """What waits cannot be shown, and counts as shown, so that tables can end."""
        self.public = self._board.public if self._board is not None else self.public
        self._board, self._repost = None, False
        self._lines.clear()
        self._calls.clear()

    async def send(self) -> None:
        """Send what waits: the board, then lines as one message, then calls.

        Raises:
            PlatformError: nothing is lost.
            Later: so many messages at a time are too many.
        """
        place = self.place
        if place is None:
            self.drop()
            return
        platform = self._office.platform(place.platform)
        await self._send_board(platform, place)
        while self._lines:
            taken = len(self._lines)
            self._count(platform, place)
            try:
                await platform.post(place, Outgoing(text="\n\n".join(self._lines[:taken])))
            except PlatformError:
                raise
            except Exception:
                del self._lines[:taken]
                raise
            del self._lines[:taken]
        await self._send_calls(platform, place)

    def _count(self, platform: Platform, place: ChatRef, *, board: bool = False) -> None:
        now = self._office.clock.steady()
        self._office.traffic.ask(place.key, platform.limits.edits, now, board=board)

    # Calls.

    async def _send_calls(self, platform: Platform, place: ChatRef) -> None:
        while self._calls:
            self._count(platform, place)
            user, text = next(iter(self._calls.items()))
            ref = await platform.post(place, Outgoing(text=text, mention=user))
            self._called[user] = ref
            self._calls.pop(user, None)

    async def _hang_up(self, platform: Platform) -> None:
        """Calls that were answered, or are no longer needed, leave no trace."""
        for user in [user for user in self._called if user not in self._asked]:
            try:
                await platform.erase(self._called.pop(user))
            except PlatformError:
                log.warning("call not erased table=%s", self._table)

    # The board.

    async def _send_board(self, platform: Platform, place: ChatRef) -> None:
        if self._board is None:
            return
        self._count(platform, place, board=True)
        screen, repost = self._board, self._repost
        self._board, self._repost, self.public = None, False, screen.public
        before = self.ref
        try:
            await self._hang_up(platform)
            pictures = platform.limits.pictures
            message = await self._office.painter.message(screen, pictures=pictures)
            await self._put(platform, place, message, repost=repost)
        except PlatformError:
            self._put_back(screen, repost=repost)
            raise
        # A message that nobody remembers after a crash would be sent a second time.
        if self.ref != before:
            self._changed()

    def _put_back(self, screen: Screen, *, repost: bool) -> None:
        """To be tried again, unless there is a newer board by now."""
        self._board, self._repost = self._board or screen, self._repost or repost

    async def _put(
        self, platform: Platform, place: ChatRef, message: Outgoing, *, repost: bool
    ) -> None:
        old = self.ref
        # One on which nothing can be pressed, of a table that is over, is no news by itself.
        near = not message.rows or (old is not None and platform.newer(old) < FAR)
        if old is not None and near and not repost:
            try:
                self.ref = await with_or_without(message, lambda m: platform.edit(old, m))
            except MessageGone:
                pass
            else:
                return
        self.ref = await with_or_without(message, lambda m: platform.post(place, m))
        if old is not None:
            self.former.append(old)
            try:
                await platform.retire(old)
            except PlatformError:
                log.warning("old board not retired table=%s", self._table)

    def erased(self, ref: MessageRef) -> bool:
        """Somebody deleted a message: if it was the board, the next change is posted anew."""
        if ref != self.ref:
            return False
        self.ref = None
        return True
