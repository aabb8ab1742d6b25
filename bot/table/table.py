"""The table as handlers see it: its state, match and log, and how they are read and changed."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from datetime import timedelta
from operator import is_not
from typing import TYPE_CHECKING, Any

from bot.i18n.names import told_apart
from bot.store.rows import TableSaved
from bot.support.errors import Refused
from bot.table.effects import ShowBoard, ShowHandOf
from bot.table.position import Position, look_of
from bot.table.state import Phase, dumps
from engine.frozen import changed
from engine.match import totals
from engine.msg import SeatArg, msg

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from typing import Self, TypeAlias

    from bot.ports.refs import UserRef
    from bot.store.rows import Row
    from bot.table.effects import Effect
    from bot.table.state import Player, Question, TableState
    from engine.core import Action, Game, Prompt, Seat
    from engine.match import Match
    from engine.msg import Msg
    from engine.replay import RoundLog

    Played: TypeAlias = tuple[Match, tuple[RoundLog, ...], tuple[int, ...]]
    # A match, its log, and ``corrected``.

LOBBY_IDLE = timedelta(hours=2)
"""A lobby that nobody touches for so long is closed."""

LOBBY_LIFE = timedelta(hours=8)
"""A lobby is closed after so long whatever people do in it: they can begin, or open another."""

BETWEEN_IDLE = timedelta(minutes=10)
"""Between rounds a table stands still after so long without a press."""

HOST_AWAY = timedelta(minutes=2)
"""After so long without a word from the host anybody seated may start."""

SLOW = timedelta(hours=1)
"""Where people have so long for an answer, everything else may take as long as one."""

SWEPT = timedelta(days=7)
"""A table that stands still so long without anybody is closed."""

FORSAKEN = timedelta(days=7)
"""A table without a clock stands still after so long without an answer: all may have gone."""

DESERTED = timedelta(days=1)
"""A table that stands still so long gives way to a new one."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a command may change, to be put back if it fails."""

    state: TableState
    match: Match | None
    log: tuple[RoundLog, ...]
    news: tuple[Msg, ...]
    words: tuple[UserRef, str, datetime] | None
    thinking: frozenset[int]


class Table:
    """A table of one game, as its handlers and its screens know it.

    Attributes:
        state: what is stored of it.
        match: the match, recomputed from its log; None in the lobby.
        log: what was played, round by round.
        news: what the last action led to, for the board; may be lost.
        words: who typed the last play, what and when; may be lost.
        meant: what cards that can be read in several ways are first, and for which question; may
            be lost.
        thinking: questions that a computer player is being asked just now.
        said: the last lines of a table without a place, for its private screen; may be lost.
        pace: how long computer players wait before they answer: 1 as people like it, 0 not at all.
        quiet: people do not notice that a message of theirs was changed.
        purses: people here can have purses.
        keyed: the address of its room is all it takes to come, and nobody else finds it.
        corrected: by how much corrections have changed each seat's points; the book keeps them.
        asleep: the match is not recomputed yet; whoever asks for it, the log or ``corrected`` has
            that done.
        lacking: rights that the bot lacks in the chat, as keys of messages that name them.
    """

    def __init__(
        self,
        state: TableState,
        game: Game[Any, Any],
        match: Match | None = None,
        log: tuple[RoundLog, ...] = (),
    ) -> None:
        self.state = state
        self.game = game
        self._sleep: Callable[[], Played] | None = None
        self._match = match
        self._log = log
        self.news: tuple[Msg, ...] = ()
        self.words: tuple[UserRef, str, datetime] | None = None
        self.thinking: set[int] = set()
        self.meant: tuple[int, Action] | None = None
        self.said: tuple[Msg, ...] = ()
        self.pace = 1.0
        self.quiet = False
        self.purses = self.keyed = True
        self._corrected: tuple[int, ...] = ()
        self.lacking: tuple[str, ...] = ()
        self._position: Position | None = None
        self._people: tuple[tuple[Player, ...], tuple[Player, ...]] | None = None
        self._names: tuple[str, ...] = ()
        self.out: list[Effect] = []
        self.rows: list[Row] = []

    # What is played, recomputed when it is asked for.

    @property
    def asleep(self) -> bool:
        """Whether the match is yet to be recomputed from its log."""
        return self._sleep is not None

    def sleep(self, until: Callable[[], Played]) -> None:
        """Leave match and log unread until somebody asks; ``until`` reads them."""
        self._sleep = until

    def wake(self) -> None:
        """Recompute what is played, if that is yet to be done.

        Raises:
            Exception: what ``until`` raises; it sleeps on.
        """
        if self._sleep is not None:
            self._match, self._log, self._corrected = self._sleep()
            self._sleep = None

    @property
    def match(self) -> Match | None:
        """The match, recomputed if it was not yet; None in the lobby."""
        if self._sleep is not None:
            self.wake()
        return self._match

    @match.setter
    def match(self, match: Match | None) -> None:
        self._match = match

    @property
    def log(self) -> tuple[RoundLog, ...]:
        """What was played, round by round."""
        if self._sleep is not None:
            self.wake()
        return self._log

    @log.setter
    def log(self, log: tuple[RoundLog, ...]) -> None:
        self._log = log

    @property
    def corrected(self) -> tuple[int, ...]:
        """By how much corrections have changed each seat's points."""
        if self._sleep is not None:
            self.wake()
        return self._corrected

    @corrected.setter
    def corrected(self, corrected: tuple[int, ...]) -> None:
        self._corrected = corrected

    def saved(self, now: datetime) -> TableSaved:
        """The row that holds this table as it is."""
        place = self.state.place.place if self.state.place is not None else ""
        return TableSaved(self.state.id, place, self.state.live, dumps(self.state), now)

    def snapshot(self) -> Snapshot:
        """Everything that a command may change, for ``restore``."""
        thinking = frozenset(self.thinking)
        return Snapshot(self.state, self.match, self.log, self.news, self.words, thinking)

    def restore(self, before: Snapshot) -> None:
        """Put everything back as it was."""
        self.state, self.match = before.state, before.match
        self.log, self.news, self.words = before.log, before.news, before.words
        self.thinking = set(before.thinking)

    def draft(self) -> Self:
        """A copy to carry out a command on: nobody sees it before it is stored."""
        self.wake()
        draft = copy(self)
        draft.thinking = set(self.thinking)
        return draft

    def adopt(self, draft: Self) -> None:
        """Take over what a draft has become, now that it is stored."""
        vars(self).update(vars(draft))

    # What the handlers work with.

    def change(self, **fields: Any) -> None:
        """Replace fields of the state."""
        self.state = changed(self.state, **fields)

    def seat_changed(self, seat: Seat, **fields: Any) -> None:
        """Replace fields of a player, if any of them is another."""
        players = list(self.state.players)
        players[seat] = changed(players[seat], **fields)
        if players[seat] == self.state.players[seat]:
            return
        self.change(players=tuple(players))
        if not players[seat].autopilot:
            over = msg("autopilot-on", seat=SeatArg(seat))
            self.news = tuple(item for item in self.news if item != over)

    def touch_board(self) -> None:
        """Have the group's board shown anew."""
        self.change(public=self.state.public + 1)
        if ShowBoard() not in self.out:
            self.out.append(ShowBoard())

    def touch_hands(self, notify: frozenset[Seat] = frozenset()) -> None:
        """Every person's private screen may have changed."""
        self.out = [r for r in self.out if not isinstance(r, ShowHandOf)]
        for seat, player in enumerate(self.state.players):
            if player.person and not player.left:
                self.out.append(ShowHandOf(seat, notify=seat in notify))

    def touch_only(self, seat: Seat) -> None:
        """No private screen has changed but this one."""
        self.out = [r for r in self.out if not isinstance(r, ShowHandOf) or r.seat == seat]

    def react(self, *effects: Effect) -> None:
        """Add to what is shown afterwards."""
        self.out.extend(effects)

    def store(self, *rows: Row) -> None:
        """Add to what is stored with this command."""
        self.rows.extend(rows)

    def patience(self, least: timedelta) -> timedelta:
        """How long people are waited for: at a slow table as long as for an answer."""
        clock = timedelta(seconds=self.state.clock)
        return max(least, clock) if clock >= SLOW else least

    def lobby_until(self, now: datetime) -> datetime:
        """When a lobby that was touched now is closed, if nobody does so again."""
        idle, life = self.patience(LOBBY_IDLE), self.patience(LOBBY_LIFE)
        return min(now + idle, (self.state.since or now) + life)

    def still_at(self, now: datetime) -> datetime | None:
        """When a round that nobody plays on stands still; None where the clock plays on."""
        return None if self.state.clock else now + FORSAKEN

    def gives_way(self, now: datetime) -> bool:
        """Whether a new table may take the place of this one.

        It is over, stands still with nobody there or for long, or is one's own lobby.
        """
        state = self.state
        if state.over or state.tournament:
            return state.over
        if state.place is None and state.phase is Phase.LOBBY:
            return True
        still = state.suspended_at
        return still is not None and (not self.present() or now - still >= DESERTED)

    @property
    def sums(self) -> tuple[int, ...]:
        """Points by seat, as the book has them: what was corrected counts. Only with a match."""
        if self.match is None:
            raise ValueError("no match yet")
        scored = totals(self.match)
        return tuple(map(sum, zip(scored, self.corrected or [0] * len(scored), strict=True)))

    @property
    def options(self) -> dict[str, int | str]:
        """The options as they are set now."""
        return dict(self.state.options)

    @property
    def names(self) -> tuple[str, ...]:
        """Names by seat; those that look alike are told apart by their seat's number."""
        return self._called()[: len(self.state.players)]

    @property
    def waiting_names(self) -> tuple[str, ...]:
        """Names of those who wait for a seat; none is like one at the table."""
        return self._called()[len(self.state.players) :]

    def _called(self) -> tuple[str, ...]:
        people = self.state.players, self.state.queue
        if self._people is None or any(map(is_not, self._people, people)):
            self._people = people
            self._names = told_apart([one.name for some in people for one in some])
        return self._names

    def seat_of(self, user: UserRef) -> Seat | None:
        """Where a person sits, be they present or not."""
        for seat, player in enumerate(self.state.players):
            if player.user == user:
                return seat
        return None

    def need_seat(self, user: UserRef) -> Seat:
        """Where a person sits.

        Raises:
            Refused: nowhere.
        """
        seat = self.seat_of(user)
        if seat is None:
            raise Refused(self._no_seat())
        return seat

    def _no_seat(self) -> str:
        """What is said to whoever has none: how to get one, where that is possible."""
        if self.state.phase is Phase.LOBBY:
            return "table-not-seated-lobby"
        on = self.state.phase in (Phase.PLAYING, Phase.BETWEEN)
        closed = self.state.tournament or self.state.least
        return "table-not-seated-on" if on and not closed else "table-not-seated"

    def need_phase(self, *phases: Phase) -> None:
        """Refuse what makes no sense in this phase."""
        if self.state.phase not in phases:
            raise Refused(f"table-not-in-{self.state.phase.value}")

    def need_free(self, key: str) -> None:
        """Refuse what is not done at a table of a tournament."""
        if self.state.tournament:
            raise Refused(key)

    @property
    def has_hands(self) -> bool:
        """Whether people have a private screen now: in the lobby only where it proves its road."""
        return self.match is not None or self.quiet or self.state.place is None

    def present(self) -> tuple[Seat, ...]:
        """The seats of persons who play."""
        return tuple(s for s, player in enumerate(self.state.players) if player.present)

    @property
    def position(self) -> Position:
        """Where the match stands, and what each seat knows and sees of it.

        Raises:
            ValueError: there is no match yet.
        """
        match = self.match
        if match is None:
            raise ValueError("no match yet")
        if self._position is None or self._position.state is not match.state:
            self._position = Position(self.game, match.state)
        return self._position

    def seen(self, seat: Seat | None) -> Any:
        """What a seat or a spectator knows. Only while there is a match."""
        return self.position.seen(seat)

    def prompt(self, seat: Seat) -> Prompt:
        """What a seat that is asked may answer."""
        return self.position.prompt(seat)

    def question_of(self, seat: Seat) -> Question | None:
        """The open question of a seat."""
        return next((q for q in self.state.questions if q.seat == seat), None)

    def remember_look(self) -> None:
        """Note what everybody sees now."""
        if self.match is not None:
            at = (self.match.round, self.match.step)
            self.change(look=look_of(self.position, self.match.seats), look_at=at)

    def next_wake(self) -> datetime | None:
        """When ``Tick`` is due next; None if only people can go on."""
        state = self.state
        times = [state.idle_at] if state.idle_at is not None else []
        if state.suspended_at is None:
            times += [
                q.deadline for q in state.questions if q.deadline is not None and q.due is None
            ]
            times += [
                q.due
                for q in state.questions
                if q.due is not None and q.number not in self.thinking
            ]
            times += [q.call for q in state.questions if q.call is not None]
            times += [state.next_at] if state.next_at is not None else []
            times += [state.vote.until] if state.vote is not None else []
        return min(times, default=None)
