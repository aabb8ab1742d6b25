"""Private messages of one table: each person's screen, and notes that are told once."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.delivery.channel import together, with_or_without
from bot.delivery.gateway import FAR
from bot.delivery.painter import without_picture
from bot.ports.budget import Claim
from bot.ports.errors import ChatGone, MessageGone, NotAllowed, PlatformError, RetryAfter
from bot.ports.messages import Outgoing
from bot.screens.screen import with_message
from bot.table.state import HandShown

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from bot.delivery.channel import Line
    from bot.delivery.gateway import Gateway
    from bot.ports.platform import Platform
    from bot.ports.refs import MessageRef, UserRef
    from bot.screens.screen import Screen

log = logging.getLogger(__name__)


class PrivateScreens:
    """Sends to persons; ``changed`` is called as soon as somebody has another message.

    Attributes:
        sent: what was shown since it was last cleared.
    """

    def __init__(self, table: str, gateway: Gateway, changed: Callable[[], None]) -> None:
        self.sent: dict[UserRef, HandShown] = {}
        self._table = table
        self._gateway = gateway
        self._changed = changed
        self._refs: dict[UserRef, HandShown] = {}
        self._waiting: dict[UserRef, Screen] = {}
        self._notes: dict[UserRef, list[Line]] = {}
        self._leaving: set[UserRef] = set()
        self._old: dict[UserRef, list[MessageRef]] = {}

    def knows(self, hands: Iterable[HandShown]) -> None:
        """Restore what was shown before a restart."""
        self._refs = {hand.user: hand for hand in hands}

    def show(self, user: UserRef, screen: Screen) -> None:
        """Have a person's private screen show this."""
        waiting = self._waiting.get(user)
        if waiting is not None and waiting.message.notify:
            screen = with_message(screen, notify=True)
        self._waiting[user] = screen
        self._leaving.discard(user)

    def note(self, user: UserRef, line: Line) -> None:
        """Send words to one person, once."""
        self._notes.setdefault(user, []).append(line)

    def leave(self, user: UserRef) -> None:
        """A person has nothing to do with the table any more."""
        self._waiting.pop(user, None)
        self._leaving.add(user)

    def put_aside(self, user: UserRef, ref: MessageRef) -> None:
        """A private message that has no more use goes, unless it turns out to be their screen.

        A press may come before the platform has said which message the screen is.
        """
        self._old.setdefault(user, []).append(ref)

    def forget(self, user: UserRef) -> None:
        """A private screen may be gone: the next one is sent whatever it holds."""
        hand = self._refs.get(user)
        if hand is not None:
            self._refs[user] = replace(hand, digest="")

    def is_screen(self, ref: MessageRef) -> bool:
        """Whether a message is somebody's private screen, and no copy of it and no question."""
        return any(hand.ref == ref for hand in self._refs.values())

    def erased(self, ref: MessageRef) -> None:
        """Somebody deleted a message: the next screen is a fresh one."""
        self._refs = {user: hand for user, hand in self._refs.items() if hand.ref != ref}

    def waiting(self) -> tuple[UserRef, ...]:
        """For whom something has not left yet."""
        return tuple({**self._waiting, **self._notes, **self._old, **dict.fromkeys(self._leaving)})

    def drop(self, user: UserRef) -> None:
        """Give up what waits for a person: it cannot be shown."""
        self._waiting.pop(user, None)
        self._noted(user, len(self._notes.get(user, ())), told=False)
        self._old.pop(user, None)
        self._leaving.discard(user)

    def _noted(self, user: UserRef, taken: int, *, told: bool) -> None:
        """So many notes have left, or never will."""
        notes = self._notes.pop(user, [])
        if notes[taken:]:
            self._notes[user] = notes[taken:]
        for note in notes[:taken]:
            note.told(told)

    async def send(self, user: UserRef) -> None:
        """Send what waits for one person.

        Raises:
            PlatformError: nothing is lost.
            Later: so much at a time is too much.
        """
        if self._gateway.closed(user):
            asked = user in self._waiting or user in self._notes
            self._forget_all(user)
            if asked:
                self._gateway.unreached(user, "", False)
            return
        platform = self._gateway.platform(user.platform)
        if user in self._leaving:
            self._take_away(user)
        if user in self._waiting:
            await self._send_screen(platform, user)
        await self._clear_away(platform, user)
        while user in self._notes:
            self._may(platform, user)
            taken = len(self._notes[user])
            message = together(self._notes[user], "\n")
            delivery = await self._gateway.whispered(platform, user, message)
            self._noted(user, taken, told=delivery.ref is not None)
            if delivery.ref is None:
                self._gateway.unreached(user, delivery.reason, delivery.final)

    def _may(self, platform: Platform, user: UserRef) -> None:
        """Count one request. Raises ``Later``."""
        self._gateway.may_whisper(platform, user, Claim(self._table))

    def _forget_all(self, user: UserRef) -> None:
        """Nothing more is tried with somebody whom nothing reaches."""
        if user in self._leaving:
            self._refs.pop(user, None)
            self.sent.pop(user, None)
        self.drop(user)

    def _take_away(self, user: UserRef) -> None:
        self._leaving.discard(user)
        hand = self._refs.pop(user, None)
        self.sent.pop(user, None)
        if hand is not None:
            self._old.setdefault(user, []).append(hand.ref)

    async def _clear_away(self, platform: Platform, user: UserRef) -> None:
        """Erase what has no more use, and never what is the screen."""
        while old := [ref for ref in self._old.get(user, ()) if not self.is_screen(ref)]:
            self._may(platform, user)
            self._old[user] = old[1:]
            try:
                await platform.erase(old[0])
            except PlatformError:
                log.warning("private message not erased table=%s", self._table)
        self._old.pop(user, None)

    async def _send_screen(self, platform: Platform, user: UserRef) -> None:
        screen, old = self._waiting[user], self._refs.get(user)
        digest = screen.digest
        if old is not None and old.digest == digest:
            self._waiting.pop(user)
            return
        self._may(platform, user)
        self._waiting.pop(user)
        try:
            ref = await self._put(platform, user, screen, old.ref if old is not None else None)
        except PlatformError:
            self._waiting.setdefault(user, screen)
            raise
        if ref is None:
            return
        self.sent[user] = self._refs[user] = HandShown(user, ref, digest)
        if old is None or old.ref != ref:
            self._changed()
            if old is not None:
                self._old.setdefault(user, []).append(old.ref)

    async def _put(
        self, platform: Platform, user: UserRef, screen: Screen, old: MessageRef | None
    ) -> MessageRef | None:
        """Change the message, or send another where that would not be noticed."""
        limits = platform.limits
        message = await self._gateway.painter.message(
            screen, pictures=limits.pictures, panes=limits.panes, scenes=limits.scenes,
            table=self._table,
        )  # fmt: skip

        async def turn() -> None:
            await self._gateway.turn(lambda: self._may(platform, user))

        noticed = not (limits.quiet and message.notify)
        if old is not None and noticed and platform.newer(old) < FAR:
            try:
                return await with_or_without(message, lambda m: platform.edit(old, m), turn)
            except MessageGone:
                await turn()
            except (ChatGone, NotAllowed) as error:
                self._gateway.unreached(user, type(error).__name__, True)
                return None
        return await self._whisper(platform, user, message, turn)

    async def _whisper(
        self,
        platform: Platform,
        user: UserRef,
        message: Outgoing,
        turn: Callable[[], Awaitable[None]],
    ) -> MessageRef | None:
        try:
            delivery = await self._gateway.whispered(platform, user, message)
        except RetryAfter:
            raise
        except PlatformError:
            if message.picture is None:
                raise
            await turn()
            delivery = await self._gateway.whispered(platform, user, without_picture(message))
        if delivery.ref is None:
            log.warning("hand not delivered table=%s reason=%s", self._table, delivery.reason)
            self._gateway.unreached(user, delivery.reason, delivery.final)
        return delivery.ref
