"""Who or what a table waits for, since when and until when: the answer to ``/why``.

It is read beside the table's task, so that it is answered even while that is busy.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from bot.i18n.times import clock_time
from bot.players.computer import LIMIT
from bot.screens.screen import lines
from bot.table import waiting
from bot.table.state import Phase
from bot.table.table import HOST_AWAY
from engine.msg import chained, msg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from bot.ports.refs import UserRef
    from bot.table.state import Question
    from bot.table.table import Table
    from engine.core import Seat
    from engine.msg import Msg, Param

ANSWERED = timedelta(seconds=2 * LIMIT)
"""A computer player is answered for at the latest so long after it is asked."""


CLOSE = "\ufdd3"
"""Beside it stands no space: names have one around them in Chinese, 你 has none."""


@dataclass(frozen=True, slots=True)
class DeliveryStatus:
    """What holds a table up that it does not know of itself.

    Attributes:
        unsaved: since when the database refuses to write.
        silent: when what the group has not been sent is tried again.
        owed: when the private screens that did not arrive are tried again.
    """

    unsaved: datetime | None = None
    silent: datetime | None = None
    owed: Mapping[UserRef, datetime] = field(default_factory=dict)


def why(
    table: Table, reader: UserRef, now: datetime, hitches: DeliveryStatus, say: Callable[[Msg], str]
) -> str:
    """The answer in words, one thing waited for a line; ``say`` knows the table's names."""
    told = lines(*map(say, _Waits(table, reader, now).all(hitches)))
    for beside in (f" {CLOSE}", f"{CLOSE} ", CLOSE):
        told = told.replace(beside, "")
    return told


class _Waits:
    def __init__(self, table: Table, reader: UserRef, now: datetime) -> None:
        self.table, self.state = table, table.state
        self.reader = reader
        self.now = now
        self.time = partial(clock_time, near=now)

    def all(self, hitches: DeliveryStatus) -> Iterator[Msg]:
        if self.state.over:
            yield msg("table-gone")
            return
        if hitches.unsaved is not None:
            yield msg("why-unsaved", since=self.time(hitches.unsaved))
        yield from self._table()
        if hitches.silent is not None:
            yield msg("why-silent", until=self.time(hitches.silent))
        yield from self._hands(hitches.owed)
        if self.state.queue:
            yield msg("why-queue", names=self._list(self.table.waiting_names))

    def _who(self, seat: Seat) -> Param:
        """Who is waited for, as the reader calls them."""
        mine = self.state.players[seat].user == self.reader
        return msg("why-you") if mine else self.table.names[seat]

    def _list(self, names: Iterable[Param]) -> Param:
        return chained("render-list", names)

    def _table(self) -> Iterator[Msg]:
        if self.state.unreachable:
            yield msg(f"why-{self.state.unreachable}")
        if self.state.suspended_at is not None:
            yield from self._suspended(self.state.suspended_at)
            return
        match self.state.phase:
            case Phase.LOBBY:
                yield self._lobby()
            case Phase.BETWEEN:
                yield self._between()
            case _:
                yield from self._playing()
        if self.state.vote is not None:
            yield self._vote()

    def _suspended(self, since: datetime) -> Iterator[Msg]:
        if self.state.suspended_for:
            yield msg(f"why-still-{self.state.suspended_for}")
        until = self.state.idle_at
        if until is None:
            yield msg("why-suspended", since=self.time(since))
        else:
            yield msg("why-suspended-until", since=self.time(since), until=self.time(until))

    def _lobby(self) -> Msg:
        state, info = self.state, self.table.game.info
        here, asked = state.here, len(state.players) - state.here
        since = self.time(state.since or state.host_seen)
        until = self.time(state.idle_at or self.now)
        if asked and state.next_at is not None:
            seats = (s for s, player in enumerate(state.players) if player.left)
            names = self._list(map(self._who, seats))
            return msg("why-again", names=names, since=since, until=self.time(state.next_at))
        if here < info.seats[0]:
            missing = info.seats[0] - here
            return msg("why-lobby-few", missing=missing, since=since, until=until)
        if here not in info.seats:
            counts = " / ".join(map(str, info.seats))
            return msg("why-lobby-seats", here=here, seats=counts, since=since, until=until)
        anybody = state.host_seen + HOST_AWAY
        if anybody <= self.now:
            return msg("why-lobby-anybody", since=since, until=until)
        host = self.table.seat_of(state.host)
        name = self.table.names[host] if host is not None else "?"
        since = self.time(state.host_seen)
        return msg("why-lobby-host", host=name, since=since, until=self.time(anybody))

    def _between(self) -> Msg:
        state, ready = self.state, set(self.state.ready)
        names = self._list(self._who(s) for s in self.table.present() if s not in ready)
        since, key = self.time(state.since or self.now), "why-between"
        if state.next_at is None:
            key = "why-between-nobody"
        until = state.next_at or state.idle_at or self.now
        return msg(key, names=names, since=since, until=self.time(until))

    def _vote(self) -> Msg:
        vote = self.state.vote
        if vote is None:
            raise ValueError("no vote")
        names = self._list(self._who(s) for s in self.table.present() if s not in vote.yes)
        until = self.time(vote.until)
        return msg(f"why-vote-{vote.about}", yes=len(vote.yes), names=names, until=until)

    def _playing(self) -> Iterator[Msg]:
        open_ = waiting.open_questions(self.table)
        if len(open_) > 1:
            yield self._several(open_)
        for question in open_ if len(open_) == 1 else ():
            yield self._one(question)

    def _several(self, open_: list[Question]) -> Msg:
        who: dict[str, Param] = {"count": len(open_)}
        key, until = "why-several", waiting.deadline(open_)
        if waiting.named(self.table, open_):
            key = "why-named"
            who = {"names": self._list(self._who(q.seat) for q in open_)}
        since = self.time(min(q.since for q in open_))
        if until is None:
            return msg(key, **who, since=since)
        return msg(f"{key}-until", **who, since=since, until=self.time(until))

    def _one(self, question: Question) -> Msg:
        who: Param = self.table.names[question.seat]
        since = self.time(question.since)
        player = self.state.players[question.seat]
        if not player.person:
            until = self.time(max(question.due or self.now, self.now) + ANSWERED)
            return msg("why-computer", who=who, since=since, until=until)
        if question.due is not None:
            until = self.time(question.due)
            return msg("why-autopilot", who=who, since=since, until=until)
        who = self._who(question.seat)
        if question.deadline is None:
            return msg("why-turn", who=who, since=since)
        until = self.time(question.deadline)
        return msg("why-turn-until", who=who, since=since, until=until)

    def _hands(self, owed: Mapping[UserRef, datetime]) -> Iterator[Msg]:
        """Whose private screen is not there, and what can be done."""
        table, players = self.table, enumerate(self.state.players)
        closed = [table.names[s] for s, player in players if player.unreached]
        if closed:
            yield msg("why-unreached", names=self._list(closed))
        late = [(table.seat_of(user), time) for user, time in owed.items()]
        names = [table.names[s] for s, _ in late if s is not None]
        if names:
            until = self.time(min(time for _, time in late))
            yield msg("why-owed", names=self._list(names), until=until)
