"""One tournament: registration, start, stages. Synchronous, without I/O; ``now`` is passed in.

Like a table it is a frozen value that commands replace; what a command stores is one transaction.
Source: 上饶打炸, 比赛场, points 1 to 7.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.i18n.keys import game_name
from bot.store.purse import Posted, pool_of, purse_of
from bot.store.tournament_rows import EntrySaved, TournamentSaved
from bot.support.errors import Refused
from bot.table.commands import Delivered, Moved, Repost
from bot.table.effects import Say, ShowBoard, Store, Toast
from bot.tournament.commands import (
    Abort,
    Begin,
    Cancel,
    Lacking,
    Look,
    Postpone,
    Register,
    Seat,
    SetClock,
    StageOver,
    Tell,
    Undecided,
    Withdraw,
)
from bot.tournament.state import (
    ROOM,
    TRIES,
    Entrant,
    EntryStatus,
    Status,
    TournamentState,
    called_off,
    dumps,
    table_of,
)
from engine import tournament
from engine.msg import chained, msg
from renderers.text import gained

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime

    from bot.ports.refs import UserRef
    from bot.store.rows import Row
    from bot.tournament.commands import Command, Shown
    from engine.msg import Msg

NOTICE = timedelta(minutes=1)
"""Where the program was away at the time of the start, people have so long to come back."""


class Tournament:
    """A tournament. ``state`` is all of it."""

    def __init__(self, state: TournamentState) -> None:
        self.state = state
        self._out: list[Shown] = []
        self._rows: list[Row] = []

    def birth(self, now: datetime) -> tuple[Shown, ...]:
        """The effects of a new tournament: store it and show it."""
        self.change(public=self.state.public + 1)
        return (Store((self.saved(now),)), ShowBoard())

    def handle(self, command: Command, now: datetime) -> tuple[Shown, ...]:
        """Do what a command says.

        Returns:
            What to store and what to show; empty if nothing came of it.

        Raises:
            RuleError: it was refused, and nothing has changed.
        """
        before = self.state
        self._out, self._rows = [], []
        try:
            _HANDLERS[type(command)](self, command, now)
        except BaseException:
            self.state = before
            raise
        if self.state != before:
            # The tournament first: its entries point at it.
            self._out.insert(0, Store((self.saved(now), *self._rows)))
        return tuple(self._out)

    def draft(self) -> Tournament:
        """It once more, to do something to that nobody is to see before it is stored."""
        return Tournament(self.state)

    def adopt(self, draft: Tournament) -> None:
        """Be what a draft has become: it is stored."""
        self.state = draft.state

    def saved(self, now: datetime) -> TournamentSaved:
        """The row that holds it as it is."""
        cup = self.state
        return TournamentSaved(cup.id, cup.chat.key, cup.live, dumps(cup), now)

    def next_wake(self) -> datetime | None:
        """When it is to begin; None once it has."""
        return self.state.start if self.state.stand is Status.OPEN else None

    # What the handlers work with.

    def change(self, **fields: Any) -> None:
        """Replace fields of the state."""
        self.state = replace(self.state, **fields)

    def touch(self) -> None:
        """The board must be shown anew."""
        self.change(public=self.state.public + 1)
        if ShowBoard() not in self._out:
            self._out.append(ShowBoard())

    def react(self, *effects: Shown) -> None:
        """Add to what is shown afterwards."""
        self._out.extend(effects)

    def tell(self, entrants: Iterable[Entrant], message: Msg) -> None:
        """Tell those of the entrants who are people."""
        users = tuple(e.user for e in entrants if e.user is not None)
        if users:
            self.react(Tell(users, message))

    def entry(self, entrant: Entrant, fate: EntryStatus) -> None:
        """Store what has become of an entry."""
        person = entrant.user.key if entrant.user is not None else ""
        who = (person, entrant.name, entrant.level)
        self._rows.append(EntrySaved(self.state.id, entrant.number, *who, fate.value))

    def post(self, what: str, lines: Iterable[tuple[str, int]], now: datetime) -> None:
        """Move coins in the same transaction."""
        state = self.state
        entry = f"tournament:{state.id}:{what}"
        self._rows.append(Posted(entry, state.chat.key, f"cup-{what}", tuple(lines), now))

    @property
    def about(self) -> Msg:
        """Which tournament a private message is about."""
        return msg("cup-where", chat=self.state.chat_title, game=game_name(self.state.game))

    def need(self, stand: Status) -> None:
        """Refuse what makes no sense now."""
        if self.state.stand is not stand:
            raise Refused(f"cup-not-in-{self.state.stand.value}")

    def need_host(self, user: UserRef, *, admin: bool) -> None:
        """Refuse what only the organiser and administrators may do."""
        if user != self.state.host and not admin:
            raise Refused("cup-host-only", host=self.state.host_name)


# Before the start.


def _register(cup: Tournament, command: Register, now: datetime) -> None:
    cup.need(Status.OPEN)
    state = cup.state
    if state.entrant(command.user) is not None:
        cup.react(Toast(msg("cup-registered-already")))
        return
    if command.elsewhere is not None:
        raise Refused(command.elsewhere.key, private=True, **dict(command.elsewhere.params))
    if state.fee and command.purse < state.fee:
        raise Refused("cup-purse", fee=state.fee, purse=command.purse, private=True)
    _enter(cup, command.user, command.name, "")
    cup.react(Toast(msg("cup-registered", place=len(cup.state.entrants))))


def _enter(cup: Tournament, user: UserRef | None, name: str, level: str) -> None:
    state = cup.state
    if len(state.entrants) >= ROOM:
        raise Refused("cup-full", most=ROOM)
    entrant = Entrant(state.counter + 1, user, name, level)
    cup.change(counter=entrant.number, entrants=(*state.entrants, entrant))
    cup.entry(entrant, EntryStatus.IN)
    cup.touch()


def _seat(cup: Tournament, command: Seat, now: datetime) -> None:
    cup.need(Status.OPEN)
    if cup.state.fee:
        raise Refused("cup-computers")
    _enter(cup, None, command.name, command.level)


def _withdraw(cup: Tournament, command: Withdraw, now: datetime) -> None:
    found = cup.state.entrant(command.user)
    if found is None:
        raise Refused("cup-not-registered")
    cup.need(Status.OPEN)
    cup.change(entrants=tuple(e for e in cup.state.entrants if e != found))
    cup.entry(found, EntryStatus.LEFT)
    cup.touch()
    cup.react(Toast(msg("cup-withdrawn", fee=cup.state.fee)))


def _cancel(cup: Tournament, command: Cancel, now: datetime) -> None:
    cup.need_host(command.user, admin=command.admin)
    cup.need(Status.OPEN)
    _call_off(cup, "host" if command.user == cup.state.host else "admin")


def _call_off(cup: Tournament, why: str) -> None:
    cup.change(stand=Status.CANCELLED, why=why)
    told = called_off(cup.state)
    cup.react(Say((told,)))
    cup.tell(cup.state.entrants, msg("cup-tell", where=cup.about, what=told))
    cup.touch()


def _postpone(cup: Tournament, command: Postpone, now: datetime) -> None:
    if cup.state.stand is Status.OPEN and cup.state.start < now + NOTICE:
        cup.change(start=now + NOTICE)
        cup.touch()


def _set_clock(cup: Tournament, command: SetClock, now: datetime) -> None:
    state = cup.state
    cup.change(standstills=command.number)
    if state.stand is Status.OPEN:
        cup.change(opened=state.opened + command.by, start=state.start + command.by)
        cup.touch()


# The start.


def _begin(cup: Tournament, command: Begin, now: datetime) -> None:
    if command.user is not None:
        cup.need_host(command.user, admin=command.admin)
        cup.need(Status.OPEN)
    elif cup.state.stand is not Status.OPEN or now < cup.state.start:
        return  # the clock has rung for another start
    state = cup.state
    silent = [e for e in state.entrants if e.user is not None and e.user.key in command.silent]
    there = [e for e in state.entrants if e not in silent]
    poor = tuple(e for e in there if not _pays(e, state.fee, command.purses))
    rest = tuple(e for e in there if e not in set(poor))
    players = tournament.size(len(rest))
    if not players and command.user is not None:
        raise Refused("cup-few", here=len(rest), least=tournament.SEATS)
    for entrant in silent:
        cup.entry(entrant, EntryStatus.SILENT)
    if silent:
        names = chained("render-list", (entrant.name for entrant in silent))
        cup.react(Say((msg("cup-say-silent", names=names, fee=state.fee),)))
    for entrant in poor:
        cup.entry(entrant, EntryStatus.POOR)
    cup.tell(poor, msg("cup-tell", where=cup.about, what=msg("cup-tell-poor", fee=state.fee)))
    if not players:
        cup.change(entrants=rest, poor=poor)
        _call_off(cup, "few")
        return
    field_, surplus = rest[:players], rest[players:][::-1]
    for entrant in surplus:
        cup.entry(entrant, EntryStatus.SURPLUS)
    told = msg("cup-tell-removed", players=players, fee=state.fee)
    cup.tell(surplus, msg("cup-tell", where=cup.about, what=told))
    cup.change(
        stand=Status.PLAYING, entrants=field_, removed=surplus, poor=poor,
        bracket=tournament.drawn(players, command.seed),
    )  # fmt: skip
    if state.fee:
        taken = [(purse_of(e.user.key), -state.fee) for e in field_ if e.user is not None]
        cup.post("fee", ((pool_of(state.id), state.fee * len(taken)), *taken), now)
    stages = tournament.stages(players)
    cup.react(Say((msg("cup-say-begun", players=players, stages=stages),)))
    cup.touch()


def _pays(entrant: Entrant, fee: int, purses: Mapping[str, int]) -> bool:
    return not fee or (entrant.user is not None and purses.get(entrant.user.key, 0) >= fee)


# Stages.


def _stage_over(cup: Tournament, command: StageOver, now: datetime) -> None:
    state = cup.state
    bracket = state.bracket
    if state.stand is not Status.PLAYING or bracket is None or bracket.stage != command.stage:
        return
    if command.index not in bracket.open:
        return
    bracket = tournament.scored(bracket, command.index, command.scores)
    cup.change(bracket=bracket)
    _tell_table(cup, bracket, command)
    winner = cup.state.winner
    if winner is not None:
        _won(cup, winner, now)
    elif bracket.stage > command.stage:
        tables = len(bracket.stages[-1])
        cup.react(Say((msg("cup-say-stage", stage=bracket.stage + 1, tables=tables),)))
    cup.touch()


def _undecided(cup: Tournament, command: Undecided, now: datetime) -> None:
    """Nobody is ahead at a table that came to no end: it is played once more, or all is off."""
    state, stage, index = cup.state, command.stage, command.index
    bracket = state.bracket
    if state.stand is not Status.PLAYING or bracket is None or bracket.stage != stage:
        return
    if index not in bracket.open or table_of(state, stage, index).match != command.match:
        return
    tries = state.tries(stage, index) + 1
    if tries >= TRIES:
        _abort(cup, Abort("stuck"), now)
        return
    others = tuple(entry for entry in state.again if entry[:2] != (stage, index))
    cup.change(again=(*others, (stage, index, tries)))
    numbers = {"stage": stage + 1, "table": index + 1}
    cup.react(Say((msg("cup-say-again", **numbers),)))
    entrants = table_of(cup.state, stage, index).entrants
    told = msg("cup-tell-again", **numbers)
    cup.tell(entrants, msg("cup-tell", where=cup.about, what=told))
    cup.touch()


def _tell_table(cup: Tournament, bracket: tournament.Bracket, over: StageOver) -> None:
    group = bracket.stages[over.stage][over.index]
    out = tournament.places(bracket.players, over.stage, group)
    for number, score in zip(group.entrants, group.scores, strict=True):
        stage = over.stage + 1
        if number in out:
            best, worst = out[number]
            key = "cup-tell-out" if best == worst else "cup-tell-out-among"
            what = msg(key, stage=stage, score=gained(score), best=best, worst=worst)
        elif cup.state.winner is None:
            what = msg("cup-tell-ahead", stage=stage, score=gained(score))
        else:
            continue  # the winner is told more than that
        cup.tell((cup.state.entrants[number],), msg("cup-tell", where=cup.about, what=what))


def _won(cup: Tournament, winner: Entrant, now: datetime) -> None:
    state = cup.state
    cup.change(stand=Status.OVER)
    won = msg("cup-say-won", name=winner.name)
    if state.fee and winner.user is not None:
        pool = state.pool
        cup.post("prize", ((pool_of(state.id), -pool), (purse_of(winner.user.key), pool)), now)
        won = msg("cup-say-won-pool", name=winner.name, pool=pool)
    cup.react(Say((won,)))
    cup.tell((winner,), msg("cup-tell", where=cup.about, what=won))


def _abort(cup: Tournament, command: Abort, now: datetime) -> None:
    state = cup.state
    if state.over:
        return
    if state.fee and state.stand is Status.PLAYING:
        back = [(purse_of(e.user.key), state.fee) for e in state.entrants if e.user is not None]
        cup.post("back", ((pool_of(state.id), -state.fee * len(back)), *back), now)
    _call_off(cup, command.why)


# What is shown, and where.


def _lacking(cup: Tournament, command: Lacking, now: datetime) -> None:
    if command.rights != cup.state.lacking:
        cup.change(lacking=command.rights)
        cup.touch()


def _delivered(cup: Tournament, command: Delivered, now: datetime) -> None:
    state = cup.state
    cup.change(shown=max(state.shown, command.public), board=command.board or state.board)


def _repost(cup: Tournament, command: Repost, now: datetime) -> None:
    cup.react(ShowBoard(repost=True))


def _moved(cup: Tournament, command: Moved, now: datetime) -> None:
    chat, new = cup.state.chat, command.new
    if chat.key == command.old.key:
        cup.change(chat=replace(chat, platform=new.platform, id=new.id), board=None)
        cup.touch()


_HANDLERS: dict[type, Callable[[Tournament, Any, datetime], None]] = {
    Register: _register, Seat: _seat, Withdraw: _withdraw, Begin: _begin, Cancel: _cancel,
    Abort: _abort, StageOver: _stage_over, Undecided: _undecided, Lacking: _lacking,
    Postpone: _postpone, SetClock: _set_clock, Delivered: _delivered, Repost: _repost,
    Moved: _moved, Look: lambda cup, command, now: None,
}  # fmt: skip
