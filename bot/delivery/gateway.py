"""The way out: what a chat is sent is counted here, and waits for its turn."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakSet

from bot.i18n.catalogue import LANGUAGES
from bot.ports.budget import Claim, in_turn
from bot.ports.errors import ChatGone
from bot.ports.refs import ChatRef

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from bot.delivery.outbox import Outbox
    from bot.delivery.painter import Painter
    from bot.ports.messages import Outgoing
    from bot.ports.platform import Delivery, Platform
    from bot.ports.refs import MessageRef, UserRef
    from bot.support.clock import Clock

FAR = 8
"""A message with so many newer ones below it is out of sight."""

_COUNT = itertools.count()


@dataclass
class Gateway:
    """The platforms, and whom to tell what they said.

    Whoever shows a state that may be newer by then asks first (``may_post``, ``may_whisper``);
    single messages wait here until there is room.

    Attributes:
        closed: whether private messages are known not to arrive at a person.
        unreached: tell that one did not arrive, why, and whether trying again is useless.
        moved: tell that a chat has another id from now on.
        outboxes: all that there are, to look up whose a message is.
        held: how many messages wait here.
    """

    platforms: Mapping[str, Platform]
    painter: Painter
    clock: Clock
    closed: Callable[[UserRef], bool]
    unreached: Callable[[UserRef, str, bool], None]
    moved: Callable[[ChatRef, ChatRef], None]
    outboxes: WeakSet[Outbox] = field(default_factory=WeakSet)
    held: int = field(default=0, init=False)

    def platform(self, name: str) -> Platform:
        """A platform by its name. Raises ``ChatGone`` for one that is not connected."""
        try:
            return self.platforms[name]
        except KeyError:
            raise ChatGone(f"platform {name} is not connected") from None

    def kept_in(self, chat: ChatRef | None) -> tuple[str, ...]:
        """The languages of lines that stay in a chat where each is shown their own."""
        platform = self.platforms.get(chat.platform) if chat is not None else None
        return LANGUAGES if platform is not None and platform.limits.scenes else ()

    # Whether there is room.

    def may_post(self, platform: Platform, chat: ChatRef, claim: Claim) -> None:
        """Count one request to a group. Raises ``Later``."""
        limits = platform.limits
        key = chat.place if limits.apart else chat.key
        platform.traffic.ask(key, limits.in_group, claim, self.clock.now())

    def may_whisper(self, platform: Platform, user: UserRef, claim: Claim) -> None:
        """Count one request to a person's private chat. Raises ``Later``."""
        platform.traffic.ask(user.key, platform.limits.in_private, claim, self.clock.now())

    def may_touch(self, platform: Platform, ref: MessageRef, claim: Claim) -> None:
        """Count one request about a message. Raises ``Later``."""
        chat = ChatRef(ref.platform, ref.chat, ref.thread)
        if ref.private:
            pace, now = platform.limits.in_private, self.clock.now()
            platform.traffic.ask(chat.key, pace, claim, now)
        else:
            self.may_post(platform, chat, claim)

    async def turn(self, ask: Callable[[], None]) -> None:
        """Wait until there is room: ``ask`` counts, or raises ``Later``."""
        self.held += 1
        try:
            await in_turn(ask, self.clock.sleep)
        finally:
            self.held -= 1

    # Single messages. All raise what the platform raises.

    async def post(
        self,
        chat: ChatRef,
        message: Outgoing,
        first: Callable[[], Awaitable[None]] | None = None,
    ) -> MessageRef:
        """Send to a group; ``first`` is done when it is its turn, and what it raises stops it."""
        platform, claim = self.platform(chat.platform), _one()
        await self.turn(lambda: self.may_post(platform, chat, claim))
        if first is not None:
            await first()
        return await platform.post(chat, message)

    async def whisper(self, user: UserRef, message: Outgoing) -> Delivery:
        """Send to one person alone."""
        platform, claim = self.platform(user.platform), _one()
        await self.turn(lambda: self.may_whisper(platform, user, claim))
        return await self.whispered(platform, user, message)

    async def whispered(self, platform: Platform, user: UserRef, message: Outgoing) -> Delivery:
        """Send to one person alone what was counted already."""
        delivery = await platform.whisper(user, message)
        if delivery.ref is not None:
            chat = ChatRef(platform.name, delivery.ref.chat)
            platform.traffic.same(chat.key, user.key)
        return delivery

    async def edit(self, ref: MessageRef, message: Outgoing) -> None:
        """Put another message in the place of one."""
        platform, claim = self.platform(ref.platform), _one()
        await self.turn(lambda: self.may_touch(platform, ref, claim))
        await platform.edit(ref, message)

    async def retire(self, ref: MessageRef) -> None:
        """Take the buttons off a message."""
        platform, claim = self.platform(ref.platform), _one()
        await self.turn(lambda: self.may_touch(platform, ref, claim))
        await platform.retire(ref)

    async def erase(self, ref: MessageRef) -> None:
        """Delete a message."""
        platform, claim = self.platform(ref.platform), _one()
        await self.turn(lambda: self.may_touch(platform, ref, claim))
        await platform.erase(ref)

    async def open_place(
        self, chat: ChatRef, title: str, people: Sequence[UserRef] = ()
    ) -> ChatRef:
        """A new place of its own for a table of these people."""
        platform, claim = self.platform(chat.platform), _one()
        await self.turn(lambda: self.may_post(platform, chat, claim))
        return await platform.open_place(chat, title, people)

    async def close_place(self, place: ChatRef) -> None:
        """Put away what ``open_place`` opened."""
        platform, claim = self.platform(place.platform), _one()
        await self.turn(lambda: self.may_post(platform, place, claim))
        await platform.close_place(place)


def _one() -> Claim:
    """The claim of a message that waits by itself."""
    return Claim(f"one {next(_COUNT)}")
