"""What the group sees of one table: its board, lines below it, and calls by name."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, TypeAlias

from bot.delivery.gateway import FAR
from bot.delivery.painter import without_picture
from bot.ports.budget import Claim
from bot.ports.errors import ChatGone, ChatMoved, MessageGone, NotAllowed, PlatformError, RetryAfter
from bot.ports.messages import Outgoing
from engine.frozen import changed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from datetime import datetime

    from bot.delivery.gateway import Gateway
    from bot.ports.platform import Platform
    from bot.ports.refs import ChatRef, MessageRef, UserRef
    from bot.screens.screen import Screen

log = logging.getLogger(__name__)

Told: TypeAlias = "Callable[[bool], None]"
"""Hears whether something that is told once was sent; false where it cannot be."""


def untold(_: bool) -> None:
    """Do nothing: nobody waits to hear that a line was sent."""


@dataclass(frozen=True, slots=True)
class Line:
    """Words that are told once.

    Attributes:
        told: hears whether they were.
        links: addresses in them that are ours.
        others: the same by language, for those who are each shown their own.
    """

    text: str
    told: Told = untold
    links: tuple[str, ...] = ()
    others: tuple[tuple[str, str], ...] = ()

    def words(self, language: str) -> str:
        """What it says in a language, or else in the chat's."""
        return dict(self.others).get(language, self.text)


def together(lines: Sequence[Line], between: str) -> Outgoing:
    """Several lines as one message."""
    links = tuple(link for line in lines for link in line.links)
    languages = sorted({language for line in lines for language, _ in line.others})
    others = tuple(
        (one, Outgoing(text=between.join(line.words(one) for line in lines), links=links))
        for one in languages
    )
    text = between.join(line.text for line in lines)
    return Outgoing(text=text, links=links, others=others)


PLAIN_TOO = (ChatGone, ChatMoved, MessageGone, NotAllowed, RetryAfter)
"""What fails without a picture as well."""


AGAIN = timedelta(seconds=15)
"""A board that was asked for below is not sent anew before so long."""


async def with_or_without(
    message: Outgoing,
    send: Callable[[Outgoing], Awaitable[MessageRef]],
    turn: Callable[[], Awaitable[None]],
) -> MessageRef:
    """Send, and once more in words if it fails with a picture, when it is its ``turn``.

    Raises a ``PlatformError``.
    """
    try:
        return await send(message)
    except PLAIN_TOO:
        raise
    except PlatformError as error:
        if message.picture is None:
            raise
        await turn()
        sent = await send(without_picture(message))
        log.warning("picture not taken reason=%s", type(error).__name__)
        return sent


FORMER = 20
"""Boards of one table that are remembered when there is a newer one."""


class Channel:
    """Sends to the group; ``changed`` is called as soon as another message is the board.

    Attributes:
        place: where; None for a table without a place, whose board and lines go nowhere.
        ref: the message that is the board.
        public: the newest state that the group was shown.
        former: messages that were the board before.
    """

    def __init__(
        self, table: str, place: ChatRef | None, gateway: Gateway, changed: Callable[[], None]
    ) -> None:
        self.place = place
        self.ref: MessageRef | None = None
        self.public = 0
        self.former: deque[MessageRef] = deque(maxlen=FORMER)
        self._table = table
        self._gateway = gateway
        self._changed = changed
        self._board: Screen | None = None
        self._shown: Screen | None = None
        self._repost = False
        self._reposted: datetime | None = None
        self._ends = False
        self._since: datetime | None = None
        self._old: list[tuple[MessageRef, bool]] = []  # and whether it was a board
        self._lines: list[Line] = []
        self._calls: dict[UserRef, Line] = {}
        self._called: dict[UserRef, MessageRef] = {}
        self._asked: frozenset[UserRef] = frozenset()

    def board(self, screen: Screen, asked: frozenset[UserRef], *, repost: bool, ends: bool) -> None:
        """The board is to show this; ``asked`` are waited for, and nobody else need be called.

        ``ends``: it shows how something ended, and goes before the boards of other tables.
        """
        self._since = self._since or self._gateway.clock.now()
        self._board, self._asked, self._ends = screen, asked, ends
        self._repost = self._repost or repost
        self._calls = {user: line for user, line in self._calls.items() if user in asked}
        over = [user for user in self._called if user not in asked]
        self._old += [(self._called.pop(user), False) for user in over]

    def say(self, line: Line) -> None:
        """Put a message that stays into the queue."""
        self._lines.append(line)

    def call(self, user: UserRef, line: Line) -> None:
        """Call a person by name; it goes when the board changes."""
        self._calls[user] = line

    @property
    def waits(self) -> bool:
        """Whether something has not left yet."""
        return self._board is not None or bool(self._lines or self._calls or self._old)

    def move(self, place: ChatRef | None) -> None:
        """The chat has another id: nothing sent before can be reached."""
        self.place, self.ref, self._shown = place, None, None
        self._called.clear()
        self._old.clear()

    def drop(self) -> None:
        """What waits cannot be shown, and counts as shown, so that tables can end."""
        self.public = self._board.public if self._board is not None else self.public
        self._board, self._repost, self._since = None, False, None
        self._leave_out(len(self._lines), told=False)
        self._calls.clear()
        self._old.clear()

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
        platform = self._gateway.platform(place.platform)
        await self._send_board(platform, place)
        await self._clear_away(platform, place)
        while self._lines:
            self._may(platform, place)
            taken = len(self._lines)
            message = together(self._lines[:taken], "\n\n")
            try:
                await platform.post(place, message)
            except PlatformError:
                raise
            except Exception:
                self._leave_out(taken, told=False)
                raise
            self._leave_out(taken, told=True)
        await self._send_calls(platform, place)

    def _leave_out(self, taken: int, *, told: bool) -> None:
        """So many lines have left, or never will."""
        lines, self._lines[:taken] = self._lines[:taken], []
        for line in lines:
            line.told(told)

    def _may(self, platform: Platform, place: ChatRef, *, board: bool = False) -> None:
        """Count one request. Raises ``Later``."""
        who = f"{self._table} {'board' if board else 'line'}"
        since = self._since if board else None
        claim = Claim(who, board=board, ends=self._ends, since=since)
        self._gateway.may_post(platform, place, claim)

    async def _turn(self, platform: Platform, place: ChatRef) -> None:
        """Count one request more of something that is half done already."""
        await self._gateway.turn(lambda: self._may(platform, place))

    # Calls, and what is no longer needed.

    async def _send_calls(self, platform: Platform, place: ChatRef) -> None:
        while self._calls:
            self._may(platform, place)
            if not self._calls:
                return
            user, line = next(iter(self._calls.items()))
            others = tuple((one, Outgoing(text=text, mention=user)) for one, text in line.others)
            called = Outgoing(text=line.text, mention=user, others=others)
            ref = await platform.post(place, called)
            if user in self._asked:
                self._called[user] = ref
            else:  # answered meanwhile
                self._old.append((ref, False))
            self._calls.pop(user, None)

    async def _clear_away(self, platform: Platform, place: ChatRef) -> None:
        """Old boards lose their buttons, and calls that are no longer needed leave no trace."""
        while self._old:
            self._may(platform, place)
            ref, board = self._old.pop(0)
            try:
                await (platform.retire(ref) if board else platform.erase(ref))
            except PlatformError:
                log.warning("nothing cleared away table=%s", self._table)

    # The board.

    async def _send_board(self, platform: Platform, place: ChatRef) -> None:
        if self._board is None:
            return
        if self._is_shown(platform, self._board):
            self._board, self._repost, self._since = None, False, None
            return
        self._may(platform, place, board=True)
        screen, repost, since = self._board, self._repost, self._since
        self._board, self._repost, self._since = None, False, None
        self.public, before = screen.public, self.ref
        try:
            limits = platform.limits
            message, *others = [
                await self._gateway.painter.message(
                    one, pictures=limits.pictures, scenes=limits.scenes, table=self._table
                )
                for one in (screen, *screen.others)
            ]
            languages = [one.taste.language for one in screen.others]
            message = changed(message, others=tuple(zip(languages, others, strict=True)))
            ended = screen.view is None
            await self._put(platform, place, message, repost=repost, ended=ended)
        except PlatformError:
            self._put_back(screen, since, repost=repost)
            raise
        self._shown = screen
        # A message that nobody remembers after a crash would be sent a second time.
        if self.ref != before:
            self._changed()

    def _is_shown(self, platform: Platform, screen: Screen) -> bool:
        """Whether nothing needs sending: the same board, reposted only a moment ago."""
        if not self._repost or self.ref is None or self._reposted is None:
            return False
        lately = self._gateway.clock.now() - self._reposted < AGAIN
        if lately and platform.newer(self.ref) < FAR:
            self._repost = False
        return not self._repost and screen == self._shown

    def _put_back(self, screen: Screen, since: datetime | None, *, repost: bool) -> None:
        """To be tried again, unless there is a newer board by now."""
        self._board, self._repost = self._board or screen, self._repost or repost
        self._since = since

    async def _put(
        self, platform: Platform, place: ChatRef, message: Outgoing, *, repost: bool, ended: bool
    ) -> None:
        old = self.ref
        # One of a table that ended before its time is no news: a line below says so.
        near = ended or (old is not None and platform.newer(old) < FAR)

        async def turn() -> None:
            await self._turn(platform, place)

        if old is not None and near and not repost:
            try:
                self.ref = await with_or_without(message, lambda m: platform.edit(old, m), turn)
            except MessageGone:
                await turn()
            else:
                return
        self.ref = await with_or_without(message, lambda m: platform.post(place, m), turn)
        self._reposted = self._gateway.clock.now() if repost else self._reposted
        if old is not None:
            self.former.append(old)
            self._old.append((old, True))

    def erased(self, ref: MessageRef) -> bool:
        """Somebody deleted a message: if it was the board, the next change is posted anew."""
        if ref != self.ref:
            return False
        self.ref = None
        return True
