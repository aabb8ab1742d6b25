"""One table: what opens it, and what hands each command to the function that carries it out.

Synchronous and without I/O; ``now`` is passed in. Every function works on the table, whose whole
content are frozen values, so that a command that could not be stored is undone by putting them
back.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.support.errors import Refused
from bot.table import (
    beacon,
    channel,
    houses,
    lifecycle,
    lobby,
    rounds,
    seats,
    shuffle,
    timers,
    typed,
    votes,
)
from bot.table.commands import (
    AddBot,
    AutoPass,
    Autopilot,
    BeaconTold,
    BeaconUnused,
    CastVote,
    Close,
    Configure,
    Delivered,
    GiveWord,
    Join,
    Kick,
    KnowRules,
    Leave,
    Moved,
    Next,
    Pause,
    PlaceLost,
    PlaceReady,
    PlayRules,
    Press,
    Reached,
    Refresh,
    Remember,
    RemoveBot,
    Renamed,
    Repost,
    Resume,
    ScoresCorrected,
    SealDeal,
    Shift,
    ShowHand,
    Start,
    Stop,
    Suspend,
    TakeSeat,
    Teach,
    Thought,
    Tick,
    Typed,
)
from bot.table.effects import ShowBoard, ShowHandOf, Store
from bot.table.state import VERSION, Phase, Player, TableState
from bot.table.table import LOBBY_IDLE, Table
from engine.core import defaults

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from bot.table.commands import Command
    from bot.table.effects import Effect
    from bot.table.new_table import NewTable
    from engine.core import Game


NOTED = timedelta(seconds=10)
"""What was shown is stored by itself after so long, if nothing else is stored before."""


class TableMachine(Table):
    """A table of one game that takes commands; whoever only reads it knows it as a ``Table``.

    Attributes:
        note_at: when what was shown since is stored by itself; None: it is stored.
        owes: what is stored says that something was not shown yet. A start shows all of it again,
            so that it need not be stored at once that it was.
    """

    note_at: datetime | None = None
    owes = False

    @classmethod
    def open(cls, new: NewTable, game: Game[Any, Any], now: datetime) -> TableMachine:
        """A lobby with its host seated; ``birth`` stores it."""
        info = game.info
        state = TableState(
            id=new.id,
            place=new.place,
            chat_title=new.chat_title,
            game=info.id,
            version=info.version,
            phase=Phase.LOBBY,
            host=new.host,
            players=(Player(new.host, new.name),),
            options=tuple(defaults(info).items()),
            quan=info.rounds,
            clock=new.clock,
            host_seen=now,
            since=now,
            idle_at=now + LOBBY_IDLE,
            public=1,
            form=VERSION,
        )
        if new.old is not None:
            state = seats.again(state, new.old, info.seats, now)
        return cls(state, game)

    def birth(self, now: datetime) -> tuple[Effect, ...]:
        """The effects of a new table: store it and show it."""
        seat = self.need_seat(self.state.host)
        host = (ShowHandOf(seat, notify=True),) if self.has_hands else ()
        return (Store((self.saved(now),)), ShowBoard(), *host)

    def handle(self, command: Command, now: datetime) -> tuple[Effect, ...]:
        """Do what a command says.

        Returns:
            What to store and what to show; empty if nothing came of it.

        Raises:
            RuleError: it was refused, and nothing has changed.
        """
        before, state = self.snapshot(), self.state
        self.out, self.rows = [], []
        try:
            _HANDLERS[type(command)](self, command, now)
            if self.state.seal is not None:
                shuffle.mind(self)
        except BaseException:
            self.restore(before)
            raise
        waits = isinstance(command, Delivered) and self.owes and self._only_shown(state)
        late = self.note_at is not None and now >= self.note_at
        if late or self.rows or (self.state != state and not waits):
            self.note_at, self.owes = None, self.state.shown < self.state.public
            self.out.insert(0, Store((*self.rows, self.saved(now))))
        elif self.state != state:
            self.note_at = self.note_at or now + NOTED
        return tuple(self.out)

    def _only_shown(self, before: TableState) -> bool:
        """Whether a delivery brought nothing but what a start would show again without harm.

        A message that nobody remembers would be sent twice, and so would a settlement; who is
        reached is no matter of screens.
        """
        state = self.state
        same = state.board == before.board and state.players == before.players
        messages = [(hand.user, hand.ref) for hand in state.hands]
        known = [(hand.user, hand.ref) for hand in before.hands]
        return state.phase is Phase.PLAYING and same and messages == known and not self.out

    def next_wake(self) -> datetime | None:
        """When ``Tick`` is due next, also to store what was shown; None: only people can go on."""
        seal = self.state.seal
        waiting = seal.waits if seal is not None else None
        times = (super().next_wake(), self.note_at, waiting.until if waiting is not None else None)
        return min((time for time in times if time is not None), default=None)


def _delivered(table: Table, command: Delivered, now: datetime) -> None:
    state = table.state
    hands = {hand.user: hand for hand in state.hands}
    reached = {hand.user: hand for hand in command.hands if table.seat_of(hand.user) is not None}
    news = set(reached) - set(hands)
    table.change(
        shown=max(state.shown, command.public),
        board=command.board or state.board,
        hands=tuple(sorted((hands | reached).values(), key=lambda hand: hand.user.key)),
    )
    for hand in reached.values():
        seat = table.need_seat(hand.user)
        if table.state.players[seat].unreached:
            table.seat_changed(seat, unreached=False)
            news.add(hand.user)
    if news and table.quiet and state.phase is Phase.LOBBY:
        table.touch_board()


def _repost(table: Table, command: Repost, now: datetime) -> None:
    table.react(ShowBoard(repost=True))


def _show_hand(table: Table, command: ShowHand, now: datetime) -> None:
    seat = table.need_seat(command.user)
    if not table.has_hands:
        raise Refused("table-no-hand-yet")
    table.react(ShowHandOf(seat, notify=True))


def _refresh(table: Table, command: Refresh, now: datetime) -> None:
    if command.user is None:
        table.react(ShowBoard())
    for seat, player in enumerate(table.state.players):
        mine = command.user is None or player.user == command.user
        if mine and player.person and not player.left and table.has_hands:
            table.react(ShowHandOf(seat))


def _renamed(table: Table, command: Renamed, now: datetime) -> None:
    seat = table.seat_of(command.user)
    if seat is not None and table.state.players[seat].name != command.name:
        table.seat_changed(seat, name=command.name)
        table.touch_board()


def _corrected(table: Table, command: ScoresCorrected, now: datetime) -> None:
    table.corrected = command.by
    if not table.state.over:
        table.touch_board()
        table.touch_hands()


def _remember(table: Table, command: Remember, now: datetime) -> None:
    if not table.state.over:
        table.remember_look()


def _close(table: Table, command: Close, now: datetime) -> None:
    lifecycle.close(table, command.status, now)


_HANDLERS: dict[type, Callable[[Table, Any, datetime], None]] = {
    Join: lobby.join,
    Leave: lobby.leave,
    AddBot: lobby.add_bot,
    RemoveBot: lobby.remove_bot,
    Kick: lobby.kick,
    TakeSeat: seats.sit,
    Configure: lobby.configure,
    PlayRules: lobby.play_rules,
    KnowRules: houses.know,
    Start: lobby.start,
    Teach: lobby.teach,
    SealDeal: shuffle.seal,
    GiveWord: shuffle.give,
    BeaconTold: lobby.beacon_told,
    BeaconUnused: beacon.unused,
    Press: rounds.press,
    AutoPass: rounds.auto_pass,
    Typed: typed.typed,
    Thought: timers.thought,
    Tick: timers.tick,
    Next: rounds.ready,
    Autopilot: rounds.autopilot,
    Stop: votes.stop,
    Pause: votes.pause,
    CastVote: votes.cast,
    Suspend: channel.suspend,
    PlaceReady: channel.ready,
    PlaceLost: channel.lost,
    Moved: channel.moved,
    Reached: channel.reached,
    Resume: lobby.resume,
    Shift: lifecycle.shift,
    Close: _close,
    Remember: _remember,
    Repost: _repost,
    ShowHand: _show_hand,
    Refresh: _refresh,
    Renamed: _renamed,
    ScoresCorrected: _corrected,
    Delivered: _delivered,
}
