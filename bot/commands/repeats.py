"""Repeated requests of one person: what was just answered is not done or shown again.

Of each view only the newest is wanted: one that was shown lately and still holds is not shown
again. A person is sent so many messages in so many seconds and no more, sits down, gets up and
sets so often. The second copy of a press that was taken is done already, and no mistake.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.commands.registry import Counts
from bot.commands.request import OLD
from bot.ports.messages import Where
from bot.ports.notices import MemberJoined, MemberLeft
from bot.table import tokens
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping
    from datetime import datetime
    from typing import TypeAlias

    from bot.commands.parser import Parser
    from bot.commands.registry import Declared
    from bot.ports.incoming import Incoming
    from bot.ports.messages import Reply
    from bot.ports.notices import Notice
    from bot.ports.platform import Platform
    from bot.runtime.table_runner import TableRunner
    from engine.errors import RuleError
    from engine.msg import Msg

    View: TypeAlias = tuple[str, ...]
    Wanted: TypeAlias = tuple[Counts, View, str]
    # As what it counts that is asked for, which view that is (empty: none), and which page.

FRESH = timedelta(seconds=3)
"""A view that still holds is not shown again before so long."""

CALLED = timedelta(seconds=20)
"""The same for the table's board, which everybody sees."""

SPAN = timedelta(seconds=10)
SHOWN, SEATED, SET = 10, 6, 20
"""In that time: messages to one person, how often one sits down or gets up, and sets something."""

TAKEN = timedelta(seconds=10)
"""For so long another press like one that was taken is its copy."""

PERSONS = 5000
"""Persons, and places, that are remembered."""


@dataclass(slots=True)
class _Person:
    """What one person did lately; times in their order."""

    views: dict[View, tuple[datetime, object]] = field(default_factory=dict)
    taken: dict[tuple[str, ...], datetime] = field(default_factory=dict)
    shown: deque[datetime] = field(default_factory=deque)
    seated: deque[datetime] = field(default_factory=deque)
    set: deque[datetime] = field(default_factory=deque)
    warned: datetime | None = None
    seen: datetime | None = None

    def forget(self, now: datetime) -> None:
        """Drop what does not count any more; also where the machine's clock was put back."""
        for times in (self.shown, self.seated, self.set):
            while times and not timedelta(0) <= now - times[0] < SPAN:
                times.popleft()
        self.views = {v: seen for v, seen in self.views.items() if _lately(seen[0], now, CALLED)}
        self.taken = {p: at for p, at in self.taken.items() if _lately(at, now, TAKEN)}


class Quiet(Exception):
    """Nothing is done: ``words`` say why, where that is no message; None: nothing is said."""

    def __init__(self, words: Msg | None) -> None:
        super().__init__("it was just answered")
        self.words = words


class Repeats:
    """Knows what everybody asked for lately; all of it may be lost.

    ``now`` is the time.
    """

    def __init__(
        self,
        declared: Declared,
        parser: Parser,
        now: Callable[[], datetime],
        platforms: Mapping[str, Platform],
    ) -> None:
        self._declared = declared
        self._parser = parser
        self._now = now
        self._platforms = platforms
        self._persons: OrderedDict[str, _Person] = OrderedDict()
        self._changes: OrderedDict[str, int] = OrderedDict()

    def _asked(self, incoming: Incoming, runner: TableRunner | None, wanted: Wanted) -> None:
        """Somebody asks for something, of a table if it is about one.

        Raises:
            Quiet: they have it, or ask too often.
        """
        person, now = self._person(incoming), self._now()
        counts, view, page = wanted
        if view:
            state = page, _state_of(runner), self._changes.get(_place(incoming))
            span = CALLED if Counts.BOARD in counts else FRESH
            at, seen = person.views.get(view, (None, None))
            if at is not None and _lately(at, now, span) and seen == state:
                raise Quiet(self._there(incoming))
            if len(person.shown) >= SHOWN:
                raise Quiet(self._slowly(person, incoming, now))
            person.views[view] = now, state
        for times, most in _counted(person, counts):
            if len(times) >= most:
                raise Quiet(self._slowly(person, incoming, now))
            times.append(now)

    async def quietly(
        self,
        incoming: Incoming,
        runner: TableRunner | None,
        handle: Callable[[Wanted], Awaitable[Reply | None]],
    ) -> Reply | Msg | None:
        """What ``handle`` answers, or a few words where it is not done again.

        What is only heard in a group has limits of its own.
        """
        wanted = self._wanted(incoming, runner)
        if not incoming.to_us:
            return await handle(wanted)
        try:
            self._asked(incoming, runner, wanted)
            return self._answered(incoming, wanted, await handle(wanted))
        except Quiet as quiet:
            return quiet.words

    async def notice(self, notice: Notice) -> None:
        """Somebody came or left: what they may see has changed."""
        if isinstance(notice, MemberLeft | MemberJoined):
            person = self._persons.get(notice.user.key)
            if person is not None:
                person.views.clear()

    def failed(self, incoming: Incoming, wanted: Wanted, error: RuleError) -> bool:
        """Note a refused request; whether it repeats one that was taken, and nothing is said."""
        person = self._person(incoming)
        person.views.pop(wanted[1], None)
        return error.msg.key == OLD and _press(incoming) in person.taken

    def done(self, incoming: Incoming, wanted: Wanted) -> None:
        """Note a request that was done, and may have changed what is seen in its chat."""
        if incoming.token:
            self._person(incoming).taken[_press(incoming)] = self._now()
        if not wanted[1]:
            place = _place(incoming)
            self._changes[place] = self._changes.get(place, 0) + 1
            self._changes.move_to_end(place)
            if len(self._changes) > PERSONS:
                self._changes.popitem(last=False)

    def _answered(self, incoming: Incoming, wanted: Wanted, reply: Reply | None) -> Reply | None:
        """The reply.

        Raises:
            Quiet: a person was sent so many messages just now.
        """
        # By the table: a hand, its board.
        shown = bool(wanted[1]) if reply is None else self._is_message(incoming, reply)
        if not shown:
            return reply
        person = self._person(incoming)
        if reply is not None and len(person.shown) >= SHOWN:
            raise Quiet(self._slowly(person, incoming, self._now()))
        person.shown.append(self._now())
        return reply

    def _wanted(self, incoming: Incoming, runner: TableRunner | None) -> Wanted:
        """How a request counts, which view it asks for, and which page of it.

        The view is empty where it is none.
        """
        token = tokens.read(incoming.token) if incoming.token else None
        if isinstance(token, tokens.Token):
            name, rest = token.item, ""
        elif isinstance(token, tokens.Menu):
            name, rest = token.command, token.argument
        else:
            spoken = self._parser.understand(incoming.text) if not incoming.token else None
            name, rest = (spoken.name, spoken.rest) if spoken is not None else ("", "")
        counts = self._declared.counts(name)
        if not (Counts.VIEW in counts or (Counts.FORM in counts and not rest)):
            return counts, (), rest
        own = incoming.message.id if incoming.own and incoming.message is not None else ""
        table = runner.table.state.id if runner is not None else ""
        return counts, (self._declared.view(name), _place(incoming), own, table), rest

    def _is_message(self, incoming: Incoming, reply: Reply) -> bool:
        if reply.where is Where.TOAST and self._is_free(incoming):
            return False
        pressed = incoming.message
        own = pressed is not None and (pressed.private or incoming.own)
        return not (own and reply.where is Where.SAME_MESSAGE)

    def _is_free(self, incoming: Incoming) -> bool:
        """Whether a short answer is no message."""
        platform = self._platforms.get(incoming.user.platform)
        return bool(incoming.token) and platform is not None and platform.limits.toasts

    def _person(self, incoming: Incoming) -> _Person:
        key, now = incoming.user.key, self._now()
        person = self._persons.setdefault(key, _Person())
        self._persons.move_to_end(key)
        person.forget(now)
        person.seen = now
        self._prune(now)
        return person

    def _prune(self, now: datetime) -> None:
        """Drop whoever has done nothing for so long that none of it counts any more."""
        while self._persons:
            oldest = next(iter(self._persons.values()))
            lately = oldest.seen is not None and _lately(oldest.seen, now, CALLED)
            if lately and len(self._persons) <= PERSONS:
                break
            self._persons.popitem(last=False)

    def _there(self, incoming: Incoming) -> Msg | None:
        """What is said to whoever has it already, where that is no message."""
        return msg("again-there") if self._is_free(incoming) else None

    def _slowly(self, person: _Person, incoming: Incoming, now: datetime) -> Msg | None:
        """What is said to whoever asks too often; once, where it is a message."""
        if self._is_free(incoming):
            return msg("again-slowly")
        if person.warned is not None and _lately(person.warned, now, SPAN):
            return None
        person.warned = now
        return msg("again-slowly")


def _state_of(runner: TableRunner | None) -> object:
    """Equal as long as a table's views show the same."""
    if runner is None:
        return None
    state = runner.table.state
    return state.id, state.phase, state.round, state.step, state.public, state.counter


def _counted(person: _Person, counts: Counts) -> Iterator[tuple[deque[datetime], int]]:
    """What counts for something that is done, and how often it may be."""
    if Counts.SEAT in counts:
        yield person.seated, SEATED
    if Counts.SET in counts:
        yield person.set, SET


def _place(incoming: Incoming) -> str:
    """Where somebody asks: a chat, or their private one."""
    return incoming.chat.place if incoming.chat is not None else incoming.user.key


def _press(incoming: Incoming) -> tuple[str, ...]:
    """Equal for copies of one press."""
    return (incoming.token, _place(incoming), *incoming.values)


def _lately(time: datetime, now: datetime, span: timedelta) -> bool:
    return timedelta(0) <= now - time < span
