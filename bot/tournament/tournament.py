"""One tournament: registration, start, stages. Synchronous, without I/O; ``now`` is passed in.

Like a table it is a frozen value that commands replace; what a command stores is one transaction.
Source: 上饶打炸, 比赛场, points 1 to 7.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.store.purse import pool_of, purse_of
from bot.support.errors import Refused
from bot.table.beacon import called
from bot.table.commands import BeaconTold, Delivered, GiveWord, Moved, Repost
from bot.table.effects import Say, ShowBoard, Store, Toast
from bot.tournament import sealing, session
from bot.tournament.commands import (
    Abort,
    BeaconLate,
    Begin,
    Cancel,
    Lacking,
    Look,
    Postpone,
    Register,
    SealDeals,
    Seat,
    SetClock,
    StageOver,
    Undecided,
    Withdraw,
)
from bot.tournament.contest import Contest
from bot.tournament.state import (
    TRIES,
    Entrant,
    EntryStatus,
    Status,
    called_off,
    table_of,
)
from engine.duplicate import Session
from engine.msg import chained, msg
from engine.tournament import SEATS, drawn, places, scored, stages
from renderers.text import gained

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from bot.ports.refs import UserRef
    from bot.tournament.commands import Command, Shown
    from engine.tournament import Bracket

NOTICE = timedelta(minutes=1)
"""Where the program was away at the time of the start, people have so long to come back."""


class Tournament(Contest):
    """One tournament: who registers, its start and its stages. ``state`` is all of it."""

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
        """A copy to carry out a command on: nobody sees it before it is stored."""
        return Tournament(self.state)

    def adopt(self, draft: Tournament) -> None:
        """Take over what a draft has become, now that it is stored."""
        self.state = draft.state

    def next_wake(self) -> datetime | None:
        """When it is to begin, or a number that it waits for is late; None once it has begun."""
        if self.state.waits is not None:
            return self.state.waits.until
        return self.state.start if self.state.status is Status.OPEN else None


# Before the start.


def _register(tournament: Tournament, command: Register, now: datetime) -> None:
    _need_registration(tournament)
    state = tournament.state
    if state.entrant(command.user) is not None:
        tournament.react(Toast(msg("cup-registered-already")))
        return
    if command.elsewhere is not None:
        raise Refused(command.elsewhere.key, private=True, **dict(command.elsewhere.params))
    if state.fee and command.purse < state.fee:
        raise Refused("cup-purse", fee=state.fee, purse=command.purse, private=True)
    _enter(tournament, command.user, command.name, "")
    key = "duplicate-registered" if state.duplicate else "cup-registered"
    tournament.react(Toast(msg(key, place=len(tournament.state.entrants))))


def _need_registration(tournament: Tournament) -> None:
    """Refuse who would come or go when what is dealt depends on who plays."""
    tournament.need(Status.OPEN)
    if tournament.state.waits is not None:
        raise Refused("cup-not-in-playing")


def _enter(tournament: Tournament, user: UserRef | None, name: str, level: str) -> None:
    state = tournament.state
    if len(state.entrants) >= state.room:
        raise Refused("cup-full", most=state.room)
    entrant = Entrant(state.counter + 1, user, name, level)
    tournament.change(counter=entrant.number, entrants=(*state.entrants, entrant))
    tournament.entry(entrant, EntryStatus.IN)
    tournament.touch()


def _seat(tournament: Tournament, command: Seat, now: datetime) -> None:
    _need_registration(tournament)
    if tournament.state.fee:
        raise Refused("cup-computers")
    _enter(tournament, None, command.name, command.level)


def _withdraw(tournament: Tournament, command: Withdraw, now: datetime) -> None:
    found = tournament.state.entrant(command.user)
    if found is None:
        raise Refused("cup-not-registered")
    _need_registration(tournament)
    tournament.change(entrants=tuple(e for e in tournament.state.entrants if e != found))
    sealing.take_back(tournament, found)
    tournament.entry(found, EntryStatus.LEFT)
    tournament.touch()
    tournament.react(Toast(msg("cup-withdrawn", fee=tournament.state.fee)))


def _cancel(tournament: Tournament, command: Cancel, now: datetime) -> None:
    tournament.need_host(command.user, admin=command.admin)
    tournament.need(Status.OPEN)
    _call_off(tournament, "host" if command.user == tournament.state.host else "admin", now)


def _call_off(tournament: Tournament, why: str, now: datetime) -> None:
    if tournament.state.status is Status.PLAYING:
        sealing.ended(tournament, now)
    else:
        sealing.drop(tournament, now)
    tournament.change(status=Status.CANCELLED, why=why)
    told = called_off(tournament.state)
    tournament.react(Say((told,)))
    tournament.tell(tournament.state.entrants, told)
    tournament.touch()


def _postpone(tournament: Tournament, command: Postpone, now: datetime) -> None:
    if tournament.state.start < now + NOTICE:
        _put_off(tournament, now)


def _put_off(tournament: Tournament, now: datetime) -> None:
    """People have a moment yet: to come back, or to add a word."""
    if tournament.state.status is Status.OPEN and tournament.state.waits is None:
        tournament.change(start=now + NOTICE)
        tournament.touch()


def _set_clock(tournament: Tournament, command: SetClock, now: datetime) -> None:
    state = tournament.state
    tournament.change(standstills=command.number)
    if state.status is Status.OPEN:
        tournament.change(opened=state.opened + command.by, start=state.start + command.by)
        sealing.shift(tournament, command.by)
        tournament.touch()


# The start.


def _begin(tournament: Tournament, command: Begin, now: datetime) -> None:
    if command.user is not None:
        tournament.need_host(command.user, admin=command.admin)
        tournament.need(Status.OPEN)
    elif tournament.state.status is not Status.OPEN or now < tournament.state.start:
        return  # the clock has rung for another start
    if (waits := tournament.state.waits) is not None:
        if command.user is not None:
            tournament.react(Toast(msg("beacon-waits", **called(waits.round))))
        return
    state = tournament.state
    silent = [e for e in state.entrants if e.user is not None and e.user.key in command.silent]
    there = [e for e in state.entrants if e not in silent]
    poor = tuple(e for e in there if not _pays(e, state.fee, command.purses))
    rest = tuple(e for e in there if e not in set(poor))
    players = state.field_of(len(rest))
    if not players and command.user is not None:
        least = 1 if state.duplicate else SEATS
        raise Refused("cup-few", here=len(rest), least=least)
    for entrant in silent:
        tournament.entry(entrant, EntryStatus.SILENT)
    if silent:
        names = chained("render-list", (entrant.name for entrant in silent))
        tournament.react(Say((msg("cup-say-silent", names=names, fee=state.fee),)))
    for entrant in poor:
        tournament.entry(entrant, EntryStatus.POOR)
    tournament.tell(poor, msg("cup-tell-poor", fee=state.fee))
    if not players:
        tournament.change(entrants=rest, poor=poor)
        _call_off(tournament, "nobody" if state.duplicate else "few", now)
        return
    field_, surplus = rest[:players], rest[players:][::-1]
    if state.duplicate:
        _begin_deals(tournament, field_, command, now)
        return
    for entrant in surplus:
        tournament.entry(entrant, EntryStatus.SURPLUS)
    tournament.tell(surplus, msg("cup-tell-removed", players=players, fee=state.fee))
    tournament.change(
        status=Status.PLAYING, entrants=field_, removed=surplus, poor=poor,
        bracket=drawn(players, command.seed),
    )  # fmt: skip
    if state.fee:
        taken = [(purse_of(e.user.key), -state.fee) for e in field_ if e.user is not None]
        tournament.post("fee", ((pool_of(state.id), state.fee * len(taken)), *taken), now)
    tournament.react(Say((msg("cup-say-begun", players=players, stages=stages(players)),)))
    tournament.touch()


def _begin_deals(
    tournament: Tournament, people: tuple[Entrant, ...], command: Begin, now: datetime
) -> None:
    """The deals of 复式 begin; where their fingerprint is shown only now, they do so later."""
    if sealing.ready(tournament, command, now):
        session.begin(tournament, people, command.names)
        return
    tournament.change(entrants=people)
    _put_off(tournament, now)


def _told(tournament: Tournament, command: BeaconTold, now: datetime) -> None:
    waits = sealing.told(tournament, command)
    if waits is not None:
        session.begin(tournament, tournament.state.entrants, waits.names, command.signature)


def _late(tournament: Tournament, command: BeaconLate, now: datetime) -> None:
    if sealing.late(tournament, command, now):
        _put_off(tournament, now)


def _pays(entrant: Entrant, fee: int, purses: Mapping[str, int]) -> bool:
    return not fee or (entrant.user is not None and purses.get(entrant.user.key, 0) >= fee)


# Stages.


def _stage_over(tournament: Tournament, command: StageOver, now: datetime) -> None:
    state = tournament.state
    bracket = state.bracket
    if state.status is not Status.PLAYING or bracket is None or bracket.stage != command.stage:
        return
    if command.index not in bracket.open:
        return
    if isinstance(bracket, Session):
        session.table_over(tournament, bracket, command, now)
        return
    bracket = scored(bracket, command.index, command.scores)
    tournament.change(bracket=bracket)
    _tell_table(tournament, bracket, command)
    winner = tournament.state.winner
    if winner is not None:
        _won(tournament, winner, now)
    elif bracket.stage > command.stage:
        tables = len(bracket.stages[-1])
        tournament.react(Say((msg("cup-say-stage", stage=bracket.stage + 1, tables=tables),)))
    tournament.touch()


def _undecided(tournament: Tournament, command: Undecided, now: datetime) -> None:
    """Nobody is ahead at a table that came to no end: it is played once more, or all is off."""
    state, stage, index = tournament.state, command.stage, command.index
    bracket = state.bracket
    if state.status is not Status.PLAYING or bracket is None or bracket.stage != stage:
        return
    if index not in bracket.open or table_of(state, stage, index).match != command.match:
        return
    if isinstance(bracket, Session):
        session.table_over(tournament, bracket, command, now)
        return
    tries = state.tries(stage, index) + 1
    if tries >= TRIES:
        _abort(tournament, Abort("stuck"), now)
        return
    others = tuple(entry for entry in state.again if entry[:2] != (stage, index))
    tournament.change(again=(*others, (stage, index, tries)))
    numbers = {"stage": stage + 1, "table": index + 1}
    tournament.react(Say((msg("cup-say-again", **numbers),)))
    entrants = table_of(tournament.state, stage, index).entrants
    tournament.tell(entrants, msg("cup-tell-again", **numbers))
    tournament.touch()


def _tell_table(tournament: Tournament, bracket: Bracket, over: StageOver) -> None:
    group = bracket.stages[over.stage][over.index]
    out = places(bracket.players, over.stage, group)
    for number, score in zip(group.entrants, group.scores, strict=True):
        stage = over.stage + 1
        if number in out:
            best, worst = out[number]
            key = "cup-tell-out" if best == worst else "cup-tell-out-among"
            what = msg(key, stage=stage, score=gained(score), best=best, worst=worst)
        elif tournament.state.winner is None:
            what = msg("cup-tell-ahead", stage=stage, score=gained(score))
        else:
            continue  # the winner is told more than that
        tournament.tell((tournament.state.entrants[number],), what)


def _won(tournament: Tournament, winner: Entrant, now: datetime) -> None:
    state = tournament.state
    tournament.change(status=Status.OVER)
    won = msg("cup-say-won", name=winner.name)
    if state.fee and winner.user is not None:
        pool = state.pool
        tournament.post(
            "prize", ((pool_of(state.id), -pool), (purse_of(winner.user.key), pool)), now
        )
        won = msg("cup-say-won-pool", name=winner.name, pool=pool)
    tournament.react(Say((won,)))
    tournament.tell((winner,), won)


def _abort(tournament: Tournament, command: Abort, now: datetime) -> None:
    state = tournament.state
    if state.over:
        return
    if state.fee and state.status is Status.PLAYING:
        back = [(purse_of(e.user.key), state.fee) for e in state.entrants if e.user is not None]
        tournament.post("back", ((pool_of(state.id), -state.fee * len(back)), *back), now)
    _call_off(tournament, command.why, now)


# What is shown, and where.


def _lacking(tournament: Tournament, command: Lacking, now: datetime) -> None:
    if command.rights != tournament.state.lacking:
        tournament.change(lacking=command.rights)
        tournament.touch()


def _delivered(tournament: Tournament, command: Delivered, now: datetime) -> None:
    state = tournament.state
    tournament.change(shown=max(state.shown, command.public), board=command.board or state.board)


def _repost(tournament: Tournament, command: Repost, now: datetime) -> None:
    tournament.react(ShowBoard(repost=True))


def _moved(tournament: Tournament, command: Moved, now: datetime) -> None:
    chat, new = tournament.state.chat, command.new
    if chat.key == command.old.key:
        tournament.change(chat=replace(chat, platform=new.platform, id=new.id), board=None)
        tournament.touch()


_HANDLERS: dict[type, Callable[[Tournament, Any, datetime], None]] = {
    Register: _register, Seat: _seat, Withdraw: _withdraw, Begin: _begin, Cancel: _cancel,
    Abort: _abort, StageOver: _stage_over, Undecided: _undecided, Lacking: _lacking,
    Postpone: _postpone, SetClock: _set_clock, Delivered: _delivered, Repost: _repost,
    SealDeals: sealing.seal, GiveWord: sealing.give, BeaconTold: _told, BeaconLate: _late,
    Moved: _moved, Look: lambda tournament, command, now: None,
}  # fmt: skip
