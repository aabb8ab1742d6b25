"""What leaves for one table: to its group and to every person, each at their own pace.

Only the newest board and the newest private screen matter, so a flood collapses; lines are never
dropped while their chat exists. The group and every person are written to independently: whoever
cannot be written to now holds up nobody else.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from bot.delivery.channel import Channel, Line, untold
from bot.delivery.private import PrivateScreens
from bot.ports.budget import Later
from bot.ports.errors import ChatGone, ChatMoved, NotAllowed, PlatformError, RetryAfter, Unfit
from bot.support.errors import log_bug
from bot.table.commands import Delivered, Suspend
from engine.msg import chained, msg

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from typing import TypeAlias

    from bot.delivery.channel import Told
    from bot.delivery.gateway import Gateway
    from bot.ports.refs import ChatRef, MessageRef, UserRef
    from bot.screens.screen import Screen
    from bot.support.clock import Handle
    from bot.table.commands import Command
    from bot.table.state import TableState

    Slot: TypeAlias = UserRef | None
    # None: the group.
    Words: TypeAlias = tuple[tuple[str, str], ...]
    # Words by language.

log = logging.getLogger(__name__)

AGAIN = (1.0, 5.0, 25.0, 60.0, 120.0, 300.0)
"""Seconds to wait after each failure of a platform; the last again and again."""

TRIES = 30
"""So many failures in a row, for more than two hours, and the message is given up."""

STILL = 3
"""After so many the group cannot see what is played: its table stands still, once."""

NOTICED = 5.0
"""A message that waits for so many seconds is told of."""

SHORTEST = 0.1
"""Seconds that a platform's "too fast" means at least."""

ROUNDING = 0.001
"""A clock may ring so many seconds early."""

LONG = 600.0
"""A group that must not be written to for so many seconds stands still."""


class Outbox:
    """Sends for one table, in a task of its own; ``tell`` hears what came of it."""

    def __init__(self, table: str, place: ChatRef | None, gateway: Gateway) -> None:
        self._table = table
        self._gateway = gateway
        self._clock = gateway.clock
        self._tell: Callable[[Command], None] = lambda _: None
        self._channel = Channel(table, place, gateway, self._report)
        self._screens = PrivateScreens(table, gateway, self._report)
        self._told = Delivered()
        self._until: dict[Slot, float] = {}
        self._failures: dict[Slot, int] = {}
        self._known: dict[Slot, str] = {}
        self._sending: dict[Slot, asyncio.Task[None]] = {}
        self._alarm: Handle | None = None
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._resting = asyncio.Event()
        self._resting.set()
        gateway.outboxes.add(self)

    def knows(self, state: TableState, tell: Callable[[Command], None]) -> None:
        """What a table was shown before, and whom to tell what is shown from now on."""
        self._screens.knows(state.hands)
        self.resumes(state.board, state.shown, tell)

    def resumes(
        self, board: MessageRef | None, shown: int, tell: Callable[[Command], None]
    ) -> None:
        """Which message the board is and what it shows, and whom to tell what is shown then."""
        self._channel.ref, self._channel.public = board, shown
        self._told = Delivered(shown, board)
        self._tell = tell

    def board(
        self,
        screen: Screen,
        asked: frozenset[UserRef],
        *,
        repost: bool = False,
        ends: bool = False,
    ) -> None:
        """The board is to show this, while the table waits for the persons ``asked``."""
        self._channel.board(screen, asked, repost=repost, ends=ends)
        self._stir()

    def say(
        self,
        text: str,
        told: Told = untold,
        links: tuple[str, ...] = (),
        others: Words = (),
    ) -> None:
        """A message that stays in the channel; ``links``: as of ``Outgoing``.

        ``others``: the same by language, for those of ``kept_in``.
        """
        self._channel.say(Line(text, told, links, others))
        self._stir()

    def call(self, user: UserRef, text: str, others: Words = ()) -> None:
        """Call a person by name in the group; ``others``: as of ``say``."""
        self._channel.call(user, Line(text, others=others))
        self._stir()

    def panes(self, user: UserRef) -> bool:
        """Whether a person's platform shows the board beside the private screen."""
        platform = self._gateway.platforms.get(user.platform)
        return platform is not None and platform.limits.panes

    @property
    def apart(self) -> bool:
        """Whether everybody at the board has a screen of their own beside it."""
        place = self._channel.place
        platform = None if place is None else self._gateway.platforms.get(place.platform)
        return platform is not None and platform.limits.panes

    def languages(self) -> list[str]:
        """In which the board is read now by those who are each shown their own; sorted."""
        place = self._channel.place
        platform = self._gateway.platforms.get(place.platform) if place is not None else None
        if place is None or platform is None or not platform.limits.scenes:
            return []
        return sorted(platform.languages(place))

    @property
    def kept_in(self) -> tuple[str, ...]:
        """The languages of lines that stay where each is shown their own."""
        return self._gateway.kept_in(self._channel.place)

    def hand(self, user: UserRef, screen: Screen) -> None:
        """Queue a person's private screen; it replaces one that has not been sent."""
        self._screens.show(user, screen)
        self._stir()

    def note(
        self, user: UserRef, text: str, told: Told = untold, links: tuple[str, ...] = ()
    ) -> None:
        """Tell a person something once, in private; ``links``: as of ``Outgoing``."""
        self._screens.note(user, Line(text, told, links))
        self._stir()

    def leave(self, user: UserRef) -> None:
        """Take a person's private screen away."""
        self._screens.leave(user)
        self._stir()

    def forget(self, user: UserRef) -> None:
        """A private screen may be gone: the next one is sent whatever it holds."""
        self._screens.forget(user)

    def put_aside(self, user: UserRef, ref: MessageRef) -> None:
        """Take a private message away that has no more use, unless it is their screen."""
        self._screens.put_aside(user, ref)
        self._stir()

    def erased(self, ref: MessageRef) -> bool:
        """Somebody deleted a message; whether it was the board."""
        self._screens.erased(ref)
        return self._channel.erased(ref)

    def move(self, place: ChatRef | None) -> None:
        """Send to another chat from now on: the old one has got another id."""
        self._channel.move(place)
        self._until.pop(None, None)
        self._stir()

    def shows(self, ref: MessageRef) -> bool:
        """Whether a message is the board, or was."""
        return ref == self._channel.ref or ref in self._channel.former

    def foreign(self, ref: MessageRef) -> bool:
        """Whether a message is the board of something else, or was."""
        return any(box.shows(ref) for box in self._gateway.outboxes if box is not self)

    @property
    def board_ref(self) -> MessageRef | None:
        """The message that is the board now."""
        return self._channel.ref

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

    def held(self) -> tuple[datetime | None, dict[UserRef, datetime]]:
        """When the group, and whom else, that were not sent something are tried again."""
        now, ran = self._clock.now(), self._clock.steady()
        late = {
            slot: now + timedelta(seconds=until - ran)
            for slot, until in self._until.items()
            if until - ran >= NOTICED
        }
        silent = late.pop(None, None)
        return silent, {user: time for user, time in late.items() if user is not None}

    # Sending.

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
            sending = tuple(self._sending.values())
            for task in sending:
                task.cancel()
            await asyncio.gather(*sending, return_exceptions=True)

    def _rest(self) -> None:
        left = self._left()
        self._report(whole=not left)
        self._resting.set()
        if not left:
            self._idle.set()

    def _set_alarm(self, when: float | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = None
        if when is not None:
            self._alarm = self._clock.call_in(when - self._clock.steady(), self._alarmed)

    def _alarmed(self) -> None:
        self._resting.clear()
        self._wake.set()

    def _left(self) -> tuple[Slot, ...]:
        """To whom something has not left yet."""
        group: tuple[Slot, ...] = (None,) if self._channel.waits else ()
        return (*group, *self._screens.waiting())

    def _begin(self) -> None:
        """Start a task for each person or chat that has something due and none under way."""
        now = self._clock.steady() + ROUNDING
        self._until = {slot: time for slot, time in self._until.items() if time > now}
        for slot in self._left():
            if slot not in self._until and slot not in self._sending:
                task = self._sending[slot] = asyncio.create_task(self._try(slot))
                task.add_done_callback(partial(self._ended, slot))

    def _ended(self, slot: Slot, _: asyncio.Task[None]) -> None:
        del self._sending[slot]
        self._wake.set()

    async def _try(self, slot: Slot) -> None:
        """Send what waits for the group or a person; nothing is raised."""
        try:
            await (self._channel.send() if slot is None else self._screens.send(slot))
        except Later as wait:
            self._hold(slot, wait.seconds)
            return
        except RetryAfter as wait:
            self._slow(slot, wait.seconds)
            return
        except ChatMoved as moved:
            self._moved(slot, moved.new)
            return
        except (ChatGone, NotAllowed) as error:
            self._barred(slot, error)
        except Unfit as error:
            self._unfit(slot, error)
        except PlatformError as error:
            if self._again(slot, error):
                return
        except Exception as error:  # noqa: BLE001  (the table goes on without this message)
            log_bug(log, "sending failed", error, table=self._table)
        else:
            self._known.pop(slot, None)
        self._failures.pop(slot, None)

    def _again(self, slot: Slot, error: PlatformError) -> bool:
        """Whether a message that failed is tried once more."""
        times = self._failures.get(slot, 0)
        self._failures[slot] = times + 1
        if times < TRIES:
            if self._is_news(slot, error):
                log_bug(log, "sending failed", error, table=self._table, said=str(error))
            if times == STILL and slot is None:
                self._tell(Suspend(msg("hurdle-refused")))
            self._hold(slot, AGAIN[min(times, len(AGAIN) - 1)])
            return True
        log.info("message given up table=%s", self._table)
        self._drop(slot)
        return False

    def _slow(self, slot: Slot, seconds: float) -> None:
        """A platform wants a pause; a long one stops the clocks of the table."""
        if slot is None and seconds > LONG:
            log.error("group stands still table=%s seconds=%.0f", self._table, seconds)
            self._tell(Suspend(msg("hurdle-slow", minutes=int(seconds / 60))))
        else:
            log.warning("sending waits table=%s seconds=%.1f", self._table, seconds)
        self._hold(slot, seconds)

    def _moved(self, slot: Slot, new: ChatRef) -> None:
        self._hold(slot, AGAIN[0])
        if slot is None and self._channel.place is not None:
            self._gateway.moved(self._channel.place, new)

    def _barred(self, slot: Slot, error: ChatGone | NotAllowed) -> None:
        """The group cannot be written to: the table stands still, and people are told why."""
        if self._is_news(slot, error):
            log.warning("not written to table=%s reason=%s", self._table, type(error).__name__)
        self._drop(slot)
        if slot is not None:
            return
        if isinstance(error, NotAllowed):
            rights = chained("render-list", map(msg, error.rights))
            self._tell(Suspend(msg("hurdle-rights", rights=rights)))
        else:
            self._tell(Suspend(msg("hurdle-gone")))

    def _unfit(self, slot: Slot, error: Unfit) -> None:
        """What is our fault would be refused again: it is not sent, and its group is told why."""
        if self._is_news(slot, error):
            log_bug(log, "message not fit to be sent", error, table=self._table, said=str(error))
        self._drop(slot)
        if slot is None:
            self._tell(Suspend(msg("hurdle-refused")))

    def _is_news(self, slot: Slot, error: PlatformError) -> bool:
        """Whether an error is another one than before, since something last arrived."""
        known = self._known.get(slot)
        self._known[slot] = f"{type(error).__name__} {error}"
        return known != self._known[slot]

    def _hold(self, slot: Slot, seconds: float) -> None:
        self._until[slot] = self._clock.steady() + max(seconds, SHORTEST)

    def _drop(self, slot: Slot) -> None:
        if slot is None:
            self._channel.drop()
        else:
            self._screens.drop(slot)

    def _report(self, *, whole: bool = False) -> None:
        """Tell the table what is shown; a board counts once nothing is left that belongs to it."""
        told = Delivered(self._channel.public if whole else self._told.public, self._channel.ref)
        if self._screens.sent or told != self._told:
            self._told = told
            self._tell(Delivered(told.public, told.board, tuple(self._screens.sent.values())))
        self._screens.sent.clear()
