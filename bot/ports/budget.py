"""How much a chat is sent: every request that touches it is counted by ``Traffic.ask``.

Platforms count a chat's messages, edits and deletions together. What tables show and what single
persons ask for have shares of their own, so that nobody's curiosity holds up a board. Where
boards are bounded as well (``Pace.boards``) they are spread: the first of a quiet time goes at
once, some more follow closely, and from then on what is left of the minute is shared out. Of all
who wait for the same, the one that shows how something ended goes first, then whoever has waited
for longest.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from bot.ports.errors import RetryAfter

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from datetime import datetime

MINUTE = 60.0
CLOSE = 3.0
"""Seconds between boards at least."""

GRACE = 2.0
"""Seconds after which somebody who was told to come back and does not has given up."""

SOONEST = 0.05
"""Seconds after which somebody who waits for others asks again at least."""

NAMES = 5000
"""Other names of chats that are remembered."""


class Later(RetryAfter):
    """Not now: in ``seconds``. Nothing was asked of the platform."""


@dataclass(frozen=True, slots=True)
class Window:
    """At most ``most`` requests in any ``seconds``.

    Attributes:
        asked: how many of them may be what single persons asked for.
        each: how many of those may be one person's; 0: all.
        shown: how many may be what tables show; 0: all.
    """

    most: int
    seconds: float
    asked: int
    each: int = 0
    shown: int = 0


@dataclass(frozen=True, slots=True)
class Pace:
    """What one chat may be sent; without windows and ``boards`` a minute, everything."""

    windows: tuple[Window, ...] = ()
    boards: int = 0

    @property
    def memory(self) -> float:
        """Seconds for which requests count."""
        return max((MINUTE, *(window.seconds for window in self.windows)))


@dataclass(frozen=True, slots=True)
class Claim:
    """A request that somebody wants to make.

    Attributes:
        who: one name for each that waits by itself; it has one claim at a time. Empty: whoever
            does not come back.
        board: it shows a board and is no line.
        asked: the person who asked for it; empty: it is what a table shows.
        ends: it shows how something ended.
        since: how long it has been wanted; None: since now.
    """

    who: str
    board: bool = False
    asked: str = ""
    ends: bool = False
    since: datetime | None = None


class _Waiting(NamedTuple):
    claim: Claim
    ends: bool
    since: datetime
    until: datetime


@dataclass(slots=True)
class _Book:
    """One chat: when it was sent what, and who waits."""

    sent: deque[tuple[datetime, str]] = field(default_factory=deque)
    boards: deque[datetime] = field(default_factory=deque)
    waiting: dict[str, _Waiting] = field(default_factory=dict)

    def forget(self, pace: Pace, now: datetime) -> None:
        """Drop what does not count any more, and who has not come back."""
        if self.sent and self.sent[-1][0] > now:  # the machine's clock was put back
            self.sent = deque((min(time, now), asked) for time, asked in self.sent)
            self.boards = deque(min(time, now) for time in self.boards)
        while self.sent and _since(self.sent[0][0], now) >= pace.memory:
            self.sent.popleft()
        while self.boards and _since(self.boards[0], now) >= MINUTE:
            self.boards.popleft()
        if self.waiting:
            self.waiting = {who: one for who, one in self.waiting.items() if one.until > now}

    def wait(self, pace: Pace, claim: Claim, now: datetime) -> float:
        """Seconds until there is room for a claim, were nobody else waiting."""
        waits = [0.0]
        for window in pace.windows:
            inside = [item for item in self.sent if _since(item[0], now) < window.seconds]
            for items, most in _shares(inside, window, claim.asked):
                if len(items) >= most:
                    waits.append(window.seconds - _since(items[len(items) - most][0], now))
        if claim.board and pace.boards and self.boards:
            waits.append(_gap(self.boards, pace.boards, now) - _since(self.boards[-1], now))
        return max(waits)

    def ahead(self, claim: Claim, since: datetime) -> int:
        """How many wait for the same, and longer."""
        mine = (not claim.ends, since, claim.who)
        return sum(
            (not one.ends, one.since, who) < mine
            for who, one in self.waiting.items()
            if who != claim.who
            and one.claim.board == claim.board
            and bool(one.claim.asked) == bool(claim.asked)
        )


async def in_turn(ask: Callable[[], None], sleep: Callable[[float], Awaitable[None]]) -> None:
    """Wait until there is room: ``ask`` counts, or raises ``Later``; ``sleep`` takes seconds."""
    while True:
        try:
            ask()
        except Later as later:
            await sleep(later.seconds)
        else:
            return


class Traffic:
    """What every chat of a platform was sent lately, and who waits for room there."""

    def __init__(self) -> None:
        self._books: OrderedDict[str, _Book] = OrderedDict()
        self._names: OrderedDict[str, str] = OrderedDict()

    def same(self, other: str, chat: str) -> None:
        """Note that two keys mean one chat, so that its requests count together."""
        if other != chat:
            self._names[other] = chat
            self._names.move_to_end(other)
            if len(self._names) > NAMES:
                self._names.popitem(last=False)

    def ask(self, chat: str, pace: Pace, claim: Claim, now: datetime) -> None:
        """Count one request if it may be made now; without bounds every one may.

        Args:
            chat: its key; whatever counts together has one.
            pace: what it may be sent.
            claim: what is to be sent.
            now: the time.

        Raises:
            Later: it may not, and whoever asks again then keeps their place.
        """
        if not (pace.windows or pace.boards):
            return
        book = self._book(chat, pace, now)
        since = min(claim.since or now, now)
        before = book.waiting.get(claim.who)
        if before is not None:
            since = min(since, before.since)
        wait, ahead = book.wait(pace, claim, now), book.ahead(claim, since)
        if wait <= 0 and not ahead:
            book.waiting.pop(claim.who, None)
            book.sent.append((now, claim.asked))
            if claim.board:
                book.boards.append(now)
            return
        wait = max(wait, SOONEST) + ahead * (CLOSE if claim.board and pace.boards else SOONEST)
        until = now + timedelta(seconds=wait + GRACE)
        if claim.who:
            book.waiting[claim.who] = _Waiting(claim, claim.ends, since, until)
        raise Later(wait)

    def room(self, chat: str, pace: Pace, person: str, now: datetime) -> float:
        """Seconds until somebody can be shown what they ask for; nothing is counted."""
        if not pace.windows:
            return 0.0
        return max(0.0, self._book(chat, pace, now).wait(pace, Claim("", asked=person), now))

    def _book(self, chat: str, pace: Pace, now: datetime) -> _Book:
        chat = self._names.get(chat, chat)
        book = self._books.setdefault(chat, _Book())
        self._books.move_to_end(chat)
        while self._books:
            oldest = next(iter(self._books.values()))
            if oldest is book or (oldest.sent and _since(oldest.sent[-1][0], now) < MINUTE):
                break
            self._books.popitem(last=False)
        book.forget(pace, now)
        return book


def _shares(
    inside: list[tuple[datetime, str]], window: Window, person: str
) -> Iterator[tuple[list[tuple[datetime, str]], int]]:
    """What counts for a claim within a window, and how much of it there may be."""
    yield inside, window.most
    if not person:
        yield [item for item in inside if not item[1]], window.shown or window.most
        return
    yield [item for item in inside if item[1]], window.asked
    yield [item for item in inside if item[1] == person], window.each or window.asked


def _since(time: datetime, now: datetime) -> float:
    return (now - time).total_seconds()


def _gap(boards: deque[datetime], most: int, now: datetime) -> float:
    """Seconds after the last board until the next one."""
    left = most - len(boards)
    until = MINUTE - _since(boards[0], boards[-1])
    if left <= 0:
        return until
    return CLOSE if len(boards) < most / 2 else max(CLOSE, until / (left + 1))
